"""Characters to tokens: what each text is, which new lines count, and that no text takes more than linear time."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.syntax import keywords, tokens
from dsl.syntax.tokens import Token, Tokens, tokenize
from dsl.text import limits
from dsl.text.source import Piece
from tests.profiles import NIGHTLY
from tests.syntax.grammar_texts import examples, piece
from tests.work import at_most


def cut(text: str) -> list[str]:
    """The terminals of a text; a name, number or text shows itself."""
    own = ("NAME", "CAP", "INTEGER", "QUOTED", "CLAUSE")
    return [f"{row[0]}:{row[1]}" if row[0] in own else row[0] for row in tokenize(piece(text)).rows]


def faults(text: str) -> list[tuple[str, str]]:
    """Code and text of each fault."""
    return [
        (diagnostic.code, text[diagnostic.place.start : diagnostic.place.end])
        for diagnostic in tokenize(piece(text)).diagnostics
    ]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", []),
        ("   ", []),
        ("\n\n  \n", []),
        ("hp 6", ["NAME:hp", "INTEGER:6"]),
        ("_x x1 x_y", ["NAME:_x", "NAME:x1", "NAME:x_y"]),
        ("Bot B2 BOT", ["CAP:Bot", "CAP:B2", "CAP:BOT"]),
        ("NAME CAP NL INTEGER", ["CAP:NAME", "CAP:CAP", "CAP:NL", "CAP:INTEGER"]),
        ("repeat repeats Repeat", ["repeat", "NAME:repeats", "CAP:Repeat"]),
        ("élan Élan", ["NAME:élan", "CAP:Élan"]),
        ("12ab", ["INTEGER:12", "NAME:ab"]),
        ("1..6", ["INTEGER:1", "..", "INTEGER:6"]),
        ("0..", ["INTEGER:0", ".."]),
        ("2/4/6", ["INTEGER:2", "/", "INTEGER:4", "/", "INTEGER:6"]),
        ("a.b[c]", ["NAME:a", ".", "NAME:b", "[", "NAME:c", "]"]),
        ("x += 1; y -= 2", ["NAME:x", "+=", "INTEGER:1", ";", "NAME:y", "-=", "INTEGER:2"]),
        ("a<=b>=c<d>e", ["NAME:a", "<=", "NAME:b", ">=", "NAME:c", "<", "NAME:d", ">", "NAME:e"]),
        ("a-1", ["NAME:a", "-", "INTEGER:1"]),
        ('""', ['QUOTED:""']),
        (r'"a \" b" c', [r'QUOTED:"a \" b"', "NAME:c"]),
        (r'"a\\" b', [r'QUOTED:"a\\"', "NAME:b"]),
        ('"{}#" x', ['QUOTED:"{}#"', "NAME:x"]),
        ('"""a "b" \n c""" d', ['QUOTED:"""a "b" \n c"""', "NAME:d"]),
        ('""""""', ['QUOTED:""""""']),
        ("AB-CD-01", ["CLAUSE:AB-CD-01"]),
        ("AB-C2-D-001 AB-CD-02", ["CLAUSE:AB-C2-D-001", "CLAUSE:AB-CD-02"]),
        ("AB-01", ["CAP:AB", "-", "INTEGER:01"]),
        ("AB-CD", ["CAP:AB", "-", "CAP:CD"]),
        ("AB-CD-01x", ["CAP:AB", "-", "CAP:CD", "-", "INTEGER:01", "NAME:x"]),
        ("AB-CD-01-EF", ["CAP:AB", "-", "CAP:CD", "-", "INTEGER:01", "-", "CAP:EF"]),
        ("Ab-CD-01", ["CAP:Ab", "-", "CAP:CD", "-", "INTEGER:01"]),
        ("a # b { (\n c", ["NAME:a", "NL", "NAME:c"]),
    ],
)
def test_what_a_text_is(text: str, expected: list[str]) -> None:
    assert cut(text) == expected
    assert faults(text) == []


# ------------------------------------------------------------------------------------------------------ new lines


def new_lines(text: str) -> int:
    assert faults(text) == []
    return cut(text).count("NL")


def test_a_new_line_counts_between_two_lines_of_a_block() -> None:
    assert cut("{\na\nb\n}") == ["{", "NAME:a", "NL", "NAME:b", "}"]
    assert cut("a\n\n\n  # note\n\n  b") == ["NAME:a", "NL", "NAME:b"]


@pytest.mark.parametrize("sign", "{ ( [ , ; = += -= + - * / % < > <= >= :".split())
def test_no_new_line_after_what_wants_more(sign: str) -> None:
    assert new_lines(f"a {sign}\n b") == 0


@pytest.mark.parametrize("sign", [*"} ) ] .. ? . 1 x X".split(), '"x"', "AB-CD-01", "house", "it", "none", "yes"])
def test_a_new_line_after_what_may_end(sign: str) -> None:
    assert new_lines(f"a {sign}\n b") == 1


@pytest.mark.parametrize("word", sorted(keywords.EXPECTS_MORE))
def test_no_new_line_after_a_word_that_joins(word: str) -> None:
    assert new_lines(f"a {word}\n b") == 0


@pytest.mark.parametrize("sign", "} ) ] , ; {".split())
def test_no_new_line_before_what_closes_or_goes_on(sign: str) -> None:
    assert new_lines(f"a\n {sign} b") == 0


@pytest.mark.parametrize("word", sorted(keywords.CONTINUES_LINE))
def test_no_new_line_before_a_word_that_joins(word: str) -> None:
    assert new_lines(f"a\n {word} b") == 0
    assert new_lines(f"a # note\n # note\n {word} b") == 0


@pytest.mark.parametrize("word", ["bys", "By", "if", "not", "me", "x", "X", "3", '"by"', "(", "[", "-", "repeat"])
def test_a_new_line_before_what_begins_a_line(word: str) -> None:
    assert new_lines(f"a\n {word}") == 1


@pytest.mark.parametrize("row", ["else: 3", "else : 3", "at most 6: 3", "at least 12 : 3", "for each p in q { }"])
def test_a_joining_word_can_begin_a_row(row: str) -> None:
    assert new_lines(f"a\n {row}") == 1


@pytest.mark.parametrize("line", ["else { stop }", "at most x: 3", "at tile", "for p", "forest by x: 3"])
def test_what_only_looks_like_a_row(line: str) -> None:
    assert new_lines(f"a\n {line}") == (1 if line.startswith("forest") else 0)


def test_no_new_line_inside_brackets() -> None:
    assert new_lines("a(b\n c\n d)") == 0
    assert new_lines("[[a]\n b\n [c\n]\n d]") == 0
    assert new_lines("(a)\n b") == 1
    assert new_lines("a\n (b\n c)\n d") == 2


def test_a_brace_ends_a_bracket_that_was_forgotten() -> None:
    assert new_lines("x { a (b\n c }\n d") == 1
    assert new_lines("x { a (b {\n c\n d }") == 1


def test_a_bracket_too_many_is_no_bracket_less() -> None:
    assert new_lines("a ) ) ) (b\n c)\n d") == 1


# -------------------------------------------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    "text, expected",
    [
        ("\ta", [("BW1004", "\t")]),
        ("a\t\tb", [("BW1004", "\t\t")]),
        ("a\rb", [("BW1005", "\r")]),
        ("a\fb\vc", [("BW1005", "\f"), ("BW1005", "\v")]),
        ("a\0b", [("BW1005", "\0")]),
        ("a\x1b[0m", [("BW1005", "\x1b")]),
        ("a \u202e b", [("BW1005", "\u202e")]),
        ("a\u200bb", [("BW1005", "\u200b")]),
        ("\ufeffa", [("BW1005", "\ufeff")]),
        ("a @ b", [("BW1008", "@")]),
        ("a 😀", [("BW1008", "😀")]),
        ('a "b', [("BW1009", '"')]),
        ('a "b \\"\n c', [("BW1009", '"')]),
        ('a """b "" \n c', [("BW1009", '"""')]),
        ("a == b", [("BW1103", "==")]),
        ("when x", [("BW1103", "when")]),
        ("a and not !b", [("BW1103", "!")]),
        ("p\u0430d", [("BW1006", "p\u0430d")]),
        ("e\u0301t\u0301", [("BW1007", "e\u0301t\u0301")]),
        ("Ne\u0301 x", [("BW1007", "Ne\u0301")]),
        ("\u0301x", [("BW1008", "\u0301")]),
        ("x" * 101, [("BW1003", "x" * 20)]),
        ("X" * 100, []),
        ("1" * 19, [("BW1003", "1" * 19)]),
        ("1" * 18, []),
        ('"' + "x" * 10_000 + '"', [("BW1003", '"' + "x" * 19)]),
        ("(" * 201, [("BW1013", "(")]),
        ("(" * 200, []),
        ("not " * 201, [("BW1013", "not")]),
        ("- " * 200, []),
    ],
)
def test_what_is_wrong_with_a_text(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text) == expected


def test_every_foreign_word_and_sign_is_named_with_ours() -> None:
    for foreign in keywords.FOREIGN:
        text = f"a {foreign} b"
        [result] = tokenize(piece(text)).diagnostics
        assert result.code == "BW1103"
        assert result.place.start == 2
        assert result.help


def test_a_text_without_an_end_takes_its_line_and_no_more() -> None:
    text = 'a "b {\nc "d"\n'
    assert cut(text) == ["NAME:a", "NL", "NAME:c", 'QUOTED:"d"']
    [result] = tokenize(piece(text)).diagnostics
    assert [text[label.place.start : label.place.end] for label in result.notes] == ["{"]


def test_what_is_passed_over_leaves_the_rest() -> None:
    assert cut("a @ b") == ["NAME:a", "NAME:b"]


def test_not_every_character_of_a_picture_is_a_finding() -> None:
    assert len(faults("\t " * 5_000)) == 100
    assert len(faults("@ " * 5_000)) < 101


def test_places_are_those_of_the_file() -> None:
    [result] = tokenize(Piece("f", 40, "a @", "")).diagnostics
    assert (result.place.file, result.place.start, result.place.end) == ("f", 42, 43)


def test_comments_stand_beside_the_tokens() -> None:
    text = '# one  \na "#" # two\n  # three'
    assert [(c.kind, c.text) for c in tokenize(piece(text)).comments] == [
        ("comment", "# one"),
        ("comment", "# two"),
        ("comment", "# three"),
    ]


def test_the_kind_of_a_token_is_the_same_for_all_words() -> None:
    by_name = {token.text: token.kind for token in tokenize(piece('repeat x X 3 "t" AB-CD-01 (\n')).tokens}
    words_of_it = dict.fromkeys(("repeat", "x", "X"), "word")
    assert by_name == words_of_it | {"3": "INTEGER", '"t"': "QUOTED", "AB-CD-01": "CLAUSE", "(": "("}
    assert Token("NL", "\n", 0, 0).kind == "NL"


# ------------------------------------------------------------------------------------------------ for any text

_PARTS = ["a", "Bot", "hp", "12", "AB-CD-01", "AB-", '"', '"""', '"t"', "\\", "\n  ", " ", "..", "+=", "٣", "²"]
_ODD = [*"{}()[],;:.=+-*/%<>?!#'@\t\r\0\n", "é", "e\u0301", "\u202e"]
FRAGMENTS = st.sampled_from([*sorted(keywords.RESERVED), *keywords.FOREIGN, *_PARTS, *_ODD])
TEXTS = st.one_of(st.text(max_size=80), st.lists(FRAGMENTS, max_size=40).map("".join))


