"""Whether the packs that are to be played together please each other, and in which order they come.

Each pack asks for a ruleset and for other packs in some range of versions. The ranges are stretches of one line, so
demands that agree two by two agree all together, and a quarrel can always be shown as two demands side by side. Where
several versions of a pack are at hand, the highest that pleases everybody is taken; the search goes back on a choice
that leads nowhere, within a bound. A pack that cannot be had is told once and then left out, so one run shows every
quarrel. Nothing here looks for packs: it is told which there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import field, frozen

from dsl.diagnostics import Diagnostic, Label, diagnose, did_you_mean
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import packs as codes
from dsl.packs.manifest import Demand, Manifest, PackManifest, RulesetManifest
from dsl.text.limits import RESOLVER_TRIES
from dsl.text.versions import LANGUAGE, Version


@frozen
class Resolution:
    """What is played; each pack stands behind all that it builds on. With diagnostics it is only the sound part."""

    ruleset: RulesetManifest | None
    packs: tuple[PackManifest, ...]
    diagnostics: tuple[Diagnostic, ...]


@frozen
class _Asked:
    """A demand and the pack that makes it."""

    by: PackManifest
    demand: Demand

    def says(self) -> str:
        return f"`{self.by.id}` wants `{self.demand.version}`"


Picked = Mapping[str, PackManifest]


@frozen
class _Dead:
    """Where a search ended: the pack that could not be chosen, and who asked for it."""

    id: str
    asked: tuple[_Asked, ...]
    tired: bool = False


@frozen
class _Step:
    picked: Picked
    untried: Iterator[PackManifest] = field(eq=False)


def resolve(
    chosen: Sequence[PackManifest],
    packs: Iterable[PackManifest],
    rulesets: Iterable[RulesetManifest],
    language: Version = LANGUAGE,
) -> Resolution:
    """The chosen packs with all that they need, out of the packs and rulesets at hand."""
    at_hand, found = _by_id([*chosen, *packs], "pack")
    games, more = _by_id(rulesets, "ruleset")
    found += more
    wanted: dict[str, PackManifest] = {}
    for pack in chosen:
        first = wanted.setdefault(pack.id, pack)
        if first.version != pack.version:
            notes = [Label(first.at("version"), "the other one")]
            both = f"{first.version} and {pack.version}"
            found.append(
                diagnose(codes.SAME_PACK, pack.at("version"), notes=notes, what="pack", id=pack.id, version=both)
            )
    picked, more = _settle(wanted, at_hand)
    found += more
    found += _cycles(picked)
    ruleset, more = _ruleset([*wanted.values(), *picked.values()], games)
    found += more
    everything: list[Manifest] = [*picked.values(), *([ruleset] if ruleset else [])]
    found += [fault for one in everything for fault in _language(one, language)]
    order = tuple(_in_order(picked))
    return Resolution(ruleset, order, tuple(sorted(set(found), key=lambda fault: fault.sort_key)))


M = TypeVar("M", bound=Manifest)


def _by_id(manifests: Iterable[M], what: str) -> tuple[dict[str, list[M]], list[Diagnostic]]:
    """What is at hand under each id, the highest version first; the same version from two files is a fault."""
    first: dict[tuple[str, Version], M] = {}
    found = []
    for one in manifests:
        other = first.setdefault((one.id, one.version), one)
        if other.at("id").file != one.at("id").file:
            notes = [Label(other.at("id"), "the other one")]
            found.append(
                diagnose(codes.SAME_PACK, one.at("id"), notes=notes, what=what, id=one.id, version=one.version)
            )
    by_id: dict[str, list[M]] = {}
    for one in sorted(first.values(), key=lambda one: one.version, reverse=True):
        by_id.setdefault(one.id, []).append(one)
    return by_id, found


def _settle(wanted: Picked, at_hand: Mapping[str, list[PackManifest]]) -> tuple[Picked, list[Diagnostic]]:
    """One version of each pack that pleases all the others; what cannot be had is reported and left out."""
    found: list[Diagnostic] = []
    left_out: set[str] = set()
    while True:
        result = _search(wanted, at_hand, left_out)
        if not isinstance(result, _Dead):
            return result, found
        versions = [pack.version for pack in at_hand.get(result.id, [])]
        if versions or result.tired:
            found.append(_quarrel(result, versions, codes.NO_VERSION))
        else:
            found += [_missing(asked, at_hand) for asked in result.asked]
        left_out.add(result.id)


def _search(wanted: Picked, at_hand: Mapping[str, list[PackManifest]], left_out: set[str]) -> Picked | _Dead:
    """Depth first, the highest versions first; the first dead end is the one that is told."""
    dead: _Dead | None = None
    stack = [_Step({}, iter(()))]
    picked: Picked | None = wanted
    for _ in range(RESOLVER_TRIES):
        if picked is not None:
            step = _next_step(picked, at_hand, left_out)
            if step is None:
                return picked
            if isinstance(step, _Dead):
                dead = dead or step
            else:
                stack.append(step)
        while stack and (candidate := next(stack[-1].untried, None)) is None:
            stack.pop()
        if not stack or candidate is None:
            assert dead is not None
            return dead
        picked = {**stack[-1].picked, candidate.id: candidate}
    # without a dead end there are more packs than tries; the last one asked for is as good as any
    dead = dead or _Dead(_asked(picked or wanted)[-1].demand.id, (_asked(picked or wanted)[-1],))
    return _Dead(dead.id, dead.asked, tired=True)


def _next_step(picked: Picked, at_hand: Mapping[str, list[PackManifest]], left_out: set[str]) -> _Step | _Dead | None:
    """The choice to make next, or the pack for which there is none; nothing when all is chosen."""
    by_id: dict[str, list[_Asked]] = {}
    for asked in _asked(picked):
        if asked.demand.id not in left_out:
            by_id.setdefault(asked.demand.id, []).append(asked)
    open_step: _Step | None = None
    for id in sorted(by_id):
        candidates = [picked[id]] if id in picked else at_hand.get(id, [])
        fitting = [one for one in candidates if all(one.version in asked.demand.version for asked in by_id[id])]
        if not fitting:
            return _Dead(id, tuple(by_id[id]))
        if id not in picked and open_step is None:
            open_step = _Step(picked, iter(fitting))
    return open_step


def _asked(picked: Picked) -> list[_Asked]:
    return [_Asked(pack, demand) for _, pack in sorted(picked.items()) for demand in pack.packs]


def _missing(asked: _Asked, at_hand: Iterable[str]) -> Diagnostic:
    id = asked.demand.id
    advice = did_you_mean(id, at_hand)
    place = asked.demand.at("id")
    return diagnose(codes.MISSING_PACK, place, help=advice, pack=asked.by.id, id=id, range=f"`{asked.demand.version}`")


def _quarrel(dead: _Dead, versions: list[Version], code: Code) -> Diagnostic:
    """Why no version of a pack or ruleset will do, with the demands side by side."""
    asked = dead.asked
    if dead.tired:
        return _side_by_side(codes.RESOLVER_TIRED, dead.id, asked, versions)
    for number, second in enumerate(asked):
        for first in asked[:number]:
            if first.demand.version.common(second.demand.version).empty:
                return _side_by_side(codes.DEMANDS_DISAGREE, dead.id, (first, second), versions)
    return _side_by_side(code, dead.id, asked, versions)


def _side_by_side(code: Code, id: str, asked: Sequence[_Asked], versions: list[Version]) -> Diagnostic:
    *others, last = asked
    notes = [Label(one.demand.at("version"), one.says()) for one in others]
    demands = ", ".join(one.says() for one in asked)
    here = ", ".join(str(version) for version in versions[:5])
    place = last.demand.at("version")
    bound = {"limit": f"{RESOLVER_TRIES:,}", "name": "RESOLVER_TRIES"}
    words = {"id": id, "demands": demands, "here": here, **bound}
    return diagnose(code, place, label=last.says(), help="", notes=notes, fix=None, **words)


def _ruleset(
    packs: Iterable[PackManifest], games: Mapping[str, list[RulesetManifest]]
) -> tuple[RulesetManifest | None, list[Diagnostic]]:
    """The one ruleset that all packs are for."""
    asked = list({pack.id: _Asked(pack, pack.ruleset) for pack in packs}.values())
    if not asked:
        return None, []
    id = asked[0].demand.id
    found = [_other_ruleset(asked[0], one) for one in asked if one.demand.id != id]
    asked = [one for one in asked if one.demand.id == id]
    if id not in games:
        return None, [*found, *(_missing_ruleset(one, games) for one in asked)]
    for game in games[id]:
        if all(game.version in one.demand.version for one in asked):
            return game, found
    versions = [game.version for game in games[id]]
    return None, [*found, _quarrel(_Dead(id, tuple(asked)), versions, codes.RULESET_VERSION)]


def _other_ruleset(first: _Asked, other: _Asked) -> Diagnostic:
    notes = [Label(first.demand.at("id"), f"`{first.by.id}` is for `{first.demand.id}`")]
    words = {"pack": other.by.id, "id": other.demand.id, "other": first.by.id, "other_id": first.demand.id}
    place = other.demand.at("id")
    return diagnose(codes.OTHER_RULESET, place, label="", help="", notes=notes, fix=None, **words)


def _missing_ruleset(asked: _Asked, games: Iterable[str]) -> Diagnostic:
    id = asked.demand.id
    place = asked.demand.at("id")
    advice = did_you_mean(id, games)
    return diagnose(
        codes.MISSING_RULESET, place, help=advice, pack=asked.by.id, id=id, range=f"`{asked.demand.version}`"
    )


def _language(one: Manifest, language: Version) -> list[Diagnostic]:
    if language in one.language:
        return []
    code = codes.LANGUAGE_TOO_OLD if language < one.language.low else codes.LANGUAGE_TOO_NEW
    return [diagnose(code, one.at("language"), pack=one.id, range=f"`{one.language}`", version=language)]


def _in_order(picked: Picked) -> list[PackManifest]:
    """Each pack behind all that it needs; by id where nothing decides. Packs in a circle come last."""
    waiting = {id: {demand.id for demand in pack.packs} & picked.keys() for id, pack in sorted(picked.items())}
    order: list[PackManifest] = []
    while ready := [id for id, needs in waiting.items() if not needs]:
        for id in ready:
            order.append(picked[id])
            del waiting[id]
        for needs in waiting.values():
            needs.difference_update(ready)
    return [*order, *(picked[id] for id in waiting)]


def _cycles(picked: Picked) -> list[Diagnostic]:
    """Every knot of packs that need each other, told once, as its shortest circle."""
    needs: dict[str, list[str]] = {}
    for id, pack in sorted(picked.items()):
        needs[id] = sorted({demand.id for demand in pack.packs} & picked.keys())
    found = []
    told: set[str] = set()
    for id in needs:
        if id in told:
            continue
        circle = _circle(id, needs)
        if circle:
            told |= {other for other in needs if other in _reached(id, needs) and id in _reached(other, needs)}
            found.append(_circle_told([picked[name] for name in circle]))
    return found


def _reached(start: str, needs: Mapping[str, list[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        fresh = [name for name in needs[waiting.pop()] if name not in reached]
        reached.update(fresh)
        waiting += fresh
    return reached


def _circle(start: str, needs: Mapping[str, list[str]]) -> list[str]:
    """The shortest way from a pack back to itself; none if there is no way."""
    ways = {name: [start] for name in needs[start]}
    waiting = list(needs[start])
    for name in waiting:
        if name == start:
            return ways[name]
        for after in needs[name]:
            if after not in ways:
                ways[after] = [*ways[name], name]
                waiting.append(after)
    return []


def _circle_told(circle: list[PackManifest]) -> Diagnostic:
    names = [pack.id for pack in (*circle, circle[0])]
    places = [
        next(demand.at("id") for demand in pack.packs if demand.id == after)
        for pack, after in zip(circle, names[1:], strict=True)
    ]
    steps = zip(places, names[:-1], names[1:], strict=True)
    notes = [Label(place, f"`{name}` needs `{after}`") for place, name, after in steps]
    return diagnose(codes.PACK_CYCLE, places[0], label=notes[0].text, notes=notes[1:8], cycle=" → ".join(names))
