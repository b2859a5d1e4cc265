"""The whole check: pieces of rulesets and packs in, a program and diagnostics out.

In four steps, each with its own result, so that a tool can keep what has not changed:
`read_rules` (everything but cards and scenarios), `check_form` (each card by itself), `link` (do all names of cards exist,
is no name there twice), scenarios. `check` does all four.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources

from attrs import define, field, frozen

from dsl import nodes as n
from dsl.analysis import analyse
from dsl.check_declarations import Meaning, declaration
from dsl.check_forms import CheckedForm, check_form
from dsl.check_marks import allowed
from dsl.check_scenarios import check_scenario
from dsl.codes import names as codes
from dsl.diagnostics import Diagnostic, Label, diagnose, nearest
from dsl.footprint import Footprint
from dsl.going_on import events
from dsl.hidden import hidden_reads
from dsl.names import Collector, Rooms
from dsl.parse import Parsed, parse_source
from dsl.program import Card, Program, Scenario
from dsl.source import Place, Source
from dsl.triggers import endless, links


@frozen
class Unit:
    """A ruleset or a pack as parsed text. `clauses` is its game's catalogue; none means that nothing is held against one."""

    id: str
    pieces: tuple[Parsed, ...]
    clauses: frozenset[str] | None = None


@define
class Rules:
    """Everything but cards and scenarios, checked."""

    rooms: Rooms
    events: dict[str, frozenset[str]]
    meanings: tuple[Meaning, ...]
    diagnostics: tuple[Diagnostic, ...]
    clauses: dict[str, frozenset[str] | None] = field(factory=dict)


@frozen
class Checked:
    program: Program
    diagnostics: tuple[Diagnostic, ...]


@cache
def prelude() -> tuple[Parsed, ...]:
    """What every game has without saying it."""
    text = resources.files("dsl").joinpath("prelude.bot").read_text("utf-8")
    return tuple(parse_source(Source("prelude.bot", text)))


def is_rule(parsed: Parsed) -> bool:
    return parsed.tree is not None and not isinstance(parsed.tree, n.Thing | n.Scenario)


def read_rules(units: Sequence[Unit]) -> Rules:
    """Collect all heads, then check all bodies."""
    given = [(unit, parsed) for unit in units for parsed in unit.pieces if is_rule(parsed)]
    collector = Collector()
    broken = [parsed for unit in units for parsed in unit.pieces if parsed.tree is None]
    everything = [*prelude(), *(parsed for _, parsed in given), *broken]
    collector.collect(everything)
    rooms = collector.rooms
    happening = events(everything)
    found = list(collector.diagnostics)
    meanings: list[Meaning] = []
    for unit, parsed in given:
        meaning, findings = declaration(parsed, rooms, happening, unit.clauses)
        if meaning is not None:
            meanings.append(meaning)
            for op in meaning.ops:
                hidden_reads(op, rooms, findings)
        found += findings.diagnostics
    clauses = {unit.id: unit.clauses for unit in units}
    return Rules(rooms, happening, tuple(meanings), tuple(found), clauses)


def check_card(rules: Rules, unit: str, parsed: Parsed) -> CheckedForm:
    """One card by itself."""
    return check_form(parsed, rules.rooms, rules.events, rules.clauses.get(unit))


@frozen
class CardEntry:
    """A card as the link step sees it."""

    parsed: Parsed
    checked: CheckedForm


def link(rules: Rules, cards: Iterable[CardEntry]) -> tuple[dict[str, str], list[Diagnostic]]:
    """All names of cards with their kinds, and what is there twice or not at all."""
    index: dict[str, str] = {}
    places: dict[str, tuple[Place, str]] = {}
    shown: dict[str, list[tuple[str, Place]]] = {}
    found: list[Diagnostic] = []
    cards = list(cards)
    capital = rules.rooms.capital()
    for card in cards:
        head = card.checked.head
        place = card.parsed.piece.place(head.span)
        taken = capital.get(head.id)
        if taken is not None:
            note = Label(taken[1], f"{taken[0]} is called so")
            found.append(diagnose(codes.DUPLICATE, place, name=head.id, notes=[note]))
        elif head.id in places:
            note = Label(places[head.id][0], "first declared here")
            found.append(diagnose(codes.DUPLICATE, place, label="here again", name=head.id, notes=[note]))
        else:
            places[head.id] = (place, head.kind)
        for name in (head.id, head.shown, *head.formerly):
            index.setdefault(name, head.kind)
        shown.setdefault(head.shown, []).append((head.kind, place))
    by_kind = _by_kind(cards, rules.rooms)
    for card in cards:
        for want in card.checked.wants:
            kind = index.get(want.name)
            if kind is not None and (want.kind == "Thing" or want.kind in rules.rooms.lineage(kind)):
                continue
            found.append(_missing(card, want.kind, want.name, want.span, by_kind, index))
    return index, found


