// Fills a buffer piece by piece and sends it once it is long enough; see protocol.spc.
extern int __VERIFIER_nondet_int(void);
extern void fill(int piece);
extern void send(void);

int main(void) {
    int length = 0;
    while (__VERIFIER_nondet_int()) {
        fill(length);
        length += 16;
        if (length >= 32)
            send();
    }
    return 0;
}
