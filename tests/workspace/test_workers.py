"""Many cards at once: whichever way they are dealt out, the same comes back."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

import tools.workspace.facts.workers as workers
from dsl.text.source import digest
from tests.workspace.workspaces import RULES, everything, game, pieces, some_card
from tools.workspace import Workspace
from tools.workspace.facts.card_facts import Facts
from tools.workspace.facts.checked_rules import GroupRules, make_book
from tools.workspace.facts.workers import Card, cores, examine_all
from tools.workspace.units.declaration_parse import read

WAYS = {"fork": workers._forked, "spawn": workers._spawned}


@pytest.fixture(scope="module")
def book() -> GroupRules:
    return make_book([read(text, digest(text)) for text in pieces(RULES)], None, set())


@pytest.fixture(scope="module")
def cards() -> list[Card]:
    chance = random.Random(5)
    texts = [some_card(chance).replace("hp 8", f"hp {number % 30 + 1}") for number in range(170)]
    return [(digest(text), text) for text in texts]


@pytest.fixture(scope="module")
def alone(book: GroupRules, cards: list[Card]) -> list[Facts]:
    return examine_all(cards, book, 1, {})


def by(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this process is like, deal cards out in one way."""
    monkeypatch.setattr(workers, "_forked", WAYS[way])
    monkeypatch.setattr(workers, "_spawned", WAYS[way])


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("jobs", [2, 3])
def test_the_same_comes_back(
    way: str, jobs: int, book: GroupRules, cards: list[Card], alone: list[Facts], monkeypatch: pytest.MonkeyPatch
) -> None:
    by(way, monkeypatch)
    assert any(fact.findings for fact in alone)
    assert any(fact.unread for fact in alone)
    assert examine_all(cards, book, jobs, {}, enough=10) == alone


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("child", ["_fork_child", "_spawn_child"])
def test_a_process_that_dies_costs_only_time(
    child: str, book: GroupRules, cards: list[Card], alone: list[Facts], monkeypatch: pytest.MonkeyPatch
) -> None:
    by("fork" if child == "_fork_child" else "spawn", monkeypatch)
    monkeypatch.setattr(workers, child, _dies)
    assert examine_all(cards, book, 2, {}, enough=10) == alone


def _dies(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("spoil", [lambda v: {}, lambda v: {k: [1] for k in v}, lambda v: dict.fromkeys(v)])
def test_what_comes_back_garbled_is_done_again(
    spoil: Callable[[dict[int, object]], dict[int, object]],
    book: GroupRules,
    cards: list[Card],
    alone: list[Facts],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by("fork", monkeypatch)
    received = workers._received
    monkeypatch.setattr(workers, "_received", lambda channel: spoil(dict(received(channel))))
    assert examine_all(cards, book, 2, {}, enough=10) == alone


def test_few_cards_start_no_process(book: GroupRules, cards: list[Card], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_forked", lambda *_: 1 / 0)
    monkeypatch.setattr(workers, "_spawned", lambda *_: 1 / 0)
    assert len(examine_all(cards, book, 8, {})) == len(cards)


def test_how_many_processes() -> None:
    assert cores(3) == 3
    assert cores(0) >= 1


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_workspace_with_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(9)
    game(tmp_path, one="\n".join(some_card(chance) for _ in range(150)))
    monkeypatch.chdir(tmp_path)
    alone = Workspace(["."], jobs=1).check()
    assert len(alone.diagnostics) > 50
    monkeypatch.setattr("tools.workspace.facts.fact_store.examine_all", lambda *a: examine_all(*a, enough=10))
    assert everything(Workspace(["."], jobs=2).check()) == everything(alone)
