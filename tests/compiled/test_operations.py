"""Whoever adds an operation to the language has to say what it means: to the reference, to compiled code, to coverage,
and in words. Each of these lists all operations, so one that is forgotten anywhere fails here."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import interpreter.evaluate.board_functions  # noqa: F401  (these register themselves)
from dsl.ir.operations import OPS, SENTENCES
from dsl.names import builtins
from dsl.syntax import nodes as n
from interpreter.compiled import expressions, sentences
from interpreter.compiled.expressions import Expressions
from interpreter.evaluate import expressions as evaluate
from interpreter.evaluate.functions import _FUNCTIONS
from interpreter.execute.builtin_verbs import _VERBS
from interpreter.instrument import coverage
from tests.architecture.tree import ROOT

VALUES = frozenset(OPS) - SENTENCES

READ_BY = {
    "form": ("link/printed_cards.py", '"form"'), "seen_by": ("link/linked_program.py", '"seen_by"'), "script_rows": ("execute/builtin_verbs.py", '"script_rows"'),
    "such": ("execute/choices.py", "such = op.args[2], op.args[3], op.args[5]"), "offer": ("link/linked_rules.py", '"offer"'),
    "again": ("link/linked_rules.py", '"again"'), "always_ask": ("link/linked_rules.py", '"always_ask"'), "pay": ("execute/costs.py", '"pay"'),
    "clauses": ("link/linked_rules.py", "clauses: Clauses = self.op.args[1].data"), "lasts": ("link/linked_program.py", '"lasts"'), "action": ("link/linked_program.py", '"action"'),
}  # fmt: skip
"""Parts of declarations that do not run by themselves: which module of the reference reads them, and how."""

WORDED_AS: dict[str, tuple[type[n.Node], ...]] = {
    "constant": (n.Number, n.Text, n.Truth), "none": (n.Nothing,), "symbol": (n.Name,), "ladder": (n.Ladder,),
    "list": (n.ListOf,), "range": (n.NumberRange,), "local": (n.Name,), "it": (n.Name,), "me": (n.Name,), "that": (n.Name,),
    "builtin": (n.Name,), "table_field": (n.Name,), "field": (n.Dot, n.Name), "event": (n.Name,),
    "event_field": (n.Dot,), "kind": (n.Name,), "card": (n.Name, n.Text), "child": (n.Name,), "mark": (n.Call, n.Name),
    "word": (n.Name,), "at": (n.Index,), "where": (n.Where,), "named": (n.Where, n.Call), "ask_rule": (n.Call, n.Name),
    "call": (n.Call,), "times": (n.Call,), "would": (n.Call,), "negate": (n.Negate,), "not": (n.Not,), "sum": (n.Sum,),
    "product": (n.Product,), "and": (n.And,), "or": (n.Or,), "compare": (n.Compare,), "if_then": (n.IfThen,),
    "table": (n.Row,), "default": (n.Phrase,), "form": (n.Thing,), "seen_by": (n.Kind,),
    "script_rows": (n.Row,), "block": (n.Block,), "perform": (n.Phrase,), "assign": (n.Assign,), "let": (n.Let,),
    "keep": (n.Keeps, n.Phrase), "if": (n.If,), "repeat": (n.Repeat,), "repeat_times": (n.Repeat,),
    "repeat_while": (n.Repeat,), "for_each": (n.ForEach,), "may": (n.May,), "either": (n.Either,), "ways": (n.Either,),
    "match": (n.MatchCases,), "stop": (n.Stop,), "cancel": (n.Cancel,), "result": (n.Result,), "choose": (n.Choose,),
    "such": (n.Choose,), "ask": (n.Ask,), "open": (n.Open,), "phase": (n.Phase,), "require": (n.Require,),
    "cost": (n.Cost,), "offer": (n.Offer,), "again": (n.Again,), "always_ask": (n.AlwaysAsk,), "pay": (n.Pay,),
    "standing": (n.Hook, n.Modify, n.Forbid), "action": (n.Action,), "clauses": (n.Action,), "lasts": (n.Status,),
}  # fmt: skip
"""What an operation comes from: the words for it are made from that."""
NOT_WORDED = {n.Kind, n.Status, n.Offer, n.Again, n.AlwaysAsk, n.Pay}
"""Declarations of the rules and what stands in them: no card prints them."""


@cache
def source(folder: str) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / folder).rglob("*.py")))


def cases(file: Path, *methods: str) -> set[str]:
    """The words for which some methods of a file have a case."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name in methods:
            for inner in ast.walk(node):
                if isinstance(inner, ast.MatchValue) and isinstance(inner.value, ast.Constant):
                    names.add(str(inner.value.value))
                elif isinstance(inner, ast.Compare):
                    names |= {str(item.value) for item in inner.comparators if isinstance(item, ast.Constant)}
    return names


