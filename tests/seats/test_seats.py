"""Seats: what they answer, that they answer alike everywhere, and that they play as well as they should."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from itertools import product

import pytest
from attrs import define, field

from dsl.names.symbols import players_range
from interpreter.execute.snapshot import digest
from interpreter.match import EngineMatch, Refused, start
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.requests import EngineRequest
from interpreter.seats import Seat, decide, default_answer, question_of
from interpreter.seats.greedy import Greedy
from interpreter.seats.human import Human
from interpreter.seats.lookahead import RehearsedAnswers
from interpreter.seats.mcts import TreeSearch
from interpreter.seats.random_seat import RandomSeat, candidates
from interpreter.seats.trials import TrialMatch
from interpreter.visibility.determinize import Stream, determinize
from interpreter.visibility.view_types import RequestView, View
from tests.architecture.tree import ROOT
from tests.check.arenas import found_in
from tests.engine.tables import HEAD, asked, play, program
from tests.profiles import NIGHTLY
from tests.shipped import GAMES, mode
from tests.shipped import program as rules_of
from tools.play import seat_names
from tools.seats import UnknownSeat, check, seat
from tools.seats.play_match import play as played
from tools.seats.thinking_time import ThinkingTime

SHORT = {
    "scrapyard": 10, "duel": 6, "gekido": 8, "montoons": 3, "robomon": 1, "robotblow": 2, "pblrobots": 3, "yahtzee": 4,
}  # fmt: skip


def begun(game: str, seed: int = 1) -> EngineMatch:
    rules, modes = rules_of(game), [mode(game)] if mode(game) else []
    least, most = players_range(rules.symbols, modes)
    return start(rules, seat_names(max(least, min(2, most))), seed, log=False, modes=modes)


def small(text: str) -> EngineMatch:
    return play(text)


# ------------------------------------------------------------------------------------------------------ all games


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:3"])
def test_a_bot_gives_legal_answers_in_every_game(game: str, spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STEPS_PER_DECISION", 2_000)  # a probe without its cards goes round and round
    match = begun(game)
    seats = {name: seat(spec, 5, name) for name in match.machine.seats}
    while not match.over and len(match.answers) < SHORT[game] and match.requests:
        request = match.requests[0]
        before = digest(match.machine.state, match.machine.linked)
        answer = decide(match, request, seats[request.seat])
        assert request.refuses(answer) == ""
        assert digest(match.machine.state, match.machine.linked) == before, "a bot changes nothing"
        match.answer(request.id, answer)
    assert match.answers


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_is_taken_or_refused_as_the_question_says(game: str) -> None:
    match = begun(game)
    by_chance = RandomSeat.seeded(3, "all")
    for _ in range(SHORT[game]):
        if match.over:
            break
        request = match.requests[0]
        for answer in _all_short(request):
            copy = match.fork()
            before = digest(copy.machine.state, copy.machine.linked)
            if request.refuses(answer):
                with pytest.raises(Refused):
                    copy.answer(request.id, answer)
                assert digest(copy.machine.state, copy.machine.linked) == before
            else:
                copy.answer(request.id, answer)
                assert len(copy.answers) == len(match.answers) + 1
        match.answer(request.id, decide(match, request, by_chance))


def _all_short(request: EngineRequest) -> list[tuple[int, ...]]:
    """Every row of at most two numbers, among them some that are no options; of long lists only both ends."""
    numbers = [-1, *range(len(request.options)), len(request.options)]
    numbers = numbers if len(numbers) < 9 else [*numbers[:3], *numbers[-3:]]
    whole = tuple(range(len(request.options)))
    return [(), *((item,) for item in numbers), *product(numbers, numbers), whole, (*whole, 0)]


# --------------------------------------------------------------------------------------------- what is taken back

TURNCOAT = """
ruleset turncoat "Turncoat" { players 2, triggers active_first, start Match, score coins, retracts take_back }

