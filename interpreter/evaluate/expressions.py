"""The reference for expressions: slow and obvious, one function for each operation.

An expression changes nothing and asks nobody. It reads the state, the names of its scope, and `it`, `me` and `that`.
The checker has excluded values of the wrong type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.fields as fields
import interpreter.evaluate.history as history
import interpreter.evaluate.marks as marks
import interpreter.evaluate.row_keys as row_keys
import interpreter.evaluate.things as things
import interpreter.model.current_events as current_events
from dsl.diagnostics.codes import running as codes
from dsl.diagnostics.codes.internal import INTERNAL
from dsl.ir.operations import Op
from dsl.ir.program import DefaultSort
from dsl.lazy import lazy_module
from dsl.names import types as t
from interpreter.model import limits
from interpreter.model import state as s
from interpreter.model.environment import Scope, at_most, bounded, contains, equal, fault, items, narrow, number, one
from interpreter.model.state import Thing, Value
from interpreter.model.values import CardRef, Deed, Face, MarkOf, Range, Rows
from interpreter.model.work_meter import out_of_work, spend

if TYPE_CHECKING:
    from interpreter.evaluate import board_functions, supply_index
    from interpreter.execute.machine import Machine
else:
    board_functions = lazy_module("interpreter.evaluate.board_functions")
    supply_index = lazy_module("interpreter.evaluate.supply_index")


def value(op: Op, scope: Scope, m: Machine) -> Value:
    """Evaluate an operation. It costs one unit of work; compiled code charges for itself."""
    fast = m.fast
    if fast is not None and m.trace is None:
        return fast.value(op, scope, m, _HANDLERS)
    meter = m.meter
    meter.left -= 1
    if meter.left < 0:
        raise out_of_work(op)
    handler = _HANDLERS.get(op.name)
    if handler is None:
        raise fault(INTERNAL, op, what=f"`{op.name}`", report="")
    if m.coverage is not None:
        return m.coverage.value(op, scope, m, handler)
    return handler(op, scope, m)


def default(m: Machine, sort: DefaultSort, owner: str, name: str) -> Value:
    """The value of the default of a slot or parameter; none if its head gives none."""
    op = m.linked.program.defaults.get((sort, owner, name))
    if op is None:
        return None
    return op.data if op.name == "constant" else value(op, Scope(), m)


def truth(op: Op, scope: Scope, m: Machine) -> bool:
    return bool(value(op, scope, m))


# ------------------------------------------------------------------------------------------------------ handlers

Handler = Callable[[Op, Scope, "Machine"], Value]
_HANDLERS: dict[str, Handler] = {}


def handles(*names: str) -> Callable[[Handler], Handler]:
    def register(handler: Handler) -> Handler:
        for name in names:
            _HANDLERS[name] = handler
        return handler

    return register


@handles("constant", "ladder")
def _constant(op: Op, scope: Scope, m: Machine) -> Value:
    return op.data


@handles("none")
def _none(op: Op, scope: Scope, m: Machine) -> Value:
    return None


@handles("symbol")
def _symbol(op: Op, scope: Scope, m: Machine) -> Value:
    return op.data[1]


@handles("list")
def _list(op: Op, scope: Scope, m: Machine) -> Value:
    listed: list[Value] = []
    for part in op.args:
        one_of = value(part, scope, m)
        spread = isinstance(one_of, tuple) and isinstance(t.plain(part.type), t.ListT)
        listed += one_of if spread else [one_of] if one_of is not None else []
    spend(m, len(listed), op)
    return at_most(listed, limits.LIST_ITEMS, "items in one list", op)


@handles("range")
def _range(op: Op, scope: Scope, m: Machine) -> Value:
    ends = [number(value(part, scope, m), part) for part in op.args]
    return Range(ends[0], ends[1] if len(ends) > 1 else None)


@handles("local")
def _local(op: Op, scope: Scope, m: Machine) -> Value:
    return scope.values.get(op.data)


@handles("it")
def _it(op: Op, scope: Scope, m: Machine) -> Value:
    return scope.it


@handles("me")
def _me(op: Op, scope: Scope, m: Machine) -> Value:
    return scope.me


@handles("that")
def _that(op: Op, scope: Scope, m: Machine) -> Value:
    return scope.that


@handles("default")
def _default(op: Op, scope: Scope, m: Machine) -> Value:
    return default(m, "verb", *op.data)


@handles("builtin")
def _builtin(op: Op, scope: Scope, m: Machine) -> Value:
    cells = m.state.cells
    players: tuple[Thing, ...] = cells[s.PLAYERS]
    match op.data:
        case "chance":
            return "chance"
        case "players":
            return players
        case "active":
            return cells[s.ACTIVE]
        case "foes":
            return tuple(player for player in players if player != scope.me)
        case "foe":
            return next((player for player in players if player != scope.me), None)
        case "actor":
            return scope.actor
        case "window":
            return m.open_window()
        case "mode":
            return tuple(sorted(m.linked.modes))
        case "winners":
            return cells[s.OUTCOME]
        case "round":
            return cells[s.ROUND]
    raise fault(INTERNAL, op, what=f"`{op.data}`", report="")


@handles("kind")
def _kind(op: Op, scope: Scope, m: Machine) -> Value:
    in_play = s.things_of(m.state, m.linked.layout, op.data)
    if len(m.linked.layout.heirs[op.data]) > 1:  # they are sorted on each call
        spend(m, len(in_play), op)
    return in_play


@handles("card", "child")
def _card(op: Op, scope: Scope, m: Machine) -> Value:
    """A thing by name: a part of the current thing, a player, a space, a thing in play, else the card itself."""
    kind, name = op.data
    if isinstance(scope.it, int):
        for part in things.parts(m, things.root(m, scope.it)):
            if things.is_called(m, part, name):
                return part
    named = things.find(m, name, kind if op.name == "card" else None)
    return named if named is not None else CardRef(things.card_id(m, name))


@handles("mark")
def _mark(op: Op, scope: Scope, m: Machine) -> Value:
    sig = m.symbols.marks[op.data]
    args, said = [], []
    for index, param in enumerate(sig.params):
        given = op.args[index] if index < len(op.args) else None
        if given is not None and given.name != "none":
            args.append(narrow(param.type, value(given, scope, m)))
            said.append(index)
        else:
            args.append(default(m, "mark", op.data, param.name))
    return MarkOf(op.data, tuple(args), tuple(said))


@handles("word")
def _word(op: Op, scope: Scope, m: Machine) -> Value:
    sort, name = op.data
    if sort == "table":
        return fields.table(m, name)
    return name


@handles("table")
def _table(op: Op, scope: Scope, m: Machine) -> Value:
    rows = [(key, value(part, scope, m)) for key, part in zip(op.data, op.args, strict=True) if key != ("else",)]
    default = next(
        (value(part, scope, m) for key, part in zip(op.data, op.args, strict=True) if key == ("else",)), None
    )
    return Rows(tuple(rows), default)


@handles("table_field")
def _table_field(op: Op, scope: Scope, m: Machine) -> Value:
    return fields.read(m, m.state.cells[s.TABLE], op.data)


@handles("field")
def _field(op: Op, scope: Scope, m: Machine) -> Value:
    thing = value(op.args[0], scope, m)
    return None if thing is None else fields.read(m, one(thing), op.data[1])


@handles("event")
def _event(op: Op, scope: Scope, m: Machine) -> Value:
    return current_events.innermost(m, op.data)


@handles("event_field")
def _event_field(op: Op, scope: Scope, m: Machine) -> Value:
    """A slot or kept name of an event in progress, or of one that was done in a window."""
    verb, field = op.data
    name = "me" if field == "actor" else field
    deed = value(op.args[0], scope, m) if op.args and op.args[0].name != "event" else None
    if isinstance(deed, Deed):
        return dict(deed.values).get(name)
    event = current_events.innermost(m, verb)
    return current_events.event_values(m, event).get(name) if event is not None else None


@handles("at")
def _at(op: Op, scope: Scope, m: Machine) -> Value:
    table = value(op.args[0], scope, m)
    key = value(op.args[1], scope, m) if len(op.args) > 1 else None
    if isinstance(table, Rows):
        spend(m, len(table.rows), op)
        return look_up(table, key, m)
    if isinstance(t.plain(op.args[0].type), t.LadderT):
        return step(table, number(key, op.args[1]))
    if isinstance(t.plain(op.args[0].type), t.ListT | t.UnknownT) and isinstance(table, tuple):
        key = key.number if isinstance(key, Face) and not key.symbols else key
        if isinstance(key, int):
            return table[key - 1] if 0 < key <= len(table) else None
        of = t.item(op.args[0].type)
        return marks.one_with(m, table, key) if of is not None and isinstance(t.plain(of), t.KindT) else None
    return table  # a single value stands for every key


def look_up(table: Rows, key: Value, m: Machine) -> Value:
    """The row of a key; the table's default if there is none."""
    for row_key, row_value in table.rows:
        if row_keys.key_matches(m, row_key, key):
            return row_value
    return table.default


