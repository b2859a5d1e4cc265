"""The reference is true: its examples are checked, its tables come from the words of the language, nothing is left out.

A block ` ```bot ` of a chapter of `dsl/docs/language` is right: it must pass the check together with the small game at the beginning and
the other blocks of its section, be in the one style, and its scenarios must pass: so what the page says of the table is
true too. A block ` ```bot wrong BW2104 ` must give that code and no other. A table between `<!-- table … -->` and `<!-- end -->` is written by this test (`--rewrite`) from the tables that the
checker reads. What the language can say is counted up from the tree itself, so a new construct without an example fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs
import pytest
from attrs import frozen

from dsl.check.driver import CheckedProgram, Unit, check
from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import registry
from dsl.format.formatter import format_text
from dsl.ir.program import Program, ScenarioSource
from dsl.names import builtins
from dsl.packs import manifest
from dsl.packs.read_manifest import read_clauses, read_pack_manifest, read_ruleset_manifest
from dsl.parse import parse_source
from dsl.syntax import keywords, nodes
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import walk
from dsl.text import limits as bounds
from dsl.text.source import Source
from interpreter.scenarios.run import run_scenario
from tools.reference import word_index, words
from tools.reference.chapters import FENCE, anchor, chapter_files
from tools.resources import room

HEADING = re.compile(r"^## (.*)$", re.MULTILINE)
GAME = "A small game"
OF_A_FRAGMENT = {"BW3005", "BW3006", "BW3007", "BW2128"}
"""Warnings that only say that nothing else uses an example yet."""


@frozen
class Block:
    """One fenced block: what stands behind its fence, its text, its section and its line."""

    info: tuple[str, ...]
    text: str
    section: str
    chapter: str
    line: int

    @property
    def wrong(self) -> str:
        return self.info[2] if self.info[:2] == ("bot", "wrong") else ""

    @property
    def right(self) -> bool:
        return self.info == ("bot",)

    @property
    def file(self) -> str:
        return f"{self.chapter}, line {self.line}"


@cache
def parsed(block: Block) -> tuple[Parsed, ...]:
    return tuple(parse_source(Source(block.file, block.text)))


@cache
def chapters() -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in chapter_files()}


@cache
def page() -> str:
    """The whole reference as one text."""
    return "\n".join(chapters().values())


@cache
def blocks() -> tuple[Block, ...]:
    return tuple(block for chapter, text in chapters().items() for block in blocks_of(chapter, text))


def blocks_of(chapter: str, text: str) -> Iterator[Block]:
    headings = [(match.start(), match[1]) for match in HEADING.finditer(text)]
    for match in FENCE.finditer(text):
        section = next((name for start, name in reversed(headings) if start < match.start()), "")
        line = text.count("\n", 0, match.start()) + 2
        yield Block(tuple(match["info"].split()), match["body"], section, chapter, line)


def right(section: str) -> list[Block]:
    return [block for block in blocks() if block.right and block.section == section]


@cache
def catalogue() -> frozenset[str]:
    [book] = [block for block in blocks() if block.info == ("yaml", "clauses.yaml")]
    read, result = read_clauses(Source(book.file, book.text))
    assert read is not None, result
    return read.ids()


def checked(*given: Block) -> CheckedProgram:
    """Blocks together with the small game."""
    everything = [*right(GAME), *(block for block in given if block.section != GAME or not block.right)]
    pieces = tuple(piece for block in everything for piece in parsed(block))
    return check([Unit("reference", pieces, catalogue())])


def shown(found: Diagnostic) -> str:
    text = next(block.text for block in blocks() if block.file == found.place.file)
    line, column = Source("", text).position(found.place.start)
    return f"{found.place.file} + {line - 1}, column {column}: {found.code} {found.message} ({found.help})"


SECTIONS = sorted({block.section for block in blocks() if block.right})
WRONG = [block for block in blocks() if block.wrong]


@pytest.mark.parametrize("section", SECTIONS)
def test_right_examples_pass(section: str) -> None:
    allowed = OF_A_FRAGMENT if section != GAME else set()
    result = checked(*right(section))
    assert [shown(diagnostic) for diagnostic in result.diagnostics if diagnostic.code not in allowed] == []
    own = {block.file for block in right(section)}
    scenarios = [scenario for scenario in result.program.scenarios if scenario.parsed.piece.file in own]
    assert [failed for scenario in scenarios for failed in failures(result.program, scenario)] == []


def failures(program: Program, scenario: ScenarioSource) -> Iterator[str]:
    for outcome in run_scenario(program, scenario):
        if not outcome.passed:
            assert isinstance(scenario.parsed.tree, nodes.Scenario)
            yield f"{scenario.parsed.piece.file}, {scenario.parsed.tree.name.value!r}: {outcome.message}"


@pytest.mark.parametrize("block", WRONG, ids=lambda block: f"{block.wrong}-{block.file}")
def test_wrong_examples_give_their_code(block: Block) -> None:
    before = [item for item in right(block.section) if item.line < block.line]
    results = [item for item in checked(*before, block).diagnostics if item.place.file == block.file]
    codes = {item.code for item in results} - (OF_A_FRAGMENT - {block.wrong})
    assert codes == {block.wrong}, [shown(item) for item in results]


@pytest.mark.parametrize("block", [block for block in blocks() if block.right], ids=lambda block: block.file)
def test_right_examples_are_in_the_one_style(block: Block) -> None:
    assert format_text(block.text).text == block.text


def test_blocks_of_the_language_are_right_or_wrong() -> None:
    odd = [block.file for block in blocks() if block.info[:1] == ("bot",) and not block.right and not block.wrong]
    assert odd == []
    assert len(SECTIONS) > 20
    assert len(WRONG) > 30


@pytest.mark.parametrize("name", ["pack.yaml", "ruleset.yaml"])
def test_manifests_are_read(name: str) -> None:
    reader = read_pack_manifest if name == "pack.yaml" else read_ruleset_manifest
    [block] = [block for block in blocks() if block.info == ("yaml", name)]
    value, result = reader(Source(name, block.text))
    assert value is not None, result


# --------------------------------------------------------------------------------------------- nothing is left out


NAMES = {**vars(nodes), "Literal": Literal, "Span": tuple}
"""The names in the annotations of nodes."""


def constructs() -> Iterator[str]:
    """Every sort of node, and every form that a node can take."""
    for name, value in vars(nodes).items():
        if not (isinstance(value, type) and issubclass(value, nodes.Node)) or value is nodes.Node:
            continue
        yield name
        for part, form in get_type_hints(value, NAMES).items():
            if get_origin(form) is Literal:
                yield from (f"{name}.{part} {word}" for word in get_args(form))


def used(node: nodes.Node) -> Iterator[str]:
    name = type(node).__name__
    yield name
    for part, form in get_type_hints(type(node), NAMES).items():
        if get_origin(form) is Literal:
            yield f"{name}.{part} {getattr(node, part)}"


def everything() -> Iterator[nodes.Node]:
    """All nodes of all right examples."""
    for block in blocks():
        for piece in parsed(block) if block.right else ():
            if piece.tree is not None:
                yield from walk(piece.tree)


def test_every_construct_has_an_example() -> None:
    seen = {word for node in everything() for word in used(node)}
    assert sorted(set(constructs()) - seen) == []


def test_every_comparison_and_preposition_has_an_example() -> None:
    signs = {node.sign for node in everything() if isinstance(node, nodes.Compare | nodes.Term | nodes.Assign)}
    assert signs == {*"is|is not|<|>|<=|>=|in|not in|has|lacks|+|-|*|/|%|=|+=|-=".split("|")}
    marks = [node for node in everything() if isinstance(node, nodes.Marks)]
    assert any(mark.formerly for mark in marks)
    assert any(mark.unenforced for mark in marks)


def prose() -> str:
    return FENCE.sub("", page())


@pytest.mark.parametrize("table", ["DECLARATIONS", "SENTENCES", "FOREIGN"])
def test_every_word_is_told(table: str) -> None:
    result: Mapping[str, str] = getattr(keywords, table)
    said = set(re.findall(r"`([^`\n]+)`", prose()))
    begun = {word.split()[0] for word in said}
    assert [word for word in result if word not in said and word not in begun] == []


def test_reserved_words_are_told() -> None:
    said = {word for text in re.findall(r"`([^`\n]+)`", prose()) for word in text.split()}
    assert sorted(keywords.RESERVED - said) == []


CITED = re.compile(r"\b(BW\d{4})\b(?:\]\(\.\./\.\./diagnostics/errors/\1\.md\))?(?:\s\(([^()]+)\))?")


def test_codes_are_called_as_they_are() -> None:
    for code, title in CITED.findall(prose()):
        assert code in registry(), code
        assert not title or " ".join(title.split()) == registry()[code].title, f"{code} is: {registry()[code].title}"


def test_every_code_of_a_text_is_told() -> None:
    names = {code for code, _ in CITED.findall(prose())}
    of_texts = (code for code in registry() if code[2] in "1236" and code[2:4] not in ("61", "62"))  # those of records
    assert sorted(code for code in of_texts if code not in names) == []


def test_every_limit_is_told() -> None:
    limits = {name: value for name, value in vars(bounds).items() if name.isupper()}
    rows = re.findall(r"^\| [^|\n]+ \| ([\d,]+) \| `([A-Z_]+)` \|$", page(), re.MULTILINE)
    assert {name: int(number.replace(",", "")) for number, name in rows} == limits


def test_links_between_the_chapters_are_valid() -> None:
    anchors = {
        f"{chapter}#{anchor(heading)}"
        for chapter, text in chapters().items()
        for heading in re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE)
    }
    links = [
        f"{file or chapter}#{place}"
        for chapter, text in chapters().items()
        for file, place in re.findall(r"\]\(([\w.-]*)#([^)]+)\)", FENCE.sub("", text))
    ]
    assert len(links) > 50
    assert [link for link in links if link not in anchors] == []


def test_the_contents_page_links_to_every_chapter() -> None:
    contents = (room("dsl") / "LANGUAGE.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \[[^\]]+\]\(docs/language/([^)]+)\)", contents, re.MULTILINE) == [*chapters()]


# ------------------------------------------------------------------------------------------- the index and precedence


def test_the_index_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert word_index.main(["--check"]) == 0, "run `python -m tools.reference.word_index`"


GRAMMAR = Path(__file__).parents[2] / "dsl" / "syntax" / "grammar.lark"


def test_every_word_is_in_the_index() -> None:
    rows = [row.split(" | ")[0] for row in word_index.rows()]
    rules = [line for line in GRAMMAR.read_text("utf-8").splitlines() if not line.startswith("//")]
    literals = re.findall(r'"([a-z_]+)"', "\n".join(rules))
    wanted = {*words(), *keywords.RESERVED, *literals} - {*keywords.FOREIGN}
    assert sorted(word for word in wanted if f"| `{word}`" not in rows) == []


def test_a_stale_index_is_detected() -> None:
    [index] = [text for text in chapters().values() if word_index.BEGIN in text]
    assert word_index.renewed(index) == index
    assert word_index.renewed(index.replace("| `adjacent` | function |", "| `adjacent` | verb |")) == index


def precedence() -> list[tuple[str, str]]:
    section = re.search(r"^## Precedence\n(.*?)^## ", page(), re.MULTILINE | re.DOTALL)
    assert section is not None
    return re.findall(r"^\|[^|]+\| `([^`]+)` \| `([^`]+)` \|$", section[1], re.MULTILINE)


@pytest.mark.parametrize("short, full", precedence())
def test_the_precedence_table_is_true(short: str, full: str) -> None:
    """Both spellings give the same tree; each row would also fail with the other grouping."""
    assert short.replace(" ", "") != full.replace(" ", "")
    assert shape(short) == shape(full)


def test_the_precedence_table_is_complete() -> None:
    assert len(precedence()) == 10
    assert shape("(a or b) and c") != shape("a or b and c")
    assert shape("(a + b) * c") != shape("a + b * c")


def shape(expression: str) -> str:
    """The tree of an expression without its positions."""
    (piece,) = parse_source(Source("x.bot", f"define x = {expression}\n"))
    assert piece.tree is not None, piece.diagnostics
    assert isinstance(piece.tree, nodes.Define)
    return bare(piece.tree.value)


def bare(value: Any) -> str:
    if isinstance(value, nodes.Group):
        return bare(value.inner)
    if isinstance(value, nodes.Node):
        inner = (bare(getattr(value, part.name)) for part in attrs.fields(type(value)) if "span" not in part.name)
        return f"{type(value).__name__}({', '.join(inner)})"
    if isinstance(value, tuple):
        return f"[{', '.join(bare(item) for item in value)}]"
    return repr(value)


# --------------------------------------------------------------------------------------- the tutorial and the first page

ROOT = room("dsl").parent
TUTORIAL = ROOT / "dsl" / "TUTORIAL.md"
SHOWN = re.compile(r"(?:^    [^\n]*\n)+", re.MULTILINE)


def shipped() -> dict[str, str]:
    """Every text of the games and packs that come along."""
    files = [file for name in ("rulesets", "content") for file in sorted(room(name).rglob("*.bot"))]
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}


@pytest.mark.parametrize("file", ["README.md"])
def test_shown_cards_are_the_shipped_ones(file: str) -> None:
    texts = [dedent(block) for block in SHOWN.findall(FENCE.sub("", (ROOT / file).read_text(encoding="utf-8")))]
    cards = [text for text in texts if text.rstrip().endswith("}")]
    assert cards
    assert [card for card in cards if not any(card in text for text in shipped().values())] == []


def written_in(pack: str) -> dict[str, str]:
    """The files of a pack as the reader of the tutorial has them at its end: a later block counts."""
    by_name: dict[str, str] = {}
    for match in FENCE.finditer(TUTORIAL.read_text(encoding="utf-8")):
        _, _, name = match["info"].partition(" ")
        if name.startswith(f"content/{pack}/"):
            by_name[name] = match["body"]
    return by_name


def test_the_tutorial_is_true_at_the_table() -> None:
    """What the reader has written at its end passes the check with the pack that `new pack` names, and its scenarios."""
    written = written_in("my-bots")
    needed = ("rulesets/scrapyard/", "content/scrapyard-starter/")
    texts = {name: text for name, text in shipped().items() if name.startswith(needed) and "/tests/" not in name}
    pieces = [piece for name, text in {**texts, **written}.items() for piece in parse_source(Source(name, text))]
    result = check([Unit("tutorial", tuple(pieces))])
    results = [
        diagnostic
        for diagnostic in result.diagnostics
        if diagnostic.severity == "error" or diagnostic.place.file in written
    ]
    assert [diagnostic.message for diagnostic in results] == []
    own = [scenario for scenario in result.program.scenarios if scenario.parsed.piece.file in written]
    assert len(own) == 2
    assert [failed for scenario in own for failed in failures(result.program, scenario)] == []


def test_the_map_of_the_language_names_every_module() -> None:
    names = set(re.findall(r"`([\w*/.]+)`", (ROOT / "dsl" / "README.md").read_text(encoding="utf-8")))
    modules = [file.stem for file in (ROOT / "dsl").rglob("*.py") if file.stem != "__init__"]
    assert [name for name in modules if not any(fnmatch(name, pattern) for pattern in names)] == []


# ------------------------------------------------------------------------------------------------- written tables

ERROR_LINE = re.compile(r"(^- \[(BW\d{4})\]\(\S+\) )\(.*\)$", re.MULTILINE)
TABLE = re.compile(r"^<!-- table (?P<words>[^\n]*) -->\n(?P<rows>.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)


def rows(table: str) -> dict[str, tuple[str, str]]:
    """The rows of a table of the language: the word, how it is written, what it means."""
    actual: Any = getattr(builtins, table, None) or getattr(keywords, table, None)
    if table == "FUNCTIONS":
        return {name: (f"`{entry.usage}`", entry.says) for name, entry in actual.items()}
    if table == "VERBS":
        return {name: (f"`{phrase(entry)}`", entry.says) for name, entry in actual.items()}
    if table == "NAMES":
        return {name: (f"`{name}`", entry.says) for name, entry in actual.items()}
    if table.endswith("_FIELDS"):
        return {name: (f"`{name}`", says) for name, (_, says) in actual.items()}
    if actual is not None:
        return {name: (f"`{name}`", says) for name, says in actual.items()}
    form = getattr(manifest, table)
    by_name = {field.name: field.metadata for field in attrs.fields(form) if field.metadata}
    return {name: (f"`{about['example']}`", about["says"]) for name, about in by_name.items()}


def phrase(verb: builtins.BuiltinVerb) -> str:
    """`move thing to place [from origin]`: the names in it are those that a hook can use."""
    slots = [(f"{slot.preposition} {slot.name}".strip(), slot.optional) for slot in verb.slots]
    return " ".join([verb.name, *(f"[{spelt}]" if optional else spelt for spelt, optional in slots)])


def written(asked: str) -> str:
    """A table of Markdown: `FUNCTIONS: count sum` is those two, `NAMES` all of them."""
    table, _, wanted = asked.partition(":")
    result = rows(table)
    picked = wanted.split() or [*result]
    lines = [f"| {result[word][0].replace('|', '¦')} | {result[word][1].replace('|', '¦')} |\n" for word in picked]
    return "| write | it means |\n|---|---|\n" + "".join(lines)


@pytest.mark.parametrize("file", chapter_files(), ids=lambda file: file.name)
def test_tables_are_those_of_the_language(file: Path, request: pytest.FixtureRequest) -> None:
    text = file.read_text(encoding="utf-8")
    true = TABLE.sub(lambda match: f"<!-- table {match['words']} -->\n{written(match['words'])}<!-- end -->", text)
    true = ERROR_LINE.sub(lambda match: f"{match[1]}({registry()[match[2]].title})", true)
    if request.config.getoption("--rewrite", default=False):
        file.write_text(true, encoding="utf-8", newline="\n")
        return
    assert text == true, "run this test with `--rewrite`"


TABLES = (
    "FUNCTIONS VERBS NAMES THING_FIELDS SPACE_FIELDS DIE_FIELDS RULESET_ITEMS COMBO_WORDS STACKING DECLARATIONS SENTENCES "
    "PackManifest RulesetManifest Clause ClauseBook"
)


@pytest.mark.parametrize("table", TABLES.split())
def test_tables_are_whole(table: str) -> None:
    collected: list[str] = []
    for match in TABLE.finditer(page()):
        name, _, wanted = match["words"].partition(":")
        if name == table:
            collected += wanted.split() or [*rows(table)]
    assert sorted(collected) == sorted(rows(table))
