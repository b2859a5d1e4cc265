"""Runs one command from its arguments to its exit code. A person always gets sentences, never a traceback.

Wrong usage and refusals are printed as sentences. Every other exception is a bug in Botwright: it is written to a
report file and shown as BW9001.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from dsl.lazy import lazy_module
from tools.cli.group import botwright
from tools.cli.output import NotWritten, flush, note, steady

if TYPE_CHECKING:
    import traceback

    from tools import internal_errors
    from tools.report import escape, findings, full, style
else:
    escape = lazy_module("tools.report.escape")
    internal_errors = lazy_module("tools.internal_errors")
    findings = lazy_module("tools.report.findings")
    full = lazy_module("tools.report.full")
    style = lazy_module("tools.report.style")
    traceback = lazy_module("traceback")


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
        return 0  # click itself noticed a closed stream while printing help
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
    context = getattr(refusal, "ctx", None)
    if context is not None:
        note(escape.lines_of(context.get_usage()), f"Try '{context.command_path} --help' for help.", "")
    note(f"error: {escape.lines_of(refusal.format_message())}")
    return refusal.exit_code


def fault(error: Exception, words: Sequence[str]) -> int:
    """Report an internal error; earlier output stays."""
    diagnostic = internal_errors.internal_diagnostic(error, command=words)
    note(*full.block(diagnostic, findings.DiagnosticReport((diagnostic,)), style.ReportStyle()))
    if os.environ.get("BOTWRIGHT_DEBUG"):
        note("".join(traceback.format_exception(error)).rstrip())
    return 2
