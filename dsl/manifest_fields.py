"""From a small tree of words to the values of a manifest, with every fault at its place.

cattrs fills in the classes of `dsl.manifest` and refuses unknown fields; what it is given are not bare values but
nodes that know their place. So a hook for each sort of value either gives the value or raises a diagnostic, and cattrs
gathers what was raised: three faults in a file are three diagnostics. The words of a fault depend only on the sort of
value that is wanted, so a new field needs no new words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

import attrs
from attrs import frozen
from cattrs import ClassValidationError, Converter, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, override

from dsl import manifest as forms
from dsl.bounds import NAME_CHARACTERS, TEXT_CHARACTERS
from dsl.codes import Code
from dsl.codes import packs as codes
from dsl.codes.text import TOO_LARGE
from dsl.diagnostics import Diagnostic, Edit, Fix, Label, diagnose, did_you_mean
from dsl.paths import RESERVED, leaves_pack, not_portable
from dsl.source import Place
from dsl.versions import Range, Version, likely_version, parse_range, parse_version, range_advice
from dsl.yaml_guard import Fields, Items, Node, Refused, Word
from dsl.yaml_scalars import reads_as

ID_PATTERN = r"^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$"
PREFIX_PATTERN = r"^[A-Z]{2,8}$"
CLAUSE_PATTERN = r"^[A-Z]{2,8}-[A-Z][A-Z0-9]*-[0-9]{2,3}$"


class _Wrong(Exception):
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
    forms.Prefix: Sort("a prefix", "RB"),
    forms.ClauseId: Sort("the id of a clause", "RB-TOPIC-01", NAME_CHARACTERS, "NAME_CHARACTERS"),
    Version: Sort("a version", "1.0.0"),
    Range: Sort("a range of versions", '"^1.0"'),
    int: Sort("a whole number", "1"),
}

# what people call a field elsewhere
_ALSO_CALLED = {
    "depends": "packs",
    "dependencies": "packs",
    "requires": "packs",
    "title": "name",
    "game": "ruleset",
    "rules": "ruleset",
    "copyright": "licence",
    "summary": "description",
    "text": "rule",
    "test": "check",
    "files": "assets",
    "chapter": "section",
}

Form = TypeVar("Form")


def structure(fields: Fields, form: type[Form], file: str) -> tuple[Form | None, list[Diagnostic]]:
    """The value of a whole file, or everything that is wrong with its fields."""
    if not fields.entries:
        needed = ", ".join(f"`{name}`" for name in required(form))
        return None, [diagnose(codes.EMPTY_MANIFEST, Place(file, 0, 0), file=file, needed=needed)]
    future = _future(fields, file)
    if future:
        return None, [future]
    try:
        return _converter().structure(fields, form), []
    except _Wrong as wrong:
        return None, list(wrong.found)


def required(form: type) -> list[str]:
    return [f.name for f in attrs.fields(form) if f.default is attrs.NOTHING]


def _future(fields: Fields, file: str) -> Diagnostic | None:
    """A later format may have other fields, so nothing else is said about such a file."""
    for name, value in fields.entries:
        number = value.text if name.text == "format" and isinstance(value, Word) else ""
        if re.fullmatch(r"[1-9][0-9]{0,8}", number) and int(number) > forms.FORMAT:
            return diagnose(codes.FUTURE_FORMAT, value.place, file=file, found=number, known=forms.FORMAT)
    return None


@cache
def _converter() -> Converter:
    converter = Converter(detailed_validation=True, forbid_extra_keys=True)
    for sort, hook in {
        forms.Id: _id,
        forms.Line: _line,
        forms.Text: _text,
        forms.FilePath: _path,
        forms.Prefix: _prefix,
        forms.ClauseId: _clause_id,
        Version: _version,
        Range: _range,
        int: _format,
    }.items():
        converter.register_structure_hook(sort, hook)
    converter.register_structure_hook_factory(_is_list, lambda wanted: _items_hook(wanted, converter))
    converter.register_structure_hook_factory(_is_mapping, lambda _: _notes)
    for form in forms.WHAT:
        converter.register_structure_hook(form, _fields_hook(form, converter))
    return converter


def _is_list(wanted: Any) -> bool:
    origin: Any = get_origin(wanted)
    return origin is tuple


def _is_mapping(wanted: Any) -> bool:
    origin: Any = get_origin(wanted)
    return origin is Mapping


def _fields_hook(form: type, converter: Converter) -> Callable[[Node, Any], Any]:
    attrs.resolve_types(form)
    fill: Callable[[Any, Any], Any] = make_dict_structure_fn(
        form, converter, _cattrs_forbid_extra_keys=True, places=override(omit=True)
    )

    def hook(node: Node, _: Any) -> Any:
        if not isinstance(node, Fields):
            raise _Wrong(*_shape(node, "fields", '{id: core, version: "^1.0"}'))
        values = {name.text: value for name, value in node.entries}
        try:
            value = fill(values, form)
        except ClassValidationError as fault:
            raise _Wrong(*_gather(fault, node, form)) from None
        return attrs.evolve(value, places=_places(node))

    return hook


def _places(node: Fields) -> dict[str, Place]:
    places = {"": node.place}
    for name, value in node.entries:
        places[name.text] = value.place
        if isinstance(value, Items):
            places |= {f"{name.text}.{number}": item.place for number, item in enumerate(value.items)}
    return places


def _gather(fault: ClassValidationError, node: Fields, form: type) -> list[Diagnostic]:
    """The diagnostics in what cattrs caught while it filled in one class."""
    found: list[Diagnostic] = []
    for part in fault.exceptions:
        match part:
            case _Wrong():
                found += part.found
            case ForbiddenExtraKeysError():
                found += [_unknown(name, form) for name, _ in node.entries if name.text in part.extra_fields]
            case KeyError():
                found.append(_missing(str(part.args[0]), node, form))
            case _:
                raise part
    return found


def _unknown(name: Word, form: type) -> Diagnostic:
    known = [f.name for f in attrs.fields(form) if f.name != "places"]
    listed = ", ".join(f"`{field}`" for field in known)
    synonym = _ALSO_CALLED.get(name.text.lower())
    advice = f"did you mean `{synonym}`?" if synonym in known else did_you_mean(name.text, known)
    what = forms.WHAT[form]
    return diagnose(codes.UNKNOWN_FIELD, name.place, help=advice, what=what, name=_short(name.text), fields=listed)


def _missing(name: str, node: Fields, form: type) -> Diagnostic:
    place = node.entries[0][0].place if node.entries else node.place
    example = getattr(attrs.fields(form), name).metadata["example"]
    return diagnose(codes.MISSING_FIELD, place, what=forms.WHAT[form], name=name, example=example)


def _items_hook(wanted: Any, converter: Converter) -> Callable[[Node, Any], Any]:
    item = get_args(wanted)[0]
    example = f"[{SORTS[item].example}]" if item in SORTS else '[{id: core, version: "^1.0"}]'

    def hook(node: Node, _: Any) -> Any:
        if not isinstance(node, Items):
            raise _Wrong(*_shape(node, "a list", example))
        values: list[Any] = []
        found: list[Diagnostic] = []
        for part in node.items:
            try:
                values.append(converter.structure(part, item))
            except _Wrong as wrong:
                found += wrong.found
                values.append(None)
        # a catalogue looks for ids given twice itself, across its two lists
        if item not in (forms.Clause, forms.Example):
            found += _twice(node, values)
        if found or None in values:
            raise _Wrong(*found)
        return tuple(values)

    return hook


def _twice(node: Items, values: list[Any]) -> list[Diagnostic]:
    first: dict[str, Place] = {}
    found = []
    for part, value in zip(node.items, values, strict=True):
        name = getattr(value, "id", value)
        if name is None:
            continue
        if name in first:
            notes = [Label(first[name], "first listed here")]
            found.append(diagnose(codes.LISTED_TWICE, part.place, notes=notes, name=node.key, item=f"`{_short(name)}`"))
        first.setdefault(name, part.place)
    return found


def _notes(node: Node, _: Any) -> dict[str, str]:
    if not isinstance(node, Fields):
        raise _Wrong(*_shape(node, "fields", "{spaces: …}"))
    notes: dict[str, str] = {}
    found: list[Diagnostic] = []
    for name, value in node.entries:
        try:
            notes[_line(name, None)] = _text(value, None)
        except _Wrong as wrong:
            found += wrong.found
    if found or len(notes) < len(node.entries):
        raise _Wrong(*found)
    return notes


def _word(node: Node, sort: Sort) -> Word:
    """A word that can be text: not empty, not too long, and nothing that YAML would read as something else."""
    if not isinstance(node, Word):
        raise _Wrong(*_shape(node, sort.wanted, sort.example))
    if not node.text.strip():
        raise _Wrong(diagnose(codes.EMPTY_VALUE, node.place, name=node.key, wanted=sort.wanted))
    if len(node.text) > sort.most:
        what, limit = f"`{node.key}`", f"{sort.most:,} characters"
        raise _Wrong(diagnose(TOO_LARGE, node.place, what=what, limit=limit, name=sort.most_name))
    read = reads_as(node.text) if node.plain else None
    if read is not None:
        raise _Wrong(_quote_it(node, read))
    return node


def _quote_it(node: Word, read: str) -> Diagnostic:
    quoted = json.dumps(node.text, ensure_ascii=False)
    fix = Fix("put quotes around it", (Edit(node.place, quoted),))
    name, written = node.key or node.text, _short(node.text)
    return diagnose(codes.QUOTE_IT, node.place, fix=fix, name=name, written=written, read=read, quoted=_short(quoted))


def _line(node: Node, _: Any) -> str:
    word = _word(node, SORTS[forms.Line])
    lines = word.text.rstrip("\n").count("\n") + 1
    if lines > 1:
        raise _wrong_shape(word, "one line of text", f"text of {lines} lines", '"…"')
    return word.text.rstrip("\n")


def _text(node: Node, _: Any) -> str:
    return _word(node, SORTS[forms.Text]).text


def _id(node: Node, _: Any) -> str:
    word = _word(node, SORTS[forms.Id])
    right = re.sub(r"[^a-z0-9]+", "_", word.text.lower()).strip("_0123456789")
    if not re.fullmatch(ID_PATTERN, word.text):
        why = "it has other characters" if re.match("[a-z]", word.text) else "it does not begin with a small letter"
        right = right if re.fullmatch(ID_PATTERN, right) and right not in RESERVED else "core"
        raise _wrong(codes.BAD_ID, word, id=_short(word.text), why=why, right=right)
    if word.text in RESERVED:
        why = "it is the name of a device on Windows"
        raise _wrong(codes.BAD_ID, word, id=word.text, why=why, right=f"{word.text}_pack")
    return word.text


def _path(node: Node, _: Any) -> str:
    word = _word(node, SORTS[forms.FilePath])
    why = leaves_pack(word.text) or not_portable(word.text)
    if why:
        names = [name for name in re.split(r"[/\\]", word.text) if name not in ("", ".", "..", "~")]
        last = names[-1] if names else ""
        right = last if last and not (leaves_pack(last) or not_portable(last)) else "maps/shore.txt"
        raise _wrong(codes.BAD_PATH, word, path=_short(word.text), why=why, right=right)
    return word.text


def _prefix(node: Node, _: Any) -> str:
    word = _word(node, SORTS[forms.Prefix])
    if not re.fullmatch(PREFIX_PATTERN, word.text):
        advice = "a prefix is two to eight capital letters, such as `RB`"
        raise _wrong(codes.BAD_CLAUSE_ID, word, id=_short(word.text), what="a prefix", advice=advice)
    return word.text


def _clause_id(node: Node, _: Any) -> str:
    word = _word(node, SORTS[forms.ClauseId])
    if not re.fullmatch(CLAUSE_PATTERN, word.text):
        advice = "an id is the prefix, a topic and a number of two or three digits: `RB-TOPIC-01`"
        raise _wrong(codes.BAD_CLAUSE_ID, word, id=_short(word.text), what="the id of a clause", advice=advice)
    return word.text


def _version(node: Node, _: Any) -> Version:
    if isinstance(node, Word) and node.plain and (reads_as(node.text) or "").startswith("the number"):
        # 1.2 is a number to YAML, but quotes alone would not help: a version has three
        raise _wrong(codes.BAD_VERSION, node, version=_short(node.text), right=likely_version(node.text))
    word = _word(node, SORTS[Version])
    version = parse_version(word.text)
    if version is None:
        raise _wrong(codes.BAD_VERSION, word, version=_short(word.text), right=likely_version(word.text))
    return version


def _range(node: Node, _: Any) -> Range:
    word = _word(node, SORTS[Range])
    found = parse_range(word.text)
    if found is None:
        raise _wrong(codes.BAD_RANGE, word, range=_short(word.text), advice=range_advice(word.text))
    if found.empty:
        raise _wrong(codes.EMPTY_RANGE, word, range=word.text)
    return found


def _format(node: Node, _: Any) -> int:
    if isinstance(node, Word) and node.plain and node.text == str(forms.FORMAT):
        return forms.FORMAT
    raise _Wrong(*_shape(node, f"the number {forms.FORMAT}", str(forms.FORMAT)))


def _shape(node: Node, wanted: str, example: str) -> list[Diagnostic]:
    """The complaint about a value of the wrong sort; none about one that was refused before."""
    match node:
        case Refused():
            return []
        case Word(text=text, plain=True) if not text:
            return [diagnose(codes.EMPTY_VALUE, node.place, name=node.key, wanted=wanted)]
        case Word(text=text, plain=plain):
            found = (reads_as(text) if plain else None) or "text"
            if wanted == "a list":
                example = f"[{_short(text)}]" if plain else f"[{_short(json.dumps(text, ensure_ascii=False))}]"
        case Items():
            found = "a list"
        case Fields():
            found = "fields"
    return [_wrong_shape(node, wanted, found, example).found[0]]


def _wrong_shape(node: Node, wanted: str, found: str, example: str) -> _Wrong:
    shown = f"{node.key}: {example}" if node.key else example
    return _wrong(codes.WRONG_SHAPE, node, name=node.key, wanted=wanted, found=found, example=shown)


def _wrong(code: Code, node: Node, **words: str) -> _Wrong:
    return _Wrong(diagnose(code, node.place, label="", help="", notes=(), fix=None, **words))


def _short(text: str) -> str:
    """At most a line of what the author wrote."""
    return text if len(text) <= 60 else text[:57] + "…"
