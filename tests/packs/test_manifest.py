"""The three manifests: what a good one says, and that a bad one is told everything at its place."""

from __future__ import annotations

import subprocess
import sys
from itertools import count

import pytest

from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import Code, registry
from dsl.diagnostics.codes import packs as pack_codes
from dsl.packs.dependencies import resolve
from dsl.packs.manifest import ClauseBook, PackManifest, RulesetManifest
from dsl.packs.read_manifest import read_clauses, read_pack_manifest, read_ruleset_manifest
from dsl.text.source import Place, Source
from dsl.text.versions import Version
from tests.architecture.tree import ROOT
from tests.pack_makers import CLAUSES, PACK, RULESET, codes, completed, lines, ruleset, yaml
from tests.work import grows_in_step

FULL = """\
# the first pack
id: core
name: Core set
version: 1.2.0
language: "^1.0"
ruleset: {id: game, version: ">=1.2 <2"}
packs:
  - id: base
    version: 1.x
  - {id: extra, version: "*"}
authors: [Ann, "Ben"]
licence: CC-BY-4.0
source: |
  made up,
  card by card
description: >-
  Twelve
  bots
assets: [art/cover.png]
format: 1
"""


def read(text: str) -> tuple[PackManifest | None, list[Diagnostic], Source]:
    source = Source("content/core/pack.yaml", text)
    return *read_pack_manifest(source), source


def test_a_pack_says_who_it_is() -> None:
    manifest, result, source = read(FULL)
    assert result == []
    assert manifest is not None
    assert (manifest.id, manifest.name, manifest.version) == ("core", "Core set", Version(1, 2, 0))
    assert Version(1, 9, 9) in manifest.language
    assert Version(2, 0, 0) not in manifest.language
    assert (manifest.ruleset.id, str(manifest.ruleset.version)) == ("game", ">=1.2 <2")
    assert [(pack.id, str(pack.version)) for pack in manifest.packs] == [("base", "1.x"), ("extra", "*")]
    assert manifest.authors == ("Ann", "Ben")
    assert manifest.source == "made up,\ncard by card\n"
    assert manifest.description == "Twelve bots"
    assert manifest.assets == ("art/cover.png",)
    place = manifest.packs[0].at("version")
    assert source.text[place.start : place.end] == "1.x"
    assert source.position(place.start) == (9, 14)


def test_what_may_be_left_out() -> None:
    manifest, result, _ = read(yaml(PACK))
    assert result == []
    assert manifest is not None
    assert (manifest.packs, manifest.description, manifest.assets, manifest.format) == ((), "", (), 1)


def test_where_a_manifest_stands_does_not_matter() -> None:
    first, _ = read_pack_manifest(Source("a/pack.yaml", yaml(PACK)))
    other, _ = read_pack_manifest(Source("b/pack.yaml", "# moved\n\n" + yaml(dict(reversed(PACK.items())))))
    assert first == other
    assert first is not None
    assert other is not None
    assert first.at("id") != other.at("id")


def test_a_ruleset_has_a_catalogue_by_default() -> None:
    manifest, result = read_ruleset_manifest(Source("ruleset.yaml", yaml(RULESET)))
    assert result == []
    assert isinstance(manifest, RulesetManifest)
    assert manifest.clauses == "clauses.yaml"
    manifest, _ = read_ruleset_manifest(Source("ruleset.yaml", yaml(RULESET, clauses="book/rules.yaml")))
    assert manifest is not None
    assert manifest.clauses == "book/rules.yaml"


def test_a_catalogue() -> None:
    text = """\
game: A game
prefix: MG
summary: short
modes: [standard, duel]
notes: {spaces: "rows and columns", words: fine}
clauses:
  - id: MG-SETUP-01
    section: "1.7"
    rule: Two players.
    check: given two, then two
    gap: not said
    modes: [duel]
  - {id: MG-SETUP-102, section: Setup}
examples:
  - {id: MG-EX-01, section: Setup, given: a, when: b, then: c}
"""
    book, result = read_clauses(Source("clauses.yaml", text))
    assert result == []
    assert isinstance(book, ClauseBook)
    assert book.ids() == {"MG-SETUP-01", "MG-SETUP-102", "MG-EX-01"}
    assert book.clauses[0].section == "1.7"
    assert book.clauses[0].modes == ("duel",)
    assert book.clauses[1].rule == ""
    assert dict(book.notes) == {"spaces": "rows and columns", "words": "fine"}
    place = book.clauses[1].at("id")
    assert text[place.start : place.end] == "MG-SETUP-102"