def step(ladder: Value, steps: int) -> int:
    if isinstance(ladder, int):
        return ladder
    if steps < 1 or not ladder:
        return 0
    return int(ladder[min(steps, len(ladder)) - 1])


@handles("where")
def _where(op: Op, scope: Scope, m: Machine) -> Value:
    many = among(op, scope, m)
    return tuple(thing for thing in many if truth(op.args[1], scope.looking_at(thing), m))


def among(op: Op, scope: Scope, m: Machine) -> Collection[Value]:
    """The items of a list of which a condition is to be asked, without those that certainly violate it."""
    some = supply_index.candidates(op.args[0], op.args[1], scope, m)
    many: Collection[Value] = items(value(op.args[0], scope, m)) if some is None else some
    spend(m, len(many), op)
    return many


@handles("named")
def _named(op: Op, scope: Scope, m: Machine) -> Value:
    """Give `that` a name, so that an inner query can refer to it."""
    named = Scope({**scope.values, op.data: scope.that}, scope.it, scope.me, scope.that, scope.actor)
    return value(op.args[0], named, m)


@handles("negate")
def _negate(op: Op, scope: Scope, m: Machine) -> Value:
    return bounded(-number(value(op.args[0], scope, m), op), op)


@handles("not")
def _not(op: Op, scope: Scope, m: Machine) -> Value:
    return not truth(op.args[0], scope, m)


