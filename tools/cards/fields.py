"""Classifies the fields of a card: a sentence, a small table, a value that no rulebook states.

`dsl.describe.card` gives every field one line. A medium with more room needs the form that the author filled in; this
module alone reads it again. It knows no game: the kind of the card says what a field is.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, field, frozen

from dsl.describe.card import CardText
from dsl.describe.fields import FieldText, ScriptText
from dsl.describe.rows import row_key, row_value
from dsl.describe.voice import label, on_kind
from dsl.ir.cards import head_of
from dsl.ir.inheritance import whole_tree
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from dsl.syntax import nodes as n
from tools.reference.contents import Contents, Form

PROSE = 9
"""A text with more letters is read and not looked up."""


@frozen
class CardField(FieldText):
    """A field to be laid out. `rows` are the rows of a table; `house` marks this value only."""

    house: bool = False
    prose: bool = False
    rows: tuple[FieldText, ...] = field(default=())

    @property
    def is_flag(self) -> bool:
        """Whether the name is shown without a value: `special`, not `special yes`."""
        return self.value == "yes" and not self.rows


@frozen
class CardScript(ScriptText):
    """A script to be laid out."""

    house: bool = False


def fields(card: CardText) -> tuple[CardField, ...]:
    """The fields of a card; a field that was not classified is plain text."""
    return tuple(
        entry if isinstance(entry, CardField) else CardField(entry.name, entry.value) for entry in card.entries
    )


def plain(card: CardText) -> list[CardField]:
    """The short values: neither sentences nor tables."""
    return [field for field in fields(card) if not field.prose and not field.rows]


def prose(card: CardText) -> list[CardField]:
    return [field for field in fields(card) if field.prose]


def tables(card: CardText) -> list[CardField]:
    return [field for field in fields(card) if field.rows]


def has_house(card: CardText) -> bool:
    """Whether any value on the card is marked as a house value."""
    own = card.house or any(field.house for field in fields(card)) or any(map(is_house, card.scripts))
    return own or any(map(has_house, card.parts))


def is_house(script: ScriptText) -> bool:
    return isinstance(script, CardScript) and script.house


def steps(value: str) -> list[str]:
    """The steps of a ladder, `2/4/6`; none for any other value."""
    numbers = value.split("/")
    return numbers if len(numbers) > 1 and all(number.isdigit() for number in numbers) else []


def looked_at(card: CardText, form: Form, contents: Contents) -> CardText:
    """The card with classified fields."""

    def find(name: str) -> n.Thing | None:
        for other in contents.forms:
            head = head_of(other.tree)
            if name in (head.id, head.shown, *head.formerly):
                return other.tree
        return None

    tree = form.tree if form.tree.like is None else whole_tree(form.tree, contents.symbols, find)
    return _looked_at(card, tree, contents)


def _looked_at(card: CardText, tree: n.Thing, contents: Contents) -> CardText:
    symbols = contents.symbols
    lines = tree.body.lines if tree.body is not None else ()
    given = {line.verb.text: line for line in lines if isinstance(line, n.Phrase)}
    named = {label(name, field): (given.get(name), field) for name, field in symbols.fields(tree.kind.text).items()}
    things = [line for line in lines if isinstance(line, n.Thing) and line.kind.text not in symbols.marks]
    houses = {name for name, (line, _) in named.items() if line is not None and line.marks.house and not card.house}
    return evolve(
        card,
        scripts=tuple(
            CardScript(script.name, script.text, script.rows, script.name in houses) for script in card.scripts
        ),
        entries=tuple(_field(entry, *named[entry.name], card, contents) for entry in card.entries),
        parts=tuple(_looked_at(part, thing, contents) for part, thing in zip(card.parts, things, strict=True)),
    )


def _field(entry: FieldText, line: n.Phrase | None, field: FieldSig, card: CardText, contents: Contents) -> CardField:
    prose = isinstance(t.plain(field.type), t.TextT) and len(entry.value) > PROSE
    house = line is not None and line.marks.house and not card.house
    rows = tuple(_rows(line, card, contents)) if line is not None and line.body is not None else ()
    return CardField(entry.name, entry.value, house, prose, rows)


def _rows(line: n.Phrase, card: CardText, contents: Contents) -> Iterator[FieldText]:
    v = on_kind(contents.symbols, card.kind, contents.names)
    for row in line.body.lines if line.body is not None else ():
        if isinstance(row, n.Row):
            yield FieldText(row_key(row.key, v), row_value(row.value, v))


# --------------------------------------------------------------------------------------------------------- maps


def signs_of_marks(form: Form, contents: Contents) -> frozenset[str]:
    """The signs of a map for things on a space; the first sign of the legend is a ground.

    The symbol sets distinguish the two: every symbol of the same set as the first sign is a ground.
    """
    lines = form.tree.body.lines if form.tree.body is not None else ()
    legend = next((line for line in lines if isinstance(line, n.Phrase) and line.verb.text == "legend"), None)
    rows = [row for row in legend.body.lines if isinstance(row, n.Row)] if legend and legend.body else []
    sets = [_sets(row.value, contents) for row in rows]
    if not sets or not sets[0]:
        return frozenset()
    return frozenset(" ".join(row.key.values) for row, of in zip(rows, sets, strict=True) if not of & sets[0])


def _sets(value: n.Line | n.Expr, contents: Contents) -> frozenset[str]:
    """The symbol sets that contain a word of a legend."""
    match value:
        case n.Phrase(object=None, slots=(), body=None, verb=n.Name(text=word)) | n.Name(text=word):
            return frozenset(name for name, of in contents.symbols.symbols.items() if word in _members(of.node))
    return frozenset()


def _members(tree: n.Node) -> set[str]:
    return {member.id.text for member in tree.members} if isinstance(tree, n.Symbols) else set()
