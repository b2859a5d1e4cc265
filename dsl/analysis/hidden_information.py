"""Finds rules that read information hidden from the player who would see the result.

A zone seen only by its owner may be counted, shuffled and moved from; its owner may choose in it. If another player
chooses among its things, or a rule tests what another player holds, hidden information leaks. The search reads
checked operations, so names are already resolved.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.diagnostics.codes import rules as codes
from dsl.ir.operations import Op
from dsl.ir.rules import Standing
from dsl.names.signatures import FieldSig
from dsl.names.symbols import SymbolTable

Report = Callable[..., None]
"""Called with the code, the span and the message arguments of each finding."""

_OTHERS = ("foe", "foes")
_HARMLESS = ("count", "top", "bottom")
_ENDS = ("top", "bottom", "first", "last")
_KNOWN_OF_HIDDEN = ("owner",)
_HARMLESS_VERBS = ("move", "shuffle", "show", "take", "remove")


def hidden_reads(op: Op, symbols: SymbolTable, report: Report, *, peeks: bool = False) -> None:
    """Report each hidden read below an operation, with `peeks` also of the first card of a pile that nobody sees.
    Iterative; harmless reads are skipped."""
    pending: list[tuple[Op, bool]] = [(op, False)]
    while pending:
        current, harmless = pending.pop()
        match current.name:
            case "standing":
                pending += _in_standing(current.data)
                continue
            case "call" if current.data in _HARMLESS and len(current.args) == 1:
                harmless = harmless or current.args[0].name != "where"  # counting a selection looks at every card
            case "perform" if current.data[0] in _HARMLESS_VERBS:
                harmless = True
            case "choose":
                _, _, among, chooser, otherwise, *such = current.args
                zone = _hidden_zone(among, symbols)
                if zone is not None and not _is_chance(chooser) and not _same_player(zone[1], chooser):
                    _report(zone[0], among, "lets another player choose from", report)
                pending += [(part, zone is not None) for part in current.args[:3]] + [
                    (chooser, False),
                    (otherwise, False),
                ]
                pending += [(part, True) for part in such]
                continue
            case "field" if peeks and not harmless and current.args:
                peeked = _peeked(current.args[0], symbols)
                if peeked is not None and current.data[1] not in _KNOWN_OF_HIDDEN:
                    _report(peeked, current, "looks at", report)
                    harmless = True
            case "where" | "for_each" | "compare" | "call":
                zone = _hidden_zone(current.args[0], symbols) if current.args else None
                if zone is not None and not harmless and _is_other_player(zone[1]):
                    _report(zone[0], current.args[0], "looks at", report)
                    harmless = True
            case _:
                pass
        pending += [(part, harmless) for part in current.args]


def _peeked(op: Op, symbols: SymbolTable) -> FieldSig | None:
    """The zone that nobody sees of whose first or last card this is."""
    if op.name != "call" or op.data not in _ENDS or len(op.args) != 1:
        return None
    of = op.args[0]
    field = symbols.field("Table", of.data) if of.name == "table_field" and isinstance(of.data, str) else None
    if of.name == "field" and of.data[0] is not None:
        field = symbols.field(*of.data)
    return field if field is not None and field.sort == "zone" and field.seen_by == "nobody" else None


def _is_chance(chooser: Op) -> bool:
    """Whether the choice is random: `choose one of foe.hand by chance` reads no card."""
    return chooser.name == "builtin" and chooser.data == "chance"


def _in_standing(standing: Standing) -> list[tuple[Op, bool]]:
    parts = [standing.body, standing.of, *(value for _, value in standing.changes), *standing.clauses.conditions]
    return [(part, False) for part in parts]


def _hidden_zone(op: Op, symbols: SymbolTable) -> tuple[FieldSig, Op] | None:
    """The zone that an operation reads and its owner, if the zone is hidden."""
    while op.name in ("where", "at"):
        op = op.args[0]
    if op.name != "field" or op.data[0] is None:
        return None
    field = symbols.field(*op.data)
    if field is None or field.sort != "zone" or field.seen_by not in ("owner", "nobody"):
        return None
    return field, op.args[0]


def _is_other_player(owner: Op) -> bool:
    """Whether this is certainly a player other than the acting one."""
    if owner.name == "builtin" and owner.data in _OTHERS:
        return True
    return owner.name == "call" and owner.data in ("next_after",)


def _same_player(owner: Op, chooser: Op) -> bool:
    if owner.name == "me" or (
        chooser.name in ("none", "local", "builtin", "field", "event_field") and owner == chooser
    ):
        return owner.name == chooser.name or owner == chooser
    return owner == chooser or not (_is_other_player(owner) or owner.name in ("field", "event_field"))


def _report(field: FieldSig, op: Op, action: str, report: Report) -> None:
    audience = "everybody" if field.seen_by == "nobody" else "the others"
    report(codes.HIDDEN_READ, op.span, what=field.name, who=audience, does=action)
