"""One option of a question as it is shown: its words, and what fills its slots.

An action is offered in the sentence of its author for the log, turned to the player who may do it: `says "{me} uses
{ability} against {target}"` is offered as `use Bite against Sparky`. An action whose sentence does not begin with the
player, or leaves out a slot that distinguishes options, is offered in the words of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from dsl.describe import english
from tools.drawing.schema import Schema, said

BLANK = re.compile(r"\{(\w+)\}")
LAST = re.compile(r" (?:against|at|for|from|in|into|of|on|onto|to|with) \{(\w+)\}$")
"""At the end of a sentence, a slot that says where or with what."""
WORD = re.compile(r"\w+")
DOER = "{me} "


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
    plain: str = ""  # the words of the rules, if others are shown
    groups: tuple[str, ...] = ()  # what it is called when so many of its slots are known, if others are shown

    def begin(self, slots: int) -> str:
        """An action with its first slots, in words."""
        if self.groups:
            return self.groups[slots]
        parts = [said(self.verb)]
        for slot in self.slots[:slots]:
            parts += [slot.preposition, slot.words]
        return " ".join(part for part in parts if part)


def deed_words(verb: str, slots: Sequence[OptionSlot], known: int, schema: Schema) -> str:
    """The sentence with the first slots filled in, and kinds for the others; empty if there is no such sentence."""
    sentence = schema.sentences.get(verb, "")
    if not sentence.startswith(DOER):
        return ""
    words = {slot.name: slot.words for slot in slots[:known]}
    words |= {slot.name: _any(slot, verb, schema) for slot in slots[known:]}
    said = sentence.removeprefix(DOER)
    if set(BLANK.findall(said)) != {slot.name for slot in slots}:
        return ""
    open_slots = {slot.name for slot in slots[known:]}
    while (last := LAST.search(said)) is not None and last[1] in open_slots:
        said = said[: last.start()]
    filled = BLANK.sub(lambda match: words[match[1]], said)
    does = WORD.match(filled)
    return english.base(does[0]) + filled[does.end() :] if does is not None else ""


def _any(slot: OptionSlot, verb: str, schema: Schema) -> str:
    kind = schema.slot_kinds.get((verb, slot.name), "")
    noun = schema.noun(kind) if kind else "…"
    uncounted = noun.islower() and english.plural(noun) == noun
    return noun if uncounted or not kind else english.a(noun)
