"""The game tree: chance that can be forced, the same match as without a tree, and nothing that leaks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction

import pytest

from interpreter.gametree.node import NodeKind
from interpreter.gametree.space import ActionSpace
from interpreter.gametree.tree import GameTree
from interpreter.gametree.ways import TooManyAnswers
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import begin
from interpreter.visibility.determinize import Stream
from tests.architecture.tree import ROOT
from tests.engine.tables import program
from tests.gametree.trees import kuhn, shipped, walk, written
from tests.shipped import GAMES


def test_kuhn_poker_has_twelve_information_states() -> None:
    ends, states = 0, defaultdict(set)
    total = Fraction(0)
    for node, chance in walk(kuhn().root()):
        if node.kind is NodeKind.DECISION and node.seat is not None:
            states[node.seat, node.information(node.seat)].add(tuple(action.id for action in node.actions))
        elif node.kind is NodeKind.END:
            ends += 1
            total += chance
    assert ends == 30  # six deals of five plays
    assert len(states) == 12
    assert all(len(actions) == 1 for actions in states.values()), "the same knowledge offers the same actions"
    assert total == 6 * 5 * Fraction(1, 6)
    vectors = {
        (node.seat, node.vector(node.seat)): node.information(node.seat)
        for node, _ in walk(kuhn().root())
        if node.seat is not None
    }
    assert len(vectors) == 12


# ------------------------------------------------------------------------------------------------------------ chance

DICE = """
die Coin { 0, 1, 1 }
extend Player { keeps total: 0.. = 0 }
flow Match { roll Coin as first; roll Coin as second; choose one of [1, 2] by first(players) as n; roll Coin as third;
  win (if first.value + second.value + third.value + n > 3 then [first(players)] else []) }
