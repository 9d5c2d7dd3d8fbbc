struct s { int a : 33; int b : -1; int c : 0; int : 0; _Bool d : 2; } s; int main(void) { return 0; }
