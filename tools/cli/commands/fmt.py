"""`botwright fmt`: formats files in the standard style. A file with a syntax error stays as it is."""

from __future__ import annotations

import os
import sys
from difflib import unified_diff
from typing import TYPE_CHECKING

import click
from attrs import frozen

from dsl.syntax.decode import decode
from dsl.text.limits import FILE_BYTES
from dsl.text.source import Place
from tools.cli.common import STDIN, UsageError, color_option, existing, project_settings
from tools.cli.format_files import formatted, texts
from tools.cli.output import NotWritten, note, say, show
from tools.cli.terminal import colour_on, complain
from tools.files import write_text
from tools.internal_errors import internal_diagnostic
from tools.report.colour import Painter
from tools.report.escape import path as shown_path
from tools.report.escape import printable
from tools.report.findings import DiagnosticReport, counted

if TYPE_CHECKING:
    from tools.cli.format_files import FileText


@frozen
class Options:
    check: bool
    diff: bool
    upgrade: bool
    colour: bool


@frozen
class FileOutcome:
    """The outcome for one file, and the exit code that it alone would give."""

    changed: bool = False
    code: int = 0


@click.command
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--check", is_flag=True, help="Do not write; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Do not write; show the changes.")
@click.option("--upgrade", is_flag=True, help="Also rewrite older forms of the language.")
@color_option
def command(paths: tuple[str, ...], check: bool, diff: bool, upgrade: bool, color: str) -> int:
    """Format the files in PATHS; `-` formats stdin to stdout.

    Without a PATH, format all `.bot` files below this folder. A file with errors is not changed and counts as a
    finding.
    """
    options = Options(check, diff, upgrade, colour_on(color))
    if paths == (STDIN,):
        return _stdin(options)
    chosen = existing(paths or project_settings().paths or (".",))
    for path in chosen:
        if not path.endswith(".bot") and not os.path.isdir(path):
            raise UsageError(f"`{path}` is not a `.bot` file: only `.bot` files can be formatted")
    outcomes = [_guarded(text, options) for path in chosen for text in texts(path)]
    _tell(outcomes, options)
    changed = any(outcome.changed for outcome in outcomes)
    return max(int(check and changed), *(outcome.code for outcome in outcomes), 0)


def _stdin(options: Options) -> int:
    result = formatted("<stdin>", decode("<stdin>", sys.stdin.buffer.read(FILE_BYTES + 1)), options.upgrade)
    if result.failed:
        complain(result.findings)
        return 1
    if options.diff:
        say(_diff("<stdin>", result.before, result.after, options.colour))
    elif not options.check:
        show(result.after)
    return int(options.check and result.changed)


def _guarded(text: FileText, options: Options) -> FileOutcome:
    """An internal error in one file must not keep the others from being written."""
    try:
        return _one(text, options)
    except NotWritten:
        raise
    except Exception as error:  # noqa: BLE001 - it becomes a diagnostic with a report
        complain(DiagnosticReport((internal_diagnostic(error, Place(text.file, 0, 0), ["fmt", text.file]),)))
        return FileOutcome(code=2)


def _one(text: FileText, options: Options) -> FileOutcome:
    result = formatted(text.file, text.decoded, options.upgrade)
    if result.failed:
        complain(result.findings)
        return FileOutcome(code=1)
    if not result.changed:
        return FileOutcome()
    if options.diff:
        say(_diff(text.file, result.before, result.after, options.colour))
    elif options.check:
        say([f"would change {shown_path(text.file)}"])
    else:
        return _write(text, result.after)
    return FileOutcome(changed=True)


def _write(text: FileText, after: str) -> FileOutcome:
    fault = write_text(text.real, after)
    if fault is not None:
        complain(DiagnosticReport((fault,)))
        return FileOutcome(code=1)
    say([f"changed {shown_path(text.file)}"])
    return FileOutcome(changed=True)


def _diff(file: str, before: str, after: str, colour: bool) -> list[str]:
    """The changes as a diff; control characters are written out."""
    paint = Painter(colour)
    lines = unified_diff(before.split("\n"), after.split("\n"), shown_path(file), shown_path(file), lineterm="")
    painted = {"+": paint.added, "-": paint.removed, "@": paint.note}
    return [painted.get(line[:1], str)(printable(line.rstrip("\n"))) for line in lines]


def _tell(outcomes: list[FileOutcome], options: Options) -> None:
    changed = sum(outcome.changed for outcome in outcomes)
    failed = sum(outcome.code > 0 for outcome in outcomes)
    verb = "would change" if options.check or options.diff else "changed"
    parts = [f"{counted(changed, 'file')} {verb}", f"{len(outcomes) - changed - failed:,} already formatted"]
    if failed:
        parts.append(f"{failed:,} skipped because of errors")
    note(", ".join(parts))