"""


def test_a_draw_has_the_outcomes_of_the_die_and_can_be_forced() -> None:
    root = written(DICE).root()
    assert root.kind is NodeKind.CHANCE
    assert [(o.words, round(o.chance, 3)) for o in root.outcomes] == [("Coin 0", 0.333), ("Coin 1", 0.667)]
    chance = sum((p for node, p in walk(root) if node.kind is NodeKind.END and node.results["Ann"] > 0), Fraction(0))
    # with 1: three ones, 8/27; with 2: at least two ones, 20/27
    assert chance == Fraction(8, 27) + Fraction(20, 27)
    assert root.drawn(1).drawn(1).seat == "Ann"
    with pytest.raises(ValueError, match="outcome 2"):
        root.drawn(2)
    with pytest.raises(ValueError, match="nothing is drawn"):
        _ = root.drawn(0).drawn(0).draw


def test_the_reference_draws_the_same_outcomes() -> None:
    fast, slow = written(DICE), written(DICE)
    slow._linked.fast = None
    seen = [[(n.kind, n.results, p) for n, p in walk(tree.root())] for tree in (fast, slow)]
    assert seen[0] == seen[1]
    assert len(seen[0]) > 20


def test_a_fork_with_a_seed_draws_from_it() -> None:
    waiting = written(DICE).root().drawn(1)
    forks = [waiting.fork(seed=seed) for seed in range(40)]
    assert {fork.kind for fork in forks} == {NodeKind.DECISION}
    assert {fork.fork().after(fork.actions[0]).kind for fork in forks} == {NodeKind.CHANCE}
    ends = [fork.after(fork.actions[1]) for fork in forks]
    assert {end.kind for end in ends} == {NodeKind.END}
    won = sum(end.results["Ann"] > 0 for end in ends)
    assert 20 < won < 40  # 8 of 9, and the first die has been forced
    assert waiting.fork(seed=3).after(0).results == waiting.fork(seed=3).after(0).results
    assert waiting.sampled(5).kind is NodeKind.DECISION
    assert {waiting.playout(seed)["Ann"] for seed in range(30)} == {0.0, 1.0}


# --------------------------------------------------------------------------------------- the same as without a tree


@pytest.mark.parametrize("game", GAMES)
def test_a_seeded_tree_is_the_match_with_that_seed(game: str) -> None:
    tree = shipped(game, split=True)
    node, match = tree.root(seed=4), begin(tree._linked, tree.seats, 4, log=False)
    luck = Stream.of(1, "here")
    for _ in range(6):
        if node.kind is NodeKind.END:
            break
        assert node.seat == match.requests[0].seat
        way = node.ways[luck.below(len(node.ways))]
        if way.complete:
            match.answer(match.requests[0].id, way.chosen)
        node = node.after_way(way)
    assert match.answers
    assert node.over == match.over


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_a_seat_gets_depends_on_what_is_hidden(game: str) -> None:
    """Whatever is dealt anew, the seat that decides sees, remembers and may do the same."""
    node = shipped(game).root(seed=2)
    luck = Stream.of(2, "there")
    for number in range(3):
        if node.seat is None:
            break
        seat = node.seat
        other = node.determinize(seat, number)
        assert other.information(seat) == node.information(seat)
        assert other.vector(seat) == node.vector(seat)
        assert other.actions == node.actions
        assert all(feature.low <= value <= feature.high for feature, value in zip(node.tree.schema.features, node.vector(seat), strict=True))  # fmt: skip
        node = node.after_way(node.ways[luck.below(len(node.ways))])


def test_what_is_hidden_is_dealt_anew() -> None:
    root = kuhn().root().sampled(1)
    deal = root.sampled(2) if root.kind is NodeKind.CHANCE else root
    assert deal.seat == "Ann"
    cards = {next(t.card for t in deal.determinize("Ann", seed).view("Ben").things if t.kind == "Card") for seed in range(20)}  # fmt: skip
    own = next(t.card for t in deal.view("Ann").things if t.kind == "Card")
    assert cards == {"Jack", "Queen", "King"} - {own}


def test_two_deals_that_look_alike_are_determinized_alike() -> None:
    alike: dict[str, set[str]] = defaultdict(set)
    for node, _ in walk(kuhn().root()):
        if node.seat == "Ann":
            alike[node.information("Ann")].add(node.determinize("Ann", 7).observation("Ben"))
    assert len(alike) == 6
    assert all(len(tables) == 1 for tables in alike.values())


# ----------------------------------------------------------------------------------------------------------- memory

BIDS = """
extend Table { keeps bid: 0..9 = 0 }
extend Player { zone box of Coin seen by owner }
kind Coin { }
Coin Penny { }
flow Match {
  repeat 2 { for each p in players { choose one of [1, 2] by p as n; bid = n; call_out n by p } }
  win none
}
effect call_out n: number by me { }
"""


def test_a_seat_remembers_what_is_no_longer_on_the_table() -> None:
    """After two rounds of bids the table shows only the last one, but a seat knows all four."""
    tree = written(BIDS)
    last = [n for n, _ in walk(tree.root()) if n.kind is NodeKind.END]
    assert len(last) == 16
    assert len({node.observation("Ann") for node in last}) == 2
    assert len({node.information("Ann") for node in last}) == 16


SECRET = """
extend Player { keeps pick: 0..9 = 0; zone box of Coin seen by owner }
kind Coin { }
Coin Penny { }
Coin Dime { }
extend Table { zone heap of Coin seen by nobody }
flow Match {
  for each card in supply(Coin) { take 2 of card into heap }
  together for each p in players {
    choose one of heap by p as coin
    move coin to p.box
  }
  win none
}
"""


def test_a_secret_choice_is_remembered_by_its_seat_only() -> None:
    ends = [n for n, _ in walk(written("extend Player { keeps spent: number = 0 }\nextend Table { keeps n: number = 0 }\nflow Match { together for each p in players { choose one of [1, 2, 3] by p as x; p.spent = x }; win none }").root())]  # fmt: skip
    asked = [node for node in ends if node.seat == "Ben"]
    assert len(asked) == 3
    assert len({node.information("Ben") for node in asked}) == 1, "Ben does not know what Ann has chosen"
    assert len({node.information("Ann") for node in asked}) == 3


# ------------------------------------------------------------------------------------------- actions and their numbers

SEVERAL = """
extend Player { keeps total: number = 0 }
flow Match {
  choose 1..2 of [10, 20, 30] by first(players) as picked
  for each p in first(players) { p.total = sum(picked) }
  win none
}
"""


def test_a_decision_with_several_answers_can_be_split() -> None:
    whole, single = written(SEVERAL), written(SEVERAL, split=True)
    assert [action.key for action in whole.root().actions] == ["10", "20", "30", "10 + 20", "10 + 30", "20 + 30"]
    first = single.root()
    assert [action.key for action in first.actions] == ["10", "20", "30"]
    second = first.after(first.actions[0])
    assert [action.key for action in second.actions] == ["done", "20", "30"]
    assert second.seat == "Ann"
    assert second.information("Ann") != first.information("Ann")
    assert second.information("Ben") == first.information("Ben")
    ends = [[n.observation("Ann") for n, _ in walk(t.root()) if n.over] for t in (whole, single)]
    assert sorted(ends[0]) == sorted(ends[1])
    assert len(set(ends[0])) == 5  # 10 + 20 and 30 make the same sum


def test_too_many_answers_have_to_be_split() -> None:
    text = "flow Match { choose 0..20 of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] by first(players) as picked; win none }"  # fmt: skip
    with pytest.raises(TooManyAnswers):
        _ = written(text).root().ways
    node = written(text, split=True).root()
    assert len(node.ways) == 21


def test_only_answers_that_fit_together_are_offered() -> None:
    text = "flow Match { choose 1..3 of [1, 2, 3, 4] such that sum(that) is 5 by first(players) as picked; win none }"
    keys = [
        [way.key for way in node.ways]
        for node, _ in walk(written(text, split=True).root())
        if node.kind is NodeKind.DECISION
    ]
    assert keys == [["1", "2"], ["4"], ["3"]]


@pytest.mark.parametrize("game", GAMES)
def test_actions_have_different_numbers_within_the_space(game: str) -> None:
    tree = shipped(game)
    node, luck = tree.root(seed=9), Stream.of(9, "x")
    for _ in range(5):
        if node.kind is NodeKind.END:
            break
        ids = [action.id for action in node.actions]
        assert len(set(ids)) == len(ids)
        assert [number for number, possible in enumerate(node.mask) if possible] == sorted(ids)
        assert node.after(ids[-1]).tree is tree
        node = node.after_way(node.ways[luck.below(len(node.ways))])
    with pytest.raises(ValueError, match="not possible"):
        node.after(len(tree.space))


def test_numbers_are_the_same_in_every_process() -> None:
    code = (
        "import json, botwright; t = botwright.load('scrapyard').tree(['Ann', 'Ben']); n = t.root(seed=1);"
        "print(json.dumps([t.space.text(), [[a.id, a.key] for a in n.actions], n.information('Ann')]))"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            text=True,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    text, actions, _ = json.loads(outputs[0])
    space = ActionSpace.of_text(text)
    assert actions
    assert space.ids([key for _, key in actions]) == tuple(id for id, _ in actions)


def test_unknown_keys_share_the_spare_numbers() -> None:
    space = ActionSpace(("bet", "call"), 3)
    ids = space.ids(["call", "raise", "bet", "all in", "blink"])
    assert (ids[0], ids[2]) == (1, 0)
    assert sorted(ids) == [0, 1, 2, 3, 4]
    assert space.ids(["raise"]) == space.ids(["raise", "call"])[:1]
    assert sorted(space.ids(["a", "b", "c", "d"])) == [0, 2, 3, 4], "a number that the question does not need"
    with pytest.raises(ValueError, match="only 5 numbers"):
        space.ids(["a", "b", "c", "d", "e", "f"])


FOUR = """
extend Player { keeps n: number = 0 }
flow Match { choose one of players by first(players) as lucky; win lucky }
"""


def test_thirds_of_a_loss_add_up_to_zero() -> None:
    tree = GameTree(LinkedProgram(program(FOUR)), ("Ann", "Ben", "Cid", "Dee"))
    assert [child.results["Ann"] for child in tree.root().children()] == [1, -1 / 3, -1 / 3, -1 / 3]
    assert tree.zero_sum


def test_a_tree_that_keeps_its_nodes_makes_each_of_them_once() -> None:
    tree = kuhn()
    tree.keep = True
    first, again = ([id(node) for node, _ in walk(tree.root())] for _ in range(2))
    assert first == again
    seeded = tree.root(seed=1)
    way = seeded.ways[0]
    assert seeded.after_way(way) is not seeded.after_way(way), "a node with a seed belongs to one match"


def test_a_draw_is_never_wider_than_the_tree_says() -> None:
    faces = ", ".join(map(str, range(90)))
    tree = written(f"die Wide {{ {faces} }}\nextend Player {{ keeps n: number = 0 }}\nflow Match {{ roll Wide as face; choose one of [face.value, 1] by first(players) as n; win none }}")  # fmt: skip
    assert len(tree.root().outcomes) == 90 <= tree.widest_draw
    assert kuhn().widest_draw < 90


def test_wrong_names_are_refused() -> None:
    node = kuhn().root()
    with pytest.raises(ValueError, match="no seat"):
        node.view("Cid")
    with pytest.raises(ValueError, match="not a position"):
        node.determinize("Ann", 1)
