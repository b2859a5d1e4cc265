"""The work meter: every evaluation costs work, and each decision has a budget.

`Machine.meter` holds the work left. It is kept beside the cells: no state, hash or save depends on it. Copies of a
table made for one decision (a trial payment, a simultaneous decision) share the meter of that decision; a question from
outside (`refill`) starts with a full one. Every operation costs one, and a walk over a list, a board or a history costs
one per element.

Compiled code is cheaper and counts more coarsely, so it gets only a share of the budget: if that runs out, the step is
undone and the reference machine repeats it with the whole budget. So a step that compiled code finishes is one that the
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
    """The initial and the remaining work; below zero it has run out."""

    __slots__ = ("asked", "floods", "full", "left", "payments", "plan", "times", "unplanned")

    def __init__(self, full: int | None = None) -> None:
        self.full = self.left = limits.WORK if full is None else full
        self.times = 1  # the budget, for answers that are given again
        self.payments = limits.WORK_OF_PAYMENTS  # see `interpreter.execute.payments`
        self.plan: tuple[list[Any], list[Any]] | None = None  # what is to be paid in turn, and what pays it
        self.unplanned: dict[int, RuleError] = {}  # costs that nobody could plan since the last answer, by operation
        self.floods: dict[tuple[int, int], tuple[int | None, ...]] = {}  # see `interpreter.evaluate.distances`
        self.asked: set[tuple[int, int]] = set()


def spend(m: Machine, amount: int, at: Op | Span = NOWHERE) -> None:
    """Pay for work before doing it."""
    meter = m.meter
    meter.left -= amount
    if meter.left < 0:
        raise out_of_work(at)


def out_of_work(at: Op | Span = NOWHERE) -> RuleError:
    return fault(codes.WORK, at, most=f"{limits.WORK:,}")


def ran_out(error: BaseException) -> bool:
    """Whether a fault means that the budget ran out: code that tries things must not take it for an answer."""
    return isinstance(error, RuleError) and error.code == codes.WORK.id


def refill(m: Machine) -> None:
    """Start a decision or a question from outside with a full budget."""
    shares = limits.COMPILED_SHARE if m.fast is not None and m.trace is None else 1
    meter = m.meter
    meter.full = meter.left = limits.WORK * meter.times // shares
    meter.payments, meter.plan = limits.WORK_OF_PAYMENTS, None
    if meter.asked or meter.floods:
        meter.floods, meter.asked = {}, set()
