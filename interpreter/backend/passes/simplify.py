"""Passes over emitted functions, between their text and their code.

Functions are written construct by construct, so what one construct knows of another is missing: a list is made into a
list again, a rule is asked twice in one line, a definition that says `no` is called. The passes work on Python's own
trees. They know the words of emitted code by name, and that every name in it is given once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from interpreter.backend.passes.sharing import share
from interpreter.backend.passes.trees import (
    called,
    constant,
    is_atom,
    is_cheap,
    is_false,
    is_true,
    names_given,
    names_read,
    replaced,
    replaced_whole,
)
from interpreter.backend.quick_words import SHORT_LIST
from interpreter.model import state as s

LISTS = frozenset({"sorted", "list", "in_order", "in_play"})
TUPLES = frozenset({
    "tuple", "joined", "turned", "without", "clockwise", "others", "collected", "things_of", "foes", "leveled",
    "all_on", "first_of", "highest", "lowest", "distinct",
})  # fmt: skip
SMALL = 40
"""A function of so many nodes may stand in place of its call."""


class Passes:
    """The passes over all functions of a program, batch by batch."""

    def __init__(self, first_thing: int, constants: Mapping[str, object]) -> None:
        self.first_thing = first_thing
        self.constants = constants
        self.known: dict[str, ast.FunctionDef] = {}  # functions that are no more than an expression
        self.wrapped: set[str] = set()
        self._names = 0

    def fresh(self) -> str:
        """A name for what a loop goes through, in a copy of that loop."""
        self._names += 1
        return f"z{self._names}_"

    def improved(self, text: str) -> ast.Module:
        tree = ast.parse(text)
        self.wrapped |= {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                Simplifier(self).visit(node)
                node.body = tidied(node.body)
                if share(node):
                    Simplifier(self).visit(node)
                if node.name[0] == "l":
                    leave_early(node)
                self._note(node)
        return ast.fix_missing_locations(tree)

    def _note(self, node: ast.FunctionDef) -> None:
        only = node.body[0] if len(node.body) == 1 else None
        if not isinstance(only, ast.Return) or only.value is None or node.name in self.wrapped or node.args.defaults:
            return
        if node.name in names_read(only.value) or sum(1 for _ in ast.walk(only.value)) > SMALL:
            return
        self.known[node.name] = node


class Simplifier(ast.NodeTransformer):
    def __init__(self, passes: Passes) -> None:
        self.passes = passes
        self.things: set[str] = set()  # names that go through things in play

    # ------------------------------------------------------------------------------------------------------ shapes

    def shape(self, node: ast.expr) -> str:
        """`tuple`, `list`, or nothing if that is not known."""
        match node:
            case ast.Tuple():
                return "tuple"
            case ast.ListComp() | ast.List():
                return "list"
            case ast.Call(func=ast.Name(id="listed" | "spent" | "brief"), args=args):
                return self.shape(args[1] if len(args) > 1 else args[0])
            case ast.Call(func=ast.Name(id=name)) if name in TUPLES:
                return "tuple"
            case ast.Call(func=ast.Name(id=name)) if name in LISTS:
                return "list"
            case ast.Subscript(value=ast.Name(id="c"), slice=ast.Constant(value=int(at))):
                return "tuple" if at == s.PLAYERS or s.FIRST_KIND <= at < self.passes.first_thing else ""
            case ast.Subscript(value=ast.Name(id=name)) if name[0] == "k":
                table = self.passes.constants.get(name)
                if isinstance(table, dict) and table and all(type(row) is tuple for row in table.values()):
                    return "tuple"
            case ast.IfExp(test=ast.Compare(ops=[ast.In()]), orelse=ast.Tuple()):
                return "tuple"  # a list and one thing more
            case ast.IfExp(body=body, orelse=other) if self.shape(body) == self.shape(other):
                return self.shape(body)
        return ""

    def bounded(self, node: ast.expr) -> bool:
        """Whether a list is certainly not longer than lists may be: it is part of the players or of all of one kind."""
        match node:
            case ast.Tuple():
                return not any(isinstance(part, ast.Starred) for part in node.elts)
            case ast.ListComp(generators=generators):
                sources = [g.iter for g in generators if not isinstance(g.iter, ast.Tuple)]
                return len(sources) < 2 and all(self.bounded(source) for source in sources)
            case ast.Call(func=ast.Name(id="tuple" | "sorted"), args=[inner]):
                return self.bounded(inner)
            case ast.Subscript(value=ast.Name(id="c"), slice=ast.Constant(value=int(at))):
                return at == s.PLAYERS or s.FIRST_KIND <= at < self.passes.first_thing
        return False

    # ------------------------------------------------------------------------------------------------- expressions

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = called(node)
        if name is None or node.keywords:
            return node
        writer: Callable[[ast.Call], ast.AST | None] | None = getattr(self, f"_{name}", None)
        if writer is not None:
            return writer(node) or node
        inner = self.passes.known.get(name)
        if inner is not None and name not in self.passes.wrapped:
            return self._in_place(node, inner) or node
        return node

    def _in_place(self, node: ast.Call, function: ast.FunctionDef) -> ast.AST | None:
        """The expression of a function, where what it is given may be read as often as it does."""
        only = function.body[0]
        assert isinstance(only, ast.Return)
        assert only.value is not None
        params = [arg.arg for arg in function.args.args]
        if len(params) != len(node.args):
            return None
        given = dict(zip(params, node.args, strict=True))
        uses = uses_of(only.value, set(params))
        for name, value in given.items():
            often, looped = uses.get(name, (0, False))
            if often and not is_atom(value) and (often > 1 or looped):
                return None
        for name in names_given(only.value):
            given[name] = ast.Name(self.passes.fresh(), ast.Load())
        return replaced(only.value, given)

    def _items(self, node: ast.Call) -> ast.AST | None:
        held = node.args[0]
        if self.shape(held):
            return held
        if isinstance(held, ast.Name):
            return parsed(f"({held.id} if type({held.id}) is tuple else items({held.id}))")
        return None

    def _cell(self, node: ast.Call) -> ast.AST | None:
        thing = node.args[1]
        if isinstance(thing, ast.Name):
            at = ast.unparse(node.args[2])
            return parsed(f"(c[{thing.id} + {at}] if {thing.id} is not None else None)")
        return None

    def _first(self, node: ast.Call) -> ast.AST | None:
        return self._end(node.args[0], "0")

    def _last(self, node: ast.Call) -> ast.AST | None:
        return self._end(node.args[0], "-1")

    def _end(self, many: ast.expr, at: str) -> ast.AST | None:
        if is_cheap(many):
            code = ast.unparse(many)
            return parsed(f"({code}[{at}] if {code} else None)")
        return None

    def _one(self, node: ast.Call) -> ast.AST | None:
        held = node.args[0]
        if isinstance(held, ast.Name):
            return parsed(f"({held.id} if type({held.id}) is int else one({held.id}))")
        return None

    def _tuple(self, node: ast.Call) -> ast.AST | None:
        if not node.args:
            return None
        held = node.args[0]
        return held if self.shape(held) == "tuple" else None

    def _listed(self, node: ast.Call) -> ast.AST | None:
        return node.args[0] if self.bounded(node.args[0]) else None

    def _same(self, node: ast.Call) -> ast.AST | None:
        """Two things; only a card needs a closer look."""
        _, first, second = node.args
        if isinstance(first, ast.Name) and isinstance(second, ast.Name):
            cards = f"type({second.id}) is not int"
            if first.id not in self.things:
                cards = f"(type({first.id}) is not int or {cards})"
            return parsed(f"({first.id} == {second.id} or ({cards} and same(c, {first.id}, {second.id})))")
        return None

    def _face_is(self, node: ast.Call) -> ast.AST | None:
        """A die that shows just a symbol; what it is compared with is a symbol or none."""
        face, shown = node.args
        if len(node.args) == 2 and called(face) == "face_on" and isinstance(face, ast.Call):
            die = face.args[2]
            if isinstance(die, ast.Name) and isinstance(shown, ast.Name | ast.Constant):
                only = f"(SYMBOL.get(id(c[{die.id} + {s.MARKS}])) or only_on(m, c, {die.id}))"
                return parsed(f"({only} == {ast.unparse(shown)})")
        return None

    def _combined(self, node: ast.Call) -> ast.AST | None:
        """Some dice and one more."""
        match node.args[-1]:
            case (
                ast.Call(func=ast.Name(id="joined"), args=[_, many, ast.Tuple(elts=[ast.Name() as added])])
                | ast.Call(
                    func=ast.Name(id="listed"),
                    args=[ast.Call(func=ast.Name(id="joined"), args=[_, many, ast.Tuple(elts=[ast.Name() as added])])],
                )
            ):
                return ast.Call(ast.Name("combined_with", ast.Load()), [*node.args[:-1], many, added], [])
        return None

    def _joined(self, node: ast.Call) -> ast.AST | None:
        """A list and one thing more."""
        match node.args:
            case [_, ast.Name(id=many), ast.Tuple(elts=[ast.Name(id=item)])]:
                return parsed(f"({many} if {item} in {many} else (*{many}, {item}))")
        return None

    def _brief(self, node: ast.Call) -> ast.AST | None:
        """A list that is mostly short need not be looked at by a word."""
        many = loose(node.args[1])
        if is_cheap(many):
            code = ast.unparse(many)
            return parsed(f"({code} if len({code}) <= {SHORT_LIST} else spent(m, {code}, {ast.unparse(node.args[2])}))")
        node.args[1] = many
        return None

    def _sorted(self, node: ast.Call) -> ast.AST | None:
        node.args[0] = loose(node.args[0])
        return None

    _len = _spent = _set = _sorted

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            node.comparators[0] = loose(node.comparators[0])
        left, right = (self.value(part) for part in (node.left, node.comparators[0]))
        if len(node.ops) == 1 and left is not None and right is not None:
            match node.ops[0]:
                case ast.In() if type(right) is tuple:
                    return constant(left in right)
                case ast.NotIn() if type(right) is tuple:
                    return constant(left not in right)
                case ast.Eq() if type(left) is type(right):
                    return constant(left == right)
                case ast.NotEq() if type(left) is type(right):
                    return constant(left != right)
        return node

    def value(self, node: ast.expr) -> object:
        """A word, or several of them, that are known while code is emitted; none for anything else."""
        match node:
            case ast.Name(id=name):
                held = self.passes.constants.get(name)
                plain = type(held) is str or (type(held) is tuple and all(type(part) is str for part in held))
                return held if plain else None
            case ast.Tuple(elts=parts):
                values = tuple([self.value(part) for part in parts])
                return values if all(type(part) is str for part in values) else None
        return None

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = tested(node.operand)
            if is_true(node.operand) or is_false(node.operand):
                return constant(is_false(node.operand))
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        ends, passes = (is_false, is_true) if isinstance(node.op, ast.And) else (is_true, is_false)
        parts: list[ast.expr] = []
        for part in node.values:
            if passes(part) and part is not node.values[-1]:
                continue
            parts.append(part)
            if ends(part):
                break
        if len(parts) == 1:
            return parts[0]
        node.values = parts
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        match node.test:
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)]),
                ops=[ast.Is()],
                comparators=[ast.Name(id="int")],
            ) if name in self.things:
                return self.visit(node.body)  # type: ignore[no-any-return]
        self.generic_visit(node)
        node.test = tested(node.test)
        if is_true(node.test):
            return node.body
        return node.orelse if is_false(node.test) else node

    def _goes_through(self, target: ast.expr, many: ast.expr) -> None:
        """Note a name that can only be a thing in play."""
        kinds = isinstance(many, ast.Subscript) and self.shape(many) == "tuple"
        if isinstance(target, ast.Name) and (kinds or called(many) == "in_play"):
            self.things.add(target.id)

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        for part in node.generators:
            self._goes_through(part.target, part.iter)
        self.generic_visit(node)
        for part in node.generators:
            part.iter = loose(part.iter)
            part.ifs = [condition for condition in (tested(test) for test in part.ifs) if not is_true(condition)]
        inner = node.generators[0].iter
        if (  # a part of a part: once through
            len(node.generators) == 1 and isinstance(inner, ast.ListComp) and isinstance(inner.elt, ast.Name)
            and isinstance(inner.generators[-1].target, ast.Name) and inner.elt.id == inner.generators[-1].target.id
            and isinstance(node.generators[0].target, ast.Name)
        ):  # fmt: skip
            own = node.generators[0].target.id
            was = inner.elt.id
            last = inner.generators[-1]
            last.ifs = [
                *last.ifs,
                *[replaced(condition, {own: ast.Name(was, ast.Load())}) for condition in node.generators[0].ifs],
            ]
            node.elt = replaced(node.elt, {own: ast.Name(was, ast.Load())})
            node.generators = inner.generators
        return node

    # -------------------------------------------------------------------------------------------------- statements

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        node.test = tested(node.test)
        if is_true(node.test):
            return node.body
        if is_false(node.test):
            return node.orelse or [ast.Pass()]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self._goes_through(node.target, node.iter)
        self.generic_visit(node)
        node.iter = loose(node.iter)
        return node


def parsed(code: str) -> ast.expr:
    return ast.parse(code, mode="eval").body


def loose(node: ast.expr) -> ast.expr:
    """A list that is only gone through or looked into need not be a tuple."""
    while called(node) == "tuple" and isinstance(node, ast.Call) and len(node.args) == 1:
        inner = node.args[0]
        if not isinstance(inner, ast.ListComp) and called(inner) not in ("sorted", "tuple", "list"):
            break
        node = inner
    return node


def tested(node: ast.expr) -> ast.expr:
    """An expression of which only the truth matters."""
    match node:
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len"), args=[many]), ops=[ast.Gt()], comparators=[ast.Constant(value=0)]
        ):
            return many
        case ast.BoolOp():
            node.values = [tested(part) for part in node.values]
            settling = is_false if isinstance(node.op, ast.And) else is_true
            if any(settling(part) for part in node.values):
                return constant(isinstance(node.op, ast.Or))
            if is_true(node.values[-1]) and isinstance(node.op, ast.And) and len(node.values) > 1:
                node.values.pop()
            if is_false(node.values[-1]) and isinstance(node.op, ast.Or) and len(node.values) > 1:
                node.values.pop()
            return node.values[0] if len(node.values) == 1 else node
        case ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Not(), operand=inner)):
            return tested(inner)
    return node


def uses_of(tree: ast.expr, names: set[str]) -> dict[str, tuple[int, bool]]:
    """How often names are read, and whether in a loop or a function."""
    uses: dict[str, tuple[int, bool]] = {}

    def look(node: ast.AST, inside: bool) -> None:
        if isinstance(node, ast.Name) and node.id in names:
            often, looped = uses.get(node.id, (0, False))
            uses[node.id] = often + 1, looped or inside
        if isinstance(node, ast.ListComp):
            look(node.generators[0].iter, inside)
            for part in (node.elt, *node.generators[0].ifs, *node.generators[1:]):
                look(part, True)
            return
        deeper = inside or isinstance(node, ast.Lambda | ast.GeneratorExp | ast.DictComp | ast.SetComp)
        for part in ast.iter_child_nodes(node):
            look(part, deeper)

    look(tree, False)
    return uses


def tidied(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Without what is never reached, and without asking goals twice in a row."""
    out: list[ast.stmt] = []
    for node in body:
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(node, name, None)
            if inner:
                setattr(node, name, tidied(inner))
        if isinstance(node, ast.Pass) and (out or len(body) > 1):
            continue
        if is_settling(node) and out and settles(out[-1]):
            continue
        out.append(node)
        if isinstance(node, ast.Return | ast.Raise | ast.Break | ast.Continue):
            break
    return out or [ast.Pass()]


