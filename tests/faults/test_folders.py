"""Faults 4, 5, 16, 17, 33 and 36: folders that nobody vouches for, and disks that fail while they are written."""

from __future__ import annotations

import errno
import os
import socket
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from dsl.packs.pack import PackFolder
from dsl.syntax.decode import decode
from dsl.text.limits import FILE_BYTES, FOLDER_NESTING, PACK_FILES
from tests.guards import GUARD
from tests.pack_makers import PACK, codes, make_folder, yaml
from tests.work import at_most
from tools.files import read_folder, read_text, write_atomic, write_text
from tools.files.disk import DISK, Disk
from tools.packs import load_pack

BOT = "Bot Slicer { hp 5 }\n"


def texts(folder: PackFolder) -> list[str]:
    return [text.path for text in folder.texts]


def told(folder: PackFolder) -> list[tuple[str, str]]:
    """Code and file of each diagnostic, the file without the folder."""
    return [(fault.code, fault.place.file.removeprefix(f"{folder.root}/")) for fault in folder.diagnostics]


# ---- 4 and 5: bytes


@pytest.mark.parametrize(
    "data, bom, ends",
    [
        (b"a\nb\n", False, "lf"),
        (b"\xef\xbb\xbfa\nb\n", True, "lf"),
        (b"a\r\nb\r\n", False, "crlf"),
        (b"a\rb\r", False, "cr"),
        (b"a\r\nb\n", False, "mixed"),
        (b"\xef\xbb\xbfa\r\nb\r", True, "mixed"),
    ],
)
def test_marks_and_line_ends(tmp_path: Path, data: bytes, bom: bool, ends: str) -> None:
    root = make_folder(tmp_path, {"x.bot": data})
    (text,) = read_folder(str(root)).texts
    assert text.source.text == "a\nb\n"
    assert (text.decoded.bom, text.decoded.line_ends) == (bom, ends)
    assert text.decoded.usual == (data == b"a\nb\n")
    assert text.source.position(2) == (2, 1)


def test_only_one_mark_is_taken_away() -> None:
    assert decode("x", b"\xef\xbb\xbf\xef\xbb\xbfa").source.text == "\ufeffa"


@pytest.mark.parametrize(
    "data, code, offset, position",
    [
        ("é".encode("latin-1"), "BW1001", 0, (1, 1)),
        (b"ab\r\nc\xe9d", "BW1001", 5, (2, 2)),
        (b"\xef\xbb\xbfa\r\n\xff", "BW1001", 6, (2, 1)),
        ("Bot".encode("utf-16"), "BW1001", 0, (1, 1)),
        (b"a\r\nb\0c", "BW1002", 4, (2, 2)),
        ("Bot".encode("utf-16-le"), "BW1002", 1, (1, 2)),
        (b"\xed\xa0\x80", "BW1001", 0, (1, 1)),
    ],
)
def test_bytes_that_are_no_text(tmp_path: Path, data: bytes, code: str, offset: int, position: tuple[int, int]) -> None:
    root = make_folder(tmp_path, {"bad.bot": data, "good.bot": BOT})
    folder = read_folder(str(root))
    assert told(folder) == [(code, "bad.bot")]
    assert texts(folder) == ["good.bot"]
    fault = folder.diagnostics[0]
    assert f"at offset {offset}" in fault.message
    assert folder.sources[fault.place.file].position(fault.place.start) == position


@given(st.binary(max_size=60))
def test_any_bytes_are_text_or_a_fault(data: bytes) -> None:
    result = decode("x", data)
    assert result.readable != bool(result.diagnostics)
    if result.readable:
        assert "\r" not in result.source.text
        assert "\0" not in result.source.text
        result.source.text.encode()
    for fault in result.diagnostics:
        assert 0 <= fault.place.start < fault.place.end <= len(result.source.text)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    root = make_folder(tmp_path, {"good.bot": BOT})
    with open(root / "huge.bot", "wb") as file:
        file.truncate(10_000_000_000)  # ten gigabytes of nothing
    with at_most(calls=2_000):
        folder = read_folder(str(root))
    assert told(folder) == [("BW1003", "huge.bot")]
    assert "FILE_BYTES" in folder.diagnostics[0].message
    assert texts(folder) == ["good.bot"]
    exact = make_folder(tmp_path / "exact", {"x.bot": b"#" * FILE_BYTES})
    assert told(read_folder(str(exact))) == []


