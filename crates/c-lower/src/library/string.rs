//! `string.h` and `strings.h`, written out byte by byte: undefined behaviour inside them (no terminating zero, too small a
//! target) is found where it happens.
//!
//! Comparisons give any number of the right sign (7.24.4p1; see [`super::results`]). In executions
//! it is what glibc's code for the machine leaves: the difference of the first bytes that differ on
//! LP64, and -1 or 1 on ILP32.

use super::{Entry, Intrinsic, Model, entry, text};
use cfa::Overlap;

const HEADER: &str = "string.h";

pub(super) const TABLE: &[Entry] = &[
    entry(
        "memcpy",
        HEADER,
        "void *(void *, const void *, size_t)",
        Model::Intrinsic(Intrinsic::Copy(Overlap::Undefined)),
    ),
    entry(
        "__memcpy_chk",
        HEADER,
        "void *(void *, const void *, size_t, size_t)",
        Model::Intrinsic(Intrinsic::Copy(Overlap::Undefined)),
    ),
    entry(
        "memmove",
        HEADER,
        "void *(void *, const void *, size_t)",
        Model::Intrinsic(Intrinsic::Copy(Overlap::Allowed)),
    ),
    text("bcopy", "strings.h", BCOPY),
    entry("memset", HEADER, "void *(void *, int, size_t)", Model::Intrinsic(Intrinsic::Set)),
    text("bzero", "strings.h", BZERO),
    text("explicit_bzero", HEADER, EXPLICIT_BZERO),
    text("memfrob", HEADER, MEMFROB),
    text("mempcpy", HEADER, MEMPCPY),
    text("__sign_memcmp", HEADER, SIGN_MEMCMP),
    text("memcmp", HEADER, MEMCMP),
    text("__truth_bcmp", "strings.h", TRUTH_BCMP),
    text("bcmp", "strings.h", BCMP),
    text("memchr", HEADER, MEMCHR),
    text("strlen", HEADER, STRLEN),
    text("strnlen", HEADER, STRNLEN),
    text("strcpy", HEADER, STRCPY),
    text("stpcpy", HEADER, STPCPY),
    text("strncpy", HEADER, STRNCPY),
    text("strcat", HEADER, STRCAT),
    text("strncat", HEADER, STRNCAT),
    text("strlcpy", HEADER, STRLCPY),
    text("__sign_strcmp", HEADER, SIGN_STRCMP),
    text("strcmp", HEADER, STRCMP),
    text("__sign_strcoll", HEADER, SIGN_STRCOLL),
    text("strcoll", HEADER, STRCOLL),
    text("__sign_strncmp", HEADER, SIGN_STRNCMP),
    text("strncmp", HEADER, STRNCMP),
    text("__sign_strcasecmp", "strings.h", SIGN_STRCASECMP),
    text("strcasecmp", "strings.h", STRCASECMP),
    text("__sign_strncasecmp", "strings.h", SIGN_STRNCASECMP),
    text("strncasecmp", "strings.h", STRNCASECMP),
    text("strchr", HEADER, STRCHR),
    text("index", "strings.h", INDEX),
    text("strrchr", HEADER, STRRCHR),
    text("strstr", HEADER, STRSTR),
    text("strspn", HEADER, STRSPN),
    text("strcspn", HEADER, STRCSPN),
    text("strpbrk", HEADER, STRPBRK),
    text("strdup", HEADER, STRDUP),
    text("strndup", HEADER, STRNDUP),
    text("strtok", HEADER, STRTOK),
];

const BCOPY: &str = "
extern void *__verdikt_memmove(void *, const void *, size_t);
void __verdikt_bcopy(const void *source, void *target, size_t size) { __verdikt_memmove(target, source, size); }";

const BZERO: &str = "
extern void *__verdikt_memset(void *, int, size_t);
void __verdikt_bzero(void *target, size_t size) { __verdikt_memset(target, 0, size); }";

const EXPLICIT_BZERO: &str = "
extern void *__verdikt_memset(void *, int, size_t);
void __verdikt_explicit_bzero(void *target, size_t size) { __verdikt_memset(target, 0, size); }";

const MEMFROB: &str = "
void *__verdikt_memfrob(void *target, size_t size) {
    for (size_t at = 0; at < size; at++) ((char *)target)[at] ^= 42;
    return target;
}";

const MEMPCPY: &str = "
extern void *__verdikt_memcpy(void *, const void *, size_t);
void *__verdikt_mempcpy(void *target, const void *source, size_t size) {
    __verdikt_memcpy(target, source, size);
    return (char *)target + size;
}";

