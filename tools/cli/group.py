"""The table of commands. A command is loaded only when it is called; `--help` prints the list from this table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dsl.lazy import attribute, lazy_module

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dsl import diagnostics
    from tools import version as tools_version
    from tools.cli import complete, examples
else:
    diagnostics = lazy_module("dsl.diagnostics")
    complete = lazy_module("tools.cli.complete")
    examples = lazy_module("tools.cli.examples")
    tools_version = lazy_module("tools.version")


COMMANDS = {
    "new": "create a game, a pack or a card from a working skeleton",
    "check": "find mistakes in rules, cards and manifests",
    "test": "run scenarios; measure their coverage and how well they detect changes",
    "fmt": "format files in one style; comments and meaning are kept",
    "explain": "explain a message, a word of the language or a clause",
    "try": "drop a card into a ready-made fight and stop at its first decision",
    "play": "play a match in the terminal",
    "repl": "explore and change a match, line by line",
    "replay": "replay a recorded match, verify it, or compare two",
    "simulate": "play many matches between bots and count the results",
    "balance": "measure how strong cards are",
    "tune": "find better numbers for the score that bots play by",
    "odds": "compute probabilities in a game",
    "cards": "show cards with their rules text, or make a sheet to print",
    "clauses": "show which clauses of a rulebook are enforced and tested",
    "doc": "print the reference of the language or a game as Markdown",
    "pack": "build, verify and compare packs",
    "compile": "show the generated code of a rule or card next to its source",
    "studio": "serve one page to write, play, replay and study games in a browser",
    "lsp": "serve an editor: findings, completion, rename and more while you type",
    "bench": "measure how fast this machine plays and checks",
    "completion": "print a script that completes commands in your shell",
}

MODULES = {"try": "try_card"}
"""Commands whose name cannot be that of a module."""


class LazyGroup(click.Group):
    """A group whose commands live in `tools.cli.commands.<name>` as `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = attribute(f"tools.cli.commands.{MODULES.get(cmd_name, cmd_name)}", "command")
        if ctx.resilient_parsing:  # a shell asks how a line may go on
            complete.complete_names(command)
        else:
            examples.add_examples(command, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(unknown("command", args[0], COMMANDS), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def unknown(what: str, word: str, choices: Iterable[str]) -> str:
    """`there is no command `chek`: did you mean `check`?`"""
    names = list(choices)
    otherwise = f"there are {', '.join(f'`{name}`' for name in names)}" if 0 < len(names) <= 20 else ""
    advice = diagnostics.did_you_mean(word, names, otherwise)
    return f"there is no {what} `{word}`" + (f": {advice}" if advice else "")


def _version(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"botwright {tools_version.version()}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Show the version.")
def botwright() -> None:
    """Rules and cards of board games, written as sentences: check, play, test, ask why.

    Exit codes: 0 success, 1 findings, 2 wrong usage or an internal error. Results go to stdout, notes to stderr.
    """
