// Library functions with models, declared with types that they do not have.
struct s { int a, b; } s;
double fmax(double (double), double);
struct s malloc(struct s);
void *free(double);
int memcpy(float, struct s);
struct s memset(void);
float strlen(struct s);
void *sqrt(struct s), *fabs(char *);
void exit(struct s);
struct s __VERIFIER_nondet_int(void);
void __VERIFIER_assume(struct s);
struct s abs(float *);
double *realloc(float, float);
int main(void) {
  fmax(0, 1);
  s = malloc(s);
  free(1.5);
  memcpy(2.5f, s);
  s = memset();
  float f = strlen(s);
  void *p = sqrt(s), *q = fabs("x");
  s = __VERIFIER_nondet_int();
  __VERIFIER_assume(s);
  s = abs(&f);
  double *r = realloc(1, 2);
  exit(s);
}
