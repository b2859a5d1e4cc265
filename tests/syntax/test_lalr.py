"""The reader: words by the state of the machine, and a machine with short cuts that does what the plain one does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import fields
from hypothesis import given
from hypothesis import strategies as st

from dsl.parse import parse_expression, parse_piece, parse_sentence, parser
from dsl.syntax import nodes as n
from dsl.syntax.builders import BUILDERS
from dsl.syntax.keywords import NOT_FIELDS, RESERVED
from dsl.syntax.lalr import END, LalrParser, Stuck
from dsl.syntax.tables import GAP, SPLICE, GrammarRule, Tables, make_tables, tables
from dsl.syntax.tokens import Row, Token, tokenize
from dsl.syntax.walk import walk
from dsl.text.source import Span
from tests.syntax.grammar_texts import Example, examples, mutated, piece

EXAMPLES = examples()


def declared(text: str) -> Any:
    parsed = parse_piece(piece(text))
    assert parsed.diagnostics == ()
    assert parsed.tree is not None
    return parsed.tree


# ---------------------------------------------------------------------------------------------------------- words


def test_a_kind_may_have_fields_that_are_words_elsewhere() -> None:
    names = "map window deck number text mode table die list order rule flow goal house_rule level step pass".split()
    items = ", ".join(f"{name}: number" for name in names)
    kind = declared(f"kind Board {{ {items} }}")
    assert [item.name.text for item in kind.items] == names


FIRST_OF_ITEMS = set(
    "action after allow always before children forbid instead keeps modify require script stands stat works zone".split()
)


def test_only_what_begins_an_item_cannot_be_a_field() -> None:
    free = tables().words - RESERVED
    refused = {word for word in free if parse_piece(piece(f"kind K {{ {word}: number }}")).tree is None}
    assert refused == FIRST_OF_ITEMS


def test_only_what_begins_a_sentence_cannot_be_filled_in() -> None:
    free = tables().words - RESERVED
    for word in free:
        tree: Any = parse_piece(piece(f"Bot Rusty {{ {word} 3 }}")).tree
        is_field = tree is not None and isinstance(tree.body.lines[0], n.Phrase)
        assert is_field == (word not in NOT_FIELDS | {"cost"}), word


@pytest.mark.parametrize("word", sorted(tables().words - RESERVED))
def test_a_word_is_a_name_in_an_expression(word: str) -> None:
    text = f"{word} + a.{word}[{word}] - f({word}: {word}, {word}({word}))"
    tree, result = parse_expression(text)
    assert result == ()
    assert tree is not None
    named = [node.text for node in walk(tree) if isinstance(node, n.Name)]
    assert named.count(word) == 4
    assert [node.name for node in walk(tree) if isinstance(node, n.Dot)] == [word]
    assert [node.label for node in walk(tree) if isinstance(node, n.Arg)] == [word, None, None]


@pytest.mark.parametrize("word", sorted(RESERVED - {"it", "me", "that", "none", "yes", "no"}))
def test_a_reserved_word_is_never_a_name(word: str) -> None:
    tree, result = parse_expression(f"a + {word}")
    assert tree is None
    assert [diagnostic.severity for diagnostic in result] == ["error"]


def test_a_word_in_capitals_is_no_sort_of_word() -> None:
    tree = declared("Bot NAME { Basic NL, Push(INTEGER), QUOTED }")
    named = [node.text for node in walk(tree) if isinstance(node, n.Name)]
    assert named == ["Bot", "NAME", "Basic", "NL", "Push", "INTEGER", "QUOTED"]


def test_the_same_word_twice_in_one_line() -> None:
    tree: Any = declared("effect x { repeat repeat { stop } }").body.lines[0]
    assert isinstance(tree, n.Repeat)
    assert tree.times == n.Name("repeat")


# ---------------------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    "text, expected",
    [
        ("3", n.Number(3)),
        ("007", n.Number(7)),
        ("٣", n.Number(3)),
        ('"a"', n.Text("a")),
        (r'"a \"b\" \\ \n"', n.Text('a "b" \\ \n')),
        ('"""a"""', n.Text("a", True)),
        ('"""\n    a\n      b\n    """', n.Text("a\n  b", True)),
        ("yes", n.Truth(True)),
        ("none", n.Nothing()),
        ("me", n.Name("me")),
        ("e\u0301", n.Name("é")),
        ("(a)", n.Group(n.Name("a"))),
        ("[]", n.ListOf(())),
        ("[a, 1,]", n.ListOf((n.Name("a"), n.Number(1)))),
        ("f()", n.Call("f", ())),
        ("a - 1 + b", n.Sum(n.Name("a"), (n.Term("-", n.Number(1)), n.Term("+", n.Name("b"))))),
        ("2/4/6", n.Product(n.Number(2), (n.Term("/", n.Number(4)), n.Term("/", n.Number(6))))),
        ("0..", n.NumberRange(n.Number(0), None)),
        ("a is not b", n.Compare("is not", n.Name("a"), n.Name("b"))),
        ("a not in b", n.Compare("not in", n.Name("a"), n.Name("b"))),
        ("a or b or c", n.Or((n.Name("a"), n.Name("b"), n.Name("c")))),
    ],
)
def test_an_expression(text: str, expected: n.Expr) -> None:
    tree = parse_expression(text)[0]
    assert tree == expected
    assert tree is not None
    assert tree.span == (0, len(text))


def test_parts_that_were_not_written() -> None:
    sentence, result = parse_sentence("damage target")
    assert result == ()
    assert sentence == n.Phrase(n.Name("damage"), n.Name("target"), (), None, None, n.Marks(), None)
    assert declared("kind A { }") == n.Kind(n.Name("A"), None, None, n.Marks(), ())
    assert declared("flow F { repeat { } }").body.lines[0] == n.Repeat(None, None, None, n.Block(()))


def test_separators_leave_no_trace() -> None:
    assert declared("Bot A { a 1, b 2; c 3 }") == declared("Bot A {\n  a 1\n\n  b 2,\n  c 3;\n}")


def test_long_lists_are_flat() -> None:
    tree, _ = parse_expression(" + ".join(["1"] * 10_000))
    assert isinstance(tree, n.Sum)
    assert len(tree.rest) == 9_999
    block = declared("effect x {\n" + "  stop\n" * 10_000 + "}").body
    assert len(block.lines) == 10_000


# ---------------------------------------------------------------------------------------------- the plain machine


def plain(made: Tables, builders: dict[str, Any], tokens: list[Row], start: str) -> Any:
    """The machine by the book: one step at a time, nothing remembered, plans followed literally."""
    states, values = [made.starts[start]], list[tuple[Any, Span]]()
    end = 0
    previous = None
    for terminal, text, first, last in [*tokens, (END, "", -1, -1)]:
        if terminal in made.words and terminal not in made.row(states[-1]) and terminal not in RESERVED:
            terminal = "NAME"
        while True:
            action = made.row(states[-1]).get(terminal)
            if action is None:
                if terminal == END and states[-1] == made.ends[start]:
                    return values[0][0]
                raise Stuck(None if terminal == END else Token(terminal, text, first, last), tuple(states), previous)
            if action % 2 == 0:
                break
            rule = made.rule(action // 2)
            parts = values[len(values) - rule.length :]
            span = (parts[0][1][0], parts[-1][1][1]) if parts else (end, end)
            del values[len(values) - rule.length :], states[len(states) - rule.length :]
            states.append(made.row(states[-1])[rule.makes])
            values.append((by_the_book(rule, builders, [value for value, _ in parts], span), span))
        leaf = builders.get(terminal) if terminal.isupper() else None
        states.append(action // 2)
        values.append((leaf(text, (first, last)) if leaf else text, (first, last)))
        end = last
        previous = Token(terminal, text, first, last)
    raise AssertionError


def by_the_book(rule: GrammarRule, builders: dict[str, Any], values: list[Any], span: Span) -> Any:
    kept: list[Any] = []
    for index in rule.plan:
        kept += [None] if index == GAP else values[index - SPLICE] if index >= SPLICE else [values[index]]
    match rule.value:
        case "node":
            return builders[rule.builder](kept, span)
        case "same":
            return kept[0]
        case "list":
            return kept
    return None


def spelt_out(value: Any) -> Any:
    """A tree with all its places; an empty `Marks` has none."""
    if isinstance(value, n.Node):
        place = None if value == n.Marks() else value.span
        return (
            type(value).__name__,
            place,
            [spelt_out(getattr(value, f.name)) for f in fields(type(value)) if f.name != "span"],
        )
    return [spelt_out(item) for item in value] if isinstance(value, tuple) else value


def outcome(read: Any, text: str) -> Any:
    rows = tokenize(piece(text)).rows
    try:
        return spelt_out(read(rows))
    except Stuck as stuck:
        at = None if stuck.token is None else stuck.token[1:]
        before = None if stuck.previous is None else stuck.previous[1:]
        return at, before, parser().expected(stuck.states)


def both(text: str) -> tuple[Any, Any]:
    result = tables()
    return (
        outcome(lambda rows: parser().read(rows, "declaration"), text),
        outcome(lambda rows: plain(result, BUILDERS, rows, "declaration"), text),
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.rule)
def test_the_examples_are_read_as_by_the_book(example: Example) -> None:
    fast, slow = both(example.text)
    assert fast == slow
    assert fast[0] == type(declared(example.text)).__name__


@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(EXAMPLES), min_size=2, max_size=2))
def test_changed_texts_are_read_as_by_the_book(random: Random, chosen: list[Example]) -> None:
    for example in chosen:
        text = mutated(example.text, random)
        fast, slow = both(text)
        assert fast == slow, text


def test_what_was_learnt_from_one_text_does_not_change_another() -> None:
    texts = [example.text for example in EXAMPLES]
    forwards, backwards = LalrParser(BUILDERS), LalrParser(BUILDERS)
    first = {text: spelt_out(forwards.read(tokenize(piece(text)).rows, "declaration")) for text in texts}
    second = {text: spelt_out(backwards.read(tokenize(piece(text)).rows, "declaration")) for text in reversed(texts)}
    assert first == second


SMALL = """
declaration: "a" head [body] | "a" "b" nothing "c" -> late
head: NAME nothing nothing
body: "{" (NAME pair)* "}"
pair: NAME "," NAME
?expr: NAME
sentence: expr
nothing:
%declare NAME
"""


@pytest.mark.parametrize("text", ["a x", "a x { }", "a x { p q , r s t , u }", "a b c", "a x {", "a x { p q }", "a b"])
def test_rules_without_symbols(text: str) -> None:
    raw = make_tables(SMALL)
    result = Tables(frozenset(raw["words"]), raw["starts"], raw["ends"], raw["rules"], raw["rows"])

    def build(name: str) -> Any:
        return lambda parts, span: (name, span if name != "nothing" else None, *parts)

    names = ("declaration", "late", "head", "body", "pair", "sentence", "nothing", "NAME")
    builders = {name: build(name) for name in names}
    rows: list[Row] = []
    for word in text.split():
        start = rows[-1][3] + 1 if rows else 0
        rows.append((word if word in "a b c { } ,".split() else "NAME", word, start, start + len(word)))
    answers = []
    for read in (LalrParser(builders, result).read, lambda rows, start: plain(result, builders, rows, start)):
        try:
            answers.append(read(rows, "declaration"))
        except Stuck as stuck:
            answers.append((stuck.token, stuck.previous))
    assert answers[0] == answers[1]
