"""Fault 32: archives that lie. All are refused before one byte is unpacked, and nothing is ever written."""

from __future__ import annotations

import io
import os
import stat
import struct
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import registry
from dsl.packs.pack import LOCK, is_archive
from dsl.text.limits import PACK_BYTES, PACK_FILES
from tests.pack_makers import PACK, codes, make_folder, make_zip, yaml
from tests.work import at_most
from tools.packs import load_pack, verify_pack
from tools.packs.archives import build_archive, read_archive
from tools.packs.zip_reader import read_zip

MANIFEST = ("pack.yaml", yaml(PACK).encode())
TEXT = b"Bot Slicer { hp 5 }\n" * 20


def refused(data: bytes) -> list[Diagnostic]:
    files, result = read_zip("x.zip", data)
    assert files == {}
    assert result
    return result


def built(tmp_path: Path) -> bytes:
    root = make_folder(tmp_path / "core", {"pack.yaml": yaml(PACK), "bots.bot": TEXT, "README.md": "x"})
    data, result = build_archive(load_pack(str(root)))
    assert data is not None, result
    return data


def entry(name: str, mode: int = 0o100644, **fields: int) -> zipfile.ZipInfo:
    result = zipfile.ZipInfo(name)
    result.external_attr = mode << 16
    result.compress_type = fields.get("method", zipfile.ZIP_DEFLATED)
    return result


@pytest.mark.parametrize(
    "name",
    [
        *["../x.bot", "a/../../x.bot", "/etc/x.bot", "C:/x.bot", "c:x.bot", "a\\b.bot", "..\\x.bot", "./x.bot"],
        *["a//b.bot", "~/x.bot", "con.bot", "a/AUX", "x.", "a?.bot", "a\x01.bot", "x" * 300 + ".bot", "nul/x.bot"],
    ],
)
def test_names_that_lead_out_or_cannot_be(name: str) -> None:
    data = make_zip([MANIFEST, (entry("placeholder!"), TEXT)])
    # the library tidies names up, so the bad one is put in afterwards, in both places
    raw = name.encode()
    data = _renamed(data, b"placeholder!", raw)
    assert codes(refused(data)) == ["BW4402"]


def _renamed(data: bytes, old: bytes, new: bytes) -> bytes:
    """An archive with another name for one entry, its lengths and offsets put right."""
    head = data.index(b"PK\x03\x04", data.index(old) - 30)
    data = data[: head + 26] + struct.pack("<H", len(new)) + data[head + 28 :]
    data = data.replace(old, new, 1)
    more = len(new) - len(old)
    listed = data.index(old) - 46
    data = data[: listed + 28] + struct.pack("<H", len(new)) + data[listed + 30 :]
    data = data.replace(old, new, 1)
    size, start = struct.unpack("<LL", data[-10:-2])
    return data[:-10] + struct.pack("<LL", size + more, start + more) + data[-2:]


def test_the_renaming_of_this_test_makes_sound_archives() -> None:
    files, result = read_zip(
        "x.zip", _renamed(make_zip([MANIFEST, ("placeholder!", TEXT)]), b"placeholder!", b"maps/shore.bot")
    )
    assert result == []
    assert files["maps/shore.bot"] == TEXT


def test_names_that_are_not_utf8() -> None:
    data = make_zip([MANIFEST, ("placeholder!", TEXT)])
    assert codes(refused(_renamed(data, b"placeholder!", b"placeholder\xff"))) == ["BW4402"]


@pytest.mark.parametrize("sort", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK])
def test_links_and_devices(sort: int) -> None:
    assert codes(refused(make_zip([MANIFEST, (entry("x.bot", sort | 0o777), b"/etc/passwd")]))) == ["BW4403"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("names", [("x.bot", "x.bot"), ("x.bot", "X.bot"), ("é.bot", "e\u0301.bot"), ("a", "a/")])
def test_one_name_twice(names: tuple[str, str]) -> None:
    assert codes(refused(make_zip([(name, b"" if name.endswith("/") else b"x") for name in names]))) == ["BW4404"]


def test_encrypted() -> None:
    data = bytearray(make_zip([("x.bot", TEXT)]))
    for at in (6, data.index(b"PK\x01\x02") + 8):
        data[at] |= 1
    assert codes(refused(bytes(data))) == ["BW4405"]


def test_bombs() -> None:
    """Ten megabytes of nothing in ten kilobytes, and one that promises little and gives much."""
    tracemalloc.start()
    refusal = refused(make_zip([("x.bot", bytes(10_000_000))]))
    honest_peak = tracemalloc.get_traced_memory()[1]
    data = bytearray(make_zip([("x.bot", bytes(10_000_000))]))
    tracemalloc.reset_peak()
    for at in (22, data.index(b"PK\x01\x02") + 24):
        data[at : at + 4] = struct.pack("<L", 500)
    before = tracemalloc.get_traced_memory()[0]
    lied = refused(bytes(data))
    grown = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    assert codes(refusal) == ["BW4406"]
    assert "PACK_RATIO" in refusal[0].message
    assert codes(lied) == ["BW4408"]
    assert grown < 1_000_000 < honest_peak


def test_files_that_overlap() -> None:
    """One packed file listed many times is a bomb without a single bad ratio."""
    data = make_zip([("a.bot", os.urandom(50_000))], zipfile.ZIP_STORED)
    start = data.index(b"PK\x01\x02")
    line = data[start : len(data) - 22]
    lines = b"".join(line.replace(b"a.bot", f"{number:05}".encode()) for number in range(1000))
    data = data[:start] + lines + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1000, 1000, len(lines), start, 0)
    assert codes(refused(data)) == ["BW4401"]


