"""Boards at the table: movement that differs by kind, drawings of every grid, spaces with names, spaces that go.

What the language says is held against brute force over the drawing, made here without the engine.
"""

from __future__ import annotations

from random import Random

import pytest

import interpreter.evaluate.fields as fields
from interpreter.match import EngineMatch
from tests.engine.tables import play, say, table

GROUND = """
symbols Terrain { meadow, water, rock }
kind Tile is Space { terrain: Terrain = meadow, keeps heat: 0..9 = 0 }
kind Mover { keeps points: 0..99 = 3, stands on tile: Tile as many guests }
kind Walker is Mover { }
kind Boat is Mover { }
kind Bird is Mover { }
Walker Ann_Walks { }
Boat Ann_Sails { }
Bird Ann_Flies { }
extend Table { keeps found: many Tile = [], keeps price: number = 0, keeps way: many Tile = [], keeps seen: many Tile = [] }

rule step_cost(mover: Mover, from_tile: Tile, to_tile: Tile): number = 1
modify step_cost of Walker by 1 while to_tile.terrain is rock
modify step_cost of Boat by 2 while from_tile.terrain is not to_tile.terrain

define can_enter(mover: Mover, tile: Tile) =
  (mover is Walker and tile.terrain is not water)
  or (mover is Boat and tile.terrain is not rock)
  or mover is Bird

define price_of(mover: Mover, from_tile: Tile, to_tile: Tile) =
  (if can_enter(mover, to_tile) then step_cost(mover, from_tile, to_tile) else none)

effect look mover: Mover at goal: Tile {
  found = reach(mover, mover.points, price_of(mover, here, that))
  price = -1
  let cost = path_cost(mover, goal, price_of(mover, here, that))
  if cost is not none { price = cost }
  way = path(mover, goal, price_of(mover, here, that))
  seen = Tile where sees(mover, that, terrain is rock)
}
"""


def land(grid: str, rows: list[str], more: str = "") -> str:
    """A map; a blank in a row is a place that is not there."""
    drawing = "\n".join("    " + " ".join("x" if sign == " " else sign for sign in row) for row in rows)
    return f'''{GROUND}
Board Ground_Plan {{ grid {grid}, space Tile, width {len(rows[0])}, height {len(rows)}{more} }}
Map Land {{
  board Ground_Plan
  legend {{ ".": meadow, "~": water, "#": rock, "x": none }}
  rows """
{drawing}
  """
}}
'''


Spot = tuple[int, int]


def around(grid: str, spot: Spot, diagonals: bool) -> list[Spot]:
    """The places next to one of a drawing, by row and column."""
    row, column = spot
    if grid == "track":
        return [(row, column - 1), (row, column + 1)]
    if grid == "hex":
        right = row % 2  # every second row is set half a space to the right
        across = [(row + d, column - 1 + right + k) for d in (-1, 1) for k in (0, 1)]
        return [(row, column - 1), (row, column + 1), *across]
    straight = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    corners = [(row + d, column + e) for d in (-1, 1) for e in (-1, 1)]
    return straight + corners if diagonals else straight


def price(kind: str, here: str, there: str) -> int | None:
    if kind == "Walker":
        return None if there == "~" else 2 if there == "#" else 1
    if kind == "Boat":
        return None if there == "#" else 1 if here == there else 3
    return 1


def cheapest(grid: str, rows: list[str], kind: str, start: Spot, diagonals: bool) -> dict[Spot, int]:
    """What every place costs from a start: the whole drawing again and again, until nothing changes."""
    signs = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != " "}
    by_name = {start: 0}
    changed = True
    while changed:
        changed = False
        for spot, spent in list(by_name.items()):
            for other in around(grid, spot, diagonals):
                step = price(kind, signs[spot], signs[other]) if other in signs else None
                if step is not None and spent + step < by_name.get(other, 1 << 20):
                    by_name[other], changed = spent + step, True
    return by_name


def spots(match: EngineMatch, many: object) -> list[Spot]:
    assert isinstance(many, tuple)
    m = match.machine
    return [(fields.read(m, tile, "row") - 1, fields.read(m, tile, "column") - 1) for tile in many]


def at(spot: Spot) -> str:
    return f"first(Tile where row is {spot[0] + 1} and column is {spot[1] + 1})"


