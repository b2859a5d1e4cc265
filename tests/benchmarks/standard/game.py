"""Gekido's standard game in plain Python, written from the clauses of the rulebook: two to four bots on nine tiles.

It shares nothing with the rules in the language but the printed numbers. Whoever must answer is asked by a call, with
the labels of the options; whoever has only one answer is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from attrs import define, field

from tests.benchmarks.standard import printed as p


class Table(Protocol):
    """The players and the chance of a match."""

    def ask(self, seat: str, sort: str, labels: Sequence[str], least: int, most: int) -> Sequence[int]:
        """The numbers of the options that a player takes."""

    def starter(self) -> int: ...
    def shuffled(self, pile: Sequence[str]) -> Sequence[str]: ...
    def command_die(self) -> str: ...
    def structure_die(self) -> int: ...


@define(eq=False)
class Die:
    face: str
    locked: bool = False


@define(eq=False)
class Fighter:
    """A player with a bot. `sealed`: powers that are not yet unlocked."""

    seat: str
    panel: p.Panel
    spot: str = ""
    structure: list[int] = field(factory=list)
    armor: list[int] = field(factory=list)
    upgrade: int = 0
    sealed: list[str] = field(factory=list)
    charges: dict[str, int] = field(factory=dict)
    hand: list[str] = field(factory=list)
    ready: dict[str, bool] = field(factory=dict)
    moved: bool = False

    def __attrs_post_init__(self) -> None:
        self.structure = [6] * self.panel.structure
        self.sealed = list(self.panel.powers)


@define(eq=False)
class Attack:
    by: Fighter
    on: Fighter
    tray: list[Die] = field(factory=list)
    aside: int = 0
    command: str = ""
    rolls: int = 0
    most_rolls: int = 3
    tile_used: bool = False
    more: int = 0
    """Added to the damage by cards and powers of the attacker, and taken from it by cards of the target."""
    pierces: bool = False
    clamped: bool = False
    feedback: int = 0
    answered: bool = False
    """Whether the target has played a card before the damage."""

    @property
    def loose(self) -> list[Die]:
        return [die for die in self.tray if not die.locked]

    @property
    def locked(self) -> list[Die]:
        return [die for die in self.tray if die.locked]

    def fit(self, faces: Sequence[str]) -> bool:
        """Whether all these dice have a place in the command together: the table of lock patterns."""
        counts = sorted(Counter(faces).values(), reverse=True)
        match self.command:
            case p.TWO_PAIRS:
                return len(counts) <= 2 and all(number <= 2 for number in counts)
            case p.FULL_HOUSE:
                return (len(counts) < 2 and len(faces) <= 5) or (len(counts) == 2 and counts[0] <= 3 and counts[1] <= 2)
            case p.DIFFERENT:
                return self.by.panel.symbol not in faces and all(number == 1 for number in counts)
            case _:
                return len(counts) <= 1 and len(faces) <= p.SPACES[self.command]

    def lockable(self) -> list[Die]:
        faces = [die.face for die in self.locked]
        return [die for die in self.loose if self.fit([*faces, die.face])]

    def complete(self) -> bool:
        return bool(self.command) and len(self.locked) == p.SPACES[self.command]


class Won(Exception):
    """One bot is left."""


class Destroyed(Exception):
    """The bot whose turn it is: the turn ends."""


class Standard:
    def __init__(self, seats: Sequence[str], table: Table) -> None:
        self.table = table
        self.fighters: list[Fighter] = []
        self.seats = list(seats)
        self.tiles: dict[str, str] = {p.MIDDLE: p.CENTER}
        self.pile: list[str] = []
        self.discards: list[str] = []
        self.turns = 0
        self.active: Fighter | None = None

    # ---------------------------------------------------------------------------------------------- questions

    def one_of(self, seat: str, labels: Sequence[str]) -> int:
        return 0 if len(labels) == 1 else self.table.ask(seat, "choose", labels, 1, 1)[0]

    def some_of(self, seat: str, labels: Sequence[str], least: int, most: int) -> list[int]:
        """So many of the options; nobody is asked if there is only one answer."""
        if most <= 0 or not labels:
            return []
        if least >= len(labels):
            return list(range(len(labels)))
        return list(self.table.ask(seat, "choose", labels, least, most))

    def act(self, seat: str, labels: Sequence[str]) -> int | None:
        answer = self.table.ask(seat, "act", labels, 0, 1) if labels else ()
        return answer[0] if answer else None

    def may(self, seat: str) -> bool:
        return bool(self.table.ask(seat, "may", ["yes"], 0, 1))

    def die_of(self, seat: str, dice: Sequence[Die]) -> Die | None:
        return dice[self.one_of(seat, [f"CommandDie {die.face}" for die in dice])] if dice else None

    # --------------------------------------------------------------------------------------------- the course

    def play(self) -> str:
        """The seat that wins."""
        first = self.table.starter()
        self.seats = self.seats[first:] + self.seats[:first]
        self.set_up()
        try:
            while True:
                for fighter in list(self.fighters):
                    if fighter in self.fighters:
                        self.turns += 1
                        self.active = fighter
                        self.take_turn(fighter)
        except Won:
            return self.fighters[0].seat

    def set_up(self) -> None:
        outer = (p.STATION, p.HIGH_GROUND, p.GRILL, p.TURRET)
        for spots in (p.CORNERS, p.EDGES):
            self.tiles |= zip(spots, self.table.shuffled(outer), strict=True)
        self.pile = list(self.table.shuffled([card.name for card in p.CARDS.values() for _ in range(card.copies)]))
        remaining = list(p.PANELS)
        for seat in self.seats:
            panel = remaining.pop(self.one_of(seat, [panel.name for panel in remaining]))
            self.fighters.append(Fighter(seat, panel))
        for fighter in self.fighters:
            free = [spot for spot in p.SPOTS if spot != p.MIDDLE and self.is_free(spot)]
            fighter.spot = free[self.one_of(fighter.seat, free)]
            fighter.ready = {other.seat: True for other in self.others(fighter)}

    def is_free(self, spot: str) -> bool:
        return all(fighter.spot != spot for fighter in self.fighters)

    def others(self, fighter: Fighter) -> list[Fighter]:
        return [other for other in self.fighters if other is not fighter]

    def steps(self, spot: str) -> list[str]:
        return [other for other in p.SPOTS if p.are_adjacent(spot, other) and self.is_free(other)]

    def near(self, fighter: Fighter, spot: str, only_ready: bool) -> list[Fighter]:
        return [
            other
            for other in self.others(fighter)
            if p.are_adjacent(spot, other.spot) and (fighter.ready[other.seat] or not only_ready)
        ]

    def take_turn(self, fighter: Fighter) -> None:
        fighter.moved = False
        if p.DRAW_FIVE in fighter.charges and self.may(fighter.seat):
            self.spend(fighter, p.DRAW_FIVE)
            self.draw_and_keep(fighter, 5, 2)
        try:
            self.first_movement(fighter)
            self.attack(fighter)
        except Destroyed:
            return
        self.refresh(fighter)
        if not fighter.moved:
            spots = self.steps(fighter.spot)
            chosen = self.act(fighter.seat, [f"step to {spot} by {fighter.seat}" for spot in spots])
            if chosen is not None:
                fighter.spot = spots[chosen]
        if fighter.spot == p.MIDDLE and self.may(fighter.seat):
            self.draw_and_keep(fighter, 3, 1)

    def first_movement(self, fighter: Fighter) -> None:
        within = [fighter.spot, *self.steps(fighter.spot)]
        good = [spot for spot in within if self.near(fighter, spot, only_ready=True)]
        spots = good or [spot for spot in within if self.near(fighter, spot, only_ready=False)]
        spot = spots[self.one_of(fighter.seat, spots)]
        fighter.moved = spot != fighter.spot
        fighter.spot = spot

    def refresh(self, fighter: Fighter) -> None:
        if not any(fighter.ready.values()):
            fighter.ready = dict.fromkeys(fighter.ready, True)

    # ----------------------------------------------------------------------------------------------- the cards

    def top_card(self) -> list[str]:
        if not self.pile:
            self.pile, self.discards = list(self.table.shuffled(self.discards)), []
        return [self.pile.pop(0)] if self.pile else []

    def deal(self, number: int) -> list[str]:
        return [card for _ in range(number) for card in self.top_card()]

    def draw(self, fighter: Fighter, number: int) -> None:
        fighter.hand += self.deal(number)
        self.keep_to_limit(fighter)

    def draw_and_keep(self, fighter: Fighter, drawn: int, kept: int) -> None:
        cards = self.deal(drawn)
        chosen = self.some_of(fighter.seat, cards, kept, kept)
        fighter.hand += [cards[number] for number in chosen]
        self.discards += [card for number, card in enumerate(cards) if number not in chosen]
        self.keep_to_limit(fighter)

    def keep_to_limit(self, fighter: Fighter) -> None:
        over = len(fighter.hand) - fighter.panel.hand
        chosen = self.some_of(fighter.seat, fighter.hand, over, over)
        self.discards += [fighter.hand[number] for number in chosen]
        fighter.hand = [card for number, card in enumerate(fighter.hand) if number not in chosen]

    # ---------------------------------------------------------------------------------------------- the attack

    def attack(self, fighter: Fighter) -> None:
        targets = self.near(fighter, fighter.spot, only_ready=True)
        if targets:
            target = targets[self.one_of(fighter.seat, [target.panel.name for target in targets])]
            fighter.ready[target.seat] = False
        else:
            targets = self.near(fighter, fighter.spot, only_ready=False)
            target = targets[self.one_of(fighter.seat, [target.panel.name for target in targets])]
            waiting = [other for other in self.others(fighter) if fighter.ready[other.seat]]
            if waiting:
                token = waiting[self.one_of(fighter.seat, [other.panel.name for other in waiting])]
                fighter.ready[token.seat] = False
        attack = Attack(fighter, target)
        self.create_command(attack)
        good, bad = fighter.panel.commands[attack.command]
        if attack.complete():
            self.strike(attack, good)
        else:
            self.damage(fighter, bad, fighter)

    def create_command(self, attack: Attack) -> None:
        seat = attack.by.seat
        attack.tray = [Die("") for _ in range(5)]
        while attack.rolls < attack.most_rolls:
            self.roll(attack.loose)
            attack.rolls += 1
            self.defender_acts(attack, p.ROLLED)
            self.attacker_acts(attack)
            if not attack.command:
                self.declare(attack)
            while dice := attack.lockable():
                chosen = self.act(seat, [f"lock CommandDie {die.face} by {seat}" for die in dice])
                if chosen is None:
                    break
                dice[chosen].locked = True
            if attack.complete() or (attack.rolls < attack.most_rolls and self.may(seat)):
                return

    def roll(self, dice: Sequence[Die]) -> None:
        for die in dice:
            die.face = self.table.command_die()

    def declare(self, attack: Attack) -> None:
        possible = []
        for command in p.COMMANDS:
            attack.command = command
            if attack.lockable():
                possible.append(command)
        attack.command = possible[self.one_of(attack.by.seat, possible)]
        if die := self.die_of(attack.by.seat, attack.lockable()):
            die.locked = True

    def defender_acts(self, attack: Attack, window: str) -> None:
        """Any number of cards, or one power, until the player has enough."""
        target = attack.on
        cards_played = False
        while True:
            cards = [
                card for card in target.hand if p.CARDS[card].colour != p.ATTACKER and window in p.CARDS[card].windows
            ]
            powers = [] if cards_played or window != p.ROLLED else self.usable(target, p.DEFENDER)
            labels = [f"play {card} by {target.seat}" for card in cards]
            labels += [f"use {power} by {target.seat}" for power in powers]
            chosen = self.act(target.seat, labels)
            if chosen is None:
                return
            if chosen >= len(cards):
                self.use(powers[chosen - len(cards)], target, attack)
                return
            cards_played = True
            attack.answered = attack.answered or window == p.STRUCK
            self.play_card(cards[chosen], target, attack)

    def usable(self, fighter: Fighter, side: str) -> list[str]:
        return [power for power in fighter.charges if power in p.AFTER_A_ROLL[side]]

    def attacker_acts(self, attack: Attack) -> None:
        """One card, one power or the tile."""
        by = attack.by
        cards = [card for card in by.hand if p.CARDS[card].colour != p.DEFENDER and p.ROLLED in p.CARDS[card].windows]
        powers = [power for power in self.usable(by, p.ATTACKER) if power != p.SWITCH or attack.command]
        tiles = [by.spot] if self.tiles[by.spot] in (p.STATION, p.GRILL) and not attack.tile_used else []
        labels = [f"play {card} by {by.seat}" for card in cards]
        labels += [f"use {power} by {by.seat}" for power in powers]
        labels += [f"use_tile by {by.seat}" for _ in tiles]
        chosen = self.act(by.seat, labels)
        if chosen is None:
            return
        if chosen < len(cards):
            self.play_card(cards[chosen], by, attack)
        elif chosen < len(cards) + len(powers):
            self.use(powers[chosen - len(cards)], by, attack)
        else:
            attack.tile_used = True
            if self.tiles[by.spot] == p.GRILL:
                attack.most_rolls = 4
            else:
                self.flip(attack, by)

    def flip(self, attack: Attack, chooser: Fighter) -> None:
        if die := self.die_of(chooser.seat, attack.loose):
            die.face = p.OPPOSITE[die.face]

    def extra_die(self, attack: Attack) -> None:
        if len(attack.tray) + attack.aside < 6:
            attack.tray.append(Die(self.table.command_die()))

    def heal(self, fighter: Fighter) -> None:
        fighter.structure[0] = min(6, fighter.structure[0] + 2)

    def play_card(self, card: str, fighter: Fighter, attack: Attack) -> None:
        fighter.hand.remove(card)
        self.discards.append(card)
        seat = fighter.seat
        match card:
            case "Overdrive":
                attack.more += 2
            case "Plasma Surge":
                attack.more += 4
            case "Deflector":
                attack.more -= 2
            case "Bulwark":
                attack.more -= 4
            case "Piercing Round":
                attack.pierces = True
            case "Anchor Clamps":
                attack.clamped = True
            case "Feedback Loop":
                attack.feedback += 1
            case "Patch Kit":
                self.heal(fighter)
            case "Auxiliary Core":
                self.extra_die(attack)
            case "System Scramble":
                self.roll(attack.loose)
            case "Polarity Flip":
                self.flip(attack, fighter)
            case "Symbol Override":
                if die := self.die_of(seat, attack.loose):
                    die.face = fighter.panel.symbol
            case "Signal Jam":
                if die := self.die_of(seat, attack.loose):
                    self.roll([die])
            case "Recalibrate":
                dice = attack.loose
                chosen = self.some_of(seat, [f"CommandDie {die.face}" for die in dice], 0, len(dice))
                self.roll([dice[number] for number in chosen])
            case "Copycat Relay":
                if die := self.die_of(seat, attack.loose):
                    model = self.die_of(seat, [other for other in attack.tray if other is not die])
                    die.face = model.face if model else die.face

    # ---------------------------------------------------------------------------------------------- the powers

    def spend(self, fighter: Fighter, power: str) -> None:
        fighter.charges[power] -= 1
        if not fighter.charges[power]:
            del fighter.charges[power]

    def use(self, power: str, fighter: Fighter, attack: Attack) -> None:
        self.spend(fighter, power)
        match power:
            case p.FLIP:
                self.flip(attack, fighter)
            case p.BOOST:
                self.heal(fighter)
                attack.more += 3
            case p.EXTRA_DIE:
                self.extra_die(attack)
            case p.EXTRA_REROLL:
                attack.most_rolls = 4
            case p.SWITCH:
                self.switch(attack)
            case p.ONE_ANY:
                if die := self.die_of(fighter.seat, attack.loose):
                    symbols = [symbol for symbol in p.SYMBOLS if symbol != die.face]
                    die.face = symbols[self.one_of(fighter.seat, symbols)]
            case p.FORCE:
                self.roll(attack.loose)
            case p.REROLL_ONE:
                if die := self.die_of(fighter.seat, attack.loose):
                    self.roll([die])

    def switch(self, attack: Attack) -> None:
        seat = attack.by.seat
        others = [command for command in p.COMMANDS if command != attack.command]
        attack.command = others[self.one_of(seat, others)]
        while not attack.fit([die.face for die in attack.locked]):
            if misfit := self.die_of(seat, attack.locked):
                self.set_aside(attack, [misfit])
        dice = attack.locked
        chosen = self.some_of(seat, [f"CommandDie {die.face}" for die in dice], 0, len(dice))
        self.set_aside(attack, [dice[number] for number in chosen])

    def set_aside(self, attack: Attack, dice: Sequence[Die]) -> None:
        attack.tray = [die for die in attack.tray if die not in dice]
        attack.aside += len(dice)

    # ---------------------------------------------------------------------------------------------- the damage

    def strike(self, attack: Attack, amount: int) -> None:
        by, on = attack.by, attack.on
        self.draw(by, p.CARDS_FOR.get(attack.command, 0))
        self.defender_acts(attack, p.STRUCK)
        amount += attack.more + p.ATTACK.get(self.tiles[by.spot], 0) - p.DEFENSE.get(self.tiles[on.spot], 0)
        amount += by.upgrade if by.panel.training == "attack" else 0
        amount -= on.upgrade if on.panel.training == "defense" else 0
        self.damage(on, max(0, amount), by, attack)
        if on not in self.fighters:
            return
        for _ in range(attack.feedback):
            self.damage(by, 2, on)
        if not attack.clamped and self.act(by.seat, [f"push {on.panel.name} by {by.seat}"]) is not None:
            by.spot, by.moved = on.spot, True
            spots = self.steps(by.spot)
            on.spot = spots[self.one_of(on.seat, spots)]

    def damage(self, fighter: Fighter, amount: int, source: Fighter, attack: Attack | None = None) -> None:
        may_prevent = amount > 0 and p.PREVENT in fighter.charges and not (attack and attack.answered)
        if may_prevent and self.may(fighter.seat):
            self.spend(fighter, p.PREVENT)
            amount = max(0, amount - 4)
        emptied = []
        if not (attack and attack.pierces):
            amount = self.wear(fighter.armor, amount)[0]
        while amount and fighter.structure:
            row = fighter.panel.structure - len(fighter.structure)
            amount, gone = self.wear(fighter.structure, amount, dice=1)
            emptied += [row] * gone
        if not fighter.structure:
            self.destroy(fighter, source)
            return
        for row in emptied:
            for bonus in ("upgrade", "armor", "power", "charge", "card"):
                if bonus in fighter.panel.bonuses[row]:
                    self.gain(bonus, fighter)

    def wear(self, row: list[int], amount: int, dice: int = 99) -> tuple[int, int]:
        """Damage to the first dice of a row, in turn: how much of it is left, and how many dice are gone."""
        gone = 0
        while amount and row and gone < dice:
            taken = min(amount, row[0])
            amount -= taken
            row[0] -= taken
            if row[0]:
                break
            del row[0]
            gone += 1
        return amount, gone

    def gain(self, bonus: str, fighter: Fighter) -> None:
        match bonus:
            case "upgrade":
                fighter.upgrade = min(5, fighter.upgrade + 1)
            case "armor" if len(fighter.armor) < fighter.panel.armor:
                fighter.armor.append(self.table.structure_die())
            case "power" if fighter.sealed:
                power = fighter.sealed.pop(self.one_of(fighter.seat, fighter.sealed))
                fighter.charges[power] = fighter.panel.powers[power]
            case "charge":
                powers = [power for power, left in fighter.charges.items() if left < fighter.panel.powers[power]]
                if powers:
                    fighter.charges[powers[self.one_of(fighter.seat, powers)]] += 1
            case "card":
                self.draw(fighter, 1)

    def destroy(self, fighter: Fighter, source: Fighter) -> None:
        self.fighters.remove(fighter)
        self.discards += fighter.hand
        if source is not fighter:
            self.draw(source, 1)
        for other in self.fighters:
            del other.ready[fighter.seat]
            if other is not self.active:
                self.refresh(other)
        if len(self.fighters) == 1:
            raise Won
        if fighter is self.active:
            raise Destroyed
