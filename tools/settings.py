"""The settings of a project: `botwright.toml`, or `[tool.botwright]` in `pyproject.toml`, nearest folder first.

The TOML reader gives no positions, so the position of a wrong setting is found by searching the text for its name.
`tools.settings_files` finds the files without loading anything.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from dsl.diagnostics import Diagnostic, diagnose, did_you_mean
from dsl.diagnostics.codes import registry
from dsl.diagnostics.codes.settings import NOT_ALLOWED, NOT_TOML, TWO_SETTINGS, UNKNOWN_SETTING, WRONG_SETTING
from dsl.lazy import lazy_module
from dsl.syntax.decode import decode
from dsl.text.limits import MANIFEST_BYTES
from dsl.text.source import Place, Source
from tools.report import FORMATS
from tools.report.findings import DiagnosticReport
from tools.settings_files import OWN, SHARED, candidates

if TYPE_CHECKING:
    import tomllib
else:
    tomllib = lazy_module("tomllib")


@frozen
class Settings:
    format: str = "full"
    strict: bool = False
    paths: tuple[str, ...] = ()
    allow: frozenset[str] = frozenset()


@frozen
class LoadedSettings:
    settings: Settings = Settings()
    findings: DiagnosticReport = field(factory=DiagnosticReport)


def load(folder: str = ".") -> LoadedSettings:
    """The settings of the project that contains a folder, with a finding for each invalid setting."""
    for raws in candidates(folder):
        files = [file for path, raw in raws if (file := _File.of(path, raw))]
        if len(files) == 2:
            return files[0].fault(diagnose(TWO_SETTINGS, Place(files[0].file, 0, 0), file=OWN, other=SHARED))
        if files:
            return files[0].load()
    return LoadedSettings()


@frozen
class _File:
    """A settings file; its folder is relative to the current folder."""

    file: str
    folder: str
    raw: bytes
    table: tuple[str, ...]

    @classmethod
    def of(cls, path: str, raw: bytes) -> _File | None:
        own = os.path.basename(path) == OWN
        folder = os.path.relpath(os.path.dirname(path))
        name = os.path.basename(path)
        shown = name if folder == "." else os.path.join(folder, name)
        file = cls(shown, folder, raw, () if own else ("tool", "botwright"))
        return file if own or file._holds_ours() else None

    def _holds_ours(self) -> bool:
        """Whether a shared file such as `pyproject.toml` has our table; false if it cannot be parsed."""
        try:
            tool = tomllib.loads(self.raw.decode()).get("tool")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
            return re.search(rb"(?m)^\s*\[tool\.botwright\]", self.raw) is not None
        return isinstance(tool, dict) and "botwright" in tool

    def fault(self, diagnostic: Diagnostic, text: str = "") -> LoadedSettings:
        return LoadedSettings(findings=DiagnosticReport((diagnostic,), {self.file: Source(self.file, text)}, 1, 0))

    def load(self) -> LoadedSettings:
        decoded = decode(self.file, self.raw, MANIFEST_BYTES, "MANIFEST_BYTES")
        if not decoded.readable:
            return LoadedSettings(findings=DiagnosticReport(decoded.diagnostics, {self.file: decoded.source}, 1, 0))
        text = decoded.source.text
        try:
            values: Any = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            return self._not_toml(text, str(error))
        for name in self.table:
            values = values[name]
        if not isinstance(values, dict):
            values = {"botwright": values}
        return _SettingsReader(self, text).settings(values)

    def _not_toml(self, text: str, problem: str) -> LoadedSettings:
        source = Source(self.file, text)
        offset = len(text)
        if at := re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", problem):
            problem = problem[: at.start()]
            if at.group(1):
                offset = source.line_starts[int(at.group(1)) - 1] + int(at.group(2)) - 1
        problem = problem[:1].lower() + problem[1:]
        return self.fault(diagnose(NOT_TOML, Place(self.file, offset, offset), problem=problem), text)


class _SettingsReader:
    """Turns the values of a table into settings and collects findings about invalid values."""

    def __init__(self, file: _File, text: str) -> None:
        self.file = file
        self.text = text
        self.found: list[Diagnostic] = []

    def settings(self, values: Mapping[str, Any]) -> LoadedSettings:
        read: dict[str, Callable[[Any], Settings]] = {
            "format": self._format,
            "strict": self._strict,
            "paths": self._paths,
            "allow": self._allow,
        }
        self.result = Settings()
        for name, value in values.items():
            if name in read:
                self.result = read[name](value)
            else:
                names = ", ".join(f"`{setting}`" for setting in read)
                advice = did_you_mean(name, read)
                self.found.append(diagnose(UNKNOWN_SETTING, self._at(name), help=advice, name=name, settings=names))
        findings = DiagnosticReport(tuple(self.found), {self.file.file: Source(self.file.file, self.text)}, 1, 0)
        return LoadedSettings(self.result, findings)

    def _wrong(self, name: str, value: Any, wanted: str, example: str) -> Settings:
        kinds = {bool: "yes or no", int: "a number", float: "a number", list: "a list", dict: "a table"}
        kind = f'"{value}"' if isinstance(value, str) else kinds.get(type(value), "something else")
        fault = diagnose(WRONG_SETTING, self._at(name), name=name, wanted=wanted, found=kind, example=example)
        self.found.append(fault)
        return self.result

    def _at(self, setting: str) -> Place:
        return Place(self.file.file, *self._span(setting))

    def _span(self, setting: str) -> tuple[int, int]:
        """The position of a setting: its name at the start of a line, below the header of our table."""
        start = 0
        if self.file.table and (head := re.search(r"(?m)^\s*\[\s*tool\s*\.\s*botwright\b.*$", self.text)):
            start = head.end()
        name = re.escape(setting)
        at = re.compile(rf"(?m)^[ \t\[]*(?:tool\.botwright\.)?([\"']?{name}[\"']?)").search(self.text, start)
        return at.span(1) if at else (0, 0)

    def _format(self, value: Any) -> Settings:
        if isinstance(value, str) and value in FORMATS:
            return evolve(self.result, format=value)
        return self._wrong("format", value, "one of " + ", ".join(FORMATS), 'format = "full"')

    def _strict(self, value: Any) -> Settings:
        if isinstance(value, bool):
            return evolve(self.result, strict=value)
        return self._wrong("strict", value, "`true` or `false`", "strict = true")

    def _paths(self, value: Any) -> Settings:
        if not _texts(value) or not all(path and "\0" not in path for path in value):
            return self._wrong("paths", value, "a list of paths", 'paths = ["rulesets", "content"]')
        paths = (
            path if os.path.isabs(path) else os.path.relpath(os.path.join(self.file.folder, path)) for path in value
        )
        return evolve(self.result, paths=tuple(paths))

    def _allow(self, value: Any) -> Settings:
        if not _texts(value):
            return self._wrong("allow", value, "a list of codes", 'allow = ["BW1110"]')
        for code in value:
            entry = registry().get(code)
            if entry is None or entry.severity == "error":
                why = "there is no such code" if entry is None else "it is an error"
                advice = did_you_mean(code, registry()) if entry is None else ""
                self.found.append(diagnose(NOT_ALLOWED, self._at("allow"), help=advice, code=code, why=why))
        return evolve(self.result, allow=frozenset(value))


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
