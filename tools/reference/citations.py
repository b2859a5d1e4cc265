"""Lists the declarations, cards and scenarios that cite each clause of a rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from dsl.check.annotations import cites
from dsl.ir.cards import head_of
from dsl.syntax import nodes as n
from dsl.text.source import Piece
from tools.reference.contents import Contents


@frozen
class Cited:
    """Where a clause is cited: in rules and cards, and in scenarios."""

    rules: list[str] = field(factory=list)
    scenarios: list[str] = field(factory=list)


def cited(contents: Contents) -> dict[str, Cited]:
    """All cited clauses, with their places in the order of the files."""
    citations: dict[str, Cited] = {}
    for tree, piece in _declared(contents):
        where = f"{file_of(piece)}: {declared(tree)}"
        for clause in dict.fromkeys(cite.clause for cite in cites(tree)):
            places = citations.setdefault(clause, Cited())
            (places.scenarios if isinstance(tree, n.Scenario) else places.rules).append(where)
    return citations


def _declared(contents: Contents) -> Iterator[tuple[n.Declaration, Piece]]:
    for meaning in contents.declarations:
        yield meaning.node, meaning.piece
    for form in contents.forms:
        yield form.tree, form.parsed.piece
    for scenario in contents.scenarios:
        if scenario.tree is not None:
            yield scenario.tree, scenario.piece


def file_of(piece: Piece) -> str:
    """The path inside the unit."""
    return piece.file.partition("/")[2] or piece.file


def declared(tree: n.Declaration) -> str:
    """A declaration in a few words: `effect damage`, `after enter`, `Bot Rusty`."""
    match tree:
        case n.Thing():
            return f"{tree.kind.text} {head_of(tree).shown}"
        case n.Scenario():
            return f'"{tree.name.value}"'
        case n.Hook():
            return f"{tree.word} {' or '.join(verb.text for verb in tree.verbs)}"
        case n.Modify():
            return f"modify {tree.stat.text}"
        case n.Forbid():
            return f"{'allow' if tree.allows else 'forbid'} {' or '.join(verb.text for verb in tree.verbs)}"
        case n.Always():
            return "always"
        case n.Kind():
            return f"{'extend' if tree.extends else 'kind'} {tree.id.text}"
        case n.Mode():
            return f"{'variant' if tree.variant else 'mode'} {tree.id.text}"
        case _:
            return f"{type(tree).__name__.lower()} {tree.id.text}"
