"""`botwright check` with nothing but paths, without loading the command library: the most common call of all.

It builds the same options that the command would build and runs the same check. At anything unusual it gives up without
having printed anything, and the command itself reports the problem.
"""

from __future__ import annotations

import os
from collections.abc import Sequence


def quick_check(paths: Sequence[str]) -> int | None:
    """The exit code of a plain check; none if the arguments are not plain paths."""
    if any(path.startswith("-") or "\0" in path or not os.path.lexists(path) for path in paths):
        return None
    from tools.settings_files import candidates

    if next(candidates(), None) is not None:
        return None
    from tools.workspace.cached_results import known_clean

    if (summary := known_clean(paths)) is not None:
        from tools.cli.output import tell

        return tell(summary)
    from tools.cli.output import NotWritten, note, steady
    from tools.cli.run_check import CheckOptions, check, most_shown, report

    request = CheckOptions(tuple(paths), "full", False, True, 0, "auto", most_shown("full", None), frozenset())
    try:
        findings = check(request)
    except Exception:  # noqa: BLE001 - it will happen again where it can be told
        return None
    steady()
    try:
        report(request, findings)
    except NotWritten as error:
        note(f"error: {error}")
        return 1
    except Exception as error:  # noqa: BLE001 - something is printed already, so there is no second try
        from tools.cli.run import fault

        return fault(error, ["check", *paths])
    return findings.exit_code(request.strict)
