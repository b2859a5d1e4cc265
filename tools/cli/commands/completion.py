"""`botwright completion SHELL`: the completion script for a shell."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from tools.cli.group import botwright
from tools.cli.output import show

VARIABLE = "_BOTWRIGHT_COMPLETE"
SHELLS = {
    "bash": 'put `eval "$(botwright completion bash)"` into ~/.bashrc',
    "zsh": 'put `eval "$(botwright completion zsh)"` into ~/.zshrc',
    "fish": "run `botwright completion fish > ~/.config/fish/completions/botwright.fish`",
}


@click.command(epilog="To enable it: " + "; ".join(f"in {shell}, {how}" for shell, how in SHELLS.items()) + ".")
@click.argument("shell", type=click.Choice(list(SHELLS)))
def command(shell: str) -> None:
    """Print a script that completes commands, options, names and paths in your shell."""
    kind = get_completion_class(shell)
    assert kind is not None
    # the plain method: bash's own would start a shell only to ask for its version
    show(ShellComplete.source(kind(botwright, {}, "botwright", VARIABLE)) + "\n")
