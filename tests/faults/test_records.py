"""Faults 31, 34, 36 and 40: records that are damaged, made with something else, or on disks that fail."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from attrs import evolve

from tests.faults.records import (
    BROKEN,
    FULL,
    READ_ONLY,
    Failing,
    answer,
    begun,
    chained,
    forged,
    lines,
    recorded,
    scrapyard,
)
from tools.files.disk import DISK
from tools.matches import BadRecord, Game, load, resume
from tools.matches.errors import MatchFault
from tools.matches.record import read_record, record_in
from tools.matches.record_lines import written
from tools.resources import shipped_packs, shipped_rulesets


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("short") / "match"
    recorded(path)
    return path.read_bytes()


def taken_up(path: Path, **more: object) -> str:
    """The code that a record is refused with; empty if it is not."""
    try:
        match = resume(path, game=scrapyard(), **more)  # type: ignore[arg-type]
    except BadRecord as wrong:
        return wrong.code
    match.close()
    return ""


# ---- 34: damage


def test_a_record_that_ends_at_any_byte_gives_all_its_whole_lines(short: bytes) -> None:
    whole, _ = record_in("match", short)
    ends = [index + 1 for index, byte in enumerate(short) if byte == 10]
    for size in range(len(short) + 1):
        kept = sum(end <= size + 1 for end in ends)  # a line may lack its end
        if not kept:
            with pytest.raises(BadRecord) as wrong:
                record_in("match", short[:size])
            assert wrong.value.code == "BW6101"
            continue
        record, _ = record_in("match", short[:size])
        assert record.entries == whole.entries[: kept - 1]
        at_end = size in ends or size + 1 in ends
        assert (record.damage is None) == at_end
        if record.damage is not None:
            assert (record.damage.line, record.damage.lines) == (kept + 1, 1)


def test_a_flipped_bit_in_any_byte_is_detected_at_its_line(short: bytes) -> None:
    whole, _ = record_in("match", short)
    for place in range(len(short)):
        data = bytearray(short)
        data[place] ^= 1 << place % 8
        line = short.count(b"\n", 0, place)
        if line == 0:
            with pytest.raises(BadRecord) as wrong:
                record_in("match", bytes(data))
            assert wrong.value.code == "BW6101"
            continue
        record, _ = record_in("match", bytes(data))
        last = place == len(short) - 1  # the end of the last line is not needed, but something else stands there
        assert record.entries == whole.entries[: line - 1]
        assert record.damage is not None
        assert record.damage.line == line + 1 or last


@pytest.mark.parametrize(
    "garbage",
    [b"\0" * 4096, b"\n", b"\n\n\n", b"{}", b"not a line\n", b'{"undo":true,"state":"0","check":"0000000000000000"}\n', b"\xff\xfe"],
    ids=repr,
)  # fmt: skip
def test_data_after_the_end_is_ignored(tmp_path: Path, short: bytes, garbage: bytes) -> None:
    path = tmp_path / "match"
    path.write_bytes(short + garbage)
    match = resume(path, game=scrapyard())
    assert match.answers == 6
    assert [note.code for note in match.notes] == ["BW6103"]
    assert path.read_bytes() == short + garbage


def test_lines_that_fit_but_make_no_sense_are_damage(short: bytes) -> None:
    said = lines(short)
    for wrong in (
        {"request": "1"}, {"request": True}, {"chosen": "0"}, {"chosen": [True]}, {"chosen": None}, {"seat": 3},
        {"state": None}, {"events": 5}, {"cards": []}, {"cards": {"a": "b"}}, {"cards": {"a": [1]}},
    ):  # fmt: skip
        record, _ = record_in("match", forged(short, 2, **wrong))
        assert record.damage is not None, wrong
        assert record.damage.line == 3
        assert len(record.entries) == 1
    deep = b'{"request":' + b"[" * 100_000
    first, check = written({name: value for name, value in said[0].items() if name != "check"}, "")
    assert first == short[: len(first)]
    record, _ = record_in("match", first + deep)
    assert record.damage is not None
    del check


@pytest.mark.parametrize("changes", [
    {"seats": None}, {"seats": [1]}, {"seed": "1"}, {"seed": True}, {"where": []}, {"packs": []}, {"packs": {"a": {}}},
    {"ruleset": {"a": 1}}, {"variants": [1]}, {"mode": 5}, {"rulings": None}, {"engine": None}, {"state": 3}, {"cards": 1},
])  # fmt: skip
def test_a_first_line_that_makes_no_sense_is_no_record(short: bytes, changes: dict[str, object]) -> None:
    with pytest.raises(BadRecord) as wrong:
        record_in("match", forged(short, 0, **changes))
    assert wrong.value.code == "BW6101"


@pytest.mark.parametrize(
    "seats",
    [[], ["Ann"], ["Ann", "Ann"], ["\x1b[31mAnn", "Ben"], ["Ann\u202e", "Ben"], ["players", "Ben"], ["Ann"] * 200_000],
    ids=["none", "one", "equal", "escape", "turned", "a word", "very many"],
)
def test_seats_that_could_not_have_begun_a_match_are_refused(tmp_path: Path, short: bytes, seats: list[str]) -> None:
    path = tmp_path / "match"
    path.write_bytes(forged(short, 0, seats=seats))
    for record in (False, True):
        with pytest.raises(BadRecord) as wrong:
            resume(path, game=scrapyard(), record=record)
        assert wrong.value.code == "BW6101"
        assert wrong.value.message.isprintable()


ESCAPES = "\x1b[2J\u202e"


@pytest.mark.parametrize(
    "changes",
    [{"mode": ESCAPES}, {"variants": [ESCAPES]}, {"rulings": {ESCAPES: ESCAPES}}, {"engine": ESCAPES},
     {"format_version": ESCAPES}, {"cards": {ESCAPES: [ESCAPES]}}],
    ids=lambda changes: next(iter(changes)),
)  # fmt: skip
def test_what_a_record_says_is_told_in_printable_letters(
    tmp_path: Path, short: bytes, changes: dict[str, object]
) -> None:
    path = tmp_path / "match"
    path.write_bytes(forged(short, 0, **changes))
    with pytest.raises(BadRecord) as wrong:
        resume(path, game=scrapyard())
    assert all(f"{item.message}{item.help}".isprintable() for item in wrong.value.diagnostics)


def test_an_answer_of_somebody_else_is_told_in_printable_letters(tmp_path: Path, short: bytes) -> None:
    path = tmp_path / "match"
    path.write_bytes(forged(short, 1, seat="\x1b[2J\u202e"))
    with pytest.raises(BadRecord) as wrong:
        resume(path, game=scrapyard())
    assert wrong.value.code == "BW6108"
    assert wrong.value.message.isprintable()


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"hello\n", b"{}\n", b"PK\3\4", b'{"botwright":"match"}\n', b"\0" * 100], ids=repr
)
def test_other_files_are_no_records(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    assert taken_up(path) == "BW6101"
    assert taken_up(path, record=True) == "BW6101"
    assert path.read_bytes() == data


def test_folders_devices_and_missing_files_are_not_records(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "missing", Path("/dev/zero"), tmp_path / "a\0b"):
        assert taken_up(path) == "BW6101", path
    assert taken_up(tmp_path / "pipe", record=True) == "BW6101"


@pytest.mark.parametrize("version", [0, 2, "one", None])
def test_a_record_of_another_format_is_left_to_who_made_it(tmp_path: Path, short: bytes, version: object) -> None:
    path = tmp_path / "match"
    data = forged(short, 0, format_version=version, engine="0.0.9")
    path.write_bytes(data)
    with pytest.raises(BadRecord) as wrong:
        resume(path, game=scrapyard(), force=True)
    assert wrong.value.code == "BW6102"
    assert "0.0.9" in wrong.value.help
    assert path.read_bytes() == data


def test_a_damaged_record_resumes_and_a_copy_of_the_file_is_kept(tmp_path: Path, short: bytes) -> None:
    path = tmp_path / "match"
    cut = short[:-40]
    for number, name in enumerate(["match.damaged", "match.damaged-2", "match.damaged-3"], 1):
        path.write_bytes(cut)
        with resume(path, game=scrapyard(), record=True) as match:
            assert match.answers == 5
            (note,) = match.notes
            assert note.code == "BW6103"
            assert "5 answers kept, 1 line lost" in note.message
            assert name in note.help
            answer(match)
        assert (tmp_path / name).read_bytes() == cut
        assert read_record(path).damage is None
        assert len(list(tmp_path.iterdir())) == number + 1
    assert path.read_bytes() == short  # the same answer was given again


def test_a_last_line_without_its_end_is_whole(tmp_path: Path, short: bytes) -> None:
    path = tmp_path / "match"
    path.write_bytes(short[:-1])
    with resume(path, game=scrapyard(), record=True) as match:
        assert match.notes == ()
        answer(match)
    record = read_record(path)
    assert record.damage is None
    assert path.read_bytes().startswith(short)
    assert list(tmp_path.iterdir()) == [path]


# ---- 36: disks that are full, broken or read-only


@pytest.mark.parametrize("error", [FULL, BROKEN])
def test_an_answer_that_cannot_be_written_is_not_taken(tmp_path: Path, error: int) -> None:
    """The Nth call fails, for every N; then the disk works again and the match goes on."""
    path, result = tmp_path / "match", set()
    for calls in range(1, 1_000):
        path.unlink(missing_ok=True)
        failing = Failing(calls, error=error)
        try:
            match = begun(path, failing.disk())
        except BadRecord as wrong:
            result.add(wrong.code)
            assert not path.exists()
            continue
        failed = False
        while match.answers < 3:
            before, open_now = match.hash, match.requests
            try:
                answer(match)
            except BadRecord as wrong:
                failed = True
                result.add(wrong.code)
                assert (match.hash, match.requests) == (before, open_now)
                assert len(read_record(path).entries) == match.answers
        match.close()
        record = read_record(path)
        assert record.damage is None
        assert resume(path, game=scrapyard()).hash == match.hash
        if not failed and failing.done < calls:
            break
    assert calls > 8
    assert result == {"BW6114", "BW6109"}


def test_undo_and_redo_count_only_when_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "match"
    recorded(path)
    match = resume(path, game=scrapyard(), record=True, disk=(failing := Failing(0, error=FULL)).disk())
    for turn in (match.undo, match.redo):
        before = match.hash
        failing.calls = failing.done + 1
        with pytest.raises(BadRecord):
            turn()
        assert match.hash == before
        assert turn()
        assert match.hash != before
    match.close()
    assert resume(path, game=scrapyard()).hash == match.hash


@pytest.mark.parametrize("error", [FULL, BROKEN, READ_ONLY])
def test_a_save_is_whole_or_not_there(tmp_path: Path, error: int) -> None:
    path = tmp_path / "save"
    match = begun(tmp_path / "match")
    match.save(path)
    old = path.read_bytes()
    for _ in range(3):
        answer(match)
    names = set()
    for calls in range(1, 100):
        failing = Failing(0, error=error)
        trying = resume(tmp_path / "match", game=scrapyard(), disk=failing.disk())
        failing.calls, already = failing.done + calls, len(failing.names)
        try:
            trying.save(path)
        except BadRecord as wrong:
            names.add(wrong.code)
            replaced = "replace" in failing.names[already : already + calls - 1]
            assert (path.read_bytes() == old) != replaced
            read_record(path)
            assert len(list(tmp_path.iterdir())) == 2
            path.write_bytes(old)
            continue
        break
    assert names == {"BW4601"}
    assert calls > 3
    assert resume(path, game=scrapyard()).hash == match.hash


def test_a_folder_that_may_not_be_written_or_is_not_there(tmp_path: Path) -> None:
    def refuse(*args: object) -> int:
        raise OSError(READ_ONLY, os.strerror(READ_ONLY))

    for path, disk in ((tmp_path / "match", evolve(DISK, open=refuse)), (tmp_path / "no" / "match", DISK)):
        with pytest.raises(BadRecord) as wrong:
            begun(path, disk)
        assert wrong.value.code == "BW6114"
    assert list(tmp_path.iterdir()) == []
    match = scrapyard().start(("Ann", "Ben"))
    with pytest.raises(BadRecord):
        match.save(tmp_path / "no" / "match")


def test_nothing_is_ever_written_over(tmp_path: Path, short: bytes) -> None:
    path = tmp_path / "match"
    path.write_bytes(short)
    with pytest.raises(BadRecord) as wrong:
        begun(path)
    assert wrong.value.code == "BW6110"
    notes = tmp_path / "notes.txt"
    notes.write_text("dear diary")
    with pytest.raises(BadRecord) as wrong:
        scrapyard().start(("Ann", "Ben")).save(notes)
    assert wrong.value.code == "BW6110"
    assert notes.read_text() == "dear diary"
    assert path.read_bytes() == short


# ---- 31 and 40: other rules, packs, engines


@pytest.fixture
def yard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with the shipped game and pack, to be changed."""
    shutil.copytree(shipped_rulesets()["scrapyard"], tmp_path / "rulesets" / "scrapyard")
    shutil.copytree(shipped_packs()["scrapyard-starter"], tmp_path / "content" / "scrapyard-starter")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def kept(folder: Path, answers: int = 14) -> Path:
    path = folder / "match"
    with load("scrapyard").start(("Ann", "Ben"), 5, record=path) as match:
        for _ in range(answers):
            answer(match)
    return path


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(old, text)
    path.write_text(re.sub(old, new, text), encoding="utf-8")