def _by_kind(cards: Iterable[CardEntry], rooms: Rooms) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for card in cards:
        for kind in rooms.lineage(card.checked.head.kind):
            found.setdefault(kind, []).append(card.checked.head.id)
    return found


def _missing(
    card: CardEntry, kind: str, name: str, span: tuple[int, int], by_kind: Mapping[str, list[str]], index: dict[str, str]
) -> Diagnostic:
    close = nearest(name, by_kind.get(kind, []))
    help = "did you mean " + " or ".join(f"`{one}`" for one in close) + "?" if close else ""
    what = "no card" if kind == "Thing" else f"no {kind}"
    if not help and name in index:
        help = f"`{name}` is {index[name]}, but {kind} is wanted here"
    return diagnose(codes.UNKNOWN_THING, card.parsed.piece.place(span), what=what, name=name, help=help)


def check(units: Sequence[Unit]) -> Checked:
    """Rules, cards, names, scenarios: everything that can be said about these units together."""
    rules = read_rules(units)
    cards = [
        (unit.id, CardEntry(parsed, check_card(rules, unit.id, parsed)))
        for unit in units
        for parsed in unit.pieces
        if isinstance(parsed.tree, n.Thing)
    ]
    return finish(units, rules, cards)


def finish(units: Sequence[Unit], rules: Rules, cards: Sequence[tuple[str, CardEntry]]) -> Checked:
    """Link the cards, check the scenarios, and look at the whole."""
    found: list[Diagnostic] = [d for unit in units for parsed in unit.pieces for d in parsed.diagnostics]
    found += rules.diagnostics
    found += [d for _, card in cards for d in card.checked.diagnostics]
    index, unlinked = link(rules, (card for _, card in cards))
    found += unlinked
    footprints: list[Footprint] = [card.checked.footprint for _, card in cards]
    scenarios: list[Scenario] = []
    for unit in units:
        for parsed in unit.pieces:
            if isinstance(parsed.tree, n.Scenario):
                findings = check_scenario(parsed, rules.rooms, rules.events, unit.clauses, index)
                found += findings.diagnostics
                footprints.append(findings.footprint)
                scenarios.append(Scenario(unit.id, parsed))
    clean = not any(d.severity == "error" for d in found)
    found += analyse(rules.rooms, rules.meanings, footprints, clean)
    chains = [link for meaning in rules.meanings for link in links(meaning.node, meaning.piece)]
    chains += [one for _, card in cards if card.parsed.tree for one in links(card.parsed.tree, card.parsed.piece)]
    found += endless(chains)
    found = allowed((parsed for unit in units for parsed in unit.pieces), found)
    program = Program(
        rules.rooms,
        rules.meanings,
        tuple(Card(unit, card.parsed, card.checked) for unit, card in cards),
        tuple(scenarios),
        rules.events,
    )
    return Checked(program, tuple(unique(found)))


def unique(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by place, none twice; after one error about a place, others of the same place are silent."""
    kept: dict[tuple[object, ...], Diagnostic] = {}
    for one in sorted(found, key=lambda d: d.sort_key):
        kept.setdefault((one.place, one.code, one.message), one)
    return list(kept.values())


def check_text(text: str, file: str = "<text>") -> Checked:
    """One text by itself, as a ruleset: for tests, the reference and the prompt."""
    unit = Unit("text", tuple(parse_source(Source(file, text))))
    return check([unit])


__all__ = ["Checked", "Rules", "Unit", "check", "check_card", "check_text", "finish", "link", "read_rules"]
