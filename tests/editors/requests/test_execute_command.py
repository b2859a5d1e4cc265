"""Commands: cards, clauses, stages, and scenarios run with the unsaved texts."""

from __future__ import annotations

from typing import Any

from tests.editors.open_files import CARDS, CLAUSES, STRIKE, OpenFiles

SCENARIOS = "rulesets/scrapyard/tests/strikes.bot"


def test_the_text_and_the_picture_of_a_card(game: OpenFiles) -> None:
    game.at("hover", CARDS, "Bot Rusty", "Rusty")
    assert "hull 10" in game.command("botwright.server.cardText", str(game.root / "content/scrapyard-starter"), "Rusty")
    place = game.position(CARDS, "Bot Rusty", "Rusty")
    card = game.command("botwright.server.cardAt", game.uri(CARDS), f"{place['line']}:{place['character']}")
    assert card["name"] == "Rusty"
    assert card["svg"].startswith("<svg")


def test_the_place_of_a_clause(game: OpenFiles) -> None:
    place = game.command("botwright.server.clausePlace", str(game.root / "rulesets/scrapyard"), "SY-WIN-01")
    assert game.name_of(place["uri"]) == CLAUSES
    line = (game.root / CLAUSES).read_text("utf-8").split("\n")[place["line"]]
    assert line[place["character"] :].startswith("SY-WIN-01")


def evaluated(game: OpenFiles, name: str, phrase: str) -> Any:
    place = game.position(name, phrase)
    return game.command("botwright.server.evaluate", game.uri(name), f"{place['line']}:{place['character']}")


def test_a_scenario_is_run_as_it_is_written_now(game: OpenFiles) -> None:
    name = 'scenario "power and the die add up"'
    assert evaluated(game, SCENARIOS, name)["summary"] == "passes"
    text = game.texts[SCENARIOS]
    game.uri(SCENARIOS, text.replace("Dummy.damage is 3", "Dummy.damage is 4", 1))
    answer = evaluated(game, SCENARIOS, name)
    assert not answer["holds"]
    assert answer["summary"].startswith("fails: ")
    game.uri(SCENARIOS, text)


def test_an_unsaved_rule_is_run_with_its_scenarios(game: OpenFiles) -> None:
    text = (game.root / STRIKE).read_text("utf-8")
    assert evaluated(game, STRIKE, "effect hit target")["holds"]
    game.uri(STRIKE, text.replace("force += 2", "force += 3"))
    answer = evaluated(game, STRIKE, "effect hit target")
    assert not answer["holds"]
    assert "a critical hit adds two" in [one["name"] for one in answer["results"] if one["status"] == "failed"]
    game.uri(STRIKE, text.replace("force += 2", "forse += 2"))
    assert evaluated(game, STRIKE, "effect hit target")["wrong"], "with an error nothing is run, and it says so"
    game.uri(STRIKE, text)


def test_an_editor_without_commands_is_shown_the_answer(game: OpenFiles) -> None:
    evaluated(game, SCENARIOS, 'scenario "a miss ends the strike"')
    shown = [game.client.asked_for("window/showMessage")["message"]]
    while "a miss ends the strike" not in shown[-1]:
        shown.append(game.client.asked_for("window/showMessage")["message"])
    assert shown[-1].endswith("passes")


def test_how_a_declaration_is_read(game: OpenFiles) -> None:
    place = game.position(STRIKE, "window Answer")
    text = game.command("botwright.server.stages", game.uri(STRIKE), f"{place['line']}:{place['character']}")
    assert "Window  window Answer cites SY-STRIKE-05" in text
    assert "## In English" in text


def test_nonsense_is_answered_with_nothing(game: OpenFiles) -> None:
    uri = game.uri(CARDS)
    for arguments in ((), ("x",), (uri, "a:b"), (uri, "9" * 30 + ":1"), ("nowhere", "1:1")):
        for command in ("cardText", "cardAt", "clausePlace", "evaluate", "stages"):
            if arguments != (uri, "9" * 30 + ":1") or command != "cardText":
                assert game.command(f"botwright.server.{command}", *arguments) is None
