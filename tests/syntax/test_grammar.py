"""The grammar, its tables and its builders agree with each other and with lark."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, UnexpectedInput
from lark.exceptions import GrammarError

from dsl.parse import parse_piece, parser
from dsl.syntax import keywords
from dsl.syntax.builders import BUILDERS
from dsl.syntax.lalr import LalrParser, Stuck
from dsl.syntax.tables import STARTS, is_rule, make_tables, tables, to_text
from dsl.syntax.tokens import tokenize
from tests.syntax.grammar_texts import GRAMMAR, Example, examples, mutated, piece
from tools import grammar as tool

EXAMPLES = examples()
ROOT = Path(__file__).parents[2]


def test_the_tables_are_those_of_the_grammar() -> None:
    assert tool.fresh(ROOT / "dsl" / "syntax" / "grammar.lark") == (ROOT / "dsl" / "syntax" / "grammar.json").read_text(
        encoding="utf-8"
    )


def test_the_tables_do_not_depend_on_the_seed_of_hashes() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tools.grammar", "--check"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, "grammar.json agrees with grammar.lark\n"), run.stderr


SMALL = """
declaration: "a" [NAME] _sep expr (_sep expr)*
sentence: expr
?expr: NAME | "(" expr ")"
_sep: NL | ","
%declare NAME NL
"""


def test_the_tool_writes_checks_and_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "grammar.lark").write_text(SMALL)
    tables_file = tmp_path / "grammar.json"
    assert tool.main(["--check"], tmp_path) == 1
    assert not tables_file.exists()
    assert tool.main([], tmp_path) == 0
    assert tables_file.read_text() == to_text(make_tables(SMALL))
    written = tables_file.stat().st_mtime_ns
    assert [tool.main(["--check"], tmp_path), tool.main([], tmp_path)] == [0, 0]
    assert tables_file.stat().st_mtime_ns == written
    (tmp_path / "grammar.lark").write_text(SMALL.replace('"a"', '"b"'))
    assert tool.main(["--check"], tmp_path) == 1
    assert tool.main(["--what"], tmp_path) == 2
    assert "use: python -m tools.grammar" in capsys.readouterr().err


@pytest.mark.parametrize(
    "expr",
    [
        'expr: NAME | expr "+" expr',  # a shift or a reduction
        "expr: one | two\none: NAME\ntwo: NAME",  # one reduction or another
    ],
)
def test_a_conflict_is_refused(expr: str) -> None:
    with pytest.raises(GrammarError):
        make_tables(f"declaration: expr\nsentence: expr\n{expr}\n%declare NAME")


def test_what_a_rule_makes_is_known_without_a_text() -> None:
    names = {tuple(row[:1] + row[2:]) for row in _frozen(make_tables(SMALL)["rules"])}
    assert names == {
        ("<declaration>", 3, (-1, 2), "node"),
        ("<declaration>", 4, (-1, 2, 1003), "node"),
        ("<declaration>", 4, (1, 3), "node"),
        ("<declaration>", 5, (1, 3, 1004), "node"),
        ("<__declaration_star_0>", 2, (1,), "list"),
        ("<__declaration_star_0>", 3, (1000, 2), "list"),
        ("<sentence>", 1, (0,), "node"),
        ("<expr>", 1, (0,), "same"),
        ("<expr>", 3, (1,), "same"),
        ("<_sep>", 1, (), "nothing"),
    }


def _frozen(rows: list[list[Any]]) -> list[list[Any]]:
    return [[tuple(cell) if isinstance(cell, list) else cell for cell in row] for row in rows]


def test_every_rule_has_a_builder_and_every_builder_a_rule() -> None:
    rules = map(tables().rule, range(len(tables().rules)))
    named = {rule.builder for rule in rules if rule.value == "node"}
    sorts = {symbol for state in range(len(tables().rows)) for symbol in tables().row(state)}
    sorts = {symbol for symbol in sorts if symbol.isalpha() and symbol.isupper()}
    assert sorts == {"NAME", "CAP", "INTEGER", "QUOTED", "CLAUSE", "NL", "NAMED"}
    assert BUILDERS.keys() == named | sorts - {"NL"}


def test_the_words_of_the_language_are_those_of_the_grammar() -> None:
    actual = tables().words
    assert all(word.isalpha() and word.islower() for word in actual)
    assert actual >= keywords.RESERVED | keywords.CONTINUES_LINE | keywords.EXPECTS_MORE | set(
        keywords.DECLARATIONS
    ) | set(keywords.SENTENCES)
    assert not actual & set(keywords.FOREIGN)


def test_the_tokenizer_cuts_out_every_sign_of_the_grammar() -> None:
    terminals = {symbol for state in range(len(tables().rows)) for symbol in tables().row(state) if not is_rule(symbol)}
    signs = sorted(symbol for symbol in terminals if not symbol.isalpha() and symbol != "$END")
    assert ".." in signs
    assert "{" in signs
    cut = tokenize(piece(" ".join(signs)))
    assert [row[:2] for row in cut.rows] == [(sign, sign) for sign in signs]
    assert cut.diagnostics == []


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 50
    declared = GRAMMAR.split("?declaration: ")[1].split("\n\n")[0].replace("|", " ").split()
    assert set(declared) <= {example.rule for example in EXAMPLES}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.rule)
def test_an_example_shows_its_rule(example: Example) -> None:
    parsed = parse_piece(piece(example.text))
    assert parsed.diagnostics == ()
    assert parsed.tree is not None
    names = set()
    spies: dict[str, Any] = {
        name: lambda parts, span, name=name, build=build: (names.add(name), build(parts, span))[1]
        for name, build in BUILDERS.items()
    }
    assert LalrParser(spies).read(tokenize(piece(example.text)).rows, "declaration") == parsed.tree
    assert names & example.makes


@cache
def lark() -> tuple[Lark, dict[str, str]]:
    result = Lark(GRAMMAR, parser="lalr", start=list(STARTS), maybe_placeholders=True)
    return result, {t.pattern.value: t.name for t in result.terminals if t.pattern is not None}


def lark_accepts(text: str) -> bool:
    """Whether lark's own machine takes our tokens, with words decided by what its present state has a use for."""
    machine, names = lark()
    going = machine.parse_interactive(start="declaration")
    try:
        for token in tokenize(piece(text)).tokens:
            kind = names.get(token.text, token.terminal)
            if token.kind == "word" and token.text not in keywords.RESERVED and kind not in going.choices():
                kind = "CAP" if token.text[0].isupper() else "NAME"
            going.feed_token(Token(kind, token.text))
        going.feed_eof()
    except UnexpectedInput:
        return False
    return True


def ours_accepts(text: str) -> bool:
    try:
        parser().read(tokenize(piece(text)).rows, "declaration")
    except Stuck:
        return False
    return True


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.rule)
def test_lark_accepts_the_examples_too(example: Example) -> None:
    assert lark_accepts(example.text)


@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(EXAMPLES), min_size=8, max_size=8))
def test_lark_accepts_and_refuses_the_same_texts(random: Random, chosen: list[Example]) -> None:
    for example in chosen:
        text = mutated(example.text, random)
        assert ours_accepts(text) == lark_accepts(text), text


def test_some_mutated_texts_are_accepted_and_some_refused() -> None:
    random = Random(1)
    answers = [ours_accepts(mutated(example.text, random)) for example in EXAMPLES for _ in range(4)]
    assert 0.1 < sum(answers) / len(answers) < 0.9
