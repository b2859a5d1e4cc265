"""No test looks at a clock: what it says about a program depends on how busy the machine is.

Clocks, sleeps and limits of time belong to `tests/guards.py`, which only gives up on what hangs. Everything else counts
calls (`tests/work.py`), steps, questions or inputs.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator

import pytest

from tests.architecture.tree import ROOT, modules
from tests.guards import GUARD

ALLOWED = {
    "tests/guards.py": "the outer guards themselves",
}
"""Modules that may read a clock, and why. A limit elsewhere is `GUARD`, or one of `LIMITS`."""
LIMITS = {
    (
        "tests/cli/terminals.py",
        "timeout=0.1",
    ): "how long to wait for more to draw before looking whether all is written",
    (
        "tests/cli/activity.py",
        "timeout=0.1",
    ): "how long to wait for more to draw before looking whether anything is awake",
    ("tests/conftest.py", "deadline=None"): "hypothesis looks at no clock either",
}
"""Limits of time that are no guards, and why none of them can fail a test."""
CLOCKS = {
    name + end for name in ("perf_counter", "monotonic", "process_time", "thread_time", "time") for end in ("", "_ns")
} | {"clock_gettime", "sleep", "getrusage", "setitimer", "alarm", "default_timer", "timeit"}
SOURCES = {"time", "resource", "signal", "timeit", "os", "datetime"}
WAITS = {"timeout", "deadline"}


def readings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every place where a clock is read or time is let pass."""
    names = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in SOURCES
        for alias in node.names
    }
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in SOURCES and name in CLOCKS:
                yield node.lineno, f"{module}.{name}"
            case ast.Attribute(attr="now" | "utcnow" | "today") if ast.unparse(node).startswith("date"):
                yield node.lineno, ast.unparse(node)
            case ast.Attribute(value=ast.Name(id="os"), attr="times"):
                yield node.lineno, "os.times"
            case ast.Name(id=name, ctx=ast.Load()) if names.get(name) in CLOCKS:
                yield node.lineno, name


def limits(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every limit of time that is given to a call and is no guard: `timeout=20`, `wait(5)`, `deadline=200`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        given = [(f"{word.arg}={ast.unparse(word.value)}", word.value) for word in node.keywords if word.arg in WAITS]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "wait":
            given += [(f"wait({ast.unparse(value)})", value) for value in node.args]
        for words, value in given:
            if ast.unparse(value) != "GUARD":
                yield node.lineno, words


def test_no_test_reads_a_clock() -> None:
    results = [(name, *item) for name, tree in modules("tests") if name not in ALLOWED for item in readings(tree)]
    assert results == [], "count calls (tests/work.py), steps or inputs; to wait for a process, use tests/guards.py"


def test_every_limit_of_time_is_a_guard() -> None:
    results = [(name, line, words) for name, tree in modules("tests") for line, words in limits(tree)]
    assert [item for item in results if (item[0], item[2]) not in LIMITS] == [], "give GUARD of tests/guards.py"
    assert {(name, words) for name, _, words in results} == set(LIMITS), "nothing is allowed that nobody does"


def test_guards_are_far_away() -> None:
    pytest_settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    assert pytest_settings["faulthandler_timeout"] >= GUARD >= 600


@pytest.mark.parametrize(
    "text, found",
    [
        ("import time\nassert time.perf_counter() - began < 2\n", "time.perf_counter"),
        ("from time import process_time as now\nassert now() - began < 2\n", "now"),
        ("import time\ntime.sleep(1)\n", "time.sleep"),
        ("import datetime\nassert datetime.datetime.now() < end\n", "datetime.datetime.now"),
        ("import os\nassert os.times()[0] < 2\n", "os.times"),
        ("running.communicate(timeout=20)\n", "timeout=20"),
        ("running.wait(10)\n", "wait(10)"),
        ("settings(deadline=200)\n", "deadline=200"),
        ("child.expect('>', timeout=GUARD / 100)\n", "timeout=GUARD / 100"),
    ],
)
def test_a_clock_is_found(text: str, found: str) -> None:
    tree = ast.parse(text)
    assert [words for _, words in (*readings(tree), *limits(tree))] == [found]


@pytest.mark.parametrize(
    "text", ["running.wait()\n", "running.wait(GUARD)\n", "done.communicate(timeout=GUARD)\n", "budget.STEPS = 5\n"]
)
def test_what_is_no_clock_is_left_alone(text: str) -> None:
    tree = ast.parse(text)
    assert [*readings(tree), *limits(tree)] == []
