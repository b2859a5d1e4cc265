"""The checker answers every text: it never raises, and what it says stands inside the text and is known.

Texts come from everywhere: any characters, any bytes through the decode step, words of the language in any order, texts
that the grammar allows but nobody means, and the good file with letters flipped, words moved about or its end cut off.
"""

from __future__ import annotations

import re
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from dsl.check.driver import check_text
from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import registry
from dsl.parse import parse_expression, parse_sentence
from dsl.syntax.decode import decode
from dsl.syntax.tokens import tokenize
from dsl.text.source import Piece, Place
from tests.check.arenas import arena, found_in
from tests.properties import trees

UNFILLED = re.compile(r"(?<!`)\{(?:name|what|where|instead|found|expected|after|wanted|help|label|known)\}")


def holds(text: str, diagnostics: tuple[Diagnostic, ...], file: str = "f.bot") -> None:
    """What is true of every answer about a text."""
    for diagnostic in diagnostics:
        assert diagnostic.code in registry()
        assert not diagnostic.code.startswith("BW9")
        assert diagnostic.severity == registry()[diagnostic.code].severity
        edits = diagnostic.fix.edits if diagnostic.fix is not None else ()
        for place in (diagnostic.place, *(note.place for note in diagnostic.notes), *(edit.place for edit in edits)):
            assert is_inside(place, text, file), (diagnostic, place)
        assert diagnostic.message
        assert diagnostic.help
        assert not UNFILLED.search(diagnostic.message + diagnostic.help)
    places = [(diagnostic.place.file, diagnostic.place.start, diagnostic.place.end) for diagnostic in diagnostics]
    assert places == sorted(places)
    assert len(set(diagnostics)) == len(diagnostics)


def is_inside(place: Place, text: str, file: str) -> bool:
    return place.file == "prelude.bot" or (place.file == file and 0 <= place.start <= place.end <= len(text))


def answered(text: str) -> None:
    diagnostics = check_text(text, "f.bot").diagnostics
    holds(text, diagnostics)
    assert check_text(text, "f.bot").diagnostics == diagnostics


ODD = st.sampled_from([*"\0\t\r\u200b\u202e\ufeff\u00a0“”’–…≥\u0301\ud800{}()[]\"'\\#", '"""', "//", "/*", "\n\n"])
TEXTS = st.lists(
    st.one_of(ODD, st.text(max_size=6), st.sampled_from(["kind", "Bot", " ", "\n", "  ", "1..6"])), max_size=40
)


@given(TEXTS.map("".join))
@example('"""\nx\n')
@example("kind Bot {\nx\n\nBot A { }\n}")
@example("'s '")
@example("/*")
@example("ruling tie { default a { modify x to 5 , option b { modify x to 4 } }")
def test_any_characters(text: str) -> None:
    answered(text)


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    decoded = decode("f.bot", data)
    text = decoded.source.text
    if decoded.readable:
        answered(text)
    else:
        holds(text, decoded.diagnostics)


@given(trees.soups())
def test_words_of_the_language_in_any_order(text: str) -> None:
    answered(text)
    answered("kind Bot { " + text)
    answered(f"effect rest by me {{ {text} }}")


@given(trees.soups())
def test_a_prompt_in_any_state(text: str) -> None:
    for tree, diagnostics in (parse_expression(text), parse_sentence(text)):
        assert tree is not None or diagnostics or not text.strip() or text.strip().startswith("#")
        holds(text, tuple(sorted(diagnostics, key=lambda one: one.sort_key)), "<input>")


@given(trees.files())
def test_what_the_grammar_allows_and_nobody_means(text: str) -> None:
    answered(text)


@given(trees.files(3))
def test_the_same_beside_a_whole_game(text: str) -> None:
    diagnostics = found_in(text, "f.bot", with_arena=True)
    holds(text, tuple(diagnostic for diagnostic in diagnostics if _only_in(diagnostic, "f.bot")))


def _only_in(one: Diagnostic, file: str) -> bool:
    edits = one.fix.edits if one.fix is not None else ()
    places = [one.place, *(note.place for note in one.notes), *(edit.place for edit in edits)]
    return all(place.file == file for place in places)


@given(st.integers(0, 10_000), st.integers(0, 7))
def test_the_good_file_with_a_bit_flipped(position: int, bit: int) -> None:
    data = bytearray(arena().encode())
    data[position % len(data)] ^= 1 << bit
    decoded = decode("f.bot", bytes(data))
    if decoded.readable:
        holds(decoded.source.text, check_text(decoded.source.text, "f.bot").diagnostics)
    else:
        holds(decoded.source.text, decoded.diagnostics)


@given(st.integers(0, 10_000))
def test_the_good_file_cut_off(position: int) -> None:
    text = arena()[: position % len(arena())]
    holds(text, check_text(text, "f.bot").diagnostics)


@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_the_good_file_with_words_moved_about(random: Random, changes: int) -> None:
    text = arena()
    for _ in range(changes):
        text = moved_about(random, text)
    holds(text, check_text(text, "f.bot").diagnostics)


def moved_about(random: Random, text: str) -> str:
    """A text with one word left out, said twice, put elsewhere or exchanged for another of the text."""
    tokens = [token for token in tokenize(Piece("f", 0, text, "")).tokens if token.terminal != "NL"]
    first, other = random.choice(tokens), random.choice(tokens)
    change = random.choice(["left out", "said twice", "put elsewhere", "exchanged"])
    if change == "left out":
        return text[: first.start] + text[first.end :]
    if change == "said twice":
        return f"{text[: first.end]} {first.text}{text[first.end :]}"
    if change == "put elsewhere":
        return f"{text[: other.end]} {first.text} {text[other.end :]}"
    return text[: first.start] + other.text + text[first.end :]
