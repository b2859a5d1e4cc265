"""A duel of Gekido in plain Python: no rules language, no engine, nothing shared with them but the printed numbers.

A player is asked by a call, where the question arises. Whoever has only one answer is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

from attrs import define, field

from tests.benchmarks.duel import panels as p

ROLLS, MORE_ROLLS, DICE, MOST_DICE = 3, 4, 5, 6
FULL = 6
"""Pips of an undamaged structure die."""


class DuelPlayer(Protocol):
    def choose(self, options: Sequence[Any]) -> Any:
        """One of several options."""

    def act(self, options: Sequence[Any]) -> Any:
        """One of several actions, or None to pass."""

    def may(self) -> bool: ...

    def some(self, options: Sequence[Any]) -> Sequence[Any]:
        """Any number of the options."""


class DuelChance(Protocol):
    def starter(self) -> int: ...
    def shuffled(self, tiles: Sequence[p.Tile]) -> Sequence[p.Tile]: ...
    def command_die(self) -> int: ...
    def structure_die(self) -> int: ...


@define(eq=False)
class Die:
    face: int = -1
    locked: bool = False


@define(eq=False)
class Power:
    name: str
    most: int
    rank: int
    """Among the powers of its bot, as printed."""
    charges: int = 0


@define(eq=False)
class Bot:
    panel: p.Panel
    seat: int
    structure: list[int] = field(init=False)
    armor: list[int] = field(factory=list)
    sealed: list[Power] = field(init=False)
    charged: list[Power] = field(factory=list)
    upgrade: int = 0
    place: int | None = None
    moved: bool = False
    declared: str = ""

    def __attrs_post_init__(self) -> None:
        self.structure = [FULL] * len(self.panel.bonuses)
        powers = [Power(name, most, rank) for rank, (name, most) in enumerate(self.panel.powers)]
        self.sealed = powers[::-1]  # the last one lies on top


def fits(command: str, faces: Sequence[int]) -> bool:
    """Whether all these dice have a place in the command beside each other."""
    counts = Counter(faces)
    largest = max(counts.values(), default=0)
    match command:
        case p.FIVE_DIFFERENT:
            return len(counts) == len(faces)
        case p.TWO_PAIRS:
            return len(counts) <= 2 and largest <= 2
        case p.FULL_HOUSE:
            return len(counts) < 2 or (len(counts) == 2 and largest <= 3 and min(counts.values()) <= 2)
        case _:
            return len(counts) < 2 and len(faces) <= p.NEEDED[command]


class Eliminated(Exception):
    """A bot has lost its last structure die."""


class Duel:
    def __init__(self, players: Sequence[DuelPlayer], chance: DuelChance) -> None:
        self.players = players
        self.chance = chance
        self.bots: dict[int, Bot] = {}
        self.tiles: Sequence[p.Tile] = ()
        self.rounds = 0
        self.winner = -1
        self.tray: list[Die] = []
        self.aside: list[Die] = []
        self.rolls_allowed = ROLLS
        self.tile_used = False
        self.boosts = 0

    def play(self) -> int:
        """The seat that wins."""
        seat = self.chance.starter()
        self._set_up(seat)
        try:
            while True:
                self.rounds += 1
                self._take_turn(self.bots[seat], self.bots[1 - seat])
                seat = 1 - seat
        except Eliminated:
            return self.winner

    def _one(self, seat: int, options: Sequence[Any]) -> Any:
        return options[0] if len(options) == 1 else self.players[seat].choose(options)

    # ------------------------------------------------------------------------------------------------- the course

    def _set_up(self, starter: int) -> None:
        self.tiles = self.chance.shuffled([tile for tile in p.TILES for _ in range(2)])
        order = (starter, 1 - starter)
        remaining = list(p.PANELS)
        for seat in order:
            panel = self._one(seat, remaining)
            remaining.remove(panel)
            self.bots[seat] = Bot(panel, seat)
        for seat in order:
            self.bots[seat].place = self._one(seat, self._vacant(range(4)))

    def _vacant(self, places: Sequence[int]) -> list[int]:
        taken = [bot.place for bot in self.bots.values()]
        return [place for place in places if place not in taken]

    def _steps(self, bot: Bot) -> list[int]:
        assert bot.place is not None
        return self._vacant(p.NEIGHBOURS[bot.place])

    def _take_turn(self, bot: Bot, target: Bot) -> None:
        bot.moved = False
        self.boosts = 0
        place = self._one(bot.seat, [bot.place, *self._steps(bot)])
        bot.moved = place != bot.place
        bot.place = place
        self._attack(bot, target)
        if not bot.moved:
            place = self.players[bot.seat].act(self._steps(bot))
            bot.place = bot.place if place is None else place

    # -------------------------------------------------------------------------------------------------- the attack

    def _attack(self, bot: Bot, target: Bot) -> None:
        self.rolls_allowed, self.tile_used = ROLLS, False
        self.tray, self.aside = [Die() for _ in range(DICE)], []
        bot.declared = ""
        rolls = 0
        while rolls < self.rolls_allowed:
            self._roll(self._loose())
            rolls += 1
            self._powers_and_tile(bot, target)
            self._settle(bot)
            if self._is_complete(bot) or (rolls < self.rolls_allowed and self.players[bot.seat].may()):
                break
        success, malfunction = bot.panel.numbers[bot.declared]
        if self._is_complete(bot):
            self._hit(bot, target, success)
            self._push(bot, target)
        else:
            self._damage(bot, malfunction)

    def _loose(self) -> list[Die]:
        return [die for die in self.tray if not die.locked]

    def _locked(self) -> list[Die]:
        return [die for die in self.tray if die.locked]

    def _roll(self, dice: Sequence[Die]) -> None:
        for die in dice:
            die.face = self.chance.command_die()

    def _is_complete(self, bot: Bot) -> bool:
        """Locked dice always fit beside each other, so it is enough to count them."""
        return len(self._locked()) == p.NEEDED[bot.declared]

    def _barred(self, bot: Bot) -> int | None:
        """The bot's own symbol has no part in five different ones."""
        return bot.panel.symbol if bot.declared == p.FIVE_DIFFERENT else None

    def _settle(self, bot: Bot) -> None:
        """Declare a command and lock a die for it; then lock as many more as wanted."""
        if not bot.declared:
            possible = any(die.face != bot.panel.symbol for die in self.tray)
            commands = [command for command in p.COMMANDS if possible or command != p.FIVE_DIFFERENT]
            bot.declared = self._one(bot.seat, commands)
            if dice := self._lockable(bot):
                self._one(bot.seat, dice).locked = True
        while dice := self._lockable(bot):
            die = self.players[bot.seat].act(dice)
            if die is None:
                return
            die.locked = True

    def _lockable(self, bot: Bot) -> list[Die]:
        barred = self._barred(bot)
        faces = [die.face for die in self._locked()]
        if barred in faces:
            return []
        return [die for die in self._loose() if die.face != barred and fits(bot.declared, [*faces, die.face])]

    # -------------------------------------------------------------------------------------------- powers and tiles

    def _powers_and_tile(self, bot: Bot, target: Bot) -> None:
        """Between a roll and what is made of it: first the defender, then the attacker."""
        defending = [power for power in target.charged if power.name in p.DEFENDING]
        if defending and (power := self.players[target.seat].act(defending)) is not None:
            self._defend(power, target)
        options: list[Any] = [
            power for power in bot.charged if power.name in p.ATTACKING and (power.name != p.SWITCH or bot.declared)
        ]
        assert bot.place is not None
        tile = self.tiles[bot.place]
        if tile.usable and not self.tile_used:
            options.append(tile)
        if options and (chosen := self.players[bot.seat].act(options)) is not None:
            if chosen is tile:
                self._use_tile(tile, bot)
            else:
                self._use(chosen, bot)

    def _spend(self, power: Power, bot: Bot) -> None:
        power.charges -= 1
        if not power.charges:
            bot.charged.remove(power)

    def _use_tile(self, tile: p.Tile, bot: Bot) -> None:
        self.tile_used = True
        if tile is p.GRILL:
            self.rolls_allowed = MORE_ROLLS
        else:
            self._flip(bot)

    def _flip(self, bot: Bot) -> None:
        if loose := self._loose():
            die = self._one(bot.seat, loose)
            die.face = p.OPPOSITE[die.face]

    def _defend(self, power: Power, target: Bot) -> None:
        self._spend(power, target)
        loose = self._loose()
        if power.name == p.FORCE_REROLL:
            self._roll(loose)
        elif loose:
            self._roll([self._one(target.seat, loose)])

    def _use(self, power: Power, bot: Bot) -> None:
        self._spend(power, bot)
        match power.name:
            case p.FLIP:
                self._flip(bot)
            case p.SWITCH:
                self._switch(bot)
            case p.EXTRA_DIE if len(self.tray) + len(self.aside) < MOST_DICE:
                self.tray.insert(0, Die(self.chance.command_die()))
            case p.EXTRA_REROLL:
                self.rolls_allowed = MORE_ROLLS
            case p.ONE_ANY if loose := self._loose():
                die = self._one(bot.seat, loose)
                die.face = self._one(bot.seat, [symbol for symbol in p.SYMBOLS if symbol != die.face])
            case p.BOOST:
                bot.structure[-1] = min(FULL, bot.structure[-1] + 2)
                self.boosts += 1

    def _switch(self, bot: Bot) -> None:
        """Declare another command; locked dice that have no place in it are set aside, others may be."""
        bot.declared = self._one(bot.seat, [command for command in p.COMMANDS if command != bot.declared])
        while True:
            locked = self._locked()
            faces = [die.face for die in locked]
            if fits(bot.declared, faces) and self._barred(bot) not in faces:
                break
            self._set_aside([self._one(bot.seat, locked)])
        if locked:
            self._set_aside(self.players[bot.seat].some(locked))

    def _set_aside(self, dice: Sequence[Die]) -> None:
        for die in dice:
            self.tray.remove(die)
            self.aside.append(die)

    # -------------------------------------------------------------------------------------------------- the damage

    def _hit(self, striker: Bot, target: Bot, amount: int) -> None:
        assert striker.place is not None
        assert target.place is not None
        amount += self.tiles[striker.place].attack - self.tiles[target.place].defense + 3 * self.boosts
        amount += striker.upgrade if striker.panel.offensive else 0
        amount -= 0 if target.panel.offensive else target.upgrade
        self._damage(target, max(0, amount))

    def _damage(self, bot: Bot, amount: int) -> None:
        for power in bot.charged[:]:
            if power.name == p.PREVENT and amount > 0 and self.players[bot.seat].may():
                self._spend(power, bot)
                amount = max(0, amount - 4)
        lost = []
        while amount > 0 and bot.structure:
            dice, index = (bot.armor, 0) if bot.armor else (bot.structure, -1)
            taken = min(amount, dice[index])
            amount -= taken
            dice[index] -= taken
            if not dice[index]:
                if dice is bot.structure:
                    lost.append(len(bot.panel.bonuses) - len(bot.structure))
                del dice[index]
        if not bot.structure:
            self.winner = 1 - bot.seat
            raise Eliminated
        for row in lost:
            for bonus in p.BONUSES:
                if bonus in bot.panel.bonuses[row]:
                    self._gain(bonus, bot)

    def _gain(self, bonus: str, bot: Bot) -> None:
        match bonus:
            case p.UPGRADE:
                bot.upgrade = min(5, bot.upgrade + 1)
            case p.ARMOR if len(bot.armor) < bot.panel.armor_spaces:
                bot.armor.append(self.chance.structure_die())
            case p.POWER if bot.sealed:
                power = self._one(bot.seat, bot.sealed)
                bot.sealed.remove(power)
                bot.charged.insert(0, power)
                power.charges = power.most
            case p.CHARGE:
                if powers := [power for power in bot.charged if power.charges < power.most]:
                    self._one(bot.seat, powers).charges += 1

    def _push(self, bot: Bot, target: Bot) -> None:
        if self.players[bot.seat].act([target]) is not None:
            bot.place = target.place
            bot.moved = True
            target.place = self._one(target.seat, self._steps(bot))
