"""The action space: a number for every choice of a game, the same in every match and in every process.

The numbers come from a survey of the game: all of its nodes if there are few, else some random matches from fixed
seeds. Choices that the survey has not met share some spare numbers by a hash of their key; two of them in one question
never get the same number. A space can be written down and read again, so that a trained policy keeps its numbers when
cards are added to the game.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b

from attrs import field, frozen

SPARE = 16
"""The least number of spare numbers, unless the survey was complete."""


@frozen
class ActionSpace:
    keys: tuple[str, ...]
    """The key of each number."""
    spare: int
    """How many numbers follow them, for keys that are not listed."""
    _number: dict[str, int] = field(init=False, repr=False, eq=False)

    @_number.default
    def _numbers(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self.keys)}

    def __len__(self) -> int:
        return len(self.keys) + self.spare

    def ids(self, keys: Sequence[str]) -> tuple[int, ...]:
        """The numbers of the choices of one question, all different."""
        numbers = {key: self._number[key] for key in keys if key in self._number}
        taken = set(numbers.values())
        for key in keys:
            if key not in numbers:
                numbers[key] = self._spare_number(key, taken)
                taken.add(numbers[key])
        return tuple(numbers[key] for key in keys)

    def _spare_number(self, key: str, taken: set[int]) -> int:
        """A number for a key that is not listed: a spare one; if all are taken, one the question does not need."""
        if len(taken) >= len(self):
            raise ValueError(f"the action space has only {len(self)} numbers: make one with more spare numbers")
        digest = blake2b(key.encode(), digest_size=8, person=b"botwright-act").digest()
        number = len(self.keys) + int.from_bytes(digest, "big") % max(1, self.spare)
        while number % len(self) in taken:
            number += 1
        return number % len(self)

    def text(self) -> str:
        """The space as JSON."""
        return json.dumps({"keys": list(self.keys), "spare": self.spare}, ensure_ascii=False)

    @classmethod
    def of_text(cls, text: str) -> ActionSpace:
        data = json.loads(text)
        return cls(tuple(data["keys"]), data["spare"])
