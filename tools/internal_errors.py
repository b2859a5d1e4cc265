"""Reports internal errors of Botwright: details go to a file for its developers, the user sees BW9001.

The file is named after the location of the error, not the time, so an error in five hundred files leaves one report. If
the report cannot be written, the message says so and nothing else happens.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes.internal import INTERNAL
from dsl.lazy import lazy_module
from dsl.text.source import Place

if TYPE_CHECKING:
    import platformdirs

    from tools import version as tools_version
else:
    platformdirs = lazy_module("platformdirs")
    tools_version = lazy_module("tools.version")


NOWHERE = Place("", 0, 0)
FRAMES = 60  # lines kept at each end of a traceback; an endless recursion has thousands


def internal_diagnostic(error: BaseException, place: Place = NOWHERE, command: Sequence[str] = ()) -> Diagnostic:
    """Write a report about an unexpected exception and return BW9001."""
    report = write_report(error, command)
    what = type(error).__name__
    if report:
        return diagnose(INTERNAL, place, what=what, report=f"`{report}`")
    return diagnose(
        INTERNAL,
        place,
        help="this is not your fault; no report file could be written: run again with BOTWRIGHT_DEBUG=1 to see more",
        what=what,
    )


def write_report(error: BaseException, command: Sequence[str] = ()) -> str:
    """Write the report and return its path; an empty path if it cannot be written."""
    name = f"botwright-report-{_where(error)}.txt"
    text = _report(error, command).encode("utf-8", "backslashreplace")
    for folder in _folders():
        path = os.path.join(folder, name)
        try:
            os.makedirs(folder, exist_ok=True)
            with open(path, "wb") as file:
                file.write(text)
        except OSError:
            continue
        return path
    return ""


def _folders() -> list[str]:
    return [platformdirs.user_log_dir("botwright", appauthor=False), "."]


def _where(error: BaseException) -> str:
    """A short name for the location of an error: the same error always gets the same name."""
    frames = [f"{os.path.basename(f.filename)}:{f.name}:{f.lineno}" for f in traceback.extract_tb(error.__traceback__)]
    report = "\n".join([type(error).__name__, *frames[-FRAMES:]])
    return blake2b(report.encode("utf-8", "replace"), digest_size=5).hexdigest()


def _report(error: BaseException, command: Sequence[str]) -> str:
    trace = "".join(traceback.format_exception(error)).splitlines()
    if len(trace) > 4 * FRAMES:
        trace = [*trace[: 2 * FRAMES], "  ...", *trace[-2 * FRAMES :]]
    head = [
        "A fault of Botwright. Please send this to the people who maintain it, with the files that show the fault.",
        f"botwright {tools_version.version()}, Python {sys.version.split()[0]}, {sys.platform}",
        f"command: {' '.join(map(repr, command))}" if command else "",
        "",
    ]
    return "\n".join([*head, *trace, ""])
