"""One name, one class: a reader who looks for a class finds one definition of it."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable

from tests.architecture.tree import modules

PACKAGES = ("dsl", "interpreter", "tools")


def names_defined_twice(trees: Iterable[tuple[str, ast.Module]]) -> dict[str, list[str]]:
    """Each class name with more than one definition, and the modules that define it."""
    homes: dict[str, list[str]] = defaultdict(list)
    for module, tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(module)
    return {name: where for name, where in homes.items() if len(where) > 1}


def test_each_class_name_is_defined_once() -> None:
    assert names_defined_twice(modules(*PACKAGES)) == {}


def test_a_second_definition_is_seen() -> None:
    first, second = ast.parse("class Table: ..."), ast.parse("def f():\n  class Table: ...\nclass Row: ...")
    assert names_defined_twice([("a.py", first), ("b.py", second)]) == {"Table": ["a.py", "b.py"]}
