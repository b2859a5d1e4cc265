"""A pack as one file: built identically on every machine, and read back as the same value as a folder.

Files are stored uncompressed, because two builds of the compression library may produce different bytes; names are
sorted and times are fixed. So the same pack always gives the same archive, and the hash of the archive can be published
with it.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from attrs import evolve

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes import packs as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.packs.pack import (
    LOCK,
    TEXTS,
    Pack,
    PackFolder,
    TextFile,
    is_archive,
    lock_text,
    make_lock,
    open_pack,
    read_lock,
)
from dsl.packs.pack import verify_lock as verify_files
from dsl.syntax.decode import decode
from dsl.text.limits import LOCK_BYTES, PACK_BYTES, PACK_FILES
from dsl.text.source import Place, Source
from tools.packs.zip_reader import read_zip

_THEN = (1980, 1, 1, 0, 0, 0)


def pack_files(pack: Pack) -> dict[str, bytes]:
    """The bytes to pack: texts with normalised line ends, assets unchanged."""
    texts = {text.path: text.source.text.encode("utf-8") for text in pack.folder.texts}
    return {**texts, **pack.folder.assets}


def build_archive(pack: Pack) -> tuple[bytes | None, list[Diagnostic]]:
    """The archive of a valid pack, or its errors."""
    diagnostics = list(pack.diagnostics)
    files = pack_files(pack)
    place = Place(pack.folder.root, 0, 0)
    diagnostics += [
        diagnose(codes.NESTED_ARCHIVE, Place(pack.folder.shown(path), 0, 0), path=path)
        for path, data in sorted(files.items())
        if is_archive(path, data)
    ]
    for what, measure, limit, name in (
        ("the number of files", len(files), PACK_FILES, "PACK_FILES"),
        ("the size of this pack", sum(map(len, files.values())), PACK_BYTES, "PACK_BYTES"),
    ):
        if measure > limit:
            diagnostics.append(diagnose(TOO_LARGE, place, what=what, limit=f"{limit:,}", name=name))
    if pack.manifest is None or any(fault.severity == "error" for fault in diagnostics):
        return None, diagnostics
    lock = lock_text(make_lock(pack.kind, pack.manifest, files)).encode("utf-8")
    return _zip({**files, LOCK: lock}), diagnostics


def _zip(files: Mapping[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
        for path, data in sorted(files.items()):
            entry = zipfile.ZipInfo(path, _THEN)
            entry.create_system = 3  # always Unix, whatever system builds it
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data)
    return whole.getvalue()


def read_archive(file: str, data: bytes) -> tuple[Pack | None, list[Diagnostic]]:
    """The pack in an archive, read in memory; its hashes and its manifest are verified."""
    files, diagnostics = read_zip(file, data)
    if diagnostics:
        return None, diagnostics
    pack = open_pack(_folder(file, {path: data for path, data in files.items() if path != LOCK}))
    diagnostics = [*pack.diagnostics, *_verify(file, pack, files)]
    pack = evolve(pack, diagnostics=tuple(sorted(set(diagnostics), key=lambda fault: fault.sort_key)))
    return pack, list(pack.diagnostics)


def _verify(file: str, pack: Pack, files: Mapping[str, bytes]) -> list[Diagnostic]:
    if LOCK not in files:
        return [diagnose(codes.NO_LOCK, Place(file, 0, 0), file=file, lock=LOCK)]
    decoded = decode(pack.folder.shown(LOCK), files[LOCK], LOCK_BYTES, "LOCK_BYTES")
    if not decoded.readable:
        return list(decoded.diagnostics)
    lock, diagnostics = read_lock(decoded.source)
    if lock is None:
        return diagnostics
    return verify_files(lock, pack, {path: data for path, data in files.items() if path != LOCK})


def _folder(file: str, files: Mapping[str, bytes]) -> PackFolder:
    """The members of an archive as a folder of the same name."""
    root = PackFolder(file)
    texts: list[TextFile] = []
    unread: list[Source] = []
    diagnostics: list[Diagnostic] = []
    for path, data in sorted(files.items()):
        if not path.endswith(TEXTS):
            continue
        decoded = decode(root.shown(path), data)
        diagnostics += decoded.diagnostics
        if decoded.readable:
            texts.append(TextFile(path, decoded))
        else:
            unread.append(decoded.source)
    others = {path: data for path, data in sorted(files.items()) if not path.endswith(TEXTS)}
    return PackFolder(file, tuple(texts), tuple(unread), tuple(others), others, tuple(diagnostics))
