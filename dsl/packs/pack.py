"""A pack as a value: its texts, its manifest, and the list of hashes of its contents.

This module does not know whether the files come from a folder or an archive: it gets paths and texts and builds the
pack. The list of hashes (`pack.lock.json`) is the same on every machine, because texts are packed with LF line ends
and no byte order mark; so two packs with the same total hash are equal.
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
from dsl.packs.manifest import ClauseBook, PackManifest, RulesetManifest
from dsl.packs.paths import leaves_pack, not_portable, printable
from dsl.packs.read_manifest import read_clauses, read_pack_manifest, read_ruleset_manifest
from dsl.syntax.decode import Decoded
from dsl.text.limits import PACK_FILES
from dsl.text.source import Place, Source
from dsl.text.versions import parse_version

PACK_MANIFEST = "pack.yaml"
RULESET_MANIFEST = "ruleset.yaml"
LOCK = "pack.lock.json"
LOCK_FORMAT = 1
TEXTS = (".bot", ".yaml", ".md")
"""The extensions of the files that are always part of a pack."""

_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".whl", ".jar", ".zst")
_ARCHIVE_MARKS = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"(\xb5/\xfd")

Kind = Literal["pack", "ruleset"]


@frozen
class TextFile:
    """One text of a pack: its path in the pack and its decoded content."""

    path: str
    decoded: Decoded

    @property
    def source(self) -> Source:
        return self.decoded.source


@frozen
class PackFolder:
    """The files of a pack, from any source. `unread` texts serve only to show their errors."""

    root: str
    texts: tuple[TextFile, ...] = ()
    unread: tuple[Source, ...] = ()
    others: tuple[str, ...] = ()
    """Paths of files that were listed but not read."""
    assets: Mapping[str, bytes] = field(factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def files(self) -> tuple[Source, ...]:
        return tuple(text.source for text in self.texts)

    @property
    def sources(self) -> dict[str, Source]:
        """All texts by the name that diagnostics use, including those with errors."""
        return {source.file: source for source in (*self.unread, *self.files)}

    def text(self, path: str) -> Source | None:
        return next((text.source for text in self.texts if text.path == path), None)

    def shown(self, path: str) -> str:
        """The name of a file of this pack in messages."""
        return printable(f"{self.root}/{path}" if self.root not in ("", ".") else path)


@frozen
class Pack:
    """A pack or ruleset: its manifest and its files. `manifest` is None if it has errors."""

    kind: Kind
    folder: PackFolder
    manifest: PackManifest | RulesetManifest | None
    clauses: ClauseBook | None
    diagnostics: tuple[Diagnostic, ...]
    """Of the files and of the manifests."""

    @property
    def rules(self) -> tuple[Source, ...]:
        """The texts in the language."""
        return tuple(text.source for text in self.folder.texts if text.path.endswith(".bot"))


def open_pack(folder: PackFolder) -> Pack:
    """The pack in the files of a folder or archive."""
    pack, ruleset = folder.text(PACK_MANIFEST), folder.text(RULESET_MANIFEST)
    diagnostics = [*folder.diagnostics]
    manifest: PackManifest | RulesetManifest | None = None
    clauses: ClauseBook | None = None
    more: list[Diagnostic] = []
    if pack is not None and ruleset is not None:
        diagnostics.append(diagnose(codes.TWO_MANIFESTS, Place(ruleset.file, 0, 0)))
    if pack is not None:
        manifest, more = read_pack_manifest(pack)
    elif ruleset is not None:
        manifest, more = read_ruleset_manifest(ruleset)
    elif not any(source.file.endswith((PACK_MANIFEST, RULESET_MANIFEST)) for source in folder.unread):
        diagnostics.append(diagnose(codes.NO_MANIFEST, Place(folder.root, 0, 0), file=printable(folder.root)))
    diagnostics += more
    if isinstance(manifest, RulesetManifest):
        clauses, more = _clauses(manifest, folder)
        diagnostics += more
    if manifest is not None:
        diagnostics += _assets(manifest, folder)
    kind: Kind = "ruleset" if pack is None and ruleset is not None else "pack"
    return Pack(kind, folder, manifest, clauses, tuple(sorted(set(diagnostics), key=lambda fault: fault.sort_key)))


def _clauses(manifest: RulesetManifest, folder: PackFolder) -> tuple[ClauseBook | None, list[Diagnostic]]:
    path = manifest.clauses
    source = folder.text(path)
    if source is not None:
        return read_clauses(source)
    is_given = "clauses" in manifest.places
    if not is_given or any(unread.file == folder.shown(path) for unread in folder.unread):
        return None, []
    return None, [_missing_file(path, manifest.at("clauses"), folder)]


def _assets(manifest: PackManifest | RulesetManifest, folder: PackFolder) -> list[Diagnostic]:
    """Files that the manifest lists but the folder lacks, and files in the folder that the manifest does not list."""
    available: set[str] = {*folder.others, *folder.assets, *(text.path for text in folder.texts)}
    diagnostics = []
    for number, path in enumerate(manifest.assets):
        place = manifest.at(f"assets.{number}")
        if path not in available:
            diagnostics.append(_missing_file(path, place, folder))
        elif is_archive(path, folder.assets.get(path, b"")):
            diagnostics.append(diagnose(codes.NESTED_ARCHIVE, place, path=path))
    for other in folder.others:
        if other not in manifest.assets and other != LOCK:
            place = Place(folder.shown(other), 0, 0)
            why = f"it does not end with {', '.join(f'`{ending}`' for ending in TEXTS)} and is not under `assets`"
            diagnostics.append(diagnose(codes.UNDECLARED, place, path=printable(other), why=why))
    return diagnostics


def _missing_file(path: str, place: Place, folder: PackFolder) -> Diagnostic:
    manifests = (PACK_MANIFEST, RULESET_MANIFEST)
    available = [*folder.others, *(text.path for text in folder.texts if text.path not in manifests)]
    why = "it is a folder" if any(name.startswith(f"{path}/") for name in available) else "there is no such file"
    elsewhere = [name for name in available if name.split("/")[-1] == path.split("/")[-1]]
    advice = f"did you mean `{elsewhere[0]}`?" if elsewhere else did_you_mean(path, available)
    return diagnose(codes.MISSING_FILE, place, help=advice, path=path, why=why)


def is_archive(path: str, data: bytes) -> bool:
    """Whether a file is an archive, by its name or by its first bytes."""
    return path.lower().endswith(_ARCHIVES) or data.startswith(_ARCHIVE_MARKS)


@frozen
class LockedFile:
    path: str
    size: int
    hash: str


@frozen
class Lock:
    """`pack.lock.json`: the contents of a packed pack."""

    kind: str
    id: str
    version: str
    files: tuple[LockedFile, ...]

    @property
    def total(self) -> str:
        """One hash of the whole content."""
        lines = [f"{self.kind} {self.id} {self.version}", *(f"{f.hash} {f.size} {f.path}" for f in self.files)]
        return hash_of("\n".join(lines).encode("utf-8", "surrogatepass"))


def hash_of(data: bytes) -> str:
    return blake2b(data, digest_size=32).hexdigest()


def make_lock(kind: Kind, manifest: PackManifest | RulesetManifest, files: Mapping[str, bytes]) -> Lock:
    """The list of hashes of the files to pack, by path."""
    listed = [LockedFile(path, len(data), hash_of(data)) for path, data in sorted(files.items())]
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
        value = json.loads(source.text, object_pairs_hook=_unique_pairs, parse_constant=_no_constant)
    except (ValueError, RecursionError) as fault:
        why = "it is nested too deep" if isinstance(fault, RecursionError) else "it is not valid JSON"
        return None, [diagnose(codes.BAD_LOCK, place, lock=LOCK, why=why)]
    number = value.get("format_version") if isinstance(value, dict) else None
    if type(number) is int and number > LOCK_FORMAT:
        shown_number = number if number < 10**9 else "a very high one"
        return None, [diagnose(codes.FUTURE_FORMAT, place, file=source.file, found=shown_number, known=LOCK_FORMAT)]
    lock, why = _lock(value)
    if lock is None or value["total"] != lock.total:
        why = why or "its total does not match its list"
        return None, [diagnose(codes.BAD_LOCK, place, lock=LOCK, why=why)]
    return lock, []


def _unique_pairs(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, value in pairs:
        if name in result:
            raise ValueError(name)
        result[name] = value
    return result


def _no_constant(word: str) -> None:
    raise ValueError(word)


def _lock(value: Any) -> tuple[Lock | None, str]:
    """The list in a JSON value, or why it is invalid."""
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
            return None, "its fields are not those of a lock file"
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
                files.append(LockedFile(path, size, hash))
            case _:
                return None, f"entry {len(files) + 1} of `files` is not a path, a size and a hash"
    paths = [file.path for file in files]
    if paths != sorted(set(paths)):
        return None, "its paths are not in order"
    return Lock(kind, id, version, tuple(files)), ""


def verify_lock(lock: Lock, pack: Pack, files: Mapping[str, bytes]) -> list[Diagnostic]:
    """Check that an archive contains what its list says; `files` are all its members except the list."""
    diagnostics: list[Diagnostic] = []
    listed = {file.path: file for file in lock.files}
    for path in sorted(listed.keys() | files.keys()):
        place = Place(pack.folder.shown(path), 0, 0)
        if path not in files:
            what = f"listed in `{LOCK}`, but not in the archive"
            diagnostics.append(diagnose(codes.NOT_LISTED, place, path=path, what=what))
        elif path not in listed:
            what = f"in the archive, but not listed in `{LOCK}`"
            diagnostics.append(diagnose(codes.NOT_LISTED, place, path=path, what=what))
        elif (hash := hash_of(files[path])) != listed[path].hash:
            expected = listed[path].hash[:12]
            diagnostics.append(diagnose(codes.HASH_DIFFERS, place, path=path, found=hash[:12], wanted=expected))
    if pack.manifest is not None:
        place = Place(pack.folder.shown(LOCK), 0, 0)
        compared = (("kind", lock.kind, pack.kind), ("id", lock.id, pack.manifest.id))
        for name, listed_value, actual in (*compared, ("version", lock.version, str(pack.manifest.version))):
            if listed_value != actual:
                words = {"field": name, "listed": f"`{listed_value[:60]}`", "found": f"`{actual}`", "lock": LOCK}
                diagnostics.append(
                    diagnose(codes.LOCK_DISAGREES, place, label="", help="", notes=(), fix=None, **words)
                )
    return diagnostics
