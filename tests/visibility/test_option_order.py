"""The numbers of options give no hidden thing away: what the chooser does not see is offered by the place where it lies."""

from __future__ import annotations

from itertools import permutations

import pytest

import interpreter.evaluate.fields as fields
import interpreter.evaluate.things as things
from dsl.check.driver import Unit, check
from dsl.parse import parse_source
from dsl.text.source import Source
from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.evaluate.sight import Sight
from interpreter.execute import option_order
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from interpreter.model import state as s
from interpreter.model.moves import Move
from interpreter.playout import CompiledProgram
from interpreter.visibility.views import as_text, view
from tests.engine.tables import HEAD, asked, play, program, say, words

GROUND = """
kind Note { worth: 0..9 }
Note Low { worth 1 }
Note Mid { worth 5 }
Note Open { worth 4 }
Note Top { worth 9 }
extend Player { zone notes of Note seen by owner, zone laid of Note }
extend Table { zone deck of Note seen by nobody, zone row of Note, keeps guess: 0..9 = 0 }
define rival(p: Player) = first(players where that is not p)
window Main { offer one to active, always ask }
"""
FLOW = """
flow Match {
  for each p in players { for each model in [Low, Mid] { take one of model into p.notes } }
  take one of Open into row
  for each p in players { take one of Top into p.notes }
  arrange last(players).notes by last(players)
  choose one of last(players).notes by last(players) as buried
  move buried to deck
  phase turn by first(players) { ASK }
  phase turn by first(players) { choose one of 1..2 by first(players) as n }
  win none
}
"""
"""Ben lays his notes in an order of his own and buries one; then Ann is asked. Copies of Open lie open between them."""
STEAL = "action steal note: Note by me during Main { require note in rival(me).notes; move note to me.laid }"
TOUCH = (
    "action touch note: Note by me during Main { require note in rival(me).notes or note in row; move note to me.laid }"
)
PAIR = """action pair note: Note with other: Note at n: 1..2 by me during Main {
  require note in rival(me).notes or note in row
  require other in rival(me).notes and other is not note
  move note to me.laid
}"""
MANY = """action gather notes: many Note by me during Main {
  require all(notes, that in rival(me).notes or that in row)
  for each one_of in notes { move one_of to me.laid }
}"""
TEXTS = {
    "one slot": (STEAL, "open Main"),
    "hidden and open": (TOUCH, "open Main"),
    "two slots": (PAIR, "open Main"),
    "many": (MANY, "open Main"),
    "choose": ("", "choose one of (Note where that in rival(me).notes or that in row) as x; move x to me.laid"),
    "choose two": ("", "choose 2 of (Note where that in rival(me).notes or that in row) as x; move x to me.laid"),
    "such that": (
        "",
        "choose 1..2 of (Note where that in rival(me).notes or that in row) such that count(that) is 2 as x; move x to me.laid",
    ),
}
SECRETS = [(order, buried) for order in permutations(("Low", "Mid", "Top")) for buried in order]


def game(name: str) -> str:
    actions, ask = TEXTS[name]
    return f"{GROUND}\n{actions}\n{FLOW.replace('ASK', ask)}"


def decide(match: EngineMatch, order: tuple[str, ...], buried: str) -> EngineMatch:
    say(match, "Ben", *order)
    say(match, "Ben", buried)
    return match


def places(match: EngineMatch, found: object) -> object:
    """A value of an option with things as the places where they lie."""
    m = match.machine
    match found:
        case Move(values=values):
            return [item if name == "n" else places(match, item) for name, item in values if name != "me"]
        case tuple():
            return [places(match, item) for item in found]
        case _:
            place = m.state.cells[found + s.PLACE]
            return place.zone, fields.read(m, place.holder, place.zone).index(found)


