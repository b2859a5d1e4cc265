"""Questions inside a text: choices, `may`, `either`, `ask`, and the paying of costs.

A question with only one possible answer is not asked. An answer goes back into the frame that asked: into the name that
the sentence gives, or into where the text goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import interpreter.standing as standing
import interpreter.telling as telling
from dsl import types as t
from dsl.core import Op
from interpreter import state as s
from interpreter.choices import Option
from interpreter.evaluate import value
from interpreter.frames import F_GOT, F_PC, F_SCOPE
from interpreter.scope import RuleError, Scope, items, number, one
from interpreter.state import Thing, Value

if TYPE_CHECKING:
    from interpreter.machine import Machine


def ask_step(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    match instruction[0]:
        case "choose":
            _choose(m, instruction, frame, scope)
        case "may":
            who = _who(m, instruction[1], scope)
            frame[F_GOT] = ("may", instruction[2])
            m.request("may", who, (Option(True, "yes"),), 0, 1, "do it?")
        case "either":
            _either(m, instruction, frame, scope)
        case "ask":
            _ask(m, instruction[1], frame, scope)
        case _:
            pay_step(m, instruction[1], frame, scope)


def _who(m: Machine, op: Op, scope: Scope) -> Thing:
    who = one(value(op, scope, m))
    if who is None:
        raise RuleError("BW5010", "nobody is there to choose", op.span)
    found: Thing = who
    return found


def _choose(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    _, op, otherwise = instruction
    least_op, most_op, among_op, who_op, _ = op.args
    form, given = op.data
    options = items(m._listed(among_op, scope))
    least = number(value(least_op, scope, m), least_op)
    most = len(options) if most_op.name == "none" else number(value(most_op, scope, m), most_op)
    if not options and (least > 0 or form == "one"):
        frame[F_PC] = otherwise
        return
    least, most = min(least, len(options)), min(most, len(options))
    if least == most == len(options):
        take_choice(m, frame, given, form, options)
        return
    who = _who(m, who_op, scope)
    frame[F_GOT] = ("choose", given, form)
    m.request("choose", who, tuple(Option(o, telling.shown_value(m, o)) for o in options), least, most, "choose")


def take_choice(m: Machine, frame: list[Any], given: str | None, form: str, chosen: tuple[Value, ...]) -> None:
    if given is not None:
        m.state.scopes[frame[F_SCOPE]][given] = one(chosen) if form == "one" else chosen


def _either(m: Machine, instruction: tuple[Any, ...], frame: list[Any], scope: Scope) -> None:
    _, who_op, labels, targets = instruction
    who = _who(m, who_op, scope)
    frame[F_GOT] = ("either", targets)
    options = tuple(Option(index, label or f"way {index + 1}") for index, label in enumerate(labels))
    m.request("either", who, options, 1, 1, "choose one way")


def _ask(m: Machine, op: Op, frame: list[Any], scope: Scope) -> None:
    whom = _who(m, op.args[0], scope)
    frame[F_GOT] = ("choose", op.data, "one")
    found = domain(m, op.type)
    m.request(
        "ask", whom, tuple(Option(o, telling.shown_value(m, o)) for o in found), 1, 1, "what happened at the table?"
    )


def domain(m: Machine, type: t.Type) -> tuple[Value, ...]:
    """All values of a type that can be counted up: symbols, small ranges, truths, things in play, combinations."""
    match t.plain(type):
        case t.SymbolT(name=name):
            return m.rooms.symbols[name].members
        case t.NumberT(low=low, high=high) if low is not None and high is not None and high - low < 1000:
            return tuple(range(low, high + 1))
        case t.TruthT():
            return (True, False)
        case t.KindT(name=name):
            return s.things_of(m.state, m.world.layout, name)
        case t.RefT(sort="combo"):
            return tuple(sorted(m.rooms.combos))
        case _:
            return ()


# ------------------------------------------------------------------------------------------------------- costs


def plans(m: Machine, op: Op, scope: Scope, verb: str | None) -> list[tuple[tuple[str, int, str | None], ...]]:
    """Every way to pay a cost that can be paid now: for each currency the amount and the name that it gives."""
    found: list[tuple[tuple[str, int, str | None], ...]] = []
    index = 0
    for way in op.data:
        terms: list[list[tuple[str, int, str | None]]] = []
        for currency, given in way:
            low = number(value(op.args[index], scope, m), op.args[index])
            high = number(value(op.args[index + 1], scope, m), op.args[index + 1])
            index += 2
            if verb is not None:
                changes = standing.modifiers(m, currency, verb, {}, "cost")
                from interpreter.evaluate import reckon

                low = max(0, reckon(low, iter(changes), standing.layers(m)))
                high = max(low, reckon(high, iter(changes), standing.layers(m)))
            terms.append([(currency, amount, given) for amount in range(low, high + 1)])
        found += _combine(terms)
    return [plan for plan in found if affordable(m, plan, scope)]


def _combine(terms: list[list[tuple[str, int, str | None]]]) -> list[tuple[tuple[str, int, str | None], ...]]:
    ways: list[tuple[tuple[str, int, str | None], ...]] = [()]
    for choices in terms:
        ways = [(*way, choice) for way in ways for choice in choices]
    return ways


def affordable(m: Machine, plan: tuple[tuple[str, int, str | None], ...], scope: Scope) -> bool:
    total: dict[str, int] = {}
    for currency, amount, _ in plan:
        total[currency] = total.get(currency, 0) + amount
    return all(amount <= held(m, currency, scope) for currency, amount in total.items())


def held(m: Machine, currency: str, scope: Scope) -> int:
    """How much of a currency the payer has."""
    meaning = m.world.text("currency", currency)
    assert meaning is not None
    payer = Scope({}, None, scope.me)
    if meaning.ops and meaning.ops[0].name == "pay":
        return sum(len(items(value(op.args[0], payer, m))) for op in meaning.ops)
    return number(value(meaning.ops[0], payer, m) or 0, meaning.ops[0])


def pay_step(m: Machine, op: Op, frame: list[Any], scope: Scope) -> None:
    ways = plans(m, op, scope, None)
    if not ways:
        raise RuleError("BW5011", "the cost cannot be paid", op.span)
    if len(ways) == 1:
        pay(m, ways[0], frame, scope)
        return
    frame[F_GOT] = ("pay", op)
    options = tuple(Option(way, " and ".join(f"{amount} {currency}" for currency, amount, _ in way)) for way in ways)
    m.request("pay", scope.me, options, 1, 1, "what do you pay?")


def pay(m: Machine, plan: tuple[tuple[str, int, str | None], ...], frame: list[Any], scope: Scope) -> None:
    """All at once, after everything is settled."""
    payer = Scope({}, None, scope.me)
    for currency, amount, given in plan:
        meaning = m.world.text("currency", currency)
        assert meaning is not None
        if given is not None:
            m.state.scopes[frame[F_SCOPE]][given] = amount
        if meaning.ops[0].name == "pay":
            _pay_with_things(m, meaning.ops, amount, scope)
        elif amount:
            m.assign(meaning.ops[0], "-=", amount, payer)


def _pay_with_things(m: Machine, ways: tuple[Op, ...], amount: int, scope: Scope) -> None:
    """Things pay one each, in the order in which the currency names them."""
    for op in ways:
        for thing in items(value(op.args[0], Scope({}, None, scope.me), m)):
            if amount == 0:
                return
            amount -= 1
            m.push_text(op.args[1], m.state.open_scope({op.data: thing}), None, scope.me, None, 0, True)


# ----------------------------------------------------------------------------------------------------- answers


def take_answer(m: Machine, frame: list[Any], chosen: tuple[Value, ...]) -> None:
    """Put an answer where the frame that asked wants it."""
    got = frame[F_GOT]
    frame[F_GOT] = None
    match got[0]:
        case "choose":
            take_choice(m, frame, got[1], got[2], chosen)
        case "may":
            if not chosen:
                frame[F_PC] = got[1]
        case "either":
            frame[F_PC] = got[1][chosen[0]]
        case "pay":
            pay(m, chosen[0], frame, m.scope_of(frame))
        case "hook":
            if not chosen:
                m._end_text(frame)
