"""Passages: the words of an author with the rule that they stand in, its place, and the clauses that it cites.

The names and citations around an operation are read from the tree here, when somebody asks, and handed on as plain
data: those who explain a match need no node.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dsl.ir.operations import Op
from dsl.ir.program import Program
from dsl.syntax import nodes as n
from dsl.syntax.nodes import NOWHERE
from dsl.syntax.walk import walk as walk_nodes
from dsl.text.source import Piece, Place, Span

SNIPPET = 90
"""The maximum number of characters of a text that are shown."""


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

    @property
    def span(self) -> Span:
        return self.node.span

    @property
    def is_borne(self) -> bool:
        """Whether the text stands on things; what the ruleset says by itself is known to everybody."""
        return isinstance(self.node, n.Thing | n.Keyword | n.Status | n.Kind)

    @property
    def passage(self) -> Passage:
        """The whole declaration."""
        return Passage(self, self.span)


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
        return self.rule.is_borne

    def borne_by(self, bearer: str) -> str:
        """Who bears the text, where that tells more than its name: an effect is borne by nobody, a card by itself."""
        return bearer if self.is_borne and not self.rule.name.endswith(bearer) else ""

    @property
    def cites(self) -> tuple[str, ...]:
        """What the innermost text around it cites that cites anything."""
        for node in reversed(list(self._around(only_named=False))):
            clauses = tuple(cite.clause for cite in getattr(node, "marks", n.Marks()).cites)
            because = getattr(node, "because", None)
            if isinstance(because, n.Cite):
                clauses = (*clauses, because.clause)
            if clauses:
                return tuple(dict.fromkeys(clauses))
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


def declared_rules(program: Program) -> Iterator[tuple[tuple[str, str], Rule, tuple[Op, ...]]]:
    """Every declaration and every card that could be read: its sort and name, the rule, and its operations."""
    for meaning in program.declarations:
        rule = Rule(_named(meaning.node, meaning.sort, meaning.name), meaning.piece, meaning.node)
        yield (meaning.sort, meaning.name), rule, meaning.ops
    for card in program.cards:
        if card.checked.meaning is not None and card.parsed.tree is not None:
            rule = Rule(_called(card.parsed.tree), card.parsed.piece, card.parsed.tree)
            yield ("card", card.id), rule, (card.checked.meaning,)
