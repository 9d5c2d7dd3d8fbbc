//! Wide characters: `wchar.h`, and what `stdlib.h` and `uchar.h` convert.
//!
//! The locale is "C". Characters below 128 are the same in all forms; what becomes of other bytes
//! depends on the version of the library, so that nobody here computes it.

use super::{Entry, text};

const HEADER: &str = "wchar.h";

const WCSCPY: &str = "
int *__verdikt_wcscpy(int *target, const int *source) {
    size_t at = 0;
    for (; source[at]; at++) target[at] = source[at];
    target[at] = 0;
    return target;
}";

const WCSCAT: &str = "
int *__verdikt_wcscat(int *target, const int *source) {
    size_t end = 0, at = 0;
    while (target[end]) end++;
    for (; source[at]; at++) target[end + at] = source[at];
    target[end + at] = 0;
    return target;
}";

const WCSNCPY: &str = "
int *__verdikt_wcsncpy(int *target, const int *source, size_t count) {
    size_t at = 0;
    for (; at < count && source[at]; at++) target[at] = source[at];
    for (; at < count; at++) target[at] = 0;
    return target;
}";

const WMEMCPY: &str = "
extern void *__verdikt_memcpy(void *, const void *, size_t);
int *__verdikt_wmemcpy(int *target, const int *source, size_t count) {
    return __verdikt_memcpy(target, source, count * sizeof(int));
}";

const WMEMMOVE: &str = "
extern void *__verdikt_memmove(void *, const void *, size_t);
int *__verdikt_wmemmove(int *target, const int *source, size_t count) {
    return __verdikt_memmove(target, source, count * sizeof(int));
}";

const WMEMSET: &str = "
int *__verdikt_wmemset(int *target, int value, size_t count) {
    for (size_t at = 0; at < count; at++) target[at] = value;
    return target;
}";

/// As `fgets`.
const FGETWS: &str = concat!(
    super::results::declared!(),
    "
extern int __verdikt_any_int(void);
int *__verdikt_fgetws(int *target, int size, void *file) {
    if (errno_is_seen) __verdikt___errno_may_change();
    if (size <= 0 || !__verdikt_within_int(0, 1)) return 0;
    int length = __verdikt_within_int(size > 1, size - 1);
    __verdikt_assume(length >= (size > 1) && length < size);
    for (int at = 0; at < length; at++) {
        int read = __verdikt_any_int();
        __verdikt_assume(read >= 0 & read < 128 & (read != 10 | at == length - 1));
        target[at] = read;
    }
    target[length] = 0;
    return target;
}"
);

/// From bytes to a character; -1 is a wrong byte, and there is no state in the locale \"C\".
macro_rules! from_bytes {
    ($name:literal) => {
        concat!(
            "
extern int *__verdikt___errno_location(void);
extern int __verdikt_guess_int(void);
extern void __verdikt_assume(int);
size_t __verdikt_",
            $name,
            "(int *target, const char *from, size_t count, void *state) {
    if (!from) return 0;
    if (!count) return -2;
    int byte = (unsigned char)*from;
    if (byte >= 128) {
        byte = __verdikt_guess_int();
        if (byte == -1) {
            if (errno_is_seen) *__verdikt___errno_location() = 84;
            return -1;
        }
        __verdikt_assume(byte >= 128);
    }
    if (target) *target = byte;
    return byte != 0;
}"
        )
    };
}

const MBRTOWC: &str = from_bytes!("mbrtowc");
const MBRTOC32: &str = from_bytes!("mbrtoc32");

const MBTOWC: &str = "
extern size_t __verdikt_mbrtowc(int *, const char *, size_t, void *);
int __verdikt_mbtowc(int *target, const char *from, size_t count) {
    if (!from) return 0;
    size_t result = __verdikt_mbrtowc(target, from, count, 0);
    return result > 1 ? -1 : (int)result;
}";

const MBLEN: &str = "
extern size_t __verdikt_mbrtowc(int *, const char *, size_t, void *);
int __verdikt_mblen(const char *from, size_t count) {
    if (!from) return 0;
    size_t result = __verdikt_mbrtowc(0, from, count, 0);
    return result > 1 ? -1 : (int)result;
}";

