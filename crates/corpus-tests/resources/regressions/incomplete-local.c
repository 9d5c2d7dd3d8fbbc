struct s; int main(void) { struct s s; return 0; }
