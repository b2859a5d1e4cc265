"""Parses typed answers: the numbers of options, or words as in a scenario."""

from __future__ import annotations

import dsl.check.expressions as ex
import interpreter.evaluate.things as things
from dsl.diagnostics import did_you_mean
from dsl.syntax import nodes as n
from interpreter.explain.resolve_words import TypedWords
from interpreter.model.environment import Scope
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest
from interpreter.visibility.redact import asked_on
from tools.repl.input_kind import SentenceInput
from tools.repl.input_kind import StepInput as Typed
from tools.repl.match_steps import ReplMatch
from tools.repl.steps import AnswerStep, BadText, StepRefused


def by_numbers(request: EngineRequest, words: list[str]) -> AnswerStep:
    """An answer given by option numbers, counted from 1 as shown."""
    if not all(word.isascii() and word.isdecimal() and len(word) < 10 for word in words):
        raise StepRefused("answer with option numbers, such as `:do 2`; `:legal` lists the options")
    chosen = tuple(int(word) - 1 for word in words)
    wrong = request.refuses(chosen)
    if wrong:
        raise StepRefused(wrong)
    return answered(request, chosen)


def answered(request: EngineRequest, chosen: tuple[int, ...]) -> AnswerStep:
    return AnswerStep(request.seat, chosen, tuple(request.options[index].words for index in chosen))


def open_request(table: ReplMatch, seat: str = "") -> EngineRequest:
    """The open question of a seat, or the first open question."""
    if seat and seat not in table.seats:
        raise StepRefused(f"nobody sits at `{seat}`: {did_you_mean(seat, table.seats, ', '.join(table.seats))}")
    request = next((waiting for waiting in table.requests if not seat or waiting.seat == seat), None)
    if request is None:
        asked = " and ".join(dict.fromkeys(waiting.seat for waiting in table.requests)) or "nobody"
        raise StepRefused(
            f"{seat} is not asked anything now; asked: {asked}" if seat else "nobody is asked anything now"
        )
    return request


def by_words(table: ReplMatch, typed: Typed) -> AnswerStep:
    """`Ann: choose Torch`, `Ann: strike Rusty with "Iron Fist"`."""
    node = typed.node
    assert isinstance(node, n.Answer)
    request = open_request(table, node.seat.text)
    match node.form:
        case "pass" | "no":
            chosen: tuple[int, ...] = ()
        case "yes":
            chosen = (0,)
        case "phrase":
            assert node.phrase is not None
            index = move_meant(table, request, node.phrase, typed)
            if index is None:
                raise StepRefused(
                    f"this is not possible now; `:whynot {typed.text.partition(':')[2].strip()}` says why"
                )
            chosen = (index,)
        case _:
            chosen = _options_meant(table, request, node, typed)
    wrong = request.refuses(chosen)
    if wrong:
        raise StepRefused(wrong)
    return answered(request, chosen)


def _saying(table: ReplMatch, request: EngineRequest, typed: Typed | SentenceInput) -> TypedWords:
    m, _ = asked_on(table.machine, request)
    me = things.find(m, request.seat, "Player")
    return TypedWords(m, table.context(typed.piece), Scope(dict(table.scope().values), None, me))


def _options_meant(table: ReplMatch, request: EngineRequest, node: n.Answer, typed: Typed) -> tuple[int, ...]:
    saying = _saying(table, request, typed)
    numbers: list[int] = []
    for value in node.values:
        op = ex.value(value, saying.cx.inner(me=True))
        _no_errors(saying)
        fitting = (at for at, option in enumerate(request.options) if at not in numbers and saying.meant(option, op))
        index = next(fitting, None)
        if index is None:
            raise StepRefused(f"`{_text(typed, value)}` is not offered; `:legal` shows what is")
        numbers.append(index)
    return tuple(numbers)


def move_meant(table: ReplMatch, request: EngineRequest, phrase: n.Phrase, typed: Typed | SentenceInput) -> int | None:
    """The option that a typed action means; the simplest if several match."""
    saying = _saying(table, request, typed)
    wanted = saying.filled(phrase)
    _no_errors(saying)
    fitting = []
    for index, option in enumerate(request.options):
        move = option.value
        if isinstance(move, Move) and move.verb == phrase.verb.text and saying.is_said(move, wanted):
            unsaid = sum(len(v) for name, v in move.values if name not in wanted and isinstance(v, tuple))
            fitting.append((unsaid, index))
    return min(fitting)[1] if fitting else None


def _no_errors(saying: TypedWords) -> None:
    wrong = [diagnostic for diagnostic in saying.cx.findings.diagnostics if diagnostic.severity == "error"]
    if wrong:
        raise BadText(wrong)


def _text(typed: Typed, node: n.Expr) -> str:
    return typed.piece.text[slice(*node.span)]
