"""Checked cards, each by itself: its head, its meaning, and the cards that it names."""

from __future__ import annotations

import re

from attrs import frozen

from dsl.diagnostics import Diagnostic
from dsl.ir.effects.footprint import Footprint
from dsl.ir.operations import Op
from dsl.names.signatures import VerbSig
from dsl.syntax import nodes as n
from dsl.text.source import Span


@frozen
class CardReference:
    """A card that a text names: it must exist in the packs that are loaded."""

    kind: str  # the required kind; `Thing` if any kind is allowed
    name: str
    shown: bool  # written in quotes, so a shown name
    span: Span


@frozen
class Head:
    """The part of a form that other declarations use."""

    kind: str
    id: str
    shown: str
    span: Span
    formerly: tuple[str, ...] = ()
    like: str = ""  # the id or shown name of the card that it is based on


@frozen
class CheckedForm:
    """A form checked by itself: its head, the cards that it refers to, its diagnostics, its footprint."""

    head: Head
    wants: tuple[CardReference, ...]
    diagnostics: tuple[Diagnostic, ...]
    footprint: Footprint
    cites: tuple[str, ...]
    meaning: Op | None = None
    verbs: tuple[VerbSig, ...] = ()  # actions that its text grants


def form_id(shown: str) -> str:
    """The id of a thing that has only a shown name: `Tail Whip` is `Tail_Whip`."""
    words = re.sub(r"[^\w]+", "_", shown).strip("_")
    return words[:1].upper() + words[1:] if words else "_"


def head_of(tree: n.Thing) -> Head:
    shown = tree.shown.value if tree.shown else (tree.id.text if tree.id else tree.kind.text)
    id = tree.id.text if tree.id else form_id(shown)
    named = tree.id or tree.shown or tree.kind
    old = tuple(name.text if isinstance(name, n.Name) else name.value for name in tree.marks.formerly)
    like = "" if tree.like is None else tree.like.text if isinstance(tree.like, n.Name) else tree.like.value
    return Head(tree.kind.text, id, shown, named.span, old, like)
