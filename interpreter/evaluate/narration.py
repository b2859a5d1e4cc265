"""Words for people: the log of events, names of values, phrases of actions.

A sentence consists of pieces, and a piece that names a thing identifies it. So the same sentence can be shown with
names to those who see the things, and without them to all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from sys import intern
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.dice as dice
import interpreter.evaluate.sight as sight
import interpreter.evaluate.things as things
import interpreter.model.current_events as current_events
from dsl.ir.rules import Standing
from dsl.names import types as t
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.deferred_words import DeferredWords
from interpreter.model.events import ROLLED, SEEN, Event, NamedThing, numbered
from interpreter.model.frames import V_ID, V_VERB
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Face, Location, MarkOf, Rows, TextRef
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.model.moves import Move

Piece = str | Thing
"""Words, or a thing to be named."""

_BLANK = re.compile(r"\{(\w+)\}")


def prompt_of(m: Machine, standing: Standing, it: Value) -> str:
    whose = f"{things.shown(m, it)}: " if it is not None else ""
    return f"{whose}use {standing.sort} {standing.target}?"


# ---------------------------------------------------------------------------------------------------------- the log


def note(m: Machine, event: list[Any]) -> None:
    if m.log is None:
        return
    values = tuple(sorted((k, v) for k, v in current_events.event_values(m, event).items() if not k.startswith("#")))
    template = ""
    cites: tuple[str, ...] = ()
    sig = m.linked.verbs.get(event[V_VERB])  # also an action of a keyword, a card or a variant
    if sig is not None:
        template, cites = sig.says or "", sig.cites
        if "{it}" in template and not any(name == "it" for name, _ in values):
            template = ""  # an event does not know on which card its action stands
    spend(m, limits.WORK_PER_THING * sum([len(given) for _, given in values if isinstance(given, tuple)]))
    pieces = filled(m, event[V_VERB], template, dict(values)) if template else _told(m, event[V_VERB], dict(values))
    _append(m, event[V_VERB], values, pieces, len(m.state.events) - 1, cites, event[V_ID])


def _append(
    m: Machine, verb: str, values: tuple[tuple[str, Value], ...], pieces: list[Piece], depth: int,
    cites: tuple[str, ...] = (), id: int = 0,
) -> None:  # fmt: skip
    assert m.log is not None
    onlooker = sight.Sight(m, None)
    parts: tuple[str | NamedThing, ...] = ()
    if any(isinstance(piece, int) and not onlooker.sees(piece) for piece in pieces):
        parts = tuple(piece if isinstance(piece, str) else _named(m, piece) for piece in pieces)
    words = intern(joined(m, pieces))  # many events have the same words
    number, told_before = numbered(m.log, verb not in m.linked.unspoken)
    m.log.append(Event(number, verb, values, words, depth, cites, id, parts, told_before))


def _named(m: Machine, thing: Thing) -> NamedThing:
    return NamedThing(things.born(m, thing), named(m, thing), veiled(m, thing), sight.viewers(m, thing))


def veiled(m: Machine, thing: Thing) -> str:
    """The public name of a hidden thing: by its zone."""
    place = m.state.cells[thing + s.PLACE]
    if not isinstance(place, Location):
        return "something"
    sig = m.linked.layout.kinds[m.state.cells[place.holder + s.KIND]].fields[place.zone]
    kind = sig.item_kind
    noun = m.symbols.kinds[kind].shown or kind if kind in m.symbols.kinds else kind
    return f"{t.article(noun)} {noun}"


def public_name(m: Machine, thing: Thing) -> str:
    """The public name of a thing."""
    return named(m, thing) if sight.Sight(m, None).sees(thing) else veiled(m, thing)


def came_to_light(m: Machine, thing: Thing) -> None:
    """A thing was moved or shown: viewers who see it now learn its name in the events in progress."""
    born = things.born(m, thing)
    for place, entry in _veiled_under_way(m) if m.log is not None else ():
        log = m.log or []
        before = [part.seen for part in entry.parts if isinstance(part, NamedThing) and part.born == born]
        if not before:
            continue
        before += [
            viewers for number, which, viewers in revealed(log[place:]) if (number, which) == (entry.number, born)
        ]
        new = tuple(viewer for viewer in sight.viewers(m, thing) if not any(viewer in seen for seen in before))
        if new:
            values = (("event", entry.number), ("born", born), ("viewers", new))
            number, told_before = numbered(log, False)
            log.append(Event(number, SEEN, values, "", entry.depth, told=told_before))


def _veiled_under_way(m: Machine) -> list[tuple[int, Event]]:
    """The logged events in progress that hide a name from some viewer, each with its place in the log."""
    under_way = {event[V_ID] for event in m.state.events}
    oldest = min(under_way, default=0)
    veiled = []
    log = m.log or []
    for place in range(len(log) - 1, -1, -1):
        entry = log[place]
        if (entry.id and entry.id < oldest) or not under_way:
            break
        if entry.parts and entry.id in under_way:
            veiled.append((place, entry))
    return veiled


def revealed(log: Sequence[Event]) -> list[tuple[int, int, tuple[int | None, ...]]]:
    """Names revealed later: the event's number, the birth number of the thing, and the viewers."""
    entries = (dict(entry.values) for entry in log if entry.verb == SEEN)
    return [(entry["event"], entry["born"], entry["viewers"]) for entry in entries]


