"""Passages: the author's words with the rule around them, its location, and the clauses that it cites.

The names and citations around an operation are read from the tree on demand and returned as plain data, so code that
explains a match needs no nodes.
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
    """A location in a file, for people."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class SourceDeclaration:
    """A declaration: its name for people, its text and its tree."""

    name: str
    piece: Piece
    node: n.Node

    @property
    def span(self) -> Span:
        return self.node.span

    @property
    def is_borne(self) -> bool:
        """Whether the text belongs to things; everybody knows the text of the ruleset itself."""
        return isinstance(self.node, n.Thing | n.Keyword | n.Status | n.Kind)

    @property
    def passage(self) -> Passage:
        """The whole declaration."""
        return Passage(self, self.span)


@frozen
class Passage:
    """A part of a declaration: the author's words, their location, the rule around them, and their citations."""

    rule: SourceDeclaration
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
        """Whether the text belongs to things; everybody knows the text of the ruleset itself."""
        return self.rule.is_borne

    def borne_by(self, bearer: str) -> str:
        """The bearer of the text, if that adds to its name: an effect has none, a card is its own."""
        return bearer if self.is_borne and not self.rule.name.endswith(bearer) else ""

    @property
    def cites(self) -> tuple[str, ...]:
        """The citations of the innermost text around it that has any."""
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
    """The name for people of a text inside a declaration; empty if it has none."""
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
            words = shown.value if shown is not None else id.text if id is not None else ""
            return f"{kind.text} {words}".strip()
        case n.Phrase(verb=verb, body=n.Block()):
            return verb.text
        case n.RulingOption(id=id):
            return id.text
        case n.Stat(name=name):
            return f"stat {name.text}"
        case _:
            return ""


def _named(node: n.Node, sort: str, name: str) -> str:
    """The name of a declaration, for people."""
    match node:
        case n.Hook() | n.Modify() | n.Forbid() | n.Thing():
            return _called(node)
        case n.Kind(extends=True):
            return f"extend {name}"
        case n.Mode(variant=True):
            return f"variant {name}"
        case _:
            return f"{sort} {name}".strip()


def declared_rules(program: Program) -> Iterator[tuple[tuple[str, str], SourceDeclaration, tuple[Op, ...]]]:
    """Every declaration and every card that could be parsed: its sort and name, the rule, and its operations."""
    for meaning in program.declarations:
        rule = SourceDeclaration(_named(meaning.node, meaning.sort, meaning.name), meaning.piece, meaning.node)
        yield (meaning.sort, meaning.name), rule, meaning.ops
    for card in program.cards:
        if card.checked.meaning is not None and card.parsed.tree is not None:
            rule = SourceDeclaration(_called(card.parsed.tree), card.parsed.piece, card.parsed.tree)
            yield ("card", card.id), rule, (card.checked.meaning,)
