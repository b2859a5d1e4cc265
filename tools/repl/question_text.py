"""An open question at the prompt: the sentence that a player reads in a match, the options, and how to answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.model.requests import EngineRequest
from interpreter.visibility.views import view
from tools.drawing import schema_of
from tools.drawing.schema import Schema
from tools.matches import Game, Match
from tools.play import foreseen
from tools.play.question import LONG
from tools.play.question_words import prompt
from tools.play.rule_behind import PendingRequest, RuleTexts, asking
from tools.repl.match_steps import ReplMatch
from tools.report.escape import printable


def question_lines(game: Game, table: ReplMatch, request: EngineRequest, most: int = 0) -> Iterator[str]:
    """A question and its options, at most so many if a number is given."""
    seen = view(table.match, request.seat, request=request.id)
    own = next(shown for shown in seen.requests if shown.id == request.id)
    where = asking(Match(game, table.match), request.id, request.seat)
    rules, schema = RuleTexts(game), schema_of(table.linked)
    yield printable(f"{request.seat}: {prompt(seen, own, where, rules, schema)}{_amount(request)}", 400)
    options = request.options[:most] if most else request.options
    notes = _notes(where, range(len(options)), rules, schema) if where is not None and request.sort == "act" else []
    for number, option in enumerate(options, 1):
        words, note = option.words.removesuffix(f" by {request.seat}"), notes[number - 1] if notes else ""
        yield printable(f"  {number:>2}  {words}{f'  ({note})' if note else ''}", 400)
    if len(options) < len(request.options):
        yield f"      and {len(request.options) - len(options)} more: `:legal` shows all"


def _notes(where: PendingRequest, options: Sequence[int], rules: RuleTexts, schema: Schema) -> list[str]:
    """What actions cost and what is sure to follow, as in a match."""
    follow = foreseen.effects(where, options, schema) if len(options) <= LONG else [""] * len(options)
    prices = foreseen.costs(where, options, rules)
    return ["; ".join(filter(None, parts)) for parts in zip(prices, follow, strict=True)]


def _amount(request: EngineRequest) -> str:
    if request.sort in ("act", "may") or (request.least == request.most == 1):
        nothing = "passes" if request.sort == "act" else "says no"
        return "" if request.least else f" (`pass` {nothing})"
    most = f"{request.least} to {request.most}" if request.least < request.most else str(request.most)
    return f" ({most})"
