"""Finds conditions that would reveal hidden information to the player who decides.

Players always see which options are offered. So a requirement of an action, or the options and the `such that` of a
choice, may depend on the number and position of hidden things, but never on their identity. The search follows names:
slots, `let`, and arguments of defines. It reports only certain cases; it is silent if the text does not say whose zone
is meant, and in games that `show` the contents of the zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import define, evolve, field, frozen

from dsl.diagnostics.codes import rules as codes
from dsl.ir.findings import Findings
from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n

DEPTH = 150
"""Conditions are followed to this depth, also through defines."""
ASIDE = 40
"""A value that is read twice counts as this deep, so that the time stays bounded."""
OWN, OTHER = "own", "other"
_ME = Op("me", t.KindT("Player"))
_HEAD = ("let", "keep", "require", "cost")
"""The sentences that come before an action has an effect."""
_KINDS_OF_THINGS = ("card", "kind", "word", "mark")
"""Operations that reveal the identity of a thing."""


@frozen
class Seen:
    """What a value means to the player who decides: that player or another one; things in a hidden zone."""

    player: str = ""
    zone: FieldSig | None = None

    def or_else(self, other: Seen) -> Seen:
        return self if self.zone is not None or (self.player and other.zone is None) else other


NOTHING = Seen()
Names = Mapping[str, Seen]


@frozen
class Body:
    """A define: the names of its parameters, and its value."""

    params: tuple[str, ...]
    value: Op


@define
class HiddenConditions:
    """The search, with facts about the whole game."""

    symbols: SymbolTable
    defines: Mapping[str, Body]
    shown: frozenset[str] | None  # names of zones that some sentence shows; None if unknown

    @classmethod
    def of(cls, symbols: SymbolTable, named: Iterable[tuple[str, n.Declaration, tuple[Op, ...]]]) -> HiddenConditions:
        """From all declarations of a game: their names, trees and operations."""
        defines: dict[str, Body] = {}
        shown: set[str] | None = set()
        for name, node, ops in named:
            if isinstance(node, n.Define) and len(ops) == 1:
                defines[name] = Body(tuple(slot.name for slot in symbols.rules[name].params), ops[0])
            for op in _below(ops):
                if op.name == "perform" and op.data[0] == "show" and shown is not None:
                    zone = _zone(op.args[0], symbols)
                    shown = {*shown, zone.name} if zone is not None else None
        return cls(symbols, defines, frozenset(shown) if shown is not None else None)

    def report(self, ops: Iterable[Op], findings: Findings) -> None:
        """Report the conditions below some operations, unless something hidden is reported there already."""
        if self.shown is None or any(diagnostic.code == codes.HIDDEN_READ.id for diagnostic in findings.diagnostics):
            return
        for op in _below(ops):
            match op.name:
                case "action":
                    self._action(op, findings)
                case "choose":
                    self._choice(op, findings)
                case _:
                    pass

    def _action(self, op: Op, findings: Findings) -> None:
        look = _Look(self, _ME, findings)
        verb = self.symbols.verbs.get(op.data)
        slots = verb.slots if verb is not None else ()
        names = {slot.name: Seen(OTHER) if slot.type == t.KindT("Player") else NOTHING for slot in slots}
        head: list[Op] = []
        for line in op.args[0].args:
            if line.name not in _HEAD:
                break
            head.append(line)
            if line.name in ("let", "keep"):
                names[line.data] = look.quiet().read(line.args[0], names)
        required = [line.args[0] for line in head if line.name == "require"]
        for name in [slot.name for slot in slots]:
            for condition in required:
                names[name] = look.narrowed(condition, Op("local", data=name), names[name], names)
        for condition in required:
            look.read(condition, names)

    def _choice(self, op: Op, findings: Findings) -> None:
        _, _, among, who, _, *such = op.args
        look = _Look(self, who, findings)
        options = look.read(among, {})
        for condition in such:
            look.read(condition, {}, options)


@define
class _Look:
    """One condition of one player, read to its end or to the first look at something hidden."""

    whole: HiddenConditions
    who: Op
    findings: Findings
    reported: bool = False
    _asked: dict[tuple[str, tuple[Seen, ...]], Seen] = field(factory=dict)
    _place: tuple[int, int] | None = None  # of the expression in the current text that leads into a define

    def quiet(self) -> _Look:
        """The same search for the meaning of a value; reports nothing."""
        return evolve(self, findings=evolve(self.findings, quiet=True), asked={})

    def read(self, op: Op, names: Names, that: Seen = NOTHING, depth: int = 0) -> Seen:
        """The meaning of an expression; hidden reads on the way are reported."""
        if depth > DEPTH or self.reported:
            return NOTHING
        if op == self.who and op.name != "none":
            return Seen(OWN)
        match op.name:
            case "that":
                return that
            case "local":
                return names.get(op.data, NOTHING)
            case "builtin":
                return Seen(OTHER) if op.data in ("players", "foe", "foes") else NOTHING
            case "kind":
                return Seen(OTHER) if op.data == "Player" else NOTHING
            case "table_field":
                return self._in_zone(self.whole.symbols.field("Table", op.data), Seen(OTHER))
            case "field":
                return self._field(op, names, that, depth)
            case "where":
                return self._where(op, names, that, depth)
            case "named":
                return self.read(op.args[0], {**names, op.data: that}, that, depth + 1)
            case "call":
                return self._call(op, names, that, depth)
            case "ask_rule":
                return self._define(op, names, that, depth)
            case "compare":
                return self._compare(op, names, that, depth)
            case _:
                seen = NOTHING
                for part in op.args:
                    seen = seen.or_else(self.read(part, names, that, depth + 1))
                return seen if op.name in ("list", "sum", "if_then", "at") else NOTHING

    def _field(self, op: Op, names: Names, that: Seen, depth: int) -> Seen:
        holder = self.read(op.args[0], names, that, depth + 1)
        sig = self.whole.symbols.field(*op.data) if op.data[0] is not None else None
        if sig is not None and sig.sort == "zone":
            return holder if holder.zone is not None else self._in_zone(sig, holder)
        if sig is not None and sig.sort in ("children", "back"):
            return holder
        if holder.zone is not None:
            self._tells(op, holder.zone)
        return NOTHING

    def _in_zone(self, sig: FieldSig | None, holder: Seen) -> Seen:
        if sig is None or sig.sort != "zone" or sig.seen_by in ("", "named"):
            return NOTHING
        if sig.name in (self.whole.shown or ()):
            return NOTHING
        hidden = sig.seen_by == "nobody" or (sig.seen_by == "owner" and holder.player == OTHER)
        return Seen(zone=sig) if hidden else NOTHING

    def _where(self, op: Op, names: Names, that: Seen, depth: int) -> Seen:
        base = self.read(op.args[0], names, that, depth + 1)
        inner = self.narrowed(op.args[1], Op("that"), base, names, depth)
        self.read(op.args[1], names, inner, depth + 1)
        return inner

    def _call(self, op: Op, names: Names, that: Seen, depth: int) -> Seen:
        if op.data == "next_after":
            return Seen(OTHER)
        first = self.read(op.args[0], names, that, depth + 1) if op.args else NOTHING
        for part in op.args[1:]:
            self.read(part, names, first, depth + 1)
        return first if isinstance(t.plain(t.item(op.type) or op.type), t.KindT | t.MaybeT) else NOTHING

    def _define(self, op: Op, names: Names, that: Seen, depth: int) -> Seen:
        given = tuple(self.read(part, names, that, depth + 1) for part in op.args)
        body = self.whole.defines.get(op.data)
        if body is None or len(given) > len(body.params):
            return NOTHING
        key = (op.data, given)
        if key not in self._asked:
            self._asked[key] = NOTHING  # a recursive define
            outermost = self._place is None
            self._place = self._place or op.span
            values = dict(zip(body.params, given, strict=False))
            self._asked[key] = evolve(self, who=Op("none")).read_within(body.value, values, depth + 1, self)
            if outermost:
                self._place = None
        return self._asked[key]

    def read_within(self, op: Op, names: Names, depth: int, outer: _Look) -> Seen:
        """Read the body of a define, in which nobody acts; hidden reads are reported at the call."""
        seen = self.read(op, names, NOTHING, depth)
        outer.reported = self.reported
        return seen

    def _compare(self, op: Op, names: Names, that: Seen, depth: int) -> Seen:
        left, right = (self.read(part, names, that, depth + 1) for part in op.args)
        for side, other in ((left, op.args[1]), (right, op.args[0])):
            if side.zone is not None and (op.data == "has" or _says_what(other)):
                self._tells(op, side.zone)
        return NOTHING

    def narrowed(self, condition: Op, name: Op, now: Seen, names: Names, depth: int = 0) -> Seen:
        """What a true condition implies about a thing: its zone, or which player it is."""
        result = now
        for part in _parts_of_condition(condition):
            if part.name != "compare" or part.args[0].name != name.name or part.args[0].data != name.data:
                continue
            other = self.quiet().read(part.args[1], names, now, depth + ASIDE)
            if part.data == "in" and other.zone is not None:
                result = Seen(zone=other.zone)
            elif part.data == "is" and other.player == OWN:
                result = Seen(OWN)
        return result

    def _tells(self, op: Op, zone: FieldSig) -> None:
        if not self.reported and not self.findings.quiet:
            who = "everybody" if zone.seen_by == "nobody" else "the others"
            self.findings.report(codes.TELLS_HIDDEN, self._place or op.span, what=zone.name, who=who)
        self.reported = True


def _says_what(op: Op) -> bool:
    """Whether an expression names cards, kinds or marks."""
    return op.name in _KINDS_OF_THINGS or (op.name == "list" and any(_says_what(part) for part in op.args))


def _parts_of_condition(op: Op) -> Iterator[Op]:
    waiting = [op]
    while waiting:
        here = waiting.pop()
        if here.name in ("and", "or", "named"):
            waiting += here.args
        else:
            yield here


def _below(ops: Iterable[Op]) -> Iterator[Op]:
    waiting = list(ops)
    while waiting:
        here = waiting.pop()
        yield here
        waiting += here.args
        if here.name == "standing":
            waiting.append(here.data.body)


def _zone(op: Op, symbols: SymbolTable) -> FieldSig | None:
    while op.name in ("where", "at") or (op.name == "call" and op.args):
        op = op.args[0]
    if op.name == "table_field":
        return symbols.field("Table", op.data)
    return symbols.field(*op.data) if op.name == "field" and op.data[0] is not None else None
