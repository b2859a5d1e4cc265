"""Runs one command from its arguments to its exit code. A person always gets sentences, never a traceback.

Wrong usage and refusals are printed as sentences. Every other exception is a bug in Botwright: it is written to a
report file and shown as BW9001.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from tools.cli.group import botwright
from tools.cli.output import NotWritten, flush, note, steady


def run(words: Sequence[str]) -> int:
    steady()
    try:
        code = _run(words)
        flush()
    except NotWritten as error:
        note(f"error: {error}")
        return 1
    return code


def _run(words: Sequence[str]) -> int:
    try:
        answer = botwright.main(args=list(words), prog_name="botwright", standalone_mode=False)
        return answer if isinstance(answer, int) else 0
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except SystemExit:
        return 0  # only when click itself found that nobody reads its help
    except (click.Abort, KeyboardInterrupt):
        note("stopped")
        return 130
    except click.ClickException as refusal:
        return _refuse(refusal)
    except NotWritten:
        raise
    except Exception as error:  # noqa: BLE001 - the last place where a fault of ours can become a sentence
        return fault(error, words)


def _refuse(refusal: click.ClickException) -> int:
    from tools.report.escape import lines_of

    context = getattr(refusal, "ctx", None)
    if context is not None:
        note(lines_of(context.get_usage()), f"Try '{context.command_path} --help' for help.", "")
    note(f"error: {lines_of(refusal.format_message())}")
    return refusal.exit_code


def fault(error: Exception, words: Sequence[str]) -> int:
    """Report an internal error; earlier output stays."""
    from tools.internal_errors import internal_diagnostic
    from tools.report.findings import DiagnosticReport
    from tools.report.full import block
    from tools.report.style import ReportStyle

    diagnostic = internal_diagnostic(error, command=words)
    note(*block(diagnostic, DiagnosticReport((diagnostic,)), ReportStyle()))
    if os.environ.get("BOTWRIGHT_DEBUG"):
        import traceback

        note("".join(traceback.format_exception(error)).rstrip())
    return 2
