"""Shared by all commands: options, project settings, path checks, and exit codes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dsl.lazy import lazy_module
from tools.cli.output import note, show
from tools.cli.terminal import complain

if TYPE_CHECKING:
    from dsl import diagnostics
    from tools import files, resources, settings
    from tools.report import escape
    from tools.report.findings import CommandOutput
    from tools.settings import Settings
else:
    settings = lazy_module("tools.settings")
    escape = lazy_module("tools.report.escape")
    files = lazy_module("tools.files")
    resources = lazy_module("tools.resources")
    diagnostics = lazy_module("dsl.diagnostics")

Command = TypeVar("Command", bound=Callable[..., Any])

STDIN = "-"


def color_option(command: Command) -> Command:
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="When to use colour; NO_COLOR and FORCE_COLOR also apply.",
    )(command)


def output_option(command: Command) -> Command:
    return click.option(
        "--output", "-o", type=click.Path(dir_okay=False), default=None, help="Write to a file instead of stdout."
    )(command)


def project_settings() -> Settings:
    """The settings of the project; ends the command if they are wrong."""
    loaded = settings.load()
    if loaded.findings.diagnostics:
        complain(loaded.findings)
        raise click.exceptions.Exit(2)
    return loaded.settings


def finish(answer: CommandOutput, output: str | None = None, coloured: bool = False) -> int:
    """Print the result of a command, or write it to a file; errors go to stderr and to the exit code.

    In a text without colours, control characters are written out.
    """
    if answer.findings.diagnostics:
        complain(answer.findings)
    code = answer.findings.exit_code()
    if answer.text and output is None:
        text = answer.text.removesuffix("\n")
        show((text if coloured else escape.lines_of(text)) + "\n")
    elif answer.text and output is not None and not code:
        write(output, answer.text)
        note(f"wrote {escape.printable(output)}")
    return code


def write(path: str, text: str) -> None:
    """Write a file whole or not at all."""
    failed = files.write_text(path, text)
    if failed is not None:
        raise CommandFailed(failed.message)


class UsageError(click.ClickException):
    """Wrong use of a command."""

    exit_code = 2


class CommandFailed(click.ClickException):
    """The disk or another program keeps a command from doing its work."""

    exit_code = 1


def existing(paths: Sequence[str], names: Sequence[str] = ()) -> tuple[str, ...]:
    """The given paths; raises if one does not exist, with the nearest of the names and files that do."""
    if STDIN in paths and len(paths) > 1:
        raise UsageError("`-` reads one text from stdin, so it cannot be combined with other paths")
    for path in paths:
        if path != STDIN and ("\0" in path or not os.path.lexists(path)):
            raise UsageError(f"there is no file or folder `{path}`{_near(path, names)}")
    return tuple(paths)


def game_folder(game: str) -> str:
    """The folder of a named game: a path, a game of this project, or one that comes with Botwright."""
    return _known(game, "rulesets", {name: str(path) for name, path in resources.shipped_rulesets().items()})


def pack_folder(pack: str) -> str:
    """The folder or file of a named pack."""
    return _known(pack, "content", {name: str(path) for name, path in resources.shipped_packs().items()})


def _known(word: str, room: str, shipped: Mapping[str, str]) -> str:
    here = os.path.join(room, word)
    if os.path.lexists(word) or (word not in shipped and not os.path.isdir(here)):
        return existing([word], [*shipped, *_listed(room)])[0]
    return here if os.path.isdir(here) else shipped[word]


def _near(path: str, names: Sequence[str]) -> str:
    beside = _listed(os.path.dirname(path) or ".")
    otherwise = f"there are {', '.join(f'`{name}`' for name in sorted(set(names)))}" if 0 < len(names) <= 20 else ""
    advice = diagnostics.did_you_mean(os.path.basename(path), [*names, *beside], otherwise)
    return f": {advice}" if advice else ""


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)[:10_000]
    except (OSError, ValueError):
        return []


def pattern_of(text: str | None) -> re.Pattern[str] | None:
    """The pattern of `-k`."""
    try:
        return re.compile(text) if text is not None else None
    except re.error as error:
        raise UsageError(f"`{text}` is not a regular expression: {error}") from error
