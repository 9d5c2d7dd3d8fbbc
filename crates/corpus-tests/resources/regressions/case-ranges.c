int main(void) { switch (1) { case 5 ... 1: case 0 ... 4000000000: case 3: case 3: default: default: ; } return 0; }
