"""Cards based on cards: `Weapon "Twin Blade (Blow)" like "Twin Blade" { technic Disarm }`.

A card that is `like` another has the fields, keywords, parts and rules of the original and states only the
differences: its own fields and keywords replace the original's, its own parts replace all parts in the same place, and
its own rules are added. Each card is still checked by itself. This module checks what needs several cards, and builds
the whole card in two forms: as text for readers, and as operations for the engine. Inherited parts remain the text of
the original card, so every line keeps its source location.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import evolve

from dsl.diagnostics import Diagnostic, Label, diagnose
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.cycles import in_words
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.text.limits import CIRCLE_SHOWN, LIKE_CHAIN
from dsl.text.source import Place


def circles(likes: Mapping[str, tuple[str, Place]]) -> list[Diagnostic]:
    """Cards that are like each other in a circle. `likes` has by every name of a card the one that it is based on."""
    diagnostics: list[Diagnostic] = []
    length: dict[str, int] = {}  # of the chain from a card to the one that is like no other
    for start in sorted(likes):
        way: dict[str, None] = {}
        here = start
        while here in likes and here not in way and here not in length:
            way[here] = None
            here = likes[here][0]
        if here in way:
            names = list(way)
            circle = names[names.index(here) :]
            words = in_words(circle, " is like ")
            notes = [Label(likes[name][1], f"`{name}`") for name in circle[1:CIRCLE_SHOWN]]
            diagnostics.append(diagnose(codes.CYCLE, likes[here][1], what="the card", cycle=words, notes=notes))
        below = length.get(here, 0)
        for name in reversed(way):
            below += 1
            if below == LIKE_CHAIN + 1 and here not in way:
                diagnostics.append(_long_chain(likes[name][1]))
            length[name] = below
    return diagnostics


def _long_chain(place: Place) -> Diagnostic:
    what, limit = "this chain of cards that are like each other", f"{LIKE_CHAIN} cards"
    help = "write the inherited fields on this card itself"
    return diagnose(TOO_LARGE, place, what=what, limit=limit, name="LIKE_CHAIN", help=help)


def whole_tree(tree: n.Thing, symbols: SymbolTable, find: Callable[[str], n.Thing | None]) -> n.Thing:
    """A card with everything that it inherits written out.

    Longer chains and cycles are errors; this function terminates on them anyway.
    """
    chain = [tree]
    while chain[-1].like is not None and len(chain) <= LIKE_CHAIN:
        like = chain[-1].like
        base = find(like.text if isinstance(like, n.Name) else like.value)
        if base is None:
            break
        chain.append(base)
    merged = chain.pop()
    while chain:
        merged = _over(chain.pop(), merged, symbols)
    return merged


def _over(own: n.Thing, base: n.Thing, symbols: SymbolTable) -> n.Thing:
    lines = own.body.lines if own.body is not None else ()
    kind = own.kind.text
    heads = {_head(line, kind, symbols) for line in lines} - {None}
    kept = [line for line in (base.body.lines if base.body else ()) if _head(line, kind, symbols) not in heads]
    marks = evolve(own.marks, says=own.marks.says or (None if lines else base.marks.says))
    return evolve(own, body=n.Block((*kept, *lines)), marks=marks, like=None)


def _head(line: n.Line, kind: str, symbols: SymbolTable) -> tuple[str, str] | None:
    """The key of a line of a card, by which another line can replace it; None for a rule."""
    match line:
        case n.Phrase(verb=verb):
            return "field", verb.text
        case n.Cost():
            return "field", "cost"
        case n.Thing(kind=name) if name.text in symbols.marks:
            return "mark", name.text
        case n.Thing(kind=name):
            return "parts", parts_field(kind, name.text, symbols)
        case _:
            return None


def parts_field(kind: str, child: str, symbols: SymbolTable) -> str:
    """The field of a kind that holds parts of another one; empty if it has no place for them."""
    lineage = symbols.lineage(child)
    for sig in symbols.fields(kind).values():
        of = t.item(sig.type)
        if sig.sort == "children" and isinstance(of, t.KindT) and of.name in lineage:
            return sig.name
    return ""


def whole_meaning(chain: Iterable[Op], symbols: SymbolTable) -> Op:
    """The meaning of a card including the cards that it is based on; its own meaning comes first."""
    own, *others = chain
    for base in others:
        given = {_part(part, own, symbols) for part in own.args} - {None}
        kept = [part for part in base.args if _has_place(part, own, symbols) and _part(part, own, symbols) not in given]
        own = evolve(own, args=(*kept, *own.args))
    return own


def _part(part: Op, own: Op, symbols: SymbolTable) -> tuple[str, str] | None:
    match part.name:
        case "keep" | "mark":
            return part.name, part.data
        case "form" if isinstance(part.type, t.KindT) and isinstance(own.type, t.KindT):
            return "form", parts_field(own.type.name, part.type.name, symbols)
        case _:
            return None


def _has_place(part: Op, own: Op, symbols: SymbolTable) -> bool:
    """Whether a card has a place for the contents of a card of a narrower kind."""
    assert isinstance(own.type, t.KindT)
    if part.name == "keep":
        return symbols.field(own.type.name, part.data) is not None
    return part.name != "form" or _part(part, own, symbols) != ("form", "")
