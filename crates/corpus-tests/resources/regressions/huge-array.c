char a[1ULL << 62]; int main(void) { return a[5]; }
