"""Rules about several verbs, choices judged as a whole, ways with conditions, names in queries: at a table, both ways.

The reference shows each of them once (`dsl/LANGUAGE.md`); here are the corners, on the reference machine and with compiled
expressions and texts.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dsl.check.driver import check_text
from dsl.describe.card import describe
from dsl.format.formatter import format_text
from dsl.parse import parse_sentence, parse_source
from dsl.text.source import Source
from interpreter.compiled import jit
from interpreter.compiled.jit import Jit
from interpreter.explain.odds import random_answer
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch, Refused, begin
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.playout import CompiledProgram
from interpreter.seats import decide, default_answer, question_of
from interpreter.seats.random_seat import RandomSeat, candidates
from interpreter.visibility.determinize import Stream
from tests.engine.tables import asked, program, say, table, words
from tools.seats import seat as seat_of

GROUND = """
kind Unit { might: 0..9 = 1, keeps wounds: 0..99 = 0, keeps far: 0..9 = 0 }
Unit Imp { might 1 }
Unit Ogre { might 3 }
Unit Giant { might 5 }
extend Player { zone yard of Unit, keeps points: 0..99 = 0 }
extend Table { keeps notes: list of number = [] }
effect strike target: Unit by amount: 0..9 = 1 { target.wounds += amount }
effect shove target: Unit to place: 0..9 { target.far = place }
effect rest unit: Unit { unit.wounds = 0 }
effect army by me {
  for each model in supply(Unit) { take 1 of model into me.yard }
}
"""


@pytest.fixture(params=["reference", "compiled"])
def table_for(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., EngineMatch]:
    monkeypatch.setattr(jit, "OFTEN", 1)

    def begun(body: str, more: str = "", seed: int = 0) -> EngineMatch:
        flow = "\n  ".join(body.strip().splitlines())
        linked = LinkedProgram(program(f"{GROUND}{more}\nflow Match {{\n  {flow}\n  win none\n}}\n"))
        if request.param == "compiled":
            linked.fast = Jit(linked)
        return begin(linked, ("Ann", "Ben"), seed)

    return begun


# ------------------------------------------------------------------------------------------------ several verbs

HOOKS = """
after strike or shove Ogre { notes += [1] }
before strike or shove if target.might > 4 { notes += [2]; cancel }
instead of rest or strike Imp { notes += [3] }
forbid shove or rest Imp because "imps stay"
"""


def test_a_rule_about_several_verbs_answers_each_of_them(table_for: Callable[..., EngineMatch]) -> None:
    body = """army by first(players)
let all = first(players).yard
strike first(all where might is 3) by 2
shove first(all where might is 3) to 4
strike first(all where might is 5)
shove first(all where might is 5) to 1
rest first(all where might is 1)
strike first(all where might is 1)
shove first(all where might is 1) to 9
notes += each(sorted(all, might), wounds)
notes += each(sorted(all, might), far)"""
    match = table_for(body, HOOKS)
    position = table(match, "notes")
    assert isinstance(position, tuple)
    assert sorted(position[:5]) == [1, 1, 2, 2, 3]  # rest is forbidden to imps, so only the strike is replaced
    assert position[5:] == (0, 2, 0, 0, 4, 0)  # the wounds of giant, ogre and imp, then how far they are


def test_once_per_counts_all_verbs_of_a_rule_together(table_for: Callable[..., EngineMatch]) -> None:
    body = """army by first(players)
let all = first(players).yard
repeat 2 {
  phase turn by first(players) {
    strike first(all)
    shove first(all) to 2
    shove first(all) to 3
  }
}"""
    match = table_for(body, "after strike or shove once per turn { notes += [1] }")
    assert table(match, "notes") == (1, 1)


def test_a_rule_about_several_verbs_may_be_said_in_a_sentence(table_for: Callable[..., EngineMatch]) -> None:
    body = """army by first(players)