def test_all_faults_of_a_file_at_their_places() -> None:
    text = """\
id: Core
name: yes
version: 1.2
license: free
language: "~1.0"
ruleset: {id: game, versions: "^1.0"}
authors: Ann
source: made up
colour: red
"""
    manifest, result, source = read(text)
    assert manifest is None
    assert lines(result, source) == [
        "1:5 BW4105",
        "2:7 BW4010",
        "3:10 BW4106",
        "4:1 BW4101",
        "5:11 BW4107",
        "6:21 BW4101",
        "7:10 BW4103",
        "9:1 BW4101",
    ]
    helps = [fault.help for fault in result]
    assert "core" in helps[0]
    assert helps[1] == 'quote it: `"yes"`'
    assert helps[2] == "a version is three numbers: `1.2.0`"
    assert helps[3] == "did you mean `licence`?"
    assert helps[4] == "write `^1.0`"
    assert helps[5] == "did you mean `version`?"
    assert helps[6] == "write `[Ann]`"
    assert helps[7].startswith("its fields are `id`, `name`")


def test_a_field_under_a_wrong_name_is_one_fault() -> None:
    """`licence` is not missing as well when `license` stands there."""
    _, result, _ = read(yaml(PACK, licence=None) + "license: free\n")
    assert codes(result) == ["BW4101"]
    _, result, _ = read(yaml(PACK, licence=None))
    assert codes(result) == ["BW4102"]


def test_every_missing_field_is_named() -> None:
    _, result, _ = read("id: core\n")
    assert codes(result) == ["BW4102"] * 7
    assert {fault.message.split("`")[1] for fault in result} == PACK.keys() - {"id"}


def test_a_missing_value_is_shown_at_its_key() -> None:
    _, result, source = read(yaml(PACK, name=""))
    assert lines(result, source) == ["2:1 BW4104"]


@pytest.mark.parametrize(
    "field, value, code",
    [
        ("id", "con", "BW4105"),
        ("id", "a__b", "BW4105"),
        ("id", "Ä", "BW4105"),
        ("id", "x" * 101, "BW1003"),
        ("name", "[a]", "BW4103"),
        ("name", '"a\\nb"', "BW4103"),
        ("name", '"  "', "BW4104"),
        ("source", '"' + "x" * 10_001 + '"', "BW1003"),
        ("version", "1.2.3-beta", "BW4106"),
        ("version", "01.2.3", "BW4106"),
        ("version", "[1, 2, 3]", "BW4103"),
        ("version", "~", "BW4010"),
        ("language", '"1 || 2"', "BW4107"),
        ("language", "{}", "BW4103"),
        ("ruleset", "game", "BW4103"),
        ("ruleset", '[{id: game, version: "1"}]', "BW4103"),
        ("packs", '{id: base, version: "1"}', "BW4103"),
        ("packs", "[base]", "BW4103"),
        ("packs", '[{id: a, version: "1"}, {id: a, version: "2"}]', "BW4109"),
        ("authors", "[Ann, Ann]", "BW4109"),
        ("authors", "[{name: Ann}]", "BW4103"),
        ("assets", "[/x]", "BW4115"),
        ("assets", "[a/../../x]", "BW4115"),
        ("assets", '["a\\\\b"]', "BW4115"),
        ("assets", "[aux.png]", "BW4115"),
        ("format", "0", "BW4103"),
        ("format", "'1'", "BW4103"),
        ("format", "one", "BW4103"),
    ],
)
def test_a_value_of_the_wrong_sort(field: str, value: str, code: str) -> None:
    manifest, result, source = read(yaml(PACK, **{field: value}))
    assert manifest is None
    assert codes(result) == [code]
    line = source.text.split("\n").index(f"{field}: {value}") + 1
    assert source.position(result[0].place.start)[0] == line


def test_a_later_format_is_not_judged() -> None:
    _, result, source = read("colour: red\nformat: 2\n")
    assert lines(result, source) == ["2:9 BW4114"]
    source = Source("clauses.yaml", "format: 7\nclauses: [{id: A-B-01, section: x}, {id: A-B-01, section: x}]\n")
    assert codes(read_clauses(source)[1]) == ["BW4114"]


