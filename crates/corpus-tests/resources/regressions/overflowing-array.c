int a[0x7fffffffffffffff][16]; int main(void) { return sizeof a; }
