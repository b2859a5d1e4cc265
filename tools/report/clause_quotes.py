"""Adds the words of the rulebook to explanations: the text of a clause, not only its number.

The engine knows which clauses a rule cites; the catalogue of a game has their text. If a rule with a clause and without
words of its own refuses something, the clause is the reason; the condition follows for those who read rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from dsl.packs.manifest import Clause, ClauseBook
from interpreter.explain.explanation import Explanation, ExplanationStep

MOST = 6
"""This many clauses are quoted; the others are only named."""
OF_A_REFUSAL = 2
"""A refusal that cites more than this does not say for which of them it is."""
UNSAID = "a requirement does not hold: "


def book_words(book: ClauseBook | None) -> dict[str, str]:
    """The texts of the clauses and examples of a rulebook, by id."""
    return {entry.id: _words(entry) for entry in book.entries()} if book is not None else {}


def _words(entry: object) -> str:
    if isinstance(entry, Clause):
        return entry.rule
    given, when, then = (str(getattr(entry, name, "")) for name in ("given", "when", "then"))
    return f"an example: {given}; {when}; {then}"


def clause_lines(explanation: Explanation, words: Mapping[str, str]) -> list[str]:
    """An explanation line by line; the texts of its clauses follow the first step."""
    explanation = _in_words(explanation, words)
    lines = explanation.lines()
    head = len(evolve(explanation, steps=explanation.steps[:1]).lines())
    return [*lines[:head], *_cited(explanation, words), *lines[head:]]


def _cited(explanation: Explanation, words: Mapping[str, str]) -> Iterator[str]:
    clauses = explanation.steps[0].clauses if explanation.steps else ()
    if explanation.possible is False and len(clauses) > OF_A_REFUSAL:
        return  # the clauses of the action as a whole
    for clause in clauses[:MOST]:
        if words.get(clause) and not any(
            words[clause] in text for text in (explanation.verdict, explanation.steps[0].says)
        ):
            yield f"    {clause}  {words[clause]}"


def _in_words(explanation: Explanation, words: Mapping[str, str]) -> Explanation:
    """An explanation in which the clause replaces a condition without the author's words."""
    steps = []
    verdict = explanation.verdict
    for step in explanation.steps:
        reason = words.get(step.clauses[0], "") if len(step.clauses) == 1 else ""
        plain = _without_code(step, reason) if reason and step.sort == "refusal" else step
        verdict = verdict.replace(step.says, plain.says)
        steps.append(plain)
    return evolve(explanation, verdict=verdict, steps=tuple(steps))


def _without_code(step: ExplanationStep, reason: str) -> ExplanationStep:
    before, unsaid, after = step.says.partition(UNSAID)
    if unsaid:
        more = after.find(" (such as ")
        return evolve(step, says=f"{before}{reason}{after[more:] if more >= 0 else ''}")
    before, forbidden, after = step.says.partition("forbidden: `")
    if forbidden and after.endswith("` is forbidden"):
        return evolve(step, says=f"{before}{reason}")
    return step
