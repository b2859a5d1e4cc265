"""Answers of a match keep secrets: what a seat asks is answered from what that seat sees, whatever it types."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import interpreter.evaluate.fields as fields
import interpreter.evaluate.things as things
from interpreter.evaluate import dice as chance
from interpreter.explain.why import why, why_not
from interpreter.match import EngineMatch, Refused
from interpreter.model import state as s
from interpreter.visibility.views import as_text, view
from tests.engine.tables import HEAD, asked, play, say
from tests.visibility.secret_games import ASKING, BLUFF, FAULTY, PAYING, QUIET, SECRET, TRAPS
from tools.cli import main
from tools.drawing.styled_text import TextStyle
from tools.matches import load
from tools.matches.match import Match
from tools.matches.record import read_record
from tools.matches.replay import Replay
from tools.matches.replay_text import NarratedReplay, ReplayViewer, as_json
from tools.play import PlaySession
from tools.play.rule_behind import PendingRequest


def bluff(*ben: int, text: str = BLUFF) -> EngineMatch:
    """Ann is asked to bid; Ben's dice show these numbers, his notes are Mid and High."""
    match = play(text)
    say(match, "Ann", "Low", "Mid")
    say(match, "Ben", "Mid", "High")
    if ben:
        set_cup(match, "Ben", ben)
    return match


def set_cup(match: EngineMatch, seat: str, numbers: tuple[int, ...]) -> None:
    m = match.machine
    faces = chance.faces_of(m, "D6")
    for die, number in zip(fields.read(m, things.find(m, seat, "Player"), "cup"), numbers, strict=True):
        chance.set_face(m, die, faces[number - 1])


TYPED = (
    "bid 1 of first(Ben.cup).value",
    "bid count(Ben.cup where face is 6) of 2",
    "bid 1 of if some(Ben.cup, face is 6) then 1 else 2",
    "bid 1 of sum(Ben.cup, face)",
    "bid 9 of 2",
    "bid",
    "guess first(Ann.notes where some(Ben.cup, face is 6))",
    "steal first(Ben.notes where some(Ben.cup, face is 6))",
    "bid 2 of 2 by Ben",
    "bid first(Ben.cup).value of 2 by Ben",
    "doubt by first(players where some(Ben.cup, face is 6))",
)


@pytest.mark.parametrize("text", TYPED)
def test_typed_words_are_evaluated_on_what_the_asking_seat_sees(text: str) -> None:
    names = {repr(why_not(bluff(*dice), text, "Ann")) for dice in ((1, 1, 1), (6, 1, 2), (3, 6, 4))}
    assert len(names) == 1


def test_a_hidden_die_has_no_value_for_others_and_one_for_its_owner() -> None:
    match = bluff(4, 5, 5)
    hidden = why_not(match, "bid 1 of first(Ben.cup).value", "Ann")
    assert hidden.verdict == (
        "`first(Ben.cup).value` is not possible for `of pips`, as far as Ann can see: a number 1..6 is needed"
    )
    say(match, "Ann", "bid 1 of 1")
    assert why_not(match, "bid 2 of first(Ben.cup).value", "Ben").verdict == "it can be done: bid 2 of 4 by Ben"


@pytest.mark.parametrize(
    "text, slot, needed",
    [
        ("bid 12 of 3", "n", "a number 1..9"),
        ("bid 1 of yes", "of pips", "a number 1..6"),
        ("bid 1 of count(Ann.cup) + 9", "of pips", "a number 1..6"),
        ("steal 5", "note", "a Note"),
        ("steal first(Ben.notes)", "note", "a Note"),
        ("look first(Ann.notes where worth > 5)", "note", "a Note"),
    ],
)
def test_slots_take_values_of_their_type_only(text: str, slot: str, needed: str) -> None:
    explanation = why_not(bluff(1, 2, 3), text, "Ann")
    assert explanation.possible is False
    assert f"possible for `{slot}`" in explanation.verdict
    assert explanation.verdict.endswith(f"{needed} is needed")