def show(m: Machine, many: tuple[Thing, ...], viewers: tuple[Thing, ...]) -> None:
    """Log that something is shown, even if it is hidden again before the next question."""
    if m.log is None:
        return
    if not (m.state.events and m.state.events[-1][V_VERB] == "show"):  # otherwise the event itself is logged
        values = (("things", many), ("viewers", viewers))
        _append(m, "show", values, said(m, "show", dict(values)), len(m.state.events))
    for thing in many:
        came_to_light(m, thing)


def rolled(m: Machine, die: str, face: Face, roller: Thing | None) -> None:
    """Log the face of a die that does not stay on the table: nobody could see it otherwise."""
    if m.log is not None:
        whose: list[Piece] = [roller, "'s "] if roller is not None else []
        pieces = [*whose, f"{die} shows {_plain(m, face)}"]
        _append(m, ROLLED, (("die", die), ("face", face)), pieces, len(m.state.events))


# ------------------------------------------------------------------------------------------------- pieces of sentences


def filled(m: Machine, verb: str, template: str, values: dict[str, Value]) -> list[Piece]:
    """An author's template with its blanks filled in."""
    types = {slot.name: slot.type for slot in m.linked.signatures[verb].slots}
    pieces: list[Piece] = []
    for index, part in enumerate(_BLANK.split(template)):
        if index % 2 == 0:
            pieces.append(part)
        elif values.get(part) == ():
            pieces.append("nothing")
        elif part in values:
            pieces += pieces_of(m, values[part], types.get(part, t.UNKNOWN))
        else:
            pieces.append("{" + part + "}")
    return pieces


def _told(m: Machine, verb: str, values: dict[str, Value]) -> list[Piece]:
    """An event without words of its author, as a spectator would say it."""
    sig = m.linked.verbs.get(verb)
    if sig is not None and sig.sort == "phase" and (player := values.get("me", values.get("by"))) is not None:
        return [*pieces_of(m, player, t.UNKNOWN), f"'s {verb}"]
    if verb == "eliminate" and values.get("player") is not None:
        return [*pieces_of(m, values["player"], t.UNKNOWN), " is out"]
    if verb == "move" and values.get("thing") is not None and values.get("place") is not None:
        return [*pieces_of(m, values["thing"], t.UNKNOWN), " goes to ", *_place(m, values["place"])]
    return said(m, verb, values)


def _place(m: Machine, place: Value) -> list[Piece]:
    """A space, or a zone as people call it: `Ann's hand`, `the pile`."""
    if not isinstance(place, Location):
        return pieces_of(m, place, t.UNKNOWN)
    level = f" {place.level}" if place.level is not None else ""
    if m.state.cells[place.holder + s.KIND] == "Table":
        return [f"the {place.zone}{level}"]
    return [place.holder, f"'s {place.zone}{level}"]


def said(m: Machine, verb: str, values: dict[str, Value]) -> list[Piece]:
    """A verb with its slots, as in a sentence."""
    if verb == "show":
        return _shown(m, values)
    if verb == "pass" and values.get("player") is not None:
        return [*pieces_of(m, values["player"], t.UNKNOWN), " passes"]
    pieces: list[Piece] = [verb]
    for slot in m.linked.signatures[verb].slots:
        given = values.get(slot.name)
        if given is not None:
            pieces.append(f" {slot.preposition} ".replace("  ", " "))
            pieces += pieces_of(m, given, slot.type)
    return pieces


def _shown(m: Machine, values: dict[str, Value]) -> list[Piece]:
    """`show` has no player who does it: the sentence says who sees what."""
    types = {slot.name: slot.type for slot in m.linked.signatures["show"].slots}
    viewers, shown = values["viewers"], values["things"]
    if isinstance(viewers, tuple) and len(viewers) > 1 and viewers == m.state.cells[s.PLAYERS]:
        return ["everybody sees ", *pieces_of(m, shown, types["things"])]
    verb = " see " if isinstance(viewers, tuple) and len(viewers) != 1 else " sees "
    return [*pieces_of(m, viewers, types["viewers"]), verb, *pieces_of(m, shown, types["things"])]


