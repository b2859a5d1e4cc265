"""Rebuilds a match from its steps with rules that may have changed, and reports the first difference.

Steps are executed one by one as long as possible. The remaining steps are kept and tried again at the next rebuild: a
user who breaks a rule and repairs it finds the match as it was.
"""

from __future__ import annotations

from itertools import zip_longest

from attrs import frozen

from interpreter.link.linked_program import LinkedProgram
from interpreter.match import Refused
from interpreter.model.environment import RuleError
from interpreter.model.events import Event
from tools.repl.match_steps import ReplMatch
from tools.repl.state_facts import KEPT, changes, facts
from tools.repl.steps import BadText, Step, StepRefused


@frozen
class RebuildDifference:
    """The first difference of a rebuilt match: the step after which it occurs, and the difference itself."""

    step: int  # -1 before the first one
    words: str
    stuck: bool = False  # the steps from here on could not be executed


def made_again(
    old: ReplMatch, linked: LinkedProgram, seed: int | None = None
) -> tuple[ReplMatch, RebuildDifference | None]:
    """Execute the same steps on a new table. Typed texts are checked again if the rules have changed."""
    same = linked.program.symbols is old.linked.program.symbols
    new = ReplMatch(linked, old.seats, old.seed if seed is None else seed, old.bare, old.texts if same else {})
    steps = [*old.steps, *old.lost]
    difference = _parting(-1, old, new)
    for index, step in enumerate(steps):
        wrong = _done(new, step)
        if wrong:
            new.lost = steps[index:]
            return new, difference or RebuildDifference(
                index - 1, f"`{step.words_of()}` is no longer possible: {wrong}", stuck=True
            )
        if difference is None and index < len(old.steps):
            difference = _parting(index, old, new)
    if difference is None and not old.lost:
        difference = _otherwise(old, new)
    new.undone = list(old.undone)
    return new, difference


def _done(table: ReplMatch, step: Step) -> str:
    """Execute a step; return the reason if it is impossible."""
    try:
        table.do(step)
    except StepRefused as wrong:
        return str(wrong)
    except BadText as mistaken:
        return str(mistaken)
    except Refused as refused:
        return refused.message
    except RuleError as broken:
        return f"{broken.code}: {broken.message}"
    return ""


def _parting(index: int, old: ReplMatch, new: ReplMatch) -> RebuildDifference | None:
    for was, now in zip_longest(_words(old.events(index)), _words(new.events(index))):
        if was != now:
            text = f"it was `{was}`" if was is not None else "nothing more happened then"
            return RebuildDifference(
                index, f"{text}, now {f'it is `{now}`' if now is not None else 'it does not happen'}"
            )
    return None


def _words(events: tuple[Event, ...]) -> list[str]:
    return [event.words for event in events if event.words]


def _otherwise(old: ReplMatch, new: ReplMatch) -> RebuildDifference | None:
    """The difference between the old and the new result of a step, if any."""
    sorts = (*KEPT, "stat", "printed")
    for name, was, now in changes(facts(old.machine, sorts), facts(new.machine, sorts)):
        return RebuildDifference(
            len(new.steps) - 1, f"`{name}` was {was or 'not there'}, now it is {now or 'not there'}"
        )
    was_asked = [(request.seat, [option.words for option in request.options]) for request in old.requests]
    now_asked = [(request.seat, [option.words for option in request.options]) for request in new.requests]
    if was_asked != now_asked:
        return RebuildDifference(len(new.steps) - 1, "other answers are possible now")
    return None