def test_the_values_of_an_event_and_of_the_past_cannot_be_typed() -> None:
    """An event may carry what nobody was told: the sum of the hidden dice."""
    match = bluff(6, 6, 6)
    say(match, "Ann", "doubt")
    assert match.machine.open_window() == "Doubting"
    assert "cannot be read" in why_not(match, "nod compare.low", "Ann").verdict
    assert "possible for `n`" in why_not(match, "nod times(compare, low: 18)", "Ann").verdict


def test_a_value_of_an_event_that_was_not_told_is_not_read_to_a_seat() -> None:
    """The cups are compared, and a requirement looks at the sum of Ben's hidden dice."""
    collected = []
    for dice in ((6, 6, 6), (1, 1, 1)):
        match = bluff(*dice)
        say(match, "Ann", "doubt")
        collected.append(why_not(match, "nod 3", "Ann"))
    assert collected[0] == collected[1]
    assert collected[0].verdict == "Ann cannot nod 3: the rules look at something that Ann cannot see"
    open_text = BLUFF.replace('says "the cups are compared"', 'says "the cups hold {low}"')
    match = play(open_text)
    say(match, "Ann", "Low", "Mid")
    say(match, "Ben", "Mid", "High")
    say(match, "Ann", "doubt")
    assert [name for name, _ in why_not(match, "nod 3", "Ann").steps[0].values] == ["compare.low"]


def test_a_value_with_which_a_window_was_opened_is_not_told_to_others() -> None:
    """Ann opens a window with the sum of her dice; Ben asks what she could do there."""
    open_it, nod = "action doubt by me during Bidding {", 'require compare.low > 99 because "there is no need"; '
    for value, item in (("sum(me.cup, face)", False), ("4", True)):
        text = BLUFF.replace("window Doubting {", "window Doubting(low: 0..99) { forbid nod if n > low;")
        text = text.replace(nod, "").replace(open_it, f"{open_it} open Doubting({value});")
        text = text.replace("{ open Doubting }", "{ }")
        answers = set()
        for dice in ((1, 1, 1), (6, 6, 6)):
            match = bluff(text=text)
            set_cup(match, "Ann", dice)
            say(match, "Ann", "doubt")
            assert match.machine.open_window() == "Doubting"
            answers.add(tuple(why_not(match, f"nod {n} by Ann", "Ben").verdict for n in (3, 9)))
        assert len(answers) == 1, value
        can = "as far as Ben can see, it can be done: nod 3 by Ann"
        assert (answers.pop()[0] == can) is item


def test_what_is_offered_can_be_done_even_if_the_reason_is_hidden() -> None:
    """`guess` looks at hidden notes: the answer agrees with the offer and tells no more than it."""
    match = bluff(1, 2, 3)
    assert why_not(match, "guess Mid", "Ann").possible is True
    refused = why_not(match, "guess Low", "Ann")
    assert refused.possible is False
    assert refused.verdict == "Ann cannot guess Low: the rules look at something that Ann cannot see"


def test_a_reason_that_lies_in_something_hidden_is_not_told() -> None:
    """On the blanked table nothing speaks against it, so whatever does must be hidden."""
    text = BLUFF.replace(
        "require some(rival(me).notes, worth is note.worth)", "require all(rival(me).notes, worth < 9)"
    )
    match = play(text)
    say(match, "Ann", "Low", "Mid")
    say(match, "Ben", "Mid", "High")
    refused = why_not(match, "guess Low", "Ann")
    assert refused.possible is False
    assert refused.verdict == "Ann cannot guess Low: the rules look at something that Ann cannot see"
    assert refused.steps[0].values == ()


# -------------------------------------------------------------------------------------------- whose question it is


