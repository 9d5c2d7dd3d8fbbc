# 1 "a.c"
# 4294967295 "b.c" 1 2 3
#line 7
# bad
#pragma once
#
int main(void) { return missing; }
# 5
