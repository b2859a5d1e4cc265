"""Turns the YAML nodes of a manifest into values, with every error at its place.

cattrs fills in the classes of `dsl.packs.manifest` and rejects unknown fields; it gets nodes that know their place
instead of plain values. So the hook for each type of value either returns the value or raises a diagnostic, and
cattrs collects them: three errors in a file are three diagnostics.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

import attrs
from cattrs import ClassValidationError, Converter, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, override

from dsl.diagnostics import Diagnostic, Edit, Fix, Label, diagnose, nearest
from dsl.diagnostics.codes import packs as codes
from dsl.packs import manifest as forms
from dsl.packs.values import (
    VALUE_TYPES,
    ValueErrors,
    clause_id_value,
    demand,
    format_value,
    id_value,
    line_value,
    path_value,
    prefix_value,
    range_value,
    rewritten,
    shape,
    short,
    text_value,
    version_value,
)
from dsl.packs.yaml_nodes import Items, Node, Scalar, YamlFields
from dsl.text.limits import DIAGNOSTICS_KEPT, NAME_CHARACTERS
from dsl.text.source import Place
from dsl.text.versions import Version, VersionRange

# names of fields in other package formats
_SYNONYMS = {
    "depends": "packs",
    "needs": "packs",
    "uses": "packs",
    "extends": "packs",
    "author": "authors",
    "by": "authors",
    "license": "licence",
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


def structure(fields: YamlFields, form: type[Form], file: str) -> tuple[Form | None, list[Diagnostic]]:
    """The value of a whole file, or all errors in its fields."""
    if not fields.entries:
        needed = ", ".join(f"`{name}`" for name in required(form))
        return None, [diagnose(codes.EMPTY_MANIFEST, Place(file, 0, 0), file=file, needed=needed)]
    future = _future(fields, file)
    if future:
        return None, [future]
    try:
        return _converter().structure(fields, form), []
    except ValueErrors as wrong:
        return None, list(wrong.diagnostics)


def required(form: type) -> list[str]:
    return [f.name for f in attrs.fields(form) if f.default is attrs.NOTHING]


def field_names(form: type) -> list[str]:
    return [f.name for f in attrs.fields(form) if f.name != "places"]


def _future(fields: YamlFields, file: str) -> Diagnostic | None:
    """A later format may have other fields, so nothing else is reported about such a file."""
    for name, value in fields.entries:
        number = value.text if name.text == "format" and isinstance(value, Scalar) else ""
        if re.fullmatch(r"[1-9][0-9]{0,8}", number) and int(number) > forms.FORMAT:
            return diagnose(codes.FUTURE_FORMAT, value.place, file=file, found=number, known=forms.FORMAT)
    return None


@cache
def _converter() -> Converter:
    converter = Converter(detailed_validation=True, forbid_extra_keys=True)
    for value_type, hook in {
        forms.Id: id_value,
        forms.Line: line_value,
        forms.Text: text_value,
        forms.FilePath: path_value,
        forms.Prefix: prefix_value,
        forms.ClauseId: clause_id_value,
        Version: version_value,
        VersionRange: range_value,
        int: format_value,
    }.items():
        converter.register_structure_hook(value_type, hook)
    converter.register_structure_hook_factory(_is_list, lambda type_: _items_hook(type_, converter))
    converter.register_structure_hook_factory(_is_mapping, lambda _: _notes)
    for form in forms.WHAT:
        converter.register_structure_hook(form, _fields_hook(form, converter))
    return converter


def _is_list(type_: Any) -> bool:
    origin: Any = get_origin(type_)
    return origin is tuple


def _is_mapping(type_: Any) -> bool:
    origin: Any = get_origin(type_)
    return origin is Mapping


def _fields_hook(form: type, converter: Converter) -> Callable[[Node, Any], Any]:
    attrs.resolve_types(form)
    fill: Callable[[Any, Any], Any] = make_dict_structure_fn(
        form, converter, _cattrs_forbid_extra_keys=True, places=override(omit=True)
    )

    example = _example(form)

    def hook(node: Node, _: Any) -> Any:
        if not isinstance(node, YamlFields):
            raise ValueErrors(*shape(node, "fields", example))
        values = {name.text: value for name, value in node.entries}
        try:
            value = fill(values, form)
        except ClassValidationError as fault:
            raise ValueErrors(*_gather(fault, node, form)) from None
        return attrs.evolve(value, places=_places(node))

    return hook


def _example(form: type) -> str:
    """`{id: core, version: "^1.0"}`: the required fields."""
    return "{" + ", ".join(getattr(attrs.fields(form), name).metadata["example"] for name in required(form)) + "}"


def _places(node: YamlFields) -> dict[str, Place]:
    places = {"": node.place}
    for name, value in node.entries:
        places[name.text] = value.place
        if isinstance(value, Items):
            places |= {f"{name.text}.{number}": item.place for number, item in enumerate(value.items)}
    return places


def _gather(fault: ClassValidationError, node: YamlFields, form: type) -> list[Diagnostic]:
    """The diagnostics in the exceptions that cattrs collected for one class."""
    diagnostics: list[Diagnostic] = []
    missing: list[str] = []
    misspelt: set[str] = set()
    for part in fault.exceptions:
        match part:
            case ValueErrors():
                diagnostics += part.diagnostics
            case ForbiddenExtraKeysError():
                unknown = [name for name, _ in node.entries if name.text in part.extra_fields][:DIAGNOSTICS_KEPT]
                likely = [_likely_fields(name.text, form) for name in unknown]
                values = {id(name): value for name, value in node.entries}
                diagnostics += [
                    _unknown(name, some, form, values[id(name)]) for name, some in zip(unknown, likely, strict=True)
                ]
                misspelt = {some[0] for some in likely if some}
            case KeyError():
                missing.append(str(part.args[0]))
            case _:
                raise part
    # a field under a wrong name is one error, not two
    return diagnostics + [_missing(name, node, form) for name in missing if name not in misspelt]


def _likely_fields(name: str, form: type) -> list[str]:
    """The fields that the author may have meant by another name, best first."""
    names = field_names(form)
    synonym = (
        "id"
        if form is forms.Demand and name.lower() in ("name", "pack", "ruleset")
        else _SYNONYMS.get(name.lower(), "")
    )
    return [synonym] if synonym in names else nearest(name[:NAME_CHARACTERS], names)


def _unknown(name: Scalar, likely: list[str], form: type, value: Node) -> Diagnostic:
    advice = "did you mean " + " or ".join(f"`{name_}`" for name_ in likely) + "?" if likely else ""
    listed = ", ".join(f"`{field}`" for field in field_names(form))
    what = forms.WHAT[form]
    fix = None
    if likely:
        edits = [Edit(name.place, likely[0])]
        if likely[0] == "ruleset" and isinstance(value, Scalar):
            edits.append(Edit(value.place, f'{{id: {value.text}, version: "^1.0"}}'))
            advice = f'write `ruleset: {{id: {value.text}, version: "^1.0"}}`'
        elif likely[0] == "authors" and isinstance(value, Scalar):
            edits.append(Edit(value.place, f"[{value.text}]"))
        elif likely[0] == "packs" and not (
            isinstance(value, Items) and any(isinstance(x, YamlFields) for x in value.items)
        ):
            demands = _demands(value)
            edits.append(Edit(value.place, demands))
            advice = f"write `packs: {demands}`"
        fix = Fix(f"write `{likely[0]}`", tuple(edits), len(likely) == 1)
    what_is = short(name.text)
    return diagnose(codes.UNKNOWN_FIELD, name.place, help=advice, fix=fix, what=what, name=what_is, fields=listed)


def _demands(value: Node) -> str:
    """The packs that a value names, as a list of requirements."""
    match value:
        case Scalar(text=text):
            names = text.split(",")
        case Items(items=items):
            names = [item.text for item in items if isinstance(item, Scalar)]
        case YamlFields(entries=entries):
            names = [f"{name.text} {each.text}" for name, each in entries if isinstance(each, Scalar)]
        case _:
            names = []
    return f"[{', '.join(each for name in names if (each := demand(name)))}]"


def _missing(name: str, node: YamlFields, form: type) -> Diagnostic:
    place = node.entries[0][0].place if node.entries else node.place
    example = getattr(attrs.fields(form), name).metadata["example"]
    return diagnose(codes.MISSING_FIELD, place, what=forms.WHAT[form], name=name, example=example)


def _items_hook(type_: Any, converter: Converter) -> Callable[[Node, Any], Any]:
    item = get_args(type_)[0]
    example = f"[{VALUE_TYPES[item].example if item in VALUE_TYPES else _example(item)}]"

    def hook(node: Node, _: Any) -> Any:
        if not isinstance(node, Items):
            raise ValueErrors(*shape(node, "a list", example))
        values: list[Any] = []
        diagnostics: list[Diagnostic] = []
        for part in node.items:
            try:
                values.append(converter.structure(part, item))
            except ValueErrors as wrong:
                diagnostics += wrong.diagnostics
                values.append(None)
        # duplicate ids of a catalogue are searched across its two lists
        if item not in (forms.Clause, forms.Example):
            diagnostics += _duplicates(node, values)
        if item is forms.Demand and diagnostics and all(isinstance(part, Scalar) for part in node.items):
            diagnostics = [rewritten(node, "fields", "text", _demands(node))]  # one mistake, one finding
        if diagnostics or None in values:
            raise ValueErrors(*diagnostics)
        return tuple(values)

    return hook


def _duplicates(node: Items, values: list[Any]) -> list[Diagnostic]:
    first: dict[str, Place] = {}
    diagnostics = []
    for part, value in zip(node.items, values, strict=True):
        name = getattr(value, "id", value)
        if name is None:
            continue
        if name in first:
            notes = [Label(first[name], "first listed here")]
            diagnostics.append(
                diagnose(codes.LISTED_TWICE, part.place, notes=notes, name=node.key, item=f"`{short(name)}`")
            )
        first.setdefault(name, part.place)
    return diagnostics


def _notes(node: Node, _: Any) -> dict[str, str]:
    if not isinstance(node, YamlFields):
        raise ValueErrors(*shape(node, "fields", "{spaces: …}"))
    notes: dict[str, str] = {}
    diagnostics: list[Diagnostic] = []
    for name, value in node.entries:
        try:
            notes[line_value(name, None)] = text_value(value, None)
        except ValueErrors as wrong:
            diagnostics += wrong.diagnostics
    if diagnostics or len(notes) < len(node.entries):
        raise ValueErrors(*diagnostics)
    return notes
