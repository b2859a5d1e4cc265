"""Where everything of a program is written: of each operation the rule that it belongs to, its file, line and column.

Operations know only where they stand in their own declaration, and a running match never needs more. Whoever explains
something does: so the way back from an operation to its declaration is looked up here, in a table that is made when
somebody first asks. Nothing here looks at a match.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from dsl.ir.operations import NO_OP, Op
from dsl.ir.program import Program
from dsl.ir.rules import Standing
from dsl.names.signatures import VerbSig
from dsl.syntax import nodes as n
from dsl.syntax.nodes import NOWHERE
from dsl.syntax.walk import walk as walk_nodes
from dsl.text.source import Piece, Place, Span
from interpreter.link.linked_program import walk

SNIPPET = 90
"""So many characters of a text are shown at most."""


@frozen
class Spot:
    """A place in a file as people say it."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class Rule:
    """A declaration: what people call it, its text and its tree."""

    name: str
    piece: Piece
    node: n.Node


@frozen
class Passage:
    """A stretch of a declaration: the words of the author, where they stand, in which rule, and what they cite."""

    rule: Rule
    span: Span

    @property
    def spot(self) -> Spot:
        return Spot(self.rule.piece.file, *self.rule.piece.position(self.span[0]))

    @property
    def place(self) -> Place:
        return self.rule.piece.place(self.span)

    @property
    def text(self) -> str:
        """The words themselves, on one line; of a block its head."""
        return shortened(self.rule.piece.text[slice(*self.span)])

    @property
    def name(self) -> str:
        """The rule, and the text inside it: `keyword Plated: before damage`."""
        inner = [_called(node) for node in self._around() if node is not self.rule.node]
        names = [self.rule.name, *(name for name in inner[-1:] if name)]
        return ": ".join(name for name in names if name)

    @property
    def is_borne(self) -> bool:
        """Whether the text stands on things; what the ruleset says by itself is known to everybody."""
        return isinstance(self.rule.node, n.Thing | n.Keyword | n.Status | n.Kind)

    def borne_by(self, bearer: str) -> str:
        """Who bears the text, where that tells more than its name: an effect is borne by nobody, a card by itself."""
        return bearer if self.is_borne and not self.rule.name.endswith(bearer) else ""

    @property
    def cites(self) -> tuple[str, ...]:
        """What the innermost text around it cites that cites anything."""
        for node in reversed(list(self._around(only_named=False))):
            found = tuple(cite.clause for cite in getattr(node, "marks", n.Marks()).cites)
            because = getattr(node, "because", None)
            if isinstance(because, n.Cite):
                found = (*found, because.clause)
            if found:
                return tuple(dict.fromkeys(found))
        return ()

    def _around(self, only_named: bool = True) -> Iterator[n.Node]:
        """The texts around it, the outermost first."""
        start, end = self.span
        for node in walk_nodes(self.rule.node):
            encloses = node.span[0] <= start and end <= node.span[1] and node.span != NOWHERE
            if encloses and (_called(node) if only_named else hasattr(node, "marks")):
                yield node


def shortened(text: str) -> str:
    """A text on one line: of several lines the first, without the brace that opens the others."""
    line, *more = text.strip().split("\n")
    line = " ".join(line.removesuffix("{").split() if more else line.split())
    return line if len(line) <= SNIPPET else line[: SNIPPET - 1] + "…"


def _called(node: n.Node) -> str:
    """What people call a text inside a declaration; nothing where it has no name."""
    match node:
        case n.Hook(word=word, verbs=verbs):
            return f"{word} {' or '.join(verb.text for verb in verbs)}"
        case n.Modify(stat=stat):
            return f"modify {stat.text}"
        case n.Forbid(allows=allows, verbs=verbs):
            return f"{'allow' if allows else 'forbid'} {' or '.join(verb.text for verb in verbs)}"
        case n.Phase(verb=verb):
            return f"phase {verb.text}"
        case n.Action(id=id):
            return f"action {id.text}"
        case n.Thing(kind=kind, id=id, shown=shown):
            told = shown.value if shown is not None else id.text if id is not None else ""
            return f"{kind.text} {told}".strip()
        case n.Phrase(verb=verb, body=n.Block()):
            return verb.text
        case n.RulingOption(id=id):
            return id.text
        case n.Stat(name=name):
            return f"stat {name.text}"
        case _:
            return ""


