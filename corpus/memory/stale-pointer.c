// The buffer may move when it grows, and the old pointer is used afterwards.
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int *buffer = malloc(4 * sizeof(int));
  if (!buffer) {
    return 1;
  }
  int *first = buffer;
  *first = 1;
  if (__VERIFIER_nondet_uint() % 2) {
    int *larger = malloc(8 * sizeof(int));
    if (larger) {
      larger[0] = buffer[0];
      free(buffer);
      buffer = larger;
    }
  }
  *first += 1;
  free(buffer);
  return 0;
}