def test_the_secret_question_of_another_seat_is_not_told() -> None:
    match = play(SECRET)
    for text in ("plan Ace by Ben", "plan by Ben", "rest by Ben", "pass by Ben"):
        explanation = why_not(match, text, "Ann")
        assert (explanation.verdict, explanation.steps, explanation.possible) == (
            "Ben is making a secret decision, which Ann cannot see",
            (),
            None,
        )
    assert why_not(match, "plan Ace by Ben", "Ben").possible is True


def test_how_far_others_are_with_deciding_cannot_be_asked() -> None:
    texts = ("plan Ace by Ben", "plan Ace", "rest", "pass", "pass by Ben", "choose Ace")
    match, other = play(SECRET), play(SECRET)
    before = [why_not(match, text, "Ann") for text in texts]
    say(other, "Ben", "plan Ace")
    assert [why_not(other, text, "Ann") for text in texts] == before
    say(other, "Ben", "2")
    assert [why_not(other, text, "Ann") for text in texts] == before
    say(match, "Ann", "plan Deuce")
    say(other, "Ann", "plan Deuce") if other.requests else None
    assert why_not(match, "rest", "Ann").verdict == "Ann has decided; the others may still be deciding"


def test_the_window_of_a_decision_together_is_named() -> None:
    match = play(SECRET)
    assert why_not(match, "rest", "Ann").verdict == "`rest` can only be done in `Main`, and this is `Planning`"
    assert why_not(match, "plan Ace", "Ann").verdict == "it can be done: plan Ace by Ann"
    refused = why_not(play(SECRET.replace("require card in me.hand", "require card.power < 9")), "plan Ace", "Ann")
    assert refused.verdict == "Ann cannot plan Ace: it is not in your hand"


def test_a_question_that_is_asked_of_another_is_told_without_its_options() -> None:
    match = play(BLUFF)
    assert asked(match).seat == "Ann"
    assert why_not(match, "bid 1 of 1 by Ann", "Ben").verdict == "Ann has another question to answer first"
    assert why_not(match, "bid 1 of 1", "Ben").verdict == "Ben cannot act now: Ann is asked"
    assert why_not(match, "choose Low", "Ben").verdict == "Ben cannot act now: Ann is asked"


def test_what_another_could_do_is_told_as_far_as_one_can_see() -> None:
    match = bluff(1, 2, 3)
    explanation = why_not(match, "bid 1 of 1 by Ann", "Ben")
    assert (explanation.verdict, explanation.possible) == (
        "as far as Ben can see, it can be done: bid 1 of 1 by Ann",
        None,
    )
    say(match, "Ann", "bid 4 of 1")
    explanation = why_not(match, "bid 3 of 1 by Ben", "Ann")
    assert (explanation.verdict, explanation.possible) == (
        "as far as Ann can see, Ben cannot bid 3 of 1 by Ben: the bid must go up",
        None,
    )
    explanation = why_not(match, "guess Low by Ben", "Ann")
    assert (explanation.verdict, explanation.possible) == (
        "as far as Ann can see, it can be done: guess Low by Ben",
        None,
    )
    head = "action doubt by me during Bidding {"
    match = play(BLUFF.replace(head, f"{head} require some(me.notes, worth is 9);"))
    say(match, "Ann", "Low", "Mid")
    say(match, "Ben", "Mid", "High")
    explanation = why_not(match, "doubt by Ann", "Ben")
    unknown = "whether Ann can doubt by Ann depends on something that Ben cannot see"
    assert (explanation.verdict, explanation.steps, explanation.possible) == (unknown, (), None)


def test_in_the_closed_draft_of_robomon_nobody_learns_what_the_other_holds() -> None:
    match = load("robomon", mode="battleground", variants=["closed_draft"]).start(["Ann", "Ben"], seed=1)
    hands = {
        seat: {match.view(seat).thing(number).name for thing in match.view(seat).things if thing.name == seat
               for zone in thing.zones if zone.name == "hand" for number in zone.things if number is not None}
        for seat in match.seats
    }  # fmt: skip
    assert len(hands["Ben"]) == 6
    assert not hands["Ann"] & hands["Ben"]
    for text in ("pass by Ben", "step by Ben", "choose x", "pass", "step"):
        actual = "\n".join(match.why_not(text, seat="Ann").lines())
        assert not [name for name in hands["Ben"] if name in actual]
    for name in hands["Ben"]:
        actual = match.why_not(f"choose {name}", seat="Ann").verdict
        assert actual.startswith(f"{name} is not offered: choose (")
        assert match.why_not(f"choose {name}", seat="Ben").possible is True


