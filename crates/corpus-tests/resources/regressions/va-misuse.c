int f(int n) { __builtin_va_list v; __builtin_va_start(v, n); int x = __builtin_va_arg(v, int); struct s y = __builtin_va_arg(v, struct s); return x; } int main(void) { return f(1); }
