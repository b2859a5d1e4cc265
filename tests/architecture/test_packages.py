"""What each package may contain and call. import-linter enforces the layers; this module checks the rest."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.architecture.tree import CODE, GAMES, ROOT, files, modules, name_of

MOST_MODULES = 25
CALLS_NEVER_MADE = {"print", "open", "input", "eval", "exec", "breakpoint", "__import__"}
CLOCKS = {"now", "utcnow", "today"}


def calls_never_made(name: str, tree: ast.Module) -> list[str]:
    """Every use of such a builtin, called or passed on, and every reading of a clock."""
    collected = []
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=used, ctx=ast.Load()) if used in CALLS_NEVER_MADE:
                collected.append(f"{name}:{node.lineno}: {used}")
            case ast.Call(func=ast.Attribute(attr=used)) if used in CLOCKS:
                collected.append(f"{name}:{node.lineno}: .{used}()")
            case ast.Import(names=names) if any(alias.name == "builtins" for alias in names):
                collected.append(f"{name}:{node.lineno}: import builtins")
            case ast.ImportFrom(module="builtins"):
                collected.append(f"{name}:{node.lineno}: from builtins")
    return collected


def foreign_insides(name: str, tree: ast.Module) -> list[str]:
    """Imports of what another module keeps for itself: a name or a module that begins with an underscore."""
    collected = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                imported = [alias.name for alias in names]
            case ast.ImportFrom(module=module, names=names):
                imported = [f"{module}.{alias.name}" for alias in names if module != "__future__"]
            case _:
                continue
        collected += [f"{name}:{node.lineno}: {what}" for what in imported if _is_private(what)]
    return collected


def _is_private(dotted: str) -> bool:
    return any(part.startswith("_") and not part.endswith("__") for part in dotted.split("."))


def is_docstring_only(tree: ast.Module) -> bool:
    return len(tree.body) == 1 and ast.get_docstring(tree) is not None


RUNS_GENERATED_CODE = "interpreter/compiled/source.py"
LOADS_MODULES = "dsl/lazy.py:"  # the one loader of deferred imports
"""The one place that runs code which it has written itself; tests/compiled/test_compiled.py looks at what it writes."""


def test_the_language_and_the_engine_only_compute() -> None:
    calls = [call for name, tree in modules("dsl", "interpreter") for call in calls_never_made(name, tree)]
    generated = [call for call in calls if call.startswith(RUNS_GENERATED_CODE)]
    assert [call.rpartition(" ")[2] for call in generated] == ["exec"]
    loader = [call for call in calls if call.startswith(LOADS_MODULES)]
    assert [call.rpartition(" ")[2] for call in loader] == ["__import__"]
    assert [call for call in calls if call not in (*generated, *loader)] == []


@pytest.mark.parametrize(
    "text",
    [
        "print(1)",
        "map(print, [])",
        "with open('x') as f: pass",
        "eval('1')",
        "exec('')",
        "datetime.now()",
        "import builtins",
    ],
)
def test_such_a_call_is_found(text: str) -> None:
    assert len(calls_never_made("x.py", ast.parse(text))) == 1


def test_a_method_of_the_same_name_is_fine() -> None:
    assert calls_never_made("x.py", ast.parse("window.open()\nmatch.print = 3")) == []


def test_no_module_reaches_into_another() -> None:
    assert [line for name, tree in modules(*CODE) for line in foreign_insides(name, tree)] == []


def test_a_reach_into_another_module_is_found() -> None:
    text = "from tools.repl import _keys, run\nimport dsl._tables\nfrom dsl.text.source import _HEAD as head\nimport dsl.text.source"
    assert len(foreign_insides("x.py", ast.parse(text))) == 3
    assert foreign_insides("x.py", ast.parse("from __future__ import annotations\nimport tools.cli.__main__")) == []


def test_games_have_no_python_but_one_line() -> None:
    code = {name_of(path) for room in GAMES for path in files(room, ".py", ".pyi", ".pyc", ".so", ".pyx", ".sh", ".js")}
    assert code == {f"{room}/__init__.py" for room in GAMES}
    assert [name for name, tree in modules(*GAMES) if not is_docstring_only(tree)] == []


def test_more_than_a_docstring_is_seen() -> None:
    assert is_docstring_only(ast.parse('"""The games."""'))
    assert not is_docstring_only(ast.parse('"""The games."""\nimport os'))
    assert not is_docstring_only(ast.parse("x = 1"))


def crowded_folders(paths: Iterable[str]) -> list[str]:
    """The folders with more modules than a reader can survey."""
    modules_in = Counter(path.rpartition("/")[0] for path in paths)
    return sorted(folder for folder, number in modules_in.items() if number > MOST_MODULES)


def test_no_folder_is_crowded() -> None:
    assert crowded_folders(name for name, _ in modules(*CODE, "tests")) == []


def test_a_crowded_folder_is_found() -> None:
    paths = [f"{folder}/{number}.py" for folder, most in (("a", 26), ("a/b", 25)) for number in range(most)]
    assert crowded_folders(paths) == ["a"]


def test_every_module_says_what_it_is() -> None:
    silent = [name for name, tree in modules(*CODE) if len((ast.get_docstring(tree) or "").split()) < 3]
    assert silent == []
    assert ast.get_docstring(ast.parse((ROOT / "botwright.py").read_text(encoding="utf-8")))


def test_the_public_import_has_no_logic() -> None:
    tree = ast.parse((ROOT / "botwright.py").read_text(encoding="utf-8"))
    allowed = (ast.Import, ast.ImportFrom, ast.Assign, ast.Expr)
    assert [ast.unparse(node) for node in tree.body if not isinstance(node, allowed)] == []
    names = [
        alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    assert [ast.unparse(node.targets[0]) for node in assigned] == ["__all__"]
    assert sorted(names) == sorted(ast.literal_eval(assigned[0].value))
