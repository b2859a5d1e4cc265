"""What compiled code pays for its work: the same as the reference, counted beforehand.

The reference pays one for every operation when it evaluates it. Here the operations of a text are counted while it is
written: a function pays for all of them when it begins, a loop for each turn before the first. So a text never pays
less than the reference would, apart from what the reference need not do again; it may well pay more, for branches that
are not taken. Functions that are short and go through nothing pay nothing themselves: whoever calls them pays for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.symbols import players_range
from interpreter.model import limits
from interpreter.model import state as s

if TYPE_CHECKING:
    from interpreter.compiled.program import Compiler

LIGHT = 64
"""A function with more operations pays for itself."""
SHORT = 10
"""A loop of at most so many turns is paid for with everything else."""
SHORT_WORK = 2_000
"""Unless all its turns together cost more."""
SHORT_LINE = 10
"""Lines of at most so many spaces are paid for by what they weigh."""
_PLAIN = frozenset({
    "constant", "none", "symbol", "ladder", "local", "it", "me", "that", "word", "negate", "not", "and", "or",
    "product", "if_then", "written",
})  # fmt: skip
_LOOPS = frozenset({"some", "all", "count", "sum", "least", "most", "highest", "lowest", "each"})
_PLAIN_CALLS = frozenset({"lesser", "greater", "difference", "face_value"})
_PLAIN_BUILTINS = frozenset({"active", "round", "actor", "foe"})
_SHORT_READS = frozenset({"keeps", "stands", "children", "zone", "printed"})


def _more(op: Op) -> int:
    """What an operation costs besides itself, where that is known beforehand."""
    if op.name == "call" and op.data == "adjacent":
        return 8
    if op.name == "call" and op.data == "lines" and op.args[1].name == "constant":
        length: int = min(op.args[1].data, SHORT_LINE)
        return 1 + 4 * length * length
    return 0


class Weights:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self._light: dict[tuple[str, ...], int | None] = {}
        self._known: dict[int, tuple[Op, int]] = {}  # operations are known by where they lie: they must not go away

    def of(self, *ops: Op) -> int:
        """How many operations there are, with those of the short functions that they call and of short loops."""
        return sum([self._of(op) for op in ops])

    def _of(self, op: Op) -> int:
        weighed = self._known.get(id(op))
        if weighed is None:
            own = 1 + (self._called(op) or 0) + _more(op) + self._short_loop(op)
            weighed = self._known[id(op)] = (op, own + self.of(*op.args))
        return weighed[1]

    # ---------------------------------------------------------------------------------------------- light functions

    def light_rule(self, name: str) -> int | None:
        """What a rule weighs, if its callers pay for it."""
        key = ("rule", name)
        if key not in self._light:
            self._light[key] = None  # one that asks itself pays for itself
            rule = self.compiler.linked.program.symbols.rules[name]
            meaning = self.compiler.linked.text(rule.sort, name)
            if meaning is not None and meaning.ops and name not in self.compiler.looks.modified:
                self._light[key] = self._weight(meaning.ops[0])
        return self._light[key]

    def light_stat(self, kind: str, name: str) -> int | None:
        """What a stat weighs, if its callers pay for it."""
        key = ("stat", kind, name)
        if key not in self._light:
            self._light[key] = None
            base = self.compiler.base_of(kind, name)
            if base is not None and name not in self.compiler.looks.modified:
                self._light[key] = self._weight(base)
        return self._light[key]

    def _weight(self, op: Op) -> int | None:
        if not self._is_plain(op):
            return None
        weight = self.of(op)
        return weight if weight <= LIGHT else None

    def _is_plain(self, op: Op) -> bool:
        match op.name:
            case "field" | "table_field":
                good = self._reads_at_once(op)
            case "sum":
                good = not isinstance(t.plain(op.type), t.ListT)
            case "compare":
                good = op.data not in ("in", "not in", "has", "lacks") and not any(
                    isinstance(t.plain(part.type), t.ListT | t.UnknownT) for part in op.args
                )
            case "builtin":
                good = op.data in _PLAIN_BUILTINS
            case "call":
                good = op.data in _PLAIN_CALLS
            case "ask_rule":
                good = self.light_rule(op.data) is not None
            case name:
                good = name in _PLAIN
        return good and all(self._is_plain(part) for part in op.args)

    def _reads_at_once(self, op: Op) -> bool:
        sig = self.compiler.expressions.sig(op)
        if sig is None:
            return False
        if sig.sort == "stat":
            return self._called(op) is not None
        return sig.sort in _SHORT_READS and sig.levels is None

    def _called(self, op: Op) -> int | None:
        """What a short function weighs that an operation calls; none if it calls none."""
        if op.name == "ask_rule":
            return self.light_rule(op.data)
        if op.name == "field" and op.args:
            sig = self.compiler.expressions.sig(op)
            kind = t.plain(op.args[0].type)
            if sig is not None and sig.sort == "stat" and isinstance(kind, t.KindT):
                return self.light_stat(kind.name, sig.name)
        return None

    # ------------------------------------------------------------------------------------------------------ short loops

    def size(self, many: Op) -> int | None:
        """How many items a list has at most, if that is few and known beforehand."""
        match many.name:
            case "range" if len(many.args) == 2 and all(end.name == "constant" for end in many.args):
                count = max(0, many.args[1].data - many.args[0].data + 1)
                return count if count <= SHORT else None
            case "builtin" if many.data in ("players", "foes"):
                return self._seats()
            case "call" if many.data == "lines":
                length = _length(many)
                return None if length is None else 4 * length
        return None

    def _seats(self) -> int | None:
        linked = self.compiler.linked
        most = players_range(linked.program.symbols, sorted(linked.modes))[1]
        return most if most <= SHORT else None

    def inner(self, many: Op, condition: Op) -> int | None:
        """How many items the lists in a list have that a condition goes through, if that is known beforehand."""
        own = condition.name == "call" and condition.data in ("some", "all", "count") and len(condition.args) == 2
        if own and condition.args[0].name == "that" and many.name == "call" and many.data == "lines":
            return _length(many)
        return None

    def _short_loop(self, op: Op) -> int:
        """What a loop over a short list costs."""
        if op.name not in ("call", "where") or len(op.args) != 2 or (op.name == "call" and op.data not in _LOOPS):
            return 0
        return self.short(*op.args) or 0

    def short(self, many: Op, part: Op) -> int | None:
        """What it costs to look at a part for each item of a list, if that is little and known beforehand: then it is
        paid for with everything else."""
        size = self.size(many)
        if size is None:
            return None
        turn = 1 + self.of(part)
        length = self.inner(many, part)
        if length is not None:
            turn += length * (1 + self.of(part.args[1]))
        return size * turn if size * turn <= SHORT_WORK else None

    def is_long(self, op: Op) -> bool:
        """Whether something in an operation goes through a list of which the length is not known beforehand."""
        if self._is_plain(op):
            return False
        if self._short_loop(op):
            length = self.inner(*op.args)
            return self.is_long(op.args[1] if length is None else op.args[1].args[1])
        return True

    # ------------------------------------------------------------------------------------------------------- paying

    @property
    def _limit(self) -> int:
        """So much a text may pay: no more than the share of compiled code, and no more than the least of all steps."""
        return min(limits.WORK // limits.COMPILED_SHARE, limits.STEPS_PER_DECISION * limits.WORK_PER_STEP)

    @property
    def _in_cells(self) -> bool:
        """Whole flows pay where the reference counts steps: nobody but them looks there until the next answer."""
        return not self.compiler.remembers

    def _paying(self, amount: str) -> str:
        return f"c[{s.STEPS}] += {amount}" if self._in_cells else f"u = m.meter; u.left -= {amount}"

    def _looking(self) -> str:
        too_much = f"c[{s.STEPS}] > {self._limit}" if self._in_cells else "u.left < 0"
        return f"if {too_much}: raise Bail"

    def counted(self) -> str:
        """What has been paid so far."""
        return f"c[{s.STEPS}]" if self._in_cells else "-m.meter.left"

    def pay(self, amount: int | str) -> None:
        """Pay for a text; whether too much was paid is looked at."""
        self.compiler.source.line(self._paying(str(amount)))
        self.compiler.source.line(self._looking())

    def note(self, amount: int) -> None:
        """Pay for a text where something else looks soon whether it was too much."""
        if amount > 0:
            self.compiler.source.line(self._paying(str(amount)))

    def step(self, amount: int, *, looks: bool = True) -> None:
        """One more step of a decision, and what it goes on to do."""
        source = self.compiler.source
        if not self._in_cells:
            source.line(f"c[{s.STEPS}] += 1")
            if looks and limits.STEPS_PER_DECISION * limits.WORK_PER_STEP < limits.WORK // limits.COMPILED_SHARE:
                source.line(f"if c[{s.STEPS}] > {limits.STEPS_PER_DECISION}: raise Bail")
        source.line(self._paying(str(limits.WORK_PER_STEP + amount)))
        if looks:
            source.line(self._looking())

    def turns(self, many: str, body: int) -> str:
        """A list that is gone through by a loop whose turns weigh so much, as the loop speaks of it."""
        if self._in_cells:
            return f"charged(c, {many}, {1 + body}, {self._limit})"
        return f"spent(m, {many}, {1 + body})"

    def picked(self, many: str, body: int, code: str) -> str:
        """What a table of the board picks from a list: the reference goes through it each time, so that is paid for."""
        if self._in_cells:
            return f"charged_for(c, {many}, {1 + body}, {self._limit}, {code})"
        return f"paid(m, {many}, {1 + body}, {code})"

    def each(self, many: Op, part: Op, items: str) -> str:
        """The items of a list of which each is asked for a part, as the loop speaks of them."""
        return items if self.short(many, part) is not None else self.turns(items, self.of(part))

    def again(self, many: str, work: str) -> str:
        """The items of a loop, each of which but the first pays for work that was done before all of them."""
        return f"paid_again(m, {many}, {work})"

    def loop(self, many: str, body: int) -> str:
        """The same as `turns` where there is room for a line before the loop: the name that holds the list."""
        source = self.compiler.source
        held = source.fresh("i")
        source.line(f"{held} = {many}")
        source.line(self._paying(f"len({held}) * {1 + body}"))
        source.line(self._looking())
        return held


def _length(many: Op) -> int | None:
    """How long lines are that are asked for."""
    length = many.args[1]
    return length.data if length.name == "constant" and 0 < length.data <= SHORT_LINE else None
