"""The manifests as JSON Schemas, for editors that complete and check while the author types.

The schemas are generated from the classes of `dsl.packs.manifest`, so they cannot differ; the files under
`dsl/schemas/` are the output of this module, and a test compares them. A schema sees values, not text: it cannot
detect that YAML read `1.10` as a number, an id that occurs in two places, or an empty range of versions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_origin

import attrs

from dsl.packs import manifest as forms
from dsl.packs.clause_catalogue import CLAUSE_PATTERN, PREFIX_PATTERN
from dsl.packs.fields import required
from dsl.packs.paths import RESERVED
from dsl.packs.values import ID_PATTERN
from dsl.text.limits import LIST_ITEMS, NAME_CHARACTERS, PATH_CHARACTERS, TEXT_CHARACTERS
from dsl.text.versions import RANGE_PATTERN, VERSION_PATTERN, Version, VersionRange

FILES: dict[str, type] = {
    "pack.json": forms.PackManifest,
    "ruleset.json": forms.RulesetManifest,
    "clauses.json": forms.ClauseBook,
}
"""The files under `dsl/schemas/`, and the form of each."""

_NOT_BLANK = r"\S"
_INSIDE = r"^(?!/|~|[A-Za-z]:)(?!(?:.*/)?\.{1,2}(?:/|$))(?!.*//)(?!.*/$)[^\\<>:\"|?*]+$"

_WORDS: dict[Any, dict[str, Any]] = {
    forms.Id: {"maxLength": NAME_CHARACTERS, "pattern": ID_PATTERN, "not": {"enum": sorted(RESERVED)}},
    forms.Line: {"maxLength": TEXT_CHARACTERS, "pattern": r"^[^\n]*\S[^\n]*$"},
    forms.Text: {"maxLength": TEXT_CHARACTERS, "pattern": _NOT_BLANK},
    forms.FilePath: {"maxLength": PATH_CHARACTERS, "pattern": _INSIDE},
    forms.Prefix: {"pattern": PREFIX_PATTERN},
    forms.ClauseId: {"maxLength": NAME_CHARACTERS, "pattern": CLAUSE_PATTERN},
    Version: {"pattern": VERSION_PATTERN},
    VersionRange: {"pattern": RANGE_PATTERN},
}


def schema(form: type) -> dict[str, Any]:
    """The schema of a whole file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": forms.WHAT[form],
        **_fields(form),
    }


def _fields(form: type) -> dict[str, Any]:
    attrs.resolve_types(form)
    fields = [f for f in attrs.fields(form) if f.name != "places"]
    return {
        "type": "object",
        "properties": {f.name: {"description": f.metadata["says"], **_value(f.type)} for f in fields},
        "required": required(form),
        "additionalProperties": False,
    }


def _value(type_: Any) -> dict[str, Any]:
    if type_ in _WORDS:
        return {"type": "string", **_WORDS[type_]}
    if type_ is int:
        return {"const": forms.FORMAT}
    if attrs.has(type_):
        return _fields(type_)
    item = get_args(type_)
    origin: Any = get_origin(type_)
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _value(item[1]), "maxProperties": LIST_ITEMS}
    return {"type": "array", "items": _value(item[0]), "maxItems": LIST_ITEMS, "uniqueItems": True}
