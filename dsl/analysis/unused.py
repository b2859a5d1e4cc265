"""What only the whole program shows: things never used, never opened, never happening; rules that never end or
disagree.

Each search reads footprints and heads, not texts, and reports at the declaration where the author would mend it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from dsl.diagnostics import Diagnostic, Label, diagnose
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import names as name_codes
from dsl.diagnostics.codes import rules as codes
from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.footprint import Footprint
from dsl.names.cycles import in_words, shortest_circles
from dsl.names.symbols import Symbols
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from dsl.text.limits import CIRCLE_SHOWN
from dsl.text.source import Place


def analyse(
    symbols: Symbols, declarations: Sequence[CheckedDeclaration], others: Iterable[Footprint], clean: bool
) -> list[Diagnostic]:
    """`others` are the footprints of cards and scenarios. What is never used is only told of a program without errors:
    before, a misspelt use would be reported twice."""
    whole, cards = Footprint(), Footprint()
    for meaning in declarations:
        whole.add(meaning.footprint)
    for footprint in others:
        cards.add(footprint)
    whole.add(cards)
    found = [*_rule_cycles(symbols, declarations), *_conflicts(declarations)]
    if clean:
        found += _unused(symbols, declarations, whole, cards)
        found += _never_opened(symbols, whole)
        found += _never_happens(symbols, declarations, whole)
        found += _endless_statuses(symbols, whole)
        found += _unused_locals(declarations)
        found += _game(symbols, whole)
    return found


# ------------------------------------------------------------------------------------------------------ unused


def _unused(
    symbols: Symbols, declarations: Sequence[CheckedDeclaration], whole: Footprint, cards: Footprint
) -> list[Diagnostic]:
    found = []
    used = whole.names | whole.asks_rules
    own = {meaning.name: meaning.footprint for meaning in declarations if meaning.sort in ("define", "rule")}
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
        only_self = users.get(rule.name, set()) <= {f"{rule.sort} {rule.name}"} and rule.name in own
        if rule.sort == "define" and (rule.name not in used or (only_self and not namers[rule.name])):
            found.append(_unused_one(rule.place, "the define", rule.name))
    for room, what in (
        (symbols.tables, "the table"),
        (symbols.currencies, "the currency"),
        (symbols.layers, "the layer"),
    ):
        for simple in room.values():
            if simple.name not in used:
                found.append(_unused_one(simple.place, what, simple.name))
    for verb in symbols.verbs.values():
        unused_effect = verb.sort == "effect" and verb.name not in whole.performs and verb.name not in used
        if unused_effect and verb.place is not None:
            found.append(_unused_one(verb.place, "the effect", verb.name))
    return found


def _unused_one(place: Place, what: str, name: str) -> Diagnostic:
    return diagnose(codes.UNUSED, place, what=what, name=name)


def _unused_locals(declarations: Sequence[CheckedDeclaration]) -> list[Diagnostic]:
    """A `let` or `as` whose name never comes again in its declaration."""
    found = []
    for meaning in declarations:
        named: list[n.Name] = []
        kept: set[str] = set()
        used: dict[str, int] = {}
        for node in walk(meaning.node):
            match node:
                case n.Let(name=name):
                    named.append(name)
                case n.Keeps(name=name):
                    kept.add(name.text)
                case n.Phrase(gives=n.Name() as name) | n.Choose(gives=n.Name() as name):
                    named.append(name)
                case n.Name(text=text):
                    used[text] = used.get(text, 0) + 1
                case n.Call(name=called):
                    used[called] = used.get(called, 0) + 1
                case _:
                    pass
        for name in named:
            if used.get(name.text, 0) <= 1 and not name.text.startswith("_") and name.text not in kept:
                found.append(diagnose(name_codes.UNUSED_NAME, meaning.piece.place(name.span), name=name.text))
    return found


# --------------------------------------------------------------------------------------------- never happening


def _never_opened(symbols: Symbols, whole: Footprint) -> list[Diagnostic]:
    return [
        diagnose(codes.NEVER_OPENED, window.place, name=window.name)
        for window in symbols.windows.values()
        if window.name not in whole.opens
    ]


def _never_happens(symbols: Symbols, declarations: Sequence[CheckedDeclaration], whole: Footprint) -> list[Diagnostic]:
    """Hooks on effects that nothing performs."""
    found = []
    for meaning in declarations:
        for node in walk(meaning.node):
            if not isinstance(node, n.Hook):
                continue
            for name in node.verbs:
                verb = symbols.verbs.get(name.text)
                if verb is not None and verb.sort == "effect" and verb.name not in whole.performs:
                    place = meaning.piece.place((node.span[0], name.span[1]))
                    notes = [Label(verb.place, "declared here")] if verb.place else []
                    found.append(diagnose(codes.NEVER_HAPPENS, place, verb=verb.name, more="", notes=notes))
    return found


# ----------------------------------------------------------------------------------------------------- circles


def _rule_cycles(symbols: Symbols, declarations: Sequence[CheckedDeclaration]) -> list[Diagnostic]:
    """A rule or define that asks itself."""
    asks = {
        meaning.name: meaning.footprint.asks_rules
        for meaning in declarations
        if meaning.sort in ("rule", "define", "goal")
    }
    found = _stat_cycles(symbols, declarations)
    for cycle in shortest_circles(asks):
        notes = [Label(symbols.rules[name].place, f"`{name}`") for name in cycle[1:CIRCLE_SHOWN]]
        place, words = symbols.rules[cycle[0]].place, in_words(cycle, " asks ")
        found.append(diagnose(name_codes.CYCLE, place, what="the rule", cycle=words, notes=notes))
    return found


def _stat_cycles(symbols: Symbols, declarations: Sequence[CheckedDeclaration]) -> list[Diagnostic]:
    """Stats of one thing that are reckoned from each other; only `it.…` counts, another thing may have the same."""
    found = []
    for meaning in declarations:
        if not isinstance(meaning.node, n.Kind):
            continue
        stats = {item.name.text: item for item in meaning.node.items if isinstance(item, n.Stat)}
        reads = {name: {*_own_fields(item)} & stats.keys() for name, item in stats.items()}
        for cycle in shortest_circles(reads):
            place = meaning.piece.place(stats[cycle[0]].name.span)
            words = in_words(cycle, " needs ")
            found.append(diagnose(name_codes.CYCLE, place, what="the stat", cycle=words))
    return found


def _own_fields(item: n.Stat) -> Iterator[str]:
    for node in walk(item):
        if isinstance(node, n.Dot) and isinstance(node.base, n.Name) and node.base.text == "it":
            yield node.name


# --------------------------------------------------------------------------------------------------- conflicts


def _conflicts(declarations: Sequence[CheckedDeclaration]) -> list[Diagnostic]:
    """Two rules of one rank that set the same thing to different values, with nothing that keeps them apart."""
    found = []
    seen: dict[tuple[str, str, str], tuple[str, Place]] = {}
    for meaning in declarations:
        if meaning.rank == "ruling" or (meaning.rank == "mode" and not getattr(meaning.node, "variant", False)):
            continue  # only one reading and one mode is on at a time
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
                    found.append(
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
    return found


def _modifies(tree: n.Node) -> list[n.Modify]:
    """The `modify` lines that stand by themselves in a declaration."""
    if isinstance(tree, n.Keyword | n.Status | n.Mode):
        return [line for line in tree.body.lines if isinstance(line, n.Modify)]
    if isinstance(tree, n.Kind):
        return [line for line in tree.items if isinstance(line, n.Modify)]
    return [tree] if isinstance(tree, n.Modify) else []


# ------------------------------------------------------------------------------------------------- the game


def _endless_statuses(symbols: Symbols, whole: Footprint) -> list[Diagnostic]:
    found = []
    for mark in symbols.marks.values():
        ends = any(isinstance(clause, n.Until | n.WhileClause) for clause in mark.node.clauses)
        if mark.status and not ends and mark.name not in whole.loses:
            found.append(diagnose(codes.BARE_STATUS, mark.place, name=mark.name))
    return found


def _game(symbols: Symbols, whole: Footprint) -> list[Diagnostic]:
    if symbols.ruleset is None or symbols.ruleset_place is None:
        return []
    found = []
    checks: tuple[tuple[Code, bool], ...] = (
        (codes.NO_START, not symbols.flows),
        (codes.NO_GOAL, bool(symbols.flows) and "win" not in whole.performs and not _goals(symbols)),
    )
    for code, missing in checks:
        if missing:
            found.append(diagnose(code, symbols.ruleset_place))
    return found


def _goals(symbols: Symbols) -> bool:
    return any(rule.sort == "goal" for rule in symbols.rules.values())
