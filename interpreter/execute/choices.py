"""Questions inside a text: choices, `may`, `either` and `ask`.

A question with only one possible answer is not asked. `interpreter.execute.answers` delivers the answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import interpreter.evaluate.dice as dice
import interpreter.evaluate.narration as narration
import interpreter.evaluate.suppression as suppression
import interpreter.execute.automatic_answers as automatic_answers
import interpreter.execute.costs as costs
import interpreter.execute.option_order as option_order
from dsl.diagnostics.codes import running as codes
from dsl.ir.operations import Op
from dsl.names import types as t
from interpreter.evaluate.domain import domain
from interpreter.evaluate.expressions import value
from interpreter.link.effects.hidden_slots import is_by_place
from interpreter.model import limits
from interpreter.model.environment import Scope, fault, number, one
from interpreter.model.frames import F_GOT, F_OP, F_PC, F_SCOPE
from interpreter.model.requests import Option
from interpreter.model.state import Thing, Value
from interpreter.model.work_meter import spend

if TYPE_CHECKING:
    from interpreter.execute.machine import Machine

_ONE = ("one", "one or none")


def ask_step(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    match instruction[0]:
        case "choose":
            _choose(m, instruction, frame, scope)
        case "may" if _nothing_to_do(m, frame, scope):
            automatic_answers.note_of(m, instruction[1], scope, "no", "there was nothing to choose")
            frame[F_PC] = instruction[2]
        case "may":
            who = _who(m, instruction[1], scope)
            if not suppression.may_volunteer(m, who):
                frame[F_PC] = instruction[2]
                return
            frame[F_GOT] = ("may", instruction[2])
            m.request("may", who, (Option(True, "yes"),), 0, 1, "do it?")
        case "either":
            _either(m, instruction, frame, scope)
        case "ways":
            _ways(m, instruction, frame, scope)
        case "ask":
            _ask(m, instruction[1], frame, scope)
        case _:
            costs.pay_step(m, instruction[1], frame, scope)


def _nothing_to_do(m: Machine, frame: list[Any], scope: Scope) -> bool:
    """Whether an optional block begins with a choice without options: then there is nothing to ask."""
    following = m.linked.code(frame[F_OP]).instructions[frame[F_PC]]
    if following[0] != "choose" or following[1].args[4].name != "none":
        return False
    op = following[1]
    if len(op.args) > 5:
        return not _fitting(m, op, scope)[3]
    return not m.listed(op.args[2], scope) and number(value(op.args[0], scope, m), op.args[0]) > 0


def _who(m: Machine, op: Op, scope: Scope) -> Thing:
    who = one(value(op, scope, m))
    if who is None:
        raise fault(codes.NO_CHOOSER, op)
    chooser: Thing = who
    return chooser


def _choose(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    _, op, otherwise = instruction
    if len(op.args) > 5:
        _choose_such(m, instruction, frame, scope)
        return
    least_op, most_op, among_op, who_op, _ = op.args
    form, given = op.data
    options = m.listed(among_op, scope)
    least = number(value(least_op, scope, m), least_op)
    most = len(options) if most_op.name == "none" else max(0, number(value(most_op, scope, m), most_op))
    if not options and (least > 0 or form == "one"):
        automatic_answers.note_choice(m, who_op, scope, (), among_op.type)
        frame[F_PC] = otherwise
        return
    least, most = min(least, len(options)), min(most, len(options))
    if most == 0 or least == len(options):
        automatic_answers.note_choice(m, who_op, scope, options[:most], among_op.type)
        take_choice(m, frame, given, form, options[:most])
    elif who_op.data == "chance" and who_op.name == "builtin":
        take_choice(m, frame, given, form, dice.choose(m, worded(m, options, among_op.type), least, most))
    else:
        who = _who(m, who_op, scope)
        frame[F_GOT] = ("choose", given, form)
        options, _ = _for_chooser(m, options, among_op, who)
        m.request("choose", who, worded(m, options, among_op.type), least, most, "choose")


def _choose_such(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    """A choice with a condition on all chosen things together: only fitting sets can be chosen."""
    _, op, otherwise = instruction
    among_op, who_op, such = op.args[2], op.args[3], op.args[5]
    form, given = op.data
    options, least, most, fits = _fitting(m, op, scope)
    if not fits:
        automatic_answers.note_choice(m, who_op, scope, (), among_op.type)
        frame[F_PC] = otherwise
    elif len(fits) == 1:
        chosen = tuple(options[index] for index in fits[0])
        automatic_answers.note_choice(m, who_op, scope, chosen, among_op.type)
        take_choice(m, frame, given, form, chosen)
    elif who_op.data == "chance" and who_op.name == "builtin":
        drawn = dice.choose_set(m, worded(m, options, among_op.type), fits)
        take_choice(m, frame, given, form, drawn)
    else:
        who = _who(m, who_op, scope)
        frame[F_GOT] = ("choose", given, form)
        options, order = _for_chooser(m, options, among_op, who)
        fits = option_order.fits_for(fits, order)
        m.request("choose", who, worded(m, options, among_op.type), least, most, "choose", fits, such.data)


def _fitting(m: Machine, op: Op, scope: Scope) -> tuple[tuple[Value, ...], int, int, tuple[tuple[int, ...], ...]]:
    """The options, the limits of their number, and all sets that satisfy the condition, small sets first."""
    options = m.listed(op.args[2], scope)
    least = max(0, number(value(op.args[0], scope, m), op.args[0]))
    most = len(options) if op.args[1].name == "none" else max(0, number(value(op.args[1], scope, m), op.args[1]))
    most = min(most, len(options))
    sizes = range(least, most + 1)
    if sum(comb(len(options), size) for size in sizes) > limits.SETS_TRIED:
        raise fault(codes.TOO_MANY, op, most=f"{limits.SETS_TRIED:,}", what="ways to choose several things")
    condition = op.args[5].args[0]
    spend(m, sum(size * comb(len(options), size) for size in sizes), op)
    fits = tuple(
        chosen
        for size in sizes
        for chosen in combinations(range(len(options)), size)
        if value(condition, scope.looking_at(tuple(options[index] for index in chosen)), m)
    )
    return options, least, most, fits


def _for_chooser(
    m: Machine, options: tuple[Value, ...], among: Op, who: Thing
) -> tuple[tuple[Value, ...], Sequence[int]]:
    """Options in the order of the offer, with their original indexes. Zones keep their order."""
    if is_by_place(m.linked, among):
        return options, range(len(options))
    order = option_order.things_for(m, options, among.type, who)
    return tuple([options[index] for index in order]), order


def worded(m: Machine, options: tuple[Value, ...], type: t.Type) -> tuple[Option, ...]:
    """Values as options; the type of the list distinguishes things from numbers."""
    of = t.item(type) or t.UNKNOWN
    return tuple(Option(option, narration.deferred(m, narration.shown_value, option, of)) for option in options)


def take_choice(m: Machine, frame: list[Any], given: str | None, form: str, chosen: tuple[Value, ...]) -> None:
    if given is not None:
        m.names(frame[F_SCOPE])[given] = one(chosen) if form in _ONE else chosen


def _either(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    _, who_op, labels, targets = instruction
    _offer_ways(m, who_op, range(len(labels)), labels, targets, frame, scope)


def _ways(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    """Offer the ways whose conditions hold; a single one is taken without a question, none is skipped."""
    _, who_op, labels, conditions, targets = instruction
    can = [index for index, condition in enumerate(conditions) if value(condition, scope, m)]
    if len(can) < 2:
        answer = f'choose "{labels[can[0]] or f"way {can[0] + 1}"}"' if can else "pass"
        automatic_answers.note_of(m, who_op, scope, answer, "there was no other way")
        frame[F_PC] = targets[can[0]] if can else targets[-1]
        return
    _offer_ways(m, who_op, can, labels, targets, frame, scope)


def _offer_ways(
    m: Machine,
    who_op: Op,
    can: Sequence[int],
    labels: Sequence[str],
    targets: Sequence[int],
    frame: list[Any],
    scope: Scope,
) -> None:
    """Offer some of the ways, by index, to a player or to chance."""
    options = tuple(Option(index, labels[index] or f"way {index + 1}") for index in can)
    if who_op.name == "builtin" and who_op.data == "chance":
        drawn = dice.one_way(m, options)
        frame[F_PC] = targets[can[drawn]]
        if m.trace is not None:
            m.trace.drew(m, f"{options[drawn].words} by chance")
        return
    who = _who(m, who_op, scope)
    frame[F_GOT] = ("either", targets)
    m.request("either", who, options, 1, 1, "choose one way")


def _ask(m: Machine, op: Op, frame: list[Any], scope: Scope) -> None:
    every = domain(m, op.type)
    if not every:  # there is no such thing: nothing to ask
        automatic_answers.note_choice(m, op.args[0], scope, (), t.ListT(op.type))
        take_choice(m, frame, op.data, "one", ())
        return
    whom = _who(m, op.args[0], scope)
    frame[F_GOT] = ("choose", op.data, "one")
    ordered = tuple([every[index] for index in option_order.things_for(m, every, t.ListT(op.type), whom)])
    m.request("ask", whom, worded(m, ordered, t.ListT(op.type)), 1, 1, "what happened at the table?")
