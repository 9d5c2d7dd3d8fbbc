typedef __SIZE_TYPE__ size_t;
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
#define NULL ((void *)0)
#define errno (*__errno_location())
int *__errno_location(void);
void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t), *memchr(const void *, int, size_t);
void *mempcpy(void *, const void *, size_t);
void explicit_bzero(void *, size_t), *memfrob(void *, size_t);
int memcmp(const void *, const void *, size_t);
char *strcpy(char *, const char *), *strncpy(char *, const char *, size_t);
char *stpcpy(char *, const char *), *strdup(const char *);
char *strcat(char *, const char *), *strncat(char *, const char *, size_t);
int strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *);
char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *);
char *strpbrk(const char *, const char *), *strtok(char *, const char *);
char *strsep(char **, const char *);
size_t strlen(const char *), strnlen(const char *, size_t);
size_t strspn(const char *, const char *), strcspn(const char *, const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int), strtoimax(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
double strtod(const char *, char **);
int atoi(const char *);
long atol(const char *);
int sscanf(const char *, const char *, ...), snprintf(char *, size_t, const char *, ...);
int sprintf(char *, const char *, ...);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
void *lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));
int isalpha(int), isdigit(int), isspace(int), isupper(int), islower(int), isalnum(int);
int ispunct(int), isxdigit(int), toupper(int), tolower(int);
div_t div(int, int);
ldiv_t ldiv(long, long);
int abs(int);
long labs(long);
double frexp(double, int *), modf(double, double *), ldexp(double, int);
double floor(double), fabs(double);
#define signbit(x) __builtin_signbit(x)
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf_sign(x)
void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t), free(void *);
