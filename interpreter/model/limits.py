"""The limits of a match, in one place, each reported by name when it is hit.

They protect the machine that runs a match, and honest rules stay far below all of them. Each is checked before memory
grows, and a step that hits one leaves the match unchanged. Code reads them here every time, so that a test or a tool
can lower them.
"""

NUMBER_BITS = 64
"""Of a number in rules."""
TEXT_CHARACTERS = 10_000
"""Of one line of the log or one option; what is longer is cut, since it is only told."""
LIST_ITEMS = 10_000
"""Of one list, and of the rows of one table."""
THINGS_OF_A_KIND = 10_000
"""That are in play at the same time."""
MARKS_ON_A_THING = 1_000
"""Keywords and statuses that one thing bears."""
RULES_SAID = 10_000
"""That sentences have said and that have not ended."""
DICE_AT_ONCE = 1_000
"""That one sentence rolls or takes."""
SETS_TRIED = 1 << 14
"""So many sets of things are looked at for a choice that is judged as a whole."""
OPTIONS = 10_000
"""Of one choice, and of the fillings of one action that are tried."""
DECIDE_TOGETHER = 100
"""How many decide at the same time: each decides in a copy of the table."""
NUMBERS_TOGETHER = 100
"""So many numbers of questions are set aside for each of them, however many are asked."""
STEPS_PER_DECISION = 100_000
"""Events, turns of a loop and offers between two answers."""
WORK = 4_000_000
"""Operations evaluated and elements visited between two answers, or for one question from outside."""
ODDS_WORK = 10_000_000
"""That all trials of one question about chances cost together."""
WORK_OF_A_REQUIREMENT = 500_000
"""The same for one `require` of a kind, asked of one form when it is checked."""
WORK_OF_REQUIREMENTS = 2_000_000
"""The same for everything that kinds require of all forms that are checked, besides what each form may cost."""
WORK_OF_A_FORM = 2_000
"""That each requirement may cost for each form, on average."""
WORK_OF_PAYMENTS = 2_000_000
"""The same for all searches of one decision for a way to pay, where things that pay depend on each other."""
WORK_PER_STEP = 10
"""That every event, turn of a loop and offer costs besides what it evaluates."""
WORK_PER_COPY = 100
"""That a copy of the table costs in which something is tried out or decided."""
COMPILED_SHARE = 4
"""Compiled code may use one part in so many of that; then the reference decides."""
CHAIN = 1_000
"""Events inside events."""
DEPTH = 4_000
"""Texts, events and windows that are under way inside each other."""
EVENTS_PER_MATCH = 1_000_000
ROUNDS = 10_000
"""Of one flow."""