let imp = first(first(players).yard)
phase turn by first(players) {
  after strike or shove until end of turn { notes += [target.might] }
  strike imp
  shove imp to 2
}
strike imp
notes += [9]"""
    assert table(table_for(body), "notes")[-1:] == (9,)  # type: ignore[index]
    assert len(table(table_for(body), "notes")) == 3  # type: ignore[arg-type]


def test_what_the_verbs_do_not_share_is_refused() -> None:
    checked = check_text(f"{GROUND}\nafter strike or shove {{ notes += [amount] }}\nflow Match {{ stop }}")
    assert "BW2130" in [diagnostic.code for diagnostic in checked.diagnostics]
    checked = check_text(f"{GROUND}\nafter strike or shove to 3 {{ notes += [1] }}\nflow Match {{ stop }}")
    assert "BW2108" in [diagnostic.code for diagnostic in checked.diagnostics]
    checked = check_text(f"{GROUND}\nafter strike or strike {{ notes += [1] }}\nflow Match {{ stop }}")
    assert "BW3023" in [diagnostic.code for diagnostic in checked.diagnostics]


def test_rules_about_several_verbs_that_set_each_other_off_are_found() -> None:
    rules = "after strike or rest { shove first(Unit) to 1 }\nafter shove { rest first(Unit) }"
    checked = check_text(f"{GROUND}\n{rules}\nflow Match {{ army by first(players) }}")
    assert "BW3008" in [diagnostic.code for diagnostic in checked.diagnostics]


def test_a_rule_about_several_verbs_in_words() -> None:
    symbols = program(f"{GROUND}flow Match {{ army by first(players) }}").symbols
    [result] = parse_source(Source("x.bot", 'forbid strike or shove Ogre because "it is big"'))
    assert result.tree is not None
    assert describe(result.tree, symbols) == "Ogre cannot be struck or shoved (it is big)."


# ------------------------------------------------------------------------------------------- judged as a whole

PAID = """army by first(players)
choose any of first(players).yard such that sum(that, might) in [4, 6] by first(players) as paid
notes += [count(paid), sum(paid, might)]"""


def test_a_choice_is_judged_as_a_whole(table_for: Callable[..., EngineMatch]) -> None:
    match = table_for(PAID)
    request = asked(match)
    assert request.such == "sum(that, might) in [4, 6]"
    assert len(request.fits) == 2  # imp and ogre, imp and giant
    for wrong in [(), (0,), (0, 1, 2)]:
        with pytest.raises(Refused, match="together, the choices must fulfil"):
            match.answer(request.id, wrong)
    before = match.machine.state.cells.copy()
    assert before == match.machine.state.cells
    say(match, "Ann", "Imp", "Giant")
    assert table(match, "notes") == (2, 6)


def test_the_order_of_an_answer_does_not_matter(table_for: Callable[..., EngineMatch]) -> None:
    match = table_for(PAID)
    say(match, "Ann", "Ogre", "Imp")
    assert table(match, "notes") == (2, 4)


@pytest.mark.parametrize(
    "such, notes",
    [
        ("sum(that, might) > 99", (7, 8)),  # nothing fits: as if there were nothing to choose from
        ("sum(that, might) >= 9", (3, 9, 8)),  # one set fits: it is taken without a question
        ("count(that) is 0", (0, 0, 8)),
    ],
)
def test_what_leaves_no_choice_is_not_asked(
    table_for: Callable[..., EngineMatch], such: str, notes: tuple[int, ...]
) -> None:
    more = f"""
effect buy by me {{
  choose any of me.yard such that {such} as paid else {{ notes += [7]; stop }}
  notes += [count(paid), sum(paid, might)]
}}
"""
    match = table_for("army by first(players)\nbuy by first(players)\nnotes += [8]", more)
    assert match.over
    assert table(match, "notes") == notes


def test_where_nothing_fits_may_is_not_asked(table_for: Callable[..., EngineMatch]) -> None:
    more = """
effect buy by me {
  may { choose any of me.yard such that sum(that, might) > 99; notes += [1] } else { notes += [2] }
}
"""
    assert table(table_for("army by first(players)\nbuy by first(players)", more), "notes") == (2,)


def test_chance_chooses_a_set_that_fits(table_for: Callable[..., EngineMatch]) -> None:
    body = PAID.replace("by first(players) as", "by chance as")
    drawn = {table(table_for(body, seed=seed), "notes") for seed in range(12)}
    assert drawn == {(2, 4), (2, 6)}


def test_every_seat_finds_an_answer_that_fits(table_for: Callable[..., EngineMatch]) -> None:
    request = asked(table_for(PAID))
    question = question_of(request)
    assert question.refuses(default_answer(question)) == ""
    assert sorted(candidates(question, Stream.of(1, "x"), 64)) == sorted(request.fits)
    assert candidates(question, Stream.of(1, "x"), 1)[0] in request.fits
    for seed in range(5):
        assert random_answer(request, Stream.of(seed, "y")) in request.fits
        drawn = RandomSeat.seeded(seed, "z").pick("choose", 3, request.least, request.most, request.fits)
        assert drawn in request.fits


def test_too_many_sets_are_a_fault_of_the_rule() -> None:
    chooses = PAID.split("\n")[1]
    text = f"{GROUND}\nflow Match {{\n  take 15 of Imp into first(players).yard\n  {chooses}\n  win none\n}}\n"
    with pytest.raises(RuleError, match="16,384"):
        begin(LinkedProgram(program(text)), ("Ann", "Ben"), 0)


def test_such_that_is_for_several() -> None:
    text = f"{GROUND}\neffect x by me {{ choose one of me.yard such that count(that) is 1 as u; strike u }}"
    checked = check_text(f"{text}\nflow Match {{ x by first(players) }}")
    assert [diagnostic.help for diagnostic in checked.diagnostics if diagnostic.code == "BW3023"] == [
        "write a condition on a single thing with `where`: `choose one of … where …`"
    ]


# --------------------------------------------------------------------------------------------- one or none, take one


def test_one_or_none_gives_a_thing_or_none(table_for: Callable[..., EngineMatch]) -> None:
    body = """army by first(players)
