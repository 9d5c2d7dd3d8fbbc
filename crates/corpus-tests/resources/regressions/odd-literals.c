char *s = "\xfffffffff\777\q\u1234\U0010ffff"; int c = '' + 'abcde' + L'a' + u8"x"[0]; int main(void) { return "abc"[1] + *L"w"; }
