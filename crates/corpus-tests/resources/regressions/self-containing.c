struct s { struct s s; } s; int main(void) { return 0; }
