"""One value of a manifest: from a word with its place to what the field wants, or a diagnostic at that place.

There is one function for each sort of value, named after it. The words of a fault depend only on the sort of value
that is wanted, so a new field needs no new words.
"""

from __future__ import annotations

import json
import re
from typing import Any

from attrs import frozen

from dsl.diagnostics import Diagnostic, Edit, Fix, diagnose
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import packs as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.packs import manifest as forms
from dsl.packs.clause_catalogue import CLAUSE_PATTERN, PREFIX_PATTERN
from dsl.packs.paths import RESERVED, leaves_pack, not_portable
from dsl.packs.yaml_nodes import Fields, Items, Node, Refused, Word
from dsl.packs.yaml_scalars import reads_as
from dsl.text.limits import NAME_CHARACTERS, TEXT_CHARACTERS
from dsl.text.versions import Version, VersionRange, likely_version, parse_range, parse_version, range_advice

ID_PATTERN = r"^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$"


class Wrong(Exception):
    """What is wrong with a value; nothing if it was complained about before."""

    def __init__(self, *found: Diagnostic) -> None:
        super().__init__(*(fault.message for fault in found))
        self.found = found


@frozen
class Sort:
    """A sort of value in an author's words, with an example."""

    wanted: str
    example: str
    most: int = TEXT_CHARACTERS
    most_name: str = "TEXT_CHARACTERS"


SORTS: dict[Any, Sort] = {
    forms.Id: Sort("an id", "core", NAME_CHARACTERS, "NAME_CHARACTERS"),
    forms.Line: Sort("one line of text", '"…"'),
    forms.Text: Sort("text", '"…"'),
    forms.FilePath: Sort("the path of a file", "maps/shore.txt"),
    forms.Prefix: Sort("a prefix", "MG"),
    forms.ClauseId: Sort("the id of a clause", "MG-TOPIC-01", NAME_CHARACTERS, "NAME_CHARACTERS"),
    Version: Sort("a version", "1.0.0"),
    VersionRange: Sort("a range of versions", '"^1.0"'),
    int: Sort("a whole number", "1"),
}


def _word(node: Node, sort: Sort) -> Word:
    """A word that can be text: not empty, not too long, and nothing that YAML would read as something else."""
    if not isinstance(node, Word):
        raise Wrong(*shape(node, sort.wanted, sort.example))
    if not node.text.strip():
        raise Wrong(diagnose(codes.EMPTY_VALUE, node.place, name=node.key, wanted=sort.wanted))
    if len(node.text) > sort.most:
        what, limit = f"`{node.key}`", f"{sort.most:,} characters"
        raise Wrong(diagnose(TOO_LARGE, node.place, what=what, limit=limit, name=sort.most_name))
    read = reads_as(node.text) if node.plain else None
    if read is not None:
        raise Wrong(_quote_it(node, read))
    return node


def _quote_it(node: Word, read: str) -> Diagnostic:
    quoted = json.dumps(node.text, ensure_ascii=False)
    fix = Fix("put quotes around it", (Edit(node.place, quoted),))
    name, written = node.key or node.text, short(node.text)
    return diagnose(codes.QUOTE_IT, node.place, fix=fix, name=name, written=written, read=read, quoted=short(quoted))


def line_value(node: Node, _: Any) -> str:
    word = _word(node, SORTS[forms.Line])
    lines = word.text.rstrip("\n").count("\n") + 1
    if lines > 1:
        raise _wrong_shape(word, "one line of text", f"text of {lines} lines", '"…"')
    return word.text.rstrip("\n")


def text_value(node: Node, _: Any) -> str:
    return _word(node, SORTS[forms.Text]).text


def id_value(node: Node, _: Any) -> str:
    word = _word(node, SORTS[forms.Id])
    right = re.sub(r"[^a-z0-9]+", "_", word.text.lower()).strip("_0123456789")
    if not re.fullmatch(ID_PATTERN, word.text):
        why = "it has other characters" if re.match("[a-z]", word.text) else "it does not begin with a small letter"
        right = right if re.fullmatch(ID_PATTERN, right) and right not in RESERVED else "core"
        raise _wrong(codes.BAD_ID, word, id=short(word.text), why=why, right=right)
    if word.text in RESERVED:
        why = "it is the name of a device on Windows"
        raise _wrong(codes.BAD_ID, word, id=word.text, why=why, right=f"{word.text}_pack")
    return word.text