def hold_together(text: str, made: Tokens) -> None:
    """Tokens and comments lie in the text, in order, and say what stands there."""
    end = 0
    for token in sorted([*made.tokens, *made.comments], key=lambda token: (token.start, token.end)):
        assert end <= token.start <= token.end <= len(text)
        if token.kind == "NL":
            assert token.start == token.end
        elif token.kind == "comment":
            assert text[token.start : token.end].rstrip() == token.text
        else:
            assert text[token.start : token.end] == token.text
        end = token.end
    for diagnostic in made.diagnostics:
        places = [diagnostic.place, *(label.place for label in diagnostic.notes)]
        assert all(0 <= place.start <= place.end <= len(text) for place in places)


@given(TEXTS)
def test_tokens_lie_in_the_text(text: str) -> None:
    result = tokenize(piece(text))
    hold_together(text, result)
    assert len(result.rows) <= 2 * len(text)
    # what is neither a token nor a comment is blank, or was reported
    covered = sum(end - start for _, _, start, end in (*result.rows, *result.comments))
    if not result.diagnostics:
        assert covered == len(re.sub(r"[ \n]", "", text)) + sum(
            len(re.findall(r"[ \n]", text[start:end]))
            for kind, _, start, end in (*result.rows, *result.comments)
            if kind in ("QUOTED", "comment")
        )


