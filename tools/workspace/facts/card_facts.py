"""The facts about one card that was parsed and checked by itself.

Facts hold no tree and no position in a file: positions are offsets from the start of the card (an empty file name), or
from the start of a numbered rule (`#3`). So they stay valid when the card moves, can be cached as plain lists, and can
come from another process. They depend on the text of the card, on the rules, and on whether certain words occur in
texts that could not be parsed. Those lookups are recorded, so that facts are reused only where each lookup gives the
same answer.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from dsl.analysis.hidden_information import hidden_reads
from dsl.analysis.trigger_cycles import links
from dsl.check.cards import check_form
from dsl.check.driver import parts_of
from dsl.diagnostics import Diagnostic, are_suggestions_spent
from dsl.ir.cards import CardReference, Head
from dsl.ir.effects.footprint import Footprint
from dsl.ir.findings import Findings
from dsl.syntax import nodes as n
from dsl.syntax.constructs import Newer
from dsl.syntax.language_versions import FIRST, FORM_NAMED, newer
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import Token
from dsl.text.source import Span
from tools.internal_errors import internal_diagnostic
from tools.workspace.cache.diagnostic_json import BadCacheEntry, diagnostic, number, plain, text, texts
from tools.workspace.facts.checked_rules import GroupRules
from tools.workspace.units.declaration_parse import allowances, head_place, read

Shape = tuple[tuple[str, ...], ...]
"""A footprint as a value: the members of each of its sets, in order."""
SETS = ("performs", "asks_rules", "opens", "loses", "names")


@frozen
class Facts:
    """`head` is None if the text could not be parsed or is not a card."""

    head: Head | None
    text_findings: tuple[Diagnostic, ...] = ()
    """What was wrong with the text."""
    findings: tuple[Diagnostic, ...] = ()
    """What was wrong with what it says."""
    wants: tuple[CardReference, ...] = ()
    parts: tuple[tuple[str, str], ...] = ()
    shape: Shape = ()
    chains: tuple[tuple[str, str, int, int, bool], ...] = ()
    cites: tuple[str, ...] = ()
    comments: tuple[Token, ...] = ()
    """Those that allow something."""
    asked: tuple[tuple[str, bool], ...] = ()
    newer: tuple[tuple[Newer, Span], ...] = ()
    """The forms that came after the first version of the language, each at its first use."""
    curtailed: bool = False
    """Whether a name got no suggestion because other texts had used them up: then nothing of this is kept."""

    @property
    def unread(self) -> bool:
        return self.head is None and bool(self.text_findings)

    @property
    def ours(self) -> bool:
        """Whether an internal error occurred: then the facts are not stored."""
        return any(d.code.startswith("BW9") for d in (*self.text_findings, *self.findings))


def examine(written: str, digest: str, book: GroupRules) -> Facts:
    """Parse a card and check it by itself."""
    parsed = read(written, digest)
    if parsed.tree is None:
        return Facts(None, parsed.diagnostics, comments=allowances(parsed))
    try:
        return _checked(parsed, book)
    except Exception as error:  # noqa: BLE001 - one card must not hide the others
        fault = internal_diagnostic(error, head_place(parsed.piece))
        return Facts(None, (*parsed.diagnostics, fault), comments=allowances(parsed), newer=newer_forms(parsed))


def _checked(parsed: Parsed, book: GroupRules) -> Facts:
    assert isinstance(parsed.tree, n.Thing)
    words = book.words
    words.asked = {}
    checked = check_form(parsed, book.rules.symbols, book.rules.events, book.clauses)
    if checked.meaning is not None:  # also by a command that reads rules from its cache, which hold no operations
        findings = Findings(parsed.piece)
        hidden_reads(checked.meaning, book.rules.symbols, findings.report, peeks=True)
        checked = evolve(checked, diagnostics=(*checked.diagnostics, *findings.diagnostics))
    parts = tuple(parts_of(parsed.tree, book.rules.symbols))
    if not book.required_kinds.isdisjoint([checked.head.kind, *(kind for _, kind in parts)]):
        book.checked_cards[parsed.piece.digest] = (parsed, checked)
    return Facts(
        checked.head,
        parsed.diagnostics,
        checked.diagnostics,
        checked.wants,
        parts,
        shape_of(checked.footprint),
        tuple((c.cause, c.effect, c.place.start, c.place.end, c.hook) for c in links(parsed.tree, parsed.piece)),
        checked.cites,
        allowances(parsed),
        tuple(sorted(words.asked.items())),
        newer_forms(parsed),
        are_suggestions_spent(),
    )


def newer_forms(parsed: Parsed) -> tuple[tuple[Newer, Span], ...]:
    return tuple(newer(parsed.piece.text, parsed.tree, FIRST))


def shape_of(footprint: Footprint) -> Shape:
    sets = [getattr(footprint, name) for name in SETS]
    return tuple(tuple(sorted(names)) if names else () for names in sets)


def as_list(facts: Facts) -> list[Any]:
    """Facts as plain lists."""
    head = facts.head
    return [
        head and [head.kind, head.id, head.shown, *head.span, head.formerly, head.like],
        [plain(d) for d in facts.text_findings],
        [plain(d) for d in facts.findings],
        [[want.kind, want.name, want.shown, *want.span] for want in facts.wants],
        facts.parts,
        facts.shape,
        facts.chains,
        facts.cites,
        [list(comment) for comment in facts.comments],
        facts.asked,
        [[form.written, *span] for form, span in facts.newer],
    ]


def from_list(value: Any, shapes: dict[Shape, Shape]) -> Facts:
    """Facts from plain lists; equal footprints become one value, since many cards share theirs."""
    try:
        head, description, diagnostics, wants, parts, shape, chains, cites, comments, asked, forms = value
        footprint = tuple(map(texts, shape))
        return Facts(
            _head(head) if head else None,
            tuple(map(diagnostic, description)),
            tuple(map(diagnostic, diagnostics)),
            tuple(
                CardReference(text(k), text(name), bool(shown), (number(s), number(e)))
                for k, name, shown, s, e in wants
            ),
            tuple((text(name), text(kind)) for name, kind in parts),
            shapes.setdefault(footprint, footprint),
            tuple((text(a), text(b), number(s), number(e), bool(hook)) for a, b, s, e, hook in chains),
            texts(cites),
            tuple(Token(text(kind), text(said), number(s), number(e)) for kind, said, s, e in comments),
            tuple((text(word), bool(answer)) for word, answer in asked),
            tuple((FORM_NAMED[text(written)], (number(s), number(e))) for written, s, e in forms),
        )
    except (TypeError, ValueError, KeyError) as error:
        raise BadCacheEntry from error


def _head(value: Any) -> Head:
    kind, id, shown, start, end, formerly, like = value
    return Head(text(kind), text(id), text(shown), (number(start), number(end)), texts(formerly), text(like))