def test_the_cells_of_the_true_table_are_left_alone() -> None:
    match = bluff(6, 1, 2)
    before = match.machine.state.cells[:]
    for text in TYPED:
        why_not(match, text, "Ann")
    assert match.machine.state.cells == before
    assert match.machine.state.cells[s.STEPS] == before[s.STEPS]


# ------------------------------------------------------------------------------------------------------ why


def trapped(*cards: str) -> EngineMatch:
    """Ann holds two cards that nobody else sees; one of them has stung Ben, the other has made it worse."""
    match = play(TRAPS)
    say(match, "Ann", *cards)
    say(match, "Ben", "rest")
    return match


def test_a_rule_of_a_hidden_card_is_not_named_even_if_another_copy_lies_open() -> None:
    """Ben has a Spike of his own on the table, so a name that he knows would give Ann's away."""
    holdings = (("Spike", "Shell"), ("Snare", "Brick"))
    results = [[why(match, number, "Ben") for number in range(5)] for match in (trapped(*cards) for cards in holdings)]
    assert results[0] == results[1]
    sting = next(item for item in results[0] if item.about == "Ben is stung")
    assert [step.says for step in sting.steps] == [
        "Ben is stung",
        "rest by Ben",
        "Ben answered in the window Main",
    ]
    own = "\n".join(why(trapped("Snare", "Brick"), 2, "Ann").lines())
    assert "Card Snare: after rest" in own
    assert "amount was changed\n    Card Brick: modify" in own


def test_a_kept_value_tells_the_rule_that_set_it_and_no_hidden_bearer() -> None:
    names = {
        "\n".join(why(trapped(*cards), "Ben.stings", "Ben").lines())
        for cards in (("Spike", "Shell"), ("Snare", "Brick"))
    }
    assert len(names) == 1
    words = names.pop()
    assert words.startswith("Ben.stings is 2\n")
    assert "effect sting at small.bot:" in words
    assert "Snare" not in words


def test_why_a_value_is_told_as_far_as_the_seat_sees_it() -> None:
    match = bluff(6, 5, 4)
    assert why(match, "sum(Ben.cup, value)", "Ben").verdict == "sum(Ben.cup, value) is 15"
    assert why(match, "sum(Ben.cup, value)").verdict == "sum(Ben.cup, value) is 15", "the operator is told everything"
    hidden = "depends on something that is hidden from Ann"
    assert why(match, "sum(Ben.cup, value)", "Ann").verdict == f"`sum(Ben.cup, value)` {hidden}"
    assert why(match, "Ben.notes", "Ann").verdict == f"`Ben.notes` {hidden}"
    assert why(match, "first(deck)", "Ann").verdict == f"`first(deck)` {hidden}"
    assert why(match, "count(Ben.notes)", "Ann").verdict == "count(Ben.notes) is 2", "how many there are is known"
    say(match, "Ann", "doubt")
    assert "cannot be read" in why(match, "compare.low", "Ann").verdict
    assert "is about the past" in why(match, "times(bid)", "Ann").verdict


# ------------------------------------------------------------------------------------- refusals and numbers of questions


def refused(match: EngineMatch, seat: str) -> list[tuple[str, str]]:
    collected = []
    for id in range(20):
        with pytest.raises(Refused) as wrong:
            match.answer(id, [99], seat)
        collected.append((wrong.value.message, wrong.value.help))
    return collected