def test_too_large_together() -> None:
    """What is promised counts, so nothing has to be unpacked to see it."""
    noise = os.urandom(10_000)
    names = [f"{number:04}.bot" for number in range(90)]
    data = bytearray(make_zip([(name, noise) for name in names], zipfile.ZIP_STORED))
    at = 0
    for _ in names:
        at = data.index(b"PK\x01\x02", at + 1)
        data[at + 24 : at + 28] = struct.pack("<L", PACK_BYTES // 80)
    refusal = refused(bytes(data))
    assert codes(refusal) == ["BW1003"]
    assert "PACK_BYTES" in refusal[0].message


def test_a_million_entries() -> None:
    line = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", 20, 20, 0, 0, 0, 33, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"x"
    count = 1_000_000
    # the field for the number has two bytes: such an archive lies, or is zip64
    for said in (count % 65_536, 65_535):
        data = line * count + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, said, said, len(line) * count, 0, 0)
        with at_most(calls=1_000):
            refusal = refused(data)
        assert codes(refusal)[0] in ("BW4401", "BW4413", "BW1003")


def test_too_many_files() -> None:
    data = make_zip([(f"{number}.bot", b"") for number in range(PACK_FILES + 2)])
    assert [fault.code for fault in refused(data) if "PACK_FILES" in fault.message] == ["BW1003"]


@pytest.mark.parametrize(
    "name, data", [("more.zip", b"x"), ("x.TAR.GZ", b"x"), ("x.bin", make_zip([MANIFEST])), ("y", b"\x1f\x8b\x08")]
)
def test_archives_in_archives(name: str, data: bytes) -> None:
    assert codes(refused(make_zip([MANIFEST, (name, data)]))) == ["BW4407"]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_to_pack(method: int) -> None:
    assert codes(refused(make_zip([("x.bot", TEXT)], method))) == ["BW4413"]


def test_zip64_and_comments() -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.comment = b"hello"
        archive.writestr("x.bot", TEXT)
    assert codes(refused(whole.getvalue())) == ["BW4401"]
    huge = bytearray(make_zip([("x.bot", TEXT)]))
    at = huge.index(b"PK\x01\x02")
    huge[at + 20 : at + 28] = b"\xff" * 8
    assert "BW4413" in codes(refused(bytes(huge)))


def test_data_around_an_archive_is_rejected() -> None:
    """A program with a pack behind it, and a pack with something behind it, are no packs."""
    sound = make_zip([MANIFEST])
    assert codes(refused(b"#!/bin/sh\n" + sound)) == ["BW4401"]
    assert codes(refused(sound + b"x")) == ["BW4401"]
    start = sound.index(b"PK\x01\x02")
    gap = sound[:start] + b"hidden" + sound[start:-6] + struct.pack("<L", start + 6) + sound[-2:]
    assert codes(refused(gap)) == ["BW4401"]


def test_contradicting_headers_of_one_file() -> None:
    sound = bytearray(make_zip([("good.bot", TEXT)]))
    for old, at in ((b"good", 30), (b"\x08\x00", 8)):
        changed = bytearray(sound)
        changed[at : at + len(old)] = bytes(byte ^ 1 for byte in old)
        assert codes(refused(bytes(changed))) == ["BW4401"]


def test_ordinary_archives_are_read() -> None:
    """Also those that other programs make: deflated, with folders, with sizes behind the files."""
    files, result = read_zip("x.zip", make_zip([MANIFEST, ("maps/", b""), ("maps/a.bot", TEXT)]))
    assert result == []
    assert files == {"pack.yaml": MANIFEST[1], "maps/a.bot": TEXT}

    class Stream(io.RawIOBase):
        """Something that can only be written forward, so that sizes come behind."""

        def __init__(self) -> None:
            self.data = bytearray()

        def writable(self) -> bool:
            return True

        def write(self, some: object) -> int:
            self.data += bytes(some)  # type: ignore[call-overload]
            return len(some)  # type: ignore[arg-type]

    stream = Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[arg-type]
        archive.writestr("a.bot", TEXT)
        archive.writestr("b.bot", TEXT)
    assert read_zip("x.zip", bytes(stream.data)) == ({"a.bot": TEXT, "b.bot": TEXT}, [])
    assert read_zip("x.zip", make_zip([])) == ({}, [])


# ---- cut, flipped, and any bytes