extend Player { keeps coins: 0..9 = 0 }

define coins(p: Player): number = p.coins

window Laying { offer any to first(players), forbid pass if first(players).coins < 2 }

action put by me during Laying { require me.coins < 2; me.coins += 1 }

action take_back by me during Laying { require me.coins > 0; me.coins -= 1 }

flow Match { open Laying; win first(players) }
"""


@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:6"])
def test_a_bot_takes_nothing_back(spec: str) -> None:
    match = small(TURNCOAT)
    bot = seat(spec, 4, "Ann")
    for wanted in (["put by Ann"], ["put by Ann"], []):
        request = asked(match)
        answer = decide(match, request, bot)
        assert [request.options[index].words for index in answer] == wanted
        match.answer(request.id, answer)
    assert match.over


def test_a_person_is_offered_to_take_back() -> None:
    match = small(TURNCOAT)
    match.answer(asked(match).id, (0,))
    assert [option.words for option in asked(match).options] == ["put by Ann", "take_back by Ann"]


# ----------------------------------------------------------------------------------------------------- by chance


def test_candidates_are_all_answers_if_there_are_few() -> None:
    match = small("extend Player { keeps n: number = 0 }\nflow Match { choose 1..2 of [1, 2, 3] by first(players) as x; first_n x; win none }\neffect first_n x: list of number { }")  # fmt: skip
    question = question_of(asked(match))
    luck = Stream.of(1, "x")
    assert candidates(question, luck, 100) == [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
    assert luck.count == 0
    few = candidates(question, luck, 4)
    assert 1 <= len(few) <= 4
    assert all(not question.refuses(answer) for answer in few)


def test_the_chance_of_the_match_does_not_depend_on_who_plays() -> None:
    text = "die D6 { 1..6 }\nextend Table { keeps seen: list of number = [] }\nflow Match { repeat 20 { choose one of [1, 2] by first(players) as n; roll D6 as face; seen += [face.value]; told n }; win none }\neffect told n: number { }"  # fmt: skip
    stories = []
    for spec in ("random", "greedy", "mcts:4"):
        match = small(text)
        ending = played(match, {name: seat(spec, 7, name) for name in ("Ann", "Ben")})
        assert ending.decisions == 20
        stories.append(match.machine.state.cells[match.machine.state.cells[3] + 6])
    assert stories[0] == stories[1] == stories[2] != ()


# -------------------------------------------------------------------------------------------------------- strength

DUEL = """
ruleset duel { players 2, start Match, score wealth }
extend Player { keeps gold: number = 0 }
define wealth(p: Player): number = p.gold
window Main { offer one to active }
action dig by me during Main { me.gold += 3 }
action beg by me during Main { me.gold += 1 }
action waste by me during Main { me.gold -= 2 }
goal rich = players where gold >= 10
flow Match { repeat { for each p in players { phase turn by p { open Main } } } }
"""


def test_greedy_takes_the_option_that_raises_the_score() -> None:
    match = small(DUEL)
    waits = Human(lambda *_: [])
    ending = played(match, {"Ann": waits, "Ben": seat("greedy", 1, "Ben")})
    assert ending.winners == ("Ben",)
    assert ending.decisions == 8, "three, six, nine, twelve"


def test_without_a_score_greedy_still_takes_a_win() -> None:
    text = DUEL.replace(", score wealth", "").replace(">= 10", ">= 3")
    assert played(small(text), {"Ann": seat("greedy", 1, "Ann"), "Ben": seat("random", 1, "Ben")}).decisions == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_two_greedy_bots_bring_a_duel_to_an_end(seed: int) -> None:
    """They try to win: they waste no roll, no attack that cannot hurt, and no place that only protects. Two bots that
    play by chance need 13 turns of this game, mostly because they break down."""
    match = start(rules_of("gekido"), ("Ann", "Ben"), seed, log=False, modes=["duel"])
    played(match, {name: Greedy(Stream.of(seed, name), 2) for name in match.machine.seats})
    assert match.over
    assert match.machine.state.cells[s.ROUND] <= 25


SECRET_PLANS = """
ruleset plans { players 2, triggers active_first, start Match, score wealth }
extend Player { keeps gold: number = 0 }
define wealth(p: Player): number = p.gold
window Planning(p: Player) { offer any to p, forbid pass if p.gold < 6 }
action dig by me during Planning { require me.gold < 6; me.gold += 3 }
action beg by me during Planning { require me.gold < 6; me.gold += 1 }
action waste by me during Planning { require me.gold < 6; me.gold -= 2 }
flow Match { together for each p in players { open Planning(p) }; win players }
"""


@pytest.mark.parametrize("seed", range(3))
def test_greedy_values_a_plan_that_is_not_on_the_common_table_yet(seed: int) -> None:
    match = small(SECRET_PLANS)
    bot = seat("greedy", seed, "Ben")
    for _ in range(2):
        request = next(request for request in match.requests if request.seat == "Ben")
        answer = decide(match, request, bot)
        assert [request.options[index].words for index in answer] == ["dig by Ben"]
        match.answer(request.id, answer)


AIM = """
ruleset aim { players 2, triggers active_first, start Match, score wealth }
extend Player { keeps gold: number = 0 }
define wealth(p: Player): number = p.gold
window Main { offer one to first(players) }
action shoot by me during Main { keeps n = 0; aim by me as n; me.gold += n }
effect aim by me { choose one of [1, 3, 2] as n; result n }
flow Match { open Main; win first(players) }
"""


@pytest.mark.parametrize("seed", range(6))
def test_greedy_sees_what_an_action_makes_of_its_choice(seed: int) -> None:
    """The choice is made in an effect that ends before anything comes of it."""
    match = small(AIM)
    bot = seat("greedy", seed, "Ann")
    match.answer(asked(match).id, (0,))
    request = asked(match)
    assert [request.options[index].words for index in decide(match, request, bot)] == ["3"]


BLOW = """
ruleset blow { players 2, triggers active_first, start Match, score health }
extend Player { keeps life: 0..10 = 10, keeps coins: 0..3 = 3 }
define health(p: Player): number = 5 * p.life + p.coins
window Main { offer one to first(players) }
window Defence { offer one to others(strike.actor) }
action attack by me during Main { strike by me }
effect strike by me { keeps held = no; open Defence; if not held { foe.life -= 1 } }
action block by me during Defence { me.coins -= 1; strike.held = yes }
action hide by me during Defence { me.coins -= 2; strike.held = yes }
flow Match { open Main; win first(players) }
"""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("spec", ["greedy", "mcts:40"])
def test_who_answers_a_blow_sees_it_land(spec: str, seed: int) -> None:
    """A pass costs nothing at once: the blow falls after the window."""
    match = small(BLOW)
    match.answer(asked(match).id, (0,))
    request = asked(match)
    answer = decide(match, request, seat(spec, seed, "Ben"))
    assert [request.options[index].words for index in answer] == ["block by Ben"]


FORGE = """
ruleset forge { players 2, triggers active_first, start Match, score wealth }
extend Player { keeps gold: 0..20 = 5, keeps moves: 0..2 = 2, keeps hot = no }
define wealth(p: Player): number = p.gold
window Main { offer any to first(players) }
window Defence { offer one to others(rob.actor) }
action dig by me during Main { require me.moves > 0; me.moves -= 1; me.gold += 1 }
action heat by me during Main { require me.moves > 0; me.moves -= 1; me.hot = yes; me.gold -= 1 }
action strike_iron by me during Main { require me.hot and me.moves > 0; me.moves -= 1; me.hot = no; me.gold += 9 }
action raid by me during Main { require me.moves > 0; me.moves -= 1; rob by me }
effect rob by me { keeps held = no; open Defence; if held { me.gold -= 2 } else { me.gold += 4 } }
action guard by me during Defence { me.gold += 1; rob.held = yes }
window Market { offer one to last(players) }
action buy by me during Market { me.gold -= 1 }
flow Match { open Main; open Market; win first(players) }
"""
"""To heat is a loss until the iron is struck; a raid looks good if nobody guards."""


@pytest.mark.parametrize("seed", range(4))
def test_mcts_sees_what_the_turn_makes_of_an_answer(seed: int) -> None:
    match = small(FORGE.replace("action raid by me during Main {", "action raid by me during Main { require no;"))
    request = asked(match)
    answers = {bot: decide(match, request, seat(bot, seed, "Ann")) for bot in ("greedy", "mcts:60")}
    told = {bot: [request.options[index].words for index in answer] for bot, answer in answers.items()}
    assert told == {"greedy": ["dig by Ann"], "mcts:60": ["heat by Ann"]}


@pytest.mark.parametrize("seed", range(4))
def test_mcts_expects_the_best_reply(seed: int) -> None:
    match = small(FORGE.replace("moves: 0..2 = 2", "moves: 0..2 = 1"))
    request = asked(match)
    answers = {bot: decide(match, request, seat(bot, seed, "Ann")) for bot in ("greedy", "mcts:60")}
    told = {bot: [request.options[index].words for index in answer] for bot, answer in answers.items()}
    assert told == {"greedy": ["raid by Ann"], "mcts:60": ["dig by Ann"]}


@pytest.mark.parametrize("leads, chosen", [((0.2,) * 4, (1,)), ((1.0, -0.9, 1.0, -0.9), (0,)), ((), (0,))])
def test_rehearsals_that_disagree_count_less_than_promises(leads: tuple[float, ...], chosen: tuple[int, ...]) -> None:
    rehearsals = RehearsedAnswers((0,), {(0,): 0.6, (1,): 0.5})
    for lead in leads:
        rehearsals.add({(0,): 0.5, (1,): 0.5 + lead})
    assert rehearsals.best(1) == [chosen]


def test_greedy_beats_chance_at_scrapyard() -> None:
    wins = {"greedy": 0, "random": 0}
    matches = 24 if NIGHTLY else 10
    for seed in range(matches):
        match = begun("scrapyard", seed)
        mine, other = match.machine.seats[seed % 2], match.machine.seats[1 - seed % 2]
        bots: dict[str, Seat] = {mine: Greedy(Stream.of(seed, "greedy"), 2), other: RandomSeat.seeded(seed, other)}
        winners = played(match, bots, 110).winners
        wins["greedy"] += mine in winners
        wins["random"] += other in winners
    assert wins["greedy"] >= matches // 2
    assert wins["greedy"] > 2 * wins["random"]


NIM = """
ruleset nim { players 2, start Match }
extend Table { keeps heap: 0..9 = 5 }
effect take_some by me { choose one of (1..3) where that <= heap by me as n; heap -= n; if heap is 0 { win me } }
flow Match { repeat { for each p in players { phase turn by p { take_some } } } }
"""
"""One heap of five, one to three a turn: only who leaves four wins."""


def test_a_search_finds_the_only_way_to_win() -> None:
    match = small(NIM)
    assert decide(match, asked(match), TreeSearch.seeded(1, "Ann", 150)) == (0,)


@define
class CountingWatch:
    """Ends a search after some walks."""

    walks: int
    shares: list[float] = field(factory=list)

    def begins(self) -> None:
        self.shares = []

    def goes_on(self, share: float) -> bool:
        self.shares.append(share)
        return len(self.shares) < self.walks


def test_a_watch_sees_a_search_and_ends_it() -> None:
    match = small(NIM)
    watch = CountingWatch(60)
    assert decide(match, asked(match), TreeSearch.seeded(1, "Ann", None, watch)) == (0,), "without playouts it decides"
    assert len(watch.shares) == 60
    watch = CountingWatch(1_000)
    decide(match, asked(match), TreeSearch.seeded(1, "Ann", 20, watch))
    assert watch.shares == sorted(watch.shares)
    assert watch.shares[-1] == 1.0, "the number of playouts still ends it"


def test_thinking_time_ends_a_search_before_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("tools.seats.thinking_time.perf_counter", lambda: now[0])
    shares: list[float] = []
    watch = ThinkingTime(4.0, shares.append)
    watch.begins()
    walks = 0
    while True:
        now[0] += 0.3
        walks += 1
        if not watch.goes_on(0.0):
            break
    assert 3.3 < now[0] - 100 < 4.0, "a walk that would end too late does not begin"
    # somebody who waits is told after a second, then at each walk of more than a quarter of one; of the time
    assert shares[:3] == [pytest.approx(1.2 / 4), pytest.approx(1.5 / 4), pytest.approx(1.8 / 4)]


def test_a_bot_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(10_000))
    monkeypatch.setattr("tools.seats.thinking_time.perf_counter", lambda: next(ticks) * 0.01)
    match = small(NIM)
    assert decide(match, asked(match), seat("mcts:1s", 1, "Ann")) == (0,)
    assert 80 < next(ticks) < 100


def test_a_bot_cannot_cheat() -> None:
    """The top card is known to nobody; who guesses it wins. Looking ahead on the real table would always win."""
    text = """
