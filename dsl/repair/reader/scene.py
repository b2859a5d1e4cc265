"""What can be named where a line stands: the bearer, the player, the values of events, the names given above.

The game's own texts show how its things are reached (`fight.target`, `my_bot(me)`, `foe.sectors[legs]`), so those
expressions are candidates too, the most frequent first.
"""

from __future__ import annotations

import re
from functools import cached_property

from attrs import evolve, frozen

from dsl.names import types as t
from dsl.names.signatures import VerbSig
from dsl.names.symbols import SymbolTable
from dsl.repair.reader.lexicon import Lexicon, lexicon_of
from dsl.repair.spot import MistakeSpot, open_braces

_HOOK = re.compile(r"\b(?:after|before|instead of)\s+([a-z_]\w*)")


@frozen(slots=False)
class Scene:
    spot: MistakeSpot
    lexicon: Lexicon
    in_script: bool
    """Whether `me` is somebody: in a script of a card, and in a hook whose event has a player."""
    event: str = ""
    """The verb whose values are in scope."""
    around: str = ""
    """The verb of `during`."""
    named: tuple[str, ...] = ()
    """Names that the sentence itself gives."""

    @classmethod
    def of(cls, spot: MistakeSpot) -> Scene:
        before = spot.blanked[: spot.line_start] + spot.line[: max(0, spot.offset - spot.line_start)]
        opened = _open_heads(before)
        scripts = spot.vocabulary.scripts(spot.kind)
        event = next((m[1] for head in reversed(opened) for m in [_HOOK.search(head)] if m), "")
        in_script = any(re.search(rf"\b{script}\b[^{{}}]*$", head) for head in opened for script in scripts)
        return cls(spot, lexicon_of(spot.vocabulary, spot.kind), in_script, event)

    def inside(self, event: str, around: str = "") -> Scene:
        """The scene in the block of a hook."""
        return evolve(self, event=event, around=around)

    def scripted(self) -> Scene:
        """The scene in a script of the card."""
        return evolve(self, in_script=True)

    def naming(self, name: str) -> Scene:
        """The scene with one more name."""
        return evolve(self, named=(*self.named, name))

    @property
    def symbols(self) -> SymbolTable:
        return self.spot.vocabulary.symbols

    @property
    def lineage(self) -> tuple[str, ...]:
        """The kind of the bearer and its parents."""
        return self.symbols.lineage(self.kind) if self.kind in self.symbols.kinds else ()

    @property
    def kind(self) -> str:
        return self.spot.kind

    @property
    def player(self) -> str:
        """Whom `you` means."""
        return "me" if self.in_script or self.kind == "" else "it.owner"

    @cached_property
    def signature(self) -> VerbSig | None:
        return self.symbols.verbs.get(self.event)

    @cached_property
    def given_names(self) -> tuple[str, ...]:
        """The names that `as`, `let` and `for each` give above, and the parameters of a keyword."""
        before = self.spot.blanked[: self.spot.line_end]
        names = re.findall(r"\b(?:as|let|each)\s+([a-z_]\w*)", before)
        names += re.findall(r"[(,]\s*([a-z_]\w*)\s*:", self.spot.head)
        return tuple(dict.fromkeys((*self.named, *names)))

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The names of numbers: parameters of the keyword, and amounts of the event."""
        names = list(re.findall(r"[(,]\s*([a-z_]\w*)\s*:", self.spot.head))
        if self.signature is not None:
            names += [slot.name for slot in self.signature.slots if isinstance(t.plain(slot.type), t.NumberT)]
        return tuple(names)

    @cached_property
    def amount(self) -> str:
        """The number of the event in progress."""
        slots = self.signature.slots if self.signature is not None else ()
        return next((slot.name for slot in slots if isinstance(t.plain(slot.type), t.NumberT)), "amount")

    def slots_of_event(self) -> list[tuple[str, str, str]]:
        """The things of the event in scope: name, preposition, kind."""
        slots = self.signature.slots if self.signature is not None else ()
        return [
            (slot.name, slot.preposition, kind.name)
            for slot in slots
            if isinstance(kind := t.plain(t.item(slot.type) or slot.type), t.KindT)
        ]


def _open_heads(before: str) -> list[str]:
    """What stands before each brace that is open at the end of a text, the outermost first."""
    opened = open_braces(before)
    heads = []
    for at in opened:
        start = max(before.rfind(sign, 0, at) for sign in "\n{};")
        heads.append(before[start + 1 : at])
    return heads
