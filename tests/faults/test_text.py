"""Faults 1 to 15, 18, 19 and 25 of the design, in texts of the language: what bad text and bad luck must get."""

from __future__ import annotations

import unicodedata

import pytest

from dsl.check.driver import Unit, check, check_text
from dsl.diagnostics import Diagnostic, diagnose, fill
from dsl.diagnostics.codes import registry
from dsl.parse import parse_source
from dsl.syntax.decode import decode
from dsl.text.source import Source
from tests.profiles import NIGHTLY
from tests.work import at_most, grows_in_step

SMALL = """# A duel in few lines.
ruleset duel "Duel" { players 2, start Match }
symbols Element { fire, "ice" }
die D6 { 1..6 }
kind Bot {
  hp: 1..30
  keeps hurt: 0.. = 0
  script plan by 1..6
}
effect damage target: Bot by amount: 0.. from source says "{source} hits" { target.hurt += amount }
keyword Thorny(n: 1.. = 1) on Bot { after damage it if n > 1 once per turn { damage it by n from it } }
window Main { offer any to active }
action rest by me during Main { choose one of [1, 2] as n else { stop } }
flow Match { repeat { for each p in players { phase turn by p { open Main; roll D6 as face } } } }
goal last = players where points >= (3 + 4) * 2
extend Player { keeps points: 0..9 = 0 }
Bot Rusty { hp 8, Thorny(2), plan { 1..3: damage it by 1 from it, else: none } }
scenario "hurt" { seats Ann, Ben; do damage Rusty by 3 from Rusty; then Rusty.hurt is 3 }
""".replace('"ice"', "ice")


def found(text: str) -> tuple[Diagnostic, ...]:
    return check_text(text, "f.bot").diagnostics


def only(text: str) -> Diagnostic:
    """The one diagnostic of a text."""
    diagnostics = found(text)
    assert len(diagnostics) == 1, [diagnostic.message for diagnostic in diagnostics]
    return diagnostics[0]


def words_at(text: str, one: Diagnostic) -> str:
    return text[one.place.start : one.place.end]


def spot(text: str, one: Diagnostic) -> tuple[int, int]:
    return Source("f.bot", text).position(one.place.start)


def holds(diagnostics: tuple[Diagnostic, ...], text: str) -> None:
    """What is true of every answer: known codes, places in the text, and never a fault of our own."""
    for diagnostic in diagnostics:
        assert diagnostic.code in registry()
        assert not diagnostic.code.startswith("BW9")
        assert 0 <= diagnostic.place.start <= diagnostic.place.end <= len(text), diagnostic
        assert diagnostic.message
        assert diagnostic.help


# ------------------------------------------------------------------------------------------ 1 to 3: little and damaged


@pytest.mark.parametrize("text", ["", "\n", "   \n\n", "# only a comment", "# one\n\n  # two\n"])
def test_01_nothing_is_no_fault(text: str) -> None:
    assert found(text) == ()
    assert [item.tree for item in parse_source(Source("f.bot", text)) if item.tree is not None] == []


def test_the_small_text_is_good() -> None:
    assert [item.message for item in found(SMALL) if item.severity == "error"] == []


def test_02_every_prefix_gets_an_answer() -> None:
    """A text that is cut off is good, or its last declaration is told to have no end; what was whole is not blamed."""
    heads = [
        place for place in range(len(SMALL)) if (place == 0 or SMALL[place - 1] == "\n") and SMALL[place] not in " }\n"
    ]
    for end in range(len(SMALL)):
        decoded = decode("f.bot", SMALL[:end].encode())
        text = decoded.source.text
        assert (decoded.readable, text) == (True, SMALL[:end])
        diagnostics = found(text)
        holds(diagnostics, text)
        last = max((place for place in heads if place < end), default=0)
        assert [
            diagnostic
            for diagnostic in diagnostics
            if diagnostic.code.startswith("BW1") and diagnostic.place.start < last
        ] == [], text[-40:]


def test_03_every_byte_flipped_gets_an_answer() -> None:
    data = SMALL.encode()
    for position in range(0, len(data), 1 if NIGHTLY else 3):
        flipped = bytearray(data)
        flipped[position] ^= 1 << (position % 8)
        decoded = decode("f.bot", bytes(flipped))
        text = decoded.source.text
        holds(found(text) if decoded.readable else decoded.diagnostics, text)


# ---------------------------------------------------------------------------------------------- 4 to 8: characters

