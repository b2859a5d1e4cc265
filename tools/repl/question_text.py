"""An open question at the prompt: the sentence that a player reads in a match, the options, and how to answer."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.model.requests import EngineRequest
from interpreter.visibility.views import view
from tools.drawing import schema_of
from tools.matches import Game, Match
from tools.play.question_words import prompt
from tools.play.rule_behind import RuleTexts, asking
from tools.repl.match_steps import ReplMatch
from tools.report.escape import printable


def question_lines(game: Game, table: ReplMatch, request: EngineRequest, most: int = 0) -> Iterator[str]:
    """A question and its options, at most so many if a number is given."""
    yield printable(f"{request.seat}: {_asked(game, table, request)}{_amount(request)}", 400)
    options = request.options[:most] if most else request.options
    for number, option in enumerate(options, 1):
        yield printable(f"  {number:>2}  {option.words.removesuffix(f' by {request.seat}')}", 400)
    if len(options) < len(request.options):
        yield f"      and {len(request.options) - len(options)} more: `:legal` shows all"


def _asked(game: Game, table: ReplMatch, request: EngineRequest) -> str:
    seen = view(table.match, request.seat, request=request.id)
    own = next(shown for shown in seen.requests if shown.id == request.id)
    where = asking(Match(game, table.match), request.id, request.seat)
    return prompt(seen, own, where, RuleTexts(game), schema_of(table.linked))


def _amount(request: EngineRequest) -> str:
    if request.sort in ("act", "may") or (request.least == request.most == 1):
        nothing = "passes" if request.sort == "act" else "says no"
        return "" if request.least else f" (`pass` {nothing})"
    most = f"{request.least} to {request.most}" if request.least < request.most else str(request.most)
    return f" ({most})"
