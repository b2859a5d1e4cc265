"""Writes a minimal valid form of a kind.

It reads the kinds of a ruleset from its tree and writes a form that the checker accepts: every field without a default
gets its lowest value, every required child is nested. Optional fields are listed in a comment.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from dsl.diagnostics import did_you_mean
from dsl.packs.read_manifest import read_pack_manifest, read_ruleset_manifest
from dsl.parse import parse_piece
from dsl.syntax.decode import decode
from dsl.syntax.nodes import Children, Kind, KindItem, Node, Number, NumberRange, Printed, Stat, Symbols, Type
from dsl.text.source import pieces
from tools.skeleton.project_paths import GAMES, SkeletonRefused, ruleset_folder

DEPTH = 4  # levels of nested things
LINES = 200  # lines of one form; beyond that, the author adds the parts
CHILD_NAMES = ("First", "Second", "Third", "Fourth")
BUILT_IN = frozenset(["Player", "Table", "Space", "Board"])
DRAWN = frozenset(["Map", "Shape", "Deck"])
UNFILLED = "choose a"
"""What stands where only the author knows a value."""


@frozen
class CardKinds:
    """The kinds that a card of a game can have."""

    id: str
    kinds: Mapping[str, Kind]
    symbols: Mapping[str, Symbols]
    added: Mapping[str, tuple[KindItem, ...]]


def kinds_of(*folders: str) -> CardKinds:
    """The kinds that a ruleset declares, with the additions of its packs."""
    manifest, diagnostics = read_ruleset_manifest(decode("ruleset.yaml", _bytes(folders[0], "ruleset.yaml")).source)
    if manifest is None:
        raise SkeletonRefused(f"`{os.path.join(folders[0], 'ruleset.yaml')}` has errors: {diagnostics[0].message}")
    kinds: dict[str, Kind] = {}
    symbols: dict[str, Symbols] = {}
    added: dict[str, tuple[KindItem, ...]] = {}
    for declared in _declarations(folders):
        match declared:
            case Kind(extends=True):
                added[declared.id.text] = (*added.get(declared.id.text, ()), *declared.items)
            case Kind():
                kinds.setdefault(declared.id.text, declared)
            case Symbols():
                symbols.setdefault(declared.id.text, declared)
    return CardKinds(manifest.id, kinds, symbols, added)


def kinds_of_pack(folder: str) -> CardKinds:
    """The kinds that a pack can use: its ruleset's and its own."""
    manifest, diagnostics = read_pack_manifest(decode("pack.yaml", _bytes(folder, "pack.yaml")).source)
    if manifest is None:
        raise SkeletonRefused(f"`{os.path.join(folder, 'pack.yaml')}` has errors: {diagnostics[0].message}")
    game = str(manifest.ruleset.id)
    beside = os.path.normpath(os.path.join(folder, "..", "..", GAMES, game))
    ruleset = beside if os.path.isfile(os.path.join(beside, "ruleset.yaml")) else ruleset_folder(game)
    return kinds_of(ruleset, folder)


def no_kind(kinds: CardKinds, kind: str) -> str:
    names = ", ".join(f"`{name}`" for name in kinds.kinds)
    advice = did_you_mean(kind, kinds.kinds, f"there are {names}" if names else "it declares none")
    return f"the game `{kinds.id}` has no kind `{kind}`: {advice}"


def first_form(kinds: CardKinds, pack: str) -> str:
    """A first card for a pack, named after it: of a kind with parts, else of the kind with the most printed fields.

    Maps and boards are skipped: they need a drawing and a legend.
    """
    kind = usual_kind(kinds, lambda name: UNFILLED not in form(kinds, name, ""))
    if kind is None:
        return f"# The cards of this pack; the game `{kinds.id}` declares no kind yet.\n"
    card = form(kinds, kind, f'"First of {pack}"')
    return f"# The cards of this pack.\n\n{card}"


def usual_kind(kinds: CardKinds, good: Callable[[str], bool]) -> str | None:
    """The kind of a first card: one with parts, else the one with the most printed fields."""
    inner = {item.of.text for kind in kinds.kinds.values() for item in kind.items if isinstance(item, Children)}
    whole = [name for name in kinds.kinds if not _is_part(kinds, name, inner)]
    ready = [name for name in whole if good(name)] or whole
    return max(ready, key=lambda name: _printed(kinds, name)) if ready else None


