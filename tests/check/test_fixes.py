"""Repairs: all of one or none of it, never two that touch, and only in files that may be written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dsl.diagnostics import Diagnostic, Edit, Fix
from dsl.text.source import Place, Source
from tests.report.reports import found
from tools.fixes import repair

A = frozenset(["a"])


def fixing(*edits: tuple[int, int, str], file: str = "a") -> Diagnostic:
    result = tuple(Edit(Place(file, start, end), text) for start, end, text in edits)
    return found(Place(file, 0, 0), fix=Fix("do it", result))


def repaired(text: str, *diagnostics: Diagnostic) -> tuple[str, int]:
    result = repair(diagnostics, {"a": Source("a", text)}, A)
    return result.texts.get("a", text), result.applied


def test_edits_are_put_in_whatever_their_order() -> None:
    assert repaired("one two", fixing((4, 7, "2")), fixing((0, 3, "1"))) == ("1 2", 2)
    assert repaired("ab", fixing((1, 1, "-")), fixing((2, 2, "!"))) == ("a-b!", 2)
    assert repaired("abc", fixing((0, 1, "")), fixing((1, 2, "B"))) == ("Bc", 2)


def test_the_first_of_two_that_touch_is_taken() -> None:
    assert repaired("one two", fixing((0, 5, "x")), fixing((4, 7, "y"))) == ("xwo", 1)
    assert repaired("one two", fixing((4, 7, "y")), fixing((0, 5, "x"))) == ("one y", 1)
    assert repaired("ab", fixing((1, 1, "-")), fixing((1, 1, "+"))) == ("a-b", 1)
    assert repaired("abc", fixing((0, 3, "x")), fixing((1, 1, "+"))) == ("x", 1)


def test_a_repair_is_whole_or_not_at_all() -> None:
    first, second = fixing((0, 1, "A")), fixing((2, 3, "C"), (0, 1, "x"))
    assert repaired("abc", first, second) == ("Abc", 1)
    assert repaired("abc", fixing((0, 2, "x"), (1, 3, "y"))) == ("abc", 0)
    assert repaired("abc", fixing((2, 9, "x"))) == ("abc", 0)
    assert repaired("abc", fixing((2, 1, "x"))) == ("abc", 0)


def test_a_repair_in_two_files_needs_both() -> None:
    both = found(Place("a", 0, 0), fix=Fix("", (Edit(Place("a", 0, 1), "A"), Edit(Place("b", 0, 1), "B"))))
    sources = {"a": Source("a", "a"), "b": Source("b", "b")}
    assert repair([both], sources, A).texts == {}
    assert repair([both], sources, frozenset("ab")).texts == {"a": "A", "b": "B"}


def test_nothing_to_do() -> None:
    assert repaired("abc", found(Place("a", 0, 1)), fixing(), fixing((0, 1, "a"))) == ("abc", 1)


@given(st.text("abc", max_size=20), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 5)), max_size=12))
def test_what_no_edit_touches_stays(text: str, spans: list[tuple[int, int]]) -> None:
    edits = [(start, start + length, "<>") for start, length in spans]
    result, applied = repaired(text, *(fixing(edit) for edit in edits))
    kept = [index for index in range(len(text)) if not any(start <= index < end for start, end, _ in edits)]
    remaining = iter(result)
    assert all(text[index] in remaining for index in kept)
    assert result.count("<>") == applied


def test_ten_thousand_repairs_take_no_time() -> None:
    text = "\tx\n" * 10_000
    result, applied = repaired(text, *(fixing((3 * line, 3 * line + 1, "  ")) for line in reversed(range(10_000))))
    assert (result, applied) == ("  x\n" * 10_000, 10_000)
