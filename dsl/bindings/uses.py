"""Binds the names of one declaration: a walk over its tree, with the trace of the checker for everything that depends
on types and scopes.

A name is bound by where it stands. In an expression the trace says what it is; in a head, a hook or a clause its place
says which sort of name it is. A local name is bound to the place of its declaration in the same text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from attrs import define

from dsl.bindings.name_parts import LOCALS, RESULTS, declared_locals, names_of_the_node
from dsl.bindings.name_scope import NameScope
from dsl.bindings.target import Space, Target, Use
from dsl.bindings.words import capital
from dsl.check.annotations import cites
from dsl.ir.cards import head_of
from dsl.ir.name_trace import NameTrace
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.syntax.walk import children
from dsl.text.source import Piece, Span

_HEADS: dict[type[n.Node], Space] = {
    n.Ruleset: "ruleset", n.Symbols: "symbols", n.Die: "die", n.Table: "table", n.Combo: "combo", n.Kind: "kind",
    n.Currency: "currency", n.Layer: "layer", n.Rule: "rule", n.Define: "rule", n.Goal: "rule", n.Effect: "verb",
    n.Action: "verb", n.Keyword: "mark", n.Status: "mark", n.Window: "window", n.Flow: "flow", n.Ruling: "ruling",
    n.Mode: "mode",
}  # fmt: skip
_FIELDS = (n.Printed, n.Stat, n.Zone, n.Children, n.Script, n.Stands)
_HOLE = re.compile(r"\{(\w+)[^{}]*\}")


def uses_of(tree: n.Declaration, piece: Piece, symbols: SymbolTable, trace: NameTrace) -> tuple[Use, ...]:
    """All bound names of a declaration, in order of their places."""
    binder = _Binder(piece, symbols)
    for seen in trace.resolved:
        binder.resolved.setdefault(seen.node.span, seen)
    for named in trace.named:
        binder.types.setdefault(named.node.span, named.type)
    binder.declaration(tree)
    return tuple(sorted(set(binder.uses), key=lambda use: (use.start, use.end, not use.declares)))


@define
class _Binder(NameScope):
    def declaration(self, tree: n.Declaration) -> None:
        for cite in cites(tree, self.piece.text):
            self.add(self.clause(cite), Target("clause", cite.clause))
        self._collect_locals(tree)
        self.in_ruleset = isinstance(tree, n.Ruleset)
        self.node(tree, None)

    def clause(self, cite: n.Cite) -> Span:
        """A clause that begins a range has the place of its own words."""
        start, end = cite.span
        written = self.piece.text.startswith(cite.clause, start)
        return (start, start + len(cite.clause)) if written else (start, end)

    def _collect_locals(self, tree: n.Node) -> None:
        pending = [tree]
        while pending:
            node = pending.pop()
            for name in declared_locals(node):
                self.locals.setdefault(name.text, []).append(name.span)
            pending += children(node)

    def node(self, root: n.Node, above: n.Node | None) -> None:
        """Without recursion: a node, then what is inside it, with the heads around it."""
        pending: list[tuple[n.Node, n.Node | None] | list[Any]] = [(root, above)]
        while pending:
            entry = pending.pop()
            if isinstance(entry, list):
                entry.pop()  # what is around the next nodes ends here
                continue
            node, parent = entry
            head = self._head(node)
            if head is not None:
                self.heads.append(head)
                pending.append(self.heads)
            if isinstance(node, n.Thing) and node.kind.text not in self.symbols.marks:
                pending.append(self.cards)
            self._bind(node, parent)
            bound = names_of_the_node(node)
            pending += [(child, node) for child in reversed(children(node)) if id(child) not in bound]

    def _head(self, node: n.Node) -> tuple[str, frozenset[str]] | None:
        match node:
            case n.Effect() | n.Action():
                names = {slot.name for slot in node.slots} | {
                    line.name.text for line in node.body.lines if isinstance(line, n.Keeps)
                }
                return node.id.text, frozenset(names)
            case n.Rule() | n.Define() | n.Keyword() | n.Status() | n.Window():
                kept = node.value if isinstance(node, n.Rule | n.Define) else None
                lines = kept.lines if isinstance(kept, n.Block) else ()
                names = {param.name for param in node.params} | {
                    line.name.text for line in lines if isinstance(line, n.Keeps)
                }
                return node.id.text, frozenset(names)
            case n.Flow():
                return node.id.text, frozenset(line.name.text for line in node.body.lines if isinstance(line, n.Keeps))
            case n.Hook() | n.Forbid():
                return "|".join(verb.text for verb in node.verbs), frozenset(
                    name for verb in node.verbs for name in self.names_of(verb.text)
                )
            case n.Modify() if node.stat.text in self.symbols.rules:
                return node.stat.text, frozenset(param.name for param in self.symbols.rules[node.stat.text].params)
            case n.Modify() if isinstance(node.of, n.Name) and node.of.text in self.symbols.verbs:
                return node.of.text, frozenset(self.names_of(node.of.text))
            case _:
                return None

    def _bind(self, node: n.Node, parent: n.Node | None) -> None:
        sort = _HEADS.get(type(node))
        if sort is not None:
            self._declare(node, sort)
        binders: dict[type[n.Node], Callable[[n.Node], None]] = {
            n.Name: self._name, n.Text: self._text, n.Dot: self._dot, n.Call: self._call, n.Type: self._type,
            n.Param: self._param, n.Thing: self._thing, n.FacePart: self._face, n.RowKey: self._key,
            n.Scenario: self._scenario,
        }  # fmt: skip
        binder = binders.get(type(node))
        if binder is not None:
            binder(node)
        elif isinstance(node, n.Phrase):
            self._phrase(node, parent)
        else:
            self._words(node, parent)

    def _declare(self, node: n.Node, sort: Space) -> None:
        id: n.Name = node.id  # type: ignore[attr-defined]
        extends = isinstance(node, n.Kind) and node.extends
        target = capital(id.text, self.symbols) if extends else Target(sort, id.text)
        self.add(id.span, target or Target(sort, id.text), declares=not extends)
        marks = getattr(node, "marks", None)
        if isinstance(marks, n.Marks) and marks.says is not None:
            self._template(marks.says)
        match node:
            case n.Keyword(shown=shown) | n.Status(shown=shown) if shown is not None:
                self._template(shown)
            case n.Ruling(options=options):
                for option in options:
                    self.add(option.id.span, Target("reading", option.id.text, id.text), declares=True)
            case n.Symbols(members=members):
                for member in members:
                    self.add(member.id.span, Target("symbol", member.id.text, id.text), declares=True)
            case n.Layer(after=after) if after:
                self.add(self.word(after, node.span, last=True), Target("layer", after))
            case _:
                pass

    def _template(self, text: n.Text) -> None:
        """The names of slots and parameters in a handwritten text."""
        start, end = text.span
        for hole in _HOLE.finditer(self.piece.text, start, end):
            if self.heads and hole[1] in self.heads[-1][1]:
                self.add(hole.span(1), *self.slots(hole[1]))

    def _words(self, node: n.Node, parent: n.Node | None) -> None:
        """Names whose sort follows from where they stand."""
        match node:
            case n.Kind(base=base) if base is not None:
                self.capital(base)
            case n.Keyword(bearers=bearers) | n.Status(bearers=bearers):
                for bearer in bearers:
                    self.capital(bearer)
            case n.Hook() | n.Forbid():
                for verb in node.verbs:
                    self.verb(verb)
            case n.Effect(during=during):
                for verb in during:
                    self.verb(verb)
            case n.DuringEvent(verb=verb) | n.Until(verb=verb):
                self.verb(verb)
            case n.OncePer(verb=verb):
                self.verb(verb) if verb.text in self.symbols.verbs else self.capital(verb)
            case n.DuringWindow(windows=windows):
                for window in windows:
                    self.add(window.span, Target("window", window.text))
            case n.WorksIn(zones=zones):
                for zone in zones:
                    self.add(zone.span, *self.fields_named(zone.text))
            case n.Modify():
                self._modify(node)
            case n.Phase(verb=verb):
                self.add(verb.span, Target("verb", verb.text), declares=True)
            case n.GivenSwitch() | n.GivenThing() | n.Seats() | n.Answer() | n.Then() | n.Cases() | n.Dice():
                self._step(node)
            case n.Keeps(name=name):
                owner = self._owner(parent)
                target = Target("field", name.text, owner) if owner else Target("slot", name.text, self.innermost())
                self.add(name.span, target, declares=True)
            case _ if isinstance(node, _FIELDS):
                self._field(node, parent)
            case _ if isinstance(node, LOCALS):
                local = getattr(node, "name", None)
                if isinstance(local, n.Name):
                    self.declare_local(local)
            case _:
                pass
        if isinstance(node, RESULTS):
            gives = node.gives
            if gives is not None:
                self.result(gives)
        if isinstance(node, n.Open):
            self.add(node.window.span, Target("window", node.window.text))
        if isinstance(node, n.CostTerm) and node.currency is not None:
            self.add(node.currency.span, Target("currency", node.currency.text))
        if isinstance(node, n.ComboPart) and node.word.text not in builtins.COMBO_WORDS:
            self.add(node.word.span, *self.symbols_named(node.word.text))

    def _step(self, node: n.Node) -> None:
        match node:
            case n.GivenSwitch(form=form, name=name, value=value):
                self.add(name.span, Target("ruling" if form == "ruling" else "mode", name.text))
                if value is not None:
                    self.add(value.span, Target("reading", value.text, name.text))
            case n.GivenThing(role=role, thing=thing):
                if role is not None:
                    self.add(role.span, Target("kind", role.text.capitalize()))
                self._name(thing) if isinstance(thing, n.Name) else self._text(thing)
            case n.Seats(names=names):
                for name in names:
                    self.add(name.span, Target("seat", name.text), declares=True)
            case n.Answer(seat=seat):
                self.add(seat.span, Target("seat", seat.text))
            case n.Then(waits=waits):
                for name in waits:
                    self.add(name.span, Target("seat", name.text))
            case n.Cases(names=names):
                for name in names:
                    self.declare_local(name)
            case n.Dice(die=die):
                self.add(die.span, Target("die", die.text))
            case _:
                pass

    def _owner(self, parent: n.Node | None) -> str:
        return parent.id.text if isinstance(parent, n.Kind) else ""

    def _field(self, node: n.Node, parent: n.Node | None) -> None:
        owner = self._owner(parent)
        name: n.Name = node.name  # type: ignore[attr-defined]
        self.add(name.span, Target("field", name.text, owner), declares=True)
        match node:
            case n.Zone(of=of) | n.Children(of=of):
                self.capital(of)
            case n.Stands(on=on, back=back):
                self.capital(on)
                self.add(back.span, Target("field", back.text, on.text), declares=True)
            case _:
                pass

    def _modify(self, node: n.Modify) -> None:
        name = node.stat
        if node.layer is not None:
            self.add(node.layer.span, Target("layer", node.layer.text))
        if node.of is None and self.heads and name.text in self.heads[-1][1] and name.text not in self.symbols.rules:
            self.add(name.span, *self.slots(name.text))
        elif name.text in self.symbols.rules:
            self.add(name.span, Target("rule", name.text))
        elif name.text in self.symbols.currencies:
            self.add(name.span, Target("currency", name.text))
        elif self.heads[:-1] and name.text in self.heads[-2][1] and node.of is None:
            self.add(name.span, *self.slots(name.text))
        else:
            self.add(name.span, *self.fields_named(name.text))

    def _name(self, node: n.Node) -> None:
        assert isinstance(node, n.Name)
        seen = self.resolved.get(node.span)
        op = seen.op if seen is not None and not self.in_ruleset else None  # there a value is a name, and nothing else
        text = node.text
        targets: tuple[Target, ...] = ()
        match op.name if op is not None else "":
            case "local":
                targets = self.locals_named(text, node.span)
            case "it" | "me" | "that" | "builtin":
                targets = (Target("builtin", text),)
            case "event":
                targets = (Target("verb", text),)
            case "symbol" if op is not None and isinstance(op.data, tuple):
                targets = (Target("symbol", str(op.data[1]), str(op.data[0])),)
            case "field" | "table_field" | "call" if op is not None:
                targets = self.field_targets(op.data if op.name == "field" else ("Table", text), text)
            case "ask_rule":
                targets = (Target("rule", text),)
            case "child":
                targets = (Target("part", text, self._owner_of_parts()),)
            case "card" if op is not None and isinstance(op.data, tuple) and op.data[0] == "Player":
                targets = (Target("seat", text),)
            case "card":
                targets = (Target("card", text),)
            case "word" if op is not None and isinstance(op.data, tuple):
                targets = self.any(text)
            case _:
                targets = self.any(text)
        self.add(node.span, *targets)

    def _owner_of_parts(self) -> str:
        return ""

    def _text(self, node: n.Node) -> None:
        assert isinstance(node, n.Text)
        seen = self.resolved.get(node.span)
        if seen is not None and seen.op.name in ("card", "child"):
            space: Space = "card" if seen.op.name == "card" else "part"
            self.add((node.span[0] + 1, node.span[1] - 1), Target(space, node.value), quoted=True)

    def _dot(self, node: n.Node) -> None:
        assert isinstance(node, n.Dot)
        seen = self.resolved.get(node.span)
        if seen is None:
            return
        op = seen.op
        self.types.setdefault(node.name_span, op.type)
        match op.name:
            case "event_field":
                verb, name = op.data
                self.add(node.name_span, Target("builtin", "actor") if name == "actor" else Target("slot", name, verb))
            case "field":
                self.add(node.name_span, *self.field_targets(op.data, node.name))
            case "call" if isinstance(op.data, tuple) and op.data[0] == "mark_value":
                owner = t.plain(op.args[0].type)
                if isinstance(owner, t.MarkT):
                    self.add(node.name_span, Target("slot", node.name, owner.name))
            case _:
                pass

    def _call(self, node: n.Node) -> None:
        assert isinstance(node, n.Call)
        name, symbols = node.name, self.symbols
        if name in symbols.marks:
            target = Target("mark", name)
        elif name in symbols.rules:
            target = Target("rule", name)
        else:
            target = Target("builtin", name)
        if not node.is_bound:
            self.add(node.name_span, target)
        seen = self.resolved.get(node.span)
        if seen is not None:
            self.types.setdefault(node.name_span, seen.op.type)
        for arg in node.args:
            if arg.label is not None:
                label = Target("builtin", name) if target.space == "builtin" else Target("slot", arg.label, name)
                self.add(self.word(arg.label, arg.span), label)

    def _type(self, node: n.Node) -> None:
        assert isinstance(node, n.Type)
        if node.form in ("kind", "many") and node.name:
            target = capital(node.name, self.symbols)
            self.add(self.word(node.name, node.span), target or Target("builtin", node.name))

    def _param(self, node: n.Node) -> None:
        assert isinstance(node, n.Param)
        if node.name == "me":
            return
        span = self.word(node.name, node.span) if not node.preposition else self._after(node)
        self.add(span, Target("slot", node.name, self.innermost()), declares=True)

    def _after(self, node: n.Param) -> Span:
        first = self.word(node.preposition, node.span)
        return (
            self.word(node.name, (first[1], node.span[1])) if first[0] < first[1] else self.word(node.name, node.span)
        )

    def _phrase(self, node: n.Phrase, parent: n.Node | None) -> None:
        text, span = node.verb.text, node.verb.span
        fields = self.card_field(text)
        if self.in_ruleset:
            self.add(span, Target("builtin", text))
            return
        if isinstance(parent, n.Block) and self.cards and parent is self.cards[-1][1] and fields:
            self.add(span, *fields)
        elif text in self.symbols.verbs or text in builtins.VERBS:
            self.verb(node.verb)
        elif fields:
            self.add(span, *fields)
        else:
            self.add(span, *self.any(text))  # a value in a row
        if node.gives is not None:
            self.result(node.gives)

    def _thing(self, node: n.Node) -> None:
        assert isinstance(node, n.Thing)
        if node.kind.text in self.symbols.marks:
            self.add(node.kind.span, Target("mark", node.kind.text))
            return
        if node.kind.text[:1].islower():  # a space of a map
            self.add(node.kind.span, *self.any(node.kind.text))
        kind = node.kind.text
        if node.id is None and node.shown is None and node.body is None and kind not in self.symbols.kinds:
            self.cards.append((kind, None))
            self.add(node.kind.span, *(self.any(kind) if kind[:1].isupper() else ()))  # a card in a row
            return
        self.capital(node.kind)
        space: Space = "part" if self.cards else "card"
        self.cards.append((node.kind.text, node.body))
        head = head_of(node)
        if node.id is not None:
            self.add(node.id.span, Target(space, head.id), declares=True)
        if node.shown is not None:
            span = (node.shown.span[0] + 1, node.shown.span[1] - 1)
            self.add(span, Target(space, head.id), declares=True, quoted=True)
        match node.like:
            case n.Name(text=text, span=span):
                self.add(span, Target("card", text))
            case n.Text(value=value, span=span):
                self.add((span[0] + 1, span[1] - 1), Target("card", value), quoted=True)
            case _:
                pass

    def _scenario(self, node: n.Node) -> None:
        assert isinstance(node, n.Scenario)
        span = (node.name.span[0] + 1, node.name.span[1] - 1)
        self.add(span, Target("scenario", node.name.value), declares=True, quoted=True)

    def _face(self, node: n.Node) -> None:
        assert isinstance(node, n.FacePart)
        if node.form == "symbol":  # or a column of the scenario's `cases`
            is_column = node.symbol in self.locals
            targets = self.locals_named(node.symbol, node.span) if is_column else self.symbols_named(node.symbol)
            self.add(self.word(node.symbol, node.span), *targets)

    def _key(self, node: n.Node) -> None:
        assert isinstance(node, n.RowKey)
        if node.form in ("names", "thing"):
            for value in node.values:
                self.add(self.word(value, node.span), *self.any(value))
