#define CAPACITY 4
int push(int item);
int size(void);
