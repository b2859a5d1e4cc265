"""What is offered at the prompt, with a few words about each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repl.prompts import BEGIN, HAMMER, prompt, typed
from tools.repl.completion import MOST, offers
from tools.repl.session import ReplSession


@pytest.fixture(scope="module")
def session() -> ReplSession:
    return prompt(*BEGIN)


def offered(session: ReplSession, text: str) -> dict[str, str]:
    return {item.text: item.says for item in offers(session, text)}


def test_commands_and_their_arguments(session: ReplSession) -> None:
    assert offered(session, ":wh") == {
        "why": "[NUMBER or EXPRESSION]  why an event happened, or where a value comes from",
        "whynot": "[SEAT:] ACTION  why an action is not possible now, for a seat",
    }
    assert list(offered(session, ":view ")) == ["Ann", "Ben"]
    assert list(offered(session, ":vi B")) == ["Ben"]
    assert "damage" in offered(session, ":break da")
    assert offered(session, ":clauses SY-WIN")["SY-WIN-01"].startswith("The last player")
    assert "strike" in offered(session, ":whynot st")
    assert "Kettle" in offered(session, ":state Ke")
    assert "scenario" in offered(session, ":help sc")
    assert "energy" in offered(session, ":type me.en")
    assert "Plated" in offered(session, ":doc Pl")
    assert offered(session, ":nonsense x") == {}


def test_fields_of_a_thing_with_their_types(session: ReplSession) -> None:
    options = offered(session, "me.")
    assert options["energy"] == "keeps energy: a number 0..9"
    assert options["hand"] == "zone hand: a list of Gadgets"
    assert "owner" in options
    assert list(offered(session, "1 + my_bot(me).he")) == ["health"]
    assert "row" in offered(session, "Kettle.tile.")
    assert offered(session, "me.energy.") == {}
    assert offered(session, "nonsense.") == {}


def test_answers_come_first(session: ReplSession) -> None:
    result = offers(session, "step")
    assert [item.text for item in result][:2] == ["step to B1", "step to A2"]
    assert result[0].says == "Ann can answer this now"
    assert result[0].start == -4
    assert "Ann: pass" in offered(session, "")
    assert list(offered(session, "Ann: use B")) == ["use Battery"]


def test_names_of_all_sorts(session: ReplSession) -> None:
    assert offered(session, "Ket")["Kettle"] == "a card: Bot Kettle"
    assert offered(session, "count(pl")["players"] == "all players still in the game, in order"
    assert "adjacent(spot)" in offered(session, "1 + adj")["adjacent"]
    assert offered(session, "my_")["my_bot"] == "define of p"
    assert offered(session, "1 + coo")["coolant"] == "a symbol of Terrain"
    assert "action: strike target with part [by me]" in offered(session, "stri")["strike"]
    assert "choose" in offered(session, "cho")
    assert "effect" in offered(session, "eff")
    assert len(offers(session, "")) <= MOST


def test_the_items_of_a_card_that_is_being_written(session: ReplSession) -> None:
    assert list(offered(session, "Bot Hammer {\n  "))[:2] == ["hull", "damage"]
    assert next(iter(offered(session, "Bot Hammer {\n  hull 5, Pl"))) == "Plated"
    assert offered(session, "Bot Hammer { hull 5\n  Part Head { po")["power"] == "power: a number 0..9"
    assert "hull" not in offered(session, "Bot Hammer { hull 5 }\n")


def test_what_was_typed_is_offered() -> None:
    session = prompt(*BEGIN, HAMMER, "let mine = Kettle")
    assert "Hammer" in offered(session, "Ham")
    assert offered(session, "mi")["mine"] == "a name of yours: a Bot"
    assert "hull" in offered(session, "mine.")
    typed(session, ":break damage", "damage Kettle by 2 from Forklift")
    assert offered(session, "amo")["amount"] == "of the sentence that is stopped: 2"


def test_files(session: ReplSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.bot").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "match.bwr").touch()
    assert offered(session, ":load c") == {"cards.bot": ""}
    assert offered(session, ":load fo") == {"folder": "a folder"}
    assert offered(session, ":load folder/m") == {"match.bwr": ""}
    assert offered(session, ":load nowhere/") == {}
