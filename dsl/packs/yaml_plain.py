"""The plain part of YAML, read quickly: the same tree as the careful way makes, for the files that most authors write.

A catalogue of a rulebook has hundreds of clauses, and the YAML library needs a quarter of a second for it. Nearly all
of its lines are `name: value`. This reader knows such lines, words and pairs in brackets, blocks of `- name: value`,
and folded text. At the first line that is anything else, or that two readers of YAML could take differently, it gives
up, and the careful way is gone instead. It complains about nothing. A test holds both ways together on generated
files.
"""

from __future__ import annotations

import re

from dsl.packs.yaml_nodes import Fields, Items, Node, Word
from dsl.packs.yaml_scalars import too_long
from dsl.text.limits import LIST_ITEMS
from dsl.text.source import Place, Source

_QUOTED = r"""(?:"[^"\\\n\t]*"|'[^'\n\t]*')"""
_VERSION = r"[0-9]+\.[0-9]+\.[0-9]+"
_WORD = rf"(?:{_VERSION}|[A-Za-z][A-Za-z0-9._/()+-]*(?: [A-Za-z0-9._/()+-]+)*)"
_PLAIN = r"""[A-Za-z0-9](?:[\w._/()+,;'"=&*!%@?-]| (?=[^\s#]))*"""
_KEY = r"[A-Za-z_][A-Za-z0-9_]*"
_PAIR = rf"{_KEY}: (?:{_WORD}|{_QUOTED})"
_VALUE = (
    rf"(?:(?P<quoted>{_QUOTED})|(?P<list>\[(?:{_WORD}(?:, {_WORD})*)?\])|(?P<pairs>\{{{_PAIR}(?:, {_PAIR})*\}})"
    rf"|(?P<folded>>-)|(?P<plain>{_PLAIN}))"
)
_END = r"(?: +\#[^\n]*| *)(?:\n|\Z)"
_FIELD = re.compile(rf"(?P<indent> *)(?P<dash>- )?(?P<key>{_KEY}):(?: {_VALUE})?{_END}")
_ITEM = re.compile(rf"(?P<indent> *)(?P<dash>- ){_VALUE}{_END}")
_SKIPPED = re.compile(r"(?: *(?:\#[^\n]*)?\n)*(?: *(?:\#[^\n]*)?\Z)?")
_SPACES = re.compile(r" *")
_LONG_LINE = re.compile(r"(?P<indent> +)(?P<line>[^\s#](?:[^\n\t]*[^\s])?)(?:\n|\Z)")

Entries = dict[str, tuple[Word, Node]]


class _GiveUp(Exception):
    """This file is not plain."""


def read_plain(source: Source) -> Fields | None:
    """The fields of a plain file; nothing if it is not plain, or if anything may be wrong with it."""
    reader = _Reader(source.file, source.text)
    try:
        fields = reader.fields(0, "")
    except _GiveUp:
        return None
    return fields if fields.entries and reader.done else None


