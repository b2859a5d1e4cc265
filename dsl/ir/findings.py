"""The results that the checker collects for one declaration: diagnostics, references to cards, the footprint."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from dsl.diagnostics import Diagnostic, Label, diagnose
from dsl.diagnostics.codes import Code
from dsl.ir.cards import CardReference
from dsl.ir.effects.footprint import Footprint
from dsl.ir.name_trace import NameTrace
from dsl.names.signatures import VerbSig
from dsl.text.source import Piece, Span


@define
class Findings:
    """The results so far for one piece; shared by all contexts of the piece."""

    piece: Piece
    diagnostics: list[Diagnostic] = field(factory=list)
    wants: list[CardReference] = field(factory=list)
    footprint: Footprint = field(factory=Footprint)
    verbs: list[VerbSig] = field(factory=list)  # actions that the text of a card grants
    trace: NameTrace | None = None  # what an editor wants to know about every name
    quiet: bool = False  # a body that is read only for its type: its errors are reported when it is checked

    def report(self, code: Code, span: Span, **words: Any) -> None:
        if self.quiet:
            return
        self.diagnostics.append(diagnose(code, self.piece.place(span), **words))

    def label(self, span: Span, text: str) -> Label:
        return Label(self.piece.place(span), text)
