"""The cards of a pack: how often the side wins that has each of them, against the sides that have not.

Two sources, never mixed: whole matches in which all cards are watched, and, for cards that players choose, pairs of
matches with the same seed in which a seat takes the card or leaves it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, frozen

from tools.balance.arms import BalanceTable, play_arm
from tools.balance.figures import BalanceFigure, mean, share
from tools.matches.games import Game
from tools.simulation import SimulationJob, Totals, simulate
from tools.simulation.match import SimulatedGame
from tools.simulation.round_robin import NoRoundRobin, contenders

BATCHES = 10
"""The length of games has its interval from the means of so many batches of matches."""

CHOSEN = "chosen when offered"

Progress = Callable[[str], None]


@frozen
class PackStudy:
    """A pack with the job that plays it."""

    pack: str
    order: SimulationJob
    game: Game
    options: str
    """The options of the commands that reproduce figures."""
    pairs: int
    """Pairs of matches for each card that players choose."""
    card: str = ""
    """The only card to look at; empty for all."""

    def figures(self, jobs: int, progress: Progress) -> list[BalanceFigure]:
        batches = [self._batch(number, jobs, progress) for number in range(BATCHES)]
        totals = Totals(self.order.seats)
        for batch in batches:
            totals.add(batch)
        return [
            *self._course(totals, batches),
            *self._cards(totals),
            *self._choices(progress),
        ]

    def cards(self) -> dict[str, str]:
        """The shown names of the cards of the pack, by id."""
        program = self.game.linked().program
        named = {card.id for card in program.cards if card.unit == self.pack}
        linked = self.game.linked()
        shown = {id: linked.cards[id].shown for id in sorted(named) if id in linked.cards and "." not in id}
        return {id: name for id, name in shown.items() if self.card in ("", name, id)}

    def _options(self) -> dict[str, str]:
        """The shown names of the cards and of their parts, by id: what an option may name."""
        linked, cards = self.game.linked(), self.cards()
        parts = {id: id.split(".")[0] for id in linked.cards if "." in id and id.split(".")[0] in cards}
        return cards | {id: f"{cards[card]}: {linked.cards[id].shown}" for id, card in sorted(parts.items())}

    def _again(self, card: str) -> str:
        """The command of a figure that only this study makes."""
        name = card.split(": ")[0]
        command = f'botwright balance {self.pack} --card "{name}" -n {self.order.games} --seed {self.order.seed}'
        return f"{command} --pairs {self.pairs}{self.options}"

    def _batch(self, number: int, jobs: int, progress: Progress) -> Totals:
        games = self.order.games
        first, end = number * games // BATCHES, (number + 1) * games // BATCHES
        progress(f"{self.pack}: matches {first:,} of {games:,}")
        order = evolve(self.order, games=end - first, seed=self.order.seed + first, cards="")
        return simulate(SimulatedGame(order, self.game), jobs)[0]

    def _command(self, more: str = "") -> str:
        return (
            f"botwright simulate {self.order.game} -n {self.order.games} --seed {self.order.seed}{self.options}{more}"
        )

    def _course(self, totals: Totals, batches: Sequence[Totals]) -> Iterator[BalanceFigure]:
        for number, (seat, wins) in enumerate(zip(totals.seats, totals.wins, strict=True), 1):
            yield share(f"seat {number} ({seat})", "wins", wins, totals.finished, self._command())
        if len(totals.seats) > 1:
            first, others = totals.wins[0], sum(totals.wins)
            yield share("first player", "share of all wins", first, others, self._command())
        yield share("draws", "share of matches", totals.draws, totals.finished, self._command())
        played = [batch for batch in batches if batch.finished]
        if len(played) > 1:
            lengths = [batch.decisions / batch.games for batch in played]
            yield mean("match", "length in decisions", lengths, self._command())
            rounds = [batch.rounds_mean for batch in played]
            if any(rounds):
                yield mean("match", "length in rounds", rounds, self._command())

    def _cards(self, totals: Totals) -> Iterator[BalanceFigure]:
        """Cards as they came: the sides with a card in play against those without."""
        sides, won = totals.finished * len(totals.seats), sum(totals.wins)
        for id, name in self.cards().items():
            _, _, played, played_won = totals.cards.get(id, [0, 0, 0, 0])
            command = self._command(" --cards")
            yield share(name, "in play", played, sides, command)
            if played:
                yield share(name, "wins with it", played_won, played, command)
            if sides > played:
                yield share(name, "wins without it", won - played_won, sides - played, command)
        for id, name in self._options().items():
            offered, taken = totals.options.get(id, (0, 0))
            if offered:
                yield share(name, CHOSEN, taken, offered, self._again(name))

    def _choices(self, progress: Progress) -> Iterator[BalanceFigure]:
        """Cards that players choose: the same seeds with the card and without."""
        try:
            chosen = set(contenders(self.game))
        except NoRoundRobin:
            return
        order = self.order
        table = BalanceTable(self.game.linked(), order.seats, order.players, order.most)
        for id, name in self.cards().items():
            if name not in chosen:
                continue
            progress(f"{name}: with and without, the same seeds")
            differences = []
            for seed in range(order.seed, order.seed + self.pairs):
                seat = order.seats[seed % len(order.seats)]
                arms = [play_arm(table, seed, name, id, seat, avoid) for avoid in (False, True)]
                if all(arm is not None and arm.taken for arm in arms):
                    with_it, without = (arm.worth[seat] for arm in arms if arm is not None)
                    differences.append(with_it - without)
            if len(differences) > 1:
                yield mean(name, "gain when taken", differences, self._again(name))


def never_chosen(figures: Sequence[BalanceFigure]) -> list[str]:
    """Cards and parts that options have named, but no answer."""
    return [figure.subject for figure in figures if figure.what == CHOSEN and not figure.value]


def always_chosen(figures: Sequence[BalanceFigure]) -> list[str]:
    """Cards and parts that were chosen whenever an option named them."""
    return [figure.subject for figure in figures if figure.what == CHOSEN and figure.value == 1]


def unused(figures: Sequence[BalanceFigure]) -> list[str]:
    """Cards that were never in play."""
    return [figure.subject for figure in figures if figure.what == "in play" and not figure.value]


def always_used(figures: Sequence[BalanceFigure]) -> list[str]:
    """Cards that every side had in play in every match."""
    return [figure.subject for figure in figures if figure.what == "in play" and figure.value == 1]
