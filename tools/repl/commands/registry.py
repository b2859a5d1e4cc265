"""The table of the prompt's commands: name, arguments and effect of each.

A command may be abbreviated as long as it is unambiguous. Help and completion read this table too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from dsl.diagnostics import did_you_mean
from dsl.lazy import attribute
from tools.repl.steps import StepRefused
from tools.report.escape import printable

if TYPE_CHECKING:
    from tools.repl.match_steps import ReplMatch
    from tools.repl.rebuild import RebuildDifference
    from tools.repl.session import ReplSession

Doing = Callable[["ReplSession", str], Iterator[str]]
_WORDS = {"break": "break_"}
"""Commands whose names are keywords of Python."""


@frozen
class NamedCommand:
    """`wants` says what kind of argument the command takes, for completion."""

    name: str
    usage: str
    says: str
    module: str
    wants: str = ""

    def __call__(self, session: ReplSession, rest: str) -> Iterator[str]:
        command: Doing = attribute(f"tools.repl.commands.{self.module}", _WORDS.get(self.name, self.name))
        return command(session, rest)


COMMANDS = {
    one.name: one
    for one in (
        NamedCommand("help", "[COMMAND]", "list the commands, or explain one", "view", "command"),
        NamedCommand("type", "EXPRESSION", "the type of an expression", "view", "words"),
        NamedCommand("doc", "NAME", "explain a name, a word of the language, a clause or a code", "help", "names"),
        NamedCommand(
            "load",
            "GAME or FILE",
            "load a game, a file with declarations, or a recorded match",
            "change",
            "files",
        ),
        NamedCommand("reload", "", "read edited files again and continue the match with them", "change"),
        NamedCommand("state", "[THING]", "everything on the table, including hidden things", "view", "things"),
        NamedCommand("view", "[SEAT]", "the table as a seat or a spectator sees it", "view", "seats"),
        NamedCommand("legal", "[SEAT]", "the possible answers now", "view", "seats"),
        NamedCommand("do", "[SEAT] NUMBERS", "answer with option numbers; without numbers, pass", "change", "seats"),
        NamedCommand("undo", "[NUMBER]", "undo the last step, or several", "change"),
        NamedCommand("redo", "[NUMBER]", "redo undone steps", "change"),
        NamedCommand(
            "fork", "[NUMBER]", "continue in a copy of the match; with a number, switch to that copy", "change"
        ),
        NamedCommand("save", "FILE", "write the match to a file that `replay` and `:load` read", "change", "files"),
        NamedCommand(
            "why",
            "[NUMBER or EXPRESSION]",
            "why an event happened, or where a value comes from",
            "explain",
            "words",
        ),
        NamedCommand("whynot", "[SEAT:] ACTION", "why an action is not possible now, for a seat", "explain", "actions"),
        NamedCommand("trace", "[on or off]", "show every sentence that is executed", "explain"),
        NamedCommand("break", "[RULE or FILE:LINE or off]", "stop before the sentences of a rule", "explain", "rules"),
        NamedCommand("step", "[NUMBER]", "run to the next sentence and stop there", "explain"),
        NamedCommand("go", "", "continue after a stop", "explain"),
        NamedCommand("seed", "[NUMBER]", "the seed of the match; with a number, start again with that seed", "change"),
        NamedCommand("table", "", "an empty table: set it up with `given …`, then run sentences", "change"),
        NamedCommand(
            "odds", "[SENTENCES;] EXPRESSION", "how likely something is from this position", "explain", "words"
        ),
        NamedCommand("diff", "", "the changes of the last step", "view"),
        NamedCommand("clauses", "[CLAUSE or TEXT]", "the rulebook, and the rules that cite it", "help", "clauses"),
        NamedCommand(
            "rulings",
            "[NAME READING]",
            "the questions that the rulebook leaves open, and their current readings",
            "change",
            "rulings",
        ),
        NamedCommand("scenario", "NAME [in FILE]", "write the session as a passing scenario", "files"),
        NamedCommand(
            "bug", "[FILE]", "write everything about this match to one file, for a bug report", "files", "files"
        ),
        NamedCommand("quit", "", "quit; the match is saved", "change"),
    )
}


def run(session: ReplSession, name: str, rest: str) -> Iterator[str]:
    return look_up(name)(session, rest)


def look_up(name: str) -> NamedCommand:
    """The command with this name or abbreviation."""
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
    """The number after a command."""
    if not rest:
        return otherwise
    if not (rest.isascii() and rest.lstrip("-").isdecimal() and len(rest) < 20):
        raise StepRefused(f"`{rest[:40]}` is not a number")
    return int(rest)


def parted(parting: RebuildDifference, table: ReplMatch) -> Iterator[str]:
    """Report where a rebuilt match takes a different course."""
    behind = "before the first step" if parting.step < 0 else f"after step {parting.step + 1}"
    if 0 <= parting.step < len(table.steps):
        behind += f" (`{table.steps[parting.step].words_of()}`)"
    yield printable(f"the match now takes a different course, {behind}: {parting.words}", 600)
    if table.lost:
        left = len(table.lost)
        yield f"{left} step{'s' * (left != 1)} could not be repeated; `:reload` tries again"


def why_not(session: ReplSession, action: str) -> list[str]:
    return list(COMMANDS["whynot"](session, action))