def _is_part(kinds: CardKinds, name: str, inner: set[str]) -> bool:
    line = _line_of(kinds, name)
    return any(base in BUILT_IN or base in DRAWN for base in (*line, *_bases(kinds, line))) or bool(inner & set(line))


def _bases(kinds: CardKinds, line: Sequence[str]) -> list[str]:
    """The bases of each kind, including built-in kinds."""
    declared = [kinds.kinds[name] for name in line if name in kinds.kinds]
    return [kind.base.text for kind in declared if kind.base is not None]


def _printed(kinds: CardKinds, kind: str) -> tuple[bool, int]:
    """Whether a kind has parts, and the number of its printed fields."""
    items = [item for name in _line_of(kinds, kind) for item in _items(kinds, name)]
    return any(isinstance(item, Children) for item in items), sum(isinstance(item, Printed | Stat) for item in items)


def form(kinds: CardKinds, kind: str, head: str) -> str:
    """The text of one form of a kind."""
    return "\n".join(_form(kinds, kind, head, 0, "")) + "\n"


def _form(kinds: CardKinds, kind: str, head: str, depth: int, indent: str) -> Iterator[str]:
    items = [item for name in _line_of(kinds, kind) for item in _items(kinds, name)]
    inner = indent + "  "
    lines: list[str] = []
    optional: list[str] = []
    for item in items:
        match item:
            case Printed(default=None, type=Type(maybe=False)) | Stat(base=None, type=Type(maybe=False)):
                assert item.type is not None
                lines.append(inner + _filled(kinds, item.name.text, item.type))
            case Printed():
                optional.append(item.name.text)
            case Children() if depth < DEPTH and (least := _least(item)):
                child = next((name for name in kinds.kinds if item.of.text in _line_of(kinds, name)[1:]), item.of.text)
                for number in range(least if len(lines) < LINES else 0):
                    lines += _form(kinds, child, f'"{CHILD_NAMES[min(number, 3)]}"', depth + 1, inner)
    if optional:
        lines.insert(0, f"{inner}# it may also say: {', '.join(optional)}")
    marks = " house" if depth == 0 else ""
    if not lines:
        return iter([f"{indent}{kind} {head}{marks} {{ }}"])
    return iter([f"{indent}{kind} {head}{marks} {{", *lines, indent + "}"])


def _line_of(kinds: CardKinds, kind: str) -> list[str]:
    """A kind and its declared bases."""
    line: list[str] = []
    name: str | None = kind
    while name is not None and name not in line:
        line.append(name)
        declared = kinds.kinds.get(name)
        name = declared.base.text if declared is not None and declared.base is not None else None
    return line


def _items(kinds: CardKinds, kind: str) -> Sequence[KindItem]:
    declared = kinds.kinds.get(kind)
    return (*(declared.items if declared is not None else ()), *kinds.added.get(kind, ()))


def _least(item: Children) -> int:
    """The required number of children."""
    match item.holds:
        case Number(value=value) | NumberRange(low=Number(value=value)):
            return min(value, len(CHILD_NAMES))
    return 0


def _filled(kinds: CardKinds, name: str, wanted: Type) -> str:
    """A field with the lowest value of its type; a comment asks the author for a thing that only they can choose."""
    match wanted:
        case Type(form="range", low=low, high=high):
            return f"{name} {low or 0}  # {'' if low is None else low}..{'' if high is None else high}"
        case Type(form="number"):
            return f"{name} 0"
        case Type(form="text"):
            return f'{name} "to be written"'
        case Type(form="truth"):
            return f"{name} no"
        case Type(form="ladder"):
            return f"{name} 1/2/3"
        case Type(form="list") | Type(form="many"):
            return f"{name} []"
        case Type(form="kind", name=of) if of in kinds.symbols:
            members = [member.id.text for member in kinds.symbols[of].members]
            return f"{name} {members[0]}  # {', '.join(members)}"
    return f"# {name}: {UNFILLED} {wanted.name or wanted.form}"


def _declarations(folders: Sequence[str]) -> Iterator[Node]:
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.bot")):
            decoded = decode(path.name, path.read_bytes()) if path.is_file() else None
            if decoded is not None and decoded.readable:
                trees = (parse_piece(piece).tree for piece in pieces(decoded.source))
                yield from (tree for tree in trees if tree is not None)


def _bytes(folder: str, name: str) -> bytes:
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()