choose one or none of Unit where might > 2 by first(players) as big
if big is none { notes += [0] } else { notes += [big.might] }
choose one or none of Unit where might > 8 by first(players) as nobody
notes += [(if nobody is none then 8 else 9)]"""
    match = table_for(body)
    assert (asked(match).least, asked(match).most, sorted(words(asked(match)))) == (0, 1, ["Giant", "Ogre"])
    say(match, "Ann", "Ogre")
    assert table(match, "notes") == (3, 8)
    match = table_for(body)
    say(match, "Ann")
    assert table(match, "notes") == (0, 8)


@pytest.mark.parametrize("more", ["", "after take { notes += [number] }\n"])
def test_take_one_gives_the_thing_itself(table_for: Callable[..., EngineMatch], more: str) -> None:
    body = """take one of Ogre into first(players).yard as big
take 1 of Imp into first(players).yard as small
notes += [big.might, first(small).might]"""
    assert table(table_for(body, more), "notes") == ((1, 1, 3, 1) if more else (3, 1))


def test_a_name_called_one_keeps_its_meaning(table_for: Callable[..., EngineMatch]) -> None:
    body = """for each one in [2] {
  take one of Imp into first(players).yard as imps
  notes += [count(imps)]
}"""
    assert table(table_for(body), "notes") == (2,)


# ------------------------------------------------------------------------------------------------------ ways

WAYS = """let who = first(players)
who.points = {points}
either "spend" by {by} if who.points > 0 { notes += [1] } or "beg" if who.points < 3 { notes += [2] } or if who.points is 1 {
  notes += [3]
}
notes += [9]"""


def ways(points: int, by: str = "who") -> str:
    return WAYS.replace("{points}", str(points)).replace("{by}", by)


def test_only_ways_that_can_be_gone_are_offered(table_for: Callable[..., EngineMatch]) -> None:
    match = table_for(ways(1))
    assert words(asked(match)) == ["spend", "beg", "way 3"]
    say(match, "Ann", "way 3")
    assert table(match, "notes") == (3, 9)
    match = table_for(ways(2))
    assert words(asked(match)) == ["spend", "beg"]
    say(match, "Ann", "beg")
    assert table(match, "notes") == (2, 9)


def test_the_only_way_is_gone_without_a_question(table_for: Callable[..., EngineMatch]) -> None:
    assert table(table_for(ways(3)), "notes") == (1, 9)
    assert table(table_for(ways(0)), "notes") == (2, 9)
    none = ways(5).replace("who.points > 0", "who.points > 8")
    assert table(table_for(none), "notes") == (9,)


def test_chance_takes_only_possible_alternatives(table_for: Callable[..., EngineMatch]) -> None:
    drawn = {table(table_for(ways(2, "chance"), seed=seed), "notes") for seed in range(12)}
    assert drawn == {(1, 9), (2, 9)}


# ----------------------------------------------------------------------------------------------- names in queries


def test_the_outer_thing_has_a_name(table_for: Callable[..., EngineMatch]) -> None:
    body = """army by first(players)
notes += each(sorted(Unit as u where some(Unit where that.might > u.might), might), might)
notes += [count(Unit as u, all(Unit as v, v.might <= u.might)), sum(Unit as u, count(Unit where might < u.might))]
notes += each(lowest(Unit as u, count(Unit where might >= u.might)), might)"""
    assert table(table_for(body), "notes") == (3, 1, 1, 3, 5)


def test_a_name_without_a_condition_on_each_member_is_reported() -> None:
    checked = check_text(f"{GROUND}\ndefine x = count(Unit as u)\nrule y = x\nflow Match {{ stop }}")
    assert "BW3023" in [diagnostic.code for diagnostic in checked.diagnostics]


def test_a_name_that_is_taken_is_refused() -> None:
    checked = check_text(f"{GROUND}\ndefine x(u: Unit) = Unit as u where might > 1\nflow Match {{ stop }}")
    assert "BW2103" in [diagnostic.code for diagnostic in checked.diagnostics]


# ------------------------------------------------------------------------------------------------- rules with a block


def test_a_rule_with_a_block_is_changed_like_any_other(table_for: Callable[..., EngineMatch]) -> None:
    more = """
