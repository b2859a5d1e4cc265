"""`botwright check` with nothing but paths, without loading the command library: the most common call of all.

It builds the same options that the command would build and runs the same check. At anything unusual it gives up without
having printed anything, and the command itself reports the problem.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from dsl.lazy import TYPE_CHECKING, lazy_module

if TYPE_CHECKING:
    from tools import settings_files
    from tools.cli import output, run, run_check
    from tools.workspace.cache import cached_results
else:
    settings_files = lazy_module("tools.settings_files")
    cached_results = lazy_module("tools.workspace.cache.cached_results")
    output = lazy_module("tools.cli.output")
    run_check = lazy_module("tools.cli.run_check")
    run = lazy_module("tools.cli.run")


def quick_check(paths: Sequence[str]) -> int | None:
    """The exit code of a plain check; none if the arguments are not plain paths."""
    if any(path.startswith("-") or "\0" in path or not os.path.lexists(path) for path in paths):
        return None
    if next(settings_files.candidates(), None) is not None:
        return None
    if (summary := cached_results.known_clean(paths)) is not None:
        return output.tell(summary)
    request = run_check.CheckOptions(
        tuple(paths), "full", False, True, 0, "auto", run_check.most_shown("full", None), frozenset()
    )
    try:
        findings = run_check.check(request)
    except Exception:  # noqa: BLE001 - it will happen again where it can be told
        return None
    output.steady()
    try:
        run_check.report(request, findings)
    except output.NotWritten as error:
        output.note(f"error: {error}")
        return 1
    except Exception as error:  # noqa: BLE001 - something is printed already, so there is no second try
        return run.fault(error, ["check", *paths])
    return findings.exit_code(request.strict)
