"""What a kind requires of its forms, asked of each.

A form is judged as it is printed, before anybody plays. So a requirement may look at what is printed, on the form and
on others, and at what is in the supply, and at nothing that only a table has; one that does look there is refused,
since it could never be asked. The one idea: a table without things, on which every card is only a card.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType

from attrs import frozen

import interpreter.evaluate.expressions as expressions
from dsl.diagnostics import Diagnostic, Label, Piece, diagnose
from dsl.diagnostics.codes import rules as rule_codes
from dsl.diagnostics.codes import running as codes
from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.operations import Op
from dsl.ir.program import Card, Program
from dsl.names import types as t
from dsl.names.symbols import Symbols
from dsl.names.types import article
from interpreter.link.linked_program import LinkedProgram
from interpreter.link.linked_rules import walk
from interpreter.link.printed_cards import Card as Printed
from interpreter.match import new_machine
from interpreter.model import limits
from interpreter.model.environment import RuleError, Scope
from interpreter.model.values import CardRef
from interpreter.model.work_meter import ran_out

_AT_A_TABLE = frozenset({"me", "builtin", "table_field", "event", "event_field", "kind", "times"})
_BOARD = frozenset(
    "clockwise next_after others adjacent neighbour distance within between in_line row lines connected beyond toward "
    "sees glimpses reach path_cost path area".split()
)
_PRINTED = frozenset({"printed", "stat", "script", "children"})
_OF_EVERY_CARD = frozenset({"id", "name"})


@frozen(eq=False)
class Requirement:
    """`kind` must be so; `piece` is where it says it."""

    kind: str
    op: Op
    piece: Piece

    def words(self, clauses: Mapping[str, str]) -> str:
        """Why: the reason that is given, else the clause and what it says, else the condition itself."""
        reason, cites = self.op.data
        start, end = self.op.args[0].span
        cited = "; ".join(f"{clause}, “{clauses[clause]}”" if clauses.get(clause) else clause for clause in cites)
        return reason or cited or f"`{' '.join(self.piece.text[start:end].split())}`"


@frozen
class Unknown:
    """Nothing can be told of a requirement that looks at all cards of one of these kinds, or hangs on one of these
    rules: some of the cards are broken, or not here. Rules are named by their pieces."""

    kinds: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()


def requirements(declarations: Iterable[CheckedDeclaration]) -> list[Requirement]:
    """All that kinds require."""
    kinds = (meaning for meaning in declarations if meaning.sort == "kind")
    return [Requirement(one.name, op, one.piece) for one in kinds for op in one.ops if op.name == "require"]


def looks_at(required: Iterable[Requirement], symbols: Symbols, declarations: Iterable[CheckedDeclaration]) -> set[str]:
    """The kinds of all cards that requirements may look at."""
    asked = {meaning.name: meaning for meaning in declarations if meaning.sort in ("rule", "define")}
    required = list(required)
    found = {one.kind for one in required}
    for op in _reached([one.op for one in required], asked):
        found |= _kinds(op.type)
        if op.name == "call" and op.data == "supply":
            found.add(op.args[0].data[1])
    return {kind for kind in symbols.kinds if found & set(symbols.lineage(kind))}


def unfit(
    program: Program,
    judged: Collection[str],
    unknown: Unknown = Unknown(),  # noqa: B008 - a frozen value
    clause_words: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Diagnostic]:
    """What is wrong with some cards by the requirements of their kinds, and with these requirements."""
    asked = {meaning.name: meaning for meaning in program.declarations if meaning.sort in ("rule", "define")}
    at_a_table = _leading_to(asked, lambda op: not _is_printed(op, program.symbols))
    not_known = _leading_to(asked, lambda op: _is_unknown(op, asked, unknown))
    good: list[Requirement] = []
    for one in requirements(program.declarations):
        if any(_is_rule_of(op, at_a_table) or not _is_printed(op, program.symbols) for op in walk(one.op)):
            yield _misplaced(one)
        elif one.piece.file not in unknown.rules and not any(
            _is_rule_of(op, not_known) or _is_unknown(op, asked, unknown) for op in walk(one.op)
        ):
            good.append(one)
    if not good:
        return
    linked = LinkedProgram(program)
    machine = new_machine(linked, (), 0, log=False)
    machine.fast = None
    asking = [(card, form) for card in program.cards if card.id in judged for form in _forms(linked.cards.get(card.id))]
    together = limits.WORK_OF_REQUIREMENTS + limits.WORK_OF_A_FORM * len(asking) * len(good)
    too_long: set[Requirement] = set()
    for card, form in asking:
        lineage = program.symbols.lineage(form.kind)
        for one in good:
            if one.kind not in lineage or one in too_long or together <= 0:
                continue
            machine.meter.left = available = min(limits.WORK_OF_A_REQUIREMENT, together)
            try:
                fits, why = expressions.truth(one.op.args[0], Scope({}, CardRef(form.id)), machine), ""
            except RuleError as error:
                fits, why = False, str(error)
                if ran_out(error):
                    too_long.add(one)  # the other forms would only cost as much again
                    yield _too_much_work(card, form, one)
            together -= available - machine.meter.left
            if not fits and one not in too_long:
                yield _wrong(card, form, one, why, clause_words)


def _forms(card: Printed | None) -> Iterator[Printed]:
    if card is None:
        return
    yield card
    for _, part in card.parts:
        yield from _forms(part)


def _wrong(card: Card, form: Printed, one: Requirement, why: str, clause_words: Mapping[str, str]) -> Diagnostic:
    note = Label(one.piece.place(one.op.span), f"so {article(one.kind)} {one.kind} must be")
    words = one.words(clause_words)
    reason = f"{words} ({why})" if why else words
    place = card.parsed.piece.place(card.checked.head.span)
    return diagnose(
        codes.UNFIT, place, form=form.shown, kind=f"{article(one.kind)} {one.kind}", reason=reason, notes=[note]
    )


def _too_much_work(card: Card, form: Printed, one: Requirement) -> Diagnostic:
    """At the requirement, once: which form it was asked of is a note."""
    place = one.piece.place(one.op.args[0].span)
    note = Label(card.parsed.piece.place(card.checked.head.span), f"asked of `{form.shown}`")
    return diagnose(codes.WORK, place, most=f"{limits.WORK_OF_A_REQUIREMENT:,}", notes=[note])


def _misplaced(one: Requirement) -> Diagnostic:
    start, end = one.op.args[0].span
    return diagnose(
        rule_codes.WRONG_PLACE, one.piece.place((start, end)), what="what only a table has",
        where="a `require` of a kind",
        instead="a form is judged as it is printed: ask for its own fields, for those of other cards, for `supply(…)`",
    )  # fmt: skip


def _leading_to(asked: Mapping[str, CheckedDeclaration], is_such: Callable[[Op], bool]) -> set[str]:
    """The rules that do such an operation, themselves or in a rule that they ask: found once for all requirements."""
    askers: dict[str, list[str]] = {}
    waiting: list[str] = []
    for name, meaning in asked.items():
        for op in (part for whole in meaning.ops for part in walk(whole)):
            if op.name == "ask_rule":
                askers.setdefault(op.data, []).append(name)
            if is_such(op):
                waiting.append(name)
    leading: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in leading:
            leading.add(name)
            waiting += askers.get(name, ())
    return leading


def _is_rule_of(op: Op, names: Collection[str]) -> bool:
    return op.name == "ask_rule" and op.data in names


def _is_unknown(op: Op, asked: Mapping[str, CheckedDeclaration], unknown: Unknown) -> bool:
    """Whether an operation looks at what is not known."""
    if op.name == "ask_rule" and op.data in asked:
        return asked[op.data].piece.file in unknown.rules
    return op.name == "call" and op.data == "supply" and op.args[0].data[1] in unknown.kinds


def _reached(ops: Iterable[Op], asked: Mapping[str, CheckedDeclaration]) -> Iterator[Op]:
    """Operations with their parts, and those of the rules that they ask, each rule once."""
    waiting, seen = list(ops), set[str]()
    while waiting:
        for part in walk(waiting.pop()):
            yield part
            if part.name == "ask_rule" and part.data in asked and part.data not in seen:
                seen.add(part.data)
                waiting += asked[part.data].ops


def _is_printed(op: Op, symbols: Symbols) -> bool:
    if op.name == "field":
        kind, name = op.data
        sig = symbols.field(kind, name) if kind in symbols.kinds else None
        if sig is None:
            return kind is None or name in _OF_EVERY_CARD
        return sig.sort in _PRINTED and not sig.computed
    return op.name not in _AT_A_TABLE and not (op.name == "call" and op.data in _BOARD)


def _kinds(type: t.Type) -> set[str]:
    match type:
        case t.KindT(name=name):
            return {name}
        case t.ListT(of=of) | t.MaybeT(of=of):
            return _kinds(of)
        case t.TableT(by=by, of=of):
            return _kinds(by) | _kinds(of)
        case _:
            return set()
