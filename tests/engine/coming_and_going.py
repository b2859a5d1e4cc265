"""Games in which things come and go all the time: goods that remember each other, and maps that are laid again."""

from __future__ import annotations

from functools import cache

from interpreter.compiled.jit import Jit
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, begin
from tests.engine.tables import program
from tools.play import by_chance

COINS = """
kind Coin { keeps worth: 0..9 = 1 }
extend Player { zone purse of Coin; keeps taken: 0.. = 0 }
effect mint by me { take 1 of Coin into me.purse; me.taken += 1 }
effect spend coin: Coin { remove coin }
window Turn { offer one to active }
action earn by me during Turn { require count(me.purse) < 3; mint by me }
action trade coin: Coin by me during Turn { require coin in me.purse; spend coin; mint by me }
flow Match { repeat { for each p in players { phase turn by p { open Turn; open Turn; open Turn } } } }
"""
"""In each decision a coin comes, and most often one goes."""

BAZAAR = """
kind Good { keeps worth: 0..9 = 1, keeps memory: Good? }
kind Cup is Good { }
kind Pot is Good { }
die D6 { 1..6 }
extend Player {
  zone stall of Good; zone chest of Good seen by owner; zone dice of D6
  keeps points: 0.. = 0; keeps last: Good?
}
extend Table { keeps made: 0..9 = 0 }
status Cursed on Good stacks never {
  after craft once per turn { it.worth += 1 }
  after break_up it { it.owner.points += it.worth }
}
rule price(g: Good) = g.worth
effect next_sort { if made >= 9 { made = 0 } else { made += 1 } }
effect craft by me {
  next_sort
  if made < 5 { take one of Cup into me.stall as cup; mark cup by me }
  else { take one of Pot into me.stall as pot; mark pot by me }
}
effect mark good: Good by me {
  good.worth = made
  good.memory = me.last
  if made is 3 or made is 7 { give Cursed to good until end of turn }
  if made is 4 { modify price of good by 2 until end of turn }
  if made is 8 { move good to me.chest }
}
effect break_up good: Good by me {
  if me.last is not none { me.last.memory = none }
  me.last = good
  me.points += price(good)
  remove good
}
effect gamble {
  together for each p in players {
    roll 2 of D6 into p.dice
    choose one of p.dice by p as die
    p.points += die.value
    remove p.dice
  }
}
window Market { offer any to active }
action make by me during Market { require count(Good where owner is me) < 5; craft by me }
action smash good: Good by me during Market { require good.owner is me; break_up good by me }
action swap old: Good by me during Market once per turn {
  require old is first(Good where owner is me)
  craft by me
  craft by me
  break_up old by me
}
flow Match {
  repeat {
    for each p in players {
      phase turn by p {
        let favourite = first(Good where owner is p)
        open Market
        choose one of [1, 2] by p as _bet
        if favourite is not none { p.points += favourite.worth }
        if times(break_up, by: p, within: turn) > 1 { gamble }
      }
    }
  }
}
"""
"""What left is still named: by fields, by names of a turn under way, by rules for a while, by what was noted and done."""

VOYAGE = """
symbols Ground { dry, wet }
kind Stone is Space { ground: Ground = dry }
kind Pool is Stone { }
kind Walker { stands on stone: Stone as walker; keeps steps: 0.. = 0 }
Board Path { grid square, space Stone, width 4, height 3 }
Map Ford { board Path, legend { ".": dry, "~": Pool { } }, rows ". . ~ .\\n~ . . ~\\n. ~ . ." }
Map Marsh { board Path, legend { ".": dry, "~": Pool { } }, rows "~ ~ ~ .\\n. . . .\\n~ . ~ ~" }
extend Player { zone stable of Walker }
effect arrive by me {
  remove Walker
  if round is 1 or count(Pool) < 5 { lay Marsh } else { lay Ford }
  take one of Walker into me.stable as walker
  move walker to first(Stone)
}
window Day { offer one to active }
action walk walker: Walker to goal: Stone by me during Day {
  require walker.owner is me
  require goal in adjacent(walker.stone) or goal in reach(walker.stone, 2, 1)
  walker.steps += 1
  move walker to goal
}
flow Match { repeat { for each p in players { phase turn by p { arrive by p; open Day; open Day } } } }
"""
"""A board of two kinds of spaces is taken away and laid anew all the time."""

GAMES = {"coins": COINS, "bazaar": BAZAAR, "voyage": VOYAGE}


@cache
def linked(name: str, fast: bool = False) -> LinkedProgram:
    result = LinkedProgram(program(GAMES[name]))
    result.fast = Jit(result) if fast else None
    return result


def begun(name: str, seed: int = 0, *, fast: bool = False, log: bool = True, trace: bool = False) -> EngineMatch:
    return begin(linked(name, fast), ("Ann", "Ben"), seed, log=log, trace=trace)


def go_on(match: EngineMatch, most: int, seed: int = 0) -> None:
    """Answer by chance, each of several open questions in turn."""
    for _ in range(most):
        count = len(match.answers)
        request = match.requests[count % len(match.requests)]
        match.answer(request.id, by_chance(request, seed, count))
