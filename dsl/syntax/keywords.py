"""The keywords of the language, grouped by their effect on a line.

Joining words are reserved everywhere: a line that begins with one continues the line above. Words that begin a
declaration or a sentence are reserved only there, by the state of the parser. Words of other languages are reserved
so that the error can name the right word.
"""

from __future__ import annotations

from dsl.syntax import nodes as n
from dsl.syntax.constructs import CONSTRUCTS, LINES, SLOTS, construct_of
from dsl.syntax.constructs import MARKS as MARK_CONSTRUCT

PREPOSITIONS = frozenset(SLOTS.words)
JOINING = PREPOSITIONS | frozenset("as else is has lacks in and or where until while during once because".split())
MARKS = frozenset(MARK_CONSTRUCT.words) - {"also", "called"}
PRONOUNS = frozenset(construct_of(n.Name).words)
VALUES = frozenset((*construct_of(n.Nothing).words, *construct_of(n.Truth).words))
RESERVED = JOINING | MARKS | PRONOUNS | VALUES | frozenset(["not", "if"])

CONTINUES_LINE = JOINING | MARKS
"""A line that begins with one of these continues the line above."""

EXPECTS_MORE = JOINING | frozenset(["not", "cites", "says", "formerly", "unenforced"])
"""A line that ends with one of these continues on the next line."""

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
    "++": "+= 1",
    "--": "-= 1",
}
"""Words and signs of other languages, and what to write instead."""

FOREIGN_HELP = {
    "when": "write `after` for an event that has happened, `before` for one that is about to happen",
    "whenever": "write `after` for an event that has happened, `before` for one that is about to happen",
    "unless": "write `if not`",
    "return": "write `result` for the value of a calculation or effect, `stop` to end it early",
    "function": "write `define` for a calculation, `effect` for an event",
    "def": "write `define` for a calculation, `effect` for an event",
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
"""Help for words whose replacement needs an explanation."""

TYPE_NAMES = {
    "int": "number", "integer": "number", "num": "number", "float": "number", "number": "number", "numbers": "number",
    "string": "text", "str": "text", "text": "text", "bool": "yes or no", "boolean": "yes or no", "truth": "yes or no",
    "array": "list of", "list": "list of", "map": "table by", "dict": "table by", "ladder": "ladder",
}  # fmt: skip
"""Names of types in other languages, and the types themselves in any case."""

MEANT_NAMES = {
    "this": "it", "self": "it", "itself": "it", "card": "it",
    "you": "me", "i": "me", "my": "me", "myself": "me", "player": "me", "controller": "me",
    "opponent": "foe", "enemy": "foe", "opponents": "foes", "enemies": "foes",
    "everybody": "players", "everyone": "players", "all_players": "players",
    "nothing": "none", "nobody": "none", "empty": "none", "current": "active", "current_player": "active",
    "other": "that", "each_one": "that",
}  # fmt: skip
"""Common words for a built-in name."""

MEANT_DECLARATIONS = {
    **dict.fromkeys(["class", "type", "struct", "record"], "did you mean `kind`?"),
    **dict.fromkeys(["enum", "symbol"], "did you mean `symbols`?"),
    **dict.fromkeys(["card", "new", "create", "object", "thing"], "a card begins with its kind: `Kind Name { … }`"),
    **dict.fromkeys(
        ["import", "include", "using", "require"], "no import is needed: all files of a ruleset are read together"
    ),
    **dict.fromkeys(["test", "example"], "did you mean `scenario`?"),
    **dict.fromkeys(["trigger", "on", "event"], "did you mean `after` or `before`?"),
    **dict.fromkeys(["procedure", "verb", "ability", "do"], "did you mean `effect`?"),
    **dict.fromkeys(["turn", "phase", "round", "setup"], "write the course of a game in a `flow`"),
    **dict.fromkeys(["dice", "d"], "did you mean `die`?"),
    "game": "did you mean `ruleset`?",
    "map": 'a map is a card: `Map "Name" { … }`',
    "keeps": "write `keeps` in a `kind`, in `extend Player` or in `extend Table`",
}
"""Words that authors use by mistake to begin a declaration, with the help to give."""

MEANT_STEPS = frozenset(["expect", "assert", "check", "verify", "should", "must"])
"""Common words for `then` in a scenario."""

MEANT_VERBS = {
    "put": "move", "place": "move", "bring": "move", "destroy": "remove", "kill": "remove", "delete": "remove",
    "trash": "remove", "select": "choose", "pick": "choose", "apply": "give", "attach": "give", "reveal": "show",
    "cast": "roll", "throw": "roll", "break": "stop", "exit": "stop", "end": "stop", "prevent": "cancel",
    "counter": "cancel", "loop": "repeat", "print": "show", "mix": "shuffle",
}  # fmt: skip
"""Common words for a built-in verb or sentence."""

CHANGES = {
    "add": "+=", "gain": "+=", "increase": "+=", "raise": "+=", "heal": "+=", "subtract": "-=", "decrease": "-=",
    "reduce": "-=", "spend": "-=", "set": "=", "change": "=",
}  # fmt: skip
"""Common words for an assignment, with its sign."""

DECLARATIONS = {word: does for construct in CONSTRUCTS for word, does in construct.declares.items()}
"""What can begin a declaration besides the name of a kind."""

SENTENCES = {word: does for construct in (*LINES, *CONSTRUCTS) for word, does in construct.lines.items()}
"""What can begin a line in a block besides a verb, a field or the name of a kind."""

NOT_FIELDS = frozenset(SENTENCES) - {"cost"}
"""Names that a field cannot have, because they begin another kind of line."""
