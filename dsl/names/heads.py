"""Reads the heads of declarations: the types that authors write, parameters and slots, the signature of a verb."""

from __future__ import annotations

from itertools import chain
from typing import Literal

from dsl.diagnostics import Diagnostic, diagnose, did_you_mean
from dsl.diagnostics.codes import names as codes
from dsl.names import types as t
from dsl.names.signatures import SlotSig, VerbSig
from dsl.names.symbols import SymbolTable, unread
from dsl.names.value_shapes import shape
from dsl.syntax import nodes as n
from dsl.syntax.keywords import TYPE_NAMES
from dsl.syntax.walk import walk
from dsl.text.source import Piece, Span

_WORD_TYPES: dict[str, t.Type] = {
    "Combo": t.RefT("combo"),
    "Window": t.RefT("window"),
    "Flow": t.RefT("flow"),
    "Verb": t.RefT("verb"),
    "Kind": t.RefT("kind"),
    "Keyword": t.MarkT("any"),
    "Cost": t.RefT("cost"),
    "Word": t.UNKNOWN,
}
"""Words of the program as types."""


class HeadReader:
    """Reads types and parameters with the names of a program, and collects what is wrong with them."""

    def __init__(self, symbols: SymbolTable) -> None:
        self.symbols = symbols
        self.diagnostics: list[Diagnostic] = []

    def type(self, piece: Piece, node: n.Type) -> t.Type:
        """The type that an author wrote."""
        plain = self._type(piece, node)
        return t.MaybeT(plain) if node.maybe and not isinstance(plain, t.UnknownT) else plain

    def _type(self, piece: Piece, node: n.Type) -> t.Type:
        match node.form:
            case "kind" | "many":
                named = self._named(piece, node)
                return t.ListT(named) if node.form == "many" and not isinstance(named, t.UnknownT) else named
            case "range":
                return t.NumberT(node.low, node.high)
            case "number":
                return t.NUMBER
            case "text":
                return t.TEXT
            case "truth":
                return t.TRUTH
            case "ladder":
                return t.LadderT()
            case "list":
                assert node.of is not None
                return t.ListT(self.type(piece, node.of))
            case "table":
                assert node.of is not None
                assert node.by is not None
                return t.TableT(self.type(piece, node.by), self.type(piece, node.of))

    def _named(self, piece: Piece, node: n.Type) -> t.Type:
        name = node.name
        if name in self.symbols.kinds:
            return t.KindT(name)
        if name in self.symbols.symbols:
            return t.SymbolT(name)
        if name in _WORD_TYPES:
            return _WORD_TYPES[name]
        self.unknown_kind(piece, name, node.span)
        return t.UNKNOWN

    def kind(self, piece: Piece, name: n.Name) -> t.Type:
        """The kind with this name."""
        if name.text in self.symbols.kinds:
            return t.KindT(name.text)
        self.unknown_kind(piece, name.text, name.span)
        return t.UNKNOWN

    def unknown_kind(self, piece: Piece, name: str, span: Span) -> None:
        """Report a kind that nobody declares, unless its text could not be read: that is reported already."""
        if unread(name, self.symbols.broken):
            return
        help = did_you_mean(name, chain(self.symbols.kinds, self.symbols.symbols))
        if not help and name.lower() in TYPE_NAMES:
            help = f"write `{TYPE_NAMES[name.lower()]}`"
        if name in self.symbols.symbols:
            help = f"`{name}` is a set of symbols, but this needs a kind of thing"
        self.diagnostics.append(diagnose(codes.UNKNOWN_KIND, piece.place(span), help=help, name=name))

    def params(self, piece: Piece, params: tuple[n.Param, ...]) -> tuple[SlotSig, ...]:
        """Parameters and slots; a name or preposition twice is reported once."""
        slots: list[SlotSig] = []
        names: set[str] = set()
        prepositions: set[str] = set()
        for param in params:
            if param.name in names:
                place = piece.place(param.span)
                self.diagnostics.append(
                    diagnose(codes.SHADOW, place, name=param.name, what="another slot of this head")
                )
            elif param.preposition and param.preposition in prepositions:
                self.diagnostics.append(diagnose(codes.SLOT_TWICE, piece.place(param.span), slot=param.preposition))
            if param.name == "me":
                type: t.Type = t.PLAYER
            elif param.type is not None:
                type = self.type(piece, param.type)
            elif param.default is not None:
                type = shape(param.default)
            else:
                type = t.UNKNOWN
            maybe = param.type is not None and param.type.maybe
            required = param.default is None and param.name != "me" and not maybe
            slots.append(SlotSig(param.preposition, param.name, type, param.default, required))
            names.add(param.name)
            prepositions.add(param.preposition)
        return tuple(slots)


def verb_signature(heads: HeadReader, piece: Piece, tree: n.Effect | n.Action) -> VerbSig:
    """The signature of a verb: its slots, its kept values and its result."""
    slots = heads.params(piece, tree.slots)
    keeps: dict[str, t.Type] = {}
    gives: str | t.Type = ""
    for line in tree.body.lines:
        if isinstance(line, n.Keeps):
            unsaid = shape(line.default)  # without a range, any number is allowed
            unsaid = t.NUMBER if isinstance(unsaid, t.NumberT) else unsaid
            keeps[line.name.text] = heads.type(piece, line.type) if line.type else unsaid
    for node in walk(tree.body):
        if isinstance(node, n.Result):
            gives = shape(node.value)
    windows: tuple[str, ...] = ()
    category: Literal["effect", "action"] = "effect"
    if isinstance(tree, n.Action):
        category = "action"
        windows = tuple(
            window.text for clause in tree.clauses if isinstance(clause, n.DuringWindow) for window in clause.windows
        )
    says = tree.marks.says.value if tree.marks.says is not None else None
    cites = tuple(cite.clause for cite in tree.marks.cites)
    place = piece.place(tree.id.span)
    return VerbSig(tree.id.text, category, slots, place, tree, keeps, gives, windows, says, cites, tree.span)
