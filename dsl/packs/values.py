"""Reads one value of a manifest: from a scalar with its place to the type of the field, or a diagnostic at that
place.

There is one function for each type of value, named after it. The message depends only on the expected type, so a new
field needs no new message.
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
from dsl.packs.yaml_nodes import Items, Node, RejectedNode, Scalar, YamlFields
from dsl.packs.yaml_scalars import reads_as
from dsl.text.limits import NAME_CHARACTERS, TEXT_CHARACTERS
from dsl.text.versions import Version, VersionRange, likely_version, parse_range, parse_version, range_advice

ID_PATTERN = r"^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$"


class ValueErrors(Exception):
    """The errors of a value; empty if they were already reported."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*(fault.message for fault in diagnostics))
        self.diagnostics = diagnostics


@frozen
class ValueType:
    """A type of value in an author's words, with an example."""

    wanted: str
    example: str
    most: int = TEXT_CHARACTERS
    most_name: str = "TEXT_CHARACTERS"


VALUE_TYPES: dict[Any, ValueType] = {
    forms.Id: ValueType("an id", "core", NAME_CHARACTERS, "NAME_CHARACTERS"),
    forms.Line: ValueType("one line of text", '"…"'),
    forms.Text: ValueType("text", '"…"'),
    forms.FilePath: ValueType("the path of a file", "maps/shore.txt"),
    forms.Prefix: ValueType("a prefix", "MG"),
    forms.ClauseId: ValueType("the id of a clause", "MG-TOPIC-01", NAME_CHARACTERS, "NAME_CHARACTERS"),
    Version: ValueType("a version", "1.0.0"),
    VersionRange: ValueType("a range of versions", '"^1.0"'),
    int: ValueType("a whole number", "1"),
}


def _scalar_text(node: Node, value_type: ValueType) -> Scalar:
    """A scalar that can be text: not empty, not too long, and not something that YAML reads as another type."""
    if not isinstance(node, Scalar):
        raise ValueErrors(*shape(node, value_type.wanted, value_type.example))
    if not node.text.strip():
        raise ValueErrors(diagnose(codes.EMPTY_VALUE, node.place, name=node.key, wanted=value_type.wanted))
    if len(node.text) > value_type.most:
        what, limit = f"`{node.key}`", f"{value_type.most:,} characters"
        raise ValueErrors(diagnose(TOO_LARGE, node.place, what=what, limit=limit, name=value_type.most_name))
    read = reads_as(node.text) if node.plain else None
    if read is not None:
        raise ValueErrors(_quote_it(node, read))
    return node


def _quote_it(node: Scalar, read: str) -> Diagnostic:
    quoted = json.dumps(node.text, ensure_ascii=False)
    fix = Fix("put quotes around it", (Edit(node.place, quoted),))
    name, shown = node.key or node.text, short(node.text)
    return diagnose(codes.QUOTE_IT, node.place, fix=fix, name=name, written=shown, read=read, quoted=short(quoted))


def line_value(node: Node, _: Any) -> str:
    word = _scalar_text(node, VALUE_TYPES[forms.Line])
    lines = word.text.rstrip("\n").count("\n") + 1
    if lines > 1:
        raise _shape_error(word, "one line of text", f"text of {lines} lines", '"…"')
    return word.text.rstrip("\n")


def text_value(node: Node, _: Any) -> str:
    return _scalar_text(node, VALUE_TYPES[forms.Text]).text


def id_value(node: Node, _: Any) -> str:
    word = _scalar_text(node, VALUE_TYPES[forms.Id])
    right = re.sub(r"[^a-z0-9]+", "-", word.text.lower()).strip("-0123456789")
    if not re.fullmatch(ID_PATTERN, word.text):
        why = "it has other characters" if re.match("[a-z]", word.text) else "it does not begin with a small letter"
        right = right if re.fullmatch(ID_PATTERN, right) and right not in RESERVED else "core"
        raise _value_error(codes.BAD_ID, word, id=short(word.text), why=why, right=right)
    if word.text in RESERVED:
        why = "it is the name of a device on Windows"
        raise _value_error(codes.BAD_ID, word, id=word.text, why=why, right=f"{word.text}_pack")
    return word.text


def path_value(node: Node, _: Any) -> str:
    word = _scalar_text(node, VALUE_TYPES[forms.FilePath])
    why = leaves_pack(word.text) or not_portable(word.text)
    if why:
        names = [name for name in re.split(r"[/\\]", word.text) if name not in ("", ".", "..", "~")]
        last = names[-1] if names else ""
        right = last if last and not (leaves_pack(last) or not_portable(last)) else "maps/shore.txt"
        raise _value_error(codes.BAD_PATH, word, path=short(word.text), why=why, right=right)
    return word.text


def prefix_value(node: Node, _: Any) -> str:
    word = _scalar_text(node, VALUE_TYPES[forms.Prefix])
    if not re.fullmatch(PREFIX_PATTERN, word.text):
        advice = "a prefix is two to eight capital letters, such as `MG`"
        raise _value_error(codes.BAD_CLAUSE_ID, word, id=short(word.text), what="a prefix", advice=advice)
    return word.text


def clause_id_value(node: Node, _: Any) -> str:
    word = _scalar_text(node, VALUE_TYPES[forms.ClauseId])
    if not re.fullmatch(CLAUSE_PATTERN, word.text):
        advice = "an id is the prefix, a topic and a number of two or three digits: `MG-TOPIC-01`"
        raise _value_error(codes.BAD_CLAUSE_ID, word, id=short(word.text), what="the id of a clause", advice=advice)
    return word.text


