// A state machine with a table of functions; the third state is an error and can be reached.
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

enum state { IDLE, BUSY, BROKEN };
static enum state state = IDLE;

static void idle(unsigned event) { if (event % 3 == 1) state = BUSY; }
static void busy(unsigned event) { state = event % 5 == 2 ? BROKEN : IDLE; }
static void broken(unsigned event) { (void)event; reach_error(); }

static void (*const handlers[])(unsigned) = { idle, busy, broken };

int main(void) {
  for (int i = 0; i < 40; i++) {
    handlers[state](__VERIFIER_nondet_uint());
  }
  return 0;
}
