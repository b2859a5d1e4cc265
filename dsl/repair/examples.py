"""Finds a line of the game's own cards that does nearly what an author's sentence says.

Where no rewrite passes the checker, an example is the best help: a finished sentence, and the verbs that it uses in
their own phrases. Cards and keywords carry their English with them: their `says`, the names of verbs and fields, and
the words that these are also called.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from math import log

from attrs import define, field, frozen

from dsl.repair.vocabulary import Vocabulary, called, plain
from dsl.text.inflection import forms

_LINE = re.compile(r"^\s+(?:after|before|instead|modify|forbid|\w+\s*\{|at |else|\d).*$", re.MULTILINE)
_SAYS = re.compile(r'\bsays\s+"([^"\n]*)"')
_NAME = re.compile(r'^(?:keyword\s+|status\s+|[A-Z]\w*\s+)(\w+)?(?:\([^)]*\))?\s*("[^"\n]*")?', re.MULTILINE)
_WORD = re.compile(r"[A-Za-z]+")
_LIGHT = frozenset(
    "a an the this that it its itself you your me my his her their they them is are was be been being to of on in at "
    "by from for with and or then so also has have had when whenever if each every all any time once after before "
    "would not cannot can may will must only per more less who whoever which there one does do did gets get until end "
    "start".split()
)
_ENOUGH = 0.3


@frozen
class RepairExample:
    name: str
    line: str
    words: frozenset[str]


@define(eq=False)
class Examples:
    """The lines of some texts, by their words."""

    texts: Iterable[str]
    vocabulary: Vocabulary
    _examples: list[RepairExample] | None = None
    _rare: Counter[str] = field(factory=Counter)

    def nearest(self, sentence: str) -> RepairExample | None:
        """The line that shares most of the words that matter."""
        wanted = self.words(sentence)
        if len(wanted) < 2:
            return None
        best: tuple[float, int, RepairExample] | None = None
        total = sum(self._weight(word) for word in wanted)
        for rank, example in enumerate(self._lines()):
            common = sum(self._weight(word) for word in wanted & example.words)
            score = common / (total + 0.15 * sum(self._weight(word) for word in example.words - wanted))
            if best is None or score > best[0]:
                best = (score, -rank, example)
        return best[2] if best is not None and best[0] >= _ENOUGH else None

    def phrases(self, sentence: str) -> list[str]:
        """The phrases of the verbs that a sentence uses in some form."""
        words = {word.lower() for word in _WORD.findall(sentence)}
        found = []
        for name, sig in self.vocabulary.symbols.verbs.items():
            if words & {form for word in (name, *called(sig)) for form in forms(word)} and name not in (
                "turn",
                "round",
            ):
                found.append(sig.phrase)
        return found[:3]

    def words(self, text: str) -> frozenset[str]:
        """The words of a text in the form in which they are compared; a form of a verb counts as the verb."""
        known = self._forms()
        words = (known.get(word.lower(), plain(word)) for word in _WORD.findall(text.replace("_", " ")))
        return frozenset(word for word in words if word not in _LIGHT and len(word) > 1)

    def _forms(self) -> dict[str, str]:
        names: dict[str, str] = {}
        for name, sig in self.vocabulary.symbols.verbs.items():
            for word in (name, *called(sig)):
                if "_" not in word and " " not in word:
                    names |= dict.fromkeys(forms(word), plain(name))
        return names

    def _weight(self, word: str) -> float:
        self._lines()
        return log(2 + len(self._examples or ()) / (1 + self._rare[word]))

    def _lines(self) -> list[RepairExample]:
        if self._examples is None:
            self._examples = []
            for text in self.texts:
                said = " ".join(_SAYS.findall(text))
                named = _NAME.search(text)
                name = next((part for part in reversed(named.groups()) if part), "") if named else ""
                for match in _LINE.finditer(text):
                    line = match.group().strip()
                    if 12 <= len(line) <= 160:
                        self._examples.append(RepairExample(name.strip('"'), line, self.words(f"{line} {said}")))
            self._rare.update(word for example in self._examples for word in example.words)
        return self._examples
