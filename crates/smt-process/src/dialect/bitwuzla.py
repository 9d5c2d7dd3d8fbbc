# Speaks SMT-LIB on standard input and output for the Python package of Bitwuzla, whose parser runs whole texts
# and not streams. A batch of commands ends with the `echo` of a marker. The parser forgets between texts how many
# levels there are, so these commands, each on a line of its own, go to the solver directly; declarations are
# global. After an error the parser cannot be used any more, and the process ends.
import sys

import bitwuzla

parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
batch = []


def run():
    if batch:
        parser.parse("".join(batch), False, False)
        batch.clear()


try:
    for line in sys.stdin:
        if line == "(push 1)\n":
            run()
            parser.bitwuzla().push(1)
        elif line == "(pop 1)\n":
            run()
            parser.bitwuzla().pop(1)
        else:
            batch.append(line)
            if line.startswith('(echo "verdikt-'):
                run()
                sys.stdout.flush()
except bitwuzla.BitwuzlaException as error:
    print('(error "' + str(error).replace('"', "'") + '")', flush=True)
    sys.exit(1)
