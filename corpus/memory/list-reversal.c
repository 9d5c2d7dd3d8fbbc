// A list is built, reversed in place and freed: no leak, no invalid access.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  for (unsigned char n = __VERIFIER_nondet_uchar() % 16; n > 0; n--) {
    struct node *node = malloc(sizeof *node);
    if (!node) {
      break;
    }
    node->value = n;
    node->next = list;
    list = node;
  }
  struct node *reversed = 0;
  while (list) {
    struct node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  while (reversed) {
    struct node *next = reversed->next;
    free(reversed);
    reversed = next;
  }
  return 0;
}
