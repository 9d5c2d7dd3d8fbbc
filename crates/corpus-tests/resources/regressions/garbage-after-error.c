int f( { ] ) ; int x = ; struct { int } ; } } ) ) int main(void) { return 0; } int y = 3 3; if (x) ; while
