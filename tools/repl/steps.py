"""The steps of a match at the prompt, and their errors.

An answer is stored with the words of the chosen options, so that it means the same when the list of options changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from dsl.diagnostics import Diagnostic
from interpreter.model.requests import EngineRequest


class StepRefused(Exception):
    """A step is impossible now; the text says why."""


class BadText(Exception):
    """A text with errors, which are given as diagnostics."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics[0].message if diagnostics else "")
        self.diagnostics = tuple(diagnostics)


@frozen
class AnswerStep:
    """An answer: the numbers of options and their words."""

    seat: str
    chosen: tuple[int, ...]
    words: tuple[str, ...]

    def words_of(self) -> str:
        return f"{self.seat}: {', '.join(self.words) or 'pass'}"


@frozen
class SentenceStep:
    """A typed sentence."""

    text: str
    file: str

    def words_of(self) -> str:
        return self.text.strip()


@frozen
class GivenStep:
    """A typed `given …`."""

    text: str
    file: str

    def words_of(self) -> str:
        return self.text.strip()


Step = AnswerStep | SentenceStep | GivenStep


def meant(step: AnswerStep, request: EngineRequest) -> tuple[int, ...]:
    """The options that an answer means: those with its words if they are offered, else those with its numbers."""
    chosen: list[int] = []
    for index, words in zip(step.chosen, step.words, strict=True):
        alike = [at for at, option in enumerate(request.options) if option.words == words and at not in chosen]
        if not alike:
            raise StepRefused(f"`{words}` is not offered now")
        chosen.append(index if index in alike else alike[0])
    return tuple(chosen)
