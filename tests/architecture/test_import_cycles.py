"""Modules that import each other, directly or around a circle, at the top or through the lazy loader.

Between packages there is no circle: import-linter sees to that. Inside a package only those stated here are left, each
because the thing it implements is itself recursive.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping

from tests.architecture.tree import CODE, modules

RECURSIVE = {
    "dsl.check": "an expression may contain a block, a block rules and tables, and a table expressions again",
    "dsl.describe": "a sentence may contain rules, and a rule sentences; the same holds for values and conditions",
    "interpreter.evaluate": "to read a field may run a rule, whose conditions are expressions, which read fields",
}
"""The packages with a circle, and what recurs there."""


def imported(tree: ast.Module, is_known: Callable[[str], bool]) -> set[str]:
    """The modules that a module imports when it is loaded or used; imports for the type checker do not count."""
    names: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                waiting += node.orelse
                continue
            case ast.Import():
                names |= {alias.name for alias in node.names}
            case ast.ImportFrom(module=str(package)):
                inner = {f"{package}.{alias.name}" for alias in node.names}
                names |= {name if is_known(name) else package for name in inner}
            case ast.Call(func=ast.Name(id="lazy_module"), args=[ast.Constant(value=str(name))]):
                names.add(name)
        waiting += ast.iter_child_nodes(node)
    return {name for name in names if is_known(name)}


def circles(imports: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """The largest groups of modules in which each can be reached from each other one."""
    reached = {name: _reached(name, imports) for name in imports}
    groups = {frozenset(other for other in reached[name] if name in reached[other]) for name in imports}
    return [set(group) for group in groups if group]


def _reached(start: str, imports: Mapping[str, Iterable[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        new = set(imports[waiting.pop()]) - reached
        reached |= new
        waiting += new
    return reached


def module_name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def test_only_recursive_things_import_in_circles() -> None:
    trees = {module_name(path): tree for path, tree in modules(*CODE)}
    inside = circles({name: imported(tree, trees.__contains__) for name, tree in trees.items()})
    packages = [{".".join(name.split(".")[:2]) for name in group} for group in inside]
    assert [group for group, homes in zip(inside, packages, strict=True) if len(homes) > 1] == []
    assert {home for homes in packages for home in homes} == RECURSIVE.keys()


def test_a_circle_is_seen_at_the_top_and_through_the_loader() -> None:
    texts = {
        "p.a": "import p.b\nfrom p import d",
        "p.b": "if TYPE_CHECKING:\n    from p import d\nelse:\n    c = lazy_module('p.c')",
        "p.c": "from p.a import name",
        "p.d": "if TYPE_CHECKING:\n    import p.a",
    }
    imports = {name: imported(ast.parse(text), texts.__contains__) for name, text in texts.items()}
    assert circles(imports) == [{"p.a", "p.b", "p.c"}]
