//! `stdio.h` and reading by file descriptor: output is invisible to the program, input is any value.

use super::{Entry, Model, entry, from, text};

const HEADER: &str = "stdio.h";

pub(super) const TABLE: &[Entry] = &[
    entry("puts", HEADER, "int(const char *)", Model::NoEffect),
    entry("puts_unlocked", HEADER, "int(const char *)", Model::NoEffect),
    entry("remove", HEADER, "int(const char *)", Model::NoEffect),
    entry("fputs", HEADER, "int(const char *, FILE *)", Model::NoEffect),
    entry("putchar", HEADER, "int(int)", Model::NoEffect),
    entry("putchar_unlocked", HEADER, "int(int)", Model::NoEffect),
    entry("putc", HEADER, "int(int, FILE *)", Model::NoEffect),
    entry("fputc", HEADER, "int(int, FILE *)", Model::NoEffect),
    entry("_IO_putc", HEADER, "int(int, FILE *)", Model::NoEffect),
    entry("ungetc", HEADER, "int(int, FILE *)", Model::NoEffect),
    entry("fwrite", HEADER, "size_t(const void *, size_t, size_t, FILE *)", Model::NoEffect),
    entry("fflush", HEADER, "int(FILE *)", Model::NoEffect),
    entry("fclose", HEADER, "int(FILE *)", Model::NoEffect),
    entry("feof", HEADER, "int(FILE *)", Model::NoEffect),
    entry("ferror", HEADER, "int(FILE *)", Model::NoEffect),
    entry("perror", HEADER, "void(const char *)", Model::NoEffect),
    entry("rewind", HEADER, "void(FILE *)", Model::NoEffect),
    entry("clearerr", HEADER, "void(FILE *)", Model::NoEffect),
    entry("setvbuf", HEADER, "int(FILE *, char *, int, size_t)", Model::NoEffect),
    entry("setbuf", HEADER, "void(FILE *, char *)", Model::NoEffect),
    entry("fseek", HEADER, "int(FILE *, long, int)", Model::NoEffect),
    entry("ftell", HEADER, "long(FILE *)", Model::NoEffect),
    entry("printf", HEADER, "int(const char *, ...)", Model::NoEffect),
    entry("vprintf", HEADER, "int(const char *, va_list)", Model::NoEffect),
    entry("fprintf", HEADER, "int(FILE *, const char *, ...)", Model::NoEffect),
    entry("vfprintf", HEADER, "int(FILE *, const char *, va_list)", Model::NoEffect),
    entry("dprintf", HEADER, "int(int, const char *, ...)", Model::NoEffect),
    entry("scanf", HEADER, "int(const char *, ...)", from(1)),
    entry("__isoc99_scanf", HEADER, "int(const char *, ...)", from(1)),
    entry("fscanf", HEADER, "int(FILE *, const char *, ...)", from(2)),
    entry("__isoc99_fscanf", HEADER, "int(FILE *, const char *, ...)", from(2)),
    entry("sscanf", HEADER, "int(const char *, const char *, ...)", Model::Computes(2..=usize::MAX)),
    entry("__isoc99_sscanf", HEADER, "int(const char *, const char *, ...)", Model::Computes(2..=usize::MAX)),
    text("getchar", HEADER, GETCHAR),
    text("fgetc", HEADER, FGETC),
    text("getc", HEADER, GETC),
    text("fgets", HEADER, FGETS),
    text("fread", HEADER, FREAD),
    text("sprintf", HEADER, SPRINTF),
    text("vsprintf", HEADER, VSPRINTF),
    text("vsnprintf", HEADER, VSNPRINTF),
    text("snprintf", HEADER, SNPRINTF),
    entry("unlink", "unistd.h", "int(const char *)", Model::NoEffect),
    entry("close", "unistd.h", "int(int)", Model::NoEffect),
    entry("write", "unistd.h", "long(int, const void *, size_t)", Model::NoEffect),
    text("read", "unistd.h", READ),
    entry("warn", "err.h", "void(const char *, ...)", Model::NoEffect),
    entry("warnx", "err.h", "void(const char *, ...)", Model::NoEffect),
    entry("syslog", "syslog.h", "void(int, const char *, ...)", Model::NoEffect),
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
/// their target. Executions format by themselves (`cfa::interp`).
macro_rules! any_text {
    ($head:literal) => {
        concat!(
            "
extern int __verdikt_guess_int(void);
extern char __verdikt_guess_char(void);
extern void __verdikt_assume(int);
",
            $head,
            "
    int length = __verdikt_guess_int();
    __verdikt_assume(length >= 0);
    if (size > 0) {
        size_t written = (size_t)length < size ? (size_t)length : size - 1;
        for (size_t at = 0; at < written; at++) target[at] = __verdikt_guess_char();
        target[written] = 0;
    }
    return length;
}"
        )
    };
}

const SNPRINTF: &str =
    any_text!("int __verdikt_snprintf(char *target, size_t size, const char *format, ...) {");
const VSNPRINTF: &str =
    any_text!("int __verdikt_vsnprintf(char *target, size_t size, const char *format, void *list) {");
const SPRINTF: &str =
    any_text!("int __verdikt_sprintf(char *target, const char *format, ...) { size_t size = -1;");
const VSPRINTF: &str =
    any_text!("int __verdikt_vsprintf(char *target, const char *format, void *list) { size_t size = -1;");
