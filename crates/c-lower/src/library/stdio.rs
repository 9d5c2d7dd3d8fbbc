//! `stdio.h` and reading by file descriptor: output is invisible to the program, input is any value.

use super::results::{declared, results, sets_errno};
use super::{Entry, Model, entry, text};

const HEADER: &str = "stdio.h";

/// What has no effect but its output, and a result.
pub(super) const OUTPUT: &[Entry] = results! { "stdio.h";
    count "int" {
        "puts_unlocked" "const char *text"
    }
    echo "int" {
        "putchar_unlocked" "int byte"
    }
    status "int" {
        "remove" "const char *name"
        "rename" "const char *from, const char *to"
        "fclose" "void *file"
        "setvbuf" "void *file, char *buffer, int mode, size_t size"
        "fseek" "void *file, long offset, int whence"
        "fseeko" "void *file, long offset, int whence"
        "fsetpos" "void *file, const void *position"
    }
    long_count "long" {
        "ftell" "void *file"
        "ftello" "void *file"
    }
    any_int "int" {
        "feof" "void *file"
        "ferror" "void *file"
        "pclose" "void *file"
    }
    count "int" {
        "fileno" "void *file"
    }
    nothing "void" {
        "perror" "const char *text"
        "rewind" "void *file"
        "clearerr" "void *file"
        "setbuf" "void *file, char *buffer"
    }
    handle "void *" {
        "fopen" "const char *name, const char *mode"
        "fdopen" "int file, const char *mode"
        "freopen" "const char *name, const char *mode, void *file"
        "tmpfile" "void"
        "popen" "const char *command, const char *mode"
        "fmemopen" "void *memory, size_t size, const char *mode"
    }
};

pub(super) const TABLE: &[Entry] = &[
    // Executions print; see `cfa::interp`.
    entry("puts", HEADER, "int(const char *)", Model::Output),
    entry("fputs", HEADER, "int(const char *, FILE *)", Model::Output),
    entry("putchar", HEADER, "int(int)", Model::Output),
    entry("putc", HEADER, "int(int, FILE *)", Model::Output),
    entry("fputc", HEADER, "int(int, FILE *)", Model::Output),
    entry("_IO_putc", HEADER, "int(int, FILE *)", Model::Output),
    entry("fflush", HEADER, "int(FILE *)", Model::Output),
    entry("printf", HEADER, "int(const char *, ...)", Model::Output),
    entry("vprintf", HEADER, "int(const char *, va_list)", Model::Output),
    entry("fprintf", HEADER, "int(FILE *, const char *, ...)", Model::Output),
    entry("vfprintf", HEADER, "int(FILE *, const char *, va_list)", Model::Output),
    entry("dprintf", HEADER, "int(int, const char *, ...)", Model::Output),
    text("ungetc", HEADER, UNGETC),
    text("fwrite", HEADER, FWRITE),
    entry("scanf", HEADER, "int(const char *, ...)", Model::Scans(0)),
    entry("__isoc99_scanf", HEADER, "int(const char *, ...)", Model::Scans(0)),
    entry("fscanf", HEADER, "int(FILE *, const char *, ...)", Model::Scans(1)),
    entry("__isoc99_fscanf", HEADER, "int(FILE *, const char *, ...)", Model::Scans(1)),
    entry("sscanf", HEADER, "int(const char *, const char *, ...)", Model::Computes(1)),
    entry("__isoc99_sscanf", HEADER, "int(const char *, const char *, ...)", Model::Computes(1)),
    text("getchar", HEADER, GETCHAR),
    text("getchar_unlocked", HEADER, GETCHAR_UNLOCKED),
    text("fgetc", HEADER, FGETC),
    text("getc", HEADER, GETC),
    text("getc_unlocked", HEADER, GETC_UNLOCKED),
    text("fgets", HEADER, FGETS),
    text("fread", HEADER, FREAD),
    text("sprintf", HEADER, SPRINTF),
    text("vsprintf", HEADER, VSPRINTF),
    text("vsnprintf", HEADER, VSNPRINTF),
    text("snprintf", HEADER, SNPRINTF),
    text("read", "unistd.h", READ),
    entry("warn", "err.h", "void(const char *, ...)", Model::Output),
    entry("warnx", "err.h", "void(const char *, ...)", Model::Output),
    entry("syslog", "syslog.h", "void(int, const char *, ...)", Model::Output),
];

