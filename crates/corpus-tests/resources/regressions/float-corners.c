int main(void) { double d = 1e308 * 10, n = d - d; float f = d; long double l = n; int i = (int)n; unsigned u = (unsigned)-1.5; return i + u + (int)(l + f) + (d == n) + (char)1e10; }
