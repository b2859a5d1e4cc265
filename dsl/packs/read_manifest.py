"""Reads a manifest: its values, or every error in the file at its place, never an exception."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes.packs import FUTURE_FORMAT
from dsl.lazy import lazy_module
from dsl.packs.manifest import ClauseBook, PackManifest, RulesetManifest
from dsl.text.limits import DIAGNOSTICS_KEPT
from dsl.text.source import Source

if TYPE_CHECKING:
    from dsl.packs import clause_catalogue, fields, yaml_guard
else:
    clause_catalogue = lazy_module("dsl.packs.clause_catalogue")
    fields = lazy_module("dsl.packs.fields")
    yaml_guard = lazy_module("dsl.packs.yaml_guard")


def read_pack_manifest(source: Source) -> tuple[PackManifest | None, list[Diagnostic]]:
    """The values of a `pack.yaml`, or all its errors."""
    return _read(source, PackManifest)


def read_ruleset_manifest(source: Source) -> tuple[RulesetManifest | None, list[Diagnostic]]:
    """The values of a `ruleset.yaml`, or all its errors."""
    return _read(source, RulesetManifest)


def read_clauses(source: Source) -> tuple[ClauseBook | None, list[Diagnostic]]:
    """The catalogue in a `clauses.yaml`, or all its errors."""
    return _read(source, ClauseBook)


Form = TypeVar("Form", PackManifest, RulesetManifest, ClauseBook)


def _read(source: Source, form: type[Form]) -> tuple[Form | None, list[Diagnostic]]:
    key: Any = form
    value, diagnostics = _read_once(source, key)
    return value, list(diagnostics)


@lru_cache(maxsize=64)
def _read_once(source: Source, form: type[Any]) -> tuple[Any, tuple[Diagnostic, ...]]:
    """Cached, so that a process that checks repeatedly reads a manifest only if its text has changed."""
    # the YAML library and cattrs are loaded only when there is a manifest to read
    nodes, diagnostics = yaml_guard.compose(source)
    value: Any = None
    if nodes is not None:
        value, more = fields.structure(nodes, form, source.file)
        diagnostics += more
        if form is ClauseBook and not any(fault.code == FUTURE_FORMAT.id for fault in more):
            diagnostics += clause_catalogue.compare_clauses(nodes)
    sorted_diagnostics = tuple(sorted(set(diagnostics), key=lambda fault: fault.sort_key)[:DIAGNOSTICS_KEPT])
    return (None if sorted_diagnostics else value), sorted_diagnostics
