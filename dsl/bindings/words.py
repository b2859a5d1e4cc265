"""Words of a program by their letters alone: names with a capital letter share one namespace, others have several."""

from __future__ import annotations

from dsl.bindings.target import Target
from dsl.names import builtins
from dsl.names.symbols import SymbolTable


def capital(name: str, symbols: SymbolTable) -> Target | None:
    """The kind, keyword, die, currency, window, flow or set of symbols that has a name."""
    if name in symbols.dice:
        return Target("die", name)
    if name in symbols.kinds:
        return Target("kind", name)
    if name in symbols.marks:
        return Target("mark", name)
    if name in symbols.windows:
        return Target("window", name)
    if name in symbols.flows:
        return Target("flow", name)
    if name in symbols.currencies:
        return Target("currency", name)
    return Target("symbols", name) if name in symbols.symbols else None


def small(name: str, symbols: SymbolTable) -> Target | None:
    """The verb, rule, table, combination, mode, ruling or layer that has a name, or the built-in word."""
    if name in symbols.verbs:
        return Target("verb", name)
    if name in symbols.rules:
        return Target("rule", name)
    if name in symbols.tables:
        return Target("table", name)
    if name in symbols.combos:
        return Target("combo", name)
    if name in symbols.modes:
        return Target("mode", name)
    if name in symbols.rulings:
        return Target("ruling", name)
    if name in symbols.layers:
        return Target("layer", name)
    is_builtin = name in builtins.NAMES or name in builtins.VERBS or name in builtins.FUNCTIONS
    return Target("builtin", name) if is_builtin else None