def test_a_refusal_does_not_tell_who_has_decided() -> None:
    waits, decided = play(SECRET), play(SECRET)
    before = refused(waits, "Ann")
    say(decided, "Ben", "plan Ace")
    assert refused(decided, "Ann") == before
    say(decided, "Ben", "2")
    assert refused(decided, "Ann") == before
    assert before[2] == ("there is no request 2", "the open requests are: 1"), "it is Ben's"


def test_numbers_of_questions_do_not_tell_how_many_were_answered_in_secret() -> None:
    """Ann may be asked one, two or three questions; nothing of that is ever shown."""
    seen = set()
    for course in (("Deuce",), ("Ace", "1"), ("Ace", "2", "1")):
        match = play(QUIET)
        for answer in course:
            say(match, "Ann", answer)
        say(match, "Ben", "Deuce")
        say(match, "Ann", "rest")
        seen.add((as_text(view(match, "Ben")), *refused(match, "Ben")))
    assert len(seen) == 1


# ---------------------------------------------------------------------------------------------- what `play` shows


def test_what_a_payment_leads_to_does_not_tell_the_top_of_the_deck() -> None:
    """An option of a payment is told with what follows from it; that may not be looked up on the true table."""
    names = set()
    for seed in range(6):
        match = play(PAYING, seed=seed)
        say(match, "Ann", "buy")
        names.add(tuple(PendingRequest(match.machine, asked(match)).paying()))
    assert names == {("", "")}
    open_deck = play(PAYING.replace(" seen by nobody", ""))
    say(open_deck, "Ann", "buy")
    coin = asked(open_deck).options[0].words
    top = why(open_deck, "top(deck)").verdict.removeprefix("top(deck) is ")
    assert PendingRequest(open_deck.machine, asked(open_deck)).paying()[0] == f"{coin} is spent, Ann draws {top}"


def test_a_hidden_card_that_asks_is_not_named() -> None:
    collected = []
    for card in ("Spike", "Snare"):
        match = play(ASKING)
        say(match, "Ann", card)
        say(match, "Ben", "rest")
        where = PendingRequest(match.machine, asked(match, "Ben"))
        assert where.passage() is None
        assert where.behind(0) is None
        collected.append([why_not(match, text, "Ben") for text in ("pass", "rest", "choose 9", "choose 1")])
        collected.append(
            [why_not(match, text, "Ann") for text in ("pass", "rest", "choose 9", "choose 1", "pass by Ben")]
        )
    assert collected[:2] == collected[2:]
    assert collected[0][0].verdict == "Ben has to choose at least 1: choose (1, 2, 3)"


# ------------------------------------------------------------------------------------------------- faults of rules


def faulty(card: str, folder: Path) -> str:
    path = folder / "faulty.bot"
    path.write_text(FAULTY.replace("take one of Low", f"take one of {card}"))
    return str(path)