# ---- 16: what leads out of a pack


def test_links_that_lead_out(tmp_path: Path) -> None:
    outside = make_folder(tmp_path / "outside", {"secret.bot": "Bot Secret { }\n", "more/x.bot": BOT})
    root = make_folder(tmp_path / "core", {"bots.bot": BOT})
    (root / "a.bot").symlink_to(outside / "secret.bot")
    (root / "b.bot").symlink_to("../outside/secret.bot")
    (root / "c").symlink_to(outside / "more", target_is_directory=True)
    (root / "d.bot").symlink_to("nowhere.bot")
    (root / "e.bot").symlink_to("e.bot")
    (root / "f.bot").symlink_to("/dev/zero")
    (root / "g").symlink_to(".", target_is_directory=True)
    (root / "h.bot").symlink_to("bots.bot")
    folder = read_folder(str(root))
    assert told(folder) == [("BW4302", name) for name in ("a.bot", "b.bot", "c", "d.bot", "e.bot", "f.bot", "g")]
    assert texts(folder) == ["bots.bot", "h.bot"]
    assert all(source.text == BOT for source in folder.files)
    assert not any("Secret" in fault.message or str(tmp_path) in fault.message for fault in folder.diagnostics)


def test_a_link_that_a_neighbour_has_as_prefix(tmp_path: Path) -> None:
    """`core-secret` begins with `core`, but is not inside it."""
    make_folder(tmp_path / "core-secret", {"x.bot": BOT})
    root = make_folder(tmp_path / "core", {})
    root.mkdir()
    (root / "x.bot").symlink_to("../core-secret/x.bot")
    assert told(read_folder(str(root))) == [("BW4302", "x.bot")]


def test_the_pack_itself_may_be_a_link(tmp_path: Path) -> None:
    make_folder(tmp_path / "real", {"pack.yaml": yaml(PACK), "bots.bot": BOT})
    (tmp_path / "link").symlink_to("real", target_is_directory=True)
    assert texts(read_folder(str(tmp_path / "link"))) == ["bots.bot", "pack.yaml"]


def test_pipes_sockets_and_devices(tmp_path: Path) -> None:
    root = make_folder(tmp_path / "core", {"bots.bot": BOT})
    os.mkfifo(root / "pipe.bot")
    here = os.getcwd()
    os.chdir(root)
    try:
        server = socket.socket(socket.AF_UNIX)
        server.bind("s.bot")
        server.close()
    finally:
        os.chdir(here)
    folder = read_folder(str(root))  # whoever opened the pipe would wait for ever
    assert told(folder) == [("BW4303", "pipe.bot"), ("BW4303", "s.bot")]
    assert texts(folder) == ["bots.bot"]
    for path, what in (("/dev/zero", "a device"), (str(root / "pipe.bot"), "a pipe"), (str(root), "a folder")):
        result = read_text(path)
        assert not result.readable
        assert [(fault.code, what in fault.message) for fault in result.diagnostics] == [("BW4303", True)]


@pytest.mark.parametrize("path", ["../../etc/passwd", "/etc/passwd", "a/../../x.yaml", "C:\\x.yaml", "~/x.yaml"])
def test_paths_in_a_manifest_that_lead_out(tmp_path: Path, path: str) -> None:
    root = make_folder(tmp_path, {"pack.yaml": yaml(PACK, assets=f"['{path}']"), "bots.bot": BOT})
    pack = load_pack(str(root))
    assert codes(pack.diagnostics) == ["BW4115"]
    assert f"`{path}`" in pack.diagnostics[0].message


def test_a_missing_file_and_a_folder_in_a_manifest(tmp_path: Path) -> None:
    root = make_folder(tmp_path, {"pack.yaml": yaml(PACK, assets="[art, cover.png]"), "art/cover.png": b"x"})
    pack = load_pack(str(root))
    assert codes(pack.diagnostics) == ["BW4307", "BW4309", "BW4309"]
    assert "it is a folder" in pack.diagnostics[1].message
    assert pack.diagnostics[2].help == "did you mean `art/cover.png`?"


# ---- 17: names that not every system has


