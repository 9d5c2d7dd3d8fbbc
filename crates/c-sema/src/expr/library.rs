//! Prototypes of library functions that gcc knows without a header: they give `__builtin_foo` its type, and a call of
//! an undeclared `malloc` its pointer result.
//!
//! A prototype is written in letters, the result first: `v` void, `b` _Bool, `c` char, `i` int, `u` unsigned int, `h`
//! unsigned short, `l` long, `m` unsigned long, `L` long long, `M` unsigned long long, `z` size_t, `f` float, `d` double, `e` long double, `p`
//! `void *`, `s` `char *`, `I` `int *`, `D`/`F`/`E` pointers to the floats, `P` `void **`, `S` `char **`, `a` `va_list`, `.` more arguments.

use crate::elab::Unit;
use cfa::{Signature, Type, TypeId, Variadic};
use stdx::Symbol;

const LIBRARY: &[(&str, &str)] = &[
    ("_Exit", "vi"),
    ("_exit", "vi"),
    ("abort", "v"),
    ("abs", "ii"),
    ("alloca", "pz"),
    ("aligned_alloc", "pzz"),
    ("bcmp", "ippz"),
    ("bcopy", "vppz"),
    ("bzero", "vpz"),
    ("calloc", "pzz"),
    ("exit", "vi"),
    ("ffs", "ii"),
    ("ffsl", "il"),
    ("ffsll", "iL"),
    ("fprintf", "ips."),
    ("fputc", "iip"),
    ("fputs", "isp"),
    ("free", "vp"),
    ("fscanf", "ips."),
    ("fwrite", "zpzzp"),
    ("imaxabs", "LL"),
    ("index", "ssi"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isblank", "ii"),
    ("iscntrl", "ii"),
    ("isdigit", "ii"),
    ("isgraph", "ii"),
    ("islower", "ii"),
    ("isprint", "ii"),
    ("ispunct", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("isxdigit", "ii"),
    ("labs", "ll"),
    ("llabs", "LL"),
    ("malloc", "pz"),
    ("memchr", "ppiz"),
    ("memcmp", "ippz"),
    ("memcpy", "pppz"),
    ("memmove", "pppz"),
    ("mempcpy", "pppz"),
    ("memset", "ppiz"),
    ("posix_memalign", "iPzz"),
    ("printf", "is."),
    ("putchar", "ii"),
    ("puts", "is"),
    ("realloc", "ppz"),
    ("rindex", "ssi"),
    ("scanf", "is."),
    ("snprintf", "iszs."),
    ("sprintf", "iss."),
    ("sscanf", "iss."),
    ("stpcpy", "sss"),
    ("stpncpy", "sssz"),
    ("strcasecmp", "iss"),
    ("strcat", "sss"),
    ("strchr", "ssi"),
    ("strcmp", "iss"),
    ("strcpy", "sss"),
    ("strcspn", "zss"),
    ("strdup", "ss"),
    ("strlen", "zs"),
    ("strncasecmp", "issz"),
    ("strncat", "sssz"),
    ("strncmp", "issz"),
    ("strncpy", "sssz"),
    ("strndup", "ssz"),
    ("strnlen", "zsz"),
    ("strpbrk", "sss"),
    ("strrchr", "ssi"),
    ("strspn", "zss"),
    ("strstr", "sss"),
    ("tolower", "ii"),
    ("toupper", "ii"),
    ("vfprintf", "ipsa"),
    ("vprintf", "isa"),
    ("vscanf", "isa"),
    ("vsnprintf", "iszsa"),
    ("vsprintf", "issa"),
    ("vsscanf", "issa"),
    ("__builtin_bswap16", "hh"),
    ("__builtin_bswap32", "uu"),
    ("__builtin_bswap64", "MM"),
    ("__builtin_clz", "iu"),
    ("__builtin_clzl", "im"),
    ("__builtin_clzll", "iM"),
    ("__builtin_clrsb", "ii"),
    ("__builtin_clrsbl", "il"),
    ("__builtin_clrsbll", "iL"),
    ("__builtin_ctz", "iu"),
    ("__builtin_ctzl", "im"),
    ("__builtin_ctzll", "iM"),
    ("__builtin_ffs", "ii"),
    ("__builtin_ffsl", "il"),
    ("__builtin_ffsll", "iL"),
    ("__builtin_parity", "iu"),
    ("__builtin_parityl", "im"),
    ("__builtin_parityll", "iM"),
    ("__builtin_popcount", "iu"),
    ("__builtin_popcountl", "im"),
    ("__builtin_popcountll", "iM"),
    ("__builtin_return_address", "pu"),
    ("__builtin_frame_address", "pu"),
    ("__builtin_extract_return_addr", "pp"),
];

/// Floating functions: the name without suffix and the letters for `double`; `f` and `l` variants follow from it.
const MATH: &[(&str, &str)] = &[
    ("acos", "dd"),
    ("acosh", "dd"),
    ("asin", "dd"),
    ("asinh", "dd"),
    ("atan", "dd"),
    ("atan2", "ddd"),
    ("atanh", "dd"),
    ("cbrt", "dd"),
    ("cabs", "dC"),
    ("cacos", "CC"),
    ("cacosh", "CC"),
    ("carg", "dC"),
    ("casin", "CC"),
    ("casinh", "CC"),
    ("catan", "CC"),
    ("catanh", "CC"),
    ("ccos", "CC"),
    ("ccosh", "CC"),
    ("ceil", "dd"),
    ("cexp", "CC"),
    ("cimag", "dC"),
    ("clog", "CC"),
    ("conj", "CC"),
    ("copysign", "ddd"),
    ("cos", "dd"),
    ("cosh", "dd"),
    ("cpow", "CCC"),
    ("cproj", "CC"),
    ("creal", "dC"),
    ("csin", "CC"),
    ("csinh", "CC"),
    ("csqrt", "CC"),
    ("ctan", "CC"),
    ("ctanh", "CC"),
    ("erf", "dd"),
    ("erfc", "dd"),
    ("exp", "dd"),
    ("exp2", "dd"),
    ("expm1", "dd"),
    ("fabs", "dd"),
    ("fdim", "ddd"),
    ("floor", "dd"),
    ("fma", "dddd"),
    ("fmax", "ddd"),
    ("fmin", "ddd"),
    ("fmod", "ddd"),
    ("frexp", "ddI"),
    ("hypot", "ddd"),
    ("ilogb", "id"),
    ("ldexp", "ddi"),
    ("lgamma", "dd"),
    ("llrint", "Ld"),
    ("llround", "Ld"),
    ("log", "dd"),
    ("log10", "dd"),
    ("log1p", "dd"),
    ("log2", "dd"),
    ("logb", "dd"),
    ("lrint", "ld"),
    ("lround", "ld"),
    ("modf", "ddD"),
    ("nearbyint", "dd"),
    ("nextafter", "ddd"),
    ("pow", "ddd"),
    ("remainder", "ddd"),
    ("remquo", "dddI"),
    ("rint", "dd"),
    ("round", "dd"),
    ("scalbln", "ddl"),
    ("scalbn", "ddi"),
    ("sin", "dd"),
    ("sinh", "dd"),
    ("sqrt", "dd"),
    ("tan", "dd"),
    ("tanh", "dd"),
    ("tgamma", "dd"),
    ("trunc", "dd"),
];

/// The letters of a prototype, with `d` and `D` read as another floating type.
pub(super) fn letters(name: &str) -> Option<(&'static str, char)> {
    if let Some(&(_, letters)) = LIBRARY.iter().find(|(known, _)| *known == name) {
        return Some((letters, 'd'));
    }
    let math = |base: &str| MATH.iter().find(|(known, _)| *known == base).map(|&(_, letters)| letters);
    if let Some(letters) = math(name) {
        return Some((letters, 'd'));
    }
    let single = name.strip_suffix('f').and_then(math).map(|letters| (letters, 'f'));
    single.or_else(|| name.strip_suffix('l').and_then(math).map(|letters| (letters, 'e')))
}

impl Unit<'_> {
    /// The type of a library function that gcc knows.
    pub(super) fn library_type(&mut self, name: Symbol) -> Option<TypeId> {
        let (letters, floating) = letters(self.text(name))?;
        let mut variadic = Variadic::No;
        let mut types = Vec::new();
        for letter in letters.chars() {
            if letter == '.' {
                variadic = Variadic::Yes;
            } else {
                types.push(self.letter_type(letter, floating));
            }
        }
        let result = *types.first()?;
        let params = types[1..].into();
        Some(self.types_mut().intern(Type::Function(Signature { result, params, variadic })))
    }

    fn letter_type(&mut self, letter: char, floating: char) -> TypeId {
        let letter = match (letter, floating) {
            ('d', other) => other,
            ('D', other) => other.to_ascii_uppercase(),
            (letter, _) => letter,
        };
        match letter {
            'v' => TypeId::VOID,
            'b' => TypeId::BOOL,
            'c' => TypeId::CHAR,
            'h' => TypeId::USHORT,
            'u' => TypeId::UINT,
            'l' => TypeId::LONG,
            'm' => TypeId::ULONG,
            'L' => TypeId::LLONG,
            'M' => TypeId::ULLONG,
            'z' => self.types().size_type(),
            'f' => TypeId::FLOAT,
            'd' => TypeId::DOUBLE,
            'e' => TypeId::LONG_DOUBLE,
            'p' => TypeId::VOID_PTR,
            's' => TypeId::CHAR_PTR,
            'C' => {
                let part = self.letter_type(floating, floating);
                self.complex_type(part).unwrap_or(part)
            }
            'I' => self.types_mut().pointer(TypeId::INT),
            'F' => self.types_mut().pointer(TypeId::FLOAT),
            'D' => self.types_mut().pointer(TypeId::DOUBLE),
            'E' => self.types_mut().pointer(TypeId::LONG_DOUBLE),
            'P' => self.types_mut().pointer(TypeId::VOID_PTR),
            'S' => self.types_mut().pointer(TypeId::CHAR_PTR),
            'a' => {
                let list = self.va_list();
                self.adjust_parameter(list)
            }
            // `i`, the only letter left.
            _ => TypeId::INT,
        }
    }
}
