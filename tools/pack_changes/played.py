"""What comes out differently: the scenarios of both versions of a pack, and games with the same seeds.

Random bots play the same seeds with the old and the new pack; a game comes out differently if another player wins, or
if it takes another number of decisions.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.packs.manifest import PackManifest
from dsl.packs.pack import Pack
from tools.matches.errors import Unplayable
from tools.simulation.job import RANDOM, SimulationJob
from tools.simulation.match import SimulatedGame
from tools.simulation.totals import Totals
from tools.testing.run import run
from tools.testing.suites import load

_MOST = 20_000


def scenario_changes(old: str, new: str) -> list[str]:
    """The scenarios that pass in one version only, or exist in one only."""
    before, after = _outcomes(old), _outcomes(new)
    changes = []
    for name in sorted(before.keys() | after.keys()):
        if name not in before:
            changes.append(f"scenario “{name}” is new, and {_words(after[name])}")
        elif name not in after:
            changes.append(f"scenario “{name}” is gone")
        elif before[name] != after[name]:
            changes.append(f"scenario “{name}” {_words(before[name], past=True)}, now it {_words(after[name])}")
    return changes


def _words(passes: bool, *, past: bool = False) -> str:
    return ("passed" if passes else "failed") if past else "passes" if passes else "fails"


def _outcomes(path: str) -> dict[str, bool]:
    report, _ = run(load([path]), jobs=1)
    return {result.name: not result.ended.wrong for result in report.results}


def game_changes(old: Pack, new: Pack, paths: tuple[str, str], games: int) -> str:
    """How many of some seeded games come out differently, and whether the wins shift."""
    if not isinstance(old.manifest, PackManifest) or not isinstance(new.manifest, PackManifest):
        return ""
    try:
        first = list(_endings(old.manifest, paths[0], games))
        second = list(_endings(new.manifest, paths[1], games))
    except Unplayable as wrong:
        return f"no game can be played with both versions: {wrong}"
    differing = sum(before != after for before, after in zip(first, second, strict=True))
    winners = sum(before[0] != after[0] for before, after in zip(first, second, strict=True))
    return f"{differing} of {games} seeded games come out differently, {winners} of them with another winner"


def _endings(manifest: PackManifest, path: str, games: int) -> Iterator[tuple[object, ...]]:
    """Who wins each game, and after how many decisions."""
    packs = (*(str(demand.id) for demand in manifest.packs), path)
    job = SimulationJob(str(manifest.ruleset.id), None, (), packs, (RANDOM, RANDOM), games, 1, _MOST)
    least = job.ready().players[0]
    job = SimulationJob(job.game, None, (), packs, (RANDOM,) * least, games, 1, _MOST)
    simulated = SimulatedGame(job, job.ready())
    for seed in range(1, games + 1):
        totals = Totals(job.seats)
        simulated.play(seed, totals)
        yield tuple(totals.wins), totals.decisions, len(totals.failures)
