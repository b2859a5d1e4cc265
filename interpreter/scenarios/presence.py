"""Names in the lines of a scenario: whether their things are on the table, where, and in which copies.

A name without a thing in play is a card, and a card has printed values. A line about a thing that has left, or that
never entered play, must not be true because of these; so the names are checked before the line is evaluated. If a name
has several copies, a line about where or what something is means any of them; every other line must be true of all
copies or of none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

from attrs import evolve

import interpreter.evaluate.things as things
from dsl.diagnostics import Span
from dsl.diagnostics.codes import failures as codes
from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.evaluate.expressions import truth, value
from interpreter.execute.machine import Machine
from interpreter.explain.resolve_words import TypedWords
from interpreter.model import state as s
from interpreter.model.environment import items, one
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Cell, Location
from interpreter.scenarios.setup import Fails

_NAMES = ("card", "child")
_ON_ANY_CARD = ("id", "name")
_COMBINATIONS = 500
"""The maximum number of combinations of copies tried for one line."""


def is_card(named: Value) -> bool:
    return any(isinstance(part, CardRef) for part in items(named))


# ------------------------------------------------------------------------------------------------------------ presence


def must_be_there(saying: TypedWords, op: Op, span: Span) -> None:
    """The things in a `cannot` line must exist: nothing that is absent is ever offered."""
    m, op = saying.machine, saying.spelt_out(op)
    if op.name == "none":
        return
    named = value(op, saying.scope, m)
    if op.name == "constant" and isinstance(op.data, str):  # a name in quotes
        card = things.card_id(m, op.data)
        named = CardRef(card) if card in m.linked.cards and not things.copies(m, card) else named
    said = saying.cx.findings.piece.text[slice(*span)]
    if _has_left(saying, op):
        raise Fails(codes.NOT_THERE, span, what=f"`{said}` is gone: it has left the table")
    if named is None:
        raise Fails(codes.NOT_THERE, span, what=f"`{said}` does not exist here")
    if isinstance(named, CardRef) and op.name in (*_NAMES, "constant"):
        raise _missing(saying, named, said, span)


def _missing(saying: TypedWords, card: CardRef, said: str, span: Span) -> Fails:
    left = saying.past is not None and card.id in saying.past.came
    what = f"`{said}` is gone: it has left the table" if left else f"`{said}` is not on the table, and never was"
    return Fails(codes.NOT_THERE, span, what=what)


def check_names(saying: TypedWords, claim: Op) -> None:
    """Fail if a claim reads a thing that is not on the table, or states something that is always true of it."""
    for part in _plain_parts(claim):
        match part:
            case Op(name="field", args=(thing, *_)):
                _is_something(saying, thing, "does not exist here, so it has no values")
            case Op(name="call", data="all", args=(many, *_)):
                _is_something(saying, many, "is empty here, so `all` tests nothing")
    for part in walk(claim):
        match part:
            case Op(name="field", args=(thing, *_), data=(_, name)):
                _readable(saying, thing, name)
            case Op(name="compare", args=(left, _), data="has" | "lacks"):
                _readable(saying, left, "")
            case Op(name="compare", args=(left, right), data="in" | "not in"):
                _member(saying, left, right)
            case Op(name="compare", args=(left, Op(name="none")), data="is" | "is not"):
                _readable(saying, left, "owner")
            case Op(name="call", data="gone", args=(thing,)):
                _came(saying, thing)
            case Op(name="call", data="count", args=(thing, *_)):
                _readable(saying, thing, "")
            case Op(name="call", data=str(), args=args):  # functions about places and visibility
                for thing in args:
                    _readable(saying, thing, "zone")


def _plain_parts(claim: Op) -> Iterator[Op]:
    """The parts of a claim outside queries."""
    yield claim
    queries = claim.name in ("call", "where", "named")
    for part in claim.args[:1] if queries else claim.args:
        yield from _plain_parts(part)


def _is_something(saying: TypedWords, op: Op, why: str) -> None:
    if op.name not in _NAMES and value(op, saying.scope, saying.machine) in (None, ()) and not _has_left(saying, op):
        said = saying.cx.findings.piece.text[slice(*op.span)]
        raise Fails(codes.NOT_THERE, op.span, what=f"`{said}` {why}")


def _named(saying: TypedWords, op: Op) -> tuple[Op, Value]:
    op = saying.spelt_out(op)
    return op, value(op, saying.scope, saying.machine) if op.name in (*_NAMES, "local") else None


def _readable(saying: TypedWords, op: Op, field: str) -> None:
    """Check a field of a name: a card has only printed fields, and only if the card itself can be meant."""
    spelt, named = _named(saying, op)
    said = saying.cx.findings.piece.text[slice(*op.span)]
    if spelt.name in _NAMES and isinstance(named, CardRef) and field not in _ON_ANY_CARD:
        if not _is_meant_as_card(saying, named, field):
            raise _missing(saying, named, said, op.span)
    elif _has_left(saying, spelt):
        raise Fails(codes.NOT_THERE, op.span, what=f"`{said}` is gone: it has left the table")


def _has_left(saying: TypedWords, op: Op) -> bool:
    """Whether a name given by the scenario refers to a thing that has left since."""
    return op.name == "local" and saying.past is not None and op.data in saying.past.gone


def _is_meant_as_card(saying: TypedWords, card: CardRef, field: str) -> bool:
    """Whether a name means the card itself: before the first event, or if cards of its kind are never on the table."""
    linked, past = saying.machine.linked, saying.past
    shape = linked.layout.kinds[linked.cards[card.id].kind]
    sig = shape.fields.get(field)
    if field and (sig is None or sig.sort in ("keeps", "stands", "zone", "back")):
        return False
    if past is None or card.id in past.came:
        return past is None
    return not past.begun or not _lies_out(saying.machine, shape)


def _lies_out(m: Machine, shape: s.KindLayout) -> bool:
    """Whether copies of cards of a kind enter play: they keep something, stand somewhere, or have a zone."""
    if any(sig.sort in ("keeps", "stands") for sig in shape.fields.values()):
        return True
    for other in m.linked.layout.kinds.values():
        for sig in other.fields.values():
            of = t.item(sig.type) or t.plain(sig.type)
            if sig.sort in ("zone", "children") and isinstance(of, t.KindT) and of.name in shape.lineage:
                return True
    return False


def _member(saying: TypedWords, op: Op, among: Op) -> None:
    """Fail if a claim about a zone names a card that never entered play: it would be trivially false."""
    spelt, named = _named(saying, op)
    if spelt.name in _NAMES and isinstance(named, CardRef) and among.name in ("field", "table_field"):
        listed = value(among, saying.scope, saying.machine)
        if not is_card(listed):
            _came(saying, op)


def _came(saying: TypedWords, op: Op) -> None:
    spelt, named = _named(saying, op)
    came = saying.past.came if saying.past is not None else None
    if spelt.name in _NAMES and isinstance(named, CardRef) and came is not None and named.id not in came:
        raise _missing(saying, named, saying.cx.findings.piece.text[slice(*op.span)], op.span)


# -------------------------------------------------------------------------------------------------------------- copies


def holds(saying: TypedWords, claim: Op) -> bool:
    """Whether a claim is true for the copies that its names may mean."""
    match claim.name:
        case "and":
            return all(holds(saying, part) for part in claim.args)
        case "or":
            return any(holds(saying, part) for part in claim.args)
        case "not":
            return not holds(saying, claim.args[0])
    names = {_key(op): (op, copies) for op, copies in _names_of(saying, claim) if len(copies) > 1}
    if not names:
        return truth(claim, saying.scope, saying.machine)
    results: dict[tuple[Thing, ...], list[bool]] = {}
    sides = _sides(claim)
    inner = [key for key in names if key not in sides]
    for way in islice(product(*(copies for _, copies in names.values())), _COMBINATIONS):
        meant = dict(zip(names, way, strict=True))
        so = truth(_with(claim, meant), saying.scope, saying.machine)
        results.setdefault(tuple(meant[key] for key in inner), []).append(so)
    of_any = claim.data in ("is", "in")
    verdicts = {any(some) if of_any else all(some) for some in results.values()}
    if len(verdicts) > 1:
        op, copies = names[inner[0]]
        raise _ambiguous(saying, op, copies)
    return verdicts.pop()


def must_be_one(saying: TypedWords, op: Op, meant: Iterable[Value]) -> None:
    """Fail if an answer names copies in different places; copies in one place are interchangeable."""
    copies = tuple(candidate for candidate in meant if things.is_thing(saying.machine, candidate))
    if saying.spelt_out(op).name in (*_NAMES, "constant") and len(_lying(saying.machine, copies)) > 1:
        raise _ambiguous(saying, op, copies)


def must_mean_one(saying: TypedWords, text: Op) -> None:
    """Fail if a sentence names copies in different places."""
    pending = [text]
    while pending:
        part = pending.pop()
        if part.name == "perform" and part.data[0] == "take":  # `take` makes copies of a card
            continue
        if part.name == "compare" and part.data in ("is", "is not"):  # a comparison with the card itself
            sides = [side for side in part.args if saying.spelt_out(side).name not in _NAMES]
            pending += sides
            continue
        pending += part.args
        for op, copies in _names_of(saying, evolve(part, args=())):
            if len(_lying(saying.machine, copies)) > 1:
                raise _ambiguous(saying, op, copies)


def _ambiguous(saying: TypedWords, op: Op, copies: tuple[Thing, ...]) -> Fails:
    said = saying.cx.findings.piece.text[slice(*op.span)]
    lying = "; ".join(_lying(saying.machine, copies))
    return Fails(codes.SEVERAL, op.span, name=said, count=len(copies), lying=lying)


def _lying(m: Machine, copies: Iterable[Thing]) -> list[str]:
    """The distinct places of some copies; with their owners, if places alone are ambiguous."""
    places = [(where(m, copy), things.controller(m, copy)) for copy in copies]
    owners: dict[str, set[Thing | None]] = {}
    for place, owner in places:
        owners.setdefault(place, set()).add(owner)
    descriptions = (
        f"{place} ({things.shown(m, owner) if owner is not None else 'nobody'}'s)" if len(owners[place]) > 1 else place
        for place, owner in places
    )
    return list(dict.fromkeys(descriptions))


def _sides(claim: Op) -> set[tuple[str, str]]:
    """The names that are a side of a comparison or membership test."""
    if claim.name != "compare" or claim.data not in ("is", "is not", "in", "not in"):
        return set()
    sides = [part for side in claim.args for part in (side.args if side.name == "list" else (side,))]
    return {_key(part) for part in sides if part.name in (*_NAMES, "local")}


def _names_of(saying: TypedWords, claim: Op) -> Iterator[tuple[Op, tuple[Thing, ...]]]:
    m = saying.machine
    for op in walk(claim):
        spelt = saying.spelt_out(op)
        if spelt.name in _NAMES:
            first = value(spelt, saying.scope, m)
            card = m.state.cells[first + s.CARD] if type(first) is int else None
            if card in m.linked.cards:
                yield op, things.copies(m, card)


def _key(op: Op) -> tuple[str, str]:
    """The key of a name: the same name twice in a claim means the same copy."""
    return op.name, str(op.data)


def _with(claim: Op, meant: dict[tuple[str, str], Thing]) -> Op:
    """A claim with names replaced by things."""
    if claim.name in (*_NAMES, "local") and _key(claim) in meant:
        return Op("constant", claim.type, (), meant[_key(claim)], claim.span)
    return evolve(claim, args=tuple(_with(part, meant) for part in claim.args))


# --------------------------------------------------------------------------------------------------------------- where


def where(m: Machine, thing: Value) -> str:
    """The place of a thing: `in Ann's discard`, `in pile`, `at A1`."""
    single = one(thing)
    if not things.is_thing(m, single):
        return "not on the table"
    whole = things.root(m, single)
    if whole != single:
        return f"a part of {things.shown(m, whole)}, which is {where(m, whole)}"
    place = m.state.cells[single + s.PLACE]
    if isinstance(place, Location):
        level = f"[{place.level}]" if place.level is not None else ""
        if m.state.cells[place.holder + s.KIND] == "Table":
            return f"in {place.zone}{level}"
        return f"in {things.shown(m, place.holder)}'s {place.zone}{level}"
    if isinstance(place, Cell):
        return "a space of the map"
    shape = m.linked.layout.kinds[m.state.cells[single + s.KIND]]
    for name, sig in shape.fields.items():
        space = m.state.cells[single + shape.offset[name]] if sig.sort == "stands" else None
        if space is not None:
            return f"at {things.shown(m, space)}"
    return "on the table, but in no zone"