@pytest.mark.parametrize("grid, diagonals", [("square", False), ("square", True), ("hex", False), ("track", False)])
def test_each_kind_moves_by_its_own_rules(grid: str, diagonals: bool) -> None:
    random = Random(f"{grid} {diagonals}")
    for _ in range(3):
        height = 1 if grid == "track" else 4
        rows = ["".join(random.choice("...~~# ") for _ in range(5)) for _ in range(height)]
        rows[0] = "." + rows[0][1:]
        there = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != " "]
        for kind, who in (("Walker", "Ann_Walks"), ("Boat", "Ann_Sails"), ("Bird", "Ann_Flies")):
            start, goal, points = random.choice(there), random.choice(there), random.randint(0, 6)
            course = f"lay Land; take 1 of {who}; move {who} to {at(start)}; let mover = first(Mover)"
            flow = f"flow Match {{ {course}; mover.points = {points}; look mover at {at(goal)}; win none }}\n"
            match = play(land(grid, rows, ", diagonals" if diagonals else "") + flow)
            best = cheapest(grid, rows, kind, start, diagonals)
            assert sorted(spots(match, table(match, "found"))) == sorted(
                s for s, cost in best.items() if cost <= points
            )
            assert table(match, "price") == best.get(goal, -1)
            way = spots(match, table(match, "way"))
            steps = list(zip([start, *way], way, strict=False))
            assert all(b in around(grid, a, diagonals) for a, b in steps)
            signs = {spot: rows[spot[0]][spot[1]] for spot in there}
            assert sum(price(kind, signs[a], signs[b]) or 0 for a, b in steps) == best.get(goal, 0)
            assert way[-1:] == ([goal] if goal in best and goal != start else [])


# ---------------------------------------------------------------------------------------------------------------- graphs

TOWN = """
kind Halt is Space { keeps fare: 0..9 = 1 }
kind Depot_Halt is Halt { sheds: 0..9 = 2 }
kind Tram { stands on halt: Halt as tram }
Tram Line_One { }
extend Table { keeps notes: list of number = [], keeps names: list of text = [] }
Board Tram_Line { grid graph, space Halt, links { "Depot": ["Old Market"], "Old_Market": ["Docks", "D1"], "Docks": ["D1"] } }
Map Town {
  board Tram_Line
  legend { "d": Depot_Halt Depot { sheds 3 }, "m": Halt "Old Market" { fare 2 }, "k": Halt Docks { }, ".": Halt { } }
  rows \"\"\"
    d m k .
  \"\"\"
}
"""


def test_spaces_of_a_graph_have_names_and_kinds_of_their_own() -> None:
    match = play(
        TOWN
        + """
flow Match {
  lay Town
  take 1 of Line_One
  move Line_One to first(Halt where name is "Depot")
  names = each(Halt, name)
  notes += each(Halt, count(adjacent(that)))
  notes += each(Halt, fare)
  notes += each(Depot_Halt, sheds)
  notes += [distance(Line_One, last(Halt)), path_cost(Line_One, last(Halt), that.fare)]
  names += each(path(Line_One, last(Halt)), name)
  win none
}
"""
    )
    assert table(match, "names") == ("Depot", "Old Market", "Docks", "D1", "Old Market", "D1")
    assert table(match, "notes") == (1, 3, 2, 2, 1, 2, 1, 1, 3, 2, 3)


# ------------------------------------------------------------------------------------------------------ spaces that go

SINKING = """
kind Tile is Space { }
kind Duck { stands on tile: Tile as duck }
Duck Daisy { }
extend Table { keeps notes: list of number = [], keeps there: many Tile = [] }
Board Pond { grid square, space Tile, width 3, height 2 }
Map Water { board Pond, legend { ".": Tile { } }, rows \"\"\"
    . . .
    . . .
  \"\"\" }
effect sink tile: Tile { remove tile }
window Main { offer any to first(players) }
action drown tile: Tile by me during Main { sink tile; note_all }
effect note_all {
  let a = first(Tile where row is 1 and column is 1)
  let c = first(Tile where row is 1 and column is 3)
  notes += [count(Tile), distance(a, c), count(row(a, c)), (if sees(a, c) then 1 else 0), count(within(a, 9))]
  notes += [count(adjacent(Daisy)), (if Daisy.tile is none then 1 else 0)]
}
flow Match {
  lay Water
  take 1 of Daisy
  move Daisy to first(Tile where row is 2 and column is 2)
  note_all
  open Main
  win none
}
"""


def test_a_space_that_is_removed_is_a_gap() -> None:
    match = play(SINKING)
    assert table(match, "notes") == (6, 2, 2, 1, 5, 3, 0)
    before = match.fork()
    say(match, "Ann", "drown B1")
    assert table(match, "notes")[7:] == (5, 4, 0, 0, 4, 2, 0)  # type: ignore[index]
    say(match, "Ann", "drown B2")
    # the duck had stood there; the board is in two halves now
    assert table(match, "notes")[14:] == (4, 1_000_000, 0, 0, 1, 0, 1)  # type: ignore[index]
    say(before, "Ann", "drown B2")
    assert table(before, "notes")[7:] == (5, 2, 2, 1, 4, 0, 1)  # type: ignore[index]


def test_laying_a_map_removes_the_previous_map() -> None:
    match = play(SINKING.replace("  open Main\n", "  lay Water\n  note_all\n  open Main\n"))
    assert table(match, "notes")[7:] == (6, 2, 2, 1, 5, 0, 1)  # type: ignore[index]
