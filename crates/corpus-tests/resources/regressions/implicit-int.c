x; *p; f() { return g(1, 2.0, "x"); } static y = 3; const z; main() { auto i = 1; register r; return f() + i; }
