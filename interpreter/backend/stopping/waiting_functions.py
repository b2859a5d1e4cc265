"""Which emitted functions may wait: those that call a word that may, and their callers."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from interpreter.backend.passes.trees import called
from interpreter.backend.stopping import twins
from interpreter.backend.stopping.hoist import Hoist
from interpreter.backend.stopping.points import WAIT, StoppingFunction, placed


class WaitingFunctions:
    """For one program: its functions come batch by batch."""

    def __init__(self) -> None:
        self.words: dict[str, Callable[..., Any]] = {**twins.words()}
        self.names = set(self.words)  # functions that may wait
        self.words["WAIT"] = WAIT  # type: ignore[assignment]
        self.functions: dict[str, StoppingFunction] = {}

    def waits(self, call: ast.Call) -> bool:
        return called(call) in self.names

    def module(self, tree: ast.Module, namespace: dict[str, Any]) -> ast.Module:
        """The same functions; those that may wait can."""
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        calls = {node.name: {called(part) for part in ast.walk(node)} for node in functions}
        while True:
            more = {name for name, names in calls.items() if name not in self.names and names & self.names}
            if not more:
                break
            self.names |= more
        body: list[ast.stmt] = []
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name in self.names:
                function = self.functions[node.name] = StoppingFunction(node, Hoist(self.waits), namespace)
                node = function.entry
            body.append(node)
        return placed(ast.Module(body, []))