@pytest.mark.parametrize(
    "word, cards, said",
    [
        ("probe", ("Low", "Top"), "an impossible number of things, in effect grab"),
        ("rest", ("Cut", "Tax"), "a division by zero, in a rule of a thing"),
    ],
)
def test_a_fault_tells_people_at_the_table_the_rule_and_nothing_hidden(
    word: str, cards: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    names = set()
    for card in cards:
        match = load(faulty(card, tmp_path)).start(["Ann", "Ben"], seed=1)
        session = PlaySession(match, {"Ann": "human", "Ben": "random"}, lambda: TextStyle(width=100))
        session.advance()
        names.add("\n".join(TextStyle(width=100).lines(session.take(word).lines)))
    assert len(names) == 1
    assert said in names.pop()


@pytest.mark.parametrize("more, least", [((), 1), (("--bots",), 2)])
@pytest.mark.parametrize(
    "never, cards, code",
    [("rest by me during Main {", ("Low", "Top"), "BW5012"), ("probe by me during Main {", ("Cut", "Tax"), "BW5002")],
)
def test_a_fault_that_ends_play_tells_values_and_places_only_with_bots_alone(
    never: str, cards: tuple[str, ...], code: str, more: tuple[str, ...], least: int,
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    names = set()
    seats = () if more else ("--seat", "random", "--seat", "random")
    for card in cards:
        path = Path(faulty(card, tmp_path))
        path.write_text(path.read_text().replace(never, f"{never} require count(players) > 9;"))
        assert main(["play", str(path), "--seed", "1", *seats, *more]) == 1
        names.add(capsys.readouterr().err)
    assert len(names) == least
    assert all(code in item for item in names)


# ---------------------------------------------------------------------------------------------------------- replays


def retold(course: tuple[str, ...], eyes: ReplayViewer, folder: Path, first: tuple[str, ...] = ()) -> list[str]:
    """A match in which Ann answers so in secret, recorded and told again, in words and as JSON.

    What she answers `first` she takes back; `Again` stands for an answer that is taken back and given once more.
    """
    path = folder / "quiet.bot"
    path.write_text(HEAD + QUIET)
    game, file = load(str(path)), folder / f"{len(course)}{len(first)}.bwr"
    with game.start(["Ann", "Ben"], seed=1, record=file) as match:
        give(match, "Ben", "Deuce")
        for wanted in first:
            give(match, "Ann", wanted)
        for _ in first:
            match.undo()
        for seat, wanted in (*(("Ann", item) for item in course), ("Ann", "rest"), ("Ben", "rest")):
            give(match, seat, wanted)
    retelling = NarratedReplay(Replay(game, read_record(str(file))), eyes)
    lines = [line for result in retelling.run() for line in result.lines()]
    data = json.loads(as_json(retelling.replay.record, retelling, looks=True, verify=False))
    del data["file"]
    return [*lines, json.dumps(data, sort_keys=True)]


def give(match: Match, seat: str, wanted: str) -> None:
    if wanted == "Again":
        match.undo()
        match.redo()
        return
    request = next(result for result in match.requests if result.seat == seat)
    chosen = next(index for index, words in enumerate(request.options) if words.startswith(wanted))
    match.answer(request.id, [chosen], seat)


@pytest.mark.parametrize(
    "eyes, ways",
    [(ReplayViewer("Ben"), 1), (ReplayViewer(), 1), (ReplayViewer("Ann"), 4), (ReplayViewer(everything=True), 4)],
)
def test_a_replay_for_a_seat_does_not_tell_what_others_took_back_in_secret(
    eyes: ReplayViewer, ways: int, tmp_path: Path
) -> None:
    courses = ((("Deuce",), ()), (("Deuce",), ("Ace",)), (("Trey",), ("Ace", "2")), (("Ace", "Again", "1"), ()))
    names = {tuple(retold(course, eyes, tmp_path, first)) for course, first in courses}
    assert len(names) == ways
    assert any("is taken back" in line for lines in names for line in lines) is (ways > 1)


def test_a_replay_tells_others_when_an_answer_that_they_noticed_is_taken_back(tmp_path: Path) -> None:
    """Ann's last secret answer begins her turn, which Ben is told; so he is told that it is taken back."""
    result = retold(("Deuce", "Again"), ReplayViewer("Ben"), tmp_path)
    assert [line for line in result if line.endswith(("is taken back", "and given again"))] == [
        "   2  the last answer is taken back",
        "   3  and given again",
    ]


@pytest.mark.parametrize(
    "eyes, ways",
    [(ReplayViewer("Ben"), 1), (ReplayViewer(), 1), (ReplayViewer("Ann"), 3), (ReplayViewer(everything=True), 3)],
)
def test_a_replay_for_a_seat_does_not_tell_how_often_others_were_asked_in_secret(
    eyes: ReplayViewer, ways: int, tmp_path: Path
) -> None:
    names = {tuple(retold(course, eyes, tmp_path)) for course in (("Deuce",), ("Ace", "1"), ("Ace", "2", "1"))}
    assert len(names) == ways
    assert all(any(line.endswith("rest by Ben") for line in lines) for lines in names)
