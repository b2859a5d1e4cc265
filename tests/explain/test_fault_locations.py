"""Faults of rules at the table: each names its rule, its place and what was read there."""

from __future__ import annotations

import pytest

import interpreter.evaluate.fields as fields
from dsl.parse import parse_source
from dsl.text.source import Source
from interpreter.evaluate import things
from interpreter.instrument.faults import circle, diagnostic, fault_words
from interpreter.model import limits
from interpreter.model.environment import RuleError
from tests.architecture.tree import ROOT
from tests.engine.tables import play, say
from tests.explain.explained import source_of


def failing(text: str) -> RuleError:
    with pytest.raises(RuleError) as raised:
        play(text)
    return raised.value


def at_place(wrong: RuleError, text: str) -> str:
    """The words at the place of a fault; line and column and offsets name the same place."""
    result = diagnostic(wrong)
    source = source_of(text)
    assert result.place.file == "small.bot"
    assert wrong.passage is not None
    spot = wrong.passage.spot
    line = source.split("\n")[spot.line - 1]
    words = source[result.place.start : result.place.end]
    assert line[spot.column - 1 :].startswith(words.split("\n")[0])
    assert fault_words(wrong).startswith(f"small.bot:{spot.line}:{spot.column}: {wrong.code}: ")
    return words


def test_a_fault_names_the_rule_the_place_and_the_values() -> None:
    text = """
extend Table { keeps count: 0.. = 0 }
define half(n: number) = 6 / n
effect go n: number {
  count = 1
  if n < 4 { count += half(n - 2) }
}
flow Match { go 2; win none }
"""
    wrong = failing(text)
    assert at_place(wrong, text) == "n"
    result = diagnostic(wrong)
    assert (result.code, result.severity, result.message) == ("BW5002", "error", "this divides by 0")
    assert result.label == "define half; `count` is 1, `n` is 2"
    assert result.help


@pytest.mark.parametrize(
    "body, code, words",
    [
        ("let x = first(players where no).points", "BW5001", ""),
        ("count += 999999999999999999 * 99", "BW5003", "999999999999999999 * 99"),
        ("take count - 1 of Stone", "BW5012", "take count - 1 of Stone"),
        ("choose one of [1, 2] by first(players where no) as x; count = x", "BW5010", "first(players where no)"),
        ("count = 3", "BW5015", "count < 3"),
        ("roll 9999 of Coin as dice; count += count(dice)", "BW5012", "roll 9999 of Coin as dice"),
    ],
)
def test_every_sort_of_fault_has_its_place(body: str, code: str, words: str) -> None:
    text = f"""
extend Player {{ keeps points: 0..9 = 0 }}
extend Table {{ keeps count: 0.. = 0 }}
kind Token {{ }}
Token Stone {{ }}
die Coin {{ 0..1 }}
always count < 3 because "three are too many"
effect go {{ {body}; if count > 99 {{ count = 0 }} }}
flow Match {{ go; win none }}
""".replace("let x = first(players where no).points", "let x = 1 + first(players where no).points; count += x")
    wrong = failing(text)
    assert wrong.code == code
    result = at_place(wrong, text)
    assert result == words if words else result


def test_a_fault_in_a_hook_and_in_a_standing_rule_names_them() -> None:
    hook = """
extend Table { keeps count: 0.. = 0 }
effect go n: 0.. { }
after go if 6 / count > 1 { count = 1 }
flow Match { go 2; win none }
"""
    wrong = failing(hook)
    assert at_place(wrong, hook) == "count"
    assert diagnostic(wrong).label == "after go; `n` is 2"
    changes = """
extend Table { keeps count: 0.. = 0 }
rule size = 1
modify size by 6 / count
effect go { count = size }
flow Match { go; win none }
"""
    wrong = failing(changes)
    assert at_place(wrong, changes) == "count"
    assert wrong.passage is not None
    assert wrong.passage.name == "modify size"


