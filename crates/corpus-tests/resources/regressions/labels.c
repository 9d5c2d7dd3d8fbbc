int main(void) { goto nowhere; x: ; x: ; goto *0; void *p = &&missing; break; continue; case 1: default: ; return 0; }
