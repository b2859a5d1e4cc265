"""Transcripts: Markdown files whose `console` blocks are run and compared with what they say.

A fenced block ` ```bot cards.bot ` with a file name after its language is written to the project first; a block
` ```console ` holds lines `$ command` with the output below each. A line `...` stands for any number of lines, `[..]`
for any part of a line, and `[exit 1]` at the end for an exit code other than 0. Output and notes are read together,
as a person sees them. A block whose output holds a fence has a longer fence itself.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from tests.guards import GUARD

FENCE = re.compile(r"^(?P<fence>```+)(\w*)(?: +(\S+))?\n(.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)


@frozen
class Command:
    line: str
    expected: tuple[str, ...]


Run = Callable[[str], list[str]]


def commands(body: str) -> list[Command]:
    """The commands of one console block with the lines that should follow each."""
    collected: list[Command] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            collected.append(Command(line[2:], ()))
        else:
            assert collected, f"a console block begins with a command, not with {line!r}"
            collected[-1] = Command(collected[-1].line, (*collected[-1].expected, line))
    return collected


def matches(expected: tuple[str, ...] | list[str], actual: list[str]) -> bool:
    """Whether an output is as expected, with `...` for any lines and `[..]` for any part of one."""
    reached = {0}  # lines of the output that the expectation so far can have used up
    for line in expected:
        if line == "...":
            reached = set(range(min(reached, default=len(actual) + 1), len(actual) + 1))
        else:
            pattern = re.compile(".*".join(re.escape(part) for part in line.split("[..]")))
            reached = {at + 1 for at in reached if at < len(actual) and pattern.fullmatch(actual[at])}
    return len(actual) in reached


def replay(text: str, project: Path, run: Run) -> tuple[str, list[str]]:
    """Run a transcript; its text with the real outputs, and a note for each command that gave another one."""
    wrong: list[str] = []

    def block(match: re.Match[str]) -> str:
        fence, language, name, body = match.groups()
        if language == "console":
            return f"{fence}console\n{_console(body, run, wrong)}{fence}"
        if name:
            file = project / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(body, encoding="utf-8", newline="")
        return match.group()

    return FENCE.sub(block, text), wrong


def _console(body: str, run: Run, wrong: list[str]) -> str:
    lines: list[str] = []
    for command in commands(body):
        actual = run(command.line)
        good = matches(command.expected, actual)
        if not good:
            wrong.append(f"$ {command.line}\n" + "\n".join(actual))
        lines += [f"$ {command.line}", *(command.expected if good else with_gaps(command.expected, actual))]
    return "".join(f"{line}\n" for line in lines)


def with_gaps(expected: tuple[str, ...], actual: list[str]) -> list[str]:
    """An output in which a line with `[..]` that still fits stays as it was written."""
    gaps = [line for line in expected if "[..]" in line]
    return [next((gap for gap in gaps if matches([gap], [line])), line) for line in actual]


def shell(project: Path, environment: dict[str, str]) -> Run:
    """Runs a line in a shell in the project; stdout and stderr come as one."""

    def run(line: str) -> list[str]:
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=project,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=GUARD,
        )
        output = done.stdout.decode("utf-8").splitlines()
        return [*output, f"[exit {done.returncode}]"] if done.returncode else output

    return run
