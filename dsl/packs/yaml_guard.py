"""Reads the YAML of a manifest into a small tree with places, or diagnostics.

YAML can do much that a manifest must not: repeat an anchored part a million times, build arbitrary objects, nest
until the reader fails. So nothing is loaded. The characters are checked first, then the library's event stream is
read once and only mappings, lists and scalars are kept, each with its offsets; everything else is rejected at its
place. The field decides what a scalar means. The depth of the tree is bounded, so later passes may recurse.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dsl.diagnostics import Diagnostic, Label, diagnose
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import packs as codes
from dsl.diagnostics.codes.text import CONTROL, NUL, TOO_LARGE
from dsl.lazy import lazy_module
from dsl.packs.yaml_errors import explain
from dsl.packs.yaml_nodes import Items, Node, RejectedNode, Scalar, YamlFields
from dsl.packs.yaml_plain import read_plain
from dsl.packs.yaml_repairs import with_repair
from dsl.packs.yaml_scalars import too_long
from dsl.text.limits import (
    FILE_LINES,
    LIST_ITEMS,
    MANIFEST_BYTES,
    MANIFEST_NESTING,
    NUMBER_DIGITS,
    YAML_REPAIRED,
)
from dsl.text.source import Place, Source

if TYPE_CHECKING:
    from ruamel import yaml
    from ruamel.yaml import error
    from ruamel.yaml.events import Event
else:
    yaml = lazy_module("ruamel.yaml")
    error = lazy_module("ruamel.yaml.error")

_CARD = re.compile(r'(?m)^[A-Z]\w*(?: +\w+| +"[^"\n]*")+ *\{')
_NO_CARDS = (
    "this is a card: write it in a file of this folder whose name ends in `.bot`; the manifest says only what the pack "
    "is called and what it needs"
)


# Control characters, lone surrogates, non-characters, and marks that reorder or hide text.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\ud800-\udfff]"
    "|[\U000e0000-\U000e0fff]"
)


class _Abort(Exception):
    """The file cannot be read further; the reason is recorded."""


def compose(source: Source) -> tuple[YamlFields | None, list[Diagnostic]]:
    """The fields of a manifest. Without diagnostics there are always fields."""
    diagnostics = _check_characters(source)
    if diagnostics:
        return None, diagnostics
    plain = read_plain(source)
    if plain is not None:
        return plain, []
    fields, diagnostics = compose_carefully(source)
    if len(diagnostics) == 1 and diagnostics[0].code == codes.NOT_YAML.id and len(source.text) < YAML_REPAIRED:
        diagnostics = [with_repair(source, diagnostics[0], _first_error)]
    return fields, diagnostics


def _first_error(source: Source) -> Diagnostic | None:
    return next((each for each in compose_carefully(source)[1] if each.code == codes.NOT_YAML.id), None)


def compose_carefully(source: Source) -> tuple[YamlFields | None, list[Diagnostic]]:
    """The same from the library's events, for every text with valid characters."""
    builder = _Builder(source)
    try:
        fields = builder.document()
    except _Abort:
        fields = None
    return fields, builder.diagnostics


def character_name(character: str) -> str:
    """`U+200B ZERO WIDTH SPACE`"""
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}{' ' if name else ''}{name}"


def _check_characters(source: Source) -> list[Diagnostic]:
    """Errors that the library would report badly or slowly."""
    text, file = source.text, source.file
    # a character is at most four bytes: only texts near the bound are encoded to be measured
    size = len(text) if len(text) * 4 <= MANIFEST_BYTES else len(text.encode("utf-8", "surrogatepass"))
    for what, measure, limit, name in (
        ("this manifest", size, MANIFEST_BYTES, "MANIFEST_BYTES"),
        ("the number of lines", text.count("\n"), FILE_LINES, "FILE_LINES"),
    ):
        if measure > limit:
            place = Place(file, 0, min(1, len(text)))
            return [diagnose(TOO_LARGE, place, what=what, limit=f"{limit:,}", name=name)]
    diagnostics: list[Diagnostic] = []
    for match in INVISIBLE.finditer(text):
        place = Place(file, match.start(), match.end())
        if match[0] == "\0":
            diagnostics.append(diagnose(NUL, place, offset=match.start()))
        else:
            diagnostics.append(diagnose(CONTROL, place, character=character_name(match[0])))
    diagnostics += [
        diagnose(codes.YAML_TAB, Place(file, *match.span(1)))
        for match in re.finditer(r"^ *(\t+)[ \t]*\S", text, re.MULTILINE)
    ]
    return sorted(diagnostics, key=lambda fault: fault.sort_key)


