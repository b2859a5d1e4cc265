"""The bounds of a match, all in one place, each reported by name when it is hit."""

STEPS_PER_DECISION = 100_000
EVENTS_PER_MATCH = 1_000_000
DEPTH = 300
DICE_AT_ONCE = 1_000
LIST_ITEMS = 10_000
OPTIONS = 10_000
