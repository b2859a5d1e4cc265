"""A form as a pattern: its text, and the places in it where names of forms stand.

Names are found in the tree, not by searching the text: a word of a rules text that happens to be a name stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from dsl import nodes as n
from dsl.parse import Parsed
from dsl.walk import walk


@frozen
class Pattern:
    """`parts` are the texts around the names: one more than there are names."""

    id: str
    shown: str
    parts: tuple[str, ...]
    names: tuple[str, ...]

    def written(self, round: int, others: int) -> str:
        """The form as number `round`; other forms are named as those of number `others`."""
        out = [self.parts[0]]
        for name, part in zip(self.names, self.parts[1:], strict=True):
            out += (fresh(name, round if name in (self.id, self.shown) else others), part)
        return "".join(out)


def fresh(name: str, round: int) -> str:
    """Another name for each number. What stands behind the last blank or `_` is the number, so none occurs twice."""
    return f'{name[:-1]} {round}"' if name.endswith('"') else f"{name}_{round}"


def patterns(pieces: Iterable[Parsed]) -> list[Pattern]:
    """The forms among some declarations. A form that nobody can name is not one of them: there may be only one."""
    forms = [(parsed, tree) for parsed in pieces if isinstance(tree := parsed.tree, n.Thing) and (tree.id or tree.shown)]
    known = {name for parsed, tree in forms for name in _own(parsed.piece.text, tree).values()}
    return [_pattern(parsed.piece.text, tree, known) for parsed, tree in forms]


def _own(text: str, tree: n.Thing) -> Mapping[str, str]:
    """The id and the shown name of a form, as they are spelt."""
    nodes = {"id": tree.id, "shown": tree.shown}
    return {key: text[slice(*node.span)] for key, node in nodes.items() if node is not None}


def _pattern(text: str, tree: n.Thing, known: set[str]) -> Pattern:
    own = _own(text, tree)
    parts, names = [], []
    position, end = tree.span
    for start, stop in sorted(set(_mentions(tree))):
        if text[start:stop] in known:
            parts.append(text[position:start])
            names.append(text[start:stop])
            position = stop
    return Pattern(own.get("id", ""), own.get("shown", ""), (*parts, text[position:end]), tuple(names))


def _mentions(tree: n.Thing) -> Iterator[tuple[int, int]]:
    """Where a name of a form can stand."""
    for node in walk(tree):
        match node:
            case n.Name() | n.Text(long=False) | n.RowKey(form="thing" | "text"):
                yield node.span
