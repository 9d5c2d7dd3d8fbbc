#include <assert.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *prepend(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->value = value;
    node->next = list;
    return node;
}
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++)
        list = prepend(list, i);
    int length = 0;
    for (struct node *at = list; at; at = at->next)
        length++;
    assert(length == 3);
    assert(list->value == 2);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
