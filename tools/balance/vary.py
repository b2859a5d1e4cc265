"""One value of a card, varied: how often the side wins that has the card, for each value.

All values play the same seeds. The study stops as soon as the order of the values is certain: every two neighbours
differ for sure, or by less than anybody would notice. It looks several times, so each look asks for more certainty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from statistics import fmean

from attrs import evolve, field, frozen

from dsl.check.driver import check
from dsl.ir.cards import head_of
from dsl.parse import parse_piece
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from interpreter.link.linked_program import LinkedProgram
from tools.balance.arms import BalanceTable, play_arm
from tools.balance.figures import LEVEL, BalanceFigure, half_width, mean, share
from tools.balance.pack_study import Progress
from tools.matches.games import Game
from tools.simulation import SimulationJob

FIRST_LOOK = 50
"""Matches for each value before the first look; their number doubles until the next one."""
NEGLIGIBLE = 0.02
"""Two values whose win rates differ by less than this for sure are as good as equal."""


class CannotVary(Exception):
    """The value cannot be varied; the text says why."""


@frozen
class Variation:
    """A field of a card and the values that it takes."""

    card: str
    field: str
    values: tuple[int, ...]


@frozen
class VariedCard:
    """What a study of a card found. `certain` says whether it stopped because the answer was."""

    figures: list[BalanceFigure]
    matches: int
    certain: bool


def varied(game: Game, variation: Variation) -> tuple[str, dict[int, LinkedProgram]]:
    """The id of a card, and the game with each value of its field. Raises `CannotVary`."""
    card, changes = _card(game, variation.card), {}
    for value in variation.values:
        changed = _with_value(card, variation.field, value)
        units = [
            evolve(unit, pieces=tuple(changed if piece is card else piece for piece in unit.pieces))
            for unit in game.units
        ]
        checked = check(units)
        wrong = [finding for finding in checked.diagnostics if finding.severity == "error"]
        if wrong:
            raise CannotVary(f"`{variation.field} {value}` is not possible: {wrong[0].message}")
        linked = game.linked()
        changes[value] = LinkedProgram(checked.program, linked.modes, dict(game.rulings))
    assert isinstance(card.tree, n.Thing)
    return head_of(card.tree).id, changes


def _card(game: Game, name: str) -> Parsed:
    """The text of a card."""
    for unit in game.units:
        for parsed in unit.pieces:
            if isinstance(parsed.tree, n.Thing) and name in (head_of(parsed.tree).shown, head_of(parsed.tree).id):
                return parsed
    raise CannotVary(f"there is no card `{name}` in this game")


def _with_value(card: Parsed, field: str, value: int) -> Parsed:
    """A card with another number after the name of a field, a keyword or a part."""
    text = card.piece.text
    place = re.search(rf"(?<!\w){re.escape(field)}(\s*\(\s*|\s+)(-?\d+)", text)
    if place is None:
        raise CannotVary(f"the card has no line `{field} NUMBER`: its text is\n{text.strip()}")
    text = f"{text[: place.start(2)]}{value}{text[place.end(2) :]}"
    return parse_piece(evolve(card.piece, text=text, digest=""))


def vary(
    game: Game, order: SimulationJob, variation: Variation, options: str, progress: Progress, exactly: bool
) -> VariedCard:
    """Play all values until their order is certain or the matches are used up; `exactly`: use them all up."""
    id, programs = varied(game, variation)
    study = _VaryStudy(game.linked().cards[id].shown, id, variation, order, options)
    tables = {value: BalanceTable(linked, order.seats, order.players, order.most) for value, linked in programs.items()}
    played, certain = 0, False
    looks = [order.games] if exactly else _looks(order.games)
    for look in looks:
        progress(f"{study.shown}: {look:,} matches for each of {len(tables)} values, at most {order.games:,}")
        for seed in range(order.seed + played, order.seed + look):
            for value, table in tables.items():
                study.play(table, value, seed)
        played = look
        certain = study.is_certain(len(looks))
        if certain and not exactly:
            break
    return VariedCard([*study.figures(played)], played, certain)


def _looks(most: int) -> list[int]:
    looks, number = [], FIRST_LOOK
    while number < most:
        looks.append(number)
        number *= 2
    return [*looks, most]


@frozen
class _VaryStudy:
    """What was counted so far: for each value and seed, the worth of the sides that had the card."""

    shown: str
    id: str
    variation: Variation
    order: SimulationJob
    options: str
    worths: dict[int, dict[int, float]] = field(factory=dict)

    def play(self, table: BalanceTable, value: int, seed: int) -> None:
        seat = self.order.seats[seed % len(self.order.seats)]
        arm = play_arm(table, seed, self.shown, self.id, seat)
        if arm is not None and arm.with_card:
            self.worths.setdefault(value, {})[seed] = fmean(arm.worth[name] for name in sorted(arm.with_card))

    def pairs(self) -> list[tuple[int, int]]:
        return list(zip(self.variation.values, self.variation.values[1:], strict=False))

    def paired(self, lower: int, higher: int) -> list[float]:
        """The differences of two values in the matches that both have."""
        first, second = self.worths.get(lower, {}), self.worths.get(higher, {})
        return [second[seed] - first[seed] for seed in sorted(first.keys() & second.keys())]

    def is_certain(self, looks: int) -> bool:
        """Whether every two neighbours differ for sure, or are as good as equal for sure."""
        pairs = self.pairs()
        level = 1 - (1 - LEVEL) / max(1, looks * len(pairs))
        return bool(pairs) and all(_decided(self.paired(*pair), level) for pair in pairs)

    def figures(self, played: int) -> Iterator[BalanceFigure]:
        for value in self.variation.values:
            worth_by_seed = self.worths.get(value, {})
            command = self.command(f"{value}..{value}", played)
            yield share(
                f"{self.variation.field} {value}", "wins", sum(worth_by_seed.values()), len(worth_by_seed), command
            )
        for lower, higher in self.pairs():
            paired = self.paired(lower, higher)
            if paired:
                command = self.command(f"{lower}..{higher}", played)
                yield mean(f"{self.variation.field} {higher} against {lower}", "gain", paired, command)

    def command(self, span: str, played: int) -> str:
        vary = f'botwright balance "{self.shown}" --vary {self.variation.field} {span}'
        return f"{vary} --exactly -n {played} --seed {self.order.seed}{self.options}"


def _decided(paired: list[float], level: float) -> bool:
    if len(paired) < FIRST_LOOK // 2:
        return False
    middle, half = fmean(paired), half_width(paired, level)
    return abs(middle) > half or abs(middle) + half < NEGLIGIBLE