def test_cut_at_every_byte(tmp_path: Path) -> None:
    data = built(tmp_path)
    for end in range(0, len(data), 7):
        assert set(codes(refused(data[:end]))) == {"BW4401"}


def test_one_bit_flipped_anywhere_is_seen(tmp_path: Path) -> None:
    """Either the archive is refused, or its hashes or manifest are; what is told has a place."""
    data = built(tmp_path)
    unseen = 0
    for at in range(0, len(data), 5):
        changed = bytearray(data)
        changed[at] ^= 1 << (at % 8)
        pack, result = read_archive("x.zip", bytes(changed))
        assert all(fault.code in registry() for fault in result)
        if not result:
            # times, versions of the format and system marks mean nothing to a reader
            assert pack is not None
            assert [source.text for source in pack.rules] == [TEXT.decode()]
            unseen += 1
    assert unseen < len(data) / 5 * 0.1


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    files, result = read_zip("x.zip", data)
    assert files == {}
    assert codes(result) == ["BW4401"]


@given(st.binary(max_size=120))
def test_any_bytes_where_the_list_is(junk: bytes) -> None:
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(junk), 0, 0)
    files, result = read_zip("x.zip", junk + end)
    assert files == {}
    assert result


@given(
    st.dictionaries(
        st.from_regex(r"x[a-z]{1,6}(/x[a-z]{1,6})?\.md", fullmatch=True), st.binary(max_size=200), max_size=6
    ),
    st.booleans(),
)
def test_what_the_library_packs_is_read(files: dict[str, bytes], deflated: bool) -> None:
    method = zipfile.ZIP_DEFLATED if deflated else zipfile.ZIP_STORED
    packed = make_zip(list(files.items()), method)
    if any(is_archive(path, data) for path, data in files.items()):
        assert set(codes(refused(packed))) == {"BW4407"}
    else:
        assert read_zip("x.zip", packed) == (files, [])


# ---- hashes


def remade(data: bytes, **changes: bytes | None) -> bytes:
    """A built pack with some of its files changed, added or left out, sound as an archive."""
    files, result = read_zip("x.zip", data)
    assert result == []
    chosen = {**files, **{name.replace("_", "."): content for name, content in changes.items()}}
    return make_zip([(name, content) for name, content in chosen.items() if content is not None])


def test_a_changed_pack_is_seen(tmp_path: Path) -> None:
    data = built(tmp_path)
    assert read_archive("x.zip", data)[1] == []
    assert read_archive("x.zip", remade(data))[1] == []
    for changed, expected in (
        (remade(data, bots_bot=TEXT + b" "), ["BW4411"]),
        (remade(data, extra_bot=b""), ["BW4412"]),
        (remade(data, README_md=None), ["BW4412"]),
        (remade(data, pack_yaml=yaml(PACK, version="1.0.1").encode()), ["BW4411", "BW4414"]),
        (remade(data, bots_bot=b"\xff"), ["BW1001", "BW4411"]),
    ):
        assert sorted(codes(read_archive("x.zip", changed)[1])) == expected


def test_a_pack_without_its_list(tmp_path: Path) -> None:
    data = built(tmp_path)
    files, _ = read_zip("x.zip", data)
    bare = make_zip([(name, content) for name, content in files.items() if name != LOCK])
    assert codes(read_archive("x.zip", bare)[1]) == ["BW4409"]
    broken = make_zip([(name, b"{" if name == LOCK else content) for name, content in files.items()])
    assert codes(read_archive("x.zip", broken)[1]) == ["BW4410"]


def test_verifying_writes_nothing(tmp_path: Path) -> None:
    evil = tmp_path / "inside" / "evil.zip"
    evil.parent.mkdir()
    evil.write_bytes(_renamed(make_zip([MANIFEST, ("placeholder!", TEXT)]), b"placeholder!", b"../../out.bot"))
    before = sorted(tmp_path.rglob("*"))
    answer = verify_pack(str(evil))
    assert codes(answer.findings.diagnostics) == ["BW4402"]
    assert answer.findings.exit_code() == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_not_files(tmp_path: Path) -> None:
    assert codes(verify_pack(str(tmp_path)).findings.diagnostics) == ["BW4303"]
    assert codes(verify_pack(str(tmp_path / "none.zip")).findings.diagnostics) == ["BW4304"]
    os.mkfifo(tmp_path / "pipe.zip")
    assert codes(verify_pack(str(tmp_path / "pipe.zip")).findings.diagnostics) == ["BW4303"]
    assert codes(verify_pack("/dev/zero").findings.diagnostics) == ["BW4303"]


def test_a_false_checksum() -> None:
    data = bytearray(make_zip([("x.bot", TEXT)], zipfile.ZIP_STORED))
    wrong = struct.pack("<L", zlib.crc32(TEXT) ^ 1)
    data[14:18] = wrong
    at = data.index(b"PK\x01\x02")
    data[at + 16 : at + 20] = wrong
    refusal = refused(bytes(data))
    assert codes(refusal) == ["BW4408"]
    assert "checksum" in refusal[0].message
