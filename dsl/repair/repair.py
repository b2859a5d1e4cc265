"""Repairs the findings of one declaration, from its first to its last, and merges what is one mistake.

What disappears when the first mistake is repaired followed from it, and is not reported. What is left is repaired in
turn. The same mistake on several lines is one finding with several places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve

from dsl.diagnostics import Diagnostic, Edit, Fix
from dsl.diagnostics.codes.names import MISSING_FIELD, UNKNOWN_CLAUSE, WRONG_NUMBER_OF
from dsl.diagnostics.codes.rules import ODD_DIFFERENCE
from dsl.diagnostics.codes.running import UNFIT
from dsl.diagnostics.codes.text import WRONG_CASE
from dsl.repair.analogy import analogies
from dsl.repair.examples import Examples
from dsl.repair.families.registry import FAMILIES, READERS
from dsl.repair.finding import Change, RepairedFinding, merged
from dsl.repair.judge import Judge
from dsl.repair.reader.thesaurus import LIGHT
from dsl.repair.search import Draft, best_draft, errors_of
from dsl.repair.spot import Family
from dsl.repair.vocabulary import Vocabulary
from dsl.text import limits
from dsl.text.source import Place

_OF_THE_WHOLE = frozenset(code.id for code in (MISSING_FIELD, WRONG_NUMBER_OF, UNFIT))
_ENGLISH = frozenset(
    "the a an is are was this that it its you your when whenever if each every who whoever has have may can cannot to "
    "of on at all some any one then otherwise until while their they he his she her will would should must gets "
    "takes".split()
)


def repaired(
    text: str, given: Sequence[Diagnostic], judge: Judge, vocabulary: Vocabulary, examples: Examples | None = None
) -> list[RepairedFinding]:
    """The findings about a text, each with a tested suggestion where there is one. Places are offsets in the text.

    A finding that depends on other texts, such as a name that is declared twice, is passed on as it is.
    """
    if len(text) > limits.REPAIR_TEXT:
        return [RepairedFinding(finding, (), ()) for finding in given]
    seen = {(error.code, error.message) for error in errors_of(judge, text) or ()}
    errors = [finding for finding in given if finding.severity == "error"]
    others = [
        finding for finding in given if (finding.code, finding.message) not in seen or finding.severity != "error"
    ]
    if not seen:
        return [RepairedFinding(finding, (), ()) for finding in given]
    misread = [finding for finding in others if finding.code == ODD_DIFFERENCE.id]
    if misread and all(code in _OF_THE_WHOLE for code, _ in seen):  # what stands there comes before what is missing
        return [RepairedFinding(finding, (), ()) for finding in others]
    readers: tuple[Family, ...] = READERS
    if examples is not None:
        readers = (*READERS, lambda spot: analogies(spot, examples))
    results: list[RepairedFinding] = []
    current, history = text, tuple[Change, ...]()
    skipped: set[tuple[str, str]] = set()
    least = judge.trials - limits.REPAIR_TRIALS_OF_A_TEXT
    is_complete = False
    unread_from = -1
    for _ in range(limits.REPAIRS_OF_A_TEXT):
        if judge.trials <= least:
            break
        now_wrong = errors_of(judge, current)
        left = [error for error in now_wrong or () if (error.code, error.message) not in skipped]
        if now_wrong is None:
            break
        if not left:
            is_complete = True
            break
        if results and unread_from >= 0:  # what stands above an unreadable line is told when that can be read
            left = [each for each in left if each.place.start >= unread_from]
            if not left:
                is_complete = True
                break
        error = min(left, key=lambda each: each.code in _OF_THE_WHOLE)  # the first, but those about the whole at last
        if error.code in _OF_THE_WHOLE and results:
            is_complete = True  # it may well follow from what could not be read
            break
        is_clause = error.code == UNKNOWN_CLAUSE.id  # a clause with a near number means something else
        draft = None if is_clause else best_draft(current, now_wrong, error, FAMILIES, judge, vocabulary, readers)
        if draft is None:
            finding = _with_example(_honest(_same(error, errors), current, judge), current, examples)
            results.append(RepairedFinding(_moved(finding, error, history), (), ()))
            skipped.add((error.code, error.message))
            if not is_clause:  # each clause of a citation is wrong by itself
                sentence = _sentence(current, error)
                skipped |= {(each.code, each.message) for each in now_wrong if _sentence(current, each) == sentence}
            if error.code.startswith("BW1"):
                is_complete = True  # what is below it cannot be seen
                break
            continue
        results.append(_repaired(error, errors, current, draft, history))
        if error.code.startswith("BW1") and unread_from < 0:
            unread_from = draft.region[0]
        for rewrite in draft.rewrites:
            history = (*history, (rewrite.start, rewrite.end, rewrite.text))
        current = draft.text
        if draft.is_partial:  # what is still wrong on the line is told when it can be read
            start, end = draft.region
            skipped |= {(each.code, each.message) for each in draft.errors if start <= each.place.start <= end}
    if not results:
        return [RepairedFinding(finding, (), ()) for finding in given]
    if not is_complete:  # the work is used up: the other findings are reported as they are
        reported = {(result.finding.code, result.finding.message) for result in results}
        rest = (error for error in errors if (error.code, error.message) not in reported)
        results += (RepairedFinding(error, (), ()) for error in rest if (error.code, error.message) in seen)
    return [*(RepairedFinding(finding, (), ()) for finding in others), *merged(results)]


def _sentence(text: str, finding: Diagnostic) -> int:
    """The start of the sentence or item that a finding is about: what is said of one sentence is one mistake."""
    return max(text.rfind(sign, 0, finding.place.start) for sign in "\n;{},")


def _with_example(finding: Diagnostic, text: str, examples: Examples | None) -> Diagnostic:
    """A finding in a sentence of plain English, with a line of the game that says nearly the same."""
    start = text.rfind("\n", 0, min(finding.place.start, len(text))) + 1
    line = text[start:].split("\n", 1)[0].strip()
    words = re.findall(r"[a-z]+", line)
    about_words = finding.code.startswith("BW1") or finding.code == "BW2003"
    if (
        examples is None
        or not about_words
        or finding.fix is not None
        or len(words) < 4
        or "did you mean" in finding.help
    ):
        return finding
    english = len([word for word in words if word in _ENGLISH]) >= 2
    example = examples.nearest(line) if english else None
    phrases = examples.phrases(line) if english else []
    if example is not None:
        return evolve(
            finding, help=f"write it as a sentence of the language; {example.name} does nearly this: `{example.line}`"
        )
    if phrases:
        return evolve(
            finding, help="write it as a sentence of the language, such as " + " or ".join(f"`{p}`" for p in phrases)
        )
    return finding


def _honest(finding: Diagnostic, text: str, judge: Judge) -> Diagnostic:
    """A finding without a fix that does not help: it would lead the author in a circle."""
    if finding.fix is None:
        return finding
    start = finding.place.start
    word = text[start : finding.place.end] if finding.place.end <= len(text) else ""
    if finding.code == WRONG_CASE.id and word.lower() in LIGHT | _ENGLISH:  # English, not a name in the wrong case
        return evolve(finding, fix=None, help="write it as a sentence of the language")
    changed = text
    for edit in sorted(finding.fix.edits, key=lambda edit: -edit.place.start):
        changed = changed[: edit.place.start] + edit.text + changed[edit.place.end :]
    left = errors_of(judge, changed)
    before = errors_of(judge, text) or ()
    if left is None or not left or len(left) < len(before):
        return finding
    if finding.code == WRONG_CASE.id:
        line = text.count("\n", 0, finding.place.start)
        if any(changed.count("\n", 0, error.place.start) == line for error in left):
            return evolve(finding, fix=None, help="write it as a sentence of the language")
    further = len(changed) - left[0].place.start < len(text) - before[0].place.start
    return finding if further and left[0].code != finding.code else evolve(finding, fix=None)


def _same(error: Diagnostic, given: Sequence[Diagnostic]) -> Diagnostic:
    """The finding as it was given: it may know more, such as a name that is spelt nearly so."""
    return next((other for other in given if (other.code, other.message) == (error.code, error.message)), error)


def _repaired(
    error: Diagnostic, given: Sequence[Diagnostic], before: str, draft: Draft, history: tuple[Change, ...]
) -> RepairedFinding:
    finding = _moved(_same(error, given), error, history)
    changes: list[Change] | None = []
    done = history
    for rewrite in draft.rewrites:
        changes = _back(rewrite.start, rewrite.end, rewrite.text, done, changes)
        done = (*done, (rewrite.start, rewrite.end, rewrite.text))
    lines = _changed_lines(before, draft.text)
    lesson = next((rewrite.lesson for rewrite in draft.rewrites if rewrite.lesson), "")
    own = finding.help if not lesson and _is_short(finding) else ""
    help = _help(lines, lesson or own)
    if draft.rewrites[-1].family == "analogy":
        help = f"write a line like {help.removeprefix('write ')}"
    if changes is None and not history:
        changes = [_difference(before, draft.text)]
    at = next((rewrite.at for rewrite in draft.rewrites if rewrite.at is not None), None)
    if at is not None:
        place = finding.place
        finding = evolve(finding, place=evolve(place, start=_origin(at, history), end=_origin(at, history) + 1))
    fix = None
    if draft.alternative is not None:
        other = " / ".join(f"`{line}`" for line in _changed_lines(before, draft.alternative.text)[:3])
        shown = " / ".join(f"`{line}`" for line in lines[:3])
        help = f"write {shown}, or {other}, whichever you mean"
    elif changes and not any(rewrite.is_part for rewrite in draft.rewrites):
        does = "write this line" if len(lines) == 1 else "write these lines" if lines else "remove the line"
        file = finding.place.file
        edits = tuple(Edit(Place(file, start, end), new) for start, end, new in changes)
        fix = Fix(does, edits, draft.certain)
    families = tuple(rewrite.family for rewrite in draft.rewrites)
    return RepairedFinding(evolve(finding, help=help, fix=fix), tuple(changes or ()), families)


def _difference(before: str, after: str) -> Change:
    """One change from a text to another."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return start, len(before) - end, after[start : len(after) - end]


