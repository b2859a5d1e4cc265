"""A rule means the same on both engines, also where a number, a list or a type is at its end."""

from __future__ import annotations

import pytest

from dsl.names.collect import Collector
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.text.source import Source
from interpreter.model import limits
from interpreter.model import state as s
from tests.compiled.engines import outcomes
from tests.engine.tables import program
from tools.workspace.facts.card_exports import brought_by

HUGE = "(2147483648 * 2147483648)"  # 2^62: a number in a text has at most 18 digits
BANK = """ruleset bank "Bank" { players 2, triggers active_first, start Match }
symbols Hue { red, green, blue }
kind Coin { worth: number = HUGE, keeps rust: 0..9 = 0 }
status Rusty(n: number = 1) on Coin stacks apart { }
extend Player {
  keeps purse: number = 0
  keeps small: 0..9 = 9
  zone coins of Coin
}
extend Table { keeps notes: list of number = [], keeps debt: number = 0 }
Coin Penny { }
flow Match {
  for each p in players { take 2 of Penny into p.coins }
  repeat { for each p in players { phase turn by p {
    either "rich" by p { p.purse = HUGE; debt = -HUGE - HUGE } or "go" { test by p }
  } } }
}
effect test by me { BODY }
""".replace("HUGE", HUGE)

TOO_LARGE = [
    "if me.purse + me.purse > 5 { win me }",
    "if -debt > 5 { win me }",
    "if debt - 1 < 5 { win me }",
    "if me.purse * 2 > 5 { win me }",
    "if difference(me.purse, debt) > 5 { win me }",
    "if sum(me.coins, worth) > 5 { win me }",
    "if sum(each(me.coins, worth)) > 5 { win me }",
    "if most(me.coins, worth + me.purse) > 5 { win me }",
    "if greater(1, me.purse + me.purse) > 5 { win me }",
    "if count(me.coins, worth + me.purse > 5) > 0 { win me }",
    "if (me.purse + me.purse) in 1..5 { win me } else { win foe }",
    "if 3 in 5..(me.purse + me.purse) { win me } else { win foe }",
    "let both = me.purse + me.purse; win me",
    "me.purse += me.purse; win me",
    "me.small = me.purse + me.purse; win me",
    "me.small += me.purse + me.purse; win me",
    "debt -= 1; win me",
    "notes = [me.purse + me.purse]; win me",
    "if three(me.purse + me.purse) is 3 { win me }",
    "give Rusty(me.purse) to me.coins; give Rusty(me.purse) to me.coins; if count(first(me.coins), Rusty) > 5 { win me }",
]


@pytest.mark.parametrize("body", TOO_LARGE)
def test_a_number_beyond_64_bits_is_a_fault_on_every_engine(body: str) -> None:
    text = BANK.replace("BODY", body) + "\ndefine three(n: number) = 3\n"
    results = outcomes(text, (0, 0, 1))
    assert results["reference"].fault.startswith("BW5"), results["reference"]
    assert {name: item.fault for name, item in results.items()} == dict.fromkeys(results, results["reference"].fault)
    assert "straight" not in results  # it leaves such a match to the reference


FITTING = [
    "if me.purse + (me.purse - 1) > 5 { win me }",  # 2^63 - 1
    "if (me.purse + me.purse) - me.purse > 5 { win me }",
    "if debt + 0 < 5 { win me }",  # -2^63
    "if -(debt + 1) > 5 { win me }",
    "if difference(me.purse, 1 - me.purse) > 5 { win me }",
    "me.small += me.purse; if me.small is 9 { win me }",
    "if me.small * me.small + me.small is 90 { win me }",
]


@pytest.mark.parametrize("body", FITTING)
def test_the_largest_numbers_count_on_every_engine(body: str) -> None:
    results = outcomes(BANK.replace("BODY", body), (0, 0, 1))
    if body.startswith("if (me.purse + me.purse)"):
        assert {item.fault[:6] for item in results.values()} == {results["reference"].fault[:6]}
        return
    assert {name: item.winners for name, item in results.items()} == dict.fromkeys(results, ("Ann",))


