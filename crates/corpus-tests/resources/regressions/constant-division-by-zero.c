int a[1 / 0]; enum { A = 1 % 0 }; int main(void) { switch (1) { case 1 / 0: ; } return 1 / 0; }
