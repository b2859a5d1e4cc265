"""Definition, references, highlights, links and the call hierarchy."""

from __future__ import annotations

import pytest

from tests.editors.open_game import OpenGame, at
from tools.editors.answers import calls, links, places

STRIKE = "rulesets/scrapyard/strike.bot"
BOTS = "rulesets/scrapyard/bots.bot"
TURN = "rulesets/scrapyard/turn.bot"
CARDS = "content/scrapyard-starter/bots.bot"
CLAUSES = "rulesets/scrapyard/clauses.yaml"


def words(game: OpenGame, found: list[places.FileRange]) -> set[tuple[str, str]]:
    """The files of places with the whole line that each of them is in."""
    result = set()
    for place in found:
        text = game.project.text(place.path) or ""
        start = text.rfind("\n", 0, place.start) + 1
        name = place.path.removeprefix(f"{game.root}/")
        result.add((name, text[start : text.find("\n", place.start)].strip()))
    return result


@pytest.mark.parametrize(
    "file, phrase, word, where, line",
    [
        (
            STRIKE,
            "damage target by force",
            "damage",
            BOTS,
            "effect damage target: Bot by amount: 0.. from source cites SY-DAMAGE-01",
        ),
        (STRIKE, "part.power", "power", BOTS, "power: 0..9"),
        (
            STRIKE,
            "part.power",
            "part",
            STRIKE,
            "effect hit target: Bot with part: Part by attacker: Bot cites SY-STRIKE-03 04",
        ),
        (
            STRIKE,
            "hit.target.owner",
            "target",
            STRIKE,
            "effect hit target: Bot with part: Part by attacker: Bot cites SY-STRIKE-03 04",
        ),
        (STRIKE, "after hit with it if landed", "landed", STRIKE, "keeps landed = no"),
        (STRIKE, "if face has miss", "face", STRIKE, "roll ImpactDie as face"),
        (STRIKE, "if face has miss", "miss", STRIKE, "symbols Impact { miss, crit }"),
        (
            STRIKE,
            "roll ImpactDie",
            "ImpactDie",
            STRIKE,
            'die ImpactDie "impact die" cites SY-STRIKE-03 04 { miss, 0, 0, 1, 1, crit }',
        ),
        (
            STRIKE,
            "during Answer",
            "Answer",
            STRIKE,
            "window Answer cites SY-STRIKE-05 { offer one to hit.target.owner }",
        ),
        (STRIKE, "cost 1 EN", "EN", BOTS, 'currency EN "energy" = me.energy'),
        (
            STRIKE,
            "{attacker} strikes",
            "attacker",
            STRIKE,
            "effect hit target: Bot with part: Part by attacker: Bot cites SY-STRIKE-03 04",
        ),
        (TURN, "energy_per_turn to 3", "energy_per_turn", TURN, "rule energy_per_turn cites SY-TURN-01 = 2"),
        (CARDS, "Plated(1)", "Plated", STRIKE, 'keyword Plated(n: 1..3 = 1) "Plated {n}" on Bot cites SY-KEYWORD-02'),
        (CARDS, "hull 10", "hull", BOTS, "hull: 1..20"),
        (TURN, "cites SY-WIN-01", "SY-WIN-01", CLAUSES, ""),
    ],
)
def test_definition(yard: OpenGame, file: str, phrase: str, word: str, where: str, line: str) -> None:
    offset = at(yard.project.text(yard.path(file)) or "", phrase, word)
    found = words(yard, places.definition(yard.project, yard.path(file), offset))
    assert {name for name, _ in found} == {where}
    assert all(written.startswith(line) for _, written in found)


def test_a_word_of_the_language_has_no_definition(yard: OpenGame) -> None:
    text = yard.project.text(yard.path(TURN)) or ""
    assert not places.definition(yard.project, yard.path(TURN), at(text, "take 1 of model", "take"))


def test_references_cross_files_and_packs(yard: OpenGame) -> None:
    text = yard.project.text(yard.path(BOTS)) or ""
    offset = at(text, "effect damage target", "damage")
    found = places.references(yard.project, yard.path(BOTS), offset)
    files = {place.path.removeprefix(f"{yard.root}/") for place in found}
    assert {BOTS, STRIKE, "content/scrapyard-starter/gadgets.bot"} <= files
    assert all((yard.project.text(place.path) or "")[place.start : place.end] == "damage" for place in found)
    fields = places.references(yard.project, yard.path(BOTS), at(text, "keeps damage", "damage"))
    assert fields
    assert not set(found) & set(fields), "the effect and the field of the same name are two things"


def test_a_local_name_stays_in_its_text(yard: OpenGame) -> None:
    text = yard.project.text(yard.path(BOTS)) or ""
    offset = at(text, "let pilot = bot.owner", "pilot")
    found = places.references(yard.project, yard.path(BOTS), offset)
    assert len(found) == 2
    assert {text[place.start : place.end] for place in found} == {"pilot"}


def test_highlights_tell_where_it_is_declared(yard: OpenGame) -> None:
    text = yard.project.text(yard.path(STRIKE)) or ""
    found = places.highlights(yard.project, yard.path(STRIKE), at(text, "keeps force", "force"))
    assert [declares for _, declares in found] == [True, False, False, False]


def test_links_lead_to_the_catalogue(yard: OpenGame) -> None:
    found = links.links(yard.project, yard.path(STRIKE))
    catalogue = yard.project.text(yard.path(CLAUSES)) or ""
    assert ("SY-STRIKE-05", "SY-STRIKE-05") in {
        (
            (yard.project.text(link.location.path) or "")[link.location.start : link.location.end],
            catalogue[link.target.start : link.target.end],
        )
        for link in found
    }


def test_calls_of_an_effect(yard: OpenGame) -> None:
    text = yard.project.text(yard.path(BOTS)) or ""
    offset = at(text, "effect wreck bot", "wreck")
    assert [one.name for one in calls.incoming(yard.project, yard.path(BOTS), offset)] == ["damage"]
    item = calls.prepare(yard.project, yard.path(BOTS), at(text, "effect damage", "damage"))
    assert item is not None
    assert item.name == "damage"
    assert [one.name for one in calls.outgoing(yard.project, yard.path(BOTS), item.head.start)] == ["wreck"]
    hooks = {one.name for one in calls.incoming(yard.project, yard.path(BOTS), item.head.start)}
    assert {"hit", "Plated", "Burning", "brace"} <= hooks


def test_references_of_a_clause_from_both_sides(yard: OpenGame) -> None:
    catalogue = yard.project.text(yard.path(CLAUSES)) or ""
    turn = yard.project.text(yard.path(TURN)) or ""
    from_catalogue = places.references(yard.project, yard.path(CLAUSES), at(catalogue, "SY-TURN-02"))
    from_rules = places.references(yard.project, yard.path(TURN), at(turn, "SY-TURN-01..03", "SY-TURN-01"))
    assert any(place.path == yard.path(TURN) for place in from_catalogue), "a range cites the clauses inside it"
    assert {place.path for place in from_rules} >= {yard.path(CLAUSES), yard.path(TURN)}
