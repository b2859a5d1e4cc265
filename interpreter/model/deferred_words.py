"""The words of an option, composed only when they are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.model.state import State, Value

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine
    from interpreter.link.linked_program import LinkedProgram


class DeferredWords:
    """Composes words about the table as it was when the option was offered.

    A state that waits for an answer is never changed, only copied, so its cells stay valid.
    """

    __slots__ = ("about", "cells", "how", "linked", "machine")

    def __init__(
        self,
        machine: type[Machine],
        linked: LinkedProgram,
        cells: list[Value],
        how: Callable[..., str],
        about: tuple[Any, ...],
    ) -> None:
        self.machine, self.linked, self.cells, self.how, self.about = machine, linked, cells, how, about

    def __call__(self) -> str:
        return self.how(self.machine(self.linked, State(self.cells), 0, ()), *self.about)
