"""Checks the requirements that kinds make of their forms.

A form is judged as printed, before any match. So a requirement may read printed values, of the form and of other cards,
and the supply, but nothing that exists only on a table; a requirement that does is rejected, since it could never be
evaluated. The one idea: a table without things, on which every card is only a card.
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
from dsl.ir.effects.walk import walk
from dsl.ir.operations import Op
from dsl.ir.program import Program, ProgramCard
from dsl.names import types as t
from dsl.names.symbols import SymbolTable
from dsl.names.types import article
from interpreter.link.linked_program import LinkedProgram
from interpreter.link.printed_cards import PrintedCard as Printed
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
    """A `require` of a kind; `piece` is its source."""

    kind: str
    op: Op
    piece: Piece

    def words(self, clauses: Mapping[str, str]) -> str:
        """The given reason, else the clause and its text, else the condition itself."""
        reason, cites = self.op.data
        start, end = self.op.args[0].span
        cited = "; ".join(f"{clause}, “{clauses[clause]}”" if clauses.get(clause) else clause for clause in cites)
        return reason or cited or f"`{' '.join(self.piece.text[start:end].split())}`"


@frozen
class UnknownParts:
    """Kinds with broken or missing cards, and rules (by the files of their pieces) that are broken: requirements that
    depend on them cannot be judged."""

    kinds: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()


def requirements(declarations: Iterable[CheckedDeclaration]) -> list[Requirement]:
    """All requirements of kinds."""
    kinds = (meaning for meaning in declarations if meaning.sort == "kind")
    return [
        Requirement(declaration.name, op, declaration.piece)
        for declaration in kinds
        for op in declaration.ops
        if op.name == "require"
    ]


def looks_at(
    required: Iterable[Requirement], symbols: SymbolTable, declarations: Iterable[CheckedDeclaration]
) -> set[str]:
    """The kinds of all cards that requirements may read."""
    rules = {declaration.name: declaration for declaration in declarations if declaration.sort in ("rule", "define")}
    required = list(required)
    kinds = {requirement.kind for requirement in required}
    for op in _reached([requirement.op for requirement in required], rules):
        kinds |= _kinds(op.type)
        if op.name == "call" and op.data == "supply":
            kinds.add(op.args[0].data[1])
    return {kind for kind in symbols.kinds if kinds & set(symbols.lineage(kind))}


def unfit(
    program: Program,
    judged: Collection[str],
    unknown: UnknownParts = UnknownParts(),  # noqa: B008 - a frozen value
    clause_words: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Diagnostic]:
    """The cards that violate requirements of their kinds, and faulty requirements, as diagnostics."""
    rules = {
        declaration.name: declaration for declaration in program.declarations if declaration.sort in ("rule", "define")
    }
    at_a_table = _leading_to(rules, lambda op: not _is_printed(op, program.symbols))
    undecidable = _leading_to(rules, lambda op: _is_unknown(op, rules, unknown))
    checkable: list[Requirement] = []
    for requirement in requirements(program.declarations):
        if any(_is_rule_of(op, at_a_table) or not _is_printed(op, program.symbols) for op in walk(requirement.op)):
            yield _misplaced(requirement)
        elif requirement.piece.file not in unknown.rules and not any(
            _is_rule_of(op, undecidable) or _is_unknown(op, rules, unknown) for op in walk(requirement.op)
        ):
            checkable.append(requirement)
    if not checkable:
        return
    linked = LinkedProgram(program)
    machine = new_machine(linked, (), 0, log=False)
    machine.fast = None
    judged_forms = [
        (card, form) for card in program.cards if card.id in judged for form in _forms(linked.cards.get(card.id))
    ]
    budget = whole = limits.WORK_OF_REQUIREMENTS + limits.WORK_OF_A_FORM * len(judged_forms) * len(checkable)
    too_long: set[Requirement] = set()
    for card, form in judged_forms:
        lineage = program.symbols.lineage(form.kind)
        for requirement in checkable:
            if requirement.kind not in lineage or requirement in too_long or budget <= 0:
                continue
            machine.meter.left = available = min(limits.WORK_OF_A_REQUIREMENT, budget)
            try:
                fits, why = expressions.truth(requirement.op.args[0], Scope({}, CardRef(form.id)), machine), ""
            except RuleError as error:
                fits, why = False, str(error)
                if ran_out(error):
                    too_long.add(requirement)  # the other forms would cost the same again
                    alone = available == limits.WORK_OF_A_REQUIREMENT
                    yield _too_much_work(card, form, requirement, None if alone else whole)
            budget -= available - machine.meter.left
            if not fits and requirement not in too_long:
                yield _wrong(card, form, requirement, why, clause_words)


def _forms(card: Printed | None) -> Iterator[Printed]:
    if card is None:
        return
    yield card
    for _, part in card.parts:
        yield from _forms(part)


def _wrong(
    card: ProgramCard, form: Printed, requirement: Requirement, why: str, clause_words: Mapping[str, str]
) -> Diagnostic:
    note = Label(requirement.piece.place(requirement.op.span), f"required of every {requirement.kind}")
    words = requirement.words(clause_words)
    reason = f"{words} ({why})" if why else words
    place = card.parsed.piece.place(card.checked.head.span)
    return diagnose(
        codes.UNFIT,
        place,
        form=form.shown,
        kind=f"{article(requirement.kind)} {requirement.kind}",
        reason=reason,
        notes=[note],
    )


def _too_much_work(card: ProgramCard, form: Printed, requirement: Requirement, of_all: int | None) -> Diagnostic:
    """At the requirement, once, with a note that names the form; `of_all` is the budget of all, if that was used up."""
    place = requirement.piece.place(requirement.op.args[0].span)
    asked = f"asked of `{form.shown}`" if of_all is None else f"asked of all forms together, last of `{form.shown}`"
    note = Label(card.parsed.piece.place(card.checked.head.span), asked)
    return diagnose(codes.WORK, place, most=f"{of_all or limits.WORK_OF_A_REQUIREMENT:,}", notes=[note])


def _misplaced(requirement: Requirement) -> Diagnostic:
    start, end = requirement.op.args[0].span
    return diagnose(
        rule_codes.WRONG_PLACE, requirement.piece.place((start, end)), what="a question about a table",
        where="a `require` of a kind",
        instead="a form is judged as printed: use its own fields, those of other cards, or `supply(…)`",
    )  # fmt: skip


def _leading_to(rules: Mapping[str, CheckedDeclaration], matches: Callable[[Op], bool]) -> set[str]:
    """The rules that contain such an operation, directly or through other rules; computed once for all requirements."""
    askers: dict[str, list[str]] = {}
    pending: list[str] = []
    for name, declaration in rules.items():
        for op in (part for whole in declaration.ops for part in walk(whole)):
            if op.name == "ask_rule":
                askers.setdefault(op.data, []).append(name)
            if matches(op):
                pending.append(name)
    result: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in result:
            result.add(name)
            pending += askers.get(name, ())
    return result


def _is_rule_of(op: Op, names: Collection[str]) -> bool:
    return op.name == "ask_rule" and op.data in names


def _is_unknown(op: Op, rules: Mapping[str, CheckedDeclaration], unknown: UnknownParts) -> bool:
    """Whether an operation reads unknown parts."""
    if op.name == "ask_rule" and op.data in rules:
        return rules[op.data].piece.file in unknown.rules
    return op.name == "call" and op.data == "supply" and op.args[0].data[1] in unknown.kinds


def _reached(ops: Iterable[Op], rules: Mapping[str, CheckedDeclaration]) -> Iterator[Op]:
    """Operations with their parts, and those of the rules that they call, each rule once."""
    pending, seen = list(ops), set[str]()
    while pending:
        for part in walk(pending.pop()):
            yield part
            if part.name == "ask_rule" and part.data in rules and part.data not in seen:
                seen.add(part.data)
                pending += rules[part.data].ops


def _is_printed(op: Op, symbols: SymbolTable) -> bool:
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
