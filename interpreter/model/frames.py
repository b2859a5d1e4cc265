"""The layouts of frames and events: plain lists, with a constant for each index.

A frame is work in progress: a text, some events with their hooks, an open window, a nested flow, a simultaneous
decision. An event record lets hooks and texts find the event by its verb. Entries are immutable values, so copying the
list copies the frame.
"""

from typing import Any

TEXT, EVENT, WINDOW, FLOW, TOGETHER = "text", "event", "window", "flow", "together"
F_OP, F_PC, F_SCOPE, F_IT, F_ME, F_ACTOR, F_RANK, F_OWNS, F_GOT, F_EVENT = range(1, 11)
E_IDS, E_STAGE, E_TODO, E_GIVES = range(1, 5)
W_NAME, W_SCOPE, W_OFFER, W_PLAYER, W_USED, W_PASSES, W_TAKEN, W_GIVES, W_EVENT = range(1, 10)
L_PLAYERS, L_ACTIVE, L_ROUND, L_GIVES, L_OP = range(1, 6)
T_BODY, T_SCOPE, T_IT, T_ME, T_ACTOR, T_RANK, T_EVENT, T_NAME, T_BRANCHES, T_NEXT, T_FIRST, T_ASKED = range(1, 13)
V_ID, V_VERB, V_SCOPE, V_CHANGES, V_REPLACED, V_FLAGS, V_RESULT, V_IT, V_BODY = range(9)

SCOPE_OF = {TEXT: F_SCOPE, WINDOW: W_SCOPE, TOGETHER: T_SCOPE}
"""The index of the scope number, by frame type."""
GIVES_OF = {EVENT: E_GIVES, WINDOW: W_GIVES, FLOW: L_GIVES}
"""The index of the target of the result (scope and name), by frame type."""
GIVES = "#gives"
"""The name under which an event stores the same target."""


def asking_depth(frames: list[list[Any]]) -> int:
    """The number of frames up to and including the innermost window or simultaneous decision; 0 without any."""
    return next((i + 1 for i in range(len(frames) - 1, -1, -1) if frames[i][0] in (WINDOW, TOGETHER)), 0)
