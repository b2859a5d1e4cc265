"""5xxx: run time. What a checked program can still meet at the table; the state before the step stays as it was."""

from dsl.codes import error

NO_NUMBER = error("BW5001", "a number that is not there", "a number is needed here, but there is {found}", "ask first whether there is one: `if … is not none { … }`")
BY_ZERO = error("BW5002", "a division by nothing", "this divides by 0", "ask first, or use `greater(1, …)`")
TOO_LARGE = error("BW5003", "a number that is too large", "this number is beyond 64 bits", "a number at a table stays small: look for what makes it grow")
STEPS = error("BW5004", "rules that do not come to a decision", "more than {most} steps without a decision", "something is done again and again: let it ask somebody, or end it with `stop` or a goal")
DEPTH = error("BW5005", "rules inside rules without end", "{what} go more than {most} deep", "a rule does or asks what it answers: add an `if` that becomes false, or `once per …`")
EVENTS = error("BW5006", "a match without end", "more than {most} {what} in one match", "add a goal or a `win` that is reached")
TOO_MANY = error("BW5008", "more than can be handled", "more than {most} {what}", "narrow the list with `where`, or ask in two steps")
NO_CHOOSER = error("BW5010", "a choice of nobody", "nobody is there to choose", "ask first whether there is a player: `if … is not none { … }`")
CANNOT_PAY = error("BW5011", "a cost that cannot be paid", "the cost cannot be paid", "an action that a sentence does is paid like any other: ask first whether it can be paid")
NO_COUNT = error("BW5012", "a number of things that cannot be", "{found} is no number of {what}", "it must be 0 or more, and at most {most}")
NO_FACE = error("BW5013", "a face that the die does not have", "{die} has no face {face}", "set it to one of its faces: {faces}")
DISAGREE = error("BW5014", "two rules of equal rank that disagree", "two rules of equal rank set this to different values: {first} and {second}", "let one of them say `by`, `at least` or `at most`, or narrow one with `while`")
BROKEN = error("BW5015", "a promise that is broken", "what must always be true is not: {reason}", "find the rule that breaks it; to forbid something use `forbid`")
NO_LEVEL = error("BW5016", "a level that a zone does not have", "`{zone}` has the levels {low} to {high}, but none {level}", "move it to one of these")
NO_SPACE = error("BW5017", "a place that is not for this thing", "{thing} cannot stand on {space}", "its kind says where it can stand: `stands on …`")
NO_ROLL = error("BW5018", "a roll that nobody laid down", "the scenario has no more rolls of {die}", "add what it shows: `dice {die}: …`")
NO_ROOM = error("BW5019", "more than a zone holds", "`{zone}` holds at most {most}, and one more is put there", "make room first, or ask: `if count(…) < {most} { … }`")
NO_ORDER = error("BW5020", "a shuffle that nobody laid down", "the scenario does not say how {zone} is shuffled", "add how it comes out, from the top: `order {line}`")
NO_CHANCE = error("BW5021", "a choice by chance that nobody laid down", "the scenario does not say what is chosen by chance", "add it: `Chance: choose {first}`; it may be {options}")
NOT_IN_PILE = error("BW5022", "an order of cards that are not there", "the scenario orders {card} in {zone}, but it does not lie there", "it holds {cards}")
