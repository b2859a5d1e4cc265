"""The shapes of frames and events: plain lists, with a name for each entry.

A frame is what is under way: a text, an event with its hooks, an open window. An event is what is going on; hooks and
texts inside it find it by its verb.
"""

TEXT, EVENT, WINDOW = "text", "event", "window"
F_OP, F_PC, F_SCOPE, F_IT, F_ME, F_ACTOR, F_RANK, F_OWNS, F_GOT = range(1, 10)
E_ID, E_STAGE, E_TODO, E_GIVES = range(1, 5)
W_NAME, W_SCOPE, W_OFFER, W_PLAYER, W_USED, W_PASSES, W_TAKEN, W_GIVES = range(1, 9)
V_ID, V_VERB, V_SCOPE, V_CHANGES, V_REPLACED, V_FLAGS, V_RESULT, V_IT, V_BODY = range(9)
