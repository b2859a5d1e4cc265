"""Reads a zip file in memory, strictly, and never writes its contents anywhere.

Zip readers differ in what they trust: the central directory, the local headers, or whatever comes first. Attacks
exploit these differences. So this reader requires that the directory and the headers agree, that files follow each
other without gaps, and that every size is checked before a byte is unpacked. It supports stored and deflated files and
names in UTF-8, and nothing else: no zip64, no encryption, no comments. All names and sizes are checked before the first
file is unpacked.
"""

from __future__ import annotations

import stat
import struct
import zlib

from attrs import frozen

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import packs as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.packs.pack import is_archive
from dsl.packs.paths import folded, leaves_pack, not_portable, printable
from dsl.text.limits import ARCHIVE_BYTES, PACK_BYTES, PACK_FILES, PACK_RATIO
from dsl.text.source import Place

_END = struct.Struct("<4s4H2LH")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_HEAD = struct.Struct("<4s5H3L2H")
_STORED, _DEFLATED = 0, 8
_ENCRYPTED, _SIZES_BEHIND, _UTF8 = 1, 8, 0x800
_HUGE = 0xFFFFFFFF


@frozen
class _DirectoryEntry:
    """One entry of the central directory."""

    path: str
    raw: bytes
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    mode: int
    offset: int

    @property
    def folder(self) -> bool:
        return self.path.endswith("/")


class _BadArchive(Exception):
    """Reading cannot continue."""

    def __init__(self, fault: Diagnostic) -> None:
        super().__init__(fault.message)
        self.fault = fault


def read_zip(file: str, data: bytes) -> tuple[dict[str, bytes], list[Diagnostic]]:
    """The files in an archive by path, or only its faults."""
    try:
        entries, end = _entries(file, data)
    except _BadArchive as bad:
        return {}, [bad.fault]
    faults = [fault for entry in entries for fault in _judge(file, entry)]
    faults += _twice(file, entries)
    faults += _together(file, entries)
    if faults:
        return {}, sorted(faults, key=lambda fault: fault.sort_key)
    files: dict[str, bytes] = {}
    try:
        starts = _starts(file, data, entries, end)
        for entry, start in zip(entries, starts, strict=True):
            if not entry.folder:
                files[entry.path] = _unpack(file, data, entry, start)
    except _BadArchive as bad:
        return {}, [bad.fault]
    nested = [_fault(codes.NESTED_ARCHIVE, file, path) for path, content in files.items() if is_archive(path, content)]
    return ({}, nested) if nested else (files, [])


def _entries(file: str, data: bytes) -> tuple[list[_DirectoryEntry], int]:
    """The central directory and its offset."""
    if len(data) > ARCHIVE_BYTES:
        limit = f"{ARCHIVE_BYTES:,} bytes"
        raise _BadArchive(
            diagnose(TOO_LARGE, Place(file, 0, 0), what="this archive", limit=limit, name="ARCHIVE_BYTES")
        )
    at = len(data) - _END.size
    if at < 0 or data[at : at + 4] != b"PK\x05\x06":
        raise _not_a_zip(file, "its list of files is not at its end" if data[:2] == b"PK" else "it does not end as one")
    _, disk, first_disk, here, count, size, start, comment = _END.unpack_from(data, at)
    if disk or first_disk or here != count or comment:
        raise _not_a_zip(file, "it is one part of several, or has a comment")
    if count == 0xFFFF or size == _HUGE or start == _HUGE:
        raise _BadArchive(_fault(codes.PACKED_ODDLY, file, file, how="as zip64"))
    if count > PACK_FILES * 2:
        raise _BadArchive(_too_many(file))
    if start + size != at:
        raise _not_a_zip(file, "its list of files does not fit")
    entries = []
    place = start
    for _ in range(count):
        entry, place = _entry(file, data, place, at)
        entries.append(entry)
    if place != at:
        raise _not_a_zip(file, "its list of files does not fit")
    return sorted(entries, key=lambda entry: entry.offset), start


def _entry(file: str, data: bytes, place: int, end: int) -> tuple[_DirectoryEntry, int]:
    if place + _ENTRY.size > end:
        raise _not_a_zip(file, "its list of files is cut off")
    fields = _ENTRY.unpack_from(data, place)
    sign, _, _, flags, method, _, _, crc, packed, size, name, extra, comment, _, _, attributes, offset = fields
    behind = place + _ENTRY.size + name + extra + comment
    if sign != b"PK\x01\x02" or behind > end:
        raise _not_a_zip(file, "its list of files is cut off")
    raw = data[place + _ENTRY.size : place + _ENTRY.size + name]
    path = raw.decode("utf-8" if flags & _UTF8 else "ascii", "surrogateescape")
    return _DirectoryEntry(path, raw, flags, method, crc, packed, size, attributes >> 16, offset), behind


