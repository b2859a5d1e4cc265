"""The small words of the language, by what they do to a line.

Joining words are reserved everywhere: they tie a line together, so a line that begins with one goes on with the line
above. Words that begin a declaration or a sentence are reserved only there, by the state of the parser. Words of other
languages are reserved so that the error can teach the right one.
"""

from __future__ import annotations

from dsl.syntax import nodes as n
from dsl.syntax.constructs import CONSTRUCTS, LINES, SLOTS, construct_of
from dsl.syntax.constructs import MARKS as MARK_CONSTRUCT

PREPOSITIONS = frozenset(SLOTS.words)
JOINING = PREPOSITIONS | frozenset("as else is has lacks in and or where until while during once because".split())
MARKS = frozenset(MARK_CONSTRUCT.words)
PRONOUNS = frozenset(construct_of(n.Name).words)
VALUES = frozenset((*construct_of(n.Nothing).words, *construct_of(n.Truth).words))
RESERVED = JOINING | MARKS | PRONOUNS | VALUES | frozenset(["not", "if"])

GOES_ON = JOINING | MARKS
"""A line that begins with one of these goes on with the line above."""

WANTS_MORE = JOINING | frozenset(["not", "cites", "says", "formerly", "unenforced"])
"""A line that ends with one of these goes on below."""

FOREIGN = {
    "when": "after",
    "whenever": "after",
    "unless": "if not",
    "return": "result",
    "elif": "else if",
    "elseif": "else if",
    "foreach": "for each",
    "isnt": "is not",
    "till": "until",
    "function": "define",
    "def": "define",
    "var": "let",
    "const": "let",
    "true": "yes",
    "false": "no",
    "null": "none",
    "nil": "none",
    "==": "is",
    "!=": "is not",
    "<>": "is not",
    "&&": "and",
    "||": "or",
    "!": "not",
    ":=": "=",
    "=>": ":",
    "->": ":",
    "*=": "x = x * …",
    "//": "#",
    "++": "+= 1",
    "--": "-= 1",
}
"""Words and signs of other languages, and what to write instead."""

FOREIGN_HELP = {
    "when": "write `after` for when it has happened, `before` for when it is about to",
    "whenever": "write `after` for when it has happened, `before` for when it is about to",
    "unless": "write `if not`",
    "return": "write `result` for what a calculation or effect gives; to leave it early write `stop`",
    "function": "write `define` for a calculation, `effect` for something that happens",
    "def": "write `define` for a calculation, `effect` for something that happens",
    "var": "write `let` for a name that keeps its value, `keeps` for one that changes",
    "const": "write `let`, or `rule` for a number that other rules may change",
    "!": "write `not` before a condition",
    ":=": "write `=`",
    "=>": "write `>=` to compare, `:` in a row",
    "->": "write `:` in a row",
    "*=": "write the name again: `x = x * 2`",
    "++": "write `+= 1`",
    "--": "write `-= 1`",
}
"""What to say where the one word to write instead is not enough."""

SORTS = {
    "int": "number", "integer": "number", "num": "number", "float": "number", "number": "number", "numbers": "number",
    "string": "text", "str": "text", "text": "text", "bool": "yes or no", "boolean": "yes or no", "truth": "yes or no",
    "array": "list of", "list": "list of", "map": "table by", "dict": "table by", "ladder": "ladder",
}  # fmt: skip
"""What other languages call the sorts of values, and the sorts themselves in any case."""

MEANT_NAMES = {
    "this": "it", "self": "it", "itself": "it", "card": "it",
    "you": "me", "i": "me", "my": "me", "myself": "me", "player": "me", "controller": "me",
    "opponent": "foe", "enemy": "foe", "opponents": "foes", "enemies": "foes",
    "everybody": "players", "everyone": "players", "all_players": "players",
    "nothing": "none", "nobody": "none", "empty": "none", "current": "active", "current_player": "active",
    "other": "that", "each_one": "that",
}  # fmt: skip
"""Words that people say for a name of the language."""

MEANT_DECLARATIONS = {
    **dict.fromkeys(["class", "type", "struct", "record"], "did you mean `kind`?"),
    **dict.fromkeys(["enum", "symbol"], "did you mean `symbols`?"),
    **dict.fromkeys(["card", "new", "create", "object", "thing"], "a card begins with its kind: `Kind Name { … }`"),
    **dict.fromkeys(
        ["import", "include", "using", "require"], "nothing is included: all files of a ruleset are read together"
    ),
    **dict.fromkeys(["test", "example"], "did you mean `scenario`?"),
    **dict.fromkeys(["trigger", "on", "event"], "did you mean `after` or `before`?"),
    **dict.fromkeys(["procedure", "verb", "ability", "do"], "did you mean `effect`?"),
    **dict.fromkeys(["turn", "phase", "round", "setup"], "the course of a game stands in a `flow`"),
    **dict.fromkeys(["dice", "d"], "did you mean `die`?"),
    "game": "did you mean `ruleset`?",
    "map": 'a map is a card: `Map "Name" { … }`',
    "keeps": "what is kept stands in a `kind`, in `extend Player` or in `extend Table`",
}
"""Words that people begin a declaration with, and what to say to them."""

MEANT_STEPS = frozenset(["expect", "assert", "check", "verify", "should", "must"])
"""Words that people say for `then` in a scenario."""

MEANT_VERBS = {
    "put": "move", "place": "move", "bring": "move", "destroy": "remove", "kill": "remove", "delete": "remove",
    "trash": "remove", "select": "choose", "pick": "choose", "apply": "give", "attach": "give", "reveal": "show",
    "cast": "roll", "throw": "roll", "break": "stop", "exit": "stop", "end": "stop", "prevent": "cancel",
    "counter": "cancel", "loop": "repeat", "print": "show", "mix": "shuffle",
}  # fmt: skip
"""Words that people say for a verb or sentence of the language."""

CHANGES = {
    "add": "+=", "gain": "+=", "increase": "+=", "raise": "+=", "heal": "+=", "subtract": "-=", "decrease": "-=",
    "reduce": "-=", "spend": "-=", "set": "=", "change": "=",
}  # fmt: skip
"""Words that people say where a number is changed with a sign."""

DECLARATIONS = {word: does for construct in CONSTRUCTS for word, does in construct.declares.items()}
"""What can begin a declaration besides the name of a kind."""

SENTENCES = {word: does for construct in (*LINES, *CONSTRUCTS) for word, does in construct.lines.items()}
"""What can begin a line in a block besides a verb, a field or the name of a kind."""

NOT_FIELDS = frozenset(SENTENCES) - {"cost"}
"""Names that a field cannot have, because a line that begins with them means something else."""
