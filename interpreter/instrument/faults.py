"""Faults of rules as diagnostics: the failed words, the values read there, the cycle of rules.

A fault is located while the table is still as it was when the fault occurred; then the state before the step is
restored. Locating never raises a second fault: details that cannot be computed are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from dsl.diagnostics import Diagnostic, Label, Place
from dsl.diagnostics.codes import registry
from dsl.diagnostics.codes import running as codes
from dsl.ir.operations import Op
from interpreter.instrument.reads import Values, reads, worded
from interpreter.instrument.trace import Hearing
from interpreter.model.current_events import event_values
from interpreter.model.environment import RuleError, Scope, fault
from interpreter.model.frames import EVENT, F_OP, F_PC, TEXT, V_VERB
from interpreter.model.work_meter import ran_out

if TYPE_CHECKING:
    from dsl.ir.passages import Passage
    from interpreter.execute.machine import Machine
    from interpreter.link.linked_program import LinkedProgram

BOUNDS = frozenset([codes.STEPS.id, codes.DEPTH.id, codes.EVENTS.id, codes.WORK.id])
"""Faults of something that does not end."""
KEPT_FROM_PLAYERS = "values are not shown, since this game hides things: `--bots`, `simulate` and scenarios show them"
LONGEST_CIRCLE = 12
LOOKING = 20_000
"""The budget for describing a calculation that ran out of work."""


def diagnostic(wrong: RuleError, linked: LinkedProgram | None = None) -> Diagnostic:
    """A fault as a diagnostic for an author: the sentence, the place, the rule and the values read."""
    passage = wrong.passage
    if passage is None and wrong.op is not None and linked is not None:
        passage = linked.source_map.passage(wrong.op, wrong.span)
    context = "; ".join(part for part in (passage.name if passage else "", in_words(wrong.values)) if part)
    return Diagnostic(
        wrong.code,
        registry()[wrong.code].severity,
        message(wrong),
        passage.place if passage is not None else Place("", 0, 0),
        context,
        wrong.help,
        tuple(Label(other.place, text) for other, text in wrong.notes),
    )


def for_players(wrong: RuleError, linked: LinkedProgram) -> Diagnostic:
    """A fault in the words for players of a game with secrets: the code and the rule, without values.

    A rule of a thing is not named either: its name could reveal a hidden card.
    """
    full, title = diagnostic(wrong, linked), registry()[wrong.code].title
    passage = wrong.passage
    if passage is None and wrong.op is not None:
        passage = linked.source_map.passage(wrong.op, wrong.span)
    open_rule = passage is not None and not passage.is_borne
    named = f"in {passage.name}" if passage is not None and open_rule else "in a rule of a thing"
    place = full.place if open_rule else Place("", 0, 0)
    return Diagnostic(wrong.code, full.severity, f"{title}, {named}", place, "", KEPT_FROM_PLAYERS, ())


def message(wrong: RuleError) -> str:
    return f"{wrong.message}: chain of {' -> '.join(wrong.chain)}" if wrong.chain else wrong.message


def in_words(values: Values) -> str:
    return ", ".join(f"`{name}` is {shown}" for name, shown in values)


def fault_words(wrong: RuleError) -> str:
    """A fault in one line, for callers without the source: `game.bot:3:14: BW5002: this divides by 0 (effect …)`"""
    where = f"{wrong.passage.spot}: " if wrong.passage is not None else ""
    around = f" ({wrong.passage.name})" if wrong.passage is not None else ""
    return f"{where}{wrong.code}: {message(wrong)}{around}"


# ------------------------------------------------------------------------------------------------------ locating


def located(m: Machine, wrong: RuleError | RecursionError) -> RuleError:
    """A fault with its location."""
    error = wrong if isinstance(wrong, RuleError) else too_deep(wrong)
    locate(m, error)
    return error


def locate(m: Machine, wrong: RuleError) -> None:
    """Add the place of a fault and the values read there; a located fault is left unchanged."""
    if wrong.passage is not None:
        return
    if ran_out(wrong):
        m.meter.left = LOOKING
    written = m.linked.source_map
    frame = next((frame for frame in reversed(m.state.frames) if frame[0] == TEXT), None)
    if wrong.op is None and frame is not None:
        wrong.within(frame[F_OP], _instruction(m, frame)[1])
    if wrong.op is not None:
        wrong.passage = written.passage(wrong.op, wrong.span)
    wrong.values = wrong.values or _values(m, wrong, frame)
    if wrong.code == codes.DISAGREE.id and frame is not None:
        wrong.notes = _disagreeing(m, frame)
    if wrong.code in BOUNDS and not wrong.chain:
        wrong.chain = circle([event[V_VERB] for event in m.state.events])
        declared = [(m.linked.verbs[verb].sort, verb) for verb in wrong.chain[1:-1] if verb in m.linked.verbs]
        notes = ((written.of_declaration(sort, verb), f"`{verb}`") for sort, verb in declared)
        wrong.notes = tuple((passage, text) for passage, text in notes if passage is not None)


def _instruction(m: Machine, frame: list[Any]) -> tuple[tuple[Any, ...], tuple[int, int]]:
    """The current instruction of a text, with its span."""
    code = m.linked.code(frame[F_OP])
    here = min(max(frame[F_PC] - 1, 0), len(code.instructions) - 1)
    return code.instructions[here], code.spans[here]


def _values(m: Machine, wrong: RuleError, frame: list[Any] | None) -> Values:
    """The values read by the failed sentence; for a rule that answers an event, the slots of the event."""
    if wrong.code == codes.BROKEN.id and wrong.op is not None:
        return reads(m, wrong.op, Scope())
    if frame is not None and frame is m.state.frames[-1]:
        return _sentence_values(m, frame)
    if m.state.events and m.state.frames and m.state.frames[-1][0] == EVENT:
        slots = event_values(m, m.state.events[-1])
        return tuple((name, worded(m, value)) for name, value in slots.items() if not name.startswith("#"))
    return ()


def _sentence_values(m: Machine, frame: list[Any]) -> Values:
    scope = m.scope_of(frame)
    parts = [part for part in _instruction(m, frame)[0] if isinstance(part, Op) and part.name != "block"]
    return tuple(value for part in parts for value in reads(m, part, scope))


def _disagreeing(m: Machine, frame: list[Any]) -> tuple[tuple[Passage, str], ...]:
    """The rules that set one value differently: the sentence is evaluated again with a listener."""
    hearing = Hearing()
    before, m.trace = m.trace, hearing
    try:
        _sentence_values(m, frame)
    finally:
        m.trace = before
    for heard in hearing.setting.values():
        if len({str(change[3]) for _, change in heard}) > 1:
            settings = ((m.linked.source_map.of_standing(source.standing), change) for source, change in heard)
            return tuple((passage, f"sets it to {change[3]}") for passage, change in settings if passage is not None)
    return ()


def circle(names: Sequence[str]) -> tuple[str, ...]:
    """The cycle at the end of a sequence: `(a, b, a)` for … a, b, a, b; empty if there is none."""
    for length in range(1, min(LONGEST_CIRCLE, len(names) // 3) + 1):
        last = names[-length:]
        if all(list(names[-length * k :][:length]) == list(last) for k in (2, 3)):
            return (*last, last[0])
    return ()


def too_deep(wrong: RecursionError) -> RuleError:
    """Rules that call each other without end: the cycle is read from the Python stack of the error."""
    error = fault(codes.DEPTH, what="rules that evaluate each other", how="too")
    asked = _under_way(wrong.__traceback__)
    names = [op.data if op.name == "ask_rule" else op.data[1] for op in asked]
    # the innermost calls may lie below the cycle, at any depth: look for it further out
    for cut in range(min(LONGEST_CIRCLE, len(names))):
        error.chain = circle(names[: len(names) - cut])
        if error.chain:
            error.op = asked[len(names) - cut - 1]
            error.span = error.op.span
            break
    return error


def _under_way(trace: TracebackType | None) -> list[Op]:
    """The rules and fields being evaluated, outermost first."""
    asked: list[Op] = []
    while trace is not None:
        op = trace.tb_frame.f_locals.get("op")
        if isinstance(op, Op) and op.name in ("ask_rule", "field") and (not asked or asked[-1] is not op):
            asked.append(op)
        trace = trace.tb_next
    return asked