rule worth(unit: Unit) {
  if unit.might > 4 { result 10 }
  for each n in 1..3 { if n is unit.might { result n } }
  result 0
}
modify worth by 1 if unit.might is 3
"""
    body = """army by first(players)
notes += each(sorted(Unit, might), worth(that))
modify worth times 2 until end of turn
phase turn by first(players) { notes += [worth(first(Unit where might is 3))] }
notes += [worth(first(Unit where might is 3))]"""
    assert table(table_for(body, more), "notes") == (10, 4, 1, 8, 4)


# -------------------------------------------------------------------------------------------------------- style

LINES = [
    "choose any of me.hand such that sum(that, cost) <= 5 as paid",
    "choose one or none of Bot by foe as bot",
    "take one of Torch into me.hand as torch",
    'either "mend" by me if me.damage > 0 { mend } or "draw" if some(deck) { draw 1 } or { stop }',
    "let near = Bot as b where some(Tile as t, distance(t, b) < 2)",
    "let x = (if a then 1 else if b then 2 else 3)",
    'let y = "Five Alike".points',
    '"Five Alike".points = 3',
    "after attack or shift or ignite by it until end of turn { stop }",
    "forbid attack or shift by it until end of turn",
]


@pytest.mark.parametrize("line", LINES)
def test_the_one_style_keeps_them(line: str) -> None:
    text = f"effect x {{\n  {line}\n}}\n"
    assert format_text(text).text == text
    assert parse_sentence(line)[1] == ()


# --------------------------------------------------------------------------------- whole flows as compiled code

FLOWS = {
    "ways": (ways(2), ""),
    "one or none": (
        """army by first(players)
choose one or none of Unit by first(players) as u
if u is none { notes += [0] } else { notes += [u.might] }""",
        "",
    ),
    "such that": (PAID, ""),
    "take one": (
        """take one of Ogre into first(players).yard as big
army by first(players)
choose one of Unit by first(players) as x
notes += [big.might, x.might]""",
        "",
    ),
    "several verbs": (
        """army by first(players)
strike first(Unit)
choose one of Unit by first(players) as x
shove x to 3""",
        "after strike or shove once per turn { notes += [1] }\nbefore strike or shove { notes += [target.might] }",
    ),
    "names": (
        """army by first(players)
choose one of Unit as a where some(Unit as b where b.might > a.might) by first(players) as x
notes += [x.might, count(Unit as u, all(Unit, that.might <= u.might))]""",
        "",
    ),
    "a rule with a block": (
        """army by first(players)
choose one of Unit by first(players) as x
notes += [worth(x)]""",
        "rule worth(unit: Unit) { if unit.might > 2 { result 10 }; result 1 }\nmodify worth by 1 if unit.might is 3",
    ),
}


@pytest.mark.parametrize("name", FLOWS)
def test_a_flow_asks_the_same_either_way(name: str) -> None:
    body, more = FLOWS[name]
    lines = "\n    ".join(body.splitlines())
    flow = f"flow Match {{\n  phase turn by first(players) {{\n    {lines}\n  }}\n  win none\n}}\n"
    text = f"{GROUND}{more}\n{flow}"
    compiled = CompiledProgram(LinkedProgram(program(text)))
    for seed in range(4):
        ours, reference = (
            compiled.start(("Ann", "Ben"), seed),
            begin(LinkedProgram(program(text)), ("Ann", "Ben"), seed),
        )
        while not reference.over:
            (asked,), (question,) = ours.requests, reference.requests
            assert asked == question
            chosen = random_answer(question, Stream.of(seed, "flow"))
            ours.answer(chosen)
            reference.answer(question.id, chosen)
        assert ours.over
        mine, theirs = ours.machine.state.cells, reference.machine.state.cells
        mine[s.STEPS] = theirs[s.STEPS] = 0  # a flow counts its work there
        assert mine == theirs


@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:20"])
def test_bots_play_it(spec: str) -> None:
    text = f"ruleset x {{ players 2, start Match, score standing }}\n{GROUND}define standing(p: Player) = p.points\n"
    flow = "\n  ".join(
        PAID.replace("notes +=", "let p = first(players)\np.points = sum(paid, might)\nnotes +=").splitlines()
    )
    match = begin(
        LinkedProgram(program(f"{text}flow Match {{\n  {flow}\n  win first(players)\n}}\n")), ("Ann", "Ben"), 3
    )
    request = asked(match)
    result = decide(match, request, seat_of(spec, 1, "Ann"))
    assert tuple(sorted(result)) in request.fits
    match.answer(request.id, result)
    assert match.over
    assert spec != "greedy" or table(match, "notes") == (2, 6)  # who looks ahead takes the dearer set
