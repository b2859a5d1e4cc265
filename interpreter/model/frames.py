"""The shapes of frames and events: plain lists, with a name for each entry.

A frame is what is under way: a text, some events with their hooks, an open window, a flow inside a flow, a decision
that several seats take together. An event is what is going on; hooks and texts inside it find it by its verb. Entries
are values that never change in place, so that a copy of the list is a copy of the frame.
"""

TEXT, EVENT, WINDOW, FLOW, TOGETHER = "text", "event", "window", "flow", "together"
F_OP, F_PC, F_SCOPE, F_IT, F_ME, F_ACTOR, F_RANK, F_OWNS, F_GOT, F_EVENT = range(1, 11)
E_IDS, E_STAGE, E_TODO, E_GIVES = range(1, 5)
W_NAME, W_SCOPE, W_OFFER, W_PLAYER, W_USED, W_PASSES, W_TAKEN, W_GIVES, W_EVENT = range(1, 10)
L_PLAYERS, L_ACTIVE, L_ROUND, L_GIVES, L_OP = range(1, 6)
T_BODY, T_SCOPE, T_IT, T_ME, T_ACTOR, T_RANK, T_EVENT, T_NAME, T_BRANCHES, T_NEXT, T_FIRST, T_ASKED = range(1, 13)
V_ID, V_VERB, V_SCOPE, V_CHANGES, V_REPLACED, V_FLAGS, V_RESULT, V_IT, V_BODY = range(9)

SCOPE_OF = {TEXT: F_SCOPE, WINDOW: W_SCOPE, TOGETHER: T_SCOPE}
"""Where a frame holds the number of its scope."""
GIVES_OF = {EVENT: E_GIVES, WINDOW: W_GIVES, FLOW: L_GIVES}
"""Where a frame says under which name of which scope its result goes."""
GIVES = "#gives"
"""The same among the names of an event."""
