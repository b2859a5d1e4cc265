"""A campaign is left wherever one likes: in a talk, at a puzzle, in the shop, between two sittings, in a battle. What goes
on from the file is the same match, and stays the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import botwright

WAY = (
    "charisma", "strength", "agility", "visit Captain Marrow", "“What is that on my foot?”",
    "explore The groaning hull", "Under the plank", "open_chest The sea chest", "look_at The locked crate",
    "set the four wheels", "1", "6", "4", "9", "save_game", "next_sitting", "travel to Spoon Beach",
    "travel to Kettle Cove", "buy a battery", "travel to Spoon Beach", "travel to Shipwreck", "track",
)  # fmt: skip
PLACES = {
    "the sheet": ("charisma", "strength"),
    "a talk": WAY[:4],
    "a page": WAY[:5],
    "a check": WAY[:6],
    "a puzzle": WAY[:12],
    "between two sittings": WAY[:15],
    "the shop": WAY[:18],
    "a battle that begins": WAY,
}


@pytest.fixture(scope="module")
def adventure() -> botwright.Game:
    return botwright.load("robomon", mode="adventure")


def walked(adventure: botwright.Game, way: tuple[str, ...]) -> botwright.Match:
    match = adventure.start(["Ann"], seed=1)
    for words in way:
        say(match, words)
    return match


def offered(match: botwright.Match) -> list[str]:
    return [words.removesuffix(" by Ann") for words in match.requests[0].options]


def say(match: botwright.Match, words: str) -> None:
    """Answer with the option that is called so, or begins so."""
    options = offered(match)
    actual = options.index(words) if words in options else [option.startswith(words) for option in options].index(True)
    match.answer(match.requests[0].id, [actual])


def do_the_least(match: botwright.Match, times: int) -> None:
    """Whatever is asked, the first of it, or nothing where that is enough."""
    for _ in range(times):
        if not match.over:
            request = match.requests[0]
            match.answer(request.id, list(range(request.least)))


def goes_on(adventure: botwright.Game, match: botwright.Match, file: Path) -> None:
    match.save(file)
    again = botwright.resume(file, game=adventure)
    assert again.hash == match.hash
    assert offered(again) == offered(match)
    assert [event.words for event in again.log("Ann")] == [event.words for event in match.log("Ann")]
    for item in (match, again):
        do_the_least(item, 3)
    assert again.hash == match.hash


@pytest.mark.parametrize("place", PLACES)
def test_a_campaign_resumes_from_any_point(adventure: botwright.Game, tmp_path: Path, place: str) -> None:
    match = walked(adventure, PLACES[place])
    if place == "the shop":
        assert any(words.startswith("buy") for words in offered(match))
    goes_on(adventure, match, tmp_path / "campaign.bwr")


def test_a_battle_resumes_in_the_middle_of_a_turn(adventure: botwright.Game, tmp_path: Path) -> None:
    match = walked(adventure, WAY)
    for _ in range(40):
        if match.requests[0].prompt == "Acting":
            break
        do_the_least(match, 1)
    assert match.requests[0].prompt == "Acting"
    goes_on(adventure, match, tmp_path / "battle.bwr")


def test_what_is_packed_for_the_next_sitting_comes_out_again(adventure: botwright.Game) -> None:
    match = walked(adventure, WAY[:14])
    before = owned(match)
    say(match, "save_game")
    assert offered(match) == ["next_sitting"]
    assert owned(match) != before
    say(match, "next_sitting")
    assert owned(match) == before


def owned(match: botwright.Match) -> object:
    """What lies before the player: batteries and parts, cards, the team in its order."""
    ann = next(thing for thing in match.view("Ann").things if thing.name == "Ann")
    zones = {
        zone.name: [number and match.view("Ann").thing(number).name for number in zone.things] for zone in ann.zones
    }
    return (
        ann.fields["batteries"],
        ann.fields["sheet"],
        {name: sorted(filter(None, item)) for name, item in zones.items()},
    )