def test_names(tmp_path: Path) -> None:
    names = [
        "Bots.bot",
        "bots.bot",
        "aux.bot",
        "a\\b.bot",
        "con",
        "x:y.bot",
        "end.",
        "tab\t.bot",
        "é.bot",
        "e\u0301.bot",
    ]
    root = make_folder(tmp_path, dict.fromkeys(names, BOT))
    folder = read_folder(str(root))
    ordered = sorted(told(folder))
    assert ordered == sorted(
        [
            ("BW4305", "a\\b.bot"),
            ("BW4305", "aux.bot"),
            ("BW4305", "con"),
            ("BW4305", "end."),
            ("BW4305", "tab\\u{9}.bot"),
            ("BW4305", "x:y.bot"),
            ("BW4306", "bots.bot"),
            ("BW4306", "é.bot"),
        ]
    )
    assert {"Bots.bot", "bots.bot"} <= set(texts(folder))


@pytest.mark.skipif(sys.platform == "darwin", reason="that system has no such names")
def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    with open(os.path.join(os.fsencode(tmp_path), b"a\xff.bot"), "wb") as file:
        file.write(BOT.encode())
    folder = read_folder(str(tmp_path))
    assert codes(folder.diagnostics) == ["BW4305"]
    for fault in folder.diagnostics:
        f"{fault.message} {fault.place.file}".encode()
    for source in folder.files:
        source.file.encode()


# ---- 33: folders that are too much


def test_too_many_files(tmp_path: Path) -> None:
    for number in range(PACK_FILES + 50):
        (tmp_path / f"{number:05}.bot").touch()
    with at_most(calls=1_000 * PACK_FILES):
        folder = read_folder(str(tmp_path))
    assert [(fault.code, "PACK_FILES" in fault.message) for fault in folder.diagnostics] == [("BW1003", True)]
    assert len(folder.texts) == PACK_FILES
    assert texts(folder)[-1] == f"{PACK_FILES - 1:05}.bot"