def _judge(file: str, entry: _DirectoryEntry) -> list[Diagnostic]:
    """The faults of one entry of the central directory."""
    name = entry.path.rstrip("/") if entry.folder else entry.path
    diagnostics = []
    reason = leaves_pack(name) or not_portable(name)
    if reason:
        diagnostics.append(_fault(codes.MEMBER_NAME, file, entry.path, why=reason))
    file_type = stat.S_IFMT(entry.mode)
    if file_type not in (0, stat.S_IFREG, stat.S_IFDIR):
        what = "a link" if file_type == stat.S_IFLNK else "not a plain file"
        diagnostics.append(_fault(codes.MEMBER_LINK, file, entry.path, what=what))
    if entry.flags & _ENCRYPTED:
        diagnostics.append(_fault(codes.ENCRYPTED, file, entry.path))
    if entry.method not in (_STORED, _DEFLATED):
        diagnostics.append(_fault(codes.PACKED_ODDLY, file, entry.path, how=f"by method {entry.method}"))
    if _HUGE in (entry.packed, entry.size, entry.offset):
        diagnostics.append(_fault(codes.PACKED_ODDLY, file, entry.path, how="as zip64"))
    elif entry.size > entry.packed * PACK_RATIO:
        ratio = f"{entry.size // max(entry.packed, 1):,}"
        diagnostics.append(_fault(codes.BOMB, file, entry.path, ratio=ratio, limit=str(PACK_RATIO), name="PACK_RATIO"))
    return diagnostics


def _twice(file: str, entries: list[_DirectoryEntry]) -> list[Diagnostic]:
    """Names that are equal, or that some system treats as equal."""
    first: dict[str, str] = {}
    diagnostics = []
    for entry in entries:
        other = first.get(folded(entry.path.rstrip("/")))
        if other is not None:
            also = "" if other == entry.path else f", the other time as `{printable(other)}`"
            diagnostics.append(_fault(codes.SAME_MEMBER, file, entry.path, other=also))
        first.setdefault(folded(entry.path.rstrip("/")), entry.path)
    return diagnostics


def _together(file: str, entries: list[_DirectoryEntry]) -> list[Diagnostic]:
    if sum(not entry.folder for entry in entries) > PACK_FILES + 1:  # and the list of hashes
        return [_too_many(file)]
    total = sum(entry.size for entry in entries)
    if total > PACK_BYTES:
        what, limit = f"what this archive holds ({total:,} bytes)", f"{PACK_BYTES:,} bytes"
        return [diagnose(TOO_LARGE, Place(file, 0, 0), what=what, limit=limit, name="PACK_BYTES")]
    return []


def _starts(file: str, data: bytes, entries: list[_DirectoryEntry], end: int) -> list[int]:
    """The offset of each file's bytes; the files must be contiguous and fill the archive."""
    starts = []
    place = 0
    for entry in entries:
        if entry.offset != place or place + _HEAD.size > end:
            raise _not_a_zip(file, f"there is a gap or an overlap before `{printable(entry.path)}`")
        sign, _, flags, method, _, _, crc, packed, size, name, extra = _HEAD.unpack_from(data, place)
        begin = place + _HEAD.size + name + extra
        if sign != b"PK\x03\x04" or data[place + _HEAD.size : place + _HEAD.size + name] != entry.raw:
            raise _not_a_zip(file, f"`{printable(entry.path)}` has two names")
        behind = bool(flags & _SIZES_BEHIND)
        header = (method, entry.crc, entry.packed, entry.size) if behind else (method, crc, packed, size)
        if flags != entry.flags or header != (entry.method, entry.crc, entry.packed, entry.size):
            raise _not_a_zip(file, f"`{printable(entry.path)}` is described in two ways")
        starts.append(begin)
        place = begin + entry.packed
        if behind:
            place += 16 if data[place : place + 4] == b"PK\x07\x08" else 12
        if place > end:
            raise _not_a_zip(file, f"`{printable(entry.path)}` is cut off")
    if place != end:
        raise _not_a_zip(file, "there is something between its files and its list")
    return starts


def _unpack(file: str, data: bytes, entry: _DirectoryEntry, start: int) -> bytes:
    packed = data[start : start + entry.packed]
    if entry.method == _STORED:
        content, whole = packed, entry.packed == entry.size
    else:
        try:
            unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
            # at most one byte more than declared; that byte shows a false size
            content = unpacker.decompress(packed, entry.size + 1)
            whole = unpacker.eof and not unpacker.unused_data and len(content) == entry.size
        except zlib.error:
            raise _BadArchive(_fault(codes.DAMAGED, file, entry.path, why="it cannot be unpacked")) from None
    if not whole:
        raise _BadArchive(_fault(codes.DAMAGED, file, entry.path, why="it is not as large as the archive says"))
    if zlib.crc32(content) != entry.crc:
        raise _BadArchive(_fault(codes.DAMAGED, file, entry.path, why="its checksum does not fit"))
    return content


def _not_a_zip(file: str, reason: str) -> _BadArchive:
    return _BadArchive(diagnose(codes.NOT_A_ZIP, Place(file, 0, 0), file=file, why=reason))


def _too_many(file: str) -> Diagnostic:
    limit = f"{PACK_FILES:,} files"
    return diagnose(TOO_LARGE, Place(file, 0, 0), what="the number of files", limit=limit, name="PACK_FILES")


def _fault(code: Code, file: str, path: str, **words: str) -> Diagnostic:
    words["path"] = printable(path)
    return diagnose(code, Place(file, 0, 0), label="", help="", notes=(), fix=None, **words)