@pytest.mark.parametrize("name", TEXTS)
def test_an_option_stands_for_a_place_whatever_lies_there(name: str) -> None:
    """Everything that Ann is sent is the same, and each number means the same place, whatever Ben has done in secret."""
    seen, meant, cards = set(), set(), set()
    for order, buried in SECRETS:
        match = decide(play(game(name)), order, buried)
        options = asked(match, "Ann").options
        seen.add(as_text(view(match, "Ann")))
        meant.add(repr([places(match, option.value) for option in options]))
        cards.add(tuple(words(asked(match))))
    assert len(seen) == 1
    assert len(meant) == 1
    assert len(cards) > 1, "else nothing would have been hidden"


def test_hidden_things_come_zone_by_zone_from_the_top() -> None:
    match = decide(play(game("hidden and open")), ("Top", "Low", "Mid"), "Low")
    assert words(asked(match)) == ["touch Open by Ann", "touch Top by Ann", "touch Mid by Ann"]


def test_where_everything_is_seen_things_stay_in_the_order_in_which_they_came() -> None:
    """Ben sees his own notes; their places would give another order."""
    own = STEAL.replace("rival(me).notes", "me.notes")
    text = f"{GROUND}\n{own}\n{FLOW.replace('ASK', 'open Main')}".replace(
        "turn by first(players) { open", "turn by last(players) { open"
    )
    match = decide(play(text), ("Top", "Mid", "Low"), "Mid")
    assert words(asked(match, "Ben")) == ["steal Low by Ben", "steal Top by Ben"]


def test_zones_that_a_text_puts_together_keep_the_order_of_the_text() -> None:
    both = "let victim = rival(me); choose one of victim.notes + row as x; move x to me.laid"
    match = decide(play(f"{GROUND}\n{FLOW.replace('ASK', both)}"), ("Top", "Low", "Mid"), "Low")
    assert words(asked(match)) == ["Top", "Mid", "Open"]


def test_what_was_shown_is_offered_in_the_old_order() -> None:
    shown = f"{GROUND}\n{STEAL}\n{FLOW.replace('ASK', 'show last(players).notes to players; open Main')}"
    match = decide(play(shown), ("Top", "Mid", "Low"), "Mid")
    assert words(asked(match)) == ["steal Low by Ann", "steal Top by Ann"]


@pytest.mark.parametrize("name", TEXTS)
def test_every_engine_offers_in_the_same_order(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "OFTEN", 1)
    order, buried = ("Top", "Low", "Mid"), "Low"
    wanted = words(asked(decide(play(game(name)), order, buried)))
    linked = LinkedProgram(program(game(name)))
    linked.fast = Jit(linked)
    assert words(asked(decide(begin(linked, ("Ann", "Ben"), 0), order, buried))) == wanted
    flow = CompiledProgram(LinkedProgram(program(game(name)))).start(("Ann", "Ben"), 0)
    for answer in (order, (buried,)):
        flow.answer(tuple(words(flow.requests[0]).index(item) for item in answer))
    assert words(flow.requests[0]) == wanted


def test_whole_flows_in_which_a_hidden_thing_may_be_picked_are_left_to_the_reference() -> None:
    """Compiled flows do not know who sees what; one that only picks open things is compiled as before."""
    bare = "flow Match { for each p in players { take one of Low into p.notes }; repeat 3 { for each p in players { phase turn by p { ASK } } }; win none }"
    picks = {
        "choose one of Note by p as x; move x to p.laid": False,
        "choose one of rival(p).laid by p as x; move x to p.notes": True,
        "choose one of p.notes by p as x; move x to p.laid": True,
    }
    ground = GROUND.replace(", always ask", "")
    for ask, compiled in picks.items():
        result = CompiledProgram(LinkedProgram(program(f"{ground}\n{STEAL}\n{bare.replace('ASK', ask)}")))
        assert (result.flow is not None) is compiled, (ask, result.why_not)
    for whose, compiled in (("rival(me)", False), ("me", True)):
        action = STEAL.replace("rival(me)", whose)
        result = CompiledProgram(LinkedProgram(program(f"{ground}\n{action}\n{bare.replace('ASK', 'open Main')}")))
        assert (result.flow is not None) is compiled, (whose, result.why_not)


