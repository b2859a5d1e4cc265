"""Games from outside, written in the language: the numbers that are known of them, computed from the tree alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from interpreter.gametree.node import NodeKind, TreeNode
from tests.gametree.solving import Policy, Spot, best_response, grown, nash_conv, solved, states, uniform, value
from tests.gametree.trees import small

Count = tuple[int, float]
"""How many courses a match can take from a position, and what it is worth to the first seat."""


def whole(name: str) -> Spot:
    return grown(small(name).tree(["Ann", "Ben"]).root())


def positions(node: TreeNode, seen: dict[str, Count]) -> Count:
    """Every position of a game without secrets or chance once: what it leads to if both play as well as possible."""
    key = node.observation("Ann")
    if key not in seen:
        below = [positions(child, seen) for child in node.children()]
        best = max if node.seat == "Ann" else min
        seen[key] = (sum(n for n, _ in below), best(v for _, v in below)) if below else (1, node.results["Ann"])
    return seen[key]


# ------------------------------------------------------------------------------------------------------ Kuhn poker


def equilibrium(alpha: Fraction) -> dict[tuple[str, str], Fraction]:
    """The equilibria of Kuhn poker, as published, one for each alpha from 0 to 1/3: the probability of a bet or call, by
    card and by what happened before."""
    third = Fraction(1, 3)
    first = {("Jack", ""): alpha, ("Queen", ""): Fraction(0), ("King", ""): 3 * alpha}
    first |= {("Jack", "check-bet"): Fraction(0), ("Queen", "check-bet"): alpha + third, ("King", "check-bet"): Fraction(1)}  # fmt: skip
    second = {("Jack", "check"): third, ("Queen", "check"): Fraction(0), ("King", "check"): Fraction(1)}
    second |= {("Jack", "bet"): Fraction(0), ("Queen", "bet"): third, ("King", "bet"): Fraction(1)}
    return first | second


def bold(root: Spot, chances: dict[tuple[str, str], Fraction]) -> Policy:
    """A policy of Kuhn poker from the chances of a bet or call."""
    policy = {}
    for spot in root.below():
        if spot.seat is not None:
            card = next(thing.card for thing in spot.node.view(spot.seat).things if thing.kind == "Card")
            chance = chances[card or "", "-".join(spot.path)]
            keys = {action.id: action.key for action in spot.node.actions}
            policy[spot.information] = {
                id: chance if key in ("bet", "call") else 1 - chance for id, key in keys.items()
            }
    return policy


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_the_published_equilibria_of_kuhn_poker(alpha: Fraction) -> None:
    root = whole("kuhn")
    policy = bold(root, equilibrium(alpha))
    assert value(root, policy, "Ann") == Fraction(-1, 18)
    assert best_response(root, policy, "Ann") == Fraction(-1, 18)
    assert best_response(root, policy, "Ben") == Fraction(1, 18)


def test_a_policy_that_can_be_exploited_is_exploited() -> None:
    root = whole("kuhn")
    always = bold(root, dict.fromkeys(equilibrium(Fraction(0)), Fraction(1)))
    assert best_response(root, always, "Ann") == Fraction(1, 3), "the better card wins 2"


def test_kuhn_poker_played_at_random() -> None:
    root = whole("kuhn")
    assert value(root, uniform(root), "Ann") == Fraction(1, 8)
    assert nash_conv(root, uniform(root)) == Fraction(11, 12)


# ----------------------------------------------------------------------------------------------------------- others


def test_leduc_poker_has_the_published_numbers() -> None:
    """936 information states, 9,457 histories, a value near -0.0856; played at random, 4.747222 can be gained."""
    root = whole("leduc")
    assert len(states(root)) == 936
    assert len(states(root, "Ann")) == len(states(root, "Ben")) == 468
    assert sum(1 for _ in root.below()) == 9_457
    assert value(root, uniform(root), "Ann") == Fraction(-5, 64)
    assert nash_conv(root, uniform(root)) == Fraction(1_709, 360)
    policy = solved(root, 40)
    low, high = -best_response(root, policy, "Ben"), best_response(root, policy, "Ann")
    assert low < -0.085606424 < high
    assert high - low < 0.15


def test_the_suits_of_leduc_poker_do_not_matter() -> None:
    """Two equal cards of each rank instead of two suits leave 288 of the 936 information states."""
    root = whole("leduc_equal_cards")
    assert len(states(root)) == 288
    assert value(root, uniform(root), "Ann") == Fraction(-5, 64)


def test_liars_dice_has_a_known_number_of_information_states() -> None:
    """Three faces and 63 rows of bids that can still be answered, or doubted, and the first question: 192."""
    root = whole("liars_dice")
    assert len(states(root)) == 3 * 2**6 == 192
    assert nash_conv(root, uniform(root)) == Fraction(10, 9)
    policy = solved(root, 60)
    assert nash_conv(root, policy) < 0.01
    assert -best_response(root, policy, "Ben") < Fraction(1, 9) < best_response(root, policy, "Ann") + 0.001


def test_a_simultaneous_choice_is_made_without_knowing_the_other_one() -> None:
    """In the equilibrium each hand is as likely as a win between the two others is worth: paper, at 2, against rock."""
    root = whole("rock_paper_scissors")
    assert len(states(root)) == 2
    assert sum(1 for spot in root.below() if not spot.children) == 9
    [asked] = [spot for spot in root.below() if spot.seat == "Ann"]
    keys = {action.id: action.key for action in asked.node.actions}
    known = {"rock": Fraction(1, 4), "paper": Fraction(1, 4), "scissors": Fraction(1, 2)}
    policy = {information: {id: known[key] for id, key in keys.items()} for _, information in states(root)}
    assert value(root, policy, "Ann") == nash_conv(root, policy) == 0
    assert nash_conv(root, uniform(root)) == Fraction(2, 3)
    for id, chance in solved(root, 500)[asked.information].items():
        assert chance == pytest.approx(float(known[keys[id]]), abs=0.02)


def test_tic_tac_toe_has_the_known_number_of_positions_and_of_courses() -> None:
    seen: dict[str, Count] = {}
    courses, worth = positions(small("tictactoe").tree(["Ann", "Ben"]).root(), seen)
    assert len(seen) == 5_478
    assert courses == 255_168
    assert worth == 0


def heaps(seat: str, sizes: tuple[int, ...], known: set[tuple[str, tuple[int, ...]]]) -> None:
    """All situations of Nim, without the tree."""
    if any(sizes) and (seat, sizes) not in known:
        known.add((seat, sizes))
        for heap, size in enumerate(sizes):
            for left in range(size):
                heaps("Ben" if seat == "Ann" else "Ann", (*sizes[:heap], left, *sizes[heap + 1 :]), known)


def test_nim_is_won_as_bouton_has_proved() -> None:
    """Who moves loses exactly if the exclusive or of the heaps is zero."""
    counts: dict[str, Count] = {}
    waiting, seen = [small("nim").tree(["Ann", "Ben"]).root()], set()
    while waiting:
        node = waiting.pop()
        if node.kind is NodeKind.DECISION:
            assert node.seat is not None
            one, two, four = (thing.fields["size"] for thing in node.view("Ann").things if thing.kind == "Heap")
            wins = node.seat if one ^ two ^ four else {"Ann": "Ben", "Ben": "Ann"}[node.seat]
            assert positions(node, counts)[1] == (1 if wins == "Ann" else -1)
            seen.add((node.seat, (one, two, four)))
            waiting += node.children()
    expected: set[tuple[str, tuple[int, ...]]] = set()
    heaps("Ann", (1, 2, 4), expected)
    assert seen == expected
