"""The parts of a program that a drawing needs: fields by category and order, the signs of its maps, shown names.

It is read once from a loaded game. This is all that a drawing knows about a game, in one form for every game; views
supply the things on the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import field, frozen

from dsl.describe import english
from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from interpreter.link.linked_program import LinkedProgram
from interpreter.link.printed_cards import PrintedCard
from tools.drawing.silent_events import quiet_verbs

Prints = Mapping[str, Any]
"""The meaning of a sign on a map: fields with their values, as in a view."""


@frozen
class FieldSchema:
    """The properties of a field that a drawing needs."""

    name: str
    words: str  # its display name
    sort: str  # printed, keeps, stat, stands
    truth: bool
    reckoned: bool  # a stat that no card prints
    first: int | None = None  # the first value of a stored number, if it is constant
    table: bool = False
    keys: str = ""  # the kind of the keys of a table, if they are things
    text: bool = False

    def rank(self, value: Any) -> int:
        """Computed numbers summarise others and come first, then all other numbers; flags come last."""
        if isinstance(value, bool):
            return 4
        if isinstance(value, int):
            return 0 if self.reckoned else 1
        return 3 if self.table else 2


@frozen
class Sign:
    """A sign of a map: the values and marks it gives its spaces, and its meaning in words."""

    prints: Prints = field(factory=dict)
    marks: tuple[str, ...] = ()
    words: str = ""

    @property
    def weight(self) -> int:
        return len(self.prints) + len(self.marks)


@frozen
class DrawnMap:
    """A map as its author drew it: its shown name, the sign at (row, column), both from 1, and the meaning of signs."""

    title: str
    signs: Mapping[tuple[int, int], str]
    declarations: Mapping[str, Sign]


@frozen(slots=False)
class Schema:
    title: str
    fields: Mapping[str, tuple[FieldSchema, ...]]  # by kind: its own fields and those of its bases, in order
    lineage: Mapping[str, tuple[str, ...]]
    zones: Mapping[tuple[str, str], str]  # by (kind, zone): the kind of its contents
    kinds: Mapping[str, str]  # shown names
    symbols: Mapping[str, str]  # shown names that differ from the ids
    maps: Mapping[str, DrawnMap]
    cards: Mapping[str, str]  # shown names
    card_kinds: Mapping[str, str]
    card_marks: Mapping[str, frozenset[str]]  # their printed keywords
    spelt: Mapping[str, str]  # all ids with a different spoken form
    verbs: Mapping[str, tuple[tuple[str, str], ...]]  # their slots in order: preposition and name
    secret: bool
    """Whether a seat can know what another does not: somebody sees what not all see, or decides in secret."""
    windows: Mapping[str, str] = field(factory=dict)  # shown names
    printed: Mapping[str, Mapping[str, Any]] = field(
        factory=dict
    )  # by card: its numbers and symbols, with their labels
    slots: Mapping[str, str] = field(factory=dict)  # by card that holds things: the values that it takes, in words
    quiet: frozenset[str] = frozenset()  # effects that only call others
    quiet_parts: frozenset[tuple[str, str]] = frozenset()  # by (kind, field): parts and zones that are not listed
    worded: frozenset[str] = frozenset()  # effects and actions with a sentence of their author
    phases: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    sentences: Mapping[str, str] = field(factory=dict)  # of the author for actions
    slot_kinds: Mapping[tuple[str, str], str] = field(factory=dict)  # by (action, slot) that takes a thing
    readings: Mapping[str, str] = field(factory=dict)  # of the rulings with a reading other than the default
    _links: Mapping[str, Mapping[str, tuple[str, ...]]] = field(factory=dict)

    def field(self, kind: str, name: str) -> FieldSchema | None:
        return next((field for field in self.fields.get(kind, ()) if field.name == name), None)

    def is_a(self, kind: str, base: str) -> bool:
        return base in self.lineage.get(kind, ())

    def kind(self, name: str) -> str:
        """The display name of a kind."""
        return self.kinds.get(name) or said(name)

    def noun(self, kind: str) -> str:
        """A kind inside a sentence; a name with inner capitals keeps its spelling."""
        name = self.kind(kind)
        return name.lower() if name[1:] == name[1:].lower() or " " in name else name

    def window(self, name: str) -> str:
        return self.windows.get(name) or said(name)

    def counted(self, number: int, kind: str) -> str:
        """A number of things of a kind, in words."""
        noun = self.noun(kind)
        return f"{number} {noun if number == 1 else english.plural(noun)}"

    def symbol(self, name: str) -> str:
        return self.symbols.get(name) or said(name)

    @cached_property
    def _ids(self) -> re.Pattern[str]:
        odd = sorted(self.spelt, key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, odd))})\b" if odd else r"(?!)")

    def spoken(self, words: str) -> str:
        """A text of the engine with display names instead of ids."""
        return self._ids.sub(lambda match: self.spelt[match[0]], words)

    def links(self, map: str) -> Mapping[str, tuple[str, ...]]:
        """The names of the neighbours of each space of a graph."""
        return self._links.get(map, {})


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def said(name: str) -> str:
    """An id in words: `start_roll` as "start roll", `ActionDie` as "action die"."""
    parts = _HUMP.split(name.replace("_", " "))
    return parts[0] if len(parts) == 1 else " ".join(parts).lower()


def schema_of(linked: LinkedProgram) -> Schema:
    rooms = linked.program.symbols
    ruleset = rooms.ruleset
    title = ruleset.shown.value if ruleset is not None and ruleset.shown is not None else ""
    if not title and ruleset is not None:
        title = said(ruleset.id.text).capitalize()
    layout = linked.layout.kinds
    maps = [card for card in linked.cards.values() if "rows" in card.values and "board" in card.values]
    return Schema(
        title=title,
        fields={name: tuple(_fields(shape.fields, linked)) for name, shape in layout.items()},
        lineage={name: tuple(shape.lineage) for name, shape in layout.items()},
        zones={
            (name, sig.name): sig.item_kind
            for name, shape in layout.items()
            for sig in shape.fields.values()
            if sig.sort == "zone"
        },
        kinds={name: sig.shown for name, sig in rooms.kinds.items() if sig.shown != name} | _dice(rooms),
        symbols=dict(_symbols(rooms)),
        maps={card.id: _drawn(card, linked) for card in maps},
        cards={card.id: card.shown for card in linked.cards.values()},
        card_kinds={card.id: card.kind for card in linked.cards.values()},
        card_marks={card.id: frozenset(str(mark.data) for mark in card.marks) for card in linked.cards.values()},
        spelt=_spelt(linked),
        verbs={name: tuple((slot.preposition, slot.name) for slot in sig.slots) for name, sig in linked.verbs.items()},
        secret=_secret(linked),
        windows={name: shown for name, simple in rooms.windows.items() if (shown := _shown(simple.node))},
        printed={card.id: dict(_plain_prints(card, layout[card.kind].fields)) for card in linked.cards.values()},
        slots={
            card.id: words for card in linked.cards.values() if (words := _takes_of(card, layout[card.kind].fields))
        },
        quiet=quiet_verbs(linked.verbs),
        quiet_parts=frozenset(
            (name, sig.name)
            for name, shape in layout.items()
            for sig in shape.fields.values()
            if sig.sort in ("children", "zone") and not _words_of(sig)
        ),
        worded=frozenset(name for name, sig in linked.verbs.items() if sig.says),
        sentences={name: sig.says for name, sig in linked.verbs.items() if sig.sort == "action" and sig.says},
        slot_kinds={
            (name, slot.name): kind.name
            for name, sig in linked.verbs.items()
            if sig.sort == "action"
            for slot in sig.slots
            if isinstance(kind := t.plain(slot.type), t.KindT)
        },
        readings=dict(_readings(linked)),
        phases=frozenset(name for name, sig in linked.verbs.items() if sig.sort == "phase"),
        actions=frozenset(name for name, sig in linked.verbs.items() if sig.sort == "action"),
        links={card.id: _links(card, linked) for card in maps},
    )


def _fields(signatures: Mapping[str, FieldSig], linked: LinkedProgram) -> Iterator[FieldSchema]:
    for sig in signatures.values():
        if sig.sort not in ("printed", "keeps", "stat", "stands") or _of_another_mode(sig.name, signatures, linked):
            continue
        if words := _words_of(sig):
            type = t.plain(sig.type)
            inner = t.plain(type.of) if isinstance(type, t.MaybeT) else type
            first = sig.default.value if isinstance(sig.default, n.Number) else None
            by = t.plain(inner.by) if isinstance(inner, t.TableT) else None
            keys = by.name if isinstance(by, t.KindT) else ""
            truth, table = isinstance(inner, t.TruthT), isinstance(inner, t.TableT)
            text = isinstance(inner, t.TextT)
            yield FieldSchema(sig.name, words, sig.sort, truth, sig.computed, first, table, keys, text)


def _words_of(sig: FieldSig) -> str:
    """The label of a field: its `says`, or its name in words. Empty for `says ""`."""
    says = sig.marks.says
    return says.value if says is not None else said(sig.name)


def _of_another_mode(name: str, signatures: Mapping[str, FieldSig], linked: LinkedProgram) -> bool:
    """Whether a field belongs to another mode: `quick_price` replaces `price` in the mode `quick` only."""
    modes = linked.program.symbols.modes
    if any(f"{mode}_{name}" in signatures for mode in linked.modes if mode in modes):
        return True
    mode = next((mode for mode in modes if name.startswith(f"{mode}_")), None)
    return mode is not None and mode not in linked.modes and name.removeprefix(f"{mode}_") in signatures


def _plain_prints(card: PrintedCard, fields: Mapping[str, FieldSig]) -> Iterator[tuple[str, Any]]:
    """The numbers, ranges, ladders and symbols that a card prints, in the order of its kind."""
    for name, sig in fields.items():
        op, words = card.values.get(name), _words_of(sig)
        if op is None or sig.sort not in ("printed", "stat") or not words:
            continue
        if op.name == "ladder":
            yield words, list(op.data)
        elif op.name == "range" and (values := _range(op)):
            yield words, values
        elif op.name == "symbol" or (op.name == "constant" and isinstance(op.data, int) and op.data is not True):
            yield words, _constant(op)


def _range(op: Op) -> str:
    """A range of printed numbers, as on the card: `1 to 3`."""
    return " to ".join(str(end.data) for end in op.args) if all(end.name == "constant" for end in op.args) else ""


def _takes_of(card: PrintedCard, fields: Mapping[str, FieldSig]) -> str:
    """The list of values that a card with a zone prints: what may lie there."""
    if not any(sig.sort == "zone" for sig in fields.values()):
        return ""
    lists = {name: _words_of(sig) for name, sig in fields.items() if isinstance(t.plain(sig.type), t.ListT)}
    printed = ((words, card.values[name]) for name, words in lists.items() if words and name in card.values)
    texts = ((words, _range(op) if op.name == "range" else _constant(op)) for words, op in printed)
    return next((f"{words} {values}" for words, values in texts if values), "")


def _readings(linked: LinkedProgram) -> Iterator[tuple[str, str]]:
    for name, chosen in sorted(linked.rulings.items()):
        sig = linked.program.symbols.rulings.get(name)
        options = sig.node.options if sig is not None and isinstance(sig.node, n.Ruling) else ()
        if any(option.id.text == chosen and not option.default for option in options):
            yield name, chosen


def _dice(rooms: SymbolTable) -> dict[str, str]:
    return {name: _shown(simple.node) for name, simple in rooms.dice.items()}


def _shown(node: object) -> str:
    shown = getattr(node, "shown", None)
    return shown.value if isinstance(shown, n.Text) else ""


def _spelt(linked: LinkedProgram) -> dict[str, str]:
    """All ids whose spoken form differs: a display name, or words without underscores and inner capitals."""
    rooms = linked.program.symbols
    names = {name: said(name) for name in (*linked.layout.kinds, *linked.verbs, *rooms.marks, *rooms.windows)}
    names |= {name: sig.shown for name, sig in rooms.kinds.items() if sig.shown and sig.shown != name}
    for room in (rooms.dice, rooms.currencies, rooms.combos):
        names |= {name: _shown(simple.node) or said(name) for name, simple in room.items()}
    members = [member for simple in rooms.symbols.values() for member in getattr(simple.node, "members", ())]
    names |= {member.id.text: _shown(member) or said(member.id.text) for member in members if "_" in member.id.text}
    return {name: words for name, words in names.items() if words != name}


def _symbols(rooms: SymbolTable) -> Iterator[tuple[str, str]]:
    """The shown names of symbols and combinations that differ from their ids."""
    for id, combo in rooms.combos.items():
        yield id, _shown(combo.node) or said(id)
    for simple in rooms.symbols.values():
        for member in getattr(simple.node, "members", ()):
            name, shown = getattr(member, "id", None), _shown(member)
            if name is not None and shown:
                yield name.text, shown


# ----------------------------------------------------------------------------------------------------------- maps


def _board(card: PrintedCard, linked: LinkedProgram) -> PrintedCard | None:
    """The board that a map draws."""
    op = card.values.get("board")
    if op is None or op.name != "card":
        return None
    board_card = linked.program.card(op.data[1])
    return linked.cards.get(board_card.id) if board_card is not None else None


def _drawn(card: PrintedCard, linked: LinkedProgram) -> DrawnMap:
    rows = [line.split() for line in str(card.values["rows"].data).split("\n") if line.strip()]
    signs = {(y, x): sign for y, row in enumerate(rows, 1) for x, sign in enumerate(row, 1)}
    legend = card.values.get("legend")
    meant: dict[str, Sign] = {}
    if legend is not None and isinstance(legend.data, tuple):
        space = _space_kind(_board(card, linked))
        fields = linked.layout.kinds[space].fields if space in linked.layout.kinds else {}
        for key, part in zip(legend.data, legend.args, strict=False):
            if part.name != "none":
                meant[str(key[1])] = _sign(part, fields, linked)
    return DrawnMap(card.shown, signs, meant)


def _space_kind(board: PrintedCard | None) -> str:
    op = board.values.get("space") if board is not None else None
    return str(op.data[1]) if op is not None and isinstance(op.data, tuple) else ""


def _sign(part: Op, fields: Mapping[str, FieldSig], linked: LinkedProgram) -> Sign:
    shown = dict(_symbols(linked.program.symbols))
    match part.name:
        case "symbol":
            set, symbol = part.data
            name = next((sig.name for sig in fields.values() if _takes(sig.type, set)), "")
            return Sign({name: symbol} if name else {}, (), shown.get(symbol) or said(symbol))
        case "mark":
            return Sign({}, (str(part.data),), _mark_words(part))
        case "constant":
            number = isinstance(part.data, int) and not isinstance(part.data, bool)
            name = next((sig.name for sig in fields.values() if number and _counts(sig)), "")
            return Sign({name: part.data} if name else {}, (), f"{said(name)} {part.data}".strip())
        case "form":
            prints = {arg.data: _constant(arg.args[0]) for arg in part.args if arg.name == "keep"}
            marks = [arg for arg in part.args if arg.name == "mark"]
            words = [_mark_words(mark) for mark in marks] + list(_told(prints, shown, fields))
            words += [name for arg in part.args if arg.name == "keep" and (name := _card_name(arg.args[0], linked))]
            return Sign({k: v for k, v in prints.items() if v is not None}, tuple(str(mark.data) for mark in marks),
                        ", ".join(words))  # fmt: skip
        case _:
            return Sign()


def _takes(type: t.Type, set: str) -> bool:
    inner = t.plain(type)
    if isinstance(inner, t.MaybeT | t.ListT):
        inner = t.plain(inner.of)
    return isinstance(inner, t.SymbolT) and inner.name == set


def _counts(sig: FieldSig) -> bool:
    return sig.sort in ("printed", "keeps", "stat") and isinstance(t.plain(sig.type), t.NumberT)


def _constant(op: Op) -> Any:
    match op.name:
        case "constant":
            return op.data
        case "symbol":
            return op.data[1]
        case _:
            return None


def _card_name(op: Op, linked: LinkedProgram) -> str:
    """The shown name of a card that a sign puts on its spaces."""
    card = linked.program.card(op.data[1]) if op.name == "card" and isinstance(op.data, tuple) else None
    return linked.cards[card.id].shown if card is not None and card.id in linked.cards else ""


def _mark_words(op: Op) -> str:
    numbers = [str(arg.data) for arg in op.args if arg.name == "constant"]
    return " ".join([said(str(op.data)), *numbers])


def _told(prints: Prints, shown: Mapping[str, str], fields: Mapping[str, FieldSig]) -> Iterator[str]:
    for name, value in prints.items():
        label = _words_of(fields[name]) if name in fields else said(name)
        match value:
            case True:
                yield label
            case False | None:
                continue
            case str():
                yield shown.get(value) or said(value)
            case _:
                yield f"{label} {value}"


def _links(card: PrintedCard, linked: LinkedProgram) -> dict[str, tuple[str, ...]]:
    """The links of a graph; each leads both ways."""
    board = _board(card, linked)
    op = board.values.get("links") if board is not None else None
    links: dict[str, dict[str, None]] = {}
    if op is None or not isinstance(op.data, tuple):
        return {}
    for key, neighbours in zip(op.data, op.args, strict=False):
        name = str(key[1]) if isinstance(key, tuple) and len(key) > 1 else str(key)
        for other in (str(part.data) for part in neighbours.args if part.name == "constant"):
            links.setdefault(name, {})[other] = None
            links.setdefault(other, {})[name] = None
    return {name: tuple(neighbours) for name, neighbours in links.items()}


# -------------------------------------------------------------------------------------------------------- secrets


def _secret(linked: LinkedProgram) -> bool:
    zones = (sig for shape in linked.layout.kinds.values() for sig in shape.fields.values() if sig.sort == "zone")
    for sig in zones:
        if sig.seen_by in ("owner", "named"):
            return True
    return linked.shows or any(_together(meaning.ops) for meaning in linked.program.declarations)


def _together(ops: tuple[Op, ...]) -> bool:
    for op in ops:
        for part in walk(op):
            if part.name == "for_each" and isinstance(part.data, tuple) and part.data[-1] is True:
                return True
    return False
