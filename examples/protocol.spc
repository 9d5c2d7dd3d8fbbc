// A buffer is filled before it is sent, and not touched afterwards.
// `verdikt verify --property examples/protocol.spc examples/protocol.c` shows how the program breaks this.
OBSERVER AUTOMATON sending
INITIAL STATE Empty;
STATE Empty:
    MATCH {fill($?)} -> GOTO Filled;
    MATCH {send($?)} -> ERROR("sent while it is empty");
STATE Filled:
    MATCH {send($?)} -> GOTO Sent;
STATE Sent:
    MATCH {fill($?)} -> ERROR("filled after it was sent");
    MATCH {send($?)} -> ERROR("sent twice");
END AUTOMATON
