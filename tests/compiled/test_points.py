"""Functions that can stop: continued at each question, they do what they do when they are answered at once."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from interpreter.backend.passes.trees import called
from interpreter.backend.stopping.hoist import CannotStop, Hoist
from interpreter.backend.stopping.points import WAIT, StoppingFunction, placed

WORDS = {"range": range, "len": len, "tuple": tuple, "ValueError": ValueError, "str": str, "enumerate": enumerate}


class Answers:
    """Answers one question after another, or waits at each."""

    def __init__(self, waits: bool) -> None:
        self.waits, self.pending, self.asked = waits, [], []  # type: ignore[var-annotated]

    def give(self, question: object) -> object:
        self.asked.append(question)
        return WAIT if self.waits else len(self.asked)


class Table:
    def __init__(self, waits: bool) -> None:
        self.answerer = Answers(waits)


def functions(code: str, *, stops: bool) -> dict[str, Any]:
    namespace: dict[str, Any] = {
        **WORDS, "WAIT": WAIT, "ask": lambda m, question: m.answerer.give(question), "look": lambda m, x: x
    }  # fmt: skip
    tree = ast.parse(code)
    if stops:
        names = {"ask", *(node.name for node in tree.body if isinstance(node, ast.FunctionDef))}
        hoist = Hoist(lambda call: called(call) in names)
        tree.body = [StoppingFunction(node, hoist, namespace).entry for node in tree.body]  # type: ignore[arg-type]
    exec(compile(placed(tree), "<test>", "exec"), namespace)
    return namespace


def at_once(code: str) -> tuple[Any, list[object]]:
    table = Table(waits=False)
    return functions(code, stops=False)["f"](table), table.answerer.asked


def step_by_step(code: str) -> tuple[Any, list[object]]:
    table = Table(waits=True)
    value = functions(code, stops=True)["f"](table)
    stack: list[Any] = []
    while value is WAIT:
        stack += reversed(table.answerer.pending)
        table.answerer.pending.clear()
        value = len(table.answerer.asked)
        raised: Exception | None = None
        while stack and value is not WAIT:
            point, *names = stack.pop()
            if raised is not None and not point.tried:
                continue
            try:
                value = point.continuation(*([value, raised] if point.tried else [value]), *names)
                raised = None
            except ValueError as error:
                raised = error
        if raised is not None:
            raise raised
    return value, table.answerer.asked


CODES = {
    "one after another": "a = ask(m, 'a')\n b = ask(m, 'b')\n return (a, b)",
    "its last sentence": "return ask(m, 'a')",
    "in an expression": "return look(m, 5) + ask(m, 'a') * 10 + ask(m, 'b')",
    "what stands before it is read first": "a = 1\n x = [a]\n return (x[0], ask(m, 'a'), x.append(2), x)",
    "if both hold": "return (look(m, 0) and ask(m, 'a'), look(m, 1) and ask(m, 'b'), look(m, 1) or ask(m, 'c'))",
    "one or the other": "return (ask(m, 'a') if look(m, 0) else 7, ask(m, 'b') if look(m, 1) else 0)",
    "in a branch": "a = 0\n if look(m, 1):\n  a = ask(m, 'a')\n  a += 1\n else:\n  a = 9\n return a",
    "in a test": "if ask(m, 'a') > 1:\n  return 'yes'\n elif ask(m, 'b') > 1:\n  return 'no'\n return 'neither'",
    "in a loop": "all = ()\n for x in ('a', 'b', 'c'):\n  y = ask(m, x)\n  all = (*all, (x, y))\n return all",
    "left in the middle": "n = 0\n for x in ('a', 'b', 'c'):\n  if ask(m, x) == 2: break\n  n += 10\n return n",
    "left at once": "n = 0\n for x in ('a', 'b'):\n  n += 1\n  ask(m, x)\n  break\n return n",
    "gone on in the middle": "n = 0\n for x in (1, 2, 3, 4):\n  if ask(m, x) % 2: continue\n  n += x\n return n",
    "a loop in a loop": (
        "n = ()\n for x in (1, 2, 3):\n  for y in (4, 5):\n   if ask(m, (x, y)) == 4: break\n   n = (*n, (x, y))\n return n"
    ),
    "while something holds": "n = 0\n while n < 5:\n  n += ask(m, n)\n return n",
    "while it is answered so": "n = 0\n while ask(m, n) < 4:\n  n += 1\n return n",
    "for ever": "n = 0\n while True:\n  n += ask(m, n)\n  if n > 5: break\n return n",
    "a name that may be missing": "if look(m, 0):\n  x = 1\n y = ask(m, 'a')\n if look(m, 0): y = x\n return y",
    "in what a list goes through": "return [x for x in range(ask(m, 'a') + 2)]",
    "tried": "try:\n  a = ask(m, 'a')\n  b = ask(m, 'b')\n  raise ValueError(b)\n except ValueError as e:\n  return (a, str(e))",
    "in a handler": "try:\n  raise ValueError\n except ValueError:\n  a = ask(m, 'a')\n return a + ask(m, 'b')",
}


@pytest.mark.parametrize("name", CODES)
def test_continued_it_does_the_same(name: str) -> None:
    code = f"def f(m):\n {CODES[name]}\n"
    assert step_by_step(code) == at_once(code)


INNER = "def g(m, x):\n a = ask(m, x)\n if a == 2: raise ValueError(a)\n return a\n"


def test_callers_wait_too() -> None:
    code = "def h(m, x):\n a = ask(m, x)\n return (x, a)\ndef f(m):\n return [h(m, 'a'), h(m, 'b')]\n"
    assert step_by_step(code) == at_once(code) == ([("a", 1), ("b", 2)], ["a", "b"])


def test_what_a_continuation_is_given_hides_no_word() -> None:
    """A word of the runtime is called `_answer`."""
    code = "def _answer(m, x):\n return (x, x)\ndef f(m):\n a = ask(m, 'a')\n return _answer(m, a)\n"
    assert step_by_step(code) == at_once(code) == ((1, 1), ["a"])


def test_an_exception_reaches_whoever_tries() -> None:
    code = f"{INNER}def f(m):\n try:\n  return (g(m, 'a'), g(m, 'b'))\n except ValueError:\n  return ask(m, 'c')\n"
    assert step_by_step(code) == at_once(code) == (3, ["a", "b", "c"])


def test_an_exception_passes_those_who_do_not_try() -> None:
    code = f"{INNER}def f(m):\n g(m, 'a')\n g(m, 'b')\n return 1\n"
    for play in (at_once, step_by_step):
        with pytest.raises(ValueError, match="2"):
            play(code)


def test_a_question_inside_a_list_cannot_be_continued() -> None:
    with pytest.raises(CannotStop):
        functions("def f(m):\n return [ask(m, x) for x in (1, 2)]\n", stops=True)


def test_a_call_that_waits_is_good_for_nothing_else() -> None:
    with pytest.raises(RuntimeError):
        bool(WAIT)