def _is_short(finding: Diagnostic) -> bool:
    return finding.help.startswith("did you mean")


def _help(lines: list[str], lesson: str) -> str:
    if not lines:
        return lesson or "remove this"
    shown = " / ".join(f"`{line}`" for line in lines[:4]) + (" …" if len(lines) > 4 else "")
    return f"write {shown}" + (f": {lesson}" if lesson else "")


def _changed_lines(before: str, after: str) -> list[str]:
    """The lines of the new text that differ from the old one, without indentation."""
    old, new = before.split("\n"), after.split("\n")
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return [line.strip() for line in new[first : len(new) - last] if line.strip()]


def _origin(offset: int, history: Sequence[Change], end: bool = False) -> int:
    """The offset in the original text that belongs to one after some changes."""
    for start, stop, new in reversed(history):
        grown = len(new) - (stop - start)
        if offset >= start + len(new) and not (end and offset == start and not new):
            offset -= grown
        elif offset > start:
            offset = stop if end else start
    return offset


def _moved(finding: Diagnostic, at: Diagnostic, history: Sequence[Change]) -> Diagnostic:
    place = at.place
    start, end = _origin(place.start, history), _origin(place.end, history, end=True)
    return evolve(finding, place=evolve(place, start=start, end=max(start, end)))


def _back(
    start: int, end: int, new: str, history: Sequence[Change], changes: list[Change] | None
) -> list[Change] | None:
    """Add a change, with its place in the original text; None if it changes a text that was changed before."""
    if changes is None:
        return None
    for past in range(len(history)):
        low, _, text = history[past]
        later = history[past + 1 :]
        low, high = _onward(low, later), _onward(low + len(text), later)
        if start < high and low < end and start != end:
            return None
        if start == end and low < start < high:
            return None
    return [*changes, (_origin(start, history), _origin(end, history, end=True), new)]


def _onward(offset: int, history: Sequence[Change]) -> int:
    for start, stop, new in history:
        if offset >= stop:
            offset += len(new) - (stop - start)
    return offset
