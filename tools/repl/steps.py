"""What is done at the prompt, step by step, and what can be wrong with it.

An answer is kept with the words of what was chosen, so that it means the same when other options stand beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from dsl.diagnostics import Diagnostic
from interpreter.model.requests import Request


class Cannot(Exception):
    """Something cannot be done now; the text says why."""


class Mistaken(Exception):
    """A text that cannot be understood: what is wrong with it."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics[0].message if diagnostics else "")
        self.diagnostics = tuple(diagnostics)


@frozen
class Answered:
    """An answer: the numbers of options and their words."""

    seat: str
    chosen: tuple[int, ...]
    words: tuple[str, ...]

    def told(self) -> str:
        return f"{self.seat}: {', '.join(self.words) or 'pass'}"


@frozen
class Said:
    """A sentence that was typed."""

    text: str
    file: str

    def told(self) -> str:
        return self.text.strip()


@frozen
class Laid:
    """`given …`, typed."""

    text: str
    file: str

    def told(self) -> str:
        return self.text.strip()


Step = Answered | Said | Laid


def meant(step: Answered, request: Request) -> tuple[int, ...]:
    """The options that an answer means: those with its words, where they are offered, else by their numbers."""
    found: list[int] = []
    for index, words in zip(step.chosen, step.words, strict=True):
        alike = [at for at, option in enumerate(request.options) if option.words == words and at not in found]
        if not alike:
            raise Cannot(f"`{words}` is not offered now")
        found.append(index if index in alike else alike[0])
    return tuple(found)
