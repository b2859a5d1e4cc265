"""A pack as a value: its texts, its manifest, and the list of hashes that proves what it holds.

Where the files came from, a folder or an archive, is over when this module begins: it is given paths and texts and
says what they make together. The list of hashes (`pack.lock.json`) is made from the same bytes on every machine,
because texts are packed with LF line ends and no byte order mark; so two packs with one total are one pack.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, Literal

from attrs import field, frozen

from dsl.diagnostics import Diagnostic, diagnose, did_you_mean
from dsl.diagnostics.codes import packs as codes
from dsl.packs.manifest import (
    ClauseBook,
    PackManifest,
    RulesetManifest,
    read_clauses,
    read_pack_manifest,
    read_ruleset_manifest,
)
from dsl.packs.paths import leaves_pack, not_portable, printable
from dsl.syntax.decode import Decoded
from dsl.text.limits import PACK_FILES
from dsl.text.source import Place, Source
from dsl.text.versions import parse_version

PACK_MANIFEST = "pack.yaml"
RULESET_MANIFEST = "ruleset.yaml"
LOCK = "pack.lock.json"
LOCK_FORMAT = 1
TEXTS = (".bot", ".yaml", ".md")
"""The endings of the files that are always part of a pack."""

_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".whl", ".jar", ".zst")
_ARCHIVE_MARKS = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"(\xb5/\xfd")

Kind = Literal["pack", "ruleset"]


@frozen
class TextFile:
    """One text of a pack: its path inside, and what was read there."""

    path: str
    decoded: Decoded

    @property
    def source(self) -> Source:
        return self.decoded.source


@frozen
class Folder:
    """The files of a pack, from wherever they were read. `unread` texts are only good for showing their faults."""

    root: str
    texts: tuple[TextFile, ...] = ()
    unread: tuple[Source, ...] = ()
    others: tuple[str, ...] = ()
    """Paths of files that were seen but not read."""
    assets: Mapping[str, bytes] = field(factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def files(self) -> tuple[Source, ...]:
        return tuple(text.source for text in self.texts)

    @property
    def sources(self) -> dict[str, Source]:
        """All texts by the name that diagnostics use, the faulty ones too."""
        return {source.file: source for source in (*self.unread, *self.files)}

    def text(self, path: str) -> Source | None:
        return next((text.source for text in self.texts if text.path == path), None)

    def shown(self, path: str) -> str:
        """The name of a file of this pack in messages."""
        return printable(f"{self.root}/{path}" if self.root not in ("", ".") else path)


@frozen
class Pack:
    """A pack or ruleset: what its manifest says, and its files. Without a sound manifest there is none."""

    kind: Kind
    folder: Folder
    manifest: PackManifest | RulesetManifest | None
    clauses: ClauseBook | None
    diagnostics: tuple[Diagnostic, ...]
    """Of the files and of the manifests."""

    @property
    def rules(self) -> tuple[Source, ...]:
        """The texts in the language."""
        return tuple(text.source for text in self.folder.texts if text.path.endswith(".bot"))


def open_pack(folder: Folder) -> Pack:
    """What the files of a folder or archive make together."""
    pack, ruleset = folder.text(PACK_MANIFEST), folder.text(RULESET_MANIFEST)
    found = [*folder.diagnostics]
    manifest: PackManifest | RulesetManifest | None = None
    clauses: ClauseBook | None = None
    more: list[Diagnostic] = []
    if pack is not None and ruleset is not None:
        found.append(diagnose(codes.TWO_MANIFESTS, Place(ruleset.file, 0, 0)))
    if pack is not None:
        manifest, more = read_pack_manifest(pack)
    elif ruleset is not None:
        manifest, more = read_ruleset_manifest(ruleset)
    elif not any(source.file.endswith((PACK_MANIFEST, RULESET_MANIFEST)) for source in folder.unread):
        found.append(diagnose(codes.NO_MANIFEST, Place(folder.root, 0, 0), file=printable(folder.root)))
    found += more
    if isinstance(manifest, RulesetManifest):
        clauses, more = _clauses(manifest, folder)
        found += more
    if manifest is not None:
        found += _assets(manifest, folder)
    kind: Kind = "ruleset" if pack is None and ruleset is not None else "pack"
    return Pack(kind, folder, manifest, clauses, tuple(sorted(set(found), key=lambda fault: fault.sort_key)))


def _clauses(manifest: RulesetManifest, folder: Folder) -> tuple[ClauseBook | None, list[Diagnostic]]:
    path = manifest.clauses
    source = folder.text(path)
    if source is not None:
        return read_clauses(source)
    said = "clauses" in manifest.places
    if not said or any(unread.file == folder.shown(path) for unread in folder.unread):
        return None, []
    return None, [_not_there(path, manifest.at("clauses"), folder)]


def _assets(manifest: PackManifest | RulesetManifest, folder: Folder) -> list[Diagnostic]:
    """Files that the manifest names and the folder lacks, and files that the folder has and nobody names."""
    there: set[str] = {*folder.others, *folder.assets, *(text.path for text in folder.texts)}
    found = []
    for number, path in enumerate(manifest.assets):
        place = manifest.at(f"assets.{number}")
        if path not in there:
            found.append(_not_there(path, place, folder))
        elif is_archive(path, folder.assets.get(path, b"")):
            found.append(diagnose(codes.NESTED_ARCHIVE, place, path=path))
    for other in folder.others:
        if other not in manifest.assets and other != LOCK:
            place = Place(folder.shown(other), 0, 0)
            why = f"it does not end with {', '.join(f'`{ending}`' for ending in TEXTS)} and is not under `assets`"
            found.append(diagnose(codes.UNDECLARED, place, path=printable(other), why=why))
    return found


def _not_there(path: str, place: Place, folder: Folder) -> Diagnostic:
    manifests = (PACK_MANIFEST, RULESET_MANIFEST)
    there = [*folder.others, *(text.path for text in folder.texts if text.path not in manifests)]
    why = "it is a folder" if any(name.startswith(f"{path}/") for name in there) else "there is no such file"
    elsewhere = [name for name in there if name.split("/")[-1] == path.split("/")[-1]]
    advice = f"did you mean `{elsewhere[0]}`?" if elsewhere else did_you_mean(path, there)
    return diagnose(codes.MISSING_FILE, place, help=advice, path=path, why=why)


def is_archive(path: str, data: bytes) -> bool:
    """Whether a file is an archive, by its name or by its first bytes."""
    return path.lower().endswith(_ARCHIVES) or data.startswith(_ARCHIVE_MARKS)


@frozen
class Locked:
    path: str
    size: int
    hash: str


@frozen
class Lock:
    """`pack.lock.json`: what a packed pack holds."""

    kind: str
    id: str
    version: str
    files: tuple[Locked, ...]

    @property
    def total(self) -> str:
        """One hash for all of it."""
        lines = [f"{self.kind} {self.id} {self.version}", *(f"{f.hash} {f.size} {f.path}" for f in self.files)]
        return hash_of("\n".join(lines).encode("utf-8", "surrogatepass"))


def hash_of(data: bytes) -> str:
    return blake2b(data, digest_size=32).hexdigest()


def make_lock(kind: Kind, manifest: PackManifest | RulesetManifest, files: Mapping[str, bytes]) -> Lock:
    """The list of hashes of the files that are to be packed, by path."""
    listed = [Locked(path, len(data), hash_of(data)) for path, data in sorted(files.items())]
    return Lock(kind, manifest.id, str(manifest.version), tuple(listed))


def lock_text(lock: Lock) -> str:
    value = {
        "format_version": LOCK_FORMAT,
        "hash": "blake2b-256",
        "kind": lock.kind,
        "id": lock.id,
        "version": lock.version,
        "files": [{"path": f.path, "bytes": f.size, "hash": f.hash} for f in lock.files],
        "total": lock.total,
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def read_lock(source: Source) -> tuple[Lock | None, list[Diagnostic]]:
    """The list of hashes in a packed pack, or why it cannot be used."""
    place = Place(source.file, 0, 0)
    try:
        value = json.loads(source.text, object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as fault:
        why = "it is nested too deep" if isinstance(fault, RecursionError) else "it is not sound JSON"
        return None, [diagnose(codes.BAD_LOCK, place, lock=LOCK, why=why)]
    number = value.get("format_version") if isinstance(value, dict) else None
    if type(number) is int and number > LOCK_FORMAT:
        found = number if number < 10**9 else "a very high one"
        return None, [diagnose(codes.FUTURE_FORMAT, place, file=source.file, found=found, known=LOCK_FORMAT)]
    lock, why = _lock(value)
    if lock is None or value["total"] != lock.total:
        why = why or "its total does not fit its own list"
        return None, [diagnose(codes.BAD_LOCK, place, lock=LOCK, why=why)]
    return lock, []


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(name)
        found[name] = value
    return found


def _no_constant(word: str) -> None:
    raise ValueError(word)


def _lock(value: Any) -> tuple[Lock | None, str]:
    """The list in a JSON value, or why it is none."""
    match value:
        case {
            "format_version": 1,
            "hash": "blake2b-256",
            "kind": ("pack" | "ruleset") as kind,
            "id": str(id),
            "version": str(version),
            "files": list(entries),
            "total": str(),
        } if len(value) == 7 and parse_version(version):
            pass
        case _:
            return None, "its fields are not those of such a list"
    if len(entries) > PACK_FILES:
        return None, f"it lists more than {PACK_FILES:,} files (PACK_FILES)"
    files = []
    for entry in entries:
        match entry:
            case {"path": str(path), "bytes": int(size), "hash": str(hash)} if (
                len(entry) == 3
                and type(size) is int
                and 0 <= size < 10**12
                and re.fullmatch("[0-9a-f]{64}", hash)
                and not (leaves_pack(path) or not_portable(path))
            ):
                files.append(Locked(path, size, hash))
            case _:
                return None, f"entry {len(files) + 1} of `files` is not a path, a size and a hash"
    paths = [file.path for file in files]
    if paths != sorted(set(paths)):
        return None, "its paths are not in order"
    return Lock(kind, id, version, tuple(files)), ""


def verify_lock(lock: Lock, pack: Pack, files: Mapping[str, bytes]) -> list[Diagnostic]:
    """Whether an archive holds what its list says; `files` are all its members but the list."""
    found: list[Diagnostic] = []
    listed = {file.path: file for file in lock.files}
    for path in sorted(listed.keys() | files.keys()):
        place = Place(pack.folder.shown(path), 0, 0)
        if path not in files:
            what = f"listed in `{LOCK}`, but not in the archive"
            found.append(diagnose(codes.NOT_LISTED, place, path=path, what=what))
        elif path not in listed:
            what = f"in the archive, but not listed in `{LOCK}`"
            found.append(diagnose(codes.NOT_LISTED, place, path=path, what=what))
        elif (hash := hash_of(files[path])) != listed[path].hash:
            wanted = listed[path].hash[:12]
            found.append(diagnose(codes.HASH_DIFFERS, place, path=path, found=hash[:12], wanted=wanted))
    if pack.manifest is not None:
        place = Place(pack.folder.shown(LOCK), 0, 0)
        said = (("kind", lock.kind, pack.kind), ("id", lock.id, pack.manifest.id))
        for name, one, other in (*said, ("version", lock.version, str(pack.manifest.version))):
            if one != other:
                words = {"field": name, "listed": f"`{one[:60]}`", "found": f"`{other}`", "lock": LOCK}
                found.append(diagnose(codes.LOCK_DISAGREES, place, label="", help="", notes=(), fix=None, **words))
    return found