LISTS = [
    "let all_of = notes + many; win me",
    "let all_of = [notes, many, 1]; win me",
    "notes += many; win me",
    "for each n in [notes, many] { }; win me",
    "for each n in notes + many { }; win me",
]


@pytest.mark.parametrize("body", LISTS)
def test_a_list_that_is_too_long_is_a_fault_on_every_engine(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LIST_ITEMS", 20)
    text = BANK.replace("BODY", f"notes = each(1..15, that); let many = each(1..15, that + 100); {body}")
    results = outcomes(text, (1, 1))
    assert results["reference"].fault.startswith("BW5"), results["reference"]
    assert {name: item.fault for name, item in results.items()} == dict.fromkeys(results, results["reference"].fault)


@pytest.mark.parametrize("name, most", [("ROUNDS", 3), ("EVENTS_PER_MATCH", 12)])
def test_rounds_and_events_have_an_end_on_every_engine(name: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, name, most)
    results = outcomes(BANK.replace("BODY", "me.purse += 1"), (1,) * 30)
    assert results["reference"].fault.startswith("BW5"), results["reference"]
    assert {item.fault for item in results.values()} == {results["reference"].fault}


def test_a_flow_without_stops_puts_things_where_the_others_do() -> None:
    """Whoever answers there had the name of a word that generated code uses for something else."""
    text = BANK.replace("BODY", "if count(me.coins) is 2 and count(foe.coins) is 2 { win me }")
    results = outcomes(text, (1,))
    assert {name: item.winners for name, item in results.items()} == dict.fromkeys(
        ("reference", "texts", "flow", "straight"), ("Ann",)
    )


CONSTANTS = ["coin.rust", "me.small", "left"]


@pytest.mark.parametrize("place", CONSTANTS)
def test_a_constant_outside_its_range_is_clamped_or_refused(place: str) -> None:
    """What is beyond a range is lost, also where it is written as a number."""
    keeps = "keeps left: 0..9 = 0; let coin = first(me.coins); "
    text = BANK.replace("BODY", f"{keeps}{place} = 5; {place} += 99; if {place} is 9 {{ win me }}")
    results = outcomes(text, (1, 1))
    assert {name: item.winners for name, item in results.items()} == dict.fromkeys(results, ("Ann",))


YARD = """ruleset yard "Yard" { players 2, triggers active_first, start Match }
symbols Hue { red, green }
die D4 { 1..4 }
kind Tile is Space { ground: Hue = red }
extend Player { keeps wish: Hue? = none, zone tray of D4 }
Board Ground { grid square, space Tile, width 2, height 2 }
Map Plain { board Ground, legend { ".": Tile { ground red }, "g": Tile { ground green } }
  rows \"\"\"
    . g
    . .
  \"\"\"
}
flow Match {
  lay Plain
  for each p in players { take 1 of D4 into p.tray; set p.tray to 2 }
  repeat { for each p in players { phase turn by p { either "go" by p { test by p } or "rest" { } } } }
}
effect test by me { if count(QUERY) is 0 { win me } else { win foe } }
"""


@pytest.mark.parametrize(
    "query, winner",
    [
        ("Tile where ground is me.wish and row is 1", "Ann"),  # who wishes for nothing finds nothing
        ("Tile where ground is green and row is first(me.tray).face", "Ann"),
        ("Tile where row is first(me.tray).face", "Ben"),
        ("Tile where row is first(me.tray).value and ground is red", "Ben"),
    ],
)
def test_spaces_are_picked_alike_by_what_is_printed_on_them(query: str, winner: str) -> None:
    results = outcomes(YARD.replace("QUERY", query), (0,))
    assert {name: item.winners for name, item in results.items()} == dict.fromkeys(results, (winner,))


FIELD = """ruleset field "Field" { players 2, triggers active_first, start Match }
kind Tile is Space { keeps heat: 0..9 = 1 }
kind Box is Tile { keeps worth: 0..9 = 1 }
Board Ground { grid square, space Tile, width 3, height 1 }
Map Plain { board Ground, legend { ".": Tile { heat 1 }, "b": Box { worth 2 } }
  rows \"\"\"
    . b .
  \"\"\"
}
flow Match {
  lay Plain
  repeat { for each p in players { phase turn by p {
    either "go" by p { for each box in SPACES { grow box } } or "rest" { }
  } } }
}
effect grow box: Box { box.worth += 1 }
"""


def findings(text: str) -> list[str]:
    from dsl.check.driver import check_text

    return [
        f"{diagnostic.code} {diagnostic.message}"
        for diagnostic in check_text(text).diagnostics
        if diagnostic.severity == "error"
    ]


SPACES = [
    "adjacent(first(Box))", "within(first(Box), 1)", "row(first(Box), neighbour(first(Box), 2))",
    "between(first(Box), last(Tile))", "toward(first(Box), last(Tile))", "reach(first(Box), 1)",
    "path(first(Box), last(Tile))", "connected(first(Box), yes)", "lines(first(Box), 2)[1]",
    "[neighbour(first(Box), 2)]", "[beyond(first(Box), first(Tile))]",
]  # fmt: skip


@pytest.mark.parametrize("spaces", SPACES)
def test_what_lies_beside_a_space_is_of_the_kind_of_the_board(spaces: str) -> None:
    (wrong,) = findings(FIELD.replace("SPACES", spaces))
    assert wrong.removesuffix(" or none") == "BW2104 `box` of `grow` needs a Box, but this is a Tile"
    assert findings(FIELD.replace("SPACES", f"({spaces}) where that is Box")) == []


def test_a_map_may_draw_other_spaces_on_a_board_than_the_board_names() -> None:
    text = FIELD.replace("is Tile {", "is Space {").replace("SPACES", "adjacent(first(Box))")
    assert findings(text) == ["BW2104 `box` of `grow` needs a Box, but this is a Space"]


def test_what_stands_somewhere_has_the_spaces_of_the_board_beside_it() -> None:
    pawn = "kind Pawn { stands on box: Box as many guests }\n"
    text = FIELD.replace("SPACES", "adjacent(first(Pawn))") + pawn
    assert findings(text) == ["BW2104 `box` of `grow` needs a Box, but this is a Tile"]


def test_a_number_of_each_is_one_that_each_has() -> None:
    text = FIELD.replace("SPACES", "Box")
    (wrong,) = findings(text + "rule total = sum(adjacent(first(Box)), worth)\n")
    assert wrong == "BW2104 `number` of `sum` needs a number of every one, but this is a number that only a Box has"
    assert findings(text + "rule total = sum(adjacent(first(Box)), heat)\n") == []
    assert findings(text + "rule total = sum((adjacent(first(Box)) where that is Box), worth)\n") == []


@pytest.mark.parametrize("call", ["sum(Box)", "highest(Box)", "most(Box)", "sorted(Box)", "all(Box)", "sum([yes])"])
def test_things_are_no_numbers(call: str) -> None:
    (wrong,) = findings(FIELD.replace("SPACES", "Box") + f"rule total = {call}\n")
    assert wrong.startswith("BW2104")


def test_a_board_is_made_of_spaces() -> None:
    text = FIELD.replace("SPACES", "Box").replace("kind Box is Tile", "kind Gear { }\nkind Box is Tile")
    assert findings(text.replace("space Tile", "space Gear"))[0].startswith("BW2127 a board is made of spaces")
    drawn = text.replace('"b": Box { worth 2 }', '"b": Gear { }')
    assert findings(drawn) == ["BW2127 a board is made of spaces, and `Gear` is not a space"]


RANKS = """ruleset ranks "Ranks" { players 2, triggers active_first, start Match }
kind Unit { keeps wounds: 0..9 = 1 }
kind Elite is Unit { keeps rank: 0..9 = 3 }
extend Player { zone yard of Unit, zone elites of Elite, zone racks 1..2 of Elite }
Unit Ogre { }
Elite Boss { }
flow Match {
  for each p in players { take 2 of Ogre into p.yard; take 1 of Boss into p.yard }
  repeat { for each p in players { phase turn by p { either "go" by p { test by p } or "rest" { } } } }
}
effect test by me { BODY; if first(me.elites).rank is 3 { win me } else { win foe } }
"""


@pytest.mark.parametrize("place", ["me.elites", "me.racks at 1"])
def test_a_zone_takes_only_things_of_its_kind(place: str) -> None:
    """Else what is read there is not what its type says: compiled code read the cells of another thing."""
    results = outcomes(RANKS.replace("BODY", f"move last(me.yard) to {place}"), (0,))
    (zone,) = {place.partition(".")[2].split()[0]}
    assert {item.fault for item in results.values()} == {f"BW5017 Ogre cannot lie in `{zone}`"}
    results = outcomes(RANKS.replace("BODY", "move (me.yard where that is Elite) to me.elites"), (0,))
    assert {name: item.winners for name, item in results.items()} == dict.fromkeys(results, ("Ann",))


def test_rules_of_a_workspace_know_the_spaces_of_boards_and_maps() -> None:
    """There a card is read only when it changes; what rules need of it is cut out of its text."""
    pieces = [
        place for place in parse_source(Source("a.bot", FIELD.replace("SPACES", "Box"))) if place.tree is not None
    ]
    cards = [place.piece.text for place in pieces if isinstance(place.tree, n.Thing)]
    brought = "".join(text for card in cards for text in brought_by(card))
    collector = Collector()
    collector.collect(parse_source(Source("b.bot", brought)))
    assert collector.symbols.boards == {"Ground": {"Tile", "Box"}}


def test_compiled_code_never_writes_into_a_thing_of_another_kind() -> None:
    """Should a type be wrong after all, the reference finds the field by the thing itself: here there is none."""
    from dsl.ir.operations import Op
    from dsl.names import types as t
    from interpreter.compiled.jit import Jit
    from interpreter.link.linked_program import LinkedProgram
    from interpreter.link.lower import lower
    from interpreter.match import begin

    text = FIELD.replace("SPACES", "Box")
    linked = LinkedProgram(program(text))
    linked.fast = Jit(linked)
    match = begin(linked, ("Ann", "Ben"), 1, log=False)
    m = match.machine
    tile = m.state.cells[s.FIRST_KIND + linked.layout.kinds["Tile"].index][0]
    wrong = Op("local", t.KindT("Box"), data="box")
    place = Op("field", t.NumberT(0, 9), (wrong,), ("Box", "worth"))
    body = Op("block", args=(Op("assign", args=(place, Op("constant", t.NUMBER, data=7)), data="="),))
    function = linked.fast._segments(body, lower(body))
    assert function is not None
    before = list(m.state.cells)
    with pytest.raises(Exception):  # noqa: B017  (whatever it is: the reference does the step then)
        function(m, m.state.cells, [0] * 12, {"box": tile}, None, None, None)
    assert m.state.cells == before


TWO_LOOPS = """
extend Player { keeps points: 0..99 = 0 }
flow Match {
  for each p in players { p.points += 1 }
  for each prize in [2, 3] {
    phase trick {
      for each p in players { p.points += prize }
      for each p in players { choose one of 1..3 by p as n; p.points += n }
    }
  }
  for each p in players { p.points += 1 }
  win players where points is 11
}
"""
"""Loops that use one name one after another, some of them inside a phase."""


def test_a_name_may_be_given_outside_and_inside_a_phase() -> None:
    results = outcomes(TWO_LOOPS, (0, 2, 2, 0))
    assert {"reference", "texts", "flow"} <= set(results)
    assert {outcome.winners for outcome in results.values()} == {("Ann", "Ben")}
