"""Imports stand at the top of a module. Those that wait until they are needed go through `dsl.lazy`."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.architecture.tree import ROOT

LOADER = Path("dsl/lazy.py")
MODULES = [path for folder in ("dsl", "interpreter", "tools") for path in sorted((ROOT / folder).rglob("*.py"))]
_LOADING = {"import_module", "__import__"}


def imports_in_functions(tree: ast.AST) -> list[int]:
    """The lines of all imports inside functions."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inner = (node for function in functions for node in ast.walk(function))
    return sorted({node.lineno for node in inner if isinstance(node, ast.Import | ast.ImportFrom)})


def loads(tree: ast.AST) -> list[int]:
    """The lines that load a module by its name."""
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name | ast.Attribute))
    return sorted({node.lineno for node in names if (node.id if isinstance(node, ast.Name) else node.attr) in _LOADING})


def test_no_function_imports() -> None:
    offenders = []
    for path in MODULES:
        tree, name = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(ROOT)
        offenders += [f"{name}:{line}" for line in imports_in_functions(tree)]
        offenders += [f"{name}:{line}" for line in loads(tree) if name != LOADER]
    assert not offenders, "state an import at the top; if it must wait: `lazy_module` of dsl/lazy.py"


def test_the_search_sees_an_import_in_a_function() -> None:
    tree = ast.parse("import os\nclass C:\n  def f(self):\n    if self:\n      from a import b\n")
    assert imports_in_functions(tree) == [5]
    assert loads(ast.parse("import importlib\nx = importlib.import_module('a')")) == [2]