const SIGN_MEMCMP: &str = "
int __verdikt___sign_memcmp(const void *left, const void *right, size_t size) {
    const unsigned char *l = left, *r = right;
    for (size_t at = 0; at < size; at++)
        if (l[at] != r[at]) return sizeof(size_t) == 8 ? l[at] - r[at] : l[at] < r[at] ? -1 : 1;
    return 0;
}";

const MEMCMP: &str = "
extern int __verdikt___sign_memcmp(const void *, const void *, size_t);
extern int __verdikt___any_of_sign(int);
int __verdikt_memcmp(const void *left, const void *right, size_t size) {
    return __verdikt___any_of_sign(__verdikt___sign_memcmp(left, right, size));
}";

const TRUTH_BCMP: &str = "
extern int __verdikt___sign_memcmp(const void *, const void *, size_t);
int __verdikt___truth_bcmp(const void *left, const void *right, size_t size) {
    return __verdikt___sign_memcmp(left, right, size);
}";

const BCMP: &str = "
extern int __verdikt___sign_memcmp(const void *, const void *, size_t);
extern int __verdikt___any_of_truth(int);
int __verdikt_bcmp(const void *left, const void *right, size_t size) {
    return __verdikt___any_of_truth(__verdikt___sign_memcmp(left, right, size));
}";

const MEMCHR: &str = "
void *__verdikt_memchr(const void *memory, int wanted, size_t size) {
    const unsigned char *bytes = memory;
    for (size_t at = 0; at < size; at++)
        if (bytes[at] == (unsigned char)wanted) return (void *)(bytes + at);
    return 0;
}";

const STRLEN: &str = "
size_t __verdikt_strlen(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}";

const STRNLEN: &str = "
size_t __verdikt_strnlen(const char *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length]) length++;
    return length;
}";

const STRCPY: &str = "
char *__verdikt_strcpy(char *target, const char *source) {
    size_t at = 0;
    while ((target[at] = source[at])) at++;
    return target;
}";

const STPCPY: &str = "
char *__verdikt_stpcpy(char *target, const char *source) {
    while ((*target = *source)) { target++; source++; }
    return target;
}";

const STRNCPY: &str = "
char *__verdikt_strncpy(char *target, const char *source, size_t size) {
    size_t at = 0;
    for (; at < size && source[at]; at++) target[at] = source[at];
    for (; at < size; at++) target[at] = 0;
    return target;
}";

const STRCAT: &str = "
char *__verdikt_strcat(char *target, const char *source) {
    char *end = target;
    while (*end) end++;
    while ((*end = *source)) { end++; source++; }
    return target;
}";

const STRNCAT: &str = "
char *__verdikt_strncat(char *target, const char *source, size_t size) {
    char *end = target;
    while (*end) end++;
    for (; size > 0 && *source; size--) *end++ = *source++;
    *end = 0;
    return target;
}";

const STRLCPY: &str = "
size_t __verdikt_strlcpy(char *target, const char *source, size_t size) {
    size_t length = 0;
    for (; source[length]; length++)
        if (length + 1 < size) target[length] = source[length];
    if (size > 0) target[length < size ? length : size - 1] = 0;
    return length;
}";

const SIGN_STRCMP: &str = "
int __verdikt___sign_strcmp(const char *left, const char *right) {
    while (*left && *left == *right) { left++; right++; }
    int order = (int)(unsigned char)*left - (int)(unsigned char)*right;
    return sizeof(size_t) == 8 ? order : order < 0 ? -1 : order > 0;
}";

const STRCMP: &str = "
extern int __verdikt___sign_strcmp(const char *, const char *);
extern int __verdikt___any_of_sign(int);
int __verdikt_strcmp(const char *left, const char *right) {
    return __verdikt___any_of_sign(__verdikt___sign_strcmp(left, right));
}";

const SIGN_STRCOLL: &str = "
extern int __verdikt___sign_strcmp(const char *, const char *);
int __verdikt___sign_strcoll(const char *left, const char *right) {
    return __verdikt___sign_strcmp(left, right);
}";

const STRCOLL: &str = "
extern int __verdikt___sign_strcmp(const char *, const char *);
extern int __verdikt___any_of_sign(int);
int __verdikt_strcoll(const char *left, const char *right) {
    return __verdikt___any_of_sign(__verdikt___sign_strcmp(left, right));
}";

const SIGN_STRNCMP: &str = "
int __verdikt___sign_strncmp(const char *left, const char *right, size_t size) {
    for (; size > 0; size--, left++, right++) {
        if (*left != *right) {
            int order = (int)(unsigned char)*left - (int)(unsigned char)*right;
            return sizeof(size_t) == 8 ? order : order < 0 ? -1 : 1;
        }
        if (!*left) return 0;
    }
    return 0;
}";

