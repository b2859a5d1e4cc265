"""The limits of a match, in one place, each reported by name when it is hit.

They protect the machine that runs a match, and honest rules stay far below all of them. Each is checked before memory
grows, and a step that hits one leaves the match unchanged. Code reads them here every time, so that a test or a tool
can lower them.
"""

NUMBER_BITS = 64
"""Of a number in rules."""
TEXT_CHARACTERS = 10_000
"""Of one line of the log or one option; longer text is cut, since people only read it."""
LIST_ITEMS = 10_000
"""Of one list, and of the rows of one table."""
THINGS_OF_A_KIND = 10_000
"""In play at the same time."""
MARKS_ON_A_THING = 1_000
"""Keywords and statuses that one thing bears."""
RULES_SAID = 10_000
"""Stated by sentences and not ended."""
DICE_AT_ONCE = 1_000
"""Rolled or taken by one sentence."""
SETS_TRIED = 1 << 14
"""Sets of things examined for a choice with a condition on all of them together."""
OPTIONS = 10_000
"""Of one choice, and combinations of arguments tried for one action."""
DECIDE_TOGETHER = 100
"""Players who decide at the same time, each in a copy of the table."""
NUMBERS_TOGETHER = 100
"""Numbers of questions reserved for each of them, however many are asked."""
STEPS_PER_DECISION = 100_000
"""Events, loop iterations and offers between two answers."""
WORK = 4_000_000
"""Operations evaluated and elements visited between two answers, or for one question from outside."""
ODDS_WORK = 10_000_000
"""The same for all trials of one `odds` question together."""
WORK_OF_A_REQUIREMENT = 500_000
"""The same for one `require` of a kind, checked for one form."""
WORK_OF_REQUIREMENTS = 2_000_000
"""The same for all requirements of all forms of a check, in addition to the budget of each form."""
WORK_OF_A_FORM = 2_000
"""The average work of each requirement for each form."""
WORK_OF_PAYMENTS = 2_000_000
"""The same for all searches for a payment within one decision, if payers depend on each other."""
WORK_PER_STEP = 10
"""The work of every event, loop iteration and offer, in addition to its evaluations."""
WORK_PER_COPY = 100
"""The work of a copy of the table for a trial or a decision."""
WORK_PER_THING = 5
"""That a built-in verb costs for each thing that it makes, moves, removes or marks."""
WORK_OF_A_STEP = 200
"""At most so many operations are done in one step of emitted code, which counts steps and long loops."""
WORK_AGAIN = 4
"""An answer that was accepted may take so many times the work when it is given again."""
COMPILED_SHARE = 4
"""Compiled code may use one in this many parts of the budget; then the reference decides."""
CHAIN = 1_000
"""Events inside events."""
DEPTH = 4_000
"""Texts, events and windows in progress inside each other."""
EVENTS_PER_MATCH = 1_000_000
ROUNDS = 10_000
"""Of one flow."""
