"""Explanations with the words of the rulebook: what a clause says, not only what it is called.

The engine knows which clauses a rule cites, the catalogue of a game what they say. Where a rule refuses something for
the sake of a clause and gives no words of its own, the clause is the reason; the condition stays behind it, for those
who read rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from dsl.packs.manifest import Clause, ClauseBook
from interpreter.explain.explanation import Explanation, ExplanationStep

MOST = 6
"""So many clauses are told in words; the others by their names only."""
OF_A_REFUSAL = 2
"""A refusal that cites more than this does not say for which of them it is."""
UNSAID = "a requirement does not hold: "


def book_words(book: ClauseBook | None) -> dict[str, str]:
    """What the clauses and examples of a rulebook say, by id."""
    return {one.id: _words(one) for one in book.entries()} if book is not None else {}


def _words(one: object) -> str:
    if isinstance(one, Clause):
        return one.rule
    given, when, then = (str(getattr(one, name, "")) for name in ("given", "when", "then"))
    return f"an example: {given}; {when}; {then}"


def told(found: Explanation, words: Mapping[str, str]) -> list[str]:
    """An explanation line by line; below its first step the clauses of it in words."""
    found = _in_words(found, words)
    lines = found.lines()
    head = len(evolve(found, steps=found.steps[:1]).lines())
    return [*lines[:head], *_cited(found, words), *lines[head:]]


def _cited(found: Explanation, words: Mapping[str, str]) -> Iterator[str]:
    clauses = found.steps[0].clauses if found.steps else ()
    if found.possible is False and len(clauses) > OF_A_REFUSAL:
        return  # these are all that the action is about
    for clause in clauses[:MOST]:
        if words.get(clause) and not any(words[clause] in said for said in (found.verdict, found.steps[0].says)):
            yield f"    {clause}  {words[clause]}"


def _in_words(found: Explanation, words: Mapping[str, str]) -> Explanation:
    """With the clause in the place of a condition that its author gave no words."""
    steps = []
    verdict = found.verdict
    for step in found.steps:
        reason = words.get(step.clauses[0], "") if len(step.clauses) == 1 else ""
        plain = _without_code(step, reason) if reason and step.sort == "refusal" else step
        verdict = verdict.replace(step.says, plain.says)
        steps.append(plain)
    return evolve(found, verdict=verdict, steps=tuple(steps))


def _without_code(step: ExplanationStep, reason: str) -> ExplanationStep:
    before, unsaid, after = step.says.partition(UNSAID)
    if unsaid:
        more = after.find(" (such as ")
        return evolve(step, says=f"{before}{reason}{after[more:] if more >= 0 else ''}")
    before, forbidden, after = step.says.partition("forbidden: `")
    if forbidden and after.endswith("` is forbidden"):
        return evolve(step, says=f"{before}{reason}")
    return step
