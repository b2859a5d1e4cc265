"""One option of a question as it is shown: its words, and what fills its slots."""

from __future__ import annotations

from attrs import frozen

from tools.drawing.schema import said


@frozen
class OptionSlot:
    """The value of a slot of an option in words; `thing` is its number in the view, `space` its visible position."""

    name: str
    preposition: str
    words: str
    thing: int | None = None
    space: int | None = None


@frozen
class Choice:
    """One option, or several that are alike; `index` is the number of the first in the request."""

    index: int
    words: str
    verb: str = ""
    slots: tuple[OptionSlot, ...] = ()
    alike: int = 1
    note: str = ""  # a short note

    def begin(self, slots: int) -> str:
        """An action with its first slots, in words."""
        parts = [said(self.verb)]
        for slot in self.slots[:slots]:
            parts += [slot.preposition, slot.words]
        return " ".join(part for part in parts if part)
