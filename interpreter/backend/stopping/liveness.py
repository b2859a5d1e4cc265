"""Which names a function still needs at each point where it may wait.

A walk from the end of a function to its beginning: what is read later and not given before that is needed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from attrs import evolve, frozen

Names = frozenset[str]
NONE: Names = frozenset()


@frozen
class Around:
    """What is needed where control may go from the middle of a block."""

    broken: Names = NONE  # after the loop
    again: Names = NONE  # at its next turn
    raised: Names = NONE  # in the handlers around
    held: Names = NONE  # for the loops around, to be continued by number


class Liveness:
    """The names needed after each point of a function; a point is a statement with an attribute `point`."""

    def __init__(self, own: Names) -> None:
        self.own = own  # parameters and names that are given
        self.after: dict[int, Names] = {}

    def block(self, body: Iterable[ast.stmt], out: Names, around: Around) -> Names:
        for node in reversed(list(body)):
            out = self.statement(node, out, around) | around.raised
        return out

    def statement(self, node: ast.stmt, out: Names, around: Around) -> Names:
        match node:
            case ast.Assign(targets=targets, value=value):
                given = names_of(targets)
                kept = out - given
                if hasattr(node, "point"):
                    reads = NONE.union(*[self.reads(target) for target in targets])
                    self.after[node.point] = kept | reads | around.raised | around.held
                return kept | self.reads(value).union(*[self.reads(target) for target in targets])
            case ast.Expr(value=value):
                if hasattr(node, "point"):
                    self.after[node.point] = out | around.raised | around.held
                return out | self.reads(value)
            case ast.Return(value=value):
                if hasattr(node, "point"):
                    self.after[node.point] = around.raised | around.held
                return self.reads(value) if value is not None else NONE
            case ast.Raise():
                return self.reads(node) | around.raised
            case ast.If():
                found = self.block(node.body, out, around) | self.block(node.orelse, out, around)
                return found | self.reads(node.test)
            case ast.While():
                return self._loop(node, self.reads(node.test), NONE, out, around)
            case ast.For():
                given = names_of([node.target])
                return (self._loop(node, NONE, given, out, around) - given) | self.reads(node.iter)
            case ast.Try():
                caught = NONE
                for handler in node.handlers:
                    inner = self.block(handler.body, out, around) - {handler.name or ""}
                    caught |= inner | (self.reads(handler.type) if handler.type is not None else NONE)
                inside = evolve(around, raised=around.raised | caught)
                return self.block(node.body, out, inside) | caught
            case ast.AugAssign():
                return out | self.reads(node) | names_of([node.target])
            case ast.Break():
                return around.broken
            case ast.Continue():
                return around.again
            case _:
                return out | self.reads(node)

    def _loop(self, node: ast.While | ast.For, first: Names, given: Names, out: Names, around: Around) -> Names:
        top = first | out
        held = around.held.union(getattr(node, "counts", ()))
        while True:
            body = self.block(node.body, top, evolve(around, broken=out, again=top, held=held))
            wider = top | (body - given)
            if wider == top:
                return top
            top = wider

    def reads(self, node: ast.AST) -> Names:
        """The names of the function that a part of it reads."""
        found = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
        return self.own & found


def names_of(targets: Iterable[ast.expr]) -> Names:
    """The names that an assignment gives; `x[0] = …` gives none."""
    found: set[str] = set()
    for target in targets:
        match target:
            case ast.Name(id=name):
                found.add(name)
            case ast.Tuple(elts=parts):
                found |= names_of(parts)
    return frozenset(found)


def given_in(body: Iterable[ast.stmt]) -> Names:
    """The names that the statements of a function give, besides those inside comprehensions."""
    found: set[str] = set()
    for node in body:
        match node:
            case ast.Assign(targets=targets):
                found |= names_of(targets)
            case ast.AugAssign(target=ast.Name(id=name)) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.For():
                found |= names_of([node.target])
            case ast.Try():
                found |= {handler.name for handler in node.handlers if handler.name}
                for handler in node.handlers:
                    found |= given_in(handler.body)
        for field in ("body", "orelse", "finalbody"):
            found |= given_in(getattr(node, field, ()))
    return frozenset(found)


class MissingNames:
    """The names that are needed at some point of a function, and may not have been given there."""

    def __init__(self, needed: dict[int, Names]) -> None:
        self.needed = needed
        self.missing: set[str] = set()

    def block(self, body: Iterable[ast.stmt], given: Names) -> Names:
        """The names that are certainly given after a block, if it is left at its end."""
        for node in body:
            given = self.statement(node, given)
        return given

    def statement(self, node: ast.stmt, given: Names) -> Names:
        if hasattr(node, "point"):
            self.missing |= self.needed[node.point] - given
        match node:
            case ast.Assign(targets=targets):
                return given | names_of(targets)
            case ast.If():
                after = [self.block(node.body, given), self.block(node.orelse, given)]
                ends = [_leaves(node.body), _leaves(node.orelse)]
                going_on = [names for names, end in zip(after, ends, strict=True) if not end]
                return frozenset.intersection(*going_on) if going_on else given
            case ast.For():
                self.block(node.body, given | names_of([node.target]))
            case ast.While():
                self.block(node.body, given)
            case ast.Try():
                self.block(node.body, given)
                for handler in node.handlers:
                    self.block(handler.body, given)
        return given


def _leaves(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Return | ast.Raise | ast.Break | ast.Continue)
