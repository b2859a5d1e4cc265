"""The heads of all declarations, read into the symbols of a program, and names that are declared twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Literal

from dsl.diagnostics import Diagnostic, Label, diagnose, did_you_mean, listed
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes.text import TOO_LARGE
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.cycles import in_words, shortest_circles
from dsl.names.signatures import (
    ComboSig,
    DieSig,
    FieldSig,
    KindSig,
    LayerSig,
    MarkSig,
    RuleSig,
    RulingSig,
    SeenBy,
    Simple,
    SlotSig,
    VerbSig,
    WindowSig,
)
from dsl.names.symbols import WORD, Symbols, unread
from dsl.syntax import nodes as n
from dsl.syntax.keywords import NOT_FIELDS, SENTENCES, TYPE_NAMES
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import walk
from dsl.text.limits import CIRCLE_SHOWN, FACE_SYMBOLS, KIND_FIELDS, KIND_LINEAGE, ZONE_LEVELS
from dsl.text.source import Piece, Place, Span


class Collector:
    """Collects the declared names of a program and reports duplicates."""

    def __init__(self) -> None:
        self.symbols = Symbols()
        self.diagnostics: list[Diagnostic] = []
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
        self._kind_cycles()
        self._large_kinds()
        self._layers()
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
                    faces = tuple(_faces(face) for face in tree.faces)
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
            kinds = {one.kind.text for one in drawn if isinstance(one, n.Thing) and one.body is not None}
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
        rooms = self.symbols
        match tree:
            case n.Kind():
                if tree.base is not None and tree.base.text not in rooms.kinds:
                    self._unknown_kind(piece, tree.base.text, tree.base.span)
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
        sort: Literal["rule", "define", "goal"],
        params: tuple[n.Param, ...],
        type: n.Type | None,
    ) -> None:
        place = piece.place(tree.id.span)
        if self._new(self.symbols.rules, tree.id.text, place):
            given = self.type(piece, type) if type is not None else None
            signature = self.params(piece, params)
            self.symbols.rules[tree.id.text] = RuleSig(tree.id.text, sort, signature, place, tree, piece, given)

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
        self.symbols.verbs[name] = verb_signature(self, piece, tree)

    def _inner_actions(self, piece: Piece, tree: n.Declaration) -> None:
        """Actions that texts grant, and phases: they are verbs too."""
        for node in walk(tree):
            if isinstance(node, n.Action) and node is not tree:
                known = self.symbols.verbs.get(node.id.text)
                if known is None:
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
                self._unknown_kind(piece, bearer.text, bearer.span)
        bearers = tuple(bearer.text for bearer in tree.bearers)
        params = self.params(piece, tree.params)
        self.symbols.marks[tree.id.text] = MarkSig(
            tree.id.text, isinstance(tree, n.Status), params, bearers, place, tree, _stacks(tree)
        )

    def params(self, piece: Piece, params: tuple[n.Param, ...]) -> tuple[SlotSig, ...]:
        """Parameters and slots; a name or preposition twice is reported once."""
        found: list[SlotSig] = []
        names: set[str] = set()
        prepositions: set[str] = set()
        for param in params:
            if param.name in names:
                place = piece.place(param.span)
                self.diagnostics.append(
                    diagnose(codes.SHADOW, place, name=param.name, what="another slot of this head")
                )
            elif param.preposition and param.preposition in prepositions:
                self.diagnostics.append(diagnose(codes.SLOT_TWICE, piece.place(param.span), slot=param.preposition))
            if param.name == "me":
                type: t.Type = t.PLAYER
            elif param.type is not None:
                type = self.type(piece, param.type)
            elif param.default is not None:
                type = shape(param.default)
            else:
                type = t.UNKNOWN
            maybe = param.type is not None and param.type.maybe
            required = param.default is None and param.name != "me" and not maybe
            found.append(SlotSig(param.preposition, param.name, type, param.default, required))
            names.add(param.name)
            prepositions.add(param.preposition)
        return tuple(found)

    # ------------------------------------------------------------------------------------------------ fields

    def _fields(self, piece: Piece, tree: n.Kind) -> None:
        sig = self.symbols.kinds.get(tree.id.text)
        if sig is None:
            self._unknown_kind(piece, tree.id.text, tree.id.span)
            return
        for item in tree.items:
            for found in self._item(piece, tree.id.text, item):
                self._add(sig if found.kind == tree.id.text else self.symbols.kinds[found.kind], found, piece)
            if isinstance(item, n.WorksIn):
                sig.works_in = tuple(zone.text for zone in item.zones)

    def _add(self, sig: KindSig, found: FieldSig, piece: Piece) -> None:
        first = self.symbols.field(sig.name, found.name)
        if found.name in NOT_FIELDS:
            place = found.place
            does = SENTENCES[found.name]
            self.diagnostics.append(diagnose(codes.NOT_A_FIELD_NAME, place, name=found.name, does=does))
        if first is not None:
            self._twice(found.name, found.place, first.place)
            return
        sig.fields[found.name] = found

    def _item(self, piece: Piece, kind: str, item: n.KindItem) -> Iterator[FieldSig]:
        match item:
            case n.Printed():
                type = self.type(piece, item.type)
                required = item.default is None and not item.type.maybe
                place = piece.place(item.name.span)
                yield FieldSig(item.name.text, "printed", type, kind, place, item.default, required, marks=item.marks)
            case n.Keeps():
                type = self.type(piece, item.type) if item.type else shape(item.default)
                unread = item.type is not None and isinstance(
                    type, t.UnknownT
                )  # then the first value does not show the type
                default = None if unread else item.default
                place = piece.place(item.name.span)
                yield FieldSig(item.name.text, "keeps", type, kind, place, default, marks=item.marks)
            case n.Stat():
                type = self.type(piece, item.type) if item.type else shape(item.base)
                required = item.base is None and not isinstance(type, t.MaybeT)
                place = piece.place(item.name.span)
                computed = item.type is None
                yield FieldSig(
                    item.name.text, "stat", type, kind, place, item.base, required, marks=item.marks, computed=computed
                )  # fmt: skip
            case n.Zone():
                yield self._zone(piece, kind, item)
            case n.Children():
                of = self._kind(piece, item.of)
                place = piece.place(item.name.span)
                yield FieldSig(item.name.text, "children", t.ListT(of), kind, place, holds=item.holds)
            case n.Script():
                by = self.type(piece, item.by) if item.by else None
                place = piece.place(item.name.span)
                yield FieldSig(item.name.text, "script", t.ScriptT(by), kind, place, marks=item.marks)
            case n.Stands():
                on = self._kind(piece, item.on)
                yield FieldSig(item.name.text, "stands", t.MaybeT(on), kind, piece.place(item.name.span))
                if isinstance(on, t.KindT):
                    back: t.Type = t.ListT(t.KindT(kind)) if item.many else t.MaybeT(t.KindT(kind))
                    yield FieldSig(item.back.text, "back", back, on.name, piece.place(item.back.span))
            case _:
                return

    def _zone(self, piece: Piece, kind: str, item: n.Zone) -> FieldSig:
        of = self._kind(piece, item.of)
        one = isinstance(item.holds, n.Number) and item.holds.value == 1
        type: t.Type = t.MaybeT(of) if one else t.ListT(of)
        if item.levels is not None:
            type = t.TableT(t.NumberT(*item.levels), type)
        place = piece.place(item.name.span)
        return FieldSig(
            item.name.text,
            "zone",
            type,
            kind,
            place,
            holds=item.holds,
            seen_by=_seen_by(item.seen_by),
            levels=item.levels,
            capacity=_capacity(item.holds),
        )

    # ------------------------------------------------------------------------------------------------- types

    def type(self, piece: Piece, node: n.Type) -> t.Type:
        """The type that an author wrote."""
        found = self._type(piece, node)
        return t.MaybeT(found) if node.maybe and not isinstance(found, t.UnknownT) else found

    def _type(self, piece: Piece, node: n.Type) -> t.Type:
        match node.form:
            case "kind" | "many":
                one = self._named(piece, node)
                return t.ListT(one) if node.form == "many" and not isinstance(one, t.UnknownT) else one
            case "range":
                return t.NumberT(node.low, node.high)
            case "number":
                return t.NUMBER
            case "text":
                return t.TEXT
            case "truth":
                return t.TRUTH
            case "ladder":
                return t.LadderT()
            case "list":
                assert node.of is not None
                return t.ListT(self.type(piece, node.of))
            case "table":
                assert node.of is not None
                assert node.by is not None
                return t.TableT(self.type(piece, node.by), self.type(piece, node.of))

    def _named(self, piece: Piece, node: n.Type) -> t.Type:
        name = node.name
        if name in self.symbols.kinds:
            return t.KindT(name)
        if name in self.symbols.symbols:
            return t.SymbolT(name)
        if name in _WORD_TYPES:
            return _WORD_TYPES[name]
        self._unknown_kind(piece, name, node.span)
        return t.UNKNOWN

    def _kind(self, piece: Piece, name: n.Name) -> t.Type:
        if name.text in self.symbols.kinds:
            return t.KindT(name.text)
        self._unknown_kind(piece, name.text, name.span)
        return t.UNKNOWN

    def _unknown_kind(self, piece: Piece, name: str, span: Span) -> None:
        if unread(name, self.symbols.broken):
            return
        help = did_you_mean(name, chain(self.symbols.kinds, self.symbols.symbols))
        if not help and name.lower() in TYPE_NAMES:
            help = f"write `{TYPE_NAMES[name.lower()]}`"
        if name in self.symbols.symbols:
            help = f"`{name}` is a set of symbols, but this needs a kind of thing"
        self.diagnostics.append(diagnose(codes.UNKNOWN_KIND, piece.place(span), help=help, name=name))

    # ------------------------------------------------------------------------------------------------ circles

    def _kind_cycles(self) -> None:
        bases = {name: [sig.base] if sig.base is not None else [] for name, sig in self.symbols.kinds.items()}
        for circle in shortest_circles(bases):
            sig = self.symbols.kinds[circle[0]]
            notes = [Label(self.symbols.kinds[name].place, f"`{name}`") for name in circle[1:CIRCLE_SHOWN]]
            words = in_words(circle, " is ")
            self.diagnostics.append(diagnose(codes.CYCLE, sig.place, what="the kind", cycle=words, notes=notes))
            sig.base = "Thing"

    def _large_kinds(self) -> None:
        """Kinds with more ancestors or fields than the language follows."""
        steps: dict[str, int] = {"Thing": 1}
        for name in self.symbols.kinds:
            way = []
            here: str | None = name
            while here is not None and here not in steps:
                way.append(here)
                sig = self.symbols.kinds.get(here)
                here = sig.base if sig else None
            below = steps[here] if here is not None else 0
            for kind in reversed(way):
                below += 1
                steps[kind] = below
                if below == KIND_LINEAGE + 1 and kind in self.symbols.kinds:
                    what, limit = "this chain of kinds", f"{KIND_LINEAGE} kinds"
                    self._too_large(self.symbols.kinds[kind].place, what, limit, "KIND_LINEAGE")
        self._counted(sorted(self.symbols.kinds, key=lambda kind: (steps[kind], kind)))

    def _counted(self, kinds: Iterable[str]) -> None:
        """Limit the fields and zone levels of each kind, including inherited ones; parents come first in `kinds`."""
        fields: dict[str, int] = {}
        levels: dict[str, int] = {}
        for name in kinds:
            sig = self.symbols.kinds[name]
            above, laid = (counts.get(sig.base or "", 0) for counts in (fields, levels))
            fields[name] = above + len(sig.fields)
            if above <= KIND_FIELDS < fields[name]:
                place = list(sig.fields.values())[KIND_FIELDS - above].place
                self._too_large(place, f"the kind `{name}`", f"{KIND_FIELDS:,} fields", "KIND_FIELDS")
            for one in sig.fields.values():
                more = max(0, one.levels[1] - one.levels[0] + 1) if one.levels is not None else 0
                if laid <= ZONE_LEVELS < laid + more and more <= ZONE_LEVELS:
                    what, limit = f"this zone, with the others of `{name}`,", f"{ZONE_LEVELS:,} levels"
                    self._too_large(one.place, what, limit, "ZONE_LEVELS")
                laid += more
            levels[name] = laid

    def _too_large(self, place: Place, what: str, limit: str, name: str) -> None:
        self.diagnostics.append(diagnose(TOO_LARGE, place, what=what, limit=limit, name=name))

    def _layers(self) -> None:
        for layer in self.symbols.layers.values():
            assert isinstance(layer.node, n.Layer)
            is_known = layer.after in builtins.LAYERS or layer.after in self.symbols.layers
            if not is_known or layer.after == layer.name:
                known = [*builtins.LAYERS, *self.symbols.layers]
                help = did_you_mean(layer.node.after, known)
                words = listed(known)
                start = layer.place.start - layer.node.id.span[0] + layer.node.span[1]
                place = Place(layer.place.file, start - len(layer.node.after), start)
                self.diagnostics.append(
                    diagnose(codes.UNKNOWN_LAYER, place, help=help, name=layer.node.after, layers=words)
                )


_WORD_TYPES: dict[str, t.Type] = {
    "Combo": t.RefT("combo"),
    "Window": t.RefT("window"),
    "Flow": t.RefT("flow"),
    "Verb": t.RefT("verb"),
    "Kind": t.RefT("kind"),
    "Keyword": t.MarkT("any"),
    "Cost": t.RefT("cost"),
    "Word": t.UNKNOWN,
}
"""Words of the program as types."""


def verb_signature(collector: Collector, piece: Piece, tree: n.Effect | n.Action) -> VerbSig:
    """The signature of a verb: its slots, its kept values and its result."""
    slots = collector.params(piece, tree.slots)
    keeps: dict[str, t.Type] = {}
    gives: str | t.Type = ""
    for line in tree.body.lines:
        if isinstance(line, n.Keeps):
            unsaid = shape(line.default)  # without a range, any number is allowed
            unsaid = t.NUMBER if isinstance(unsaid, t.NumberT) else unsaid
            keeps[line.name.text] = collector.type(piece, line.type) if line.type else unsaid
    for node in walk(tree.body):
        if isinstance(node, n.Result):
            gives = shape(node.value)
    windows: tuple[str, ...] = ()
    sort: Literal["effect", "action"] = "effect"
    if isinstance(tree, n.Action):
        sort = "action"
        windows = tuple(
            window.text for clause in tree.clauses if isinstance(clause, n.DuringWindow) for window in clause.windows
        )
    says = tree.marks.says.value if tree.marks.says is not None else None
    cites = tuple(cite.clause for cite in tree.marks.cites)
    place = piece.place(tree.id.span)
    return VerbSig(tree.id.text, sort, slots, place, tree, keeps, gives, windows, says, cites, tree.span)


def _settings(ruleset: n.Ruleset) -> Iterator[tuple[str, str]]:
    """The entries of a ruleset whose value is a word. Of an entry that is there twice the first one counts."""
    for line in reversed(ruleset.body.lines):
        if isinstance(line, n.Phrase) and isinstance(line.object, n.Name):
            yield line.verb.text, line.object.text


def _stacks(tree: n.Keyword | n.Status) -> str:
    return tree.stacks.text if isinstance(tree, n.Status) and tree.stacks is not None else "never"


def _seen_by(node: n.Expr | None) -> SeenBy:
    match node:
        case None:
            return ""
        case n.Name(text="all" | "everybody"):
            return "all"
        case n.Name(text="owner"):
            return "owner"
        case n.Name(text="nobody"):
            return "nobody"
        case _:
            return "named"


def _capacity(holds: n.Expr | None) -> int | None:
    match holds:
        case n.Number(value=most) | n.Range(high=n.Number(value=most)):
            return most
        case _:
            return None


def _faces(face: n.Face) -> tuple[int, int, tuple[str, ...]]:
    """Low, high and symbols of an entry of a die."""
    if len(face.parts) == 1 and face.parts[0].form == "range":
        return face.parts[0].number, face.parts[0].high, ()
    number, symbols = face_value(face)
    return number, number, symbols


def face_value(face: n.Face) -> tuple[int, tuple[str, ...]]:
    """The number and the symbols of one face."""
    total, symbols = 0, []
    for part in face.parts:
        if part.form == "number":
            total += part.number
        elif part.form == "symbol":
            symbols += [part.symbol] * min(part.number, FACE_SYMBOLS + 1)  # more is reported by the checker
    return total, tuple(symbols)


_SHAPES: dict[str, t.Type] = {"number": t.NUMBER, "count": t.COUNT, "truth": t.TRUTH}


def shape(value: n.Expr | None) -> t.Type:
    """The type of a value as far as its form alone shows it, for heads that leave the type out."""
    match value:
        case n.Number() | n.Negate() | n.Product():
            return t.NUMBER
        case n.Sum(first=first):
            return t.NUMBER if isinstance(shape(first), t.NumberT) else t.UNKNOWN
        case n.Truth() | n.Compare() | n.And() | n.Not():
            return t.TRUTH
        case n.Text():
            return t.TEXT
        case n.Range():
            return t.RangeT()
        case n.Group(inner=inner):
            return shape(inner)
        case n.IfThen(then=then):
            return shape(then)
        case n.Call(name=name) if name in builtins.FUNCTIONS:
            return _SHAPES.get(builtins.FUNCTIONS[name].gives, t.UNKNOWN)
        case _:
            return t.UNKNOWN