def test_nobody_looks_where_nothing_can_be_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a slot can hold hidden things is decided once, from the text: own hands and open rows cost nothing."""
    own = STEAL.replace("rival(me).notes", "me.notes")
    for text, most in ((own, 0), (STEAL, 1)):
        looks: list[object] = []
        match = play(f"{GROUND}\n{text}\n{FLOW.replace('ASK', 'open Main')}")
        say(match, "Ben", "Top", "Mid", "Low")
        with monkeypatch.context() as patch:
            patch.setattr(option_order, "Sight", lambda *args, looks=looks: looks.append(args) or Sight(*args))
            say(match, "Ben", "Mid")
        assert len(asked(match, "Ann").options) == 3 - most
        assert len(looks) == most


HOOKS = """
ruleset small "Small" { players 2, triggers owner_chooses, start Match }
kind Card { works in pile or laid }
Card Spike { after rest { actor.pain = 1 } }
Card Snare { after rest or nap { actor.pain = 2 } }
Card Brick { instead of nap { actor.pain = 3 } }
Card Shell { instead of nap if count(players) > 1 { actor.pain = 4 } }
extend Player { zone pile of Card seen by nobody, zone laid of Card, keeps pain: 0..9 = 0 }
window Main { offer one to active, always ask }
effect nap by me { me.pain = 9 }
action rest by me during Main { me.pain = 9 }
action doze by me during Main { nap by me }
flow Match {
  for each model in supply(Card) { take one of model into last(players).pile }
  arrange last(players).pile by first(players)
  phase turn by last(players) { open Main }
  phase turn by last(players) { open Main }
  win none
}
"""
"""Nobody sees Ben's pile, in which Ann has laid the cards in an order of her own; two of them answer each action."""


def answered(verb: str, order: tuple[str, ...], text: str = HOOKS) -> EngineMatch:
    match = play(text)
    say(match, "Ann", *order)
    say(match, "Ben", verb)
    assert asked(match, "Ben").sort == "order"
    return match


@pytest.mark.parametrize("verb, left", [("rest", {"Spike": 2, "Snare": 1}), ("doze", {"Brick": 3, "Shell": 4})])
def test_hooks_of_hidden_things_are_offered_by_the_place_where_the_things_lie(verb: str, left: dict[str, int]) -> None:
    """The first option is the upper of two cards that nobody sees, whichever it is."""
    seen = set()
    for order in permutations(("Spike", "Snare", "Brick", "Shell")):
        match = answered(verb, order)
        seen.add(as_text(view(match, "Ben")))
        match.answer(asked(match, "Ben").id, [0], "Ben")
        upper = next(card for card in order if card in left)
        assert fields.read(match.machine, things.find(match.machine, "Ben", "Player"), "pain") == left[upper]
    assert len(seen) == 1


def test_hooks_of_things_that_the_chooser_sees_keep_their_order() -> None:
    match = answered("doze", ("Shell", "Brick", "Snare", "Spike"), HOOKS.replace(" seen by nobody", ""))
    assert words(asked(match)) == ["Brick: use instead of nap?", "Shell: use instead of nap?"]


@pytest.mark.parametrize(
    "text, codes",
    [
        ("action p card: Note by me during Main { require card in next_after(me).notes; move card to me.laid }", []),
        ("effect p by me { choose one of next_after(me).notes as x; move x to me.laid }", ["BW3010"]),
        ("effect p by me { if some(next_after(me).notes, worth is 9) { guess = 1 } }", ["BW3010"]),
    ],
)
def test_the_checker_allows_a_blind_pick_and_reports_a_look(text: str, codes: list[str]) -> None:
    """To ask where a card lies is no look at it; to choose by what it is, or to ask what it is, is one."""
    whole = f"{HEAD}{GROUND}\n{text}\n{FLOW.replace('ASK', 'open Main')}"
    checked = check([Unit("small", tuple(parse_source(Source("small.bot", whole))))])
    assert [diagnostic.code for diagnostic in checked.diagnostics if diagnostic.severity == "error"] == codes
