"""The passes over emitted functions: what a function says afterwards is what it said before, with less work."""

from __future__ import annotations

import ast
from typing import Any

from interpreter.backend.passes.sharing import share
from interpreter.backend.passes.simplify import Passes
from interpreter.compiled.source import ConstantTable

CONSTANTS: dict[str, Any] = {"k1": "Rolled", "k2": ("Rolled", "Struck"), "k3": ConstantTable({"a": ("x",), "b": ()})}


def improved(*functions: str) -> str:
    """The last of some functions, after the passes."""
    passes = Passes(60, CONSTANTS)
    trees = [passes.improved(function) for function in functions]
    return ast.unparse(trees[-1].body[-1])


def ran(code: str, name: str, *given: Any, **words: Any) -> Any:
    names: dict[str, Any] = {**CONSTANTS, **words}
    exec(code, names)
    return names[name](*given)


def test_a_short_function_stands_in_place_of_its_call() -> None:
    code = improved(
        "def r1(m, c, v1):\n    return c[v1 + 7]", "def l2(m, c, v2):\n    return r1(m, c, v2) + r1(m, c, v2)"
    )
    assert "r1(" not in code
    assert ran(code, "l2", None, {9: 4}, 2) == 8


def test_what_a_loop_would_reckon_again_and_again_is_not_put_into_it() -> None:
    code = improved(
        "def r1(m, c, v1):\n    return [x for x in c[20] if x != v1]",
        "def l2(m, c, v2):\n    return r1(m, c, owner(m, v2))",
    )
    assert "r1(m, c, owner(m, v2))" in code


def test_a_copy_of_a_loop_has_names_of_its_own() -> None:
    code = improved(
        "def r1(m, c, v1):\n    return [x5 for x5 in c[20] if x5 > v1]",
        "def l2(m, c):\n    return [x5 for x5 in c[21] if r1(m, c, x5)]",
    )
    assert ran(code, "l2", None, {20: (3, 4), 21: (2, 3, 5)}) == [2, 3]


def test_lists_are_not_made_twice() -> None:
    code = improved("def l1(m, c):\n    return sorted(tuple([x for x in tuple([y for y in c[20] if y]) if x > 1]))")
    assert code.count("[") == 2  # the list and the cell
    assert ran(code, "l1", None, {20: (3, 0, 2, 1)}) == [2, 3]


def test_words_that_are_known_are_compared_while_code_is_emitted() -> None:
    code = improved("def l1(m, c):\n    if not (k1 in k2):\n        return 1\n    return 2")
    assert code == "def l1(m, c):\n    return 2"


def test_what_is_asked_twice_is_asked_once() -> None:
    function = ast.parse("def l1(m, c, x):\n    if owner(m, x) == 1:\n        return owner(m, x)\n    return 0").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert share(function)
    assert ast.unparse(function).count("owner(") == 1


def test_what_is_not_asked_in_any_case_is_not_asked_before() -> None:
    function = ast.parse("def l1(m, c, x):\n    return x is not None and (owner(m, x) or owner(m, x))").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert not share(function)


def test_what_grows_is_asked_each_time() -> None:
    text = "def y1(m, c):\n    h = []\n    if first(h) == has(m, h, 1):\n        h.append(1)\n    return has(m, h, 1)"
    function = ast.parse(text).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert not share(function)


def test_an_event_that_may_write_lies_between_two_questions() -> None:
    text = "def e1(m, c, x):\n    v1 = owner(m, x)\n    e2(m, c, None, x)\n    v2 = owner(m, x)\n    return v2"
    function = ast.parse(text).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert not share(function)


def test_goals_are_not_asked_right_after_an_event_that_asked_them() -> None:
    code = improved(
        "def e1(m, c):\n    e2(m, c, None)\n    if not m.settled: g1(m, c)\n    c[20] = 1\n    if not m.settled: g1(m, c)"
    )
    assert code.count("g1(") == 1


def test_without_candidates_nothing_else_is_asked() -> None:
    text = """def l1(m, c, me, out):
    if not times_of(m, c, me):
        if not times_of(m, c, me):
            for x in sorted(c[me + 9]):
                out.append(x)"""
    code = improved(text)
    asked: list[int] = []

    def times_of(m: Any, c: Any, me: int) -> int:
        asked.append(me)
        return 0

    out: list[int] = []
    ran(code, "l1", None, {10: ()}, 1, out, times_of=times_of)
    assert (asked, out) == ([], [])
    ran(code, "l1", None, {10: (8, 7)}, 1, out, times_of=times_of)
    assert out == [7, 8]
    assert asked
