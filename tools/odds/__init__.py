"""Answers questions about probabilities in a game: `roll 2 of D6 as dice; sum(dice, value) is 7`.

A question consists of lines, separated by `;` or a newline. The last is an expression: the question itself. Sentences
before it are executed first, and lines that begin with `given` set up the table as in a scenario.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from interpreter.explain.odds import EXACT, SAMPLES, NoEnd, Odds, OddsOutcome, check_question, odds
from interpreter.match import new_machine
from interpreter.model.environment import RuleError
from tools.matches.games import Game
from tools.odds.question import BadQuestion, lay_given, read
from tools.play import seat_names

FORMAT_VERSION = 1


def ask(game: Game, text: str, *, most: int = EXACT, samples: int = SAMPLES, seed: int = 0) -> Odds:
    """The possible results of a question, on an empty table or the one it sets up. Raises `BadQuestion`."""
    linked = game.linked()
    seats = seat_names(max(game.players[0], min(2, game.players[1])))
    question = read(text)
    expression, wrong = check_question(linked.program, seats, question.sentences, question.asked, question.piece)
    if wrong:
        raise BadQuestion(wrong, question.source)
    machine = new_machine(linked, seats, seed, log=False, script={}, under_way=True)
    lay_given(machine, question, seats)
    try:
        return odds(machine, expression, most=most, samples=samples, seed=seed)
    except RuleError as error:
        raise BadQuestion.saying(f"{error.code}: {error.message}", question.source) from error
    except NoEnd as error:
        raise BadQuestion.saying(str(error), question.source) from error


# ------------------------------------------------------------------------------------------------------ telling


def as_json(game: Game, text: str, result: Odds) -> str:
    data: dict[str, Any] = {
        "format_version": FORMAT_VERSION,
        "game": game.name,
        "mode": game.mode,
        "question": text,
        "exact": result.exact,
        "outcomes": [{"value": _value(outcome), **_chance(outcome)} for outcome in result.outcomes],
        "mean": None if result.mean is None else _chance(result.mean),
        "ways" if result.exact else "samples": result.runs,
    }
    return json.dumps(data, indent=2, ensure_ascii=False)


def _value(outcome: OddsOutcome) -> int | str | bool:
    if outcome.number is not None:
        return outcome.number
    return {"yes": True, "no": False}.get(outcome.words, outcome.words)


def _chance(outcome: OddsOutcome) -> dict[str, Any]:
    data: dict[str, Any] = {"chance": float(outcome.chance)}
    if isinstance(outcome.chance, Fraction):
        return data | {"fraction": str(outcome.chance)}
    return data | {"low": float(outcome.low), "high": float(outcome.high)}


def as_table(result: Odds) -> str:
    rows = [_row(outcome, percent=True) for outcome in result.outcomes]
    if result.mean is not None and len(result.outcomes) > 1:
        rows.append(_row(result.mean, percent=False))
    first, second, third = (max(map(len, column)) for column in list(zip(*rows, strict=True))[:3])
    lines = [
        f"{words:{first}}  {figure:>{second}}  {beside:>{third}}  {bar}".rstrip() for words, figure, beside, bar in rows
    ]
    if result.exact:
        lines.append(f"exact: {result.runs:,} {'way' if result.runs == 1 else 'ways'} that chance can turn out")
    else:
        lines.append(f"tried {result.runs:,} times; each range contains the true value with 95 % confidence")
    return "\n".join(lines) + "\n"


def _row(outcome: OddsOutcome, percent: bool) -> tuple[str, str, str, str]:
    def figure(number: Fraction | float) -> str:
        return f"{100 * float(number):.2f} %" if percent else f"{float(number):.3f}"

    exactly = isinstance(outcome.chance, Fraction)
    beside = str(outcome.chance) if exactly else f"{figure(outcome.low)} to {figure(outcome.high)}"
    return outcome.words, figure(outcome.chance), beside, "█" * round(outcome.chance * 30) if percent else ""


__all__: Sequence[str] = ["BadQuestion", "as_json", "as_table", "ask"]
