"""The line that a person types at a question of a match: editing, and Tab completion below it.

Nothing is remembered from line to line, because several people may share the keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import define, field
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import DummyHistory
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.shortcuts import CompleteStyle

from tools.report.escape import printable

Completions = Callable[[str], Mapping[str, str]]
"""The whole lines that complete what was typed, each with a note."""


@define
class LineEditor:
    completions: Completions
    colour: bool
    _prompt: PromptSession[str] = field(init=False)
    _pasted: list[str] = field(factory=list, init=False)
    """Lines that were pasted behind the one that was read."""

    def __attrs_post_init__(self) -> None:
        self._prompt = PromptSession(
            history=DummyHistory(),
            completer=_LineCompleter(self.completions),
            complete_style=CompleteStyle.COLUMN,
            complete_while_typing=False,
            color_depth=None if self.colour else ColorDepth.DEPTH_1_BIT,
            enable_suspend=True,
        )

    def read(self, prompt: str) -> str | None:
        """A typed line; None at the end of the input or after an interrupt."""
        if not self._pasted:
            try:
                self._pasted = self._prompt.prompt(prompt).split("\n")
            except (EOFError, KeyboardInterrupt):
                return None
        return self._pasted.pop(0)


class _LineCompleter(Completer):
    def __init__(self, completions: Completions) -> None:
        self.completions = completions

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        for text, says in self.completions(typed).items():
            yield Completion(text, -len(typed), display=printable(text, 100), display_meta=printable(says, 100))
