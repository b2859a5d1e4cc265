"""One record for each construct of the language: its nodes, its keywords, its meaning, the version that added it.

The word lists of the parser, the highlighter, the reference, completion, the count of constructs and the check of old
packs all read these records. A test checks that every node and every keyword of the grammar belongs to exactly one of
them. The docstring of its node shows how a construct is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from dsl.syntax import nodes as n
from dsl.text.versions import Version

Role = Literal["declaration", "line", "item", "clause", "step", "expression", "part"]
"""Where it appears; `part` is a part of other constructs."""
_1_1 = Version(1, 1, 0)
_1_2 = Version(1, 2, 0)


@frozen
class Newer:
    """A form of a construct that came after version 1.0: a field of a node that is filled, or has a certain value."""

    node: type[n.Node]
    field: str
    written: str
    signs: tuple[str, ...]  # its text always contains all of these, so most texts need not be walked for it
    hint: str = ""  # a pattern that its text always contains, where the signs are in almost every text
    value: str = ""  # the field has this value; else it is enough that it has one
    since: Version = _1_1


@frozen(eq=False)
class Construct:
    """`nodes`: the first is the construct itself, the others are its parts. `words`: the keywords that it owns."""

    role: Role
    nodes: tuple[type[n.Node], ...]
    means: str
    words: tuple[str, ...] = ()
    declares: Mapping[str, str] = field(factory=dict)  # the words that begin a declaration, and its meaning
    lines: Mapping[str, str] = field(factory=dict)  # the words that begin a line in a block, and its meaning
    forms: Mapping[str, tuple[str, str]] = field(factory=dict)  # its forms: the syntax and meaning of each
    counted: tuple[str, str] | None = None  # chapter and name in the count of constructs
    newer: tuple[Newer, ...] = ()

    @property
    def node(self) -> type[n.Node]:
        return self.nodes[0]


def _declaration(
    word: str, node: type[n.Node], does: str, *parts: type[n.Node], words: tuple[str, ...] = (), counted: bool = True
) -> Construct:
    chapter = ("declarations", word) if counted else None
    return Construct("declaration", (node, *parts), does, (word, *words), {word: does}, counted=chapter)


def _line(
    word: str, node: type[n.Node], does: str, *parts: type[n.Node], words: tuple[str, ...] = (), counted: bool = True,
    newer: tuple[Newer, ...] = (),
) -> Construct:  # fmt: skip
    chapter = ("sentences", word) if counted else None
    return Construct("line", (node, *parts), does, (word, *words), lines={word: does}, counted=chapter, newer=newer)


def _item(node: type[n.Node], means: str, *words: str) -> Construct:
    return Construct("item", (node,), means, words)


def _clause(node: type[n.Node], name: str, means: str, *words: str) -> Construct:
    return Construct("clause", (node,), means, words, counted=("clauses", name))


def _step(
    node: type[n.Node], means: str, *words: str, parts: tuple[type[n.Node], ...] = (), newer: tuple[Newer, ...] = ()
) -> Construct:
    counted = ("scenarios", words[0]) if len(words) == 1 and not parts else None
    return Construct("step", (node, *parts), means, words, counted=counted, newer=newer)


def _value(node: type[n.Node], means: str, *words: str, counted: str = "", newer: tuple[Newer, ...] = ()) -> Construct:
    chapter = ("expressions", counted) if counted else None
    return Construct("expression", (node,), means, words, counted=chapter, newer=newer)


DECLARATIONS: tuple[Construct, ...] = (
    _declaration("ruleset", n.Ruleset, "names the game"),
    _declaration("symbols", n.Symbols, "names a set of symbols", n.Symbol),
    _declaration("die", n.Die, "lists the faces of a die", n.DieFace, n.FacePart),
    _declaration("table", n.Table, "looks values up"),
    _declaration("combo", n.Combo, "describes a combination of dice", n.ComboPart),
    Construct(
        "declaration", (n.Kind,), "declares a kind of thing", ("kind", "extend"),
        {"kind": "declares a kind of thing", "extend": "adds to an existing kind"},
    ),
    _declaration("currency", n.Currency, "names a resource that pays costs", counted=False),
    _declaration("layer", n.Layer, "adds a step to the order of changes"),
    _declaration("rule", n.Rule, "declares a value that other rules can change"),
    _declaration("define", n.Define, "names a calculation", counted=False),
    Construct(
        "declaration", (n.Effect,), "declares a verb", ("effect",), {"effect": "declares a verb"},
        counted=("declarations", "effect"),
        newer=(Newer(n.Effect, "during", "`during` in the head of an effect", ("effect", "during")),),
    ),
    Construct(
        "declaration", (n.Action,), "declares an effect that a player may start", ("action",),
        {"action": "declares an effect that a player may start"}, {"action": "offers an action to a player"},
        counted=("declarations", "action"),
    ),
    _declaration("keyword", n.Keyword, "declares a rule that cards can have", counted=False),
    _declaration(
        "status", n.Status, "declares a rule that things can have for a while", words=("stacks",), counted=False
    ),
    Construct(
        "declaration", (n.Hook,), "reacts to an event", ("before", "after", "instead"),
        _HOOKS := {
            "before": "reacts before an event happens",
            "after": "reacts after an event has happened",
            "instead": "replaces an event",
        },
        _HOOKS,
        newer=(
            Newer(n.Hook, "others", "`or` between the verbs of a hook", ("or",), r"\b(?:before|after|of)\s+\w+\s+or\b"),
        ),
    ),
    Construct(
        "declaration", (n.Modify, n.Change), "changes a value as long as the rule applies",
        ("modify", "times", "least", "most"),
        {"modify": "changes a value as long as the rule applies"}, {"modify": "changes a value"},
        {
            "to": ("to 3", "sets the value"),
            "by": ("by -1", "adds to it, or subtracts from it"),
            "times": ("times 2", "multiplies it"),
            "at least": ("at least 0", "keeps it from falling below"),
            "at most": ("at most 6", "keeps it from rising above"),
        },
    ),
    Construct(
        "declaration", (n.Forbid,), "forbids an action or effect, or permits it again", ("forbid", "allow"),
        _BANS := {"forbid": "forbids an action or effect", "allow": "permits a forbidden action or effect"},
        _BANS,
        newer=(Newer(n.Forbid, "others", "`or` between forbidden verbs", ("or",), r"\b(?:forbid|allow)\s+\w+\s+or\b"),),
    ),
    _declaration("window", n.Window, "declares a point where players may act"),
    _declaration("flow", n.Flow, "describes the course of the game"),
    _declaration("goal", n.Goal, "says who has won"),
    _declaration("always", n.Always, "states a condition that must always be true"),
    _declaration(
        "ruling", n.Ruling, "makes an unclear rule a setting", n.RulingOption, words=("default", "option"),
    ),
    Construct(
        "declaration", (n.Mode,), "changes the rules for one way to play", ("mode", "variant"),
        {"mode": "changes the rules for one way to play", "variant": "changes the rules; variants can be combined"},
    ),
    _declaration("scenario", n.Scenario, "tests rules as a dialogue"),
    Construct(
        "declaration", (n.Thing,), "declares a card: a form with its fields, keywords, parts and rules", ("like",),
        newer=(Newer(n.Thing, "like", "`like`", ("like",)),),
    ),
)  # fmt: skip

LINES: tuple[Construct, ...] = (
    _line("let", n.Let, "names a value"),
    _line("if", n.If, "does something only if a condition is true", n.Branch, words=("else",)),
    _line("repeat", n.Repeat, "does something again", counted=False),
    Construct(
        "line", (n.ForEach,), "does something for each of several things", ("each", "together"),
        lines={
            "for": "does something for each of several things",
            "together": "lets all players decide at the same time",
        },
    ),
    _line("may", n.May, "lets a player decline"),
    _line(
        "either", n.Either, "lets a player choose one of several options", n.EitherOption,
        newer=(Newer(n.EitherOption, "condition", "`if` on a way of `either`", ("either", "if")),),
    ),
    _line("match", n.MatchCases, "selects a row by a value"),
    _line("stop", n.Stop, "ends the innermost repeat or the effect"),
    _line("cancel", n.Cancel, "cancels the event that is about to happen"),
    _line("result", n.Result, "gives the value of an effect"),
    _line(
        "choose", n.Choose, "lets a player choose", n.Amount, words=("one", "any", "up", "such"), counted=False,
        newer=(
            Newer(n.Choose, "such", "`such that`", ("choose", "such", "that")),
            Newer(n.Choose, "says", "`says` on a choice", ("choose", "says"), since=_1_2),
            Newer(n.Amount, "form", "`one or none`", ("one", "or", "none"), value="one or none"),
        ),
    ),
    _line("ask", n.Ask, "asks for something that happened at the real table"),
    _line("open", n.Open, "opens a window for actions"),
    _line("phase", n.Phase, "begins a part of a turn, which is also an event"),
    _line("require", n.Require, "states a condition and its reason", words=("because",)),
    _line("cost", n.Cost, "states the cost", n.CostTerm, counted=False),
    Construct(
        "item", (n.Keeps,), "a kept field, which sentences change in play", ("keeps",),
        lines={"keeps": "remembers a value while the effect lasts"},
    ),
    _line("offer", n.Offer, "says who may act in a window", counted=False),
    _line("again", n.Again, "keeps the window open", words=("all",)),
    Construct(
        "line", (n.AlwaysAsk,), "asks even if no action is legal",
        lines={"always": "asks even if no action is legal"}, counted=("sentences", "always ask"),
    ),
    _line("pay", n.Pay, "states how a currency is paid"),
    Construct("line", (n.Phrase,), "performs a verb, or fills in a field", ("as",)),
    Construct("line", (n.Assign,), "sets or changes a kept value"),
    Construct("line", (n.Row, n.RowKey), "one row of a table"),
)  # fmt: skip

ITEMS: tuple[Construct, ...] = (
    _item(n.Printed, "a printed field, which is filled in on the card and never changes"),
    next(construct for construct in LINES if construct.node is n.Keeps),
    _item(n.Stat, "a computed field, which is never set, only modified; its base is printed or computed", "stat"),
    _item(n.Zone, "a place for things, with who can see into it", "zone", "holds", "seen"),
    _item(n.Children, "parts written inside the form", "children"),
    _item(n.Script, "sentences that the ruleset runs; with `by`, a table of them", "script"),
    _item(n.Stands, "the spaces that things of this kind stand on, and the name of the things on a space", "stands"),
)

CLAUSES: tuple[Construct, ...] = (
    _clause(n.DuringWindow, "during Window", "only while one of these windows is open", "during"),
    _clause(n.DuringEvent, "during an event", "only inside such an event, at any depth"),
    _clause(n.IfClause, "if", "only if the condition is true at that moment"),
    _clause(n.WhileClause, "while", "as long as the condition is true", "while"),
    _clause(n.OncePer, "once per", "at most once in each event or phase", "once", "per"),
    _clause(n.Until, "until", "ends with the event in progress, or else with the next one", "until", "end", "start"),
    _clause(n.WorksIn, "works in", "where the text works (default: in play)", "works"),
)

STEPS: tuple[Construct, ...] = (
    _step(n.Seats, "who plays", "seats"),
    _step(
        n.Given, "the situation at the beginning", "given", parts=(n.GivenSwitch, n.GivenThing, n.GivenValue)
    ),
    _step(
        n.TryCard, "the card that `botwright try` replaces by another of its kind, and its opponent", "try",
        newer=(Newer(n.TryCard, "card", "`try`", ("try",), hint=r"\btry\b", since=_1_2),),
    ),
    _step(n.Dice, "the results of the next rolls, in order", "dice"),
    _step(n.Order, "the order of a pile, from the top", "order"),
    _step(n.Do, "performs one sentence", "do"),
    _step(n.Answer, "answers an open question for a seat, or takes an action", "pass", "tell"),
    _step(
        n.Then, "a condition that must be true now; an action that a player cannot take; a fault that ends the match",
        "then", "cannot", "fails", "waits",
    ),
    _step(n.Cases, "runs the scenario once for each row", "cases"),
    _step(n.Todo, "a scenario that is not written yet", "todo"),
)  # fmt: skip

EXPRESSIONS: tuple[Construct, ...] = (
    _value(n.ListOf, "a list", counted="[a, b]"),
    _value(n.NumberRange, "all whole numbers between two", counted="a..b"),
    _value(n.Negate, "the opposite number", counted="-a"),
    _value(n.Not, "whether it is false", "not", counted="not a"),
    _value(n.And, "whether all of them are true", "and", counted="a and b"),
    _value(n.Or, "whether any of them is true; also one of several values", "or", counted="a or b"),
    _value(
        n.Where, "the items of a list for which a condition is true", "where", counted="list where condition",
        newer=(Newer(n.Where, "name", "`as` in a query", ("as", "where"), r"\bas\s+\w+\s+where\b"),),
    ),
    _value(n.Index, "an entry of a table or zone", counted="a[key]"),
    _value(
        n.IfThen, "one of two values, or the value of a row", counted="(if a then b else c)",
        newer=(Newer(n.IfThen, "is_match", "`match` as a value", ("(", "match"), since=_1_2),),
    ),
    _value(n.Compare, "how two values compare", "is", "in", "has", "lacks"),
    _value(n.Number, "a whole number"),
    _value(
        n.Text, "text in quotes, or the display name of a thing",
        newer=(Newer(n.Text, "is_quiet", "`quiet`", ("quiet",), since=_1_2),),
    ),
    _value(n.Truth, "a truth value", "yes", "no"),
    _value(n.Nothing, "nothing", "none"),
    _value(n.Group, "an expression in parentheses"),
    _value(n.Ladder, "a row of numbers, one for each step"),
    Construct("expression", (n.Sum, n.Term), "adds and subtracts"),
    _value(n.Product, "multiplies and divides"),
    _value(n.Dot, "a field of a thing"),
    _value(
        n.Arg, "an argument, with or without a label",
        newer=(Newer(n.Arg, "name", "`as` in a query", ("as",), r"\bas\s+\w+\s*[,)]"),),
    ),
    _value(
        n.Call, "the value of a function, rule or define, or a keyword with its numbers",
        newer=(
            Newer(n.Call, "name", "`glimpses`", ("glimpses",), value="glimpses"),
            Newer(n.Call, "is_bound", "`at least` in a value", ("at",), r"\bat\s+(?:least|most)\b", since=_1_2),
        ),
    ),
    Construct(
        "expression", (n.Name,), "whatever has that name", ("it", "me", "that"),
        forms={
            "it": ("it", "the thing that a text is printed on; for a keyword or status, the thing that has it"),
            "me": ("me", "on a thing: the player who controls `it`; elsewhere: who acts, if the head says `by me`"),
            "that": (
                "that",
                "the current item in `where` and in the later arguments of `count`, `highest` and similar functions",
            ),
        },
        newer=(
            Newer(n.Name, "text", "`take_effect`", ("take_effect",), value="take_effect"),
            Newer(n.Name, "text", "`volunteer`", ("volunteer",), value="volunteer"),
        ),
    ),
)  # fmt: skip

MARKS = Construct(
    "part", (n.Marks, n.Cite), "an author's notes about a declaration, besides its rules",
    ("cites", "house", "says", "quiet", "formerly", "unenforced", "also", "called"),
    forms={
        "cites": ("cites AR-MOVE-01..03 05", "the clauses of the rulebook that this enforces or tests"),
        "house": ("house", "a value that no rulebook states"),
        "says": ('says "{source} hits {target}"', "handwritten text, with the names of the head in braces"),
        "quiet": ("quiet", "no log, view or drawing shows it"),
        "formerly": ("formerly Old_Name", "an earlier name, so that old decks and saves stay valid"),
        "unenforced": ('unenforced "…"', "a rule that the engine does not enforce; it is shown to the players"),
        "also": ('also called "heal" "repair"', "other words that authors may look for; messages name it then"),
        "called": ('also called "heal" "repair"', "other words that authors may look for; messages name it then"),
    },
    newer=(
        Newer(n.Marks, "called", "`also called`", ("also", "called"), since=_1_2),
        Newer(n.Cite, "is_short", "clauses by number", ("cites",), r"-\d+\s*(?:\.\.|\s\d)", since=_1_2),
    ),
)  # fmt: skip
TYPES = Construct(
    "part", (n.Type,), "the allowed values", ("many", "number", "text", "ladder", "list"),
    forms={
        "kind": (
            "Bot", "a thing of that kind, a symbol of that set, or a word of the program (`Combo`, `Window`, `Kind`)"
        ),
        "many": ("many Bot", "several of them at once: a verb happens once for all"),
        "range": ("0..9", "a whole number between these; `0..` has no end"),
        "number": ("number", "any whole number"),
        "text": ("text", "text in quotes"),
        "truth": ("yes or no", "a truth value"),
        "ladder": ("ladder", "a row of numbers such as `2/4/6`, one for each step"),
        "list": ("list of text", "several values in order"),
        "table": ("table by Element of 0..9", "a value for each key"),
    },
)  # fmt: skip
SLOTS = Construct(
    "part", (n.Slot,), "fills a slot of a verb",
    ("to", "from", "by", "with", "at", "on", "into", "for", "of", "against", "using", "under"),
)  # fmt: skip
PARTS: tuple[Construct, ...] = (
    MARKS,
    TYPES,
    SLOTS,
    Construct("part", (n.Param,), "a slot of a verb, or a parameter of a keyword, rule, define or window"),
    Construct("part", (n.Block,), "the lines of a body"),
)

CONSTRUCTS: tuple[Construct, ...] = tuple(
    dict.fromkeys((*DECLARATIONS, *LINES, *ITEMS, *CLAUSES, *STEPS, *EXPRESSIONS, *PARTS))
)


def construct_of(node: type[n.Node]) -> Construct:
    """The construct that a node is, or is a part of."""
    return _BY_NODE[node]


def newer_forms() -> Iterator[Newer]:
    """All forms that came after version 1.0."""
    return (newer for construct in CONSTRUCTS for newer in construct.newer)


_BY_NODE = {node: construct for construct in CONSTRUCTS for node in construct.nodes}
