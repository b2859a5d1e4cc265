"""The table of the prompt's commands: name, arguments and effect of each.

A command may be abbreviated as long as it is unambiguous. Help and completion read this table too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from dsl.diagnostics import did_you_mean
from tools.lazy import attribute
from tools.repl.steps import StepRefused
from tools.report.escape import printable

if TYPE_CHECKING:
    from tools.repl.match_steps import ReplMatch
    from tools.repl.rebuild import RebuildDifference
    from tools.repl.session import ReplSession

Doing = Callable[["ReplSession", str], Iterator[str]]
_WORDS = {"break": "break_"}
"""Commands that are called like a word of Python."""


@frozen
class NamedCommand:
    """`wants` says what sort of thing stands behind a command, for who completes it."""

    name: str
    usage: str
    says: str
    module: str
    wants: str = ""

    def __call__(self, session: ReplSession, rest: str) -> Iterator[str]:
        command: Doing = attribute(f"tools.repl.{self.module}", _WORDS.get(self.name, self.name))
        return command(session, rest)


COMMANDS = {
    one.name: one
    for one in (
        NamedCommand("help", "[COMMAND]", "what can be typed", "view_commands", "command"),
        NamedCommand("type", "EXPRESSION", "what sort of value something is", "view_commands", "words"),
        NamedCommand(
            "doc", "NAME", "what a name, a word of the language, a clause or a code means", "help_commands", "names"
        ),
        NamedCommand(
            "load",
            "GAME or FILE",
            "another game, a file with declarations, or a recorded match",
            "change_commands",
            "files",
        ),
        NamedCommand("reload", "", "read edited files again; the match goes on with them", "change_commands"),
        NamedCommand("state", "[THING]", "everything on the table, hidden things too", "view_commands", "things"),
        NamedCommand(
            "view", "[SEAT]", "the table as a seat sees it, or somebody who looks on", "view_commands", "seats"
        ),
        NamedCommand("legal", "[SEAT]", "what can be answered now", "view_commands", "seats"),
        NamedCommand(
            "do", "[SEAT] NUMBERS", "answer with numbers of options; without any, pass", "change_commands", "seats"
        ),
        NamedCommand("undo", "[NUMBER]", "take the last step back, or several", "change_commands"),
        NamedCommand("redo", "[NUMBER]", "do again what was taken back", "change_commands"),
        NamedCommand(
            "fork", "[NUMBER]", "go on in a copy of the match; with its number, go back to another", "change_commands"
        ),
        NamedCommand(
            "save", "FILE", "write the match to a file that `replay` and `:load` read", "change_commands", "files"
        ),
        NamedCommand(
            "why",
            "[NUMBER or EXPRESSION]",
            "why an event happened, or a value is what it is",
            "explain_commands",
            "words",
        ),
        NamedCommand(
            "whynot", "[SEAT:] ACTION", "why something cannot be done now, for a seat", "explain_commands", "actions"
        ),
        NamedCommand("trace", "[on or off]", "show every sentence that is done", "explain_commands"),
        NamedCommand(
            "break", "[RULE or FILE:LINE or off]", "stop before the sentences of a rule", "explain_commands", "rules"
        ),
        NamedCommand("step", "[NUMBER]", "go on to the next sentence, and stop there", "explain_commands"),
        NamedCommand("go", "", "go on with what was stopped", "explain_commands"),
        NamedCommand(
            "seed", "[NUMBER]", "the seed of the match; with a number, begin again with that one", "change_commands"
        ),
        NamedCommand("table", "", "an empty table: lay it with `given …`, then do sentences", "change_commands"),
        NamedCommand(
            "odds", "[SENTENCES;] EXPRESSION", "how likely something is from here", "explain_commands", "words"
        ),
        NamedCommand("diff", "", "what the last step has changed", "view_commands"),
        NamedCommand(
            "clauses", "[CLAUSE or TEXT]", "the rulebook, and which rules cite it", "help_commands", "clauses"
        ),
        NamedCommand(
            "rulings",
            "[NAME READING]",
            "what the rulebook leaves open, and how it is read",
            "change_commands",
            "rulings",
        ),
        NamedCommand("scenario", "NAME [in FILE]", "write the session as a scenario that passes", "file_commands"),
        NamedCommand(
            "bug", "[FILE]", "everything about this match in one file, to be sent to somebody", "file_commands", "files"
        ),
        NamedCommand("quit", "", "leave; the match is kept", "change_commands"),
    )
}


def run(session: ReplSession, name: str, rest: str) -> Iterator[str]:
    return found(name)(session, rest)


def found(name: str) -> NamedCommand:
    """The command that somebody means."""
    if name in COMMANDS:
        return COMMANDS[name]
    if name == "?":
        return COMMANDS["help"]
    begun = [command for command in COMMANDS if name and command.startswith(name)]
    if len(begun) == 1:
        return COMMANDS[begun[0]]
    if begun:
        raise StepRefused(f"`:{name}` could be {', '.join(f'`:{command}`' for command in begun)}")
    near = did_you_mean(name, COMMANDS).replace("`", "`:", 1) if name else ""
    raise StepRefused(f"there is no command `:{name[:40]}`{f': {near}' if near else ''}; `:help` lists them")


def number(rest: str, otherwise: int) -> int:
    """A number behind a command."""
    if not rest:
        return otherwise
    if not (rest.isascii() and rest.lstrip("-").isdecimal() and len(rest) < 20):
        raise StepRefused(f"`{rest[:40]}` is no number")
    return int(rest)


def parted(parting: RebuildDifference, table: ReplMatch) -> Iterator[str]:
    """Where a match that was made again goes another way."""
    behind = "before the first step" if parting.step < 0 else f"behind step {parting.step + 1}"
    if 0 <= parting.step < len(table.steps):
        behind += f" (`{table.steps[parting.step].told()}`)"
    yield printable(f"the match goes another way now, {behind}: {parting.told}", 600)
    if table.lost:
        left = len(table.lost)
        yield f"{left} step{'s' * (left != 1)} could not be done again; `:reload` tries once more"


def why_not(session: ReplSession, action: str) -> list[str]:
    return list(COMMANDS["whynot"](session, action))