const UNGETC: &str = "
extern int __verdikt_within_int(int, int);
int __verdikt_ungetc(int byte, void *file) {
    if (byte == -1) return -1;
    return __verdikt_within_int(0, 1) ? (unsigned char)byte : -1;
}";

const FWRITE: &str = concat!(
    declared!(),
    "
extern size_t __verdikt_within_size(size_t, size_t);
size_t __verdikt_fwrite(const void *data, size_t size, size_t count, void *file) {
    if (size == 0 | count == 0) return 0;
    size_t result = __verdikt_within_size(0, count);
    __verdikt_assume(result <= count);",
    sets_errno!("result < count"),
    "\n}"
);

/// A character, or -1 at the end or for a failure.
const GETCHAR: &str = concat!(
    declared!(),
    "
int __verdikt_getchar(void) {
    int result = __verdikt_within_int(-1, 255);
    __verdikt_assume(result >= -1 && result <= 255);
    if (errno_is_seen) __verdikt___errno_may_change();
    return result;
}"
);

const GETCHAR_UNLOCKED: &str = "
extern int __verdikt_getchar(void);
int __verdikt_getchar_unlocked(void) { return __verdikt_getchar(); }";

const FGETC: &str = "
extern int __verdikt_getchar(void);
int __verdikt_fgetc(void *file) { return __verdikt_getchar(); }";

const GETC: &str = "
extern int __verdikt_getchar(void);
int __verdikt_getc(void *file) { return __verdikt_getchar(); }";

const GETC_UNLOCKED: &str = "
extern int __verdikt_getchar(void);
int __verdikt_getc_unlocked(void *file) { return __verdikt_getchar(); }";

/// A line ends at the first newline; a text has at least one character, unless there is room for
/// none.
const FGETS: &str = concat!(
    declared!(),
    "
extern char __verdikt_any_char(void);
char *__verdikt_fgets(char *target, int size, void *file) {
    if (errno_is_seen) __verdikt___errno_may_change();
    if (size <= 0 || !__verdikt_within_int(0, 1)) return 0;
    int length = __verdikt_within_int(size > 1, size - 1);
    __verdikt_assume(length >= (size > 1) && length < size);
    for (int at = 0; at < length; at++) {
        char read = __verdikt_any_char();
        __verdikt_assume(read != 10 | at == length - 1);
        target[at] = read;
    }
    target[length] = 0;
    return target;
}"
);

const READ: &str = concat!(
    declared!(),
    "
extern char __verdikt_any_char(void);
long __verdikt_read(int file, void *target, size_t size) {
    long length = __verdikt_within_long(-1, size > (size_t)-1 >> 1 ? (long)((size_t)-1 >> 1) : (long)size);
    __verdikt_assume(length >= -1 && (length < 0 || (size_t)length <= size));
    if (errno_is_seen) { if (length < 0) __verdikt___failed(); else __verdikt___errno_may_change(); }
    for (long at = 0; at < length; at++) ((char *)target)[at] = __verdikt_any_char();
    return length;
}"
);

/// An element that is read in part is not counted, but its bytes are written.
const FREAD: &str = concat!(
    declared!(),
    "
extern size_t __verdikt_within_size(size_t, size_t);
extern char __verdikt_any_char(void);
size_t __verdikt_fread(void *target, size_t size, size_t count, void *file) {
    if (errno_is_seen) __verdikt___errno_may_change();
    if (size == 0) return 0;
    size_t bytes = __verdikt_within_size(0, count * size);
    __verdikt_assume(bytes <= count * size);
    for (size_t at = 0; at < bytes; at++) ((char *)target)[at] = __verdikt_any_char();
    return bytes / size;
}"
);

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
