"""A form as a pattern: its text, and the positions of form names in it.

Names are found in the tree, not by searching the text: a word of a rules text that equals a name stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeGuard

from attrs import frozen

from dsl.ir.cards import form_id
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import walk
from dsl.text.source import Span

Spelling = tuple[str, str]
"""What stands before and behind the number in a fresh name."""


@frozen
class Pattern:
    """`parts` are the texts around the names: one more than there are names."""

    parts: tuple[str, ...]
    names: tuple[tuple[Spelling, bool], ...]
    """The names, each with whether it belongs to the form itself."""

    def written(self, round: int, other_round: int) -> str:
        """The text of the form in round `round`; other forms get the names of round `others`."""
        out = [self.parts[0]]
        for ((before, behind), own), part in zip(self.names, self.parts[1:], strict=True):
            out.append(f"{before}{round if own else other_round}{behind}{part}")
        return "".join(out)


def patterns(pieces: Iterable[Parsed]) -> list[Pattern]:
    """The named forms among some declarations. A form without a name cannot be repeated."""
    forms = [(parsed.piece.text, tree) for parsed in pieces if is_named(tree := parsed.tree)]
    own = [spellings(tree) for _, tree in forms]
    spellings_of = {text: spelling for spellings in own for text, spelling in spellings.items()}
    return [_pattern(text, tree, spellings_of, names) for (text, tree), names in zip(forms, own, strict=True)]


def is_named(tree: n.Node | None) -> TypeGuard[n.Thing]:
    return isinstance(tree, n.Thing) and (tree.id is not None or tree.shown is not None)


def spellings(form: n.Thing) -> dict[str, Spelling]:
    """All spellings of a form's name with their replacements. The number follows the last `_` or space, so no new
    name occurs twice."""
    ids, texts = [], []
    if form.id is not None:
        ids.append(form.id.text)
    if form.shown is not None:
        texts.append(form.shown.value)
    for old in form.marks.formerly:
        (ids if isinstance(old, n.Name) else texts).append(old.text if isinstance(old, n.Name) else old.value)
    spellings = {id: (f"{id}_", "") for id in ids} | {_quoted(text): (_quoted(text)[:-1] + " ", '"') for text in texts}
    if form.id is None:
        spellings |= {form_id(text): (f"{form_id(text)}_", "") for text in texts}
    if form.shown is None:
        spellings |= {_quoted(id): (_quoted(id)[:-1] + "_", '"') for id in ids}
    return spellings


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _pattern(text: str, tree: n.Thing, all_spellings: Mapping[str, Spelling], own: Mapping[str, Spelling]) -> Pattern:
    parts: list[str] = []
    names: list[tuple[Spelling, bool]] = []
    position, end = tree.span
    for start, stop in sorted(set(_mentions(tree))):
        name = text[start:stop]
        if name in all_spellings:
            parts.append(text[position:start])
            names.append((own.get(name, all_spellings[name]), name in own))
            position = stop
    return Pattern((*parts, text[position:end]), tuple(names))


def _mentions(tree: n.Thing) -> Iterator[Span]:
    """The positions where the name of a form can occur."""
    for node in walk(tree):
        match node:
            case n.Name() | n.Text(long=False) | n.RowKey(form="thing" | "text"):
                yield node.span
