"""Finds the line of the game's own cards that does nearly what an author's sentence says.

Where no rewrite passes the checker, an example is the best help: a finished sentence, and the verbs that it uses in
their own phrases. Every rule and script of the game is an example, with three sorts of words: those of its source, the
English that is generated from it, and its `says`; the words that its verbs and fields are also called count too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import log

from attrs import define, field, frozen

from dsl.describe.card import describe
from dsl.ir.cards import head_of
from dsl.parse import parse_source
from dsl.repair.reader.thesaurus import like
from dsl.repair.vocabulary import Vocabulary, called, plain
from dsl.syntax import nodes as n
from dsl.text import limits
from dsl.text.inflection import forms
from dsl.text.source import Source

_WORD = re.compile(r"[A-Za-z]+")
_LIGHT = frozenset(
    "a an the this that it its itself you your me my his her their they them is are was be been being to of on in at "
    "by from for with and or then so also has have had when whenever if each every all any time after before "
    "would can will must per more who whoever which there one do does did gets get end "
    "start".split()
)
_ENOUGH = 0.3
_SYNONYM = 0.6
_LONGEST = 220


@frozen(slots=False)
class ExampleLine:
    """A rule, or a script of a card, on one line. `kind` is that of the card or bearer; `script` is the name of the
    field, or empty for a rule."""

    name: str
    line: str
    kind: str
    script: str
    words: frozenset[str]


@define(eq=False, slots=False)
class Examples:
    """The lines of some texts, by their words."""

    texts: Iterable[str]
    vocabulary: Vocabulary
    _rare: Counter[str] = field(factory=Counter)

    def nearest(self, sentence: str) -> ExampleLine | None:
        """The line that shares most of the words that matter."""
        return next((example for example, _, _ in self.ranked(sentence)), None)

    def ranked(self, sentence: str) -> list[tuple[ExampleLine, float, float]]:
        """The lines that share enough of the words that matter, the nearest first; with the share of the words of the
        sentence that they have, and the share of their own words that the sentence has."""
        wanted = self.words(sentence)
        if len(wanted) < 2:
            return []
        lines = self.lines
        total = sum(self._weight(word) for word in wanted)
        scores = []
        for rank, example in enumerate(lines):
            common = sum(self._weight(word) * _shared(word, example.words) for word in wanted)
            own = sum(self._weight(word) for word in example.words)
            score = common / (total + 0.15 * max(0.0, own - common))
            if score >= _ENOUGH:
                scores.append((-score, rank, (example, common / total, min(1.0, common / own) if own else 0.0)))
        return [entry for _, _, entry in sorted(scores, key=lambda entry: entry[:2])]

    def phrases(self, sentence: str) -> list[str]:
        """The phrases of the verbs that a sentence uses in some form."""
        words = {word.lower() for word in _WORD.findall(sentence)}
        used = []
        for name, sig in self.vocabulary.symbols.verbs.items():
            if words & {form for word in (name, *called(sig)) for form in forms(word)} and name not in (
                "turn",
                "round",
            ):
                used.append(sig.phrase)
        return used[:3]

    def words(self, text: str) -> frozenset[str]:
        """The words of a text in the form in which they are compared; a form of a verb counts as the verb."""
        forms_of_verbs = self._forms
        words = (forms_of_verbs.get(word.lower(), plain(word)) for word in _WORD.findall(text.replace("_", " ")))
        return frozenset(word for word in words if word not in _LIGHT and len(word) > 1)

    @cached_property
    def lines(self) -> list[ExampleLine]:
        lines = [line for text in self.texts for line in self._of(text)]
        self._rare.update(word for example in lines for word in example.words)
        return lines

    @cached_property
    def _forms(self) -> dict[str, str]:
        names: dict[str, str] = {}
        for name, sig in self.vocabulary.symbols.verbs.items():
            for word in (name, *called(sig)):
                if "_" not in word and " " not in word:
                    names |= dict.fromkeys(forms(word), plain(name))
        return names

    def _weight(self, word: str) -> float:
        return log(2 + len(self.lines) / (1 + self._rare[word]))

    def _of(self, text: str) -> Iterator[ExampleLine]:
        """The rules and scripts of a text."""
        if len(text) > limits.REPAIR_TEXT:
            return
        for parsed in parse_source(Source("", text)):
            tree = parsed.tree
            if isinstance(tree, n.Thing):
                yield from self._of_card(tree, text, head_of(tree).shown)
            elif isinstance(tree, n.Keyword | n.Status) and tree.bearers:
                says = tree.marks.says.value if tree.marks.says is not None else ""
                name = tree.id.text
                for line in tree.body.lines:
                    yield from self._example(line, text, name, tree.bearers[0].text, "", f"{says} {name}")

    def _of_card(self, tree: n.Thing, text: str, name: str) -> Iterator[ExampleLine]:
        kind = tree.kind.text
        says = tree.marks.says.value if tree.marks.says is not None else ""
        for line in tree.body.lines if tree.body is not None else ():
            if isinstance(line, n.Thing):
                if line.body is not None:
                    yield from self._of_card(line, text, name)
            elif isinstance(line, n.Phrase) and line.body is not None:
                sig = (
                    self.vocabulary.symbols.fields(kind).get(line.verb.text) if kind in self.vocabulary.kinds else None
                )
                if sig is not None and sig.sort == "script":
                    yield from self._example(line, text, name, kind, line.verb.text, says)
            else:
                yield from self._example(line, text, name, kind, "", says)

    def _example(self, line: n.Line, text: str, name: str, kind: str, script: str, says: str) -> Iterator[ExampleLine]:
        if not script and not isinstance(line, n.Hook | n.Modify | n.Forbid):
            return
        source = on_one_line(text[line.span[0] : line.span[1]])
        if len(source) > _LONGEST:
            return
        english = " ".join(self._described(each, kind) for each in _sentences(line))
        yield ExampleLine(name, source, kind, script, self.words(f"{source} {english} {says}"))

    def _described(self, line: n.Line, kind: str) -> str:
        try:
            return describe(line, self.vocabulary.symbols, on=kind)
        except (KeyError, AttributeError, ValueError, IndexError, TypeError):  # a line that is wrong has no English
            return ""


def _shared(word: str, words: frozenset[str]) -> float:
    if word in words:
        return 1.0
    return _SYNONYM if any(plain(other) in words for other in like(word)) else 0.0


def _sentences(line: n.Line) -> Iterator[n.Line]:
    """The sentences of a script, or a rule itself."""
    if isinstance(line, n.Phrase) and line.body is not None:
        for each in line.body.lines:
            if isinstance(each, n.Row):
                if isinstance(each.value, n.Phrase):
                    yield each.value
            else:
                yield each
    else:
        yield line


def on_one_line(source: str) -> str:
    """A text of several lines on one."""
    result = ""
    for line in (line.strip() for line in re.sub(r"#[^\n]*", "", source).split("\n")):
        if not line:
            continue
        joint = ""
        if result:
            opened = result.endswith(("{", ",", "(", "[", "and", "or", ";", ":"))
            goes_on = re.match(r"(?:\}|says\b|else\b|or\b|and\b|if\b(?!.*\{)|cites\b|[-+*/)\]])", line) is not None
            joint = " " if opened or goes_on else ", " if re.match(r"(?:\d|else:|at )[^{]*:", line) else "; "
        result += joint + line
    return result
