//! Statements over what programs build of pointers and records: lists on the heap, tables of functions, pointers to pointers, arrays of records, text, and
//! records by value.
//!
//! Each statement leaves everything as defined as it was: `list` is a list that ends, the pointers of `pa` point to what lives as long as `compute` does,
//! and `text` ends with a zero in its fifth byte or before.

use super::generate::Generator;
use std::fmt::Write as _;

/// Declares types and functions; `size` is the type of sizes.
pub(super) fn declare(text: &mut String, size: &str) {
    let _ = write!(
        text,
        "struct node {{ int v; struct node *next; }};\n\
         extern void *calloc({size}, {size});\nextern void *realloc(void *, {size});\n\
         extern {size} strlen(const char *);\nextern int strcmp(const char *, const char *);\n\
         extern char *strcpy(char *, const char *);\nextern int memcmp(const void *, const void *, {size});\n\
         static int (*const table[2])(int) = {{f0, f2}};\n\
         static struct in f4(int x, struct rec r) {{ struct in k = r.in; r.i = x; k.h = (short)x; return k; }}\n\
         static struct node *f5(struct node *l, int x) {{ if (!l || l->v == x) return l; return f5(l->next, x); }}\n",
    );
}

/// Declares objects, initialised.
pub(super) const OBJECTS: [&str; 3] = [
    "struct node *list = 0, *node, **at;",
    "struct rec ra[2] = {s, t};",
    "int *pa[2] = {&x, &g0}, **pp = pa; char text[8] = \"ab\";",
];

/// What `pa` may point to.
const LASTING: [&str; 7] = ["x", "y", "g0", "ga[@3]", "s.i", "ra[@1].i", "ra[@1].t[@1]"];

/// Statements about lists. `#` is an expression, `$` a place.
const LISTS: [&str; 8] = [
    "node = malloc(sizeof *node); node->v = (int)(#); node->next = list; list = node;",
    "node = calloc(1, sizeof *node); node->next = list; list = node; list->v |= (int)(#);",
    "for (node = list; node; node = node->next) $ ^= node->v;",
    "if (list) { node = list; list = list->next; $ = node->v; free(node); }",
    "node = 0; while (list) { struct node *next = list->next; list->next = node; node = list; list = next; } list = node;",
    "at = &list; while (*at && (*at)->v != (int)(#)) at = &(*at)->next; if (*at) { node = *at; *at = node->next; free(node); }",
    "for (at = &list; *at; at = &(*at)->next) ; *at = malloc(sizeof **at); (*at)->v = (int)(#); (*at)->next = 0;",
    "node = f5(list, (int)(#)); $ = node ? 1 : 2; if (node) node->v ^= 3;",
];

/// Statements about pointers and records; `&` before a place of [`LASTING`] is `%`.
const OTHERS: [&str; 19] = [
    "pa[@1] = %;",
    "pp = (#) ? &pa[0] : &pa[1];",
    "*pp = %;",
    "**pp = (int)(#);",
    "$ = **pp ^ (pp == pa);",
    "*pa[@1] = (int)(#);",
    "$ = *pa[@1];",
    "ra[@1] = *ps;",
    "ps = &ra[@1];",
    "s.in = (struct in){(short)(#), {1, 2}};",
    "$ = f4((int)(#), ra[@1]).h;",
    "ps->in = f4((int)(#), *ps);",
    "$ = table[@1]((int)(#));",
    "m = realloc(m, (4 + ((#) & 3)) * sizeof *m); p = &x;",
    "free(m); m = calloc(4, sizeof *m); p = &x;",
    "{ int *first = ga; while (first < ga + 4 && *first != (int)(#)) first++; $ = first - ga; }",
    "$ = memcmp(&ra[0].in, &ra[1].in, sizeof(struct in)) == 0;",
    "{ int k = 0; do { $ = k; } while (++k < (int)((#) & 3)); }",
    "v0 = (y = (int)(#), x) && (x = 4, y);",
];

/// Statements about text.
const TEXTS: [&str; 6] = [
    "text[@3] = (char)('a' + ((#) & 3));",
    "text[(#) & 3] = 0;",
    "$ = strlen(text);",
    "$ = strcmp(text, \"ac\") < 0;",
    "strcpy(text, (#) ? \"abd\" : \"\");",
    "{ char *c = text; while (*c && *c != 'b') c++; $ = (int)(c - text) * 2 + *c; }",
];

impl Generator {
    /// One statement of these.
    pub(super) fn structure(&mut self, value: &str) {
        let patterns: &[&str] = match self.rng.below(5) {
            0 | 1 => &LISTS,
            2 | 3 => &OTHERS,
            _ => &TEXTS,
        };
        let pattern = *self.rng.pick(patterns);
        let lasting = *self.rng.pick(&LASTING);
        let pattern = pattern.replace('%', &format!("&{lasting}"));
        let pattern = self.fill(&pattern);
        let place = self.place();
        self.line(&pattern.replace('#', value).replace('$', &place));
    }
}
