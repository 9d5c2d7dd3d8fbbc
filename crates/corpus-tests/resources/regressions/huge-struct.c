struct s { char a[1ULL << 62]; char b[1ULL << 62]; char c[1ULL << 62]; char d[1ULL << 62]; char e[1ULL << 62]; } s; int main(void) { return sizeof s; }
