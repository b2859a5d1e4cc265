"""Resolves dependencies: which versions of the packs can be used together, and in which order.

Each pack requires a ruleset and other packs in some range of versions. Ranges are intervals, so demands that agree
pairwise agree together, and a conflict can always be shown as two demands side by side. If several versions of a pack
are available, the highest one that satisfies all demands is taken; the search backtracks, within a limit. A pack that
cannot be selected is reported once and then ignored, so one run shows every conflict. This module does not search for
packs: the caller supplies them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import field, frozen

from dsl.diagnostics import Diagnostic, Edit, Fix, Label, diagnose, did_you_mean, nearest
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import packs as codes
from dsl.packs.manifest import Demand, Manifest, PackManifest, RulesetManifest
from dsl.text.limits import RESOLVER_TRIES
from dsl.text.source import Place
from dsl.text.versions import LANGUAGE, Version


@frozen
class Resolution:
    """The selected packs; each comes after all that it depends on. With diagnostics it is only the valid part."""

    ruleset: RulesetManifest | None
    packs: tuple[PackManifest, ...]
    diagnostics: tuple[Diagnostic, ...]


@frozen
class _DemandOf:
    """A demand and the pack that makes it."""

    by: PackManifest
    demand: Demand

    def says(self) -> str:
        return f"`{self.by.id}` needs `{self.demand.version}`"


Selection = Mapping[str, PackManifest]


@frozen
class _Conflict:
    """The end of a search: the pack that could not be selected, and the demands for it."""

    id: str
    asked: tuple[_DemandOf, ...]
    gave_up: bool = False


@frozen
class _SearchStep:
    picked: Selection
    untried: Iterator[PackManifest] = field(eq=False)


def resolve(
    chosen: Sequence[PackManifest],
    packs: Iterable[PackManifest],
    rulesets: Iterable[RulesetManifest],
    language: Version = LANGUAGE,
) -> Resolution:
    """The chosen packs with all their dependencies, from the available packs and rulesets."""
    available, diagnostics = _by_id([*chosen, *packs], "pack")
    games, more = _by_id(rulesets, "ruleset")
    diagnostics += more
    chosen_by_id: dict[str, PackManifest] = {}
    for pack in chosen:
        first = chosen_by_id.setdefault(pack.id, pack)
        if first.version != pack.version:
            notes = [Label(first.at("version"), "the other one")]
            both = f"{first.version} and {pack.version}"
            diagnostics.append(
                diagnose(codes.SAME_PACK, pack.at("version"), notes=notes, what="pack", id=pack.id, version=both)
            )
    selection, more = _select(chosen_by_id, available)
    diagnostics += more
    diagnostics += _cycles(selection)
    ruleset, more = _ruleset([*chosen_by_id.values(), *selection.values()], games)
    diagnostics += more
    manifests: list[Manifest] = [*selection.values(), *([ruleset] if ruleset else [])]
    diagnostics += [fault for manifest in manifests for fault in _language(manifest, language)]
    order = tuple(_in_order(selection))
    return Resolution(ruleset, order, tuple(sorted(set(diagnostics), key=lambda fault: fault.sort_key)))


M = TypeVar("M", bound=Manifest)


def _by_id(manifests: Iterable[M], what: str) -> tuple[dict[str, list[M]], list[Diagnostic]]:
    """The available versions of each id, the highest first; the same version from two files is an error."""
    first: dict[tuple[str, Version], M] = {}
    diagnostics = []
    for manifest in manifests:
        other = first.setdefault((manifest.id, manifest.version), manifest)
        if other.at("id").file != manifest.at("id").file:
            notes = [Label(other.at("id"), "the other one")]
            diagnostics.append(
                diagnose(
                    codes.SAME_PACK, manifest.at("id"), notes=notes, what=what, id=manifest.id, version=manifest.version
                )
            )
    by_id: dict[str, list[M]] = {}
    for manifest in sorted(first.values(), key=lambda manifest: manifest.version, reverse=True):
        by_id.setdefault(manifest.id, []).append(manifest)
    return by_id, diagnostics


def _select(chosen: Selection, available: Mapping[str, list[PackManifest]]) -> tuple[Selection, list[Diagnostic]]:
    """One version of each pack that satisfies all the others; an impossible one is reported and ignored."""
    diagnostics: list[Diagnostic] = []
    ignored: set[str] = set()
    while True:
        result = _search(chosen, available, ignored)
        if not isinstance(result, _Conflict):
            return result, diagnostics
        versions = [pack.version for pack in available.get(result.id, [])]
        if versions or result.gave_up:
            diagnostics.append(_conflict_diagnostic(result, versions, codes.NO_VERSION))
        else:
            diagnostics += [_missing(asked, available) for asked in result.asked]
        ignored.add(result.id)


def _search(chosen: Selection, available: Mapping[str, list[PackManifest]], ignored: set[str]) -> Selection | _Conflict:
    """Depth first, highest versions first; the first dead end is reported."""
    conflict: _Conflict | None = None
    stack = [_SearchStep({}, iter(()))]
    selection: Selection | None = chosen
    for _ in range(RESOLVER_TRIES):
        if selection is not None:
            step = _next_step(selection, available, ignored)
            if step is None:
                return selection
            if isinstance(step, _Conflict):
                conflict = conflict or step
            else:
                stack.append(step)
        while stack and (candidate := next(stack[-1].untried, None)) is None:
            stack.pop()
        if not stack or candidate is None:
            assert conflict is not None
            return conflict
        selection = {**stack[-1].picked, candidate.id: candidate}
    # without a dead end there are more packs than tries; report the last demand
    conflict = conflict or _Conflict(
        _demands_of(selection or chosen)[-1].demand.id, (_demands_of(selection or chosen)[-1],)
    )
    return _Conflict(conflict.id, conflict.asked, gave_up=True)


def _next_step(
    selection: Selection, available: Mapping[str, list[PackManifest]], ignored: set[str]
) -> _SearchStep | _Conflict | None:
    """The next choice, or the pack for which there is none; None when everything is selected."""
    by_id: dict[str, list[_DemandOf]] = {}
    for demand_of in _demands_of(selection):
        if demand_of.demand.id not in ignored:
            by_id.setdefault(demand_of.demand.id, []).append(demand_of)
    open_step: _SearchStep | None = None
    for id in sorted(by_id):
        candidates = [selection[id]] if id in selection else available.get(id, [])
        matching = [
            manifest
            for manifest in candidates
            if all(manifest.version in demand_of.demand.version for demand_of in by_id[id])
        ]
        if not matching:
            return _Conflict(id, tuple(by_id[id]))
        if id not in selection and open_step is None:
            open_step = _SearchStep(selection, iter(matching))
    return open_step


def _demands_of(selection: Selection) -> list[_DemandOf]:
    return [_DemandOf(pack, demand) for _, pack in sorted(selection.items()) for demand in pack.packs]


def _missing(demand_of: _DemandOf, available: Iterable[str]) -> Diagnostic:
    id = demand_of.demand.id
    place = demand_of.demand.at("id")
    words = {"pack": demand_of.by.id, "id": id, "range": f"`{demand_of.demand.version}`"}
    advice, fix = did_you_mean(id, available), _renamed(place, id, available)
    return diagnose(codes.MISSING_PACK, place, label="", help=advice, notes=(), fix=fix, **words)


def _conflict_diagnostic(conflict: _Conflict, versions: list[Version], code: Code) -> Diagnostic:
    """Why no version of a pack or ruleset fits, with the demands side by side."""
    demands = conflict.asked
    if conflict.gave_up:
        return _compare_demands(codes.RESOLVER_TIRED, conflict.id, demands, versions)
    for number, second in enumerate(demands):
        for first in demands[:number]:
            if first.demand.version.common(second.demand.version).empty:
                return _compare_demands(codes.DEMANDS_DISAGREE, conflict.id, (first, second), versions)
    return _compare_demands(code, conflict.id, demands, versions)


def _compare_demands(code: Code, id: str, asked: Sequence[_DemandOf], versions: list[Version]) -> Diagnostic:
    *others, last = asked
    notes = [Label(demand_of.demand.at("version"), demand_of.says()) for demand_of in others]
    demands = ", ".join(demand_of.says() for demand_of in asked)
    available = ", ".join(str(version) for version in versions[:5])
    place = last.demand.at("version")
    bound = {"limit": f"{RESOLVER_TRIES:,}", "name": "RESOLVER_TRIES"}
    words = {"id": id, "demands": demands, "here": available, **bound}
    return diagnose(code, place, label=last.says(), help="", notes=notes, fix=None, **words)


def _ruleset(
    packs: Iterable[PackManifest], games: Mapping[str, list[RulesetManifest]]
) -> tuple[RulesetManifest | None, list[Diagnostic]]:
    """The only ruleset that all packs are for."""
    demands = list({pack.id: _DemandOf(pack, pack.ruleset) for pack in packs}.values())
    if not demands:
        return None, []
    id = demands[0].demand.id
    diagnostics = [_other_ruleset(demands[0], demand_of) for demand_of in demands if demand_of.demand.id != id]
    demands = [demand_of for demand_of in demands if demand_of.demand.id == id]
    if id not in games:
        return None, [*diagnostics, *(_missing_ruleset(demand_of, games) for demand_of in demands)]
    for game in games[id]:
        if all(game.version in demand_of.demand.version for demand_of in demands):
            return game, diagnostics
    versions = [game.version for game in games[id]]
    return None, [*diagnostics, _conflict_diagnostic(_Conflict(id, tuple(demands)), versions, codes.RULESET_VERSION)]


def _other_ruleset(first: _DemandOf, other: _DemandOf) -> Diagnostic:
    notes = [Label(first.demand.at("id"), f"`{first.by.id}` is for `{first.demand.id}`")]
    words = {"pack": other.by.id, "id": other.demand.id, "other": first.by.id, "other_id": first.demand.id}
    place = other.demand.at("id")
    return diagnose(codes.OTHER_RULESET, place, label="", help="", notes=notes, fix=None, **words)


def _missing_ruleset(demand_of: _DemandOf, games: Iterable[str]) -> Diagnostic:
    id = demand_of.demand.id
    place = demand_of.demand.at("id")
    words = {"pack": demand_of.by.id, "id": id, "range": f"`{demand_of.demand.version}`"}
    advice, fix = did_you_mean(id, games), _renamed(place, id, games)
    return diagnose(codes.MISSING_RULESET, place, label="", help=advice, notes=(), fix=fix, **words)


def _renamed(place: Place, id: str, ids: Iterable[str]) -> Fix | None:
    """The only id that is spelt nearly so."""
    near = nearest(id, ids)
    return Fix(f"write `{near[0]}`", (Edit(place, near[0]),)) if len(near) == 1 else None


def _language(manifest: Manifest, language: Version) -> list[Diagnostic]:
    if language in manifest.language:
        return []
    code = codes.LANGUAGE_TOO_OLD if language < manifest.language.low else codes.LANGUAGE_TOO_NEW
    return [diagnose(code, manifest.at("language"), pack=manifest.id, range=f"`{manifest.language}`", version=language)]


def _in_order(selection: Selection) -> list[PackManifest]:
    """Each pack after all that it needs; otherwise by id. Packs in a cycle come last."""
    remaining = {id: {demand.id for demand in pack.packs} & selection.keys() for id, pack in sorted(selection.items())}
    order: list[PackManifest] = []
    while ready := [id for id, needs in remaining.items() if not needs]:
        for id in ready:
            order.append(selection[id])
            del remaining[id]
        for needs in remaining.values():
            needs.difference_update(ready)
    return [*order, *(selection[id] for id in remaining)]


def _cycles(selection: Selection) -> list[Diagnostic]:
    """Every group of packs that need each other, reported once, as its shortest cycle."""
    needs: dict[str, list[str]] = {}
    for id, pack in sorted(selection.items()):
        needs[id] = sorted({demand.id for demand in pack.packs} & selection.keys())
    diagnostics = []
    reported: set[str] = set()
    for id in needs:
        if id in reported:
            continue
        cycle = _shortest_cycle(id, needs)
        if cycle:
            reported |= {other for other in needs if other in _reachable(id, needs) and id in _reachable(other, needs)}
            diagnostics.append(_cycle_diagnostic([selection[name] for name in cycle]))
    return diagnostics


def _reachable(start: str, needs: Mapping[str, list[str]]) -> set[str]:
    reachable: set[str] = set()
    pending = [start]
    while pending:
        new_names = [name for name in needs[pending.pop()] if name not in reachable]
        reachable.update(new_names)
        pending += new_names
    return reachable


def _shortest_cycle(start: str, needs: Mapping[str, list[str]]) -> list[str]:
    """The shortest path from a pack back to itself; empty if there is none."""
    paths = {name: [start] for name in needs[start]}
    queue = list(needs[start])
    for name in queue:
        if name == start:
            return paths[name]
        for after in needs[name]:
            if after not in paths:
                paths[after] = [*paths[name], name]
                queue.append(after)
    return []


def _cycle_diagnostic(cycle: list[PackManifest]) -> Diagnostic:
    names = [pack.id for pack in (*cycle, cycle[0])]
    places = [
        next(demand.at("id") for demand in pack.packs if demand.id == after)
        for pack, after in zip(cycle, names[1:], strict=True)
    ]
    steps = zip(places, names[:-1], names[1:], strict=True)
    notes = [Label(place, f"`{name}` needs `{after}`") for place, name, after in steps]
    return diagnose(codes.PACK_CYCLE, places[0], label=notes[0].text, notes=notes[1:8], cycle=" → ".join(names))
