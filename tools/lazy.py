"""Loads a module when one of its names is first used: a command starts without the libraries it does not need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def attribute(module: str, name: str) -> Any:
    """An attribute of a module that is loaded now."""
    return getattr(import_module(module), name)


def exports(homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A `__getattr__` for a package: each name is loaded from the module in `homes`."""

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(name)
        return attribute(homes[name], name)

    return load
