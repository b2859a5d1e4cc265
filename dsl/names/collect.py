"""The heads of all declarations, read into the symbols of a program, and names that are declared twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from dsl.diagnostics import Label, diagnose
from dsl.diagnostics.codes import names as codes
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.declaration_checks import kind_cycles, large_kinds, unknown_layers
from dsl.names.die_faces import face_entry
from dsl.names.heads import HeadReader, verb_signature
from dsl.names.kind_fields import fields_of
from dsl.names.signatures import (
    ComboSig,
    DieSig,
    FieldSig,
    KindSig,
    LayerSig,
    MarkSig,
    RuleSig,
    RulingSig,
    Simple,
    SlotSig,
    VerbSig,
    WindowSig,
)
from dsl.names.symbols import WORD, SymbolTable
from dsl.syntax import nodes as n
from dsl.syntax.keywords import NOT_FIELDS, SENTENCES
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import walk
from dsl.text.give_way import give_way
from dsl.text.source import Piece, Place


class Collector:
    """Collects the declared names of a program and reports duplicates."""

    def __init__(self) -> None:
        self.symbols = SymbolTable()
        self.heads = HeadReader(self.symbols)
        self.diagnostics = self.heads.diagnostics
        self.deferred: list[tuple[Piece, n.Kind]] = []

    def collect(self, pieces: Iterable[Parsed]) -> None:
        """Two passes: first the names, so that types in heads can use any name, then the heads."""
        pieces = list(pieces)
        given = [(parsed.piece, parsed.tree) for parsed in pieces if parsed.tree is not None]
        for parsed in pieces:
            if parsed.tree is None and parsed.diagnostics:
                self.symbols.broken.update(WORD.findall(parsed.piece.text))
        for piece, tree in given:
            self._first(piece, tree)
        for piece, tree in given:
            self._second(piece, tree)
        for piece, kind in self.deferred:
            self._fields(piece, kind)
        for check in (kind_cycles, large_kinds, unknown_layers):
            self.diagnostics += check(self.symbols)
        self.symbols.settled = True

    # ------------------------------------------------------------------------------------------- first pass

    def _first(self, piece: Piece, tree: n.Declaration) -> None:
        rooms = self.symbols
        match tree:
            case n.Kind(extends=False):
                place = piece.place(tree.id.span)
                if self._new(rooms.kinds, tree.id.text, place, capital=True):
                    base = tree.base.text if tree.base else (None if tree.id.text == "Thing" else "Thing")
                    shown = tree.shown.value if tree.shown else tree.id.text
                    rooms.kinds[tree.id.text] = KindSig(tree.id.text, base, place, shown=shown)
            case n.Symbols():
                members = tuple(symbol.id.text for symbol in tree.members)
                if self._simple(rooms.symbols, piece, tree, tree.id, members, capital=True):
                    self._members(piece, tree)
            case n.Die():
                numeric = all(part.form in ("number", "range") for face in tree.faces for part in face.parts)
                place = piece.place(tree.id.span)
                if self._new(rooms.dice, tree.id.text, place, capital=True):
                    faces = tuple(face_entry(face) for face in tree.faces)
                    rooms.dice[tree.id.text] = DieSig(tree.id.text, place, tree, (), numeric, faces)
                    rooms.kinds[tree.id.text] = KindSig(tree.id.text, "Die", piece.place(tree.id.span))
            case n.Table():
                self._simple(rooms.tables, piece, tree, tree.id)
            case n.Combo():
                place = piece.place(tree.id.span)
                if self._new(rooms.combos, tree.id.text, place):
                    parts = tuple((part.count, part.word.text) for part in tree.parts)
                    rooms.combos[tree.id.text] = ComboSig(tree.id.text, place, tree, parts=parts)
            case n.Currency():
                self._simple(rooms.currencies, piece, tree, tree.id, capital=True)
            case n.Layer():
                place = piece.place(tree.id.span)
                if self._new(rooms.layers, tree.id.text, place):
                    rooms.layers[tree.id.text] = LayerSig(tree.id.text, place, tree, after=tree.after)
            case n.Window():
                place = piece.place(tree.id.span)
                if self._new(rooms.windows, tree.id.text, place, capital=True):
                    params = tuple(param.name for param in tree.params)
                    rooms.windows[tree.id.text] = WindowSig(tree.id.text, place, tree, params=params)
            case n.Flow():
                self._simple(rooms.flows, piece, tree, tree.id, capital=True)
            case n.Ruling():
                place = piece.place(tree.id.span)
                if self._new(rooms.rulings, tree.id.text, place):
                    members = tuple(option.id.text for option in tree.options)
                    default = next((option.id.text for option in tree.options if option.default), "")
                    rooms.rulings[tree.id.text] = RulingSig(tree.id.text, place, tree, members, default=default)
            case n.Mode():
                self._simple(rooms.modes, piece, tree, tree.id)
            case n.Ruleset():
                if rooms.ruleset is not None and rooms.ruleset_place is not None:
                    note = Label(rooms.ruleset_place, "the first one")
                    place, help = piece.place(tree.id.span), "a game has one `ruleset`: remove one of them"
                    self.diagnostics.append(diagnose(codes.DUPLICATE, place, name="ruleset", help=help, notes=[note]))
                else:
                    rooms.ruleset, rooms.ruleset_place = tree, piece.place(tree.id.span)
                    rooms.settings.update(_settings(tree))
            case n.Thing(body=n.Block()):
                self._board(tree)
            case _:
                pass

    def _board(self, tree: n.Thing) -> None:
        """The kinds of the spaces of a board: the kind that it names, and those on its maps."""
        lines = tree.body.lines if tree.body is not None else ()
        fields = {line.verb.text: line for line in lines if isinstance(line, n.Phrase)}
        space, board, legend = (fields.get(name) for name in ("space", "board", "legend"))
        names = [tree.id.text] if tree.id else []
        names += [tree.shown.value] if tree.shown else []
        if space is not None and isinstance(space.object, n.Name):
            for name in names:
                self.symbols.boards.setdefault(name, set()).add(space.object.text)
        if board is not None and isinstance(board.object, n.Name | n.Text) and legend is not None and legend.body:
            name = board.object.text if isinstance(board.object, n.Name) else board.object.value
            drawn = [row.value for row in legend.body.lines if isinstance(row, n.Row)]
            kinds = {tile.kind.text for tile in drawn if isinstance(tile, n.Thing) and tile.body is not None}
            self.symbols.boards.setdefault(name, set()).update(kinds)

    def _members(self, piece: Piece, tree: n.Symbols) -> None:
        seen: dict[str, n.Symbol] = {}
        for symbol in tree.members:
            if symbol.id.text in seen:
                self._twice(symbol.id.text, piece.place(symbol.id.span), piece.place(seen[symbol.id.text].id.span))
            seen[symbol.id.text] = symbol
            self.symbols.symbol_sets.setdefault(symbol.id.text, []).append(tree.id.text)

    def _simple(
        self,
        room: dict[str, Simple],
        piece: Piece,
        node: n.Node,
        id: n.Name,
        members: tuple[str, ...] = (),
        capital: bool = False,
    ) -> bool:
        place = piece.place(id.span)
        if not self._new(room, id.text, place, capital):
            return False
        room[id.text] = Simple(id.text, place, node, members)
        return True

    def _new(self, room: Mapping[str, object], name: str, place: Place, capital: bool = False) -> bool:
        other = self.symbols.called(name) if capital else None
        if other is not None:
            self._twice(name, place, other)
            return False
        if name in room:
            self._twice(name, place, room[name].place)  # type: ignore[attr-defined]
            return False
        return True

    def _twice(self, name: str, place: Place, first: Place) -> None:
        self.diagnostics.append(
            diagnose(codes.DUPLICATE, place, label="here again", notes=[Label(first, "first declared here")], name=name)
        )

    # ------------------------------------------------------------------------------------------ second pass

    def _second(self, piece: Piece, tree: n.Declaration) -> None:
        give_way()
        rooms = self.symbols
        match tree:
            case n.Kind():
                if tree.base is not None and tree.base.text not in rooms.kinds:
                    self.heads.unknown_kind(piece, tree.base.text, tree.base.span)
                self.deferred.append((piece, tree))
                self._inner_actions(piece, tree)
            case n.Effect() | n.Action():
                self._verb(piece, tree)
                self._inner_actions(piece, tree)
            case n.Keyword() | n.Status():
                self._mark(piece, tree)
                self._inner_actions(piece, tree)
            case n.Rule() | n.Define():
                self._rule(piece, tree, "rule" if isinstance(tree, n.Rule) else "define", tree.params, tree.type)
            case n.Goal():
                self._rule(piece, tree, "goal", (), None)
            case _:
                self._inner_actions(piece, tree)

    def _rule(
        self,
        piece: Piece,
        tree: n.Rule | n.Define | n.Goal,
        category: Literal["rule", "define", "goal"],
        params: tuple[n.Param, ...],
        type: n.Type | None,
    ) -> None:
        place = piece.place(tree.id.span)
        if self._new(self.symbols.rules, tree.id.text, place):
            given = self.heads.type(piece, type) if type is not None else None
            signature = self.heads.params(piece, params)
            self.symbols.rules[tree.id.text] = RuleSig(tree.id.text, category, signature, place, tree, piece, given)

    def _verb(self, piece: Piece, tree: n.Effect | n.Action) -> None:
        place = piece.place(tree.id.span)
        name = tree.id.text
        if name in builtins.VERBS:
            what = f"a verb of the language, as in `{builtins.VERBS[name].usage}`,"
            self.diagnostics.append(diagnose(codes.SHADOW, place, name=name, what=what))
            return
        if name in self.symbols.verbs and self.symbols.verbs[name].place is not None:
            self._twice(name, place, self.symbols.verbs[name].place)  # type: ignore[arg-type]
            return
        self.symbols.verbs[name] = verb_signature(self.heads, piece, tree)

    def _inner_actions(self, piece: Piece, tree: n.Declaration) -> None:
        """Actions that texts grant, and phases: they are verbs too."""
        if "action" not in piece.text and "phase" not in piece.text:
            return
        for node in walk(tree):
            if isinstance(node, n.Action) and node is not tree:
                if node.id.text not in self.symbols.verbs:
                    self._verb(piece, node)
            elif isinstance(node, n.Phase) and node.verb.text not in self.symbols.verbs:
                slots = (SlotSig("by", "me", t.PLAYER, None, False),) if node.by is not None else ()
                place = piece.place(node.verb.span)
                self.symbols.verbs[node.verb.text] = VerbSig(
                    node.verb.text, "phase", slots, place, node, span=node.span
                )

    def _mark(self, piece: Piece, tree: n.Keyword | n.Status) -> None:
        place = piece.place(tree.id.span)
        if not self._new(self.symbols.marks, tree.id.text, place, capital=True):
            return
        for bearer in tree.bearers:
            if bearer.text not in self.symbols.kinds:
                self.heads.unknown_kind(piece, bearer.text, bearer.span)
        bearers = tuple(bearer.text for bearer in tree.bearers)
        params = self.heads.params(piece, tree.params)
        self.symbols.marks[tree.id.text] = MarkSig(
            tree.id.text, isinstance(tree, n.Status), params, bearers, place, tree, _stacks(tree)
        )

    # ------------------------------------------------------------------------------------------------ fields

    def _fields(self, piece: Piece, tree: n.Kind) -> None:
        sig = self.symbols.kinds.get(tree.id.text)
        if sig is None:
            self.heads.unknown_kind(piece, tree.id.text, tree.id.span)
            return
        for item in tree.items:
            for field in fields_of(self.heads, piece, tree.id.text, item):
                self._add(sig if field.kind == tree.id.text else self.symbols.kinds[field.kind], field)
            if isinstance(item, n.WorksIn):
                sig.works_in = tuple(zone.text for zone in item.zones)

    def _add(self, sig: KindSig, field: FieldSig) -> None:
        first = self.symbols.field(sig.name, field.name)
        if field.name in NOT_FIELDS:
            place = field.place
            does = SENTENCES[field.name]
            self.diagnostics.append(diagnose(codes.NOT_A_FIELD_NAME, place, name=field.name, does=does))
        if first is not None:
            self._twice(field.name, field.place, first.place)
            return
        sig.fields[field.name] = field


def _settings(ruleset: n.Ruleset) -> Iterator[tuple[str, str]]:
    """The entries of a ruleset whose value is a word. Of an entry that is there twice the first one counts."""
    for line in reversed(ruleset.body.lines):
        if isinstance(line, n.Phrase) and isinstance(line.object, n.Name):
            yield line.verb.text, line.object.text


def _stacks(tree: n.Keyword | n.Status) -> str:
    return tree.stacks.text if isinstance(tree, n.Status) and tree.stacks is not None else "never"
