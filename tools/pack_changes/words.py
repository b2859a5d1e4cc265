"""Changed declarations in words: `Gadget Battery: copies 4 → 3`, `Bot Forklift, Fork: power 1 → 2`.

The trees of both versions are compared item by item. Fields and keywords show their values, parts are compared in
turn, and any other line shows how it read and reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from dsl.ir.cards import head_of
from dsl.packs.pack import Pack
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text.source import Source

_LONG = 100


def changes_in_words(old: Pack, new: Pack, changed: Iterable[str]) -> dict[str, list[str]]:
    """The sentences for each declaration that differs, by the label that `pack diff` gives it."""
    before, after = _declarations(old.rules), _declarations(new.rules)
    return {
        label: list(_differences(before[label], after[label]))
        for label in changed
        if label in before and label in after
    }


def _declarations(sources: Iterable[Source]) -> dict[str, Parsed]:
    """The declarations that could be read, as `Kind Id`."""
    by_name: dict[str, Parsed] = {}
    for source in sources:
        for parsed in parse_source(source):
            tree = parsed.tree
            if isinstance(tree, n.Thing):
                by_name[f"{tree.kind.text} {head_of(tree).id}"] = parsed
            elif isinstance(tree, n.Keyword | n.Status):
                by_name[f"{'keyword' if isinstance(tree, n.Keyword) else 'status'} {tree.id.text}"] = parsed
    return by_name


def _differences(old: Parsed, new: Parsed) -> Iterator[str]:
    before, after = old.tree, new.tree
    if isinstance(before, n.Thing) and isinstance(after, n.Thing):
        yield from _of_things(before, after, old, new, "")
    elif isinstance(before, n.Keyword | n.Status) and isinstance(after, n.Keyword | n.Status):
        yield from _of_lines(before.body.lines, after.body.lines, old, new, "")
    said = [_said(old), _said(new)]
    if said[0] != said[1]:
        yield f"its text {_became(*said)}"


def _said(parsed: Parsed) -> str:
    tree = parsed.tree
    return _text(parsed, tree.marks.says) if isinstance(tree, n.Thing | n.Keyword | n.Status) else ""


def _of_things(before: n.Thing, after: n.Thing, old: Parsed, new: Parsed, where: str) -> Iterator[str]:
    likes = [_text(old, before.like), _text(new, after.like)]
    if likes[0] != likes[1]:
        yield f"{where}like {_became(*likes)}"
    lines = [thing.body.lines if thing.body is not None else () for thing in (before, after)]
    yield from _of_lines(lines[0], lines[1], old, new, where)


def _of_lines(before: Sequence[n.Node], after: Sequence[n.Node], old: Parsed, new: Parsed, where: str) -> Iterator[str]:
    first, second = _items(before, old), _items(after, new)
    for name in dict.fromkeys((*first, *second)):
        if name not in second:
            yield f"{where}without {_shown(name, first[name], old)}"
        elif name not in first:
            yield f"{where}with {_shown(name, second[name], new)}"
        elif first[name] != second[name]:
            earlier, later = first[name], second[name]
            if (
                isinstance(earlier, n.Thing)
                and isinstance(later, n.Thing)
                and earlier.body is not None
                and later.body is not None
            ):
                yield from _of_things(earlier, later, old, new, f"{where}{name}: ")
            else:
                values = [_value(name, node, parsed) for node, parsed in ((earlier, old), (later, new))]
                yield f"{where}{name} {_became(*values)}".replace(" :", ":")


def _items(lines: Sequence[n.Node], parsed: Parsed) -> dict[str, n.Node]:
    """The lines of a body by name: fields, keywords and parts by theirs, rules by their kind and number."""
    items: dict[str, n.Node] = {}
    for line in lines:
        match line:
            case n.Phrase(verb=verb):
                name = verb.text
            case n.Thing(kind=kind, id=None, shown=None):
                name = kind.text
            case n.Thing():
                name = head_of(line).shown or head_of(line).id
            case n.Hook(word=word, verb=verb):
                name = f"{word} {verb.text}"
            case n.Modify(stat=stat):
                name = f"modify {stat.text}"
            case _:
                name = re.split(r"\W", _text(parsed, line), maxsplit=1)[0]
        while name in items:
            name += "'"
        items[name] = line
    return items


def _shown(name: str, node: n.Node, parsed: Parsed) -> str:
    text = _text(parsed, node)
    return f"`{text}`" if len(text) <= _LONG else name


def _value(name: str, node: n.Node, parsed: Parsed) -> str:
    text = _text(parsed, node)
    return text.removeprefix(name).strip() or "yes"


def _became(before: str, after: str) -> str:
    """Two values with an arrow; of long ones, only what differs with a few words around it."""
    if len(before) + len(after) <= _LONG:
        return f"{before or 'none'} → {after or 'none'}"
    first, second = before.split(), after.split()
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1
    low = max(0, start - 3)
    parts = [" ".join(words[low : len(words) - end + 3 if end > 3 else None]) for words in (first, second)]
    dots = "… " if low else ""
    return f"{dots}{parts[0]} → {dots}{parts[1]}"


def _text(parsed: Parsed, node: n.Node | None) -> str:
    return " ".join(parsed.piece.text[slice(*node.span)].split()) if node is not None else ""