class _Reader:
    """Reads line by line; `at` is always the start of a line that counts, or the end of the text."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.at = 0
        self.last = 0
        self._go_on(0)

    @property
    def done(self) -> bool:
        return self.at == len(self.text)

    def fields(self, indent: int, key: str) -> Fields:
        """Lines `name: value` of one indentation."""
        start = self.at + indent
        entries: Entries = {}
        while self._continues(indent, "") and not self.text.startswith("- ", self.at + indent):
            self._field(entries, indent, "")
        return Fields(tuple(entries.values()), key, Place(self.file, start, self.last))

    def _items(self, indent: int, key: str) -> Items:
        """Lines that begin with `- `: each holds a value, or begins a block of fields."""
        start = self.at + indent
        items: list[Node] = []
        while self._continues(indent, "- "):
            match = _ITEM.match(self.text, self.at)
            items.append(self._value(match, key) if match else self._fields_of_item(indent, key))
            if len(items) > LIST_ITEMS:
                raise _GiveUp
        return Items(tuple(items), key, Place(self.file, start, self.last))

    def _fields_of_item(self, indent: int, key: str) -> Fields:
        start = self.at + indent + 2
        entries: Entries = {}
        self._field(entries, indent, "- ")
        while self._continues(indent + 2, ""):
            self._field(entries, indent + 2, "")
        return Fields(tuple(entries.values()), key, Place(self.file, start, self.last))

    def _field(self, entries: Entries, indent: int, dash: str) -> None:
        match = _FIELD.match(self.text, self.at)
        if match is None or (match["dash"] or "") != dash or match["key"] in entries or len(entries) > LIST_ITEMS:
            raise _GiveUp
        key = Word(match["key"], True, "", self._place(match, "key"))
        self.last = match.end("key")
        if match.lastgroup != "key":
            entries[key.text] = (key, self._value(match, key.text))
        else:
            self._go_on(match.end())
            entries[key.text] = (key, self._block(indent + len(dash), key))

    def _block(self, indent: int, key: Word) -> Node:
        """What stands under a line `name:`."""
        deeper = self._indent()
        if self.done or deeper < indent:
            return Word("", True, key.text, key.place)
        if self.text.startswith("- ", self.at + deeper):
            return self._items(deeper, key.text)
        return self.fields(deeper, key.text) if deeper > indent else Word("", True, key.text, key.place)

    def _value(self, match: re.Match[str], key: str) -> Node:
        if match["folded"] is not None:
            return self._folded(match, key)
        self._go_on(match.end())
        group = match.lastgroup or ""
        start, inside = match.start(group), match[group]
        if group in ("quoted", "plain"):
            return self._word(start, inside, key)
        place = self._place(match, group)
        if inside.startswith("["):
            words = [self._word(start + word.start(), word[0], key) for word in re.finditer(_WORD, inside)]
            self.last = place.end
            return Items(tuple(words), key, place)
        return self._pairs(inside, place, key)

    def _pairs(self, inside: str, place: Place, key: str) -> Fields:
        entries: Entries = {}
        for pair in re.finditer(rf"({_KEY}): ({_WORD}|{_QUOTED})", inside):
            if pair[1] in entries:
                raise _GiveUp
            at = place.start
            name = Word(pair[1], True, "", Place(self.file, at + pair.start(1), at + pair.end(1)))
            entries[pair[1]] = (name, self._word(at + pair.start(2), pair[2], pair[1]))
        self.last = place.end
        return Fields(tuple(entries.values()), key, place)

    def _word(self, start: int, written: str, key: str) -> Word:
        self.last = start + len(written)
        place = Place(self.file, start, self.last)
        if written[0] in "\"'":
            return Word(written[1:-1], False, key, place)
        if too_long(written):
            raise _GiveUp
        return Word(written, True, key, place)

    def _folded(self, match: re.Match[str], key: str) -> Word:
        """Text under `>-`: lines of one indentation, without gaps or lines that could be comments."""
        outside = len(match["indent"]) + len(match["dash"] or "")
        lines: list[str] = []
        indents = set()
        at = end = match.end()
        while (line := _LONG_LINE.match(self.text, at)) is not None and len(line["indent"]) > outside:
            lines.append(line["line"])
            indents.add(len(line["indent"]))
            at, end = line.end(), line.end("line")
        self._go_on(at)
        # spaces on an empty line and an indented comment may belong to the text
        unclear = re.search(r"^ +(?:#|$)", self.text[at : self.at], re.MULTILINE)
        if len(indents) != 1 or unclear or (not self.done and self._indent() > outside):
            raise _GiveUp
        self.last = end
        return Word(" ".join(lines), False, key, Place(self.file, match.start("folded"), end))

    def _continues(self, indent: int, dash: str) -> bool:
        return not self.done and self._indent() == indent and self.text.startswith(dash, self.at + indent)

    def _indent(self) -> int:
        found = _SPACES.match(self.text, self.at)
        return len(found[0]) if found else 0

    def _place(self, match: re.Match[str], group: str) -> Place:
        return Place(self.file, *match.span(group))

    def _go_on(self, at: int) -> None:
        """To the next line that is neither blank nor a comment."""
        found = _SKIPPED.match(self.text, at)
        self.at = found.end() if found else at