const WCRTOMB: &str = "
extern int *__verdikt___errno_location(void);
extern int __verdikt_guess_int(void);
extern void __verdikt_assume(int);
size_t __verdikt_wcrtomb(char *target, int character, void *state) {
    if (!target) return 1;
    if (character < 0 || character >= 128) {
        character = __verdikt_guess_int();
        if (character == -1) {
            if (errno_is_seen) *__verdikt___errno_location() = 84;
            return -1;
        }
        __verdikt_assume(character >= 128 & character < 256);
    }
    *target = (char)character;
    return 1;
}";

const WCTOMB: &str = "
extern size_t __verdikt_wcrtomb(char *, int, void *);
int __verdikt_wctomb(char *target, int character) {
    if (!target) return 0;
    return (int)__verdikt_wcrtomb(target, character, 0);
}";

/// As `strtol`, for wide characters.
macro_rules! wide_to_integer {
    ($name:literal, $ty:literal, $unsigned:literal, $positive:literal, $negative:literal) => {
        concat!(
            "extern int *__verdikt___errno_location(void);
static int digit_of(int character) {
    if (character >= '0' && character <= '9') return character - '0';
    if (character >= 'a' && character <= 'z') return character - 'a' + 10;
    if (character >= 'A' && character <= 'Z') return character - 'A' + 10;
    return 99;
}
",
            $ty,
            " __verdikt_",
            $name,
            "(const int *text, int **end, int base) {
    const int *at = text;
    if (base < 0 || base == 1 || base > 36) { *__verdikt___errno_location() = 22; return 0; }
    while (*at == ' ' || (*at >= 9 && *at <= 13)) at++;
    int minus = *at == '-';
    if (*at == '-' || *at == '+') at++;
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit_of(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    else if (base == 0) base = at[0] == '0' ? 8 : 10;
    ",
            $unsigned,
            " limit = minus ? ",
            $negative,
            " : ",
            $positive,
            ";
    ",
            $unsigned,
            " value = 0;
    int any = 0, over = 0;
    for (; digit_of(*at) < base; at++) {
        int digit = digit_of(*at);
        any = 1;
        if (over || value > (limit - digit) / base) over = 1;
        else value = value * base + digit;
    }
    if (end) *end = (int *)(any ? at : text);
    if (over) { value = limit; *__verdikt___errno_location() = 34; }
    return minus && !(over && limit == ",
            $positive,
            ") ? -value : value;
}"
        )
    };
}

pub(super) const TABLE: &[Entry] = &[
    text("wcscpy", HEADER, WCSCPY),
    text("wcscat", HEADER, WCSCAT),
    text("wcsncpy", HEADER, WCSNCPY),
    text("wmemcpy", HEADER, WMEMCPY),
    text("wmemmove", HEADER, WMEMMOVE),
    text("wmemset", HEADER, WMEMSET),
    text("fgetws", HEADER, FGETWS),
    text("mbrtowc", HEADER, MBRTOWC),
    text("mbrtoc32", "uchar.h", MBRTOC32),
    text("mbtowc", "stdlib.h", MBTOWC),
    text("mblen", "stdlib.h", MBLEN),
    text("wcrtomb", HEADER, WCRTOMB),
    text("wctomb", "stdlib.h", WCTOMB),
    text(
        "wcstol",
        HEADER,
        wide_to_integer!("wcstol", "long", "unsigned long", "(~0ul >> 1)", "(~0ul >> 1) + 1"),
    ),
    text("wcstoul", HEADER, wide_to_integer!("wcstoul", "unsigned long", "unsigned long", "~0ul", "~0ul")),
    text(
        "wcstoll",
        HEADER,
        wide_to_integer!("wcstoll", "long long", "unsigned long long", "(~0ull >> 1)", "(~0ull >> 1) + 1"),
    ),
    text(
        "wcstoull",
        HEADER,
        wide_to_integer!("wcstoull", "unsigned long long", "unsigned long long", "~0ull", "~0ull"),
    ),
];
