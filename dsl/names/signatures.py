"""Signatures: everything needed to use a declaration, without its body."""

from __future__ import annotations

from typing import Literal

from attrs import define, field, frozen

from dsl.names import types as t
from dsl.syntax import nodes as n
from dsl.text.source import Piece, Place, Span

InferredKey = tuple[Literal["rule", "field", "table", "verb"], str, str]
"""A declaration whose type follows from its body: its sort, the kind that has it, its name."""
SeenBy = Literal["", "all", "owner", "nobody", "named"]
"""Who sees a zone: unspecified, everybody, its owner, nobody, or the players that an expression names."""
FieldSort = Literal["printed", "keeps", "stat", "zone", "children", "script", "stands", "back"]


@frozen
class FieldSig:
    """A field of a kind: printed, kept or computed, a zone, children, a script, or a position."""

    name: str
    sort: FieldSort
    type: t.Type
    kind: str
    place: Place
    default: n.Expr | None = None
    required: bool = False
    holds: n.Expr | None = None
    seen_by: SeenBy = ""
    levels: tuple[int, int] | None = None
    marks: n.Marks = field(factory=n.Marks)
    capacity: int | None = None  # the maximum number of things in a zone, or in each of its levels
    computed: bool = False  # a stat with a computed base, so no card prints it

    @property
    def item_kind(self) -> str:
        """The kind that a zone is declared for: everybody knows it of each thing in the zone."""
        type = t.plain(self.type)
        while isinstance(type, t.TableT | t.ListT | t.MaybeT):
            type = t.plain(type.of)
        return type.name if isinstance(type, t.KindT) else "Thing"


@define
class KindSig:
    name: str
    base: str | None
    place: Place
    fields: dict[str, FieldSig] = field(factory=dict)
    works_in: tuple[str, ...] = ()
    shown: str = ""


@frozen
class SlotSig:
    """A slot of a verb: the object has no preposition."""

    preposition: str
    name: str
    type: t.Type
    default: n.Expr | None
    required: bool

    @property
    def spelt(self) -> str:
        return f"{self.preposition} {self.name}".strip()


@define
class VerbSig:
    """A verb: everything that can happen, so everything that can be hooked."""

    name: str
    sort: Literal["effect", "action", "phase", "builtin"]
    slots: tuple[SlotSig, ...]
    place: Place | None
    node: n.Effect | n.Action | n.Phase | None = None
    keeps: dict[str, t.Type] = field(factory=dict)
    gives: str | t.Type = ""
    windows: tuple[str, ...] = ()
    says: str | None = None  # its sentence in the log
    cites: tuple[str, ...] = ()
    span: Span | None = None  # of the whole declaration in its piece

    @property
    def by_me(self) -> bool:
        return any(slot.name == "me" for slot in self.slots)

    def slot(self, preposition: str) -> SlotSig | None:
        return next((slot for slot in self.slots if slot.preposition == preposition), None)

    @property
    def phrase(self) -> str:
        parts = [self.name]
        for slot in self.slots:
            parts.append(slot.spelt if slot.required else f"[{slot.spelt}]")
        return " ".join(parts)


@frozen
class MarkSig:
    """A keyword or status."""

    name: str
    status: bool
    params: tuple[SlotSig, ...]
    bearers: tuple[str, ...]
    place: Place
    node: n.Keyword | n.Status
    stacks: str = "never"


@define
class RuleSig:
    """A rule, a define or a goal: a value that is computed. Its type is inferred when it is first needed."""

    name: str
    sort: Literal["rule", "define", "goal"]
    params: tuple[SlotSig, ...]
    place: Place
    node: n.Rule | n.Define | n.Goal
    piece: Piece
    type: t.Type | None = None


@frozen
class Simple:
    """A name with a place and a node, where no more is needed: symbols, dice, windows, flows, modes …"""

    name: str
    place: Place
    node: n.Node
    members: tuple[str, ...] = ()
    numeric: bool = False


@frozen
class DieSig(Simple):
    """A die. Each entry of `faces` is a range of numbers, or one number with symbols: low, high, symbols."""

    faces: tuple[tuple[int, int, tuple[str, ...]], ...] = ()


@frozen
class ComboSig(Simple):
    """A combination: the number of dice for each word."""

    parts: tuple[tuple[int, str], ...] = ()


@frozen
class LayerSig(Simple):
    """A layer of modifiers, applied after another one."""

    after: str = ""


@frozen
class WindowSig(Simple):
    """A window, with the names of its parameters."""

    params: tuple[str, ...] = ()


@frozen
class RulingSig(Simple):
    """A ruling; `members` are its options."""

    default: str = ""