@given(TEXTS, TEXTS)
def test_a_comment_changes_no_token(before: str, after: str) -> None:
    if '"' in before or "#" in before or "#" in after:
        return
    plain, noted = tokenize(piece(f"{before}\n{after}")), tokenize(piece(f"{before} # note\n{after}"))
    assert [row[:2] for row in plain.rows] == [row[:2] for row in noted.rows]


def repeats(parsed: Any) -> list[str]:
    """The names of all operations in a parsed regular expression that repeat without a bound."""
    collected = []
    for operation, argument in parsed:
        if operation.name.endswith("REPEAT") and argument[1] >= limits.NAME_CHARACTERS:
            collected.append(operation.name)
        stack = [argument]
        while stack:
            inner = stack.pop()
            if isinstance(inner, re._parser.SubPattern):  # type: ignore[attr-defined]
                collected += repeats(inner)
            elif isinstance(inner, list | tuple):
                stack += inner
    return collected


@pytest.mark.parametrize("pattern", [tokens._PATTERN, tokens._CLOSED])
def test_nothing_that_was_matched_is_given_back(pattern: re.Pattern[str]) -> None:
    result = repeats(re._parser.parse(pattern.pattern, pattern.flags))  # type: ignore[attr-defined]
    assert set(result) == {"POSSESSIVE_REPEAT"}


