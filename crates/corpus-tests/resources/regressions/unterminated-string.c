char *s = "abc
; char c = 'x; /* never closed
