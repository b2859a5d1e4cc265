"""Wrong arguments to the Python API: each raises the API's own error, and nothing has happened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import botwright
from tests.faults.records import recorded, scrapyard

SEEDS = [None, "x", "1", 1.5, 1.0, True, 1 << 63, -(1 << 63) - 1, 1 << 20_000, b"1", [1]]


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: type(seed).__name__)
def test_a_seed_is_a_number_that_a_record_can_keep(seed: Any, tmp_path: Path) -> None:
    with pytest.raises(botwright.BadArgument) as wrong:
        scrapyard().start(["Ann", "Ben"], seed, record=tmp_path / "match")
    assert (wrong.value.code, "`seed`" in wrong.value.message) == ("BW6115", True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("seed", [0, -1, (1 << 63) - 1, -(1 << 63)])
def test_every_seed_that_is_accepted_can_be_saved_and_read(seed: int, tmp_path: Path) -> None:
    scrapyard().start(["Ann", "Ben"], seed).save(tmp_path / "match")
    assert botwright.resume(tmp_path / "match").seed == seed


@pytest.mark.parametrize(
    "name, why",
    [
        ("", "can be printed"), ("  ", "can be printed"), ("a\nb", "can be printed"), (None, "can be printed"),
        (" Ben", "a blank"), ("Ben ", "a blank"), ("Ann ", "a blank"), ("Ann\u00a0", "can be printed"),
        ("me", "word of the language"), ("it", "word of the language"), ("none", "word of the language"),
        ("players", "word of the language"), ("then", "word of the language"), ("count", "word of the language"),
        ("where", "word of the language"), ("move", "word of the language"), ("Player", "word of the language"),
        ("Ann", "two seats are called `Ann`"), ("A nn", "differ only in blanks"),
    ],
)  # fmt: skip
def test_names_that_cannot_be_said_at_the_table_are_refused(name: Any, why: str, tmp_path: Path) -> None:
    with pytest.raises(botwright.Unplayable) as wrong:
        scrapyard().start(["Ann", name], 1, record=tmp_path / "match")
    assert wrong.value.code == "BW6113"
    assert why in wrong.value.message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["Ben", "Anna", "Mary Ann", "Mel", "Ωmega", "李", "42", "O'Neil"])
def test_names_of_people_are_accepted(name: str) -> None:
    assert scrapyard().start(["Ann", name], 1).seats == ("Ann", name)


Call = Callable[[Path], object]


@pytest.mark.parametrize(
    "call, argument",
    [
        (lambda _: botwright.load(None), "game"), (lambda _: botwright.load(5), "game"),
        (lambda _: botwright.load(b"scrapyard"), "game"),
        (lambda _: botwright.load("scrapyard", 5), "mode"), (lambda _: botwright.load("scrapyard", ["quick"]), "mode"),
        (lambda _: botwright.load("scrapyard", variants="long"), "variants"),
        (lambda _: botwright.load("scrapyard", variants=[5]), "variants"),
        (lambda _: botwright.load("scrapyard", variants=5), "variants"),
        (lambda _: botwright.load("scrapyard", packs="scrapyard-core"), "packs"),
        (lambda _: botwright.load("scrapyard", packs=[None]), "packs"),
        (lambda _: botwright.load("scrapyard", rulings="a=b"), "rulings"),
        (lambda _: botwright.load("scrapyard", rulings={"a": 1}), "rulings"),
        (lambda _: scrapyard().start("AB"), "seats"), (lambda _: scrapyard().start(None), "seats"),
        (lambda _: scrapyard().start(2), "seats"), (lambda _: scrapyard().start(["Ann", "Ben"], record=5), "record"),
        (lambda _: botwright.resume(None), "path"), (lambda _: botwright.resume(5), "path"),
        (lambda _: botwright.resume(b"x"), "path"), (lambda path: botwright.resume(path, game=5), "game"),
        (lambda path: botwright.resume(path, packs="x"), "packs"),
        (lambda path: botwright.resume(path).save(5), "path"),
        (lambda path: botwright.resume(path).why(None), "about"),
        (lambda path: botwright.resume(path).why(1.5), "about"),
        (lambda path: botwright.resume(path).why(True), "about"),
        (lambda path: botwright.resume(path).why(1 << 20_000), "about"),
        (lambda path: botwright.resume(path).why(""), "about"),
        (lambda path: botwright.resume(path).why("9" * 5000), "about"),
        (lambda path: botwright.resume(path).why_not(None), "action"),
        (lambda path: botwright.resume(path).why_not(5), "action"),
        (lambda path: botwright.resume(path).why_not(" "), "action"),
        (lambda path: botwright.resume(path).why_not("x" * 3000), "action"),
        (lambda path: botwright.resume(path).why_not("pass", seat=5), "seat"),
    ],
)  # fmt: skip
def test_an_argument_of_the_wrong_type_is_named(call: Call, argument: str, tmp_path: Path) -> None:
    recorded(tmp_path / "match")
    with pytest.raises(botwright.BadArgument) as wrong:
        call(tmp_path / "match")
    assert wrong.value.code == "BW6115"
    assert f"`{argument}` must be" in wrong.value.message


def test_a_path_that_no_system_has_is_no_game() -> None:
    with pytest.raises(botwright.Unplayable) as wrong:
        botwright.load("scrap\0yard")
    assert wrong.value.code == "BW6111"


def test_nobody_can_ask_for_a_seat_that_is_not_there(tmp_path: Path) -> None:
    match = recorded(tmp_path / "match")
    for call in (lambda: match.why_not("pass", seat="Zoe"), lambda: match.view("Zoe"), lambda: match.view(5)):
        with pytest.raises(botwright.Unplayable) as wrong:
            call()
        assert wrong.value.code == "BW6002"


def test_numbers_of_events_that_never_happened_get_an_answer(tmp_path: Path) -> None:
    match = recorded(tmp_path / "match")
    for number in (-1, 10**6, 1 << 60):
        assert "there is no event" in match.why(number).verdict