def _named(node: n.Node, sort: str, name: str) -> str:
    """What people call a declaration."""
    match node:
        case n.Hook() | n.Modify() | n.Forbid() | n.Thing():
            return _called(node)
        case n.Kind(extends=True):
            return f"extend {name}"
        case n.Mode(variant=True):
            return f"variant {name}"
        case _:
            return f"{sort} {name}".strip()


@define
class SourceMap:
    """The way back from operations and standing rules to what an author wrote."""

    program: Program
    _rules: list[Rule] = field(factory=list, init=False)
    _of_op: dict[int, int] = field(factory=dict, init=False)
    _of_standing: dict[int, tuple[int, Span]] = field(factory=dict, init=False)
    _of_name: dict[tuple[str, str], Rule] = field(factory=dict, init=False)
    _kept: list[Op] = field(factory=list, init=False)  # what is known by its identity must not go away

    def __attrs_post_init__(self) -> None:
        for meaning in self.program.declarations:
            rule = Rule(_named(meaning.node, meaning.sort, meaning.name), meaning.piece, meaning.node)
            self._of_name.setdefault((meaning.sort, meaning.name), rule)
            self._learn(rule, meaning.ops)
        for card in self.program.cards:
            if card.checked.meaning is not None and card.parsed.tree is not None:
                rule = Rule(_called(card.parsed.tree), card.parsed.piece, card.parsed.tree)
                self._of_name.setdefault(("card", card.id), rule)
                self._learn(rule, (card.checked.meaning,))

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every declaration of the rules, then every card that could be read, in the order of the program."""
        return tuple(self._rules)

    def learn(self, name: str, piece: Piece, node: n.Node, op: Op) -> None:
        """Take in a text that is no part of the program: a sentence of a scenario or of a prompt."""
        self._kept.append(op)
        self._learn(Rule(name, piece, node), (op,))

    def _learn(self, rule: Rule, ops: tuple[Op, ...]) -> None:
        number = len(self._rules)
        self._rules.append(rule)
        for op in ops:
            for part in walk(op):
                if part is NO_OP:
                    continue
                self._of_op[id(part)] = number
                if isinstance(part.data, Standing):
                    self._of_standing[id(part.data)] = number, part.span

    def passage(self, op: Op, span: Span | None = None) -> Passage | None:
        """Where an operation stands, or another stretch of the same declaration; none if no author wrote it."""
        number = self._of_op.get(id(op))
        if number is None:
            return None
        wanted = span if span is not None and span != NOWHERE else op.span
        rule = self._rules[number]
        return Passage(rule, wanted if wanted != NOWHERE else rule.node.span)

    def of_standing(self, standing: Standing) -> Passage | None:
        found = self._of_standing.get(id(standing))
        return Passage(self._rules[found[0]], found[1]) if found is not None else None

    def of_declaration(self, sort: str, name: str) -> Passage | None:
        """The head of a declaration: `effect hit`; of a card by its id."""
        rule = self._of_name.get((sort, name))
        return Passage(rule, rule.node.span) if rule is not None else None

    def of_verb(self, verb: VerbSig | None, span: Span | None = None) -> Passage | None:
        """The declaration of an effect or action, or the sentence of a phase."""
        if verb is None or verb.place is None:
            return None
        for rule in self._rules:
            start = verb.place.start - rule.piece.start
            if rule.piece.file == verb.place.file and 0 <= start < len(rule.piece.text):
                own = verb.node.span if verb.node is not None else (start, verb.place.end - rule.piece.start)
                return Passage(rule, span or own)
        return None

    def said(self, op: Op) -> str:
        """An expression in the words of its author."""
        if op.name in ("it", "me", "that"):  # they may go without saying
            return op.name
        found = self.passage(op)
        if found is None or op.span == NOWHERE:
            return str(op.data[1] if isinstance(op.data, tuple) and len(op.data) > 1 else op.data or op.name)
        return found.text