def test_such_a_repetition_is_found() -> None:
    parsed = re._parser.parse(r'("([^"\\]+|\\.)*")')  # type: ignore[attr-defined]
    assert repeats(parsed) == ["MAX_REPEAT", "MAX_REPEAT"]


K = 1_000 if NIGHTLY else 50
"""What is not linear shows at any of these lengths: in calls here, and as a night that does not end."""


@pytest.mark.parametrize(
    "text, most",
    [
        ('"' + "a" * 300 * K, 0),
        ('"' + '\\"' * 200 * K, 0),
        ('"\\' * 200 * K, 0),
        ('"""' + 'a "" ' * 80 * K, 0),
        ('"""' * (100 * K + 1), 100 * K + 1),
        ("A-" * 200 * K, 400 * K),
        ("A-B-1-" * 60 * K, 400 * K),
        ("not " * 200 * K, 200 * K),
        ("(" * 300 * K, 300 * K),
        ("\n" * 300 * K + "a", 1),
        (" " * 300 * K, 0),
        ("# a\n" * 60 * K, 0),
        ("at\n" * 100 * K, 200 * K),
        ("\t " * 150 * K, 0),
        ("é" * 300 * K, 1),
        ("1" * 300 * K, 1),
        ("x" * 1000 * K, 1),
    ],
    ids=lambda value: repr(value[:6]) if isinstance(value, str) else "",
)
def test_long_texts_of_one_sort(text: str, most: int) -> None:
    with at_most(calls=20 * len(text) + 5_000):
        result = tokenize(piece(text))
    assert len(result.rows) <= most
    assert len(result.diagnostics) <= 101
    hold_together(text, result)


def test_the_examples_have_no_fault() -> None:
    for example in examples():
        result = tokenize(piece(example.text))
        assert result.diagnostics == []
        hold_together(example.text, result)
