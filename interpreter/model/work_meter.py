"""The work meter: every evaluation costs something, and what a decision may cost is bounded.

`Machine.meter` holds how much work is left. It lies beside the cells: no state, hash or save depends on it. Copies of
a table that are made for one decision (a payment that is tried, seats that decide together) share the meter of that
decision; whoever asks something from outside (`refill`) begins with a full one. Every operation costs one, and whatever
goes through a list, a board or a history costs one for each element it visits.

Compiled code is cheaper and counts more coarsely, so it gets only a share of the bound: if that runs out, the step is
taken back and the reference decides with the whole bound. A step that compiled code finishes is therefore one that the
reference finishes as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dsl.diagnostics import NOWHERE, Span
from dsl.diagnostics.codes import running as codes
from dsl.ir.operations import Op
from interpreter.model import limits
from interpreter.model.environment import RuleError, fault

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine


class Meter:
    """How much work there was at the beginning and how much is left; below zero it has run out."""

    __slots__ = ("asked", "floods", "full", "left", "payments", "plan", "unplanned")

    def __init__(self, full: int | None = None) -> None:
        self.full = self.left = limits.WORK if full is None else full
        self.payments = limits.WORK_OF_PAYMENTS  # see `interpreter.execute.payments`
        self.plan: tuple[list[Any], list[Any]] | None = None  # what is to be paid in turn, and what pays it
        self.unplanned: dict[int, RuleError] = {}  # costs that nobody could plan since the last answer, by operation
        self.floods: dict[tuple[int, int], tuple[int | None, ...]] = {}  # see `interpreter.evaluate.distances`
        self.asked: set[tuple[int, int]] = set()


def spend(m: Machine, amount: int, at: Op | Span = NOWHERE) -> None:
    """Pay for work before it is done."""
    meter = m.meter
    meter.left -= amount
    if meter.left < 0:
        raise out_of_work(at)


def out_of_work(at: Op | Span = NOWHERE) -> RuleError:
    return fault(codes.WORK, at, most=f"{limits.WORK:,}")


def ran_out(wrong: BaseException) -> bool:
    """Whether a fault says that there was too much work: whoever tries things out must not take it for an answer."""
    return isinstance(wrong, RuleError) and wrong.code == codes.WORK.id


def refill(m: Machine) -> None:
    """A decision or a question from outside begins: it may cost as much as any other."""
    shares = limits.COMPILED_SHARE if m.fast is not None and m.trace is None else 1
    meter = m.meter
    meter.full = meter.left = limits.WORK // shares
    meter.payments, meter.plan = limits.WORK_OF_PAYMENTS, None
    if meter.asked or meter.floods:
        meter.floods, meter.asked = {}, set()