WRONG = "kind Bot {\n  hp: 1..30\n}\n\nBot Rusty {\n  hpp 8\n}\n"


@pytest.mark.parametrize(
    "data",
    [
        WRONG.encode(),
        b"\xef\xbb\xbf" + WRONG.encode(),
        WRONG.replace("\n", "\r\n").encode(),
        WRONG.replace("\n", "\r").encode(),
        WRONG.rstrip("\n").encode(),
        b"\xef\xbb\xbf" + WRONG.replace("\n", "\r\n").rstrip("\r\n").encode(),
    ],
    ids=["plain", "byte order mark", "CRLF", "CR", "no last line end", "all of it"],
)
def test_04_line_ends_and_marks_change_no_place(data: bytes) -> None:
    decoded = decode("f.bot", data)
    assert decoded.readable
    single = only(decoded.source.text)
    assert (single.code, spot(decoded.source.text, single)) == ("BW2004", (6, 3))
    assert words_at(decoded.source.text, single) == "hpp"


@pytest.mark.parametrize(
    "data, code, line, said",
    [
        ("kind Bot { }\n".encode("utf-16"), "BW1001", 1, "offset 0"),
        ("# ok\nBot M\u00fcller { }\n".encode("latin-1"), "BW1001", 2, "offset 10"),
        (b"kind Bot { }\n\nBot R\0usty { }\n", "BW1002", 3, "offset 19"),
        (b"\xef\xbb\xbfkind Bot { }\nBot \xff { }\n", "BW1001", 2, "offset 20"),
    ],
)
def test_05_bytes_that_are_not_text_are_reported_with_their_offset(
    data: bytes, code: str, line: int, said: str
) -> None:
    decoded = decode("f.bot", data)
    assert not decoded.readable
    (first,) = decoded.diagnostics
    assert (first.code, spot(decoded.source.text, first)[0]) == (code, line)
    assert said in first.message


def test_06_the_first_tab_is_reported_with_a_fix() -> None:
    text = "kind Bot {\n  hp: 1..30\n\tmove: 1..9\n}\n"
    single = only(text)
    assert (single.code, spot(text, single)) == ("BW1004", (3, 1))
    assert single.fix is not None
    (edit,) = single.fix.edits
    mended = text[: edit.place.start] + edit.text + text[edit.place.end :]
    assert found(mended) == ()


@pytest.mark.parametrize("character", "\u202e\u2066\u200b\u200d\u2060\ufeff\u00ad")
def test_07_invisible_characters_are_errors(character: str) -> None:
    text = f"kind Bot {{ hp{character}: 1..30 }}\n"
    single = only(text)
    assert (single.code, single.severity, words_at(text, single)) == ("BW1005", "error", character)
    assert unicodedata.name(character) in single.message


def test_07_letters_that_look_alike_are_a_warning_that_names_both() -> None:
    single = only("kind B\u043et { hp: 1..30 }\n")
    assert (single.code, single.severity) == ("BW1006", "warning")
    assert "cyrillic small letter o" in single.message
    assert "latin small letter o" in single.message


def test_08_names_are_compared_in_one_spelling() -> None:
    text = "kind Bot { \u00e9lan: 1..30 }\n\nBot Rusty { e\u0301lan 3 }\n"
    single = only(text)
    assert (single.code, single.severity, spot(text, single)) == ("BW1007", "warning", (3, 13))


# ------------------------------------------------------------------------------------------ 9 to 11: shape and size


@pytest.mark.parametrize(
    "text, code, opening, end",
    [
        ('kind Bot "Robot {\n  hp: 1..30\n}\n', "BW1009", '"', "{"),
        ('Map M {\n  rows """\n  . .\n', "BW1009", '"""', "."),
        ("kind Bot {\n  hp: 1..30\n", "BW1010", "{", "0"),
        ("define a(b: number) = (b + 1\n", "BW1010", "(", "1"),
        ("define a(b: number) = [b, 1\n", "BW1010", "[", "1"),
    ],
)
def test_09_an_unclosed_text_or_bracket_shows_its_start_and_end(text: str, code: str, opening: str, end: str) -> None:
    single = only(text)
    assert (single.code, words_at(text, single)) == (code, opening)
    (note,) = single.notes
    assert text[note.place.start : note.place.end] == end


def wrapped(words: str, times: int, before: str, after: str) -> str:
    """So many words in lines that are not too long."""
    each = 1_000 // len(words)
    lines = ["  " + words * min(each, times - done) for done in range(0, times, each)]
    return before + "\n" + "\n".join(lines) + after


