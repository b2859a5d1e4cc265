"""Every command that needs a program parses and checks each declaration of the game once."""

from __future__ import annotations

import gc
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import unwrap
from pathlib import Path
from types import FrameType

import pytest

from dsl.check.cards import check_form
from dsl.check.declarations import declaration
from dsl.check.scenarios import check_scenario
from dsl.diagnostics.codes.packs import SINCE
from dsl.diagnostics.codes.running import UNFIT
from dsl.parse import no_collection, parse_piece, parse_source
from dsl.text.source import Source
from tests import remembered
from tests.architecture.tree import ROOT
from tests.workspace.workspaces import RULES, bot, game
from tools.bench.playouts import load_program
from tools.cli import main
from tools.workspace.workspace import Workspace

GAME = ROOT / "rulesets" / "scrapyard"
PACK = ROOT / "content" / "scrapyard-starter"
PARSE = "parse_piece"
_CODES = {unwrap(function).__code__ for function in (parse_piece, declaration, check_form, check_scenario)}


@contextmanager
def counted() -> Iterator[Counter[tuple[str, str]]]:
    """The calls of the parser and of the checkers, by function and text."""
    calls: Counter[tuple[str, str]] = Counter()

    def count(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code in _CODES:
            given = frame.f_locals[frame.f_code.co_varnames[0]]
            calls[frame.f_code.co_name, (given if frame.f_code is parse_piece.__code__ else given.piece).text] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def texts(*folders: Path) -> set[str]:
    """Every declaration of some units."""
    files = [file for folder in folders for file in folder.rglob("*.bot")]
    return {item.piece.text for file in files for item in parse_source(Source("", file.read_text(encoding="utf-8")))}


COMMANDS: dict[str, Callable[[], object]] = {
    "check": lambda: main(["check", "--no-cache", "--jobs", "1", str(GAME), str(PACK)]),
    "play": lambda: main(["play", "scrapyard", "--bots", "--seed", "1"]),
    "simulate": lambda: main(["simulate", "scrapyard", "-n", "1", "--jobs", "1"]),
    "repl": lambda: main(["repl", "scrapyard", "--no-resume"]),
    "test": lambda: main(["test", str(GAME), "--jobs", "1"]),
    "test of a pack": lambda: main(["test", str(PACK), "--jobs", "1"]),
    "cards": lambda: main(["cards", str(PACK)]),
    "clauses": lambda: main(["clauses", "scrapyard", "--jobs", "1"]),
    "doc": lambda: main(["doc", str(GAME)]),
    "bench": lambda: load_program(str(GAME), tests=False),
}


PROGRAMS = {"clauses": 2}
"""The scenarios of a game run without its packs, those of a pack with both: each program has rules of its own."""


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_parses_and_checks_each_declaration_once(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    remembered.forget()
    try:
        with counted() as calls:
            COMMANDS[command]()
    finally:
        remembered.remember()
    capsys.readouterr()
    declared = texts(GAME, PACK)
    of_the_game = {call: times for call, times in calls.items() if call[1] in declared}
    assert {name for name, _ in of_the_game} >= {PARSE, "declaration", "check_form"}
    most = {PARSE: 1}
    again = [
        f"{name} {times} times: {text.strip().splitlines()[0]}"
        for (name, text), times in of_the_game.items()
        if times > most.get(name, PROGRAMS.get(command, 1))
    ]
    assert not again


def test_newer_words_and_requirements_do_not_parse_or_check_a_card_again(tmp_path: Path) -> None:
    rules = RULES.replace("kind Bot {", 'kind Bot {\n  require it.hp < 9 because "it is too tough"')
    game(tmp_path, core=bot("Aa") + "\nBot Bb like Aa { hp 9 }\n")
    (tmp_path / "rulesets/sparring/rules.bot").write_text(rules, encoding="utf-8")
    with counted() as calls:
        result = Workspace([str(tmp_path)], jobs=1).check()
    assert sorted(d.code for d in result.diagnostics) == [SINCE.id, UNFIT.id]  # `like` is newer than 1.0
    cards = {(name, text): times for (name, text), times in calls.items() if text.lstrip().startswith("Bot ")}
    assert {name for name, _ in cards} == {PARSE, "check_form"}
    assert set(cards.values()) == {1}
    assert len(cards) == 2 * 3  # Rusty of the ruleset's tests too


def test_what_was_built_without_collection_is_old() -> None:
    with no_collection():
        built = [[number] for number in range(1_000)]
    assert gc.isenabled()
    young = {id(thing) for generation in (0, 1) for thing in gc.get_objects(generation)}
    assert not young & set(map(id, built))
