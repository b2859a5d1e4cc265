"""A game as one text, so that a worker needs no files: the rules and packs, and the hash that they must have.

The hash covers everything that a match depends on: each file of the rules, the packs, mode, variants, rulings, and the
source code of the engine. A worker with another engine refuses to play instead of counting other matches.
"""

from __future__ import annotations

import json
import os
from base64 import b85decode, b85encode
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve, frozen

from tools.matches.fingerprint import as_fields
from tools.matches.games import Game
from tools.simulation.job import SimulationJob
from tools.simulation.match import SimulatedGame
from tools.workspace.programs import find

GAME, PACKS = "game", "packs"
FILES = (".bot", ".yaml", ".yml")


class OtherEngine(Exception):
    """A worker would play other matches than this process."""


@frozen
class Shipment:
    """The job, the files of its game, and their hash: three texts."""

    job: str
    files: str
    hash: str


@frozen
class UnpackedGame:
    """A game on a worker, and the paths of its folders there, with those that they have where it comes from."""

    game: SimulatedGame
    paths: Mapping[str, str]

    def at_home(self, words: str) -> str:
        """Words about the rules, with the paths of the process that asked."""
        for here, home in self.paths.items():
            words = words.replace(here, home)
        return words


def shipment_of(order: SimulationJob, game: Game) -> Shipment:
    """What a worker needs to play the matches of a job."""
    roots = {GAME: find(order.game, "rulesets")}
    roots |= {f"{PACKS}/{pack}": find(game.where.get(pack, pack), "content") for pack in game.packs}
    files = {name: data for root, path in roots.items() for name, data in _read(root, path)}
    return Shipment(order.text(), json.dumps({"roots": roots, "files": files}), hash_of(game))


def hash_of(game: Game) -> str:
    """A hash of everything that the matches of a game depend on."""
    fields = as_fields(game.made)
    fields.pop("engine")  # a version for people: `engine_hash` says which code it is
    text = json.dumps(fields, sort_keys=True)
    return blake2b(text.encode(), digest_size=16, person=b"botwright-ship").hexdigest()


def _read(name: str, path: str) -> Iterator[tuple[str, str]]:
    """The files of a folder, or the one file that a game or pack consists of."""
    if os.path.isfile(path):
        yield f"{name}{os.path.splitext(path)[1]}", b85encode(Path(path).read_bytes()).decode()
        return
    for file in sorted(Path(path).rglob("*")):
        inner = file.relative_to(path).as_posix()
        if file.is_file() and file.suffix in FILES and not inner.startswith("tests/"):
            yield f"{name}/{inner}", b85encode(file.read_bytes()).decode()


@lru_cache(maxsize=4)
def unpacked(job: str, files: str, hash: str) -> UnpackedGame:
    """The game on a worker, loaded once. Raises `OtherEngine` if its matches would differ."""
    order, sent = SimulationJob.of_text(job), json.loads(files)
    with TemporaryDirectory(prefix="botwright-") as folder:
        for name, data in sent["files"].items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b85decode(data))
        here = {root: _place(folder, root) for root in sent["roots"]}
        packs = tuple(path for root, path in here.items() if root != GAME)
        loaded = evolve(order, game=here[GAME], packs=packs).ready()
    if hash_of(loaded) != hash:
        raise OtherEngine("a worker has another version of Botwright: install the same one everywhere")
    return UnpackedGame(SimulatedGame(order, loaded), {here[root]: home for root, home in sent["roots"].items()})


def _place(folder: str, root: str) -> str:
    """Where a game or pack was unpacked: a folder, or the one file that it consists of."""
    whole = Path(folder, root)
    return str(whole if whole.is_dir() else next(whole.parent.glob(f"{whole.name}.*")))
