"""Loads a module when one of its names is first used: a command starts without the libraries that it does not need.

This is the only place that defers an import. A module states its deferred imports at its top, where readers, the type
checker and import-linter see them:

    if TYPE_CHECKING:
        from tools.report import full
    else:
        full = lazy_module("tools.report.full")
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # its own constant: a bare `botwright` starts without `typing`

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType
    from typing import Any


class LazyModule:
    """Stands for a module until one of its names is used."""

    __slots__ = ("_module", "_name")

    def __init__(self, name: str) -> None:
        self._name = name
        self._module: ModuleType | None = None

    def __getattr__(self, name: str) -> Any:
        if self._module is None:
            self._module = load_module(self._name)
        return getattr(self._module, name)


def lazy_module(name: str) -> Any:
    return LazyModule(name)


def load_module(name: str) -> ModuleType:
    """A module that is loaded now. `importlib` would do the same, but a bare `botwright` would have to load it."""
    __import__(name)
    return sys.modules[name]


def attribute(module: str, name: str) -> Any:
    """An attribute of a module that is loaded now."""
    return getattr(load_module(module), name)


def exports(homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A `__getattr__` for a package: each name is loaded from the module in `homes`."""

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(name)
        return attribute(homes[name], name)

    return load