def path_value(node: Node, _: Any) -> str:
    word = _word(node, SORTS[forms.FilePath])
    why = leaves_pack(word.text) or not_portable(word.text)
    if why:
        names = [name for name in re.split(r"[/\\]", word.text) if name not in ("", ".", "..", "~")]
        last = names[-1] if names else ""
        right = last if last and not (leaves_pack(last) or not_portable(last)) else "maps/shore.txt"
        raise _wrong(codes.BAD_PATH, word, path=short(word.text), why=why, right=right)
    return word.text


def prefix_value(node: Node, _: Any) -> str:
    word = _word(node, SORTS[forms.Prefix])
    if not re.fullmatch(PREFIX_PATTERN, word.text):
        advice = "a prefix is two to eight capital letters, such as `MG`"
        raise _wrong(codes.BAD_CLAUSE_ID, word, id=short(word.text), what="a prefix", advice=advice)
    return word.text


def clause_id_value(node: Node, _: Any) -> str:
    word = _word(node, SORTS[forms.ClauseId])
    if not re.fullmatch(CLAUSE_PATTERN, word.text):
        advice = "an id is the prefix, a topic and a number of two or three digits: `MG-TOPIC-01`"
        raise _wrong(codes.BAD_CLAUSE_ID, word, id=short(word.text), what="the id of a clause", advice=advice)
    return word.text


def version_value(node: Node, _: Any) -> Version:
    if isinstance(node, Word) and node.plain and (reads_as(node.text) or "").startswith("the number"):
        # 1.2 is a number to YAML, but quotes alone would not help: a version has three
        raise _wrong(codes.BAD_VERSION, node, version=short(node.text), right=likely_version(node.text))
    word = _word(node, SORTS[Version])
    version = parse_version(word.text)
    if version is None:
        raise _wrong(codes.BAD_VERSION, word, version=short(word.text), right=likely_version(word.text))
    return version


def range_value(node: Node, _: Any) -> VersionRange:
    word = _word(node, SORTS[VersionRange])
    found = parse_range(word.text)
    if found is None:
        raise _wrong(codes.BAD_RANGE, word, range=short(word.text), advice=range_advice(word.text))
    if found.empty:
        raise _wrong(codes.EMPTY_RANGE, word, range=word.text)
    return found


def format_value(node: Node, _: Any) -> int:
    if isinstance(node, Word) and node.plain and node.text == str(forms.FORMAT):
        return forms.FORMAT
    found = f"`{short(node.text)}`" if isinstance(node, Word) and node.text else ""
    if found:
        raise _wrong_shape(node, f"the number {forms.FORMAT}", found, str(forms.FORMAT))
    raise Wrong(*shape(node, f"the number {forms.FORMAT}", str(forms.FORMAT)))


def shape(node: Node, wanted: str, example: str) -> list[Diagnostic]:
    """The complaint about a value of the wrong sort; none about one that was refused before."""
    match node:
        case Refused():
            return []
        case Word(text=text, plain=True) if not text:
            return [diagnose(codes.EMPTY_VALUE, node.place, name=node.key, wanted=wanted)]
        case Word(text=text, plain=plain):
            found = (reads_as(text) if plain else None) or "text"
            if wanted == "a list" and len(text) < 60:
                example = f"[{text if plain else json.dumps(text, ensure_ascii=False)}]"
            elif wanted == "fields" and re.fullmatch(ID_PATTERN, text):
                example = example.replace("{id: core,", "{id: " + text + ",")
        case Items():
            found = "a list"
        case Fields():
            found = "fields"
    return [_wrong_shape(node, wanted, found, example).found[0]]


def _wrong_shape(node: Node, wanted: str, found: str, example: str) -> Wrong:
    return _wrong(codes.WRONG_SHAPE, node, name=node.key, wanted=wanted, found=found, example=example)


def _wrong(code: Code, node: Node, **words: str) -> Wrong:
    return Wrong(diagnose(code, node.place, label="", help="", notes=(), fix=None, **words))


def short(text: str) -> str:
    """At most a line of what the author wrote."""
    return text if len(text) <= 60 else text[:57] + "…"
