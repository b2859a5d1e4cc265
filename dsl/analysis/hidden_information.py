"""Rules that look at what is hidden from the player who would see the outcome.

A zone seen only by its owner may be counted, shuffled, and moved from; its owner may choose in it. If somebody else
chooses among its things, or a rule asks what another player holds, the table learns what it must not. The search
reads checked operations, so it sees through names.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.diagnostics.codes import rules as codes
from dsl.ir.operations import Op
from dsl.ir.rules import Standing
from dsl.names.signatures import FieldSig
from dsl.names.symbols import Symbols

Report = Callable[..., None]
"""Called with the code, the span and the words of each finding."""

_OTHERS = ("foe", "foes")
_HARMLESS = ("count", "top", "bottom")
_HARMLESS_VERBS = ("move", "shuffle", "show", "take", "remove")


def hidden_reads(op: Op, symbols: Symbols, report: Report) -> None:
    """Report each hidden look below an operation. Iterative, with what is harmless passed over."""
    waiting: list[tuple[Op, bool]] = [(op, False)]
    while waiting:
        here, harmless = waiting.pop()
        match here.name:
            case "standing":
                waiting += _in_standing(here.data)
                continue
            case "call" if here.data in _HARMLESS and len(here.args) == 1:
                harmless = harmless or here.args[0].name != "where"  # to count some of them is a look at all
            case "perform" if here.data[0] in _HARMLESS_VERBS:
                harmless = True
            case "choose":
                _, _, among, who, otherwise, *such = here.args
                zone = _hidden_zone(among, symbols)
                if zone is not None and not _same_player(zone[1], who):
                    _report(zone[0], among, "lets somebody else choose from", report)
                waiting += [(part, zone is not None) for part in here.args[:3]] + [(who, False), (otherwise, False)]
                waiting += [(part, True) for part in such]
                continue
            case "where" | "for_each" | "compare" | "call":
                zone = _hidden_zone(here.args[0], symbols) if here.args else None
                if zone is not None and not harmless and _other(zone[1]):
                    _report(zone[0], here.args[0], "looks at", report)
                    harmless = True
            case _:
                pass
        waiting += [(part, harmless) for part in here.args]


def _in_standing(standing: Standing) -> list[tuple[Op, bool]]:
    parts = [standing.body, standing.of, *(value for _, value in standing.changes), *standing.clauses.conditions]
    return [(part, False) for part in parts]


def _hidden_zone(op: Op, symbols: Symbols) -> tuple[FieldSig, Op] | None:
    """The zone that an operation looks into and whose it is, if it is hidden."""
    while op.name in ("where", "at"):
        op = op.args[0]
    if op.name != "field" or op.data[0] is None:
        return None
    field = symbols.field(*op.data)
    if field is None or field.sort != "zone" or field.seen_by not in ("owner", "nobody"):
        return None
    return field, op.args[0]


def _other(owner: Op) -> bool:
    """Whether this is certainly another player than the one who acts."""
    if owner.name == "builtin" and owner.data in _OTHERS:
        return True
    return owner.name == "call" and owner.data in ("next_after",)


def _same_player(owner: Op, who: Op) -> bool:
    if owner.name == "me" or (who.name in ("none", "local", "builtin", "field", "event_field") and owner == who):
        return owner.name == who.name or owner == who
    return owner == who or not (_other(owner) or owner.name in ("field", "event_field"))


def _report(field: FieldSig, op: Op, does: str, report: Report) -> None:
    who = "everybody" if field.seen_by == "nobody" else "the others"
    report(codes.HIDDEN_READ, op.span, what=field.name, who=who, does=does)
