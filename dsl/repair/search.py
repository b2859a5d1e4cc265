"""Finds the smallest change of a text after which the checker accepts the line of a finding.

The families propose; a trial decides. A change is accepted if the finding is gone, nothing new is wrong on the changed
lines, and what is left lies below them. If no single change is enough, those that helped are changed further, the
cheapest first, so that two small mistakes on one line still lead to one corrected line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic
from dsl.repair.judge import Judge
from dsl.repair.spot import Family, LineRewrite, MistakeSpot
from dsl.repair.vocabulary import Vocabulary, plain
from dsl.text import limits

_NEAR = 0.08  # drafts whose costs differ less are alternatives
_EQUIVALENT = frozenset("by me it owner at least 0 of the".split())
_DEPTH = 3  # changes of one line
_DEAREST = 9.0
_DEAREST_PARTIAL = 1.6
_STRUCTURAL = frozenset(["preposition", "also called", "hook"])
"""Families after which another finding about the same phrase is progress."""
_COMPLETE = frozenset(["sentence", "items", "scenario", "analogy", "head"])
"""Families whose rewrite is a whole line: if it is not right, changing it further would drop what the author wrote."""
_FUNCTION_WORDS = frozenset(
    "a an the of to is are be was it its this that each every all any some then so and or by in on at for with has "
    "have had do does did will would should can may must not no only please then also just there here me my you your "
    "true yes case end start from as if".split()
)
_WORDS = re.compile(r"[^\W\d]\w*|\d+")


@frozen
class Draft:
    """A text after some rewrites, with what the checker says about it."""

    text: str
    rewrites: tuple[LineRewrite, ...]
    errors: tuple[Diagnostic, ...]
    cost: float
    region: tuple[int, int]
    """From the start of the first changed line to the end of the last one, in this text."""

    alternative: Draft | None = None
    """Another text that is nearly as likely and means something else."""
    is_partial: bool = False
    """The text can be read now, but a name on the line is still wrong: the next check says which."""

    @property
    def certain(self) -> bool:
        return all(rewrite.certain for rewrite in self.rewrites)


def errors_of(judge: Judge, text: str) -> tuple[Diagnostic, ...] | None:
    findings = judge.findings(text)
    if findings is None:
        return None
    return tuple(finding for finding in findings if finding.severity == "error")


def best_draft(
    text: str, errors: tuple[Diagnostic, ...], error: Diagnostic, families: Iterable[Family], judge: Judge,
    vocabulary: Vocabulary, readers: Iterable[Family] = (),
) -> Draft | None:  # fmt: skip
    """The cheapest accepted change that repairs `error`; without one, the cheapest after which the line can be read."""
    families, readers = tuple(families), tuple(readers)
    order = count()
    line_start = text.rfind("\n", 0, min(error.place.start, len(text))) + 1
    first = Draft(text, (), errors, 0.0, (line_start, line_start))
    waiting: list[tuple[float, int, Draft, LineRewrite | None]] = []
    for rewrite in _proposals(first, error, (*readers, *families), vocabulary):
        heappush(waiting, (_cost(first, rewrite), next(order), first, rewrite))
    accepted: Draft | None = None
    partial: Draft | None = None
    seen = {text}
    least = judge.trials - limits.REPAIR_TRIALS_OF_A_FINDING
    while judge.trials > least:
        draft, parent = _next(waiting, seen, judge)
        if draft is None or parent is None:
            break
        if accepted is not None and draft.cost > accepted.cost + (2.0 if accepted.errors else _NEAR):
            break
        if _is_accepted(parent, draft, first, error):
            if accepted is None:
                accepted = draft
                if draft.certain and not draft.errors:
                    return draft
            elif _is_other(accepted, draft):
                return evolve(accepted, alternative=draft)
            continue
        if partial is None and _is_read(draft, first):
            partial = evolve(draft, is_partial=True)
        following = _progress(parent, draft, error)
        if draft.rewrites[-1].family in _COMPLETE:
            continue
        if following is not None and len(draft.rewrites) < _DEPTH:
            draft = evolve(draft, cost=draft.cost - _bonus(parent, draft))
            every = (*readers, *families) if len(draft.rewrites) == 1 else families  # a reader is dear
            for rewrite in _proposals(draft, following, every, vocabulary):
                cost = _cost(draft, rewrite)
                if cost <= _DEAREST:
                    heappush(waiting, (cost, next(order), draft, rewrite))
    return accepted or partial


def _is_read(draft: Draft, first: Draft) -> bool:
    """Whether a line that could not be parsed can be, and only names in it are still wrong."""
    if draft.cost > _DEAREST_PARTIAL or not _unread(first.errors) or _unread(draft.errors):
        return False
    start, end = draft.region
    return all(error.code.startswith("BW2") for error in draft.errors if start <= error.place.start <= end)


def _cost(draft: Draft, rewrite: LineRewrite) -> float:
    lost = 0.0 if rewrite.whole else loss(draft.text[rewrite.start : rewrite.end], rewrite.text)
    return draft.cost + rewrite.cost + lost


def _proposals(
    draft: Draft, error: Diagnostic, families: tuple[Family, ...], vocabulary: Vocabulary
) -> Iterator[LineRewrite]:
    spot = MistakeSpot(draft.text, error, vocabulary, draft.errors)
    if len(spot.raw) > limits.REPAIR_LINE:
        return
    for family in families:
        for rewrite in family(spot):
            if draft.text[rewrite.start : rewrite.end] != rewrite.text:
                yield rewrite


def _next(
    waiting: list[tuple[float, int, Draft, LineRewrite | None]], seen: set[str], judge: Judge
) -> tuple[Draft | None, Draft | None]:
    """Try the cheapest proposal that leads to a new text."""
    while waiting:
        cost, _, parent, rewrite = heappop(waiting)
        assert rewrite is not None
        text = parent.text[: rewrite.start] + rewrite.text + parent.text[rewrite.end :]
        if text in seen:
            continue
        seen.add(text)
        errors = errors_of(judge, text)
        if errors is None:
            return None, None
        region = _region(parent, rewrite, text)
        return Draft(text, (*parent.rewrites, rewrite), errors, cost, region), parent
    return None, None


def _region(parent: Draft, rewrite: LineRewrite, text: str) -> tuple[int, int]:
    """The changed lines of the new text, together with those that were changed before."""
    grown = len(rewrite.text) - (rewrite.end - rewrite.start)
    low, high = rewrite.start, rewrite.start + len(rewrite.text)
    if parent.rewrites:
        before_low, before_high = parent.region
        low = min(low, before_low)
        high = max(high, before_high + (grown if rewrite.start <= before_high else 0))
    start = text.rfind("\n", 0, low) + 1
    end = text.find("\n", high)
    return start, len(text) if end < 0 else end


def _is_accepted(parent: Draft, draft: Draft, first: Draft, error: Diagnostic) -> bool:
    start, end = draft.region
    if any(start <= other.place.start <= end for other in draft.errors):
        return False
    if not draft.errors:
        return True
    grown = len(draft.text) - len(first.text)
    if _unread(first.errors):  # only the first thing that is wrong could be seen: now it must be further below
        return not _unread(draft.errors) or min(other.place.start for other in draft.errors) > end
    if _unread(draft.errors):
        return False
    before = [(other.code, other.message) for other in first.errors]
    for other in draft.errors:
        if (other.code, other.message) not in before:
            return False
        before.remove((other.code, other.message))
    gone = (error.code, error.message) in before
    return gone and bool(before) and grown is not None


def _is_other(first: Draft, second: Draft) -> bool:
    """Whether two drafts are about equally likely and say different things, so that the author must choose."""
    if second.cost > first.cost + _NEAR or first.certain or bool(first.errors) != bool(second.errors):
        return False
    names = [Counter(_WORDS.findall(draft.text)) for draft in (first, second)]
    differing = (names[0] - names[1]) + (names[1] - names[0])
    return bool(set(differing) - _EQUIVALENT)


def _unread(errors: tuple[Diagnostic, ...]) -> bool:
    """Whether the text could not be parsed."""
    return any(error.code.startswith("BW1") for error in errors)


def _bonus(parent: Draft, draft: Draft) -> float:
    """A change after which the text can be parsed is probably right, so those that build on it come first."""
    return 0.5 if _unread(parent.errors) and not _unread(draft.errors) else 0.0


def _progress(parent: Draft, draft: Draft, error: Diagnostic) -> Diagnostic | None:
    """The finding to go on with, if a change that is not enough has helped: it is further to the right on the changed
    lines, or the text can be parsed now."""
    start, end = draft.region
    here = [other for other in draft.errors if start <= other.place.start <= end]
    if not here:
        return None
    if _unread(parent.errors) and not _unread(draft.errors):
        return here[0]
    if _unread(draft.errors) != _unread(parent.errors):
        return None
    if _unread(draft.errors):
        old = parent.text[min(error.place.start, len(parent.text)) :]
        new = draft.text[here[0].place.start :]
        return here[0] if len(new.rstrip()) < len(old.rstrip()) else None
    fewer = len(draft.errors) < len(parent.errors)
    other = draft.rewrites[-1].family in _STRUCTURAL and len(draft.errors) == len(parent.errors)
    return here[0] if fewer or (other and here[0].message != error.message) else None


def loss(old: str, new: str) -> float:
    """What a rewrite drops: a word that carries meaning, or a number, must not vanish without need."""
    kept = {plain(word) for word in _WORDS.findall(new)}
    cost = 0.0
    for word in _WORDS.findall(old):
        if plain(word) not in kept and word.lower() not in _FUNCTION_WORDS:
            cost += 1.5 if word.isdigit() else 0.7
    return cost