@pytest.mark.parametrize("times", [201, 1_000, 100_000])
@pytest.mark.parametrize("word", ["(", "not ", "- ", "["])
def test_10_nesting_has_a_bound(word: str, times: int) -> None:
    text = wrapped(word, times, "define deep =", " 1\n")
    with at_most(calls=10_000 + 20 * times):
        single = only(text)
    assert single.code == "BW1013"
    assert "200" in single.message
    assert text[: single.place.start].count(word.strip()) == 200


def test_10_nested_blocks_have_the_same_bound() -> None:
    text = "effect deep {\n" + "  if yes {\n" * 1_000 + "  stop\n" + "}\n" * 1_001
    with at_most(calls=200_000):
        single = only(text)
    assert (single.code, spot(text, single)[0]) == ("BW1013", 201)


@pytest.mark.parametrize("words", ["1 + ", "1 - ", "1 * ", "yes and ", "yes or "])
def test_10_a_flat_text_may_be_long(words: str) -> None:
    def checked(times: int) -> None:
        text = wrapped(words, times, "define long =", f"{words.split()[0]}\n\nalways long is long\n")
        assert found(text) == ()

    checked(10_000)
    grows_in_step(checked, 1_000)


@pytest.mark.parametrize(
    "text, said",
    [
        ("x" * 10_000_000, "bytes of a file"),
        ("kind Bot { }\n" + "x" * 900_000, "characters of a line"),
        ("kind Bot { }\n" * 20_001, "lines of a file"),
        ("kind Bot { " + "x" * 1_900 + ": 1..2 }", "letters of a name"),
        ("define big = " + "9" * 1_900, "digits of a number"),
        ('define long = """' + "  x\n" * 3_000 + '"""', "letters of a text"),
    ],
)
def test_11_a_limit_is_reported_by_name(text: str, said: str) -> None:
    with at_most(calls=200_000):
        first = found(text)[0]
    assert first.code == "BW1003"
    assert said in first.message


# ------------------------------------------------------------------------------------------------- 12 to 15: names


@pytest.mark.parametrize(
    "text, help",
    [
        ("kynd Bot { }\n", "did you mean `kind`?"),
        ("Kind Bot { }\n", "write `kind`"),
        ("kind bot { }\n", "write `Bot`"),
        ("effect Rest { stop }\n", "write `rest`"),
        ("flow Match { repaet { stop } }\n", "did you mean `repeat`?"),
        ("keyword Slow on Bot wile yes { }\n", "did you mean `while`?"),
        ("flow Match { foreach p in players { stop } }\n", "write `for each`"),
    ],
)
def test_12_a_misspelt_word_gets_the_right_one(text: str, help: str) -> None:
    assert help in found(text)[0].help


def test_13_only_names_of_the_right_sort_are_offered() -> None:
    text = "kind Blade { blaze: 0..9 }\n\nsymbols Heat { blazes }\n\neffect blast { stop }\n\nflow M { blest }\n\nBlase X { blaze 1 }\n"
    verb, kind = (item for item in found(text) if item.severity == "error")
    assert (verb.code, verb.help) == ("BW2003", "did you mean `blast`?")
    assert (kind.code, kind.help) == ("BW2001", "did you mean `Blade`?")


def test_14_a_name_in_one_file_twice_shows_both_places() -> None:
    text = "kind Bot { }\n\nkind Bot { }\n"
    single = only(text)
    assert (single.code, spot(text, single)) == ("BW2101", (3, 6))
    assert [note.place.start for note in single.notes] == [5]


@pytest.mark.parametrize(
    "first, second",
    [
        ("kind Part { }\n", "kind Part { }\n"),
        ("effect rest { stop }\n", "action rest by me { stop }\n"),
        ("kind Bot { }\nBot Rusty { }\n", "Bot Rusty { }\n"),
        ("keyword Slow { }\n", "kind Slow { }\n"),
    ],
)
@pytest.mark.parametrize("packs", [1, 2])
def test_14_a_name_in_two_files_or_packs_shows_both(first: str, second: str, packs: int) -> None:
    files = [tuple(parse_source(Source(f"{name}.bot", text))) for name, text in (("a", first), ("b", second))]
    units = [Unit("one", files[0] + files[1])] if packs == 1 else [Unit("one", files[0]), Unit("two", files[1])]
    (result,) = (d for d in check(units).diagnostics if d.severity == "error")
    assert result.code == "BW2101"
    assert {result.place.file, *(note.place.file for note in result.notes)} == {"a.bot", "b.bot"}