def test_clauses_are_compared_even_when_another_has_a_fault() -> None:
    text = yaml(CLAUSES, clauses=None, modes="[duel]") + (
        "clauses:\n"
        "  - {id: MG-A-01, section: 1.7}\n"
        "  - {id: MG-A-02, section: x, modes: [duell]}\n"
        "  - {id: MG-A-02, section: x}\n"
        "  - {id: XX-A-03, section: x}\n"
        "  - {id: MG-A-1, section: x}\n"
        "examples:\n"
        "  - {id: MG-A-01, section: x, given: a, when: b, then: c}\n"
    )
    source = Source("clauses.yaml", text)
    book, result = read_clauses(source)
    assert book is None
    assert lines(result, source) == [
        "5:28 BW4010",
        "6:39 BW4113",
        "7:10 BW4111",
        "8:10 BW4112",
        "9:10 BW4110",
        "11:10 BW4111",
    ]
    assert result[1].help == "did you mean `duel`?"
    assert result[2].notes[0].place.start < result[2].place.start


def test_quoting_is_a_fix_that_repairs() -> None:
    _, result, source = read(yaml(PACK, name="1984"))
    assert len(result) == 1
    assert result[0].fix is not None
    edit = result[0].fix.edits[0]
    repaired = source.text[: edit.place.start] + edit.text + source.text[edit.place.end :]
    manifest, result, _ = read(repaired)
    assert result == []
    assert manifest is not None
    assert manifest.name == "1984"


def test_no_library_is_loaded_before_a_manifest_is_read() -> None:
    """A command that needs no manifest does not pay for YAML."""
    program = (
        "import sys, dsl.packs.read_manifest, dsl.packs.dependencies, dsl.packs.pack, tools.files\n"
        "loaded = [name for name in sys.modules if name.split('.')[0] in ('ruamel', 'cattrs', 'zipfile')]\n"
        "print(loaded)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


# ---- the pages of the codes are the cases: the wrong example has the fault, the right one has none

READERS = {
    "pack.yaml": (read_pack_manifest, PACK),
    "ruleset.yaml": (read_ruleset_manifest, RULESET),
    "clauses.yaml": (read_clauses, CLAUSES),
}


def example(code: str, heading: str) -> str:
    page = (ROOT / "dsl" / "diagnostics" / "errors" / f"{code}.md").read_text(encoding="utf-8")
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return section.split("```yaml\n")[1].split("```")[0]


def files_in(text: str) -> list[Source]:
    """The files in an example: each begins with a comment that names it."""
    parts = [part for part in text.split("# ") if part]
    collected = []
    for part in parts:
        name, _, body = part.partition("\n")
        file = name.split(",")[0]
        collected.append(Source(file, completed(body, READERS[file.split("/")[-1]][1])))
    return collected


def faults_of(code: str, heading: str) -> list[Diagnostic]:
    packs, rulesets, result = [], [], []
    for source in files_in(example(code, heading)):
        reader, _ = READERS[source.file.split("/")[-1]]
        value, more = reader(source)
        result += more
        packs += [value] if isinstance(value, PackManifest) else []
        rulesets += [value] if isinstance(value, RulesetManifest) else []
    if code > "BW42" and packs:
        result += resolve(packs[:1], packs, rulesets or [ruleset()]).diagnostics
    return result


NOT_IN_ONE_EXAMPLE = {"BW4211", "BW4212"}  # the second one is about texts: `test_since` shows it
IN_YAML = sorted(
    code.id
    for code in vars(pack_codes).values()
    if isinstance(code, Code) and code.id < "BW43" and code.id not in NOT_IN_ONE_EXAMPLE
)


@pytest.mark.parametrize("code", IN_YAML)
def test_the_page_of_a_code_is_true(code: str) -> None:
    assert code in codes(faults_of(code, "Wrong"))
    assert codes(faults_of(code, "Right")) == []


def test_every_word_of_a_message_is_filled_in() -> None:
    """No `{name}` is left over in what an author reads."""
    for code in IN_YAML:
        for fault in faults_of(code, "Wrong"):
            template = registry()[fault.code]
            for name in [part.split("}")[0] for part in f"{template.message} {template.help}".split("{")[1:]]:
                assert "{" + name + "}" not in f"{fault.message} {fault.help}", code


def test_places_are_inside_the_file() -> None:
    for code in IN_YAML:
        for source in files_in(example(code, "Wrong")):
            reader, _ = READERS[source.file.split("/")[-1]]
            for fault in reader(source)[1]:
                for place in [fault.place, *(note.place for note in fault.notes)]:
                    assert isinstance(place, Place)
                    assert place.file == source.file
                    assert 0 <= place.start <= place.end <= len(source.text)


def test_a_line_of_aliases_is_looked_through_once() -> None:
    fresh = count()  # what was read before is remembered
    grows_in_step(lambda n: read(f"name: A{next(fresh)}\nsource: &a [{', '.join(['*a'] * n)}]\n"), 100)
