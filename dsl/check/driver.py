"""The whole check: pieces of rulesets and packs in, a program and diagnostics out.

In four steps, each with its own result, so that a tool can keep what has not changed: `read_rules` (everything but
cards and scenarios), `check_form` (each card by itself), `link` (do all names of cards exist, is no name there
twice), scenarios. `check` does all four.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib import resources

from attrs import define, evolve, field, frozen

from dsl.analysis.enclosing_events import surroundings
from dsl.analysis.hidden_conditions import HiddenConditions
from dsl.analysis.hidden_information import hidden_reads
from dsl.analysis.trigger_cycles import links, trigger_cycles
from dsl.analysis.unused import analyse
from dsl.check.annotations import allowed
from dsl.check.cards import check_form
from dsl.check.declarations import declaration
from dsl.check.defaults import lower_defaults
from dsl.check.scenarios import check_scenario
from dsl.check.type_inference import settle_all
from dsl.diagnostics import Diagnostic, Label, diagnose, did_you_mean, suggesting
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.ir.cards import CheckedForm, Want, head_of
from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.findings import Findings
from dsl.ir.footprint import Footprint
from dsl.ir.inheritance import circles
from dsl.ir.operations import Op
from dsl.ir.program import Card, Program, Scenario
from dsl.names.collect import Collector
from dsl.names.symbols import Symbols, unread
from dsl.names.types import article
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text import limits
from dsl.text.limits import EVENT_CHAIN, SUGGESTIONS_OF_RULES
from dsl.text.source import Piece, Place, Source


@frozen
class Unit:
    """A ruleset or a pack as parsed text. `clauses` is its game's catalogue; without one, citations are not held
    against anything."""

    id: str
    pieces: tuple[Parsed, ...]
    clauses: frozenset[str] | None = None


@define
class Rules:
    """Everything but cards and scenarios, checked."""

    symbols: Symbols
    events: dict[str, frozenset[str]]
    declarations: tuple[CheckedDeclaration, ...]
    diagnostics: tuple[Diagnostic, ...]
    clauses: dict[str, frozenset[str] | None] = field(factory=dict)
    wants: tuple[tuple[Piece, Want], ...] = ()
    """The cards that rules name."""

    @cached_property
    def conditions(self) -> HiddenConditions:
        return hidden_conditions(self.symbols, self.declarations)


@frozen
class Checked:
    program: Program
    diagnostics: tuple[Diagnostic, ...]


@cache
def prelude() -> tuple[Parsed, ...]:
    """What every game has without saying it."""
    text = resources.files("dsl").joinpath("names", "prelude.bot").read_text("utf-8")
    return tuple(parse_source(Source("prelude.bot", text)))


def is_rule(parsed: Parsed) -> bool:
    return parsed.tree is not None and not isinstance(parsed.tree, n.Thing | n.Scenario)


def brings_heads(parsed: Parsed) -> bool:
    """Whether a card may say something that rules depend on: an action, which is a verb as others are, or of what kinds
    the spaces of a board are."""
    text = parsed.piece.text
    return isinstance(parsed.tree, n.Thing) and any(word in text for word in ("action", "space", "legend"))


def read_rules(units: Sequence[Unit], broken: set[str] | None = None) -> Rules:
    """Collect all heads, then check all bodies; of cards only their actions and boards are heads.

    `broken` are words of texts that cannot be read: silence about them.
    """
    with suggesting(SUGGESTIONS_OF_RULES):
        return _read_rules(units, broken)


def _read_rules(units: Sequence[Unit], broken: set[str] | None) -> Rules:
    given = [(unit, parsed) for unit in units for parsed in unit.pieces if is_rule(parsed)]
    collector = Collector()
    if broken is not None:
        collector.symbols.broken = broken
    unread = [parsed for unit in units for parsed in unit.pieces if parsed.tree is None]
    everything = [*prelude(), *(parsed for _, parsed in given), *unread]
    bringing = [parsed for unit in units for parsed in unit.pieces if brings_heads(parsed)]
    collector.collect([*everything, *bringing])
    symbols = collector.symbols
    around = surroundings(everything)
    happening = around.events
    settle_all(symbols, happening)
    found = [*collector.diagnostics, *_deep_events(symbols, around.cut)]
    declarations: list[CheckedDeclaration] = []
    wants: list[tuple[Piece, Want]] = []
    checked: list[tuple[CheckedDeclaration | None, Findings]] = []
    for unit, parsed in given:
        meaning, findings = declaration(parsed, symbols, happening, unit.clauses)
        if meaning is not None:
            declarations.append(meaning)
        checked.append((meaning, findings))
    conditions = hidden_conditions(symbols, declarations)
    for (_, parsed), (meaning, findings) in zip(given, checked, strict=True):
        if meaning is not None:
            hidden_looks(meaning.ops, symbols, conditions, findings)
        found += findings.diagnostics
        wants += ((parsed.piece, want) for want in findings.wants)
    clauses = {unit.id: unit.clauses for unit in units}
    return Rules(symbols, happening, tuple(declarations), tuple(found), clauses, tuple(wants))


def hidden_conditions(symbols: Symbols, declarations: Iterable[CheckedDeclaration]) -> HiddenConditions:
    return HiddenConditions.of(symbols, ((meaning.name, meaning.node, meaning.ops) for meaning in declarations))


def hidden_looks(ops: Iterable[Op], symbols: Symbols, conditions: HiddenConditions, findings: Findings) -> None:
    """Report what rules or cards look at although it is hidden."""
    for op in ops:
        hidden_reads(op, symbols, findings.report)
    conditions.report(ops, findings)


def _deep_events(symbols: Symbols, cut: Iterable[str]) -> Iterator[Diagnostic]:
    for name in sorted(cut):
        sig = symbols.verbs.get(name) or symbols.windows.get(name)
        if sig is not None and sig.place is not None:
            what, limit = f"the chain of events that lead to `{name}`", f"{EVENT_CHAIN} events"
            help = "let some of these effects do their work themselves instead of performing the next one"
            yield diagnose(TOO_LARGE, sig.place, what=what, limit=limit, name="EVENT_CHAIN", help=help)


def check_card(rules: Rules, unit: str, parsed: Parsed) -> CheckedForm:
    """One card by itself."""
    form = check_form(parsed, rules.symbols, rules.events, rules.clauses.get(unit))
    if form.meaning is None:
        return form
    findings = Findings(parsed.piece)
    hidden_looks((form.meaning,), rules.symbols, rules.conditions, findings)
    return evolve(form, diagnostics=(*form.diagnostics, *findings.diagnostics))


@frozen
class CardEntry:
    """A card as the link step sees it."""

    parsed: Parsed
    checked: CheckedForm


def link(rules: Rules, cards: Iterable[CardEntry]) -> tuple[dict[str, str], list[Diagnostic]]:
    """All names of cards with their kinds, and what is there twice or not at all."""
    index: dict[str, str] = {}
    places: dict[str, Place] = {}
    found: list[Diagnostic] = []
    cards = list(cards)
    capital = rules.symbols.capital()
    for card in cards:
        head = card.checked.head
        place = card.parsed.piece.place(head.span)
        if head.id == head.kind:
            continue  # it has no name, which is reported there
        if head.id in capital:
            found.append(called_so(head.id, place, capital[head.id]))
        elif head.id in places:
            found.append(called_again(head.id, place, places[head.id]))
        else:
            places[head.id] = place
        for name in (head.id, head.shown, *head.formerly):
            index.setdefault(name, head.kind)
    lineage = rules.symbols.lineage
    wanted = [*rules.wants, *((card.parsed.piece, want) for card in cards for want in card.checked.wants)]
    missing = [
        (piece, want)
        for piece, want in wanted
        if not supplied(want, index.get(want.name), lineage) and not unread(want.name, rules.symbols.broken)
    ]
    few = len({want.name for _, want in missing}) <= SUGGESTIONS
    by_kind = _by_kind(cards, rules.symbols) if missing and few else {}
    near: dict[tuple[str, str], str] = {}
    for piece, want in missing:
        what = (want.kind, want.name)
        if what not in near:
            near[what] = near_card(want, by_kind.get(want.kind, ()))
        found.append(missing_card(want, piece.place(want.span), near[what], index.get(want.name)))
    return index, found


SUGGESTIONS = 20
"""Names that are not there and get a "did you mean". When more are missing, a pack is, and not a few letters."""
POOL = 1_000
"""Names that one missing name is compared with."""


def supplied(want: Want, kind: str | None, lineage: Callable[[str], tuple[str, ...]]) -> bool:
    """Whether a card of this kind is what a text wants."""
    return kind is not None and (want.kind == "Thing" or want.kind in lineage(kind))


def called_so(name: str, place: Place, other: tuple[str, Place]) -> Diagnostic:
    """A card with the name of something of the rules."""
    return diagnose(codes.DUPLICATE, place, name=name, notes=[Label(other[1], f"{other[0]} is called so")])


def called_again(name: str, place: Place, first: Place) -> Diagnostic:
    """A card with the name of another card."""
    note = Label(first, "first declared here")
    help = f"rename one of them; an old name can live on with `formerly {name}`"
    return diagnose(codes.DUPLICATE, place, label="here again", name=name, help=help, notes=[note])


def near_card(want: Want, ids: Iterable[str]) -> str:
    """Which card may be meant, out of those of the right kind."""
    ids = list(ids)
    if len(ids) > POOL:
        start, end = want.name[:3].lower(), want.name[-3:].lower()
        alike = [id for id in ids if id.lower().startswith(start) or id.lower().endswith(end)]
        ids = sorted(alike, key=lambda id: (abs(len(id) - len(want.name)), id))[:POOL]
    return did_you_mean(want.name, ids)


def missing_card(want: Want, place: Place, near: str, is_a: str | None) -> Diagnostic:
    """A card that is named and not there; `is_a` is what is there under its name."""
    what = "no card" if want.kind == "Thing" else f"no {want.kind}"
    help = near or (
        f"`{want.name}` is {article(is_a)} {is_a}, but {article(want.kind)} {want.kind} is wanted here" if is_a else ""
    )
    return diagnose(codes.UNKNOWN_THING, place, what=what, name=want.name, help=help)


def parts_of(tree: n.Node, symbols: Symbols) -> list[tuple[str, str]]:
    """The names of the parts of a card with their kinds: a scenario may name them as their own card does."""
    found: list[tuple[str, str]] = []
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        inner = node.body.lines if isinstance(node, n.Thing) and node.body is not None else ()
        for part in inner:
            if isinstance(part, n.Thing) and part.kind.text not in symbols.marks:
                head = head_of(part)
                found += [(name, head.kind) for name in (head.id, head.shown)]
                waiting.append(part)
    return found


def _likes(cards: Iterable[CardEntry]) -> dict[str, tuple[str, Place]]:
    """By its names each card that is based on another one, which one that is, and where it says so."""
    found: dict[str, tuple[str, Place]] = {}
    for card in cards:
        head = card.checked.head
        if head.like:
            found |= dict.fromkeys((head.shown, head.id), (head.like, card.parsed.piece.place(head.span)))
    return found


def _parts(cards: Iterable[CardEntry], symbols: Symbols) -> dict[str, str]:
    found: dict[str, str] = {}
    for card in cards:
        for name, kind in parts_of(card.parsed.tree, symbols) if card.parsed.tree is not None else ():
            found.setdefault(name, kind)
    return found


def _by_kind(cards: Iterable[CardEntry], symbols: Symbols) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for card in cards:
        for kind in symbols.lineage(card.checked.head.kind):
            found.setdefault(kind, []).extend({card.checked.head.id, card.checked.head.shown})
    return found


def check(units: Sequence[Unit]) -> Checked:
    """Rules, cards, names, scenarios: everything that can be said about these units together."""
    with suggesting(limits.SUGGESTIONS_OF_A_RUN):
        return _check(units)


def _check(units: Sequence[Unit]) -> Checked:
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
    found += circles(_likes(card for _, card in cards))
    footprints: list[Footprint] = [card.checked.footprint for _, card in cards]
    scenarios: list[Scenario] = []
    named: dict[str, str] | None = None
    for unit in units:
        for parsed in unit.pieces:
            if isinstance(parsed.tree, n.Scenario):
                named = named or {**_parts((card for _, card in cards), rules.symbols), **index}
                findings = check_scenario(parsed, rules.symbols, rules.events, unit.clauses, named)
                found += findings.diagnostics
                footprints.append(findings.footprint)
                scenarios.append(Scenario(unit.id, parsed))
    clean = not any(d.severity == "error" for d in found)
    found += analyse(rules.symbols, rules.declarations, footprints, clean)
    chains = [link for meaning in rules.declarations for link in links(meaning.node, meaning.piece)]
    chains += [one for _, card in cards if card.parsed.tree for one in links(card.parsed.tree, card.parsed.piece)]
    found += trigger_cycles(chains)
    found = allowed((parsed for unit in units for parsed in unit.pieces), found)
    program = Program(
        rules.symbols,
        rules.declarations,
        tuple(Card(unit, card.parsed, card.checked) for unit, card in cards),
        tuple(scenarios),
        rules.events,
        lower_defaults(rules.symbols, (verb for _, card in cards for verb in card.checked.verbs)),
        named or index,
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


__all__ = ["Checked", "Rules", "Unit", "check", "check_card", "check_text", "finish", "link", "read_rules", "unread"]