def leave_early(function: ast.FunctionDef) -> None:
    """Where there is nothing that might fill a slot, nothing else is asked about a move."""
    at = next((at for at, node in enumerate(function.body) if not isinstance(node, ast.Assign)), 0)
    node: ast.stmt = function.body[at]
    depth = 0
    named: set[str] = set()
    lists: dict[str, ast.expr] = {}
    while (
        isinstance(node, ast.If)
        and not node.orelse
        and all(isinstance(assignment, ast.Assign) for assignment in node.body[:-1])
    ):
        named |= {name for assignment in node.body[:-1] for name in names_given(assignment)}
        lists |= {
            assignment.targets[0].id: assignment.value
            for assignment in node.body[:-1]
            if isinstance(assignment, ast.Assign) and isinstance(assignment.targets[0], ast.Name)
        }
        node, depth = node.body[-1], depth + 1
    if not isinstance(node, ast.For) or depth < 2:
        return
    many = node.iter
    if isinstance(many, ast.Name):
        many = lists.get(many.id, many)
    while isinstance(many, ast.Call) and called(many) in ("sorted", "spent", "brief"):
        many = many.args[0 if called(many) == "sorted" else 1]
    if isinstance(many, ast.ListComp):
        many = many.generators[0].iter
    if not (is_cheap(many) or called(many) == "cell") or names_read(many) & named:
        return
    before: list[ast.stmt] = []
    wanted = names_read(many)
    for given in reversed(function.body[:at]):
        if names_given(given) & wanted:
            before.insert(0, given)
            wanted |= names_read(given)
    rest = [given for given in function.body if given not in before]
    if not is_cheap(many):
        whole = ast.Module(rest, [])
        rest = replaced_whole(whole, many, "lying_").body
        before.append(ast.Assign([ast.Name("lying_", ast.Store())], many, lineno=function.lineno))
        many = ast.Name("lying_", ast.Load())
    function.body = [*before, ast.If(ast.UnaryOp(ast.Not(), many), [ast.Return(None)], []), *rest]


def is_settling(node: ast.stmt) -> bool:
    """`if not m.settled: g1(m, c)`"""
    match node:
        case ast.If(
            test=ast.UnaryOp(op=ast.Not(), operand=ast.Attribute(value=ast.Name(id="m"), attr="settled")),
            body=[ast.Expr(value=ast.Call(func=ast.Name()))],
            orelse=[],
        ):
            return True
    return False


def settles(node: ast.stmt) -> bool:
    """Whether goals have been asked when a statement is over: it asks them, or does an event, which ends so."""
    if is_settling(node):
        return True
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))) | ast.Assign(value=ast.Call(func=ast.Name(id=name))):
            return name[0] == "e" and name[1:].isdigit()
    return False