def pieces_of(m: Machine, subject: Value, type: t.Type = t.UNKNOWN) -> list[Piece]:
    """A value as pieces; things stay numbers. The type distinguishes a thing from a number."""
    match subject:
        case tuple():
            of = t.item(type) or (t.plain(type) if isinstance(t.plain(type), t.KindT) else t.UNKNOWN)
            parts: list[Piece] = []
            for part in subject:
                parts += [", "] if parts else []
                parts += pieces_of(m, part, of)
            return parts
        case bool():
            return ["yes" if subject else "no"]
        case int() if _is_thing(m, subject, type):
            return [subject]
        case Location(holder=holder, zone=zone, level=level):
            return [holder, f".{zone}" + (f"[{level}]" if level is not None else "")]
        case TextRef(thing=int() as thing, name=name):
            return [thing, f".{name}"]
        case Rows(rows=rows, default=default):
            return _rows(m, rows, default, type)
        case _:
            return [_plain(m, subject)]


def _rows(m: Machine, rows: tuple[tuple[Any, Any], ...], default: Value, type: t.Type) -> list[Piece]:
    """A table, as written in a rule."""
    plain = t.plain(type)
    by, of = (plain.by, plain.of) if isinstance(plain, t.TableT) else (t.UNKNOWN, t.UNKNOWN)
    pieces: list[Piece] = ["{ "]
    for key, value in rows:
        pieces += [*_key(m, key, by), ": ", *pieces_of(m, value, of), ", "]
    return [*pieces, "else: ", *pieces_of(m, default, of), " }"]


def _key(m: Machine, key: Value, by: t.Type) -> list[Piece]:
    match key:
        case ("range", low, high):
            return [f"{low}..{high}"]
        case ("at least" | "at most" as word, number):
            return [f"{word} {number}"]
        case ("number" | "symbols" | "kind" | "text" | "thing", *names):
            return [" or ".join(str(name) for name in names)]
        case _:
            return pieces_of(m, key, by)


def _is_thing(m: Machine, number: int, type: t.Type) -> bool:
    match t.plain(type):
        case t.KindT():
            return number >= m.linked.layout.first_thing
        case t.UnknownT() | t.NothingT():
            return _has_kind(m, number)
        case _:
            return False


def _has_kind(m: Machine, number: int) -> bool:
    """Whether a number could be that of a thing, in play or gone: its first cell holds a kind."""
    cells = m.state.cells
    kind = cells[number + s.KIND] if m.linked.layout.first_thing <= number < len(cells) else None
    return isinstance(kind, str) and kind in m.linked.layout.kinds


def _plain(m: Machine, subject: Value) -> str:
    match subject:
        case Face(number=number, symbols=symbols):
            return " + ".join(symbols) or str(number)
        case MarkOf(name=name, args=args):
            return f"{name}({', '.join(str(arg) for arg in args)})" if args else name
        case TextRef(thing=thing, name=name):
            return f"{things.shown(m, thing)}.{name}"
        case CardRef():
            return things.shown(m, subject)
        case None:
            return "none"
        case _:
            return str(subject)


def joined(m: Machine, pieces: list[Piece]) -> str:
    """The pieces as one line of limited length."""
    words: list[str] = []
    left = limits.TEXT_CHARACTERS
    for piece in pieces:
        words.append(piece if isinstance(piece, str) else named(m, piece))
        left -= len(words[-1])
        if left < 0:
            return "".join(words)[: limits.TEXT_CHARACTERS - 1] + "…"
    return "".join(words)


def shown_value(m: Machine, subject: Value, type: t.Type = t.UNKNOWN) -> str:
    return joined(m, pieces_of(m, subject, type))


def named(m: Machine, thing: Value) -> str:
    """The name of a thing; a die with its face."""
    words = things.shown(m, thing)
    if isinstance(thing, int) and "Die" in things.lineage(m, thing):
        return f"{words} {_plain(m, dice.shown_face(m, thing))}"
    return words


def phrase(m: Machine, verb: str, values: dict[str, Value]) -> str:
    return joined(m, said(m, verb, values))


def deferred(m: Machine, how: Callable[..., str], *about: Any) -> DeferredWords:
    """The words of an option, computed on demand; `about` begins with the value of the option."""
    return DeferredWords(type(m), m.linked, m.state.cells, how, about)


def move_words(m: Machine, move: Move) -> str:
    return phrase(m, move.verb, dict(move.values))


def payer_words(m: Machine, payer: tuple[int, Thing]) -> str:
    return shown_value(m, payer[1])
