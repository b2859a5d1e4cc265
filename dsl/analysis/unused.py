"""Whole-program checks: unused declarations, windows that never open, events that never happen, cyclic or conflicting
rules.

Each check reads footprints and heads, not texts, and reports at the declaration that the author would change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from dsl.diagnostics import Diagnostic, Label, diagnose
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import names as name_codes
from dsl.diagnostics.codes import rules as codes
from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.effects.footprint import Footprint
from dsl.names.cycles import in_words, shortest_circles
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from dsl.text.limits import CIRCLE_SHOWN
from dsl.text.source import Place


def analyse(
    symbols: SymbolTable, declarations: Sequence[CheckedDeclaration], others: Iterable[Footprint], clean: bool
) -> list[Diagnostic]:
    """`others` are the footprints of cards and scenarios. Unused declarations are reported only for a program without
    errors: otherwise a misspelt use would be reported twice."""
    whole, cards = Footprint(), Footprint()
    for meaning in declarations:
        whole.add(meaning.footprint)
    for footprint in others:
        cards.add(footprint)
    whole.add(cards)
    diagnostics = [*_rule_cycles(symbols, declarations), *_conflicts(declarations)]
    if clean:
        diagnostics += _unused(symbols, declarations, whole, cards)
        diagnostics += _never_opened(symbols, whole)
        diagnostics += _never_happens(symbols, declarations, whole)
        diagnostics += _endless_statuses(symbols, whole)
        diagnostics += _unused_locals(declarations)
        diagnostics += _game(symbols, whole)
    return diagnostics


# ------------------------------------------------------------------------------------------------------ unused


def _unused(
    symbols: SymbolTable, declarations: Sequence[CheckedDeclaration], whole: Footprint, cards: Footprint
) -> list[Diagnostic]:
    diagnostics = []
    used = whole.names | whole.asks_rules
    footprints = {meaning.name: meaning.footprint for meaning in declarations if meaning.sort in ("define", "rule")}
    users: dict[str, set[str]] = {name: {"a card"} for name in cards.asks_rules}
    for meaning in declarations:
        for name in meaning.footprint.asks_rules:
            users.setdefault(name, set()).add(f"{meaning.sort} {meaning.name}")
    namers = Counter(
        name
        for meaning in declarations
        for name in meaning.footprint.names
        if name in symbols.rules and meaning.name != name
    )
    for rule in symbols.rules.values():
        only_self = users.get(rule.name, set()) <= {f"{rule.sort} {rule.name}"} and rule.name in footprints
        if rule.sort == "define" and (rule.name not in used or (only_self and not namers[rule.name])):
            diagnostics.append(_unused_diagnostic(rule.place, "the define", rule.name))
    for namespace, what in (
        (symbols.tables, "the table"),
        (symbols.currencies, "the currency"),
        (symbols.layers, "the layer"),
    ):
        for simple in namespace.values():
            if simple.name not in used:
                diagnostics.append(_unused_diagnostic(simple.place, what, simple.name))
    for verb in symbols.verbs.values():
        unused_effect = verb.sort == "effect" and verb.name not in whole.performs and verb.name not in used
        if unused_effect and verb.place is not None:
            diagnostics.append(_unused_diagnostic(verb.place, "the effect", verb.name))
    return diagnostics


def _unused_diagnostic(place: Place, what: str, name: str) -> Diagnostic:
    return diagnose(codes.UNUSED, place, what=what, name=name)


def _unused_locals(declarations: Sequence[CheckedDeclaration]) -> list[Diagnostic]:
    """A `let` or `as` whose name is not used again in its declaration."""
    diagnostics = []
    for meaning in declarations:
        local_names: list[n.Name] = []
        kept: set[str] = set()
        used: dict[str, int] = {}
        for node in walk(meaning.node):
            match node:
                case n.Let(name=name):
                    local_names.append(name)
                case n.Keeps(name=name):
                    kept.add(name.text)
                case n.Phrase(gives=n.Name() as name) | n.Choose(gives=n.Name() as name):
                    local_names.append(name)
                case n.Name(text=text):
                    used[text] = used.get(text, 0) + 1
                case n.Call(name=called):
                    used[called] = used.get(called, 0) + 1
                case _:
                    pass
        for name in local_names:
            if used.get(name.text, 0) <= 1 and not name.text.startswith("_") and name.text not in kept:
                diagnostics.append(diagnose(name_codes.UNUSED_NAME, meaning.piece.place(name.span), name=name.text))
    return diagnostics


# ------------------------------------------------------------------------------------------------ never happens


def _never_opened(symbols: SymbolTable, whole: Footprint) -> list[Diagnostic]:
    return [
        diagnose(codes.NEVER_OPENED, window.place, name=window.name)
        for window in symbols.windows.values()
        if window.name not in whole.opens
    ]


def _never_happens(
    symbols: SymbolTable, declarations: Sequence[CheckedDeclaration], whole: Footprint
) -> list[Diagnostic]:
    """Hooks on effects that nothing performs."""
    diagnostics = []
    for meaning in declarations:
        for node in walk(meaning.node):
            if not isinstance(node, n.Hook):
                continue
            for name in node.verbs:
                verb = symbols.verbs.get(name.text)
                if verb is not None and verb.sort == "effect" and verb.name not in whole.performs:
                    place = meaning.piece.place((node.span[0], name.span[1]))
                    notes = [Label(verb.place, "declared here")] if verb.place else []
                    diagnostics.append(diagnose(codes.NEVER_HAPPENS, place, verb=verb.name, more="", notes=notes))
    return diagnostics


# ------------------------------------------------------------------------------------------------------ cycles


def _rule_cycles(symbols: SymbolTable, declarations: Sequence[CheckedDeclaration]) -> list[Diagnostic]:
    """A rule or define that depends on itself."""
    asks = {
        meaning.name: meaning.footprint.asks_rules
        for meaning in declarations
        if meaning.sort in ("rule", "define", "goal")
    }
    diagnostics = _stat_cycles(symbols, declarations)
    for cycle in shortest_circles(asks):
        notes = [Label(symbols.rules[name].place, f"`{name}`") for name in cycle[1:CIRCLE_SHOWN]]
        place, words = symbols.rules[cycle[0]].place, in_words(cycle, " asks ")
        diagnostics.append(diagnose(name_codes.CYCLE, place, what="the rule", cycle=words, notes=notes))
    return diagnostics


def _stat_cycles(symbols: SymbolTable, declarations: Sequence[CheckedDeclaration]) -> list[Diagnostic]:
    """Stats of one thing that are computed from each other; only `it.…` counts, because another thing may have the
    same stat."""
    diagnostics = []
    for meaning in declarations:
        if not isinstance(meaning.node, n.Kind):
            continue
        stats = {item.name.text: item for item in meaning.node.items if isinstance(item, n.Stat)}
        reads = {name: {*_own_fields(item)} & stats.keys() for name, item in stats.items()}
        for cycle in shortest_circles(reads):
            place = meaning.piece.place(stats[cycle[0]].name.span)
            words = in_words(cycle, " needs ")
            diagnostics.append(diagnose(name_codes.CYCLE, place, what="the stat", cycle=words))
    return diagnostics


def _own_fields(item: n.Stat) -> Iterator[str]:
    for node in walk(item):
        if isinstance(node, n.Dot) and isinstance(node.base, n.Name) and node.base.text == "it":
            yield node.name


# --------------------------------------------------------------------------------------------------- conflicts


def _conflicts(declarations: Sequence[CheckedDeclaration]) -> list[Diagnostic]:
    """Two rules of one rank that set the same value differently, without a clause that separates them."""
    diagnostics = []
    seen: dict[tuple[str, str, str], tuple[str, Place]] = {}
    for meaning in declarations:
        if meaning.rank == "ruling" or (meaning.rank == "mode" and not getattr(meaning.node, "variant", False)):
            continue  # only one option and one mode is active at a time
        for line in _modifies(meaning.node):
            narrowed = line.clauses or line.layer is not None
            for change in line.changes:
                if change.layer != "to" or narrowed or not isinstance(change.value, n.Number | n.Truth | n.Name):
                    continue
                of = meaning.piece.text[line.of.span[0] : line.of.span[1]] if line.of is not None else ""
                bearers = ""
                if isinstance(meaning.node, n.Keyword | n.Status):
                    bearers = ",".join(sorted(bearer.text for bearer in meaning.node.bearers))
                key = (meaning.rank, line.stat.text, f"{of}|{bearers}")
                value = meaning.piece.text[change.value.span[0] : change.value.span[1]]
                place = meaning.piece.place(line.span)
                if key in seen and seen[key][0] != value:
                    rank = {"ruleset": "rules of the ruleset", "mode": "variants"}.get(meaning.rank, f"{meaning.rank}s")
                    notes = [Label(seen[key][1], "the other one")]
                    diagnostics.append(
                        diagnose(
                            codes.CONFLICT,
                            place,
                            name=line.stat.text,
                            first=value,
                            second=seen[key][0],
                            rank=rank,
                            notes=notes,
                        )
                    )
                seen.setdefault(key, (value, place))
    return diagnostics


def _modifies(tree: n.Node) -> list[n.Modify]:
    """The `modify` lines directly in a declaration."""
    if isinstance(tree, n.Keyword | n.Status | n.Mode):
        return [line for line in tree.body.lines if isinstance(line, n.Modify)]
    if isinstance(tree, n.Kind):
        return [line for line in tree.items if isinstance(line, n.Modify)]
    return [tree] if isinstance(tree, n.Modify) else []


# ------------------------------------------------------------------------------------------------- the game


def _endless_statuses(symbols: SymbolTable, whole: Footprint) -> list[Diagnostic]:
    diagnostics = []
    for mark in symbols.marks.values():
        ends = any(isinstance(clause, n.Until | n.WhileClause) for clause in mark.node.clauses)
        if mark.status and not ends and mark.name not in whole.loses:
            diagnostics.append(diagnose(codes.BARE_STATUS, mark.place, name=mark.name))
    return diagnostics


def _game(symbols: SymbolTable, whole: Footprint) -> list[Diagnostic]:
    if symbols.ruleset is None or symbols.ruleset_place is None:
        return []
    diagnostics = []
    checks: tuple[tuple[Code, bool], ...] = (
        (codes.NO_START, not symbols.flows),
        (codes.NO_GOAL, bool(symbols.flows) and "win" not in whole.performs and not _goals(symbols)),
    )
    for code, missing in checks:
        if missing:
            diagnostics.append(diagnose(code, symbols.ruleset_place))
    return diagnostics


def _goals(symbols: SymbolTable) -> bool:
    return any(rule.sort == "goal" for rule in symbols.rules.values())
