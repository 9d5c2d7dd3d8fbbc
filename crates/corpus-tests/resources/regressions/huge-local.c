int main(void) { char a[1ULL << 62]; a[0] = 1; return a[0]; }