def test_rules_that_disagree_are_both_shown() -> None:
    text = """
extend Table { keeps count: 0.. = 0 }
rule size = 1
modify size to 2 while count < 3
modify size to 3 while count < 2
effect go { count = size }
flow Match { go; win none }
"""
    wrong = failing(text)
    assert wrong.code == "BW5014"
    assert at_place(wrong, text) == "count = size"
    notes = diagnostic(wrong).notes
    source = source_of(text)
    assert [(source[note.place.start : note.place.end], note.text) for note in notes] == [
        ("modify size to 2 while count < 3", "sets it to 2"),
        ("modify size to 3 while count < 2", "sets it to 3"),
    ]


def test_a_chain_without_end_names_its_circle() -> None:
    text = """
effect a n: number { if n > 0 { b n + 1 } }
effect b n: number { }
after b if n > 0 { a n }
flow Match { a 1; win none }
"""
    wrong = failing(text)
    assert wrong.code == "BW5005"
    assert wrong.chain in (("a", "b", "a"), ("b", "a", "b"))
    assert at_place(wrong, text) in ("b n + 1", "a n")
    assert "events are nested more than" in diagnostic(wrong).message
    assert diagnostic(wrong).message.endswith(f"chain of {' -> '.join(wrong.chain)}")
    assert [note.text for note in diagnostic(wrong).notes] == [f"`{wrong.chain[1]}`"]


def test_rules_that_ask_each_other_without_end_name_their_circle() -> None:
    text = """
kind Token { stat x = (if count(Token) > 0 then first(Token).y else 0), stat y = first(Token).x }
Token One { }
flow Match { take 1 of One; let n = first(Token).x; if n > 3 { win players }; win none }
"""
    wrong = failing(text)
    assert wrong.code == "BW5005"
    assert wrong.chain in (("x", "y", "x"), ("y", "x", "y"))
    assert at_place(wrong, text) in ("first(Token).y", "first(Token).x")


def test_a_step_bound_names_the_innermost_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STEPS_PER_DECISION", 2_000)
    text = """
extend Table { keeps count: 0.. = 0 }
effect a { repeat 100000 { count = 1 } }
flow Match { a; win none }
"""
    wrong = failing(text)
    assert wrong.code == "BW5004"
    assert wrong.passage is not None
    assert wrong.passage.name == "effect a"
    assert at_place(wrong, text) in ("count = 1", "repeat 100000 { count = 1 }")


def test_a_fault_after_an_answer_is_located_and_the_table_is_as_before() -> None:
    text = """
extend Player { keeps points: 0..9 = 0 }
window Main { offer one to first(players) }
action act by me during Main { me.points += 1; me.points = 6 / (me.points - 1) }
flow Match { open Main; win none }
"""
    match = play(text)
    with pytest.raises(RuleError) as raised:
        say(match, "Ann", "act")
    assert at_place(raised.value, text).strip("()") == "me.points - 1"
    assert diagnostic(raised.value).label.endswith("`me.points` is 1")
    assert fields.read(match.machine, things.find(match.machine, "Ann", "Player"), "points") == 0


def test_circles_at_the_end_of_a_row() -> None:
    assert circle(["x", "a", "b", "a", "b", "a", "b"]) == ("a", "b", "a")
    assert circle(["a"] * 5) == ("a", "a")
    assert circle(["a", "b", "c"]) == ()
    assert circle([]) == ()


# ------------------------------------------------------------------------------------------------------------ lines


def test_a_piece_knows_its_lines_without_its_file() -> None:
    """Line and column in a piece are those in the whole file, whatever stands above."""
    looked_at = 0
    for path in sorted((ROOT / "rulesets" / "scrapyard").rglob("*.bot")):
        source = Source(path.name, path.read_text("utf-8"))
        for parsed in parse_source(source):
            piece = parsed.piece
            for offset in range(0, len(piece.text), 37):
                assert piece.position(offset) == source.position(piece.start + offset)
                looked_at += 1
    assert looked_at > 300


def test_a_piece_that_was_put_together_again_knows_its_lines() -> None:
    source = Source("odd.bot", "# one\n\neffect go {\nlet x = 1\n}\n\neffect stay { }\n")
    for parsed in parse_source(source):
        for offset in range(len(parsed.piece.text)):
            assert parsed.piece.position(offset) == source.position(parsed.piece.start + offset)
