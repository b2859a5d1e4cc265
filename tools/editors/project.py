"""The texts that are open in an editor, together with the last whole check of their rulesets and packs.

A question about an open text is answered from the text as it is now: its declarations are cut anew after each edit,
and a changed one is parsed and checked by itself against the rules of the last whole check. If a rule itself changed,
the heads of all rules are collected again first. The whole check runs beside this and replaces the snapshot when it is
done.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Literal

from attrs import define, evolve, field, frozen

from dsl.analysis.enclosing_events import surroundings
from dsl.bindings.target import Use
from dsl.bindings.uses import uses_of
from dsl.check.cards import check_form
from dsl.check.declarations import declaration
from dsl.check.driver import is_rule, missing_card, near_card, prelude, supplied
from dsl.check.scenarios import check_scenario
from dsl.check.type_inference import infer_all
from dsl.diagnostics import Diagnostic, suggesting
from dsl.ir.name_trace import NameTrace
from dsl.names import builtins
from dsl.names.collect import Collector
from dsl.names.heads import HeadReader, verb_signature
from dsl.names.signatures import MarkSig, RuleSig, WindowSig
from dsl.names.symbols import SymbolTable
from dsl.parse import no_collection
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text import limits
from dsl.text.source import Piece, Source
from tools.editors.snapshot import EMPTY, CheckedFile, CheckedUnit, Snapshot
from tools.internal_errors import internal_diagnostic
from tools.workspace.facts.checked_rules import GroupRules
from tools.workspace.units.declaration_parse import head_place, read
from tools.workspace.units.incremental_split import cut_whole

KEPT = 6_000
"""Checked declarations that are kept."""
MANIFESTS = ("pack.yaml", "ruleset.yaml")


@define(eq=False)
class Document:
    """An open text. `findings` are those about the text as a whole."""

    path: str
    text: str
    version: int = 0
    pieces: list[Piece] = field(factory=list)
    findings: tuple[Diagnostic, ...] = ()

    def become(self, text: str, version: int) -> None:
        self.text, self.version = text, version
        self.pieces = []
        if self.path.endswith(".bot"):
            cut, self.findings = cut_whole(Source(self.path, text))
            self.pieces = [Piece(self.path, part.start, part.text, part.digest) for part in cut]


@frozen(eq=False)
class KnownRules:
    """The rules that a text is checked against: heads, events, and the trees that were collected."""

    symbols: SymbolTable
    events: dict[str, frozenset[str]]
    trees: dict[str, Parsed]
    book: GroupRules
    """Those of the last whole check."""


@frozen(eq=False)
class Checked:
    """One declaration, checked by itself. Positions count from its start; `rules` are those of its unit."""

    piece: Piece
    parsed: Parsed
    trace: NameTrace
    uses: tuple[Use, ...]
    findings: tuple[Diagnostic, ...]
    rules: KnownRules
    unit: CheckedUnit

    @property
    def tree(self) -> n.Declaration | None:
        return self.parsed.tree

    def use_at(self, offset: int) -> Use | None:
        """The innermost name at an offset of the file."""
        at = offset - self.piece.start
        near = [use for use in self.uses if use.start <= at <= use.end]
        return min(near, key=lambda use: (use.end - use.start, use.end == at), default=None)


@define(eq=False)
class Project:
    documents: dict[str, Document] = field(factory=dict)
    snapshot: Snapshot = EMPTY
    allowed: frozenset[str] = frozenset()
    """Codes of warnings that the settings of the project allow."""
    _checked: dict[tuple[str, int], Checked] = field(factory=dict)
    _rules: dict[tuple[int, tuple[str, ...]], KnownRules] = field(factory=dict)
    _parsed: dict[str, Parsed] = field(factory=dict)

    # ---------------------------------------------------------------------------------------------- open texts

    def open(self, path: str, text: str, version: int = 0) -> Document:
        document = self.documents[path] = Document(path, "")
        document.become(text, version)
        return document

    def close(self, path: str) -> None:
        self.documents.pop(path, None)

    def become(self, snapshot: Snapshot) -> None:
        """A whole check is done. What was worked out for rules that are still the same is kept."""
        self.snapshot = snapshot
        books = {id(unit.book) for unit in snapshot.units.values()}
        self._rules = {key: rules for key, rules in self._rules.items() if key[0] in books and not key[1]}
        kept = {id(rules) for rules in self._rules.values()}
        self._checked = {key: checked for key, checked in self._checked.items() if key[1] in kept}

    # ----------------------------------------------------------------------------------------------- any texts

    def text(self, path: str) -> str | None:
        document = self.documents.get(path)
        if document is not None:
            return document.text
        file = self.snapshot.files.get(path)
        if file is not None:
            return file.source.text
        name = next((name for name, real in self.snapshot.shown.items() if real == path), None)
        source = self.snapshot.sources.get(name) if name is not None else None
        return source.text if source is not None else None

    def pieces(self, path: str) -> list[Piece]:
        """The declarations of a text, open or not."""
        document = self.documents.get(path)
        if document is not None:
            return document.pieces
        file = self.snapshot.files.get(path)
        return [evolve(piece, file=path) for piece in file.pieces] if file is not None else []

    def piece_at(self, path: str, offset: int) -> Piece | None:
        pieces = self.pieces(path)
        at = bisect_right([piece.start for piece in pieces], offset) - 1
        return pieces[at] if 0 <= at < len(pieces) else None

    def unit(self, path: str) -> CheckedUnit | None:
        """The unit that a text belongs to."""
        file = self.snapshot.files.get(path)
        if file is not None:
            return self.snapshot.units.get(file.root)
        folder = os.path.dirname(path)
        inside = [root for root in self.snapshot.units if folder == root or folder.startswith(f"{root}{os.sep}")]
        return self.snapshot.units[max(inside, key=len)] if inside else None

    def files(self, root: str = "") -> Iterator[CheckedFile]:
        """All checked files, or those of one unit."""
        return (file for file in self.snapshot.files.values() if not root or file.root == root)

    def family(self, unit: CheckedUnit) -> list[CheckedUnit]:
        """The units that may use what this one declares: all that share its ruleset."""
        ruleset = unit.context[0] if unit.context else unit.root
        return [other for other in self.snapshot.units.values() if ruleset in (other.root, *other.context)]

    # -------------------------------------------------------------------------------------------- declarations

    def checked_at(self, path: str, offset: int) -> Checked | None:
        piece, unit = self.piece_at(path, offset), self.unit(path)
        return self.checked(piece, unit) if piece is not None and unit is not None else None

    def checked(self, piece: Piece, unit: CheckedUnit) -> Checked:
        """A declaration checked by itself; the same text under the same rules only once."""
        rules = self.rules(unit)
        key = (piece.digest, id(rules))
        checked = self._checked.get(key)
        if checked is None or checked.rules is not rules:
            checked = self._checked[key] = self._check(piece, unit, rules)
            while len(self._checked) > KEPT:
                del self._checked[next(iter(self._checked))]
        same = checked.piece == piece and checked.piece.start == piece.start and checked.unit is unit
        return checked if same else evolve(checked, piece=piece, unit=unit)

    def parse(self, piece: Piece, rules: KnownRules) -> Parsed:
        return rules.trees.get(piece.digest) or self.parsed(piece)

    def parsed(self, piece: Piece) -> Parsed:
        """The tree of a declaration, with places from its start."""
        parsed = self._parsed.get(piece.digest)
        if parsed is None:
            parsed = self._parsed[piece.digest] = read(piece.text, piece.digest)
            while len(self._parsed) > KEPT:
                del self._parsed[next(iter(self._parsed))]
        return parsed

    def _check(self, piece: Piece, unit: CheckedUnit, rules: KnownRules) -> Checked:
        parsed, trace = self.parse(piece, rules), NameTrace()
        try:
            with suggesting(limits.SUGGESTIONS_OF_A_TEXT), no_collection():
                findings = check_with(parsed, rules, unit, trace)
                uses = uses_of(parsed.tree, parsed.piece, rules.symbols, trace) if parsed.tree is not None else ()
        except Exception as error:  # noqa: BLE001 - one text must not end the session
            findings, uses = (internal_diagnostic(error, head_place(Piece("", 0, piece.text, piece.digest))),), ()
        return Checked(piece, parsed, trace, uses, (*parsed.diagnostics, *findings), rules, unit)

    # --------------------------------------------------------------------------------------------------- rules

    def rules(self, unit: CheckedUnit) -> KnownRules:
        """The rules of a unit, with those of open texts as they are now."""
        changed = self._changed_rules(unit)
        key = (id(unit.book), tuple(sorted(changed)))
        rules = self._rules.get(key)
        if rules is None:
            book = unit.book.rules
            rules = KnownRules(book.symbols, book.events, dict(unit.trees), unit.book)
            if changed:
                rules = self._collected(unit, changed)
            self._rules[key] = rules
            while len(self._rules) > 8:
                del self._rules[next(iter(self._rules))]
        return rules

    def _changed_rules(self, unit: CheckedUnit) -> dict[str, tuple[str, Piece]]:
        """The new rules of open texts; those that cannot be parsed keep their last form."""
        fresh: dict[str, tuple[str, Piece]] = {}
        for path, document in self.documents.items():
            own = self.unit(path)
            if own is None or own.root not in (unit.root, *unit.context):
                continue
            file = self.snapshot.files.get(path)
            before = {piece.digest for piece in file.pieces} if file is not None else set()
            for piece in document.pieces:
                if piece.digest not in before and not _may_be_card(piece.text):
                    parsed = self._parsed.get(piece.digest) or read(piece.text, piece.digest)
                    self._parsed[piece.digest] = parsed
                    if is_rule(parsed):
                        fresh[piece.digest] = (path, piece)
        return fresh

    def _collected(self, unit: CheckedUnit, changed: dict[str, tuple[str, Piece]]) -> KnownRules:
        """All heads anew, with the changed rules in the place of the old ones."""
        gone = set()
        for path in {path for path, _ in changed.values()}:
            file, now = self.snapshot.files.get(path), {piece.digest for piece in self.documents[path].pieces}
            if file is not None:
                gone |= {piece.digest for piece in file.pieces} - now
        trees = {digest: parsed for digest, parsed in unit.trees.items() if digest not in gone}
        fresh = {digest: self._parsed[digest] for digest in changed}
        trees |= fresh
        before = sorted(_own_name(unit.trees[digest]) for digest in gone if digest in unit.trees)
        if before == sorted(map(_own_name, fresh.values())) and all(before):
            return _with_bodies(
                KnownRules(unit.book.rules.symbols, unit.book.rules.events, trees, unit.book), fresh.values()
            )
        with suggesting(0), no_collection():
            collector = Collector()
            everything = [*prelude(), *trees.values()]
            collector.collect(everything)
            events = surroundings(everything).events
            infer_all(collector.symbols, events)
        return KnownRules(collector.symbols, events, trees, unit.book)


def _own_name(parsed: Parsed) -> str:
    """The name of a declaration whose head says nothing about other declarations; empty for any other."""
    match parsed.tree:
        case n.Effect(id=id) | n.Action(id=id) | n.Rule(id=id) | n.Define(id=id) | n.Window(id=id):
            return f"{type(parsed.tree).__name__} {id.text}"
        case n.Keyword(id=id) | n.Status(id=id) if "action" not in parsed.piece.text:
            return f"{type(parsed.tree).__name__} {id.text}"
        case _:
            return ""


def _with_bodies(rules: KnownRules, fresh: Iterable[Parsed]) -> KnownRules:
    """The rules with new bodies under known names: what leads to what is as in the last whole check."""
    for parsed in fresh:
        name = _own_name(parsed).rpartition(" ")[2]
        kept = {key: type for key, type in rules.symbols.inferred.items() if key[2] != name}
        rules = with_own_head(evolve(rules, symbols=evolve(rules.symbols, inferred=kept)), parsed)
    return rules


def with_own_head(rules: KnownRules, parsed: Parsed) -> KnownRules:
    """The rules with the head of one declaration as it is written now, so that its body is checked with it."""
    tree, symbols = parsed.tree, rules.symbols
    heads = HeadReader(symbols)
    place = parsed.piece.place((0, 0))
    match tree:
        case n.Effect() | n.Action() if tree.id.text not in builtins.VERBS:
            sig = verb_signature(heads, parsed.piece, tree)
            return evolve(rules, symbols=evolve(symbols, verbs={**symbols.verbs, tree.id.text: sig}))
        case n.Rule() | n.Define():
            word: Literal["rule", "define"] = "rule" if isinstance(tree, n.Rule) else "define"
            type = heads.type(parsed.piece, tree.type) if tree.type is not None else None
            params = heads.params(parsed.piece, tree.params)
            rule = RuleSig(tree.id.text, word, params, place, tree, parsed.piece, type)
            return evolve(rules, symbols=evolve(symbols, rules={**symbols.rules, tree.id.text: rule}))
        case n.Keyword() | n.Status():
            bearers = tuple(bearer.text for bearer in tree.bearers)
            params = heads.params(parsed.piece, tree.params)
            mark = MarkSig(tree.id.text, isinstance(tree, n.Status), params, bearers, place, tree)
            return evolve(rules, symbols=evolve(symbols, marks={**symbols.marks, tree.id.text: mark}))
        case n.Window():
            names = tuple(param.name for param in tree.params)
            window = WindowSig(tree.id.text, place, tree, params=names)
            return evolve(rules, symbols=evolve(symbols, windows={**symbols.windows, tree.id.text: window}))
        case _:
            return rules


def _may_be_card(text: str) -> bool:
    for line in text.split("\n"):
        if line.strip() and not line.startswith("#"):
            return line[:1].isupper() or line.startswith("scenario")
    return True


def check_with(parsed: Parsed, rules: KnownRules, unit: CheckedUnit, trace: NameTrace) -> tuple[Diagnostic, ...]:
    """The findings of one declaration by itself; with the cards that it names in vain."""
    tree = parsed.tree
    if tree is None:
        return ()
    if isinstance(tree, n.Thing):
        form = check_form(parsed, rules.symbols, rules.events, unit.clauses, trace)
        missing = [want for want in form.wants if not supplied(want, unit.cards.get(want.name), rules.symbols.lineage)]
        own = {form.head.id, form.head.shown}
        not_supplied = [
            missing_card(want, parsed.piece.place(want.span), near_card(want, unit.cards), unit.cards.get(want.name))
            for want in missing
            if want.name not in own
        ]
        return (*form.diagnostics, *not_supplied)
    if isinstance(tree, n.Scenario):
        cards = dict(unit.cards)
        return tuple(check_scenario(parsed, rules.symbols, rules.events, unit.clauses, cards, trace).diagnostics)
    _, findings = declaration(parsed, rules.symbols, rules.events, unit.clauses, trace)
    return tuple(findings.diagnostics)