ruleset guess { players 2, start Match }
kind Card { suit: 1..4 }
Card One { suit 1 }
Card Two { suit 2 }
Card Three { suit 3 }
Card Four { suit 4 }
extend Table { zone pile of Card seen by nobody }
effect guess by me { choose one of 1..4 by me as n; if top(pile).suit is n { win me } else { win next_after(me) } }
flow Match {
  for each card in supply(Card) { take 1 of card into pile }
  shuffle pile
  guess by first(players)
}
"""
    won = {"greedy": 0, "mcts": 0}
    for seed in range(20):
        for bot in won:
            match = start(program(text), ("Ann", "Ben"), seed)
            mind = Greedy.seeded(seed, "Ann") if bot == "greedy" else TreeSearch.seeded(seed, "Ann", 8)
            request = match.requests[0]
            match.answer(request.id, decide(match, request, mind))
            won[bot] += match.result == ("Ann",)
    assert 0 < won["greedy"] < 12
    assert 0 < won["mcts"] < 12


def test_what_another_took_in_secret_is_not_known_to_be_in_the_game() -> None:
    text = """
ruleset hunt { players 2, start Match }
kind Card { suit: 1..3 }
Card One { suit 1 }
Card Two { suit 2 }
Card Three { suit 3 }
extend Player { zone hand of Card seen by owner }
effect hide by me { choose one of supply(Card) by me as model; take 1 of model into me.hand }
effect seek by me { let p = first(players); choose one of 1..3 by me as n; if first(p.hand).suit is n { win me } else { win none } }
flow Match { hide by first(players); seek by last(players) }
"""
    choices, tables = set(), []
    for pick in range(3):
        match = start(program(text), ("Ann", "Ben"), 1)
        match.answer(match.requests[0].id, [pick])
        tables.append(determinize(match.machine, "Ben", 5).state.cells)
        choices.add(decide(match, asked(match, "Ben"), TreeSearch.seeded(4, "Ben", 30)))
    assert tables[0] == tables[1] == tables[2]
    assert len(choices) == 1


def test_a_rule_that_breaks_ends_a_trial_and_not_the_bot() -> None:
    text = "extend Table { keeps n: number = 0 }\neffect split by me { choose one of 0..2 by me as k; n = 6 / k; win me }\nflow Match { split by first(players) }"  # fmt: skip
    match = small(text)
    assert decide(match, asked(match), Greedy.seeded(1, "Ann")) in ((1,), (2,))
    trial = TrialMatch(determinize(match.machine, "Ann", 1))
    trial.answer((0,))
    assert trial.broken
    assert trial.winners is None


# ---------------------------------------------------------------------------------------------------- people, names


def test_a_person_is_shown_a_view_and_a_question() -> None:
    shown: list[tuple[View, RequestView]] = []

    def asks(found: View, question: RequestView) -> list[int]:
        shown.append((found, question))
        return [1]

    match = small(DUEL)
    assert decide(match, asked(match), Human(asks)) == (1,)
    found, question = shown[0]
    assert found.seat == "Ann"
    assert [option.words for option in question.options] == ["dig by Ann", "beg by Ann", "waste by Ann"]


def test_who_gives_no_answer_passes_or_takes_the_first() -> None:
    match = small(DUEL)
    ending = played(match, {"Ann": Human(lambda *_: [9]), "Ben": Human(lambda *_: [0])})
    assert ending.winners == ("Ben",)
    assert ending.notes[0] == "question 1: Ann gives no answer: there are only 3 options"
    assert default_answer(question_of(EngineRequest(1, "Ann", "choose", (), 2, 3, ""))) == (0, 1)


@pytest.mark.parametrize(
    "spec", ["random", "greedy", "mcts", "mcts:7", "mcts:2s", "mcts:0.5s", "cmd:./bot.py --fast 'a b'"]
)
def test_known_seats(spec: str) -> None:
    check(spec)


@pytest.mark.parametrize(
    "spec, says",
    [
        ("rnadom", "did you mean `random`"),
        ("", "there is no bot ``"),
        ("mcts:0", "1 to 1,000,000"),
        ("mcts:many", "1 to 1,000,000"),
        ("mcts:" + "9" * 50, "1 to 1,000,000"),
        ("mcts:0s", "as in `mcts:2s`"),
        ("mcts:9999s", "as in `mcts:2s`"),
        ("mcts:-1s", "as in `mcts:2s`"),
        ("greedy:3", "takes nothing"),
        ("cmd:", "needs a command"),
        ("cmd:'open", "no closing quotation"),
        ("human", "needs a terminal"),
    ],
)
def test_other_seats_are_refused_with_a_sentence(spec: str, says: str) -> None:
    with pytest.raises(UnknownSeat, match=says):
        seat(spec, 1, "Ann")


# -------------------------------------------------------------------------------------------------------- the score


@pytest.mark.parametrize(
    "score, code",
    [
        ("nothing", "BW2006"),
        ("alone", "BW2109"),
        ("fits", None),
        ("of_bot", "BW2104"),
        ("names", "BW2104"),
        ("3", None),
    ],
)
def test_a_score_is_asked_for_a_player_and_gives_a_number(score: str, code: str | None) -> None:
    text = (
        HEAD.replace("start Match", f"start Match, score {score}")
        + """
kind Bot { hull: 0..9 = 1 }
define fits(p: Player): number = 3
define alone: number = 3
define of_bot(b: Bot): number = b.hull
define names(p: Player) = p.name
flow Match { win none }
"""
    )
    errors = {item.code for item in found_in(text, "small.bot", with_arena=False) if item.severity == "error"}
    assert errors == ({code} if code else set())


# ------------------------------------------------------------------------------------------------- other processes


@cache
def story(spec: str) -> str:
    """A match of two bots, as a hash."""
    match = begun("scrapyard", 4)
    played(match, {name: seat(spec, 9, name) for name in match.machine.seats}, 8)
    return f"{[chosen for _, chosen in match.answers]} {digest(match.machine.state, match.machine.linked)}"


@pytest.mark.parametrize("hash_seed", ["0", "77"] if NIGHTLY else ["77"])
def test_bots_play_alike_in_every_process(hash_seed: str) -> None:
    specs = ("random", "greedy", "mcts:4")
    code = f"from tests.seats.test_seats import story; print([story(spec) for spec in {specs}])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == str([story(spec) for spec in specs])
