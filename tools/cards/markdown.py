"""Writes cards as Markdown: a heading for each kind and card, fields in one line, rules as paragraphs, maps as
drawings.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.describe.card import CardText
from tools.cards.fields import CardField, fields, is_house, plain, prose, tables
from tools.cards.sheet import Sheet
from tools.reference.markdown import marked
from tools.report.escape import printable


def lines(sheet: Sheet) -> Iterator[str]:
    yield f"# {marked(sheet.title) or 'Cards'}"
    for kind in sheet.kinds:
        yield ""
        yield f"## {marked(kind.heading)}"
        for card in kind.cards:
            yield ""
            yield from _card(card)


def _card(card: CardText) -> Iterator[str]:
    yield f"### {marked(card.name)}"
    facts = [_fact(entry, "**") for entry in plain(card)]
    if card.house:
        facts.append("*house*")
    if facts:
        yield ""
        yield " · ".join(facts)
    for entry in prose(card):
        yield ""
        yield f"> {marked(entry.value)}{_house(entry.house)}"
    for entry in tables(card):
        yield ""
        yield f"*{marked(entry.name)}*{_house(entry.house)}: {_rows(entry)}"
    for text in _texts(card):
        yield ""
        yield text
    if card.drawing is not None:
        yield ""
        yield "```text"
        for row in card.drawing.rows:
            yield " ".join(printable(sign) for sign in row)
        yield "```"
        if card.drawing.legend:
            yield ""
            yield ", ".join(f"`{printable(sign.name)}` {marked(sign.value)}" for sign in card.drawing.legend)
    if card.parts:
        yield ""
    for part in card.parts:
        yield from _part(part, "")
    if card.cites:
        yield ""
        yield f"<sub>{' '.join(map(marked, card.cites))}</sub>"


def _part(part: CardText, indent: str) -> Iterator[str]:
    named = f"**{marked(part.name)}**"
    named += "" if part.name == part.kind_name else f" ({marked(part.kind_name)})"
    named += _house(part.house)
    facts = ", ".join(_fact(entry, "") for entry in fields(part))
    yield f"{indent}- {named}{f': {facts}' if facts else ''}"
    for text in _texts(part):
        yield f"{indent}  - {text}"
    for inner in part.parts:
        yield from _part(inner, f"{indent}  ")


def _fact(entry: CardField, strong: str) -> str:
    """A field with its value; a flag is only its name."""
    if entry.is_flag:
        return f"{marked(entry.name.removesuffix(':'))}{_house(entry.house)}"
    return f"{marked(entry.name)} {strong}{marked(entry.value)}{strong}{_house(entry.house)}"


def _rows(table: CardField) -> str:
    return ", ".join(f"{marked(row.name)} **{marked(row.value)}**" for row in table.rows)


def _house(house: bool) -> str:
    return " *house*" if house else ""


def _texts(card: CardText) -> Iterator[str]:
    for keyword in card.keywords:
        reminder = f" *({marked(keyword.reminder)})*" if keyword.reminder else ""
        yield f"**{marked(keyword.name)}**{reminder}"
    for rule in card.rules:
        yield marked(rule)
    for script in card.scripts:
        if script.text:
            yield f"*{marked(script.name)}:*{_house(is_house(script))} {marked(script.text)}"
        for row in script.rows:
            yield f"*{marked(script.name)} {marked(row.name)}:*{_house(is_house(script))} {marked(row.value)}"
    if card.unenforced:
        yield f"*Not enforced: {marked(card.unenforced)}*"
