"""`botwright try`: a card in a ready-made fight, with real games and a real terminal's plain form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import ROOT
from tools.cli import main
from tools.trials import TrialRefused, begin_trial


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture
def silent_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(prompt: str = "") -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", ended)


def test_a_bot_stops_at_its_first_decision(here: None, silent_input: None, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["try", "Kettle", "--against", "Forklift", "--decisions", "0"]) == 0
    shown = capfd.readouterr().out
    assert shown.startswith("Kettle: a bot next to another.\n")
    assert "Forklift D3" in shown
    assert "strike Forklift with Steam" in shown
    assert "at random" not in shown


def test_a_gadget_that_asks_nothing_says_what_happened(
    here: None, silent_input: None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["try", "Firecracker"]) == 0
    shown = capfd.readouterr().out
    assert "use Firecracker by Ann" in shown
    assert "Firecracker deals 1 damage to Tin Can" in shown
    assert "the fight ends here" in shown


def test_it_goes_on_at_random_without_a_terminal(
    here: None, silent_input: None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["try", "Rusty", "--decisions", "2"]) == 0
    assert "After 2 more decisions at random:" in capfd.readouterr().out


def test_the_file_of_a_card_will_do(here: None) -> None:
    trial = begin_trial(str(Path("content/scrapyard-starter/bots.bot")))
    assert trial.card.head.shown == "Rusty"
    assert trial.declared


@pytest.mark.parametrize("name", ["Slicer", "Overdrive", "High Ground", "Flip a Die"])
def test_a_fight_is_declared_for_a_kind_of_another_game(here: None, name: str) -> None:
    trial = begin_trial(name)
    assert trial.declared
    assert [request.seat for request in trial.match.requests] == ["Ann"]


def test_an_unknown_card_is_refused_with_a_near_one(here: None, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["try", "Ketle"]) == 2
    assert "there is no card `Ketle`: did you mean `Kettle`?" in capfd.readouterr().err


def test_cards_of_two_games_do_not_meet(here: None) -> None:
    with pytest.raises(TrialRefused, match="not of `scrapyard`"):
        begin_trial("Kettle", "Slicer")