@handles("and")
def _and(op: Op, scope: Scope, m: Machine) -> Value:
    return all(truth(part, scope, m) for part in op.args)


@handles("or")
def _or(op: Op, scope: Scope, m: Machine) -> Value:
    return any(truth(part, scope, m) for part in op.args)


@handles("if_then")
def _if_then(op: Op, scope: Scope, m: Machine) -> Value:
    return value(op.args[1] if truth(op.args[0], scope, m) else op.args[2], scope, m)


@handles("sum")
def _sum(op: Op, scope: Scope, m: Machine) -> Value:
    first = value(op.args[0], scope, m)
    if isinstance(t.plain(op.type), t.ListT):
        listed = list(items(first))
        for sign, part in zip(op.data, op.args[1:], strict=True):
            others = items(value(part, scope, m))
            spend(m, len(listed) + len(others), op)
            if sign == "+":
                present = set(listed)
                listed += [x for x in others if x not in present]
            else:
                gone = set(others)
                listed = [x for x in listed if x not in gone]
        return at_most(listed, limits.LIST_ITEMS, "items in one list", op)
    total = number(first, op.args[0])
    for sign, part in zip(op.data, op.args[1:], strict=True):
        term = number(value(part, scope, m), part)
        total = total + term if sign == "+" else total - term
    return bounded(total, op)


@handles("product")
def _product(op: Op, scope: Scope, m: Machine) -> Value:
    total = number(value(op.args[0], scope, m), op.args[0])
    for sign, part in zip(op.data, op.args[1:], strict=True):
        factor = number(value(part, scope, m), part)
        if sign == "*":
            total *= factor
        elif factor == 0:
            raise fault(codes.BY_ZERO, part)
        else:
            total = total // factor if sign == "/" else total % factor
    return bounded(total, op)


