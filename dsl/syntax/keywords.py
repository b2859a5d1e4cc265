"""The keywords of the language, grouped by their effect on a line.

Joining words are reserved everywhere: a line that begins with one continues the line above. Words that begin a
declaration or a sentence are reserved only there, by the state of the parser. Words of other languages are reserved
so that the error can name the right word.
"""

from __future__ import annotations

PREPOSITIONS = frozenset("to from by with at on into for of against using under".split())
JOINING = PREPOSITIONS | frozenset("as else is has lacks in and or where until while during once because".split())
MARKS = frozenset("cites house says formerly unenforced".split())
PRONOUNS = frozenset("it me that".split())
VALUES = frozenset("none yes no".split())
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
    "//": "#",
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

DECLARATIONS = {
    "ruleset": "names the game",
    "symbols": "names a set of symbols",
    "die": "lists the faces of a die",
    "table": "looks values up",
    "combo": "describes a combination of dice",
    "kind": "declares a kind of thing",
    "extend": "adds to an existing kind",
    "currency": "names what costs are paid in",
    "layer": "adds a step to the order of changes",
    "rule": "is a value that other rules may change",
    "define": "names a calculation",
    "effect": "declares a verb",
    "action": "is an effect that a player may choose",
    "keyword": "is a rule that cards can have",
    "status": "is a rule that things can have for a while",
    "before": "reacts before an event happens",
    "after": "reacts after an event has happened",
    "instead": "replaces an event",
    "modify": "changes a value while the rule is in force",
    "forbid": "takes an action or effect away",
    "allow": "permits a forbidden action or effect",
    "window": "says who may act when",
    "flow": "is the course of the game",
    "goal": "says who has won",
    "always": "must hold at every moment",
    "ruling": "makes an unclear rule a setting",
    "mode": "changes the rules for one way to play",
    "variant": "changes the rules, and can be combined",
    "scenario": "tests rules as a dialogue",
}
"""Words that begin a declaration; the name of a kind can begin one too."""

SENTENCES = {
    "let": "names a value",
    "if": "does something only if a condition is true",
    "repeat": "does something again",
    "for": "does something for each of several things",
    "together": "lets all decide at the same time",
    "may": "lets a player decline",
    "either": "lets a player choose one of several options",
    "match": "selects a row by a value",
    "stop": "ends the innermost repeat or the effect",
    "cancel": "cancels the event that is about to happen",
    "result": "is the value of an effect",
    "choose": "lets a player choose",
    "ask": "asks for something that happened at the real table",
    "open": "opens a window for actions",
    "phase": "is a part of a turn, and an event",
    "require": "states a condition and its reason",
    "cost": "states the cost",
    "keeps": "remembers a value while the effect lasts",
    "before": "reacts before an event happens",
    "after": "reacts after an event has happened",
    "instead": "replaces an event",
    "modify": "changes a value",
    "forbid": "takes an action or effect away",
    "allow": "permits a forbidden action or effect",
    "action": "offers an action to a player",
    "offer": "says who may act in a window",
    "again": "keeps the window open",
    "always": "asks even if no action is legal",
    "pay": "states how a currency is paid",
}
"""Words that begin a line in a block; a verb, a field or the name of a kind can begin one too."""

NOT_FIELDS = frozenset(SENTENCES) - {"cost"}
"""Names that a field cannot have, because they begin another kind of line."""
