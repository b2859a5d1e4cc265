"""The fingerprint of a match: everything except seats, seed and answers that determines its course.

It covers the rules file by file, every pack, the mode, the variants, the rulings, the language, the engine and the
random number generator. A record stores all of it, as versions for people and hashes for verification, and is replayed
only with the same. Texts are hashed as decoded, so line ends and byte order marks do not matter; tests do not count.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any

from attrs import fields, frozen

from dsl.text.versions import LANGUAGE
from interpreter.model import rng
from tools.resources import room
from tools.version import version
from tools.workspace.programs import id_of
from tools.workspace.units.unit import WorkspaceUnit

_ROOMS_OF_THE_ENGINE = ("dsl", "interpreter")
_FILES_OF_THE_ENGINE = (".py", ".bot", "grammar.json")


@frozen(kw_only=True)
class Fingerprint:
    language: str
    engine: str
    engine_hash: str
    rng: str
    game: str
    version: str
    ruleset: Mapping[str, str]  # the hash of each file
    packs: Mapping[str, tuple[str, str]]  # the version and hash of each
    mode: str | None
    variants: tuple[str, ...]
    rulings: Mapping[str, str]


def made_with(
    game: str,
    own: WorkspaceUnit,
    units: list[WorkspaceUnit],
    mode: str | None,
    variants: tuple[str, ...],
    rulings: Mapping[str, str],
) -> Fingerprint:
    """The fingerprint of a match with these units; `own` is the ruleset among them, called `game`."""
    return Fingerprint(
        language=str(LANGUAGE),
        engine=version(),
        engine_hash=engine_hash(),
        rng=rng.NAME,
        game=game,
        version=version_of(own),
        ruleset=_hashes(own),
        packs={id_of(unit): (version_of(unit), _hash_of(_hashes(unit))) for unit in units if unit is not own},
        mode=mode,
        variants=variants,
        rulings=dict(sorted(rulings.items())),
    )


def version_of(unit: WorkspaceUnit) -> str:
    return str(unit.manifest.version) if unit.manifest is not None else ""


def _hashes(unit: WorkspaceUnit) -> dict[str, str]:
    texts = ((_inside(unit, path), file.source.text) for path, file in unit.files.items() if not file.for_tests)
    return {path: _hash(text.encode("utf-8", "surrogatepass")) for path, text in sorted(texts)}


def _inside(unit: WorkspaceUnit, path: str) -> str:
    """The path of a text inside its unit; a loose text keeps its path as typed."""
    if unit.kind != "loose":
        return path
    folder = unit.root if os.path.isdir(unit.root) else os.path.dirname(unit.root)
    return os.path.relpath(unit.real(path), folder).replace(os.sep, "/")


def _hash_of(hashes: Mapping[str, str]) -> str:
    return _hash("\n".join(f"{path} {digest}" for path, digest in hashes.items()).encode())


def _hash(data: bytes) -> str:
    return blake2b(data, digest_size=12, person=b"botwright-made").hexdigest()


@cache
def engine_hash() -> str:
    """A hash of Botwright's own source code; empty if it is installed without sources."""
    digest = blake2b(digest_size=12, person=b"botwright-made")
    for name, path in _engine_files():
        with open(path, "rb") as file:
            digest.update(name.encode() + b"\0" + _hash(file.read()).encode())
    return digest.hexdigest()


def _engine_files() -> Iterator[tuple[str, str]]:
    for name in _ROOMS_OF_THE_ENGINE:
        top = str(room(name))
        for folder, inner, files in os.walk(top):
            inner[:] = sorted(folder for folder in inner if folder != "__pycache__")
            for file in sorted(files):
                if file.endswith(_FILES_OF_THE_ENGINE):
                    path = os.path.join(folder, file)
                    yield f"{name}/{os.path.relpath(path, top).replace(os.sep, '/')}", path


# ------------------------------------------------------------------------------------------------ in a record


def as_fields(fingerprint: Fingerprint) -> dict[str, Any]:
    data = {field.name: getattr(fingerprint, field.name) for field in fields(Fingerprint)}
    data["variants"] = list(fingerprint.variants)
    data["packs"] = {id: {"version": version, "hash": digest} for id, (version, digest) in fingerprint.packs.items()}
    return data


def of_fields(data: Mapping[str, Any]) -> Fingerprint | None:
    """The fingerprint stored in a record; None if it does not have this form."""
    try:
        return Fingerprint(
            **{name: _text(data[name]) for name in ("language", "engine", "engine_hash", "rng", "game", "version")},
            ruleset=_table(data["ruleset"]),
            packs={id: (_text(pack["version"]), _text(pack["hash"])) for id, pack in data["packs"].items()},
            mode=None if data["mode"] is None else _text(data["mode"]),
            variants=tuple(map(_text, data["variants"])),
            rulings=_table(data["rulings"]),
        )
    except (KeyError, TypeError, AttributeError):
        return None


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _table(raw: Any) -> dict[str, str]:
    return {name: _text(value) for name, value in raw.items()}


# ------------------------------------------------------------------------------------------------ what differs


def differences(then: Fingerprint, now: Fingerprint) -> list[tuple[str, str]]:
    """The differences between a record's fingerprint and this installation, in words; rules first."""
    differences = []
    if then.game != now.game:
        return [(f"the game `{then.game}`", f"`{now.game}`")]
    if then.ruleset != now.ruleset:
        differences.append((f"`{then.game}` {then.version}", f"{_said(then.version, now.version)} {_files(then, now)}"))
    for id in sorted({*then.packs, *now.packs}):
        differences += _pack(id, then.packs.get(id), now.packs.get(id))
    for what, old, new in (
        ("the mode", then.mode or "none", now.mode or "none"),
        ("the variants", ", ".join(then.variants) or "none", ", ".join(now.variants) or "none"),
        ("the rulings", _settled(then.rulings), _settled(now.rulings)),
        ("the language", then.language, now.language),
        ("the engine", then.engine, now.engine),
        ("the chance", then.rng, now.rng),
    ):
        if old != new:
            differences.append((f"{what} {old}", new))
    if then.engine == now.engine and then.engine_hash != now.engine_hash:
        build = f"another build of it ({now.engine_hash[:8]})"
        differences.append((f"the engine {then.engine} ({then.engine_hash[:8]})", build))
    return differences


def _said(then: str, now: str) -> str:
    return f"{now} with" if then != now else "the same version with"


def _files(then: Fingerprint, now: Fingerprint) -> str:
    changed = sorted(p for p in then.ruleset.keys() | now.ruleset.keys() if then.ruleset.get(p) != now.ruleset.get(p))
    names = ", ".join(f"`{path}`" for path in changed[:3])
    more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
    return f"another {names}{more}"


def _pack(id: str, then: tuple[str, str] | None, now: tuple[str, str] | None) -> list[tuple[str, str]]:
    if then == now:
        return []
    if now is None and then is not None:
        return [(f"the pack `{id}` {then[0]}", "no such pack")]
    if then is None and now is not None:
        return [(f"no pack `{id}`", f"`{id}` {now[0]}")]
    assert then is not None
    assert now is not None
    same = then[0] == now[0]
    return [(f"the pack `{id}` {then[0]}", "another text under the same version" if same else now[0])]


def _settled(rulings: Mapping[str, str]) -> str:
    return ", ".join(f"{name} is {chosen}" for name, chosen in sorted(rulings.items())) or "none"
