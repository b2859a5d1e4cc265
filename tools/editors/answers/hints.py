"""Inlay hints: the types of names that do not say it, the names of arguments, and the value of a calculation with
numbers only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from dsl.names import builtins
from dsl.names import types as t
from dsl.syntax import nodes as n
from dsl.syntax.walk import children
from tools.editors.project import Checked, Project
from tools.editors.values import FileRange


@frozen
class Hint:
    at: FileRange
    text: str
    is_type: bool


def hints(project: Project, path: str, start: int, end: int) -> list[Hint]:
    unit = project.unit(path)
    if unit is None or not path.endswith(".bot"):
        return []
    in_range: list[Hint] = []
    for piece in project.pieces(path):
        if piece.start <= end and piece.start + len(piece.text) >= start:
            checked = project.checked(piece, unit)
            if checked.tree is not None:
                in_range += [hint for hint in _of(checked) if start <= hint.at.start <= end]
    return in_range


def _of(checked: Checked) -> Iterator[Hint]:
    piece = checked.piece
    for named in checked.trace.named:
        if not isinstance(t.plain(named.type), t.UnknownT):
            at = piece.start + named.node.span[1]
            yield Hint(FileRange(piece.file, at, at), f": {t.bare(named.type)}", True)
    tree = checked.tree
    assert tree is not None
    if isinstance(tree, n.Rule | n.Define) and tree.type is None:
        sig = checked.rules.symbols.rules.get(tree.id.text)
        if sig is not None and sig.type is not None and not isinstance(t.plain(sig.type), t.UnknownT):
            head = piece.text.find(")", tree.id.span[1]) + 1 if tree.params else tree.id.span[1]
            at = piece.start + head
            yield Hint(FileRange(piece.file, at, at), f": {t.bare(sig.type)}", True)
    pending: list[n.Node] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, n.Call) and node.is_bound is None:
            yield from _of_arguments(checked, node.name, node.args)
        if isinstance(node, n.Thing) and node.args:
            yield from _of_arguments(checked, node.kind.text, node.args)
        number = folded(node)
        if number is not None:
            at = piece.start + node.span[1]
            yield Hint(FileRange(piece.file, at, at), f" = {number}", False)
        else:
            pending += children(node)


def _of_arguments(checked: Checked, called: str, args: Sequence[n.Arg]) -> Iterator[Hint]:
    """The names of arguments that are plain values: a name or a field says itself what it is."""
    symbols = checked.rules.symbols
    names: list[str] = []
    if called in symbols.marks:
        names = [param.name for param in symbols.marks[called].params]
    elif called in symbols.rules:
        names = [param.name for param in symbols.rules[called].params]
    elif called in builtins.FUNCTIONS:
        names = [want.name for want in builtins.FUNCTIONS[called].wants]
    for name, arg in zip(names, args, strict=False):
        if arg.label is None and isinstance(arg.value, n.Number | n.Text | n.Truth):
            at = checked.piece.start + arg.value.span[0]
            yield Hint(FileRange(checked.piece.file, at, at), f"{name}: ", False)


def folded(node: n.Node) -> int | None:
    """The value of a sum or product of numbers; None if it is anything else."""
    match node:
        case n.Sum(first=first, rest=rest) | n.Product(first=first, rest=rest):
            total = _number(first)
            for term in rest:
                value = _number(term.value)
                if total is None or value is None:
                    return None
                total = _apply(term.sign, total, value)
            return total if total is None or abs(total) < 10**9 else None
        case _:
            return None


def _number(node: n.Expr) -> int | None:
    match node:
        case n.Number(value=value):
            return value
        case n.Group(inner=inner):
            return _number(inner)
        case n.Negate(inner=inner):
            opposite = _number(inner)
            return None if opposite is None else -opposite
        case _:
            return folded(node)


def _apply(sign: str, a: int, b: int) -> int | None:
    match sign:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*" if abs(a) < 10**9 and abs(b) < 10**9:
            return a * b
        case _:
            return None  # how division rounds is the engine's affair