@handles("compare")
def _compare(op: Op, scope: Scope, m: Machine) -> Value:
    left = value(op.args[0], scope, m)
    if op.data in ("is", "is not") and op.args[1].name == "kind":
        same = left is not None and op.args[1].data in things.lineage(m, one(left))
        return same if op.data == "is" else not same
    if (
        type(left) is CardRef
        and op.data in ("in", "not in")
        and op.args[1].name == "call"
        and op.args[1].data == "supply"
    ):
        return supply_index.contains(m, op.args[1].args[0].data[1], left) is (op.data == "in")
    right = value(op.args[1], scope, m)
    if isinstance(left, tuple) or isinstance(right, tuple):
        spend(m, (len(left) if isinstance(left, tuple) else 1) + (len(right) if isinstance(right, tuple) else 1), op)
    match op.data:
        case "is":
            return are_same(op, left, right, m) or _is_copy(op, left, right, scope, m)
        case "is not":
            return not (are_same(op, left, right, m) or _is_copy(op, left, right, scope, m))
        case "in":
            return contains(right, left) or _copy_in(op, left, right, scope, m)
        case "not in":
            return not (contains(right, left) or _copy_in(op, left, right, scope, m))
        case "has":
            return marks.has(m, left, right)
        case "lacks":
            return not marks.has(m, left, right)
    a, b = number(left, op.args[0]), number(right, op.args[1])
    return {"<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}[op.data]


def are_same(op: Op, left: Value, right: Value, m: Machine) -> bool:
    """Whether two values are equal; a thing equals a card if it is a copy of it."""
    if isinstance(left, MarkOf) and isinstance(right, MarkOf):
        return right.means(left.name, left.args)
    if equal(left, right):
        return True
    if isinstance(left, tuple) != isinstance(right, tuple) and not isinstance(left, Face | Rows):
        return equal(items(left), items(right)) if op.args[0].name == "list" or op.args[1].name == "list" else False
    for card, thing in ((left, right), (right, left)):
        if isinstance(card, CardRef) and isinstance(thing, int) and not isinstance(thing, bool):
            return bool(m.state.cells[thing + s.CARD] == card.id)
    return False


def copied_card(op: Op, thing: Value, scope: Scope, m: Machine) -> str | None:
    """The card whose copies a name may mean; none if it names a part of the current thing, a player or a space."""
    if op.name != "card" or type(thing) is not int:
        return None
    card = m.state.cells[thing + s.CARD]
    if card not in m.linked.cards or m.state.cells[thing + s.KIND] == "Player":
        return None
    own = isinstance(scope.it, int) and things.root(m, scope.it) == things.root(m, thing) != thing
    return None if own else card


def _is_copy(op: Op, left: Value, right: Value, scope: Scope, m: Machine) -> bool:
    """Whether one side names a card and the other is a copy of it, but not the copy that was looked up."""
    for side, named, thing in ((0, left, right), (1, right, left)):
        if op.args[side].name == "card" and type(thing) is int:
            card = copied_card(op.args[side], named, scope, m)
            if card is not None and m.state.cells[thing + s.CARD] == card:
                return True
    return False


def _copy_in(op: Op, left: Value, right: Value, scope: Scope, m: Machine) -> bool:
    """The same for a list: whether it contains another copy, or names the card of a thing."""
    cells = m.state.cells
    card = copied_card(op.args[0], left, scope, m)
    if card is not None and any(type(part) is int and cells[part + s.CARD] == card for part in items(right)):
        return True
    if op.args[1].name != "list" or type(left) is not int:
        return False
    named = (copied_card(part, value(part, scope, m), scope, m) for part in op.args[1].args if part.name == "card")
    return any(card is not None and cells[left + s.CARD] == card for card in named)


@handles("cost")
def _cost(op: Op, scope: Scope, m: Machine) -> Value:
    return op.data


@handles("ask_rule")
def _ask_rule(op: Op, scope: Scope, m: Machine) -> Value:
    rule = m.symbols.rules[op.data]
    values: dict[str, Value] = {}
    for index, param in enumerate(rule.params):
        given = op.args[index] if index < len(op.args) else None
        if given is not None and given.name != "none":
            values[param.name] = narrow(param.type, value(given, scope, m))
        else:
            values[param.name] = default(m, "rule", op.data, param.name)
    return active_rules.ask_rule(m, op.data, values)


@handles("times")
def _times(op: Op, scope: Scope, m: Machine) -> Value:
    verb, labels = op.data
    wanted: list[tuple[str, Value]] = []
    within: Value = None
    for label, part in zip(labels, op.args, strict=True):
        if label == "within":
            within = part.data[1] if part.name == "word" else value(part, scope, m)
        else:
            wanted.append((label, value(part, scope, m)))
    return history.times(m, verb, wanted, within)


@handles("would")
def _would(op: Op, scope: Scope, m: Machine) -> Value:
    return history.would(m, one(value(op.args[0], scope, m)), op.data)


@handles("call")
def _call(op: Op, scope: Scope, m: Machine) -> Value:
    return board_functions.call(op, scope, m)
