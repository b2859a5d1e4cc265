"""The JSON schemas say what the classes say."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from dsl.packs.manifest import WHAT, ClauseBook, PackManifest, RulesetManifest
from dsl.packs.read_manifest import read_clauses, read_pack_manifest
from dsl.packs.schema import FILES
from dsl.text.source import Source
from tests.architecture.tree import ROOT
from tests.pack_makers import CLAUSES, PACK, RULESET, yaml
from tools.packs.write_schemas import schema_text

VALIDATORS = {
    name: Draft202012Validator(json.loads((ROOT / "dsl" / "schemas" / name).read_text(encoding="utf-8")))
    for name in FILES
}


def value(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


def good(name: str, text: str) -> bool:
    return bool(VALIDATORS[name].is_valid(value(text)))


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_what_the_classes_give(name: str) -> None:
    """After a change of the classes: `python -m tools.packs.write_schemas`."""
    assert (ROOT / "dsl" / "schemas" / name).read_text(encoding="utf-8") == schema_text(FILES[name])
    Draft202012Validator.check_schema(json.loads(schema_text(FILES[name])))


def test_every_form_has_a_schema() -> None:
    assert set(FILES.values()) == {PackManifest, RulesetManifest, ClauseBook}
    assert set(FILES.values()) <= WHAT.keys()


@pytest.mark.parametrize("name, base", [("pack.json", PACK), ("ruleset.json", RULESET), ("clauses.json", CLAUSES)])
def test_fields_agree(name: str, base: dict[str, str]) -> None:
    """Exactly the fields of the class are known, and exactly those without a default are needed."""
    form = FILES[name]
    actual = {field.name for field in attrs.fields(form)} - {"places"}
    needed = {field.name for field in attrs.fields(form) if field.default is attrs.NOTHING}
    schema = VALIDATORS[name].schema
    assert schema["properties"].keys() == actual
    assert set(schema["required"]) == needed == set(base)
    assert good(name, yaml(base))
    for field in needed:
        assert not good(name, yaml(base, **{field: None}))
    assert not good(name, yaml(base, colour="red"))


TEXT_FAULTS = {
    "id": ["Core", "con", "a b", "''", "[a]", '"a__b"', "x" * 101],
    "name": ["[a]", "''", "'  '", '"a\\nb"', "{a: b}"],
    "version": ["'1.2'", "v1.2.3", "1.2.3-beta", "01.2.3"],
    "language": ["'~1'", "'1.2.3.4'", "''"],
    "ruleset": ["game", "{id: game}", "{id: game, version: '1', colour: red}", "[]"],
    "packs": ["base", "[base]", "{}", "[{id: base}]"],
    "authors": ["Ann", "['']", "[Ann, Ann]"],
    "assets": ["[/x]", "[../x]", "[a/../x]", "['a\\b']", "[a/]", "['c:/x']", "[a//b]", "[./a]"],
    "format": ["0", "'1'"],
}
TEXT_GOOD = {
    "id": ["a", "core_set", "core-2"],
    "version": ["0.0.1", "10.20.30"],
    "language": ["'*'", "'1.x'", "'^1.2'", "1.2.3", "'>=1.2 <2'", "'>= 1.2 < 2'"],
    "packs": ["[]", "[{id: base, version: '1.x'}]"],
    "assets": ["[a.png]", "[art/cover.png, .hidden/x]", "['a b.png']", "[a..b]"],
    "format": ["1"],
}


@pytest.mark.parametrize("field, written", [(name, text) for name, some in TEXT_FAULTS.items() for text in some])
def test_both_refuse(field: str, written: str) -> None:
    text = yaml(PACK, **{field: written})
    assert read_pack_manifest(Source("pack.yaml", text))[0] is None
    assert not good("pack.json", text)


@pytest.mark.parametrize("field, written", [(name, text) for name, some in TEXT_GOOD.items() for text in some])
def test_both_accept(field: str, written: str) -> None:
    text = yaml(PACK, **{field: written})
    assert read_pack_manifest(Source("pack.yaml", text))[1] == []
    assert good("pack.json", text)


@pytest.mark.parametrize("id", ["MG-A-1", "mg-a-01", "MG-01", "MGMGMGMGM-A-01"])
def test_both_refuse_an_id_of_a_clause(id: str) -> None:
    text = yaml(CLAUSES, clauses=f"[{{id: {id}, section: x}}]")
    assert read_clauses(Source("clauses.yaml", text))[0] is None
    assert not good("clauses.json", text)


WORDS = st.sampled_from(
    ["core", "Core", "1.0.0", "^1.0", "*", "a/b.png", "../x", "MG", "", " ", "a\nb", "con", "x" * 101]
)


@given(
    st.dictionaries(
        st.sampled_from(sorted([*PACK, "description", "packs", "assets"])), WORDS | st.lists(WORDS, max_size=2)
    )
)
def test_the_reader_is_never_kinder_than_the_schema(fields: dict[str, Any]) -> None:
    """What the reader accepts, an editor with the schema does not underline. (The reader refuses more.)"""
    text = json.dumps(value(yaml(PACK)) | fields)
    manifest, _ = read_pack_manifest(Source("pack.yaml", text))
    if manifest is not None:
        assert good("pack.json", text)
