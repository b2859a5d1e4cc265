"""The source position of every operation: its rule, file, line and column.

An operation knows only its span in its own declaration, and a running match needs no more. Explanations and faults do:
this table, made on first use, leads from an operation back to its declaration. Nothing here reads a match.
"""

from __future__ import annotations

from attrs import define, field

from dsl.diagnostics import NOWHERE, Span
from dsl.ir.effects.walk import walk
from dsl.ir.operations import NO_OP, Op
from dsl.ir.passages import Passage, SourceDeclaration, declared_rules
from dsl.ir.program import Program
from dsl.ir.rules import Standing
from dsl.names.signatures import VerbSig


@define
class SourceMap:
    """Maps operations and standing rules to the author's text."""

    program: Program
    _rules: list[SourceDeclaration] = field(factory=list, init=False)
    _of_op: dict[int, int] = field(factory=dict, init=False)
    _of_standing: dict[int, tuple[int, Span]] = field(factory=dict, init=False)
    _of_name: dict[tuple[str, str], SourceDeclaration] = field(factory=dict, init=False)
    _kept: list[Op] = field(factory=list, init=False)  # keeps objects that are known by their identity alive

    def __attrs_post_init__(self) -> None:
        for key, rule, ops in declared_rules(self.program):
            self._of_name.setdefault(key, rule)
            self._learn(rule, ops)

    @property
    def rules(self) -> tuple[SourceDeclaration, ...]:
        """Every declaration of the rules, then every readable card, in program order."""
        return tuple(self._rules)

    def learn(self, rule: SourceDeclaration, op: Op) -> None:
        """Add a text from outside the program: a sentence of a scenario or the prompt."""
        self._kept.append(op)
        self._learn(rule, (op,))

    def _learn(self, rule: SourceDeclaration, ops: tuple[Op, ...]) -> None:
        number = len(self._rules)
        self._rules.append(rule)
        for op in ops:
            for part in walk(op):
                if part is NO_OP:
                    continue
                self._of_op[id(part)] = number
                if isinstance(part.data, Standing):
                    self._of_standing[id(part.data)] = number, part.span

    def passage(self, op: Op, span: Span | None = None) -> Passage | None:
        """The passage of an operation, or of another span of its declaration; none if no author wrote it."""
        number = self._of_op.get(id(op))
        if number is None:
            return None
        wanted = span if span is not None and span != NOWHERE else op.span
        rule = self._rules[number]
        return Passage(rule, wanted if wanted != NOWHERE else rule.span)

    def of_standing(self, standing: Standing) -> Passage | None:
        entry = self._of_standing.get(id(standing))
        return Passage(self._rules[entry[0]], entry[1]) if entry is not None else None

    def of_declaration(self, sort: str, name: str) -> Passage | None:
        """The head of a declaration such as `effect hit`; of a card by its id."""
        rule = self._of_name.get((sort, name))
        return rule.passage if rule is not None else None

    def of_verb(self, verb: VerbSig | None, span: Span | None = None) -> Passage | None:
        """The declaration of an effect or action, or the sentence of a phase."""
        if verb is None or verb.place is None:
            return None
        for rule in self._rules:
            start = verb.place.start - rule.piece.start
            if rule.piece.file == verb.place.file and 0 <= start < len(rule.piece.text):
                own = verb.span if verb.span is not None else (start, verb.place.end - rule.piece.start)
                return Passage(rule, span or own)
        return None

    def said(self, op: Op) -> str:
        """An expression as its author wrote it."""
        if op.name in ("it", "me", "that"):  # they may be implicit
            return op.name
        passage = self.passage(op)
        if passage is None or op.span == NOWHERE:
            return str(op.data[1] if isinstance(op.data, tuple) and len(op.data) > 1 else op.data or op.name)
        return passage.text