const STRNCMP: &str = "
extern int __verdikt___sign_strncmp(const char *, const char *, size_t);
extern int __verdikt___any_of_sign(int);
int __verdikt_strncmp(const char *left, const char *right, size_t size) {
    return __verdikt___any_of_sign(__verdikt___sign_strncmp(left, right, size));
}";

const SIGN_STRCASECMP: &str = "
extern int __verdikt_tolower(int);
int __verdikt___sign_strcasecmp(const char *left, const char *right) {
    for (;; left++, right++) {
        int l = __verdikt_tolower((unsigned char)*left), r = __verdikt_tolower((unsigned char)*right);
        if (l != r) return l - r;
        if (!l) return 0;
    }
}";

const STRCASECMP: &str = "
extern int __verdikt___sign_strcasecmp(const char *, const char *);
extern int __verdikt___any_of_sign(int);
int __verdikt_strcasecmp(const char *left, const char *right) {
    return __verdikt___any_of_sign(__verdikt___sign_strcasecmp(left, right));
}";

const SIGN_STRNCASECMP: &str = "
extern int __verdikt_tolower(int);
int __verdikt___sign_strncasecmp(const char *left, const char *right, size_t size) {
    for (; size > 0; size--, left++, right++) {
        int l = __verdikt_tolower((unsigned char)*left), r = __verdikt_tolower((unsigned char)*right);
        if (l != r) return l - r;
        if (!l) return 0;
    }
    return 0;
}";

const STRNCASECMP: &str = "
extern int __verdikt___sign_strncasecmp(const char *, const char *, size_t);
extern int __verdikt___any_of_sign(int);
int __verdikt_strncasecmp(const char *left, const char *right, size_t size) {
    return __verdikt___any_of_sign(__verdikt___sign_strncasecmp(left, right, size));
}";

const STRCHR: &str = "
char *__verdikt_strchr(const char *text, int wanted) {
    for (;; text++) {
        if (*text == (char)wanted) return (char *)text;
        if (!*text) return 0;
    }
}";

const INDEX: &str = "
extern char *__verdikt_strchr(const char *, int);
char *__verdikt_index(const char *text, int wanted) { return __verdikt_strchr(text, wanted); }";

const STRRCHR: &str = "
char *__verdikt_strrchr(const char *text, int wanted) {
    char *found = 0;
    for (;; text++) {
        if (*text == (char)wanted) found = (char *)text;
        if (!*text) return found;
    }
}";

const STRSTR: &str = "
char *__verdikt_strstr(const char *text, const char *wanted) {
    for (;; text++) {
        size_t at = 0;
        while (wanted[at] && text[at] == wanted[at]) at++;
        if (!wanted[at]) return (char *)text;
        if (!*text) return 0;
    }
}";

const STRSPN: &str = "
extern char *__verdikt_strchr(const char *, int);
size_t __verdikt_strspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && __verdikt_strchr(set, text[length])) length++;
    return length;
}";

const STRCSPN: &str = "
extern char *__verdikt_strchr(const char *, int);
size_t __verdikt_strcspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && !__verdikt_strchr(set, text[length])) length++;
    return length;
}";

const STRPBRK: &str = "
extern char *__verdikt_strchr(const char *, int);
char *__verdikt_strpbrk(const char *text, const char *set) {
    for (; *text; text++)
        if (__verdikt_strchr(set, *text)) return (char *)text;
    return 0;
}";

const STRDUP: &str = "
extern size_t __verdikt_strlen(const char *);
extern void *__verdikt_malloc(size_t);
extern void *__verdikt_memcpy(void *, const void *, size_t);
char *__verdikt_strdup(const char *text) {
    size_t size = __verdikt_strlen(text) + 1;
    return __verdikt_memcpy(__verdikt_malloc(size), text, size);
}";

const STRNDUP: &str = "
extern size_t __verdikt_strnlen(const char *, size_t);
extern void *__verdikt_malloc(size_t);
extern void *__verdikt_memcpy(void *, const void *, size_t);
char *__verdikt_strndup(const char *text, size_t limit) {
    size_t size = __verdikt_strnlen(text, limit);
    char *copy = __verdikt_malloc(size + 1);
    __verdikt_memcpy(copy, text, size);
    copy[size] = 0;
    return copy;
}";

const STRTOK: &str = "
extern size_t __verdikt_strspn(const char *, const char *);
extern size_t __verdikt_strcspn(const char *, const char *);
char *__verdikt_strtok(char *text, const char *set) {
    static char *rest;
    if (!text) text = rest;
    if (!text) return 0;
    text += __verdikt_strspn(text, set);
    if (!*text) { rest = 0; return 0; }
    char *end = text + __verdikt_strcspn(text, set);
    if (*end) { *end = 0; rest = end + 1; } else rest = 0;
    return text;
}";