def refusal(path: Path, **more: object) -> list[str]:
    with pytest.raises(BadRecord) as wrong:
        resume(path, **more)  # type: ignore[arg-type]
    return [f"{diagnostic.code} {diagnostic.message}" for diagnostic in wrong.value.diagnostics]


def test_changed_rules_are_named_by_file(yard: Path) -> None:
    path = kept(yard)
    data = path.read_bytes()
    changed(yard / "rulesets/scrapyard/turn.bot", r"\Z", "\n# a remark\n")
    (result,) = refusal(path)
    assert result.startswith("BW6104 ")
    assert "recorded with `scrapyard` 1.0.0" in result
    assert "`turn.bot`" in result
    match = resume(path, force=True)
    assert match.notes == ()  # a remark changes nothing
    assert path.read_bytes() == data


def test_a_rule_that_matters_shows_the_first_event_that_differs(yard: Path) -> None:
    path = kept(yard)
    changed(yard / "rulesets/scrapyard/turn.bot", r"draw 1 by", "draw 2 by")
    match = resume(path, force=True)
    (note,) = match.notes
    assert note.code == "BW6108"
    assert re.search(r"at answer \d+: event \d+ of it is now `draw 2 by \w+`", note.message), note.message


def test_a_card_that_is_gone_is_named_with_its_pack(yard: Path) -> None:
    path = kept(yard)
    data = path.read_bytes()
    used = read_record(path).cards()["scrapyard-starter"]
    bot = next(name for name in used if name in ("Rusty", "Forklift", "Kettle"))
    bots = yard / "content/scrapyard-starter/bots.bot"
    changed(bots, rf"(?ms)^Bot {bot} .*?^}}\n", "")
    first, *others = refusal(path)
    assert first.startswith("BW6105 ")
    assert f"`{bot}` of `scrapyard-starter` 1.0.0" in first
    assert "match" in first
    assert any("the pack `scrapyard-starter` 1.0.0" in item for item in others)
    assert path.read_bytes() == data


