// A list whose loop reads the link of an element that it has just freed.
#include <stdlib.h>

struct element {
  int value;
  struct element *next;
};

static struct element *push(struct element *list, int value) {
  struct element *first = malloc(sizeof *first);
  if (!first) {
    abort();
  }
  first->value = value;
  first->next = list;
  return first;
}

int main(void) {
  struct element *list = 0;
  for (int i = 0; i < 3; i++) {
    list = push(list, i);
  }
  for (struct element *e = list; e; e = e->next) {
    free(e);
  }
  return 0;
}
