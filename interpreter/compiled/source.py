"""Generated source: lines with the rule that each of them came from, and the table of constants.

No text of an author ever enters a line: names are numbered, every value that is not a small number stands in the table
and is spoken of as `k17`. What the code may call is the list in `interpreter.compiled.support`, nothing else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any

from attrs import define, field

from dsl.ir.operations import Op


class Unwritten(Exception):
    """A text that only the reference can run, and why."""


class ConstantTable(dict[Any, Any]):
    """A table that stands among the constants: known by itself, not by what it holds."""

    __hash__ = object.__hash__  # type: ignore[assignment]


@define
class Line:
    """One line of generated code, and the operation that it came from: the way back to what an author wrote."""

    text: str
    at: Op | None = None


@define
class GeneratedSource:
    """A function or several, being written."""

    constants: dict[str, Any] = field(factory=dict)
    lines: list[Line] = field(factory=list)
    depth: int = 0
    at: Op | None = None
    _known: dict[tuple[type, Any], str] = field(factory=dict)
    _numbers: int = 0

    def line(self, text: str) -> None:
        self.lines.append(Line("    " * self.depth + text, self.at))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.line(head)
        self.depth += 1
        start = len(self.lines)
        yield
        if len(self.lines) == start:
            self.line("pass")
        self.depth -= 1

    def fresh(self, letter: str = "v") -> str:
        self._numbers += 1
        return f"{letter}{self._numbers}"

    def constant(self, value: Any) -> str:
        """A value as the code speaks of it: a number by itself, anything else by its place in the table."""
        if value is None or value is True or value is False:
            return repr(value)
        if type(value) is int:
            return str(value) if value >= 0 else f"({value})"
        try:
            key = (type(value), value)
            name = self._known.get(key)
        except TypeError:
            key, name = (type(value), id(value)), None
        if name is None:
            name = f"k{len(self.constants)}"
            self.constants[name] = value
            self._known[key] = name
        return name

    def text(self) -> str:
        return "\n".join(line.text for line in self.lines) + "\n"


_TABLE = re.compile(r"\bm\.board_cache\.(\w+)")
_PRINTED = re.compile(r"printed_of\(m, (k\d+)\)")
_MAY_LAY = re.compile(r"\b([ea]\d+|do_builtin|look|settle|value)\(")


def hoist_tables(lines: list[Line]) -> None:
    """Tables of the board that a function reads more than once are looked up once, if no board is laid meanwhile."""
    whole = "\n".join(line.text for line in lines)
    if len(lines) < 2 or _MAY_LAY.search(whole.partition(":")[2]):
        return
    for name in dict.fromkeys(_PRINTED.findall(whole)):
        for line in lines:
            line.text = line.text.replace(f"printed_of(m, {name})", f"{name}_")
        lines.insert(1, Line(f"    {name}_ = printed_of(m, {name})", lines[0].at))
    tables = dict.fromkeys(_TABLE.findall(whole))
    if not tables or (len(_TABLE.findall(whole)) < 2 and "for " not in whole):
        return
    for line in lines[1:]:
        line.text = _TABLE.sub(lambda name: f"{name[1]}_", line.text)
    lines[1:1] = [Line(f"    {name}_ = m.board_cache.{name}", lines[0].at) for name in tables]


Namespace = dict[str, Any]
Function = Callable[..., Any]


def define_functions(
    source: GeneratedSource, namespace: Namespace, name: str, improved: Callable[[str], ast.Module] = ast.parse
) -> Namespace:
    """Run the definitions once, with the words that they may use and no others."""
    tree = improved(source.text())
    namespace["__builtins__"] = {}
    namespace.update(source.constants)
    define_tree(tree, namespace, name)
    return namespace


def define_tree(tree: ast.Module, namespace: Namespace, name: str) -> None:
    """Run definitions that exist as a tree."""
    code: CodeType = compile(tree, f"<{name}>", "exec", dont_inherit=True)
    exec(code, namespace)  # noqa: S102  (numbered names, constants by table, calls from one list)
