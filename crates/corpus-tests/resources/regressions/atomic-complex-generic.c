_Atomic int a; _Atomic(long) b; _Complex double c; float _Imaginary d; int main(void) { return _Generic(a, int: 1, int: 2) + _Generic(1, char: 2) + __real__ c + 3i; }
