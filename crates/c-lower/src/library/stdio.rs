//! `stdio.h` and reading by file descriptor: output is invisible to the program, input is any value.

use super::{Entry, Model, entry, from};

const HEADER: &str = "stdio.h";

macro_rules! no_effect {
    ($($name:literal),* $(,)?) => {
        &[
            $(entry($name, HEADER, Model::NoEffect),)*
            entry("printf", HEADER, Model::NoEffect),
            entry("vprintf", HEADER, Model::NoEffect),
            entry("fprintf", HEADER, Model::NoEffect),
            entry("vfprintf", HEADER, Model::NoEffect),
            entry("dprintf", HEADER, Model::NoEffect),
            entry("syslog", "syslog.h", Model::NoEffect),
            entry("scanf", HEADER, from(1)),
            entry("__isoc99_scanf", HEADER, from(1)),
            entry("fscanf", HEADER, from(2)),
            entry("__isoc99_fscanf", HEADER, from(2)),
            entry("sscanf", HEADER, from(2)),
            entry("__isoc99_sscanf", HEADER, from(2)),
            entry("getchar", HEADER, Model::CText(GETCHAR)),
            entry("fgetc", HEADER, Model::CText(FGETC)),
            entry("getc", HEADER, Model::CText(GETC)),
            entry("fgets", HEADER, Model::CText(FGETS)),
            entry("read", "unistd.h", Model::CText(READ)),
            entry("fread", HEADER, Model::CText(FREAD)),
            entry("sprintf", HEADER, Model::CText(SPRINTF)),
            entry("vsprintf", HEADER, Model::CText(VSPRINTF)),
            entry("vsnprintf", HEADER, Model::CText(VSNPRINTF)),
            entry("snprintf", HEADER, Model::CText(SNPRINTF)),
        ]
    };
}

pub(super) const TABLE: &[Entry] = no_effect![
    "puts",
    "fputs",
    "putchar",
    "putc",
    "fputc",
    "fwrite",
    "fflush",
    "perror",
    "fclose",
    "rewind",
    "setvbuf",
    "setbuf",
    "write",
    "close",
    "feof",
    "ferror",
    "clearerr",
    "fseek",
    "ftell",
    "remove",
    "unlink",
    "ungetc",
    "putchar_unlocked",
    "puts_unlocked",
    "warn",
    "warnx",
];

const GETCHAR: &str = "
extern int __verdikt_any_int(void);
extern void __verdikt_assume(int);
int __verdikt_getchar(void) { int c = __verdikt_any_int(); __verdikt_assume(c >= -1 && c <= 255); return c; }";

const FGETC: &str = "
extern int __verdikt_getchar(void);
int __verdikt_fgetc(void *file) { return __verdikt_getchar(); }";

const GETC: &str = "
extern int __verdikt_getchar(void);
int __verdikt_getc(void *file) { return __verdikt_getchar(); }";

const FGETS: &str = "
extern int __verdikt_any_int(void);
extern char __verdikt_any_char(void);
extern void __verdikt_assume(int);
char *__verdikt_fgets(char *target, int size, void *file) {
    if (size <= 0 || __verdikt_any_int()) return 0;
    int length = __verdikt_any_int();
    __verdikt_assume(length >= 0 && length < size);
    for (int at = 0; at < length; at++) target[at] = __verdikt_any_char();
    target[length] = 0;
    return target;
}";

const READ: &str = "
extern long __verdikt_any_long(void);
extern char __verdikt_any_char(void);
extern void __verdikt_assume(int);
long __verdikt_read(int file, void *target, size_t size) {
    long length = __verdikt_any_long();
    __verdikt_assume(length >= -1 && (length < 0 || (size_t)length <= size));
    for (long at = 0; at < length; at++) ((char *)target)[at] = __verdikt_any_char();
    return length;
}";

/// An element that is read in part is not counted, but its bytes are written.
const FREAD: &str = "
extern size_t __verdikt_any_size(void);
extern char __verdikt_any_char(void);
extern void __verdikt_assume(int);
size_t __verdikt_fread(void *target, size_t size, size_t count, void *file) {
    if (size == 0) return 0;
    size_t bytes = __verdikt_any_size();
    __verdikt_assume(bytes <= count * size);
    for (size_t at = 0; at < bytes; at++) ((char *)target)[at] = __verdikt_any_char();
    return bytes / size;
}";

/// The text is any text: its length is not computed from the format, so that the functions without a bound may write behind
/// their target.
macro_rules! any_text {
    ($head:literal) => {
        concat!(
            "
extern int __verdikt_any_int(void);
extern char __verdikt_any_char(void);
extern void __verdikt_assume(int);
",
            $head,
            "
    int length = __verdikt_any_int();
    __verdikt_assume(length >= 0);
    if (size > 0) {
        size_t written = (size_t)length < size ? (size_t)length : size - 1;
        for (size_t at = 0; at < written; at++) target[at] = __verdikt_any_char();
        target[written] = 0;
    }
    return length;
}"
        )
    };
}

const SNPRINTF: &str =
    any_text!("int __verdikt_snprintf(char *target, size_t size, const char *format, ...) {");
const VSNPRINTF: &str = any_text!("int __verdikt_vsnprintf(char *target, size_t size, const char *format) {");
const SPRINTF: &str =
    any_text!("int __verdikt_sprintf(char *target, const char *format, ...) { size_t size = -1;");
const VSPRINTF: &str =
    any_text!("int __verdikt_vsprintf(char *target, const char *format) { size_t size = -1;");