def version_value(node: Node, _: Any) -> Version:
    if isinstance(node, Scalar) and node.plain and (reads_as(node.text) or "").startswith("the number"):
        # 1.2 is a number in YAML, but quotes alone would not help: a version has three numbers
        raise _value_error(codes.BAD_VERSION, node, version=short(node.text), right=likely_version(node.text))
    word = _scalar_text(node, VALUE_TYPES[Version])
    version = parse_version(word.text)
    if version is None:
        raise _value_error(codes.BAD_VERSION, word, version=short(word.text), right=likely_version(word.text))
    return version


def range_value(node: Node, _: Any) -> VersionRange:
    if isinstance(node, Scalar) and node.plain and (reads_as(node.text) or "").startswith("the number"):
        right = f'"^{node.text}"'
        fix = Fix(f"write `{right}`", (Edit(node.place, right),))
        words = {"name": node.key, "written": short(node.text), "read": reads_as(node.text) or "", "quoted": right}
        raise ValueErrors(diagnose(codes.QUOTE_IT, node.place, label="", help="", notes=(), fix=fix, **words))
    word = _scalar_text(node, VALUE_TYPES[VersionRange])
    range_ = parse_range(word.text)
    if range_ is None:
        raise _value_error(codes.BAD_RANGE, word, range=short(word.text), advice=range_advice(word.text))
    if range_.empty:
        raise _value_error(codes.EMPTY_RANGE, word, range=word.text)
    return range_


def format_value(node: Node, _: Any) -> int:
    if isinstance(node, Scalar) and node.plain and node.text == str(forms.FORMAT):
        return forms.FORMAT
    shown = f"`{short(node.text)}`" if isinstance(node, Scalar) and node.text else ""
    if shown:
        raise _shape_error(node, f"the number {forms.FORMAT}", shown, str(forms.FORMAT))
    raise ValueErrors(*shape(node, f"the number {forms.FORMAT}", str(forms.FORMAT)))


def shape(node: Node, expected: str, example: str) -> list[Diagnostic]:
    """The diagnostic about a value of the wrong type; empty for one that was already rejected."""
    match node:
        case RejectedNode():
            return []
        case Scalar(text=text, plain=True) if not text:
            return [diagnose(codes.EMPTY_VALUE, node.place, name=node.key, wanted=expected)]
        case Scalar(text=text, plain=plain):
            actual = (reads_as(text) if plain else None) or "text"
            if expected == "a list" and example.startswith("[{id:"):
                example = f"[{', '.join(demand(word) for word in re.split(r'[;,|&]', text) if word.strip())}]"
            elif expected == "a list" and len(text) < 60:
                text = re.sub(r"^\((.*)\)$", r"\1", text) if plain else text
                items = re.split(r"\s*(?:[;,|/&]|\band\b)\s*", text) if plain else [text]
                example = f"[{', '.join(item if plain else json.dumps(item, ensure_ascii=False) for item in items)}]"
            elif expected == "fields" and example.startswith("{id:"):
                example = demand(text) or example
        case Items(items=items):
            actual = "a list"
            if example.startswith("{id:") and len(items) == 1 and isinstance(items[0], Scalar):
                example = demand(items[0].text) or example
        case YamlFields(entries=entries):
            actual = "fields"
            if expected == "a list" and example.startswith("[{id:"):
                pairs = [(name.text, value.text) for name, value in entries if isinstance(value, Scalar)]
                fields = dict(pairs)
                demands = [demand(f"{fields['id']} {fields.get('version', '')}")] if "id" in fields else [
                    demand(" ".join(pair)) for pair in pairs
                ]  # fmt: skip
                example = f"[{', '.join(each for each in demands if each)}]"
    return [_shape_error(node, expected, actual, example).diagnostics[0]]


def demand(text: str) -> str:
    """`core ^1.0`, `core@1.0` or `core` as fields; empty if no id is in it."""
    match = re.fullmatch(r"\s*([A-Za-z][\w-]*)\s*(?:[@:=\s]\s*)?([\^~>=v]*\s*\d[\w.]*)?\s*", text)
    if match is None:
        return ""
    range_ = parse_range((match[2] or "^1.0").replace("v", "^").strip())
    version = (match[2] or "^1.0").replace("v", "^").strip()
    version = version if range_ is not None and version[:1] in "^~>=" else f"^{version.lstrip('^~>= ')}"
    return f'{{id: {match[1].lower()}, version: "{version}"}}'


def _shape_error(node: Node, expected: str, actual: str, example: str) -> ValueErrors:
    return _value_error(codes.WRONG_SHAPE, node, name=node.key, wanted=expected, found=actual, example=example)


def rewritten(node: Node, expected: str, actual: str, example: str) -> Diagnostic:
    """The diagnostic about a value of the wrong type, with the value that takes its place."""
    return _shape_error(node, expected, actual, example).diagnostics[0]


def _value_error(code: Code, node: Node, **words: str) -> ValueErrors:
    right = words.get("right") or (words.get("example") if "…" not in words.get("example", "…") else "")
    fix = Fix(f"write `{right}`", (Edit(node.place, right),)) if right and code in _REPAIRED else None
    return ValueErrors(diagnose(code, node.place, label="", help="", notes=(), fix=fix, **words))


_REPAIRED = (codes.BAD_ID, codes.BAD_VERSION, codes.WRONG_SHAPE)
"""Errors whose help is a value that can be put in the place of the wrong one."""


def short(text: str) -> str:
    """A text, cut to at most a line."""
    return text if len(text) <= 60 else text[:57] + "…"