def test_a_pack_or_game_that_is_gone_is_named(yard: Path, tmp_path: Path) -> None:
    shutil.copytree(yard / "content/scrapyard-starter", yard / "elsewhere/mine")
    changed(yard / "elsewhere/mine/pack.yaml", "id: scrapyard-starter", "id: mine")
    path = yard / "match"
    shutil.rmtree(yard / "content")
    game = load("scrapyard", packs=["elsewhere/mine"])
    with game.start(("Ann", "Ben"), 5, record=path) as match:
        answer(match)
    assert resume(path).hash == match.hash  # found again by its path
    (yard / "elsewhere/mine").rename(yard / "moved")
    reason = refusal(path)
    assert reason[0].startswith("BW6106 ")
    assert "`mine` 1.0.0" in reason[0]
    assert resume(path, packs=["moved"]).hash == match.hash


@pytest.mark.parametrize(
    "changes",
    [
        {"packs": {"..": {"version": "1", "hash": "x"}}},
        {"packs": {"a\0b": {"version": "1", "hash": "x"}}},
        {"where": {"scrapyard": ".."}},
        {"where": {"scrapyard-starter": ".."}},
        {"where": {"scrapyard": "/dev/zero"}},
        {"where": {"scrapyard": "\0"}},
        {"game": ".."},
        {"game": "/dev/zero"},
        {"game": "a\0b"},
    ],
    ids=str,
)
def test_a_path_in_a_record_is_never_a_reason_to_search_a_folder(
    tmp_path: Path, short: bytes, changes: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record may come from anybody: one that named `/` as a pack made `play --resume` read the whole disk."""
    (tmp_path / "many").mkdir()
    for number in range(3):
        (tmp_path / "many" / f"{number}.bot").write_text("Bot Strange { hull 1 }\n", encoding="utf-8")
    here = tmp_path / "many" / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    path = tmp_path / "record"
    path.write_bytes(forged(short, **changes))
    if "where" in changes:  # the path says nothing, and the names are enough
        assert resume(path).seats == ("Ann", "Ben")
    else:
        with pytest.raises(BadRecord, match=r"BW6106.*there is no game"):
            resume(path)


@pytest.mark.parametrize("changes, told", [
    ({"engine": "0.0.1"}, "the engine 0.0.1, but this is"),
    ({"engine_hash": "0" * 24}, "another build of it"),
    ({"rng": "dice-1"}, "the chance dice-1, but this is splitmix64"),
    ({"language": "0.9.0"}, "the language 0.9.0"),
    ({"version": "0.9.0", "ruleset": {}}, "`scrapyard` 0.9.0"),
    ({"packs": {"scrapyard-starter": {"version": "0.9.0", "hash": "x"}}}, "the pack `scrapyard-starter` 0.9.0, but this is 1.0.0"),
    ({"packs": {}}, "no pack `scrapyard-starter`"),
    ({"rulings": {"tie": "draw"}}, "the rulings tie is draw, but this is none"),
])  # fmt: skip
def test_a_record_stores_its_fingerprint(tmp_path: Path, short: bytes, changes: dict[str, object], told: str) -> None:
    path = tmp_path / "match"
    path.write_bytes(forged(short, 0, **changes))
    with pytest.raises(BadRecord) as wrong:
        resume(path, game=scrapyard())
    assert wrong.value.code == "BW6104"
    assert any(told in diagnostic.message for diagnostic in wrong.value.diagnostics), [
        diagnostic.message for diagnostic in wrong.value.diagnostics
    ]
    assert resume(path, game=scrapyard(), force=True).notes == ()
    with pytest.raises(BadRecord):
        resume(path, game=scrapyard(), record=True)


def test_answers_that_were_never_given_are_found(tmp_path: Path, short: bytes) -> None:
    """Forged so well that all checksums fit."""
    path = tmp_path / "match"
    for number, changes in ((1, {"chosen": [1]}), (1, {"chosen": [99]}), (1, {"seat": "Ben"}), (2, {"request": 77})):
        path.write_bytes(forged(short, number, **changes))
        reason = refusal(path, game=scrapyard())
        assert reason[0].startswith("BW6108 "), reason
    said = lines(short)
    path.write_bytes(chained([said[0], {"redo": True, "state": "0"}, *said[1:]]))
    assert "there is nothing to redo" in refusal(path, game=scrapyard())[0]
    path.write_bytes(forged(short, len(said) - 1, state="0" * 16))
    assert "the same events lead to a different state" in refusal(path, game=scrapyard())[0]


def test_every_fault_has_a_code_of_its_own_and_says_what_to_do() -> None:
    game: Game = scrapyard()
    for wrong in (lambda: load("nothing"), lambda: load("scrapyard", "none"), lambda: game.start(["Ann"])):
        with pytest.raises(MatchFault) as raised:
            wrong()
        assert raised.value.help
        assert raised.value.code.startswith("BW")
