"""Parses a typed question: each line is parsed by itself, with positions in the whole text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from dsl.check.context import Context
from dsl.diagnostics import Diagnostic
from dsl.ir.findings import Findings
from dsl.parse import parse_expression, parse_piece, parse_sentence
from dsl.syntax import nodes as n
from dsl.text.source import Piece, Source, digest
from interpreter.execute.machine import Machine
from interpreter.model.environment import Scope
from interpreter.scenarios.setup import Fails, Setting
from tools.report.findings import DiagnosticReport as Report

NAME = "<input>"
OPENING, CLOSING = "([{", ")]}"
GIVEN = "given "


class BadQuestion(Exception):
    """An invalid question; the problem is given as diagnostics or in words."""

    def __init__(self, diagnostics: Iterable[Diagnostic], source: Source, words: str = "") -> None:
        self.report = Report(tuple(diagnostics), {NAME: source}, 1, 0)
        self.words = words
        super().__init__(words or next((diagnostic.message for diagnostic in self.report.diagnostics), ""))

    @classmethod
    def saying(cls, words: str, source: Source) -> BadQuestion:
        return cls((), source, words)


@frozen
class ParsedQuestion:
    """A parsed question. `given` is a scenario that contains only `given` lines."""

    source: Source
    piece: Piece
    given: n.Scenario | None
    sentences: tuple[n.Sentence, ...]
    asked: n.Expr


def read(text: str) -> ParsedQuestion:
    source = Source(NAME, text)
    piece = Piece(NAME, 0, text, digest(text))
    lines = list(_lines(text))
    given = [line for _, line in lines if line.startswith(GIVEN)]
    other_lines = [(at, line) for at, line in lines if not line.startswith(GIVEN)]
    if not other_lines:
        raise BadQuestion.saying(
            "there is no question: end with an expression, such as `sum(dice, value) is 7`", source
        )
    sentences = [_sentence(at, line, source) for at, line in other_lines[:-1]]
    return ParsedQuestion(source, piece, _given(given, source), tuple(sentences), _expression(*other_lines[-1], source))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Each line with its offset."""
    depth, start, quoted = 0, 0, False
    for at, sign in enumerate(text + ";"):
        if sign == '"' and text[at - 1 : at] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif sign in OPENING:
            depth += 1
        elif sign in CLOSING:
            depth -= 1
        elif sign in ";\n" and (depth <= 0 or at == len(text)):
            line = text[start:at]
            if line.strip():
                yield start + len(line) - len(line.lstrip()), line.strip()
            start = at + 1
    if quoted and text[start:].strip():
        yield start, text[start:]


def _sentence(at: int, line: str, source: Source) -> n.Sentence:
    tree, wrong = parse_sentence(" " * at + line)
    if tree is None:
        raise BadQuestion(wrong, source)
    return tree


def _expression(at: int, line: str, source: Source) -> n.Expr:
    tree, wrong = parse_expression(" " * at + line)
    if tree is None:
        if parse_sentence(line)[0] is not None:
            message = f"`{line}` is a sentence, not a question: add an expression after a `;`"
            raise BadQuestion.saying(message, source)
        raise BadQuestion(wrong, source)
    return tree


def _given(lines: Sequence[str], source: Source) -> n.Scenario | None:
    if not lines:
        return None
    text = 'scenario "the table" {\n' + "\n".join(f"  {line}" for line in lines) + "\n}"
    parsed = parse_piece(Piece(NAME, 0, text, digest(text)))
    if not isinstance(parsed.tree, n.Scenario):
        raise BadQuestion(parsed.diagnostics, Source(NAME, text))
    return parsed.tree


def lay_given(machine: Machine, question: ParsedQuestion, seats: Sequence[str]) -> None:
    """Set up the table as the question describes it."""
    if question.given is None:
        return
    program = machine.linked.program
    cx = Context(
        program.symbols, Findings(question.piece), "a scenario", events=dict(program.events), any_event=True,
        cards=dict(program.names), seats=tuple(seats),
    )  # fmt: skip
    try:
        Setting(program, question.given, cx, Scope({}), machine).lay()
    except Fails as failed:
        raise BadQuestion.saying(failed.message, question.source) from failed
    wrong = [diagnostic for diagnostic in cx.findings.diagnostics if diagnostic.severity == "error"]
    if wrong:
        raise BadQuestion.saying(wrong[0].message, question.source)
