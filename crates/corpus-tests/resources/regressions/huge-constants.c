int main(void) { return 99999999999999999999999999999999999999999 + 0xffffffffffffffffffffffffffff + 1e99999 + 0x1p99999 + 0b11 + 09; }
