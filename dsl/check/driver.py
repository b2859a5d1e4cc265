"""Checks whole programs: pieces of rulesets and packs in, a program and diagnostics out.

There are four steps, each with its own result, so that a tool can keep unchanged results: `read_rules` (everything
except cards and scenarios), `check_form` (each card by itself), `link` (all names of cards exist, and none is
declared twice), scenarios. `check` does all four.
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
from dsl.check.annotations import without_allowed
from dsl.check.cards import check_form
from dsl.check.declarations import declaration
from dsl.check.defaults import lower_defaults
from dsl.check.scenarios import check_scenario
from dsl.check.type_inference import infer_all
from dsl.diagnostics import Diagnostic, Label, diagnose, did_you_mean, suggesting
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.ir.cards import CardReference, CheckedForm, head_of
from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.effects.footprint import Footprint
from dsl.ir.findings import Findings
from dsl.ir.inheritance import circles
from dsl.ir.operations import Op
from dsl.ir.program import Program, ProgramCard, ScenarioSource
from dsl.names.collect import Collector
from dsl.names.symbols import SymbolTable, unread
from dsl.names.types import article
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text import limits
from dsl.text.limits import EVENT_CHAIN, SUGGESTIONS_OF_RULES
from dsl.text.source import Piece, Place, Source


@frozen
class Unit:
    """A ruleset or a pack as parsed text. `clauses` is the catalogue of its game; without one, citations are not
    checked."""

    id: str
    pieces: tuple[Parsed, ...]
    clauses: frozenset[str] | None = None


@define
class CheckedRules:
    """Everything except cards and scenarios, checked."""

    symbols: SymbolTable
    events: dict[str, frozenset[str]]
    declarations: tuple[CheckedDeclaration, ...]
    diagnostics: tuple[Diagnostic, ...]
    clauses: dict[str, frozenset[str] | None] = field(factory=dict)
    wants: tuple[tuple[Piece, CardReference], ...] = ()
    """References from rules to cards."""

    @cached_property
    def conditions(self) -> HiddenConditions:
        return hidden_conditions(self.symbols, self.declarations)


@frozen
class CheckedProgram:
    """The program, its rules as later checks of single cards need them, and everything that is wrong with it."""

    program: Program
    rules: CheckedRules
    diagnostics: tuple[Diagnostic, ...]


@cache
def prelude() -> tuple[Parsed, ...]:
    """The declarations that every game has."""
    text = resources.files("dsl").joinpath("names", "prelude.bot").read_text("utf-8")
    return tuple(parse_source(Source("prelude.bot", text)))


def is_rule(parsed: Parsed) -> bool:
    return parsed.tree is not None and not isinstance(parsed.tree, n.Thing | n.Scenario)


def declares_heads(parsed: Parsed) -> bool:
    """Whether a card may declare something that rules depend on: an action, which is a verb like others, or the kinds
    of the spaces of a board."""
    text = parsed.piece.text
    return isinstance(parsed.tree, n.Thing) and any(word in text for word in ("action", "space", "legend"))


def read_rules(units: Sequence[Unit], broken: set[str] | None = None) -> CheckedRules:
    """Collect all heads, then check all bodies; of cards, only actions and boards are heads.

    `broken` are names from texts that cannot be parsed: nothing is reported about them.
    """
    with suggesting(SUGGESTIONS_OF_RULES):
        return _read_rules(units, broken)


def _read_rules(units: Sequence[Unit], broken: set[str] | None) -> CheckedRules:
    rules = [(unit, parsed) for unit in units for parsed in unit.pieces if is_rule(parsed)]
    collector = Collector()
    if broken is not None:
        collector.symbols.broken = broken
    unread = [parsed for unit in units for parsed in unit.pieces if parsed.tree is None]
    everything = [*prelude(), *(parsed for _, parsed in rules), *unread]
    cards_with_heads = [parsed for unit in units for parsed in unit.pieces if declares_heads(parsed)]
    collector.collect([*everything, *cards_with_heads])
    symbols = collector.symbols
    enclosing = surroundings(everything)
    events = enclosing.events
    infer_all(symbols, events)
    diagnostics = [*collector.diagnostics, *_deep_events(symbols, enclosing.cut)]
    declarations: list[CheckedDeclaration] = []
    wants: list[tuple[Piece, CardReference]] = []
    checked: list[tuple[CheckedDeclaration | None, Findings]] = []
    for unit, parsed in rules:
        checked_declaration, findings = declaration(parsed, symbols, events, unit.clauses)
        if checked_declaration is not None:
            declarations.append(checked_declaration)
        checked.append((checked_declaration, findings))
    conditions = hidden_conditions(symbols, declarations)
    for (_, parsed), (checked_declaration, findings) in zip(rules, checked, strict=True):
        if checked_declaration is not None:
            hidden_looks(checked_declaration.ops, symbols, conditions, findings)
        diagnostics += findings.diagnostics
        wants += ((parsed.piece, want) for want in findings.wants)
    clauses = {unit.id: unit.clauses for unit in units}
    return CheckedRules(symbols, events, tuple(declarations), tuple(diagnostics), clauses, tuple(wants))


def hidden_conditions(symbols: SymbolTable, declarations: Iterable[CheckedDeclaration]) -> HiddenConditions:
    return HiddenConditions.of(symbols, ((meaning.name, meaning.node, meaning.ops) for meaning in declarations))


def hidden_looks(ops: Iterable[Op], symbols: SymbolTable, conditions: HiddenConditions, findings: Findings) -> None:
    """Report reads of hidden information in rules and cards."""
    for op in ops:
        hidden_reads(op, symbols, findings.report)
    conditions.report(ops, findings)


def _deep_events(symbols: SymbolTable, cut: Iterable[str]) -> Iterator[Diagnostic]:
    for name in sorted(cut):
        sig = symbols.verbs.get(name) or symbols.windows.get(name)
        if sig is not None and sig.place is not None:
            what, limit = f"the chain of events that lead to `{name}`", f"{EVENT_CHAIN} events"
            help = "merge some of these effects instead of performing one from another"
            yield diagnose(TOO_LARGE, sig.place, what=what, limit=limit, name="EVENT_CHAIN", help=help)


def check_card(rules: CheckedRules, unit: str, parsed: Parsed) -> CheckedForm:
    """Check one card by itself."""
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


def link(rules: CheckedRules, cards: Iterable[CardEntry]) -> tuple[dict[str, str], list[Diagnostic]]:
    """The kinds of all cards by name, and diagnostics for duplicate and missing names."""
    index: dict[str, str] = {}
    places: dict[str, Place] = {}
    diagnostics: list[Diagnostic] = []
    cards = list(cards)
    capital = rules.symbols.capital()
    for card in cards:
        head = card.checked.head
        place = card.parsed.piece.place(head.span)
        if head.id == head.kind:
            continue  # it has no name, which is already reported
        if head.id in capital:
            diagnostics.append(name_in_use(head.id, place, capital[head.id]))
        elif head.id in places:
            diagnostics.append(duplicate_card(head.id, place, places[head.id]))
        else:
            places[head.id] = place
        for name in (head.id, head.shown, *head.formerly):
            index.setdefault(name, head.kind)
    lineage = rules.symbols.lineage
    references = [*rules.wants, *((card.parsed.piece, want) for card in cards for want in card.checked.wants)]
    missing = [
        (piece, want)
        for piece, want in references
        if not supplied(want, index.get(want.name), lineage) and not unread(want.name, rules.symbols.broken)
    ]
    few = len({want.name for _, want in missing}) <= SUGGESTIONS
    by_kind = _by_kind(cards, rules.symbols) if missing and few else {}
    suggestions: dict[tuple[str, str], str] = {}
    for piece, want in missing:
        reference = (want.kind, want.name)
        if reference not in suggestions:
            suggestions[reference] = near_card(want, by_kind.get(want.kind, ()))
        diagnostics.append(missing_card(want, piece.place(want.span), suggestions[reference], index.get(want.name)))
    return index, diagnostics


SUGGESTIONS = 20
"""Missing names that get a "did you mean". If more are missing, a whole pack is missing."""
POOL = 1_000
"""Names that a missing name is compared with."""


def supplied(want: CardReference, kind: str | None, lineage: Callable[[str], tuple[str, ...]]) -> bool:
    """Whether a card of this kind satisfies a reference."""
    return kind is not None and (want.kind == "Thing" or want.kind in lineage(kind))


def name_in_use(name: str, place: Place, other: tuple[str, Place]) -> Diagnostic:
    """A card with a name that the rules use for something else."""
    return diagnose(codes.DUPLICATE, place, name=name, notes=[Label(other[1], f"{other[0]} has this name")])


def duplicate_card(name: str, place: Place, first: Place) -> Diagnostic:
    """A card with the name of another card."""
    note = Label(first, "first declared here")
    help = f"rename one of them; keep an old name with `formerly {name}`"
    return diagnose(codes.DUPLICATE, place, label="here again", name=name, help=help, notes=[note])


def near_card(want: CardReference, ids: Iterable[str]) -> str:
    """A suggestion among the cards of the right kind."""
    ids = list(ids)
    if len(ids) > POOL:
        start, end = want.name[:3].lower(), want.name[-3:].lower()
        alike = [id for id in ids if id.lower().startswith(start) or id.lower().endswith(end)]
        ids = sorted(alike, key=lambda id: (abs(len(id) - len(want.name)), id))[:POOL]
    return did_you_mean(want.name, ids)


def missing_card(want: CardReference, place: Place, suggestion: str, is_a: str | None) -> Diagnostic:
    """A reference to a missing card; `is_a` is the kind of the thing that has this name."""
    what = "no card" if want.kind == "Thing" else f"no {want.kind}"
    help = suggestion or (
        f"`{want.name}` is {article(is_a)} {is_a}, but {article(want.kind)} {want.kind} is needed here" if is_a else ""
    )
    return diagnose(codes.UNKNOWN_THING, place, what=what, name=want.name, help=help)


def parts_of(tree: n.Node, symbols: SymbolTable) -> list[tuple[str, str]]:
    """The names of the parts of a card with their kinds: a scenario may name them as the card itself does."""
    names: list[tuple[str, str]] = []
    pending = [tree]
    while pending:
        node = pending.pop()
        inner = node.body.lines if isinstance(node, n.Thing) and node.body is not None else ()
        for part in inner:
            if isinstance(part, n.Thing) and part.kind.text not in symbols.marks:
                head = head_of(part)
                names += [(name, head.kind) for name in (head.id, head.shown)]
                pending.append(part)
    return names


def _bases(cards: Iterable[CardEntry]) -> dict[str, tuple[str, Place]]:
    """For each card that is based on another one, by its names: the other card, and the place."""
    bases: dict[str, tuple[str, Place]] = {}
    for card in cards:
        head = card.checked.head
        if head.like:
            bases |= dict.fromkeys((head.shown, head.id), (head.like, card.parsed.piece.place(head.span)))
    return bases


def _parts(cards: Iterable[CardEntry], symbols: SymbolTable) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for card in cards:
        for name, kind in parts_of(card.parsed.tree, symbols) if card.parsed.tree is not None else ():
            kinds.setdefault(name, kind)
    return kinds


def _by_kind(cards: Iterable[CardEntry], symbols: SymbolTable) -> Mapping[str, list[str]]:
    names: dict[str, list[str]] = {}
    for card in cards:
        for kind in symbols.lineage(card.checked.head.kind):
            names.setdefault(kind, []).extend({card.checked.head.id, card.checked.head.shown})
    return names


def check(units: Sequence[Unit]) -> CheckedProgram:
    """Check rules, cards, names and scenarios of these units together."""
    with suggesting(limits.SUGGESTIONS_OF_A_RUN):
        return _check(units)


def _check(units: Sequence[Unit]) -> CheckedProgram:
    rules = read_rules(units)
    cards = [
        (unit.id, CardEntry(parsed, check_card(rules, unit.id, parsed)))
        for unit in units
        for parsed in unit.pieces
        if isinstance(parsed.tree, n.Thing)
    ]
    return finish(units, rules, cards)


def finish(units: Sequence[Unit], rules: CheckedRules, cards: Sequence[tuple[str, CardEntry]]) -> CheckedProgram:
    """Link the cards, check the scenarios, and analyse the whole program."""
    diagnostics: list[Diagnostic] = [d for unit in units for parsed in unit.pieces for d in parsed.diagnostics]
    diagnostics += rules.diagnostics
    diagnostics += [d for _, card in cards for d in card.checked.diagnostics]
    index, unlinked = link(rules, (card for _, card in cards))
    diagnostics += unlinked
    diagnostics += circles(_bases(card for _, card in cards))
    footprints: list[Footprint] = [card.checked.footprint for _, card in cards]
    scenarios: list[ScenarioSource] = []
    kinds_by_name: dict[str, str] | None = None
    for unit in units:
        for parsed in unit.pieces:
            if isinstance(parsed.tree, n.Scenario):
                kinds_by_name = kinds_by_name or {**_parts((card for _, card in cards), rules.symbols), **index}
                findings = check_scenario(parsed, rules.symbols, rules.events, unit.clauses, kinds_by_name)
                diagnostics += findings.diagnostics
                footprints.append(findings.footprint)
                scenarios.append(ScenarioSource(unit.id, parsed))
    clean = not any(d.severity == "error" for d in diagnostics)
    diagnostics += analyse(rules.symbols, rules.declarations, footprints, clean)
    chains = [link for meaning in rules.declarations for link in links(meaning.node, meaning.piece)]
    chains += [
        card_link for _, card in cards if card.parsed.tree for card_link in links(card.parsed.tree, card.parsed.piece)
    ]
    diagnostics += trigger_cycles(chains)
    diagnostics = without_allowed((parsed for unit in units for parsed in unit.pieces), diagnostics)
    program = Program(
        rules.symbols,
        rules.declarations,
        tuple(ProgramCard(unit, card.parsed, card.checked) for unit, card in cards),
        tuple(scenarios),
        rules.events,
        lower_defaults(rules.symbols, (verb for _, card in cards for verb in card.checked.verbs)),
        kinds_by_name or index,
    )
    return CheckedProgram(program, rules, tuple(unique(diagnostics)))


def unique(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by place, without duplicates."""
    unique_diagnostics: dict[tuple[object, ...], Diagnostic] = {}
    for diagnostic in sorted(diagnostics, key=lambda d: d.sort_key):
        unique_diagnostics.setdefault((diagnostic.place, diagnostic.code, diagnostic.message), diagnostic)
    return list(unique_diagnostics.values())


def check_text(text: str, file: str = "<text>") -> CheckedProgram:
    """Check one text by itself, as a ruleset: for tests, the reference and the prompt."""
    unit = Unit("text", tuple(parse_source(Source(file, text))))
    return check([unit])


__all__ = [
    "CheckedProgram",
    "CheckedRules",
    "Unit",
    "check",
    "check_card",
    "check_text",
    "finish",
    "link",
    "read_rules",
    "unread",
]