def test_the_checker_gives_no_other_operations() -> None:
    emitted: set[str] = set()
    for node in ast.walk(ast.parse(source("dsl").replace("from __future__ import annotations", ""))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Op" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant):
                emitted.add(str(first.value))
            else:  # the same operation once more, with another type
                assert ast.unparse(first).endswith(".name")
    assert emitted == set(OPS)


def test_the_reference_knows_what_each_means() -> None:
    interpreter = ROOT / "interpreter"
    for file, how in READ_BY.values():
        assert how in (interpreter / file).read_text(encoding="utf-8")
    assert set(evaluate._HANDLERS) - {"cost"} == VALUES - set(READ_BY)
    run = cases(interpreter / "link" / "lower.py", "sentence", "_begin", "_loop", "_choice")
    run |= cases(interpreter / "execute" / "machine.py", "_instruction", "_begin", "_leave")
    assert SENTENCES - run - set(READ_BY) == set()


def test_compiled_code_has_a_writer_or_says_that_it_has_none() -> None:
    written = {name for name in VALUES if hasattr(Expressions, f"_{name}")}
    assert written.isdisjoint(expressions.REFERENCE_ONLY)
    assert written | expressions.REFERENCE_ONLY == VALUES | {"cost"}
    compiled = ROOT / "interpreter" / "compiled"
    done = cases(compiled / "sentences.py", "sentence") | cases(compiled / "flows.py", "sentence")
    done |= cases(compiled / "straight.py", "sentence")
    assert (done & SENTENCES).isdisjoint(sentences.REFERENCE_ONLY | sentences.PARTS)
    assert done & SENTENCES | sentences.REFERENCE_ONLY | sentences.PARTS == SENTENCES


def test_coverage_has_a_class_for_each() -> None:
    classes = (coverage._HEADS, coverage._PRINTED, coverage._RECKONED)
    assert frozenset().union(*classes) >= VALUES
    assert not coverage._RECKONED & (coverage._HEADS | coverage._PRINTED | SENTENCES)
    assert frozenset().union(*classes) | SENTENCES == set(OPS)


def test_each_has_words() -> None:
    assert set(WORDED_AS) == set(OPS)
    words = source("dsl/describe")
    nodes = {node for item in WORDED_AS.values() for node in item} | set(get_args(n.Expr)) | set(get_args(n.Line))
    unworded = {node for node in nodes if f"n.{node.__name__}" not in words}
    assert unworded <= NOT_WORDED


@pytest.mark.parametrize("name", sorted(builtins.FUNCTIONS))
def test_each_function_has_a_meaning_and_words(name: str) -> None:
    assert name in _FUNCTIONS or name in evaluate._HANDLERS
    assert f'"{name}"' in source("dsl/describe") or f"def _{name}(" in source("dsl/describing")


def test_each_verb_of_the_language_has_a_meaning() -> None:
    assert set(builtins.VERBS) <= set(_VERBS) | {"end", "pass", "run", "begin", "arrange"}
