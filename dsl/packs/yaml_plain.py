"""Reads plain YAML fast: it builds the same tree as `yaml_guard`, for the files that most authors write.

A catalogue of a rulebook has hundreds of clauses, and the YAML library needs a quarter of a second for it. Nearly all
of its lines are `name: value`. This reader accepts such lines, words and pairs in brackets, blocks of `- name:
value`, and folded text. At the first line that is anything else, or that YAML readers could interpret differently, it
gives up, and `yaml_guard` reads the file instead. It reports no errors. A test compares both on generated files.
"""

from __future__ import annotations

import re

from dsl.packs.yaml_nodes import Items, Node, Scalar, YamlFields
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

Entries = dict[str, tuple[Scalar, Node]]


class _GiveUp(Exception):
    """This file is not plain."""


def read_plain(source: Source) -> YamlFields | None:
    """The fields of a plain file; None if it is not plain, or may contain an error."""
    reader = _PlainReader(source.file, source.text)
    try:
        fields = reader.fields(0, "")
    except _GiveUp:
        return None
    return fields if fields.entries and reader.done else None


class _PlainReader:
    """Reads line by line; `at` is always the start of a significant line, or the end of the text."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.position = 0
        self.last = 0
        self._advance(0)

    @property
    def done(self) -> bool:
        return self.position == len(self.text)

    def fields(self, indent: int, key: str) -> YamlFields:
        """Lines `name: value` of one indentation."""
        start = self.position + indent
        entries: Entries = {}
        while self._continues(indent, "") and not self.text.startswith("- ", self.position + indent):
            self._field(entries, indent, "")
        return YamlFields(tuple(entries.values()), key, Place(self.file, start, self.last))

    def _items(self, indent: int, key: str) -> Items:
        """Lines that begin with `- `: each contains a value, or begins a block of fields."""
        start = self.position + indent
        items: list[Node] = []
        while self._continues(indent, "- "):
            match = _ITEM.match(self.text, self.position)
            items.append(self._value(match, key) if match else self._fields_of_item(indent, key))
            if len(items) > LIST_ITEMS:
                raise _GiveUp
        return Items(tuple(items), key, Place(self.file, start, self.last))

    def _fields_of_item(self, indent: int, key: str) -> YamlFields:
        start = self.position + indent + 2
        entries: Entries = {}
        self._field(entries, indent, "- ")
        while self._continues(indent + 2, ""):
            self._field(entries, indent + 2, "")
        return YamlFields(tuple(entries.values()), key, Place(self.file, start, self.last))

    def _field(self, entries: Entries, indent: int, dash: str) -> None:
        match = _FIELD.match(self.text, self.position)
        if match is None or (match["dash"] or "") != dash or match["key"] in entries or len(entries) > LIST_ITEMS:
            raise _GiveUp
        key = Scalar(match["key"], True, "", self._place(match, "key"))
        self.last = match.end("key")
        if match.lastgroup != "key":
            entries[key.text] = (key, self._value(match, key.text))
        else:
            self._advance(match.end())
            entries[key.text] = (key, self._block(indent + len(dash), key))

    def _block(self, indent: int, key: Scalar) -> Node:
        """The value below a line `name:`."""
        deeper = self._indent()
        if self.done or deeper < indent:
            return Scalar("", True, key.text, key.place)
        if self.text.startswith("- ", self.position + deeper):
            return self._items(deeper, key.text)
        return self.fields(deeper, key.text) if deeper > indent else Scalar("", True, key.text, key.place)

    def _value(self, match: re.Match[str], key: str) -> Node:
        if match["folded"] is not None:
            return self._folded(match, key)
        self._advance(match.end())
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

    def _pairs(self, inside: str, place: Place, key: str) -> YamlFields:
        entries: Entries = {}
        for pair in re.finditer(rf"({_KEY}): ({_WORD}|{_QUOTED})", inside):
            if pair[1] in entries:
                raise _GiveUp
            start = place.start
            name = Scalar(pair[1], True, "", Place(self.file, start + pair.start(1), start + pair.end(1)))
            entries[pair[1]] = (name, self._word(start + pair.start(2), pair[2], pair[1]))
        self.last = place.end
        return YamlFields(tuple(entries.values()), key, place)

    def _word(self, start: int, source_text: str, key: str) -> Scalar:
        self.last = start + len(source_text)
        place = Place(self.file, start, self.last)
        if source_text[0] in "\"'":
            return Scalar(source_text[1:-1], False, key, place)
        if too_long(source_text):
            raise _GiveUp
        return Scalar(source_text, True, key, place)

    def _folded(self, match: re.Match[str], key: str) -> Scalar:
        """Text below `>-`: lines of one indentation, without gaps or lines that could be comments."""
        outside = len(match["indent"]) + len(match["dash"] or "")
        lines: list[str] = []
        indents = set()
        offset = end = match.end()
        while (line := _LONG_LINE.match(self.text, offset)) is not None and len(line["indent"]) > outside:
            lines.append(line["line"])
            indents.add(len(line["indent"]))
            offset, end = line.end(), line.end("line")
        self._advance(offset)
        # spaces on an empty line and an indented comment may belong to the text
        unclear = re.search(r"^ +(?:#|$)", self.text[offset : self.position], re.MULTILINE)
        if len(indents) != 1 or unclear or (not self.done and self._indent() > outside):
            raise _GiveUp
        self.last = end
        return Scalar(" ".join(lines), False, key, Place(self.file, match.start("folded"), end))

    def _continues(self, indent: int, dash: str) -> bool:
        return not self.done and self._indent() == indent and self.text.startswith(dash, self.position + indent)

    def _indent(self) -> int:
        spaces = _SPACES.match(self.text, self.position)
        return len(spaces[0]) if spaces else 0

    def _place(self, match: re.Match[str], group: str) -> Place:
        return Place(self.file, *match.span(group))

    def _advance(self, start: int) -> None:
        """Move to the next line that is neither blank nor a comment."""
        skipped = _SKIPPED.match(self.text, start)
        self.position = skipped.end() if skipped else start
