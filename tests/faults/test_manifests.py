"""Faults 26 to 30: what YAML can do to a reader, and what packs can ask for that nobody has.

Whatever the bytes, a manifest gets diagnostics with places inside the file, in bounded time and memory.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import registry
from dsl.packs.dependencies import resolve
from dsl.packs.read_manifest import read_clauses, read_pack_manifest, read_ruleset_manifest
from dsl.syntax.decode import decode
from dsl.text.limits import DIAGNOSTICS_KEPT, MANIFEST_BYTES
from dsl.text.source import Source
from tests.pack_makers import CLAUSES, PACK, RULESET, codes, lines, pack, ruleset, yaml
from tests.profiles import NIGHTLY
from tests.work import at_most, calls

READERS: list[Callable[[Source], tuple[Any, list[Diagnostic]]]] = [
    read_pack_manifest,
    read_ruleset_manifest,
    read_clauses,
]


def read(text: str) -> tuple[list[Diagnostic], Source]:
    source = Source("pack.yaml", text)
    manifest, result = read_pack_manifest(source)
    assert (manifest is None) == bool(result)
    return result, source


# ---- 26: what YAML can do


@pytest.mark.parametrize(
    "text, expected",
    [
        (yaml(PACK) + "name: again\n", ["9:1 BW4009"]),
        (yaml(PACK) + "packs:\n\t- x\n", ["10:1 BW4002"]),
        (yaml(PACK, name="!!str core"), ["2:7 BW4004"]),
        (yaml(PACK, name="!python/object:os.system x"), ["2:7 BW4004"]),
        (yaml(PACK, name="&a Core"), ["2:7 BW4003"]),
        (yaml(PACK, name="&a Core", description="*a"), ["2:7 BW4003", "9:14 BW4003"]),
        (yaml(PACK) + "<<: {description: x}\n", ["9:1 BW4005"]),
        (yaml(PACK) + "---\nname: x\n", ["9:1 BW4006"]),
        ("- a\n- b\n", ["1:1 BW4007"]),
        ("just text\n", ["1:1 BW4007"]),
        ("%YAML 1.1\n---\n" + yaml(PACK), ["1:1 BW4012"]),
        (yaml(PACK) + "? [a]\n: b\n", ["9:3 BW4011"]),
        (yaml(PACK) + "{}: b\n", ["9:1 BW4011"]),
        ("", ["1:1 BW4013"]),
        ("# only a comment\n", ["1:1 BW4013"]),
        ("---\n", ["1:1 BW4013"]),
        ("~\n", ["1:1 BW4013"]),
        ("{}\n", ["1:1 BW4013"]),
        (yaml(PACK, name='"x'), ["2:7 BW4001"]),
        ('name: "x\n', ["1:7 BW4001"]),
        (yaml(PACK, authors="[Ann"), ["6:10 BW4001"]),
        (yaml(PACK, name="a: b"), ["2:8 BW4001"]),
        (yaml(PACK, name="@x"), ["2:7 BW4001"]),
        (yaml(PACK, name='"\\UFFFFFFFF"'), ["2:5 BW4001"]),
        (yaml(PACK, name='"\\uD800"'), ["2:7 BW1005"]),
        (yaml(PACK, name='"\\e[31m"'), ["2:7 BW1005"]),
        (yaml(PACK, name="a\u202eb"), ["2:8 BW1005"]),
        (yaml(PACK, name="a\ud800b"), ["2:8 BW1005"]),
        (yaml(PACK, name="a\x1b[31m"), ["2:8 BW1005"]),
    ],
)
def test_what_yaml_can_do_is_refused_at_its_place(text: str, expected: list[str]) -> None:
    result, source = read(text)
    assert lines(result, source) == expected


def test_an_alias_bomb_is_refused_at_every_alias() -> None:
    """Nine lines of it would be 531,441 values."""
    text = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 7))
    tracemalloc.start()
    result, _ = read(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert codes(result).count("BW4003") == 7 + 6 * 9
    assert peak < 20_000_000


# ---- 27: words that YAML takes for something else


@pytest.mark.parametrize(
    "word, reads",
    [
        ("yes", "the truth value true"),
        ("No", "the truth value false"),
        ("on", "the truth value true"),
        ("FALSE", "the truth value false"),
        ("012", "the number 12, or 10 in base eight"),
        ("089", "the number 89"),
        ("1_000", "the number 1000"),
        ("0x1F", "the number 31"),
        ("0o17", "the number 15"),
        ("0b11", "the number 3"),
        ("1:30", "a number in base sixty, 90"),
        ("1:30.5", "a number in base sixty"),
        ("1.10", "the number 1.1"),
        (".5", "the number 0.5"),
        ("-3e2", "the number -300"),
        ("1e400", "an infinite number"),
        ("-.inf", "an infinite number"),
        (".nan", "NaN (not a number)"),
        ("2024-01-01", "a date"),
        ("2001-12-14t21:59:43.10-05:00", "a date"),
        ("~", "nothing"),
        ("null", "nothing"),
    ],
)
def test_quote_it(word: str, reads: str) -> None:
    result, source = read(yaml(PACK, licence=word))
    assert lines(result, source) == ["7:10 BW4010"]
    assert result[0].message == f"`licence` needs text, but YAML reads `{word}` as {reads}"
    assert result[0].help == f'quote it: `"{word}"`'
    assert read(yaml(PACK, licence=f'"{word}"'))[0] == []


@pytest.mark.parametrize(
    "word", ["1.2.3", "maybe", "yesterday", "0x", "1-2", "1:90:x", "12ab", "e5", "2024-1", "+", "0o9"]
)
def test_plain_words_stay_plain(word: str) -> None:
    assert read(yaml(PACK, licence=word))[0] == []


# ---- 29: bounds, by name, in milliseconds


@pytest.mark.parametrize(
    "text, name, position",
    [
        ("[" * 50_000, "MANIFEST_NESTING", (1, 21)),
        ("{a: " * 40_000, "MANIFEST_NESTING", (1, 81)),
        ("- " * 50_000, "MANIFEST_NESTING", (1, 41)),
        ("? " * 50_000, "MANIFEST_NESTING", (1, 41)),
        ("a: " + "x" * 100_000_000, "MANIFEST_BYTES", (1, 1)),
        ("id: " + "9" * 5_000, "NUMBER_DIGITS", (1, 5)),
        ("id: -0x" + "F" * 5_000, "NUMBER_DIGITS", (1, 5)),
        ("authors: [" + "a, " * 60_000 + "]", "LIST_ITEMS", (1, 10)),
        ("\n" * 30_000, "FILE_LINES", (1, 1)),
    ],
    ids=["lists", "mappings", "dashes", "questions", "100 MB", "digits", "hexadecimal", "items", "lines"],
)
def test_bounds(text: str, name: str, position: tuple[int, int]) -> None:
    source = Source("pack.yaml", text)
    with at_most(calls=20_000_000):
        actual = read_pack_manifest(source)[1]
    hit = [fault for fault in actual if name in fault.message]
    assert len(hit) == 1
    assert source.position(hit[0].place.start) == position


def test_nul_has_a_place() -> None:
    result, source = read(yaml(PACK, name="a\0b"))
    assert lines(result, source) == ["2:8 BW1002"]
    assert "offset 16" in result[0].message


def test_many_faults_are_capped() -> None:
    result, _ = read(yaml(PACK) + "".join(f"k{number}: x\n" for number in range(2_000)))
    assert len(result) == DIAGNOSTICS_KEPT


ODD: dict[str, Callable[[int], str]] = {
    "quotes": lambda n: "'" * n,
    "comments": lambda n: "# \n" * (n // 10),
    "lines": lambda n: "a\n" * (n // 10),
    "long text": lambda n: "a: |\n" + " x\n" * (n // 10),
    "escapes": lambda n: 'a: "' + "\\n" * (n // 2) + '"',
    "tags": lambda n: "!" * n,
    "anchors": lambda n: "&a " * (n // 3),
    "colons": lambda n: "a: " * (n // 3),
    "documents": lambda n: "---\n" * (n // 10),
    "fields": lambda n: "".join(f"k{number}: 1\n" for number in range(n // 20)),
    "hours": lambda n: "a: " + "9:" * (n // 2),
    "digits": lambda n: "a: " + "1_" * (n // 2),
    "versions": lambda n: "a: " + "1." * (n // 2),
    "a date": lambda n: "a: 2024-01-01 " + "1" * n,
}


@pytest.mark.parametrize("name", ODD)
def test_odd_files_take_no_more_work_than_their_length(name: str) -> None:
    size = 90_000 if NIGHTLY else 6_000
    assert len(ODD[name](2 * size)) <= MANIFEST_BYTES

    def work(length: int) -> int:
        text = ODD[name](length)  # a new one each time: nothing is remembered
        return calls(lambda: [reader(Source("x.yaml", text)) for reader in READERS])

    work(40)
    assert work(2 * size) < 3 * work(size) + 1_000


def test_a_manifest_is_read_with_little_work() -> None:
    """The plain way and the careful way; each text is new, so nothing is remembered."""
    for plain in (PACK, {**PACK, "name": '"a\\tb"'}):
        read_pack_manifest(Source("first", yaml(plain)))
        with at_most(calls=40_000):
            read_pack_manifest(Source("second", yaml(plain, version="2.0.0")))


# ---- 28: never an exception, never a place outside, whatever the bytes


def sound(source: Source) -> None:
    for reader in READERS:
        value, result = reader(source)
        assert (value is None) == bool(result)
        assert result == sorted(result, key=lambda fault: fault.sort_key)
        assert len(set(result)) == len(result)
        for fault in result:
            assert fault.code in registry()
            assert fault.message
            assert "<" not in fault.message or "<" in source.text or "needs" in fault.message
            for place in [fault.place, *(note.place for note in fault.notes)]:
                assert place.file == source.file
                assert 0 <= place.start <= place.end <= len(source.text)


SEEDS = [
    yaml(PACK),
    yaml(RULESET, clauses="a/b.yaml"),
    yaml(CLAUSES, notes="{a: b}", modes="[a]", summary=">\n  long\n  text"),
]
WORDS = "id name version clauses 1.0.0 yes &a *a !!str << --- ... \\u \\UFFFFFFFF 0x 1e9".split()
SIGNS = [*"abz019 \n\t:,-?[]{}#&*!|>'\"%@`~=<\\.", "\n- ", "\n  ", ": ", "\u2028", "\ufeff", "\0", "é", "\ud800"]
SOUP = st.lists(st.sampled_from([*WORDS, *SIGNS]), max_size=60).map("".join)


@given(SOUP)
@example('a: "\\UFFFFFFFF"')
@example("? - - ? :")
@example("a: !<")
@example("a: !!")
@example("%TAG ! x\n---\na: !b c")
@example('"\\x')
def test_token_soup(text: str) -> None:
    sound(Source("soup.yaml", text))


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    sound(Source("text.yaml", text))


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    decoded = decode("bytes.yaml", data)
    if decoded.readable:
        sound(decoded.source)
    else:
        (fault,) = decoded.diagnostics
        assert 0 <= fault.place.start <= fault.place.end <= len(decoded.source.text)


@given(st.sampled_from(SEEDS), st.data())
def test_a_good_file_with_a_slip(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    slip = data.draw(
        st.sampled_from(["", "\t", ":", "'", '"', "[", "}", "&", "*", "!", "\n", "\0", "x", " ", "- ", "#", "|"])
    )
    sound(Source("slip.yaml", text[:at] + slip + text[at + cut :]))


@pytest.mark.parametrize("text", SEEDS)
def test_every_prefix(text: str) -> None:
    for end in range(0, len(text), 3):
        sound(Source("prefix.yaml", text[:end]))


def test_no_word_of_a_parser_reaches_an_author() -> None:
    """What the YAML library says about tokens and blocks is never shown."""
    for text in [
        "a: [1, 2",
        "- a\nb: c",
        "a: 'x'y",
        "a: ]",
        "[[[",
        "a\nb: c",
        "a: &",
        "a: >1x\n b",
        "a: *b c",
        "? a: b: c",
    ]:
        for fault in read(text)[0]:
            assert not {"block end", "scalar", "token", "stream", "flow", "mapping values", "node"} & set(
                fault.message.split()
            )
            assert "<" not in fault.message


# ---- 30: demands that nobody can meet


def test_both_demands_side_by_side() -> None:
    chosen = pack("a", packs={"b": "^1", "c": "^1"})
    resolved = resolve([chosen], [pack("b", packs={"d": "^1"}), pack("c", packs={"d": "^2"}), pack("d")], [ruleset()])
    (fault,) = resolved.diagnostics
    assert fault.label == "`c` needs `^2`"
    assert [note.text for note in fault.notes] == ["`b` needs `^1`"]


def test_engine_too_old_and_future_schema() -> None:
    resolved = resolve([pack("a", language='">=7"')], [], [ruleset()])
    assert codes(resolved.diagnostics) == ["BW4205"]
    assert codes(read(yaml(PACK, format="9", id="Core"))[0]) == ["BW4114"]