@pytest.mark.parametrize("size", [1, 2, 3, 50])
def test_15_a_circle_of_kinds_is_printed_once_and_whole(size: int) -> None:
    text = "".join(f"kind K{i} is K{(i + 1) % size} {{ }}\n" for i in range(size))
    single = only(text)
    assert single.code == "BW2111"
    assert [single.message.count(f"`K{i}`") for i in range(1, size)] == [1] * (size - 1)
    assert len(single.notes) == size - 1


@pytest.mark.parametrize("size", [1, 2, 3, 50])
def test_15_a_circle_of_rules_is_printed_once_and_whole(size: int) -> None:
    text = "".join(f"define f{i}(n: number) = f{(i + 1) % size}(n) + 1\n" for i in range(size)) + "always f0(1) > 0\n"
    single = only(text)
    assert single.code == "BW2111"
    assert [single.message.count(f"`f{i}`") for i in range(1, size)] == [1] * (size - 1)


# --------------------------------------------------------------------------------------------- 18, 19, 25: meaning


@pytest.mark.parametrize(
    "sentence, code, at",
    [
        ("damage target by target from target", "BW2104", "target"),
        ("damage 3 by 1 from target", "BW2104", "3"),
        ("damage target from target", "BW2107", "damage"),
        ("damage target by 1 by 2 from target", "BW2125", "by 2"),
        ("damage target by 1 from target with 2", "BW2108", "with 2"),
        ('damage target by "1 metre" from target', "BW2104", '"1 metre"'),
    ],
)
def test_18_a_wrong_argument_is_labelled_and_so_is_the_declaration(sentence: str, code: str, at: str) -> None:
    text = (
        "kind Bot { keeps hurt: 0.. = 0 }\n\n"
        "effect damage target: Bot by amount: 0.. from source { target.hurt += amount }\n\n"
        f"effect shock target: Bot {{ {sentence} }}\n"
    )
    (first,) = (d for d in found(text) if d.severity == "error")
    assert (first.code, spot(text, first)[0], words_at(text, first)) == (code, 5, at)
    if code in ("BW2107", "BW2108"):
        assert [text[note.place.start : note.place.end] for note in first.notes] == ["damage"]
        assert "damage target by amount from source" in first.help


def test_18_a_call_shows_where_it_was_declared() -> None:
    text = "define twice(n: number) = n + n\n\nalways twice(1, 2) > 0 and twice() > 0\n"
    for item in found(text):
        assert (item.code, item.notes[0].place.start) == ("BW2109", 7)


def test_19_a_choice_without_options_is_a_warning() -> None:
    text = "effect pick by me { choose one of [] as n; roll n }\n\nflow M { pick by active }\n"
    (first,) = (d for d in found(text) if d.code == "BW3015")
    assert (first.severity, words_at(text, first)) == ("warning", "[]")


NASTY = [
    "{0.__class__}",
    "{target.__class__.__mro__}",
    "{target!r:>1000000000}",
    "%s%n%1000000000d",
    "$(rm -r .)",
    "${HOME}",
    "::error::gotcha",
    "</script>]]>",
    "\\N{DIGIT ONE}",
]


@pytest.mark.parametrize("nasty", NASTY)
def test_25_instructions_in_a_text_are_never_executed(nasty: str) -> None:
    text = f'kind Bot {{ }}\n\neffect wave target: Bot says "{nasty}" {{ stop }}\n\nBot Rusty "{nasty}" {{ }}\n'
    diagnostics = found(text)
    holds(diagnostics, text)
    for diagnostic in diagnostics:
        if diagnostic.code == "BW2119":
            assert words_at(text, diagnostic) in nasty
            assert words_at(text, diagnostic).strip("{}") in diagnostic.message
        assert len(diagnostic.message) < 200


@pytest.mark.parametrize("nasty", NASTY)
def test_25_words_in_a_message_are_put_in_once_and_as_they_are(nasty: str) -> None:
    assert fill("`{name}` is {what}", {"name": nasty, "what": "{name}"}) == f"`{nasty}` is {{name}}"
    code = registry()["BW2002"]
    place = found("oops\n")[0].place
    assert diagnose(code, place, name=nasty).message == f"`{nasty}` has no meaning here"
