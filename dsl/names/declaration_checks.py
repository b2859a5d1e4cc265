"""Checks that need the heads of all declarations: circles of kinds, limits on their size, the order of layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.diagnostics import Diagnostic, Label, diagnose, did_you_mean, listed
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.names import builtins
from dsl.names.cycles import in_words, shortest_circles
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.text.limits import CIRCLE_SHOWN, KIND_FIELDS, KIND_LINEAGE, ZONE_LEVELS
from dsl.text.source import Place


def kind_cycles(symbols: SymbolTable) -> Iterator[Diagnostic]:
    """Kinds that are their own ancestors. The first of each circle becomes a plain thing, so that a lineage ends."""
    bases = {name: [sig.base] if sig.base is not None else [] for name, sig in symbols.kinds.items()}
    for circle in shortest_circles(bases):
        sig = symbols.kinds[circle[0]]
        notes = [Label(symbols.kinds[name].place, f"`{name}`") for name in circle[1:CIRCLE_SHOWN]]
        words = in_words(circle, " is ")
        yield diagnose(codes.CYCLE, sig.place, what="the kind", cycle=words, notes=notes)
        sig.base = "Thing"


def large_kinds(symbols: SymbolTable) -> Iterator[Diagnostic]:
    """Kinds with more ancestors or fields than the language follows."""
    steps: dict[str, int] = {"Thing": 1}
    for name in symbols.kinds:
        way = []
        here: str | None = name
        while here is not None and here not in steps:
            way.append(here)
            sig = symbols.kinds.get(here)
            here = sig.base if sig else None
        below = steps[here] if here is not None else 0
        for kind in reversed(way):
            below += 1
            steps[kind] = below
            if below == KIND_LINEAGE + 1 and kind in symbols.kinds:
                what, limit = "this chain of kinds", f"{KIND_LINEAGE} kinds"
                yield _too_large(symbols.kinds[kind].place, what, limit, "KIND_LINEAGE")
    yield from _field_counts(symbols, sorted(symbols.kinds, key=lambda kind: (steps[kind], kind)))


def _field_counts(symbols: SymbolTable, kinds: Iterable[str]) -> Iterator[Diagnostic]:
    """Limit the fields and zone levels of each kind, including inherited ones; parents come first in `kinds`."""
    fields: dict[str, int] = {}
    levels: dict[str, int] = {}
    for name in kinds:
        sig = symbols.kinds[name]
        above, laid = (counts.get(sig.base or "", 0) for counts in (fields, levels))
        fields[name] = above + len(sig.fields)
        if above <= KIND_FIELDS < fields[name]:
            place = list(sig.fields.values())[KIND_FIELDS - above].place
            yield _too_large(place, f"the kind `{name}`", f"{KIND_FIELDS:,} fields", "KIND_FIELDS")
        for zone in sig.fields.values():
            more = max(0, zone.levels[1] - zone.levels[0] + 1) if zone.levels is not None else 0
            if laid <= ZONE_LEVELS < laid + more and more <= ZONE_LEVELS:
                what, limit = f"this zone, with the others of `{name}`,", f"{ZONE_LEVELS:,} levels"
                yield _too_large(zone.place, what, limit, "ZONE_LEVELS")
            laid += more
        levels[name] = laid


def _too_large(place: Place, what: str, limit: str, name: str) -> Diagnostic:
    return diagnose(TOO_LARGE, place, what=what, limit=limit, name=name)


def unknown_layers(symbols: SymbolTable) -> Iterator[Diagnostic]:
    """Layers that come after themselves, or after one that nobody declares."""
    for layer in symbols.layers.values():
        assert isinstance(layer.node, n.Layer)
        is_declared = layer.after in builtins.LAYERS or layer.after in symbols.layers
        if not is_declared or layer.after == layer.name:
            layers = [*builtins.LAYERS, *symbols.layers]
            help = did_you_mean(layer.node.after, layers)
            words = listed(layers)
            start = layer.place.start - layer.node.id.span[0] + layer.node.span[1]
            place = Place(layer.place.file, start - len(layer.node.after), start)
            yield diagnose(codes.UNKNOWN_LAYER, place, help=help, name=layer.node.after, layers=words)