def test_a_hundred_thousand_names(tmp_path: Path) -> None:
    """The names come from a listing that never ends; only so many are looked at."""
    seen = 0

    class Entry:
        def __init__(self, name: str) -> None:
            self.name = name

        def stat(self, follow_symlinks: bool = True) -> os.stat_result:
            return os.stat_result((stat.S_IFREG, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    class Listing:
        def __enter__(self) -> Listing:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def __iter__(self) -> Any:
            nonlocal seen
            while True:
                seen += 1
                yield Entry(f"{seen}.txt")

    folder = read_folder(str(tmp_path), disk=evolve(DISK, scandir=lambda _: Listing()))
    assert seen < 110_000
    assert codes(folder.diagnostics) == ["BW1003"]


def test_folders_in_folders(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["d"] * (FOLDER_NESTING + 5))
    deep.mkdir(parents=True)
    make_folder(tmp_path, {"top.bot": BOT})
    (deep / "x.bot").write_text(BOT)
    folder = read_folder(str(tmp_path))
    assert [fault.code for fault in folder.diagnostics] == ["BW1003"]
    assert "FOLDER_NESTING" in folder.diagnostics[0].message
    assert texts(folder) == ["top.bot"]


def failing(call: str, name: str, number: int) -> Disk:
    """A disk on which one call fails for files of one name."""
    real: Callable[..., Any] = getattr(DISK, call)
    opened: dict[int, str] = {}

    def open_(path: str, *rest: Any) -> int:
        if call == "open" and path.endswith(name):
            raise OSError(number, os.strerror(number))
        handle = os.open(path, *rest)
        opened[handle] = path
        return handle

    def other(what: Any, *rest: Any) -> Any:
        if str(opened.get(what, what)).endswith(name):
            raise OSError(number, os.strerror(number))
        return real(what, *rest)

    disk = evolve(DISK, open=open_)
    return disk if call == "open" else evolve(disk, **{call: other})


@pytest.mark.parametrize(
    "call, number",
    [
        ("open", errno.EACCES),
        ("open", errno.EMFILE),
        ("read", errno.EIO),
        ("fstat", errno.EIO),
        ("lstat", errno.ENOENT),
    ],
)
def test_a_file_that_cannot_be_read_is_named_and_the_rest_is_read(tmp_path: Path, call: str, number: int) -> None:
    root = make_folder(tmp_path, {"a.bot": BOT, "b.bot": BOT, "c.bot": BOT})
    folder = read_folder(str(root), disk=failing(call, "b.bot", number))
    assert told(folder) == [("BW4304", "b.bot")]
    assert os.strerror(number)[1:] in folder.diagnostics[0].message
    assert texts(folder) == ["a.bot", "c.bot"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
def test_a_file_without_permission(tmp_path: Path) -> None:
    root = make_folder(tmp_path, {"a.bot": BOT, "b.bot": BOT, "shut/c.bot": BOT})
    (root / "b.bot").chmod(0)
    (root / "shut").chmod(0)
    try:
        assert told(read_folder(str(root))) == [("BW4304", "b.bot"), ("BW4304", "shut")]
    finally:
        (root / "shut").chmod(0o755)


def test_a_folder_that_cannot_be_listed(tmp_path: Path) -> None:
    root = make_folder(tmp_path, {"a.bot": BOT, "shut/c.bot": BOT})
    folder = read_folder(str(root), disk=failing("scandir", "shut/", errno.EACCES))
    assert told(folder) == [("BW4304", "shut")]
    assert texts(folder) == ["a.bot"]
    gone = read_folder(str(tmp_path / "gone"))
    assert codes(gone.diagnostics) == ["BW4304"]


def test_a_file_that_is_replaced_while_it_is_read(tmp_path: Path) -> None:
    """Once is an editor that saves: the new text is read. Always is a fault."""
    root = make_folder(tmp_path, {"a.bot": BOT, "b.bot": BOT})
    times = 0

    def read(handle: int, most: int, always: bool) -> bytes:
        nonlocal times
        data = os.read(handle, most)
        if data and os.path.samestat(os.fstat(handle), os.stat(root / "a.bot")) and (always or times == 0):
            times += 1
            (root / "new").write_text(f"Bot Number{times} {{ }}\n")
            os.replace(root / "new", root / "a.bot")
        return data

    once = read_folder(str(root), disk=evolve(DISK, read=lambda handle, most: read(handle, most, False)))
    assert told(once) == []
    assert once.files[0].text == "Bot Number1 { }\n"
    always = read_folder(str(root), disk=evolve(DISK, read=lambda handle, most: read(handle, most, True)))
    assert told(always) == [("BW4308", "a.bot")]
    assert texts(always) == ["b.bot"]


def test_a_file_that_grows_while_it_is_read(tmp_path: Path) -> None:
    root = make_folder(tmp_path, {"a.bot": BOT})

    def read(handle: int, most: int) -> bytes:
        with open(root / "a.bot", "a") as file:
            file.write("#\n")
        return os.read(handle, min(most, 5))

    folder = read_folder(str(root), disk=evolve(DISK, read=read))
    assert codes(folder.diagnostics) == ["BW4308"]
    assert texts(folder) == []


def test_a_file_that_becomes_a_pipe(tmp_path: Path) -> None:
    """Between listing and opening; a plain open would wait for ever."""
    root = make_folder(tmp_path, {"a.bot": BOT})

    def open_(path: str, *rest: Any) -> int:
        os.unlink(path)
        os.mkfifo(path)
        return os.open(path, *rest)

    done = threading.Event()
    collected: list[PackFolder] = []

    def run() -> None:
        collected.append(read_folder(str(root), disk=evolve(DISK, open=open_)))
        done.set()

    threading.Thread(target=run, daemon=True).start()
    assert done.wait(GUARD)
    assert told(collected[0]) == [("BW4303", "a.bot")]


# ---- 36: writing


def holding(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*"))}


class Counted:
    """A disk that fails at the Nth of the calls that change it."""

    CALLS = ("open", "write", "fsync", "close", "chmod", "replace")

    def __init__(self, fail_at: int, number: int = errno.ENOSPC, error: type[BaseException] | None = None) -> None:
        self.fail_at = fail_at
        self.number = number
        self.error = error
        self.made: list[str] = []
        self.disk = evolve(DISK, **{name: self._counting(name) for name in self.CALLS})

    def _counting(self, name: str) -> Callable[..., Any]:
        real = getattr(DISK, name)

        def call(*arguments: Any) -> Any:
            self.made.append(name)
            if len(self.made) == self.fail_at:
                if name == "close":
                    real(*arguments)  # a handle is gone even when closing it fails
                if name == "write":
                    real(arguments[0], arguments[1][: len(arguments[1]) // 2])  # half of it arrives
                raise self.error() if self.error else OSError(self.number, os.strerror(self.number))
            if name == "write":
                return real(arguments[0], arguments[1][:7])  # a disk may take less than it is given
            return real(*arguments)

        return call


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS])
def test_nothing_is_ever_half_written(tmp_path: Path, number: int) -> None:
    """The Nth call fails, for every N: the file is the old one or the new one, and nothing lies beside it."""
    old, new = "old text\n", "the new text, longer than before\n"
    (tmp_path / "x.bot").write_text(old)
    whole = Counted(0)
    assert write_text(str(tmp_path / "x.bot"), new, whole.disk) is None
    assert holding(tmp_path) == {"x.bot": new.encode()}
    assert {"open", "write", "fsync", "close", "chmod", "replace"} == set(whole.made)
    assert whole.made.index("fsync") < whole.made.index("replace")
    for fail_at in range(1, len(whole.made) + 1):
        (tmp_path / "x.bot").write_text(old)
        failed = write_text(str(tmp_path / "x.bot"), new, Counted(fail_at, number).disk)
        assert failed is not None
        assert failed.code == "BW4601"
        assert os.strerror(number)[1:] in failed.message
        replaced = "replace" in whole.made[: fail_at - 1]
        assert holding(tmp_path) == {"x.bot": (new if replaced else old).encode()}
        assert ("as it was" in failed.help) != replaced


def test_a_new_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    whole = Counted(0)
    assert write_text(str(tmp_path / "x.bot"), "text\n", whole.disk) is None
    (tmp_path / "x.bot").unlink()
    for fail_at in range(1, whole.made.index("replace") + 2):
        assert write_text(str(tmp_path / "x.bot"), "text\n", Counted(fail_at).disk) is not None
        assert holding(tmp_path) == {}


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "x.bot").write_text("old\n")
    for fail_at in range(1, 6):
        with pytest.raises(KeyboardInterrupt):
            write_text(str(tmp_path / "x.bot"), "new\n", Counted(fail_at, error=KeyboardInterrupt).disk)
        assert holding(tmp_path) == {"x.bot": b"old\n"}


def test_modes_and_links_are_kept(tmp_path: Path) -> None:
    file = make_folder(tmp_path, {"real/x.bot": "old\n"}) / "real" / "x.bot"
    file.chmod(0o640)
    (tmp_path / "link.bot").symlink_to("real/x.bot")
    assert write_text(str(tmp_path / "link.bot"), "new\n") is None
    assert file.read_text() == "new\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert (tmp_path / "link.bot").is_symlink()
    assert write_atomic(str(tmp_path / "fresh.bin"), b"\0\xff") is None
    assert (tmp_path / "fresh.bin").read_bytes() == b"\0\xff"


def test_what_must_not_be_written(tmp_path: Path) -> None:
    file = make_folder(tmp_path, {"x.bot": "old\n"}) / "x.bot"
    file.chmod(0o444)
    failed = write_text(str(file), "new\n")
    assert failed is not None
    assert (failed.code, "read-only" in failed.message) == ("BW4602", True)
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        failed = write_text(str(path), "new\n")
        assert failed is not None
        assert failed.code == "BW4602"
    for path in (tmp_path / "no" / "x.bot", Path("a\0b"), tmp_path / ("x" * 300)):
        failed = write_text(str(path), "new\n")
        assert failed is not None
        assert failed.code == "BW4601"
    assert file.read_text() == "old\n"
    assert sorted(os.listdir(tmp_path)) == ["pipe", "x.bot"]


def test_a_text_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "x.bot").write_text("old\n")
    failed = write_text(str(tmp_path / "x.bot"), "new \ud800\n")
    assert failed is not None
    assert "U+D800 at offset 4" in failed.message
    assert holding(tmp_path) == {"x.bot": b"old\n"}


def test_a_reader_never_sees_half_a_file(tmp_path: Path) -> None:
    """One thread writes two texts in turn, another reads: it sees one or the other."""
    file = tmp_path / "x.bot"
    sides = ["a" * 50_000, "b" * 60_000]
    file.write_text(sides[0])
    stop = threading.Event()

    def write() -> None:
        turn = 0
        while not stop.is_set():
            turn += 1
            assert write_text(str(file), sides[turn % 2]) is None

    writer = threading.Thread(target=write)
    writer.start()
    try:
        seen = {file.read_text() for _ in range(200)}
    finally:
        stop.set()
        writer.join()
    assert seen <= set(sides)
    assert os.listdir(tmp_path) == ["x.bot"]