class _Builder:
    """Reads the events of one file once."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self.end = self.before = 0  # where the event ends that was read last, and the one before it
        self.open: list[Event] = []
        self.events = self._events()

    def document(self) -> YamlFields | None:
        self._refuse_directives()
        next(self.events)
        start = next(self.events)
        if _kind(start) == "StreamEndEvent":
            return self._nothing()
        root = self._node(next(self.events), "")
        next(self.events)
        end = next(self.events)
        if _kind(end) != "StreamEndEvent":
            self._note(codes.SEVERAL_DOCUMENTS, self._place(end))
        match root:
            case YamlFields():
                return root
            case Scalar(text="" | "~" | "null", plain=True):
                return self._nothing()
            case Scalar() | Items():
                actual = "a list" if isinstance(root, Items) else "text"
                place = Place(root.place.file, root.place.start, self._first_line_end(root.place))
                words = {"file": self.source.file, "found": actual, "example": "name: …"}
                if _CARD.search(self.source.text):
                    words["help"] = _NO_CARDS
                self._note(codes.NOT_FIELDS, place, **words)
                return None
            case RejectedNode():
                return None

    def _nothing(self) -> YamlFields:
        """No field at all: the reader of the manifest reports which fields it needs."""
        return YamlFields((), "", Place(self.source.file, 0, 0))

    def _refuse_directives(self) -> None:
        for match in re.finditer(r"^%.*", self.source.text.split("\n---", 1)[0], re.MULTILINE):
            self._note(codes.DIRECTIVE, Place(self.source.file, *match.span()), found=match[0][:40].rstrip())

    def _events(self) -> Iterator[Event]:
        """The library's events; any exception becomes a diagnostic at the furthest known place."""
        try:
            for event in yaml.YAML(typ="safe", pure=True).parse(self.source.text):
                self.before, self.end = self.end, max(self.end, event.end_mark.index)
                yield event
        except error.MarkedYAMLError as fault:
            self.diagnostics.append(explain(self.source, fault, self._open_bracket()))
        except Exception:  # noqa: BLE001  an error in the library, such as chr() of an invalid number
            self.diagnostics.append(self._unknown_problem())
        raise _Abort

    def _open_bracket(self) -> int | None:
        """The offset of the innermost unclosed `[` or `{`."""
        starts = [event.start_mark.index for event in self.open if getattr(event, "flow_style", False)]
        brackets = [self.source.text.find(sign, start) for start in starts[-1:] for sign in "[{"]
        return min((offset for offset in brackets if offset >= 0), default=None)

    def _unknown_problem(self) -> Diagnostic:
        end = min(self.end, len(self.source.text))
        line_end = self.source.text.find("\n", end)
        place = Place(self.source.file, end, len(self.source.text) if line_end < 0 else line_end)
        advice = "look for an odd escape such as `\\U` in this line, or put the value in single quotes"
        return diagnose(codes.NOT_YAML, place, problem="YAML cannot read the text after this point", advice=advice)

    def _node(self, event: Event, key: str) -> Node:
        self._refuse_decoration(event)
        match _kind(event):
            case "ScalarEvent":
                return self._word(event, key)
            case "SequenceStartEvent":
                return self._items(event, key)
            case "MappingStartEvent":
                return self._fields(event, key)
            case _:  # an alias: it was rejected above
                return RejectedNode(key, self._place(event))

    def _refuse_decoration(self, event: Any) -> None:
        anchor, tag = event.anchor, getattr(event, "ctag", None)
        if anchor is not None:
            alias = _kind(event) == "AliasEvent"
            place = self._sign("*" if alias else "&", event)
            what = "an alias" if alias else "an anchor"
            self._note(codes.ANCHOR, place, found=("*" if alias else "&") + str(anchor)[:40], what=what)
        if tag is not None:
            place = self._sign("!", event)
            self._note(codes.TAG, place, found=self.source.text[place.start : place.end][:40])

    def _sign(self, sign: str, event: Any) -> Place:
        """The place of `&name`, `*name` or `!tag` in front of a value."""
        text = self.source.text
        start = event.start_mark.index
        # of `!tag &name value` the library marks only a part, so the sign is looked for in the line, behind what was
        # read before; not in all of it, because a line may hold thousands of them
        line = max(text.rfind("\n", self.before, start) + 1, min(self.before, start))
        decoration = re.compile(rf"(?<![^\s,\[{{]){re.escape(sign)}[^\s,\[\]{{}}]*")
        spans = [match.span() for match in decoration.finditer(text, line, max(event.end_mark.index, start + 1))]
        before = [span for span in spans if span[0] <= start]
        span = (before or spans or [(start, start)])[-1 if before else 0]
        return Place(self.source.file, *span)

    def _word(self, event: Any, key: str) -> Node:
        place = self._place(event)
        plain = event.style is None
        if plain and too_long(event.value):
            limit = f"{NUMBER_DIGITS} digits"
            self._note(TOO_LARGE, place, what="this number", limit=limit, name="NUMBER_DIGITS")
            return RejectedNode(key, place)
        hidden = INVISIBLE.search(event.value)
        if hidden:
            # the text has no such character, so an escape produced it
            self._note(CONTROL, place, character=character_name(hidden[0]))
            return RejectedNode(key, place)
        return Scalar(event.value, plain, key, place)

    def _items(self, start: Any, key: str) -> Items:
        self._enter(start)
        items: list[Node] = []
        while _kind(event := next(self.events)) != "SequenceEndEvent":
            items.append(self._node(event, key))
            self._bound(len(items), start)
        self.open.pop()
        return Items(tuple(items), key, self._place(start, event))

    def _fields(self, start: Any, key: str) -> YamlFields:
        self._enter(start)
        entries: dict[str, tuple[Scalar, Node]] = {}
        count = 0
        while _kind(event := next(self.events)) != "MappingEndEvent":
            count += 1
            self._bound(count, start)
            name = self._key(event)
            value = self._node(next(self.events), name.text if name else key)
            if name is None:
                continue
            if isinstance(value, Scalar) and value.plain and not value.text:
                # the library places a missing value at the start of the next line
                value = Scalar("", True, value.key, name.place)
            if name.text in entries:
                first = Label(entries[name.text][0].place, "first given here")
                self._note(codes.SAME_KEY, name.place, notes=[first], name=name.text)
            else:
                entries[name.text] = (name, value)
        self.open.pop()
        return YamlFields(tuple(entries.values()), key, self._place(start, event))

    def _key(self, event: Event) -> Scalar | None:
        """A key that is a scalar; every other key is rejected here."""
        node = self._node(event, "")
        match node:
            case Scalar(text="<<", plain=True):
                self._note(codes.MERGE_KEY, node.place)
            case Scalar(text=text) if text.strip() and "\n" not in text:
                return node
            case Scalar():
                self._note(codes.KEY_NOT_TEXT, node.place, found="an empty text" if not node.text else "this text")
            case Items() | YamlFields():
                place = Place(node.place.file, node.place.start, self._first_line_end(node.place))
                self._note(codes.KEY_NOT_TEXT, place, found="a list" if isinstance(node, Items) else "a mapping")
            case RejectedNode():
                pass
        return None

    def _enter(self, start: Any) -> None:
        self.open.append(start)
        if len(self.open) > MANIFEST_NESTING:
            self._note(codes.YAML_DEEP, self._place(start), limit=MANIFEST_NESTING, name="MANIFEST_NESTING")
            raise _Abort

    def _bound(self, count: int, start: Any) -> None:
        if count > LIST_ITEMS:
            self._note(TOO_LARGE, self._place(start), what="this list", limit=f"{LIST_ITEMS:,}", name="LIST_ITEMS")
            raise _Abort

    def _place(self, start: Any, end: Any = None) -> Place:
        """From one event to another, within the text, without trailing white space and comments."""
        text = self.source.text
        first = min(start.start_mark.index, len(text))
        last = max(first, min((end or start).end_mark.index, len(text)))
        return Place(self.source.file, first, first + len(text[first:last].rstrip()))

    def _first_line_end(self, place: Place) -> int:
        end = self.source.text.find("\n", place.start)
        return min(place.end, len(self.source.text) if end < 0 else end)

    def _note(self, code: Code, place: Place, **words: Any) -> None:
        self.diagnostics.append(diagnose(code, place, **words))


def _kind(event: Event) -> str:
    return type(event).__name__
