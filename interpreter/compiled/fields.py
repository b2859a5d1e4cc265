"""Fields as Python: what a thing keeps is a place in the flat list, what a card prints is a table of the program.

What has to be reckoned is the function of its stat; anything else the reference reads.
"""

from __future__ import annotations

from dsl.ir.operations import Op
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from interpreter.compiled.env import Env, Writer
from interpreter.model import state as s

_SPOT_FIELDS = frozenset({"row", "column"})
_DICE_FIELDS = frozenset({"face", "value"})


class Fields(Writer):
    def _table_field(self, op: Op, env: Env) -> str | None:
        sig = self.sig(op)
        return self._field_of(sig, str(self.compiler.table), t.KindT("Table"), env) if sig is not None else None

    def _field(self, op: Op, env: Env) -> str | None:
        thing = op.args[0]
        name = op.data[1]
        if not isinstance(t.plain(thing.type), t.KindT):
            return None
        sig = self.sig(op)
        code = self.value(thing, env)
        if sig is None:
            if name in _SPOT_FIELDS and self.compiler.is_space(thing.type) and isinstance(thing.type, t.KindT):
                return f"m.board_cache.{name}_of[{code}]"
            if name == "owner":
                return f"owner(m, {code})"
            if name == "holder" and self.single(thing.type) and isinstance(thing.type, t.KindT):
                return f"holder(c, {code})"
            if name in _DICE_FIELDS and self._is_die(thing.type):
                return f"{name}_of(m, c, {code})"
            return f"read(m, one({code}), {self.source.constant(name)})"
        if isinstance(thing.type, t.MaybeT):
            if sig.sort in ("keeps", "stands", "children") or (sig.sort == "zone" and sig.levels is None):
                return self._maybe_cell(code, sig, thing.type)
            function = self._stat_of(sig, thing.type)
            if function is not None and self.single(thing.type):
                return f"maybe({function}, m, c, {code})"
            return f"read(m, one({code}), {self.source.constant(name)})"
        return self._field_of(sig, code, thing.type, env)

    def _maybe_cell(self, thing: str, sig: FieldSig, type: t.Type) -> str:
        cell = f"cell(c, {thing}, {self._offset(sig, type)})"
        return f"one({cell})" if sig.sort == "zone" and isinstance(sig.type, t.MaybeT) else cell

    def _offset(self, sig: FieldSig, type: t.Type) -> int:
        kind = t.plain(type)
        assert isinstance(kind, t.KindT)
        return self.linked.layout.kinds[kind.name].offset[sig.name]

    def _field_of(self, sig: FieldSig, thing: str, type: t.Type, env: Env) -> str:
        name = self.source.constant(sig.name)
        match sig.sort:
            case "keeps" | "children" | "stands":
                return self._cell(thing, self._offset(sig, type))
            case "zone" if sig.levels is None:
                cell = self._cell(thing, self._offset(sig, type))
                return f"one({cell})" if isinstance(sig.type, t.MaybeT) else cell
            case "printed" if self.compiler.is_space(type):
                return f"printed_of(m, {name})[{thing}]"
            case "stat":
                function = self._stat_of(sig, type)
                if function is not None:
                    return f"{function}(m, c, {thing})"
            case "printed":
                table = self.compiler.printed_table(type, sig)
                if table is not None:
                    return self.compiler.printed_row(table, self._id_of_card(thing))
            case "back":
                who = self._who_stands(sig, thing)
                if who is not None:
                    return who
        return f"read(m, {thing}, {name})"

    def _stat_of(self, sig: FieldSig, type: t.Type) -> str | None:
        """The function of a stat; none if there is none for all things of a type."""
        kind = t.plain(type)
        if sig.sort != "stat" or not isinstance(kind, t.KindT):
            return None
        function = self.compiler.stat(kind.name, sig.name)
        if function is None and self.single(type):
            function = self.compiler.printed_stat(kind.name, sig)
        return function

    def level(self, op: Op, key: Op, env: Env) -> str | None:
        """One level of a zone of a thing."""
        parts = self._levels(op)
        if parts is None or not isinstance(key.type, t.NumberT):
            return None
        offset, low, single = parts
        return f"level_of(m, c, {self.value(op.args[0], env)}, {offset}, {low}, {single}, {self.number(key, env)})"

    def all_levels(self, op: Op, env: Env) -> str | None:
        """The things on all levels of a zone of a thing."""
        parts = self._levels(op)
        if parts is None or not isinstance(op.args[0].type, t.KindT):
            return None
        offset, _, single = parts
        return f"leveled(m, {self.value(op.args[0], env)}, {offset}, {single})"

    def _levels(self, op: Op) -> tuple[int, int, bool] | None:
        """Where the levels of a zone lie, the lowest of them, and whether each holds one thing."""
        sig = self.sig(op) if op.name == "field" else None
        if sig is None or sig.sort != "zone" or sig.levels is None:
            return None
        type = t.plain(sig.type)
        single = isinstance(type, t.TableT) and not isinstance(t.plain(type.of), t.ListT)
        return self._offset(sig, op.args[0].type), sig.levels[0], single

    def _is_die(self, type: t.Type) -> bool:
        kind = t.plain(type)
        return isinstance(kind, t.KindT) and "Die" in self.linked.program.symbols.lineage(kind.name)

    def _who_stands(self, sig: FieldSig, space: str) -> str | None:
        """The things that stand on a space, if only one kind of things can."""
        wanted = t.item(sig.type) or t.plain(sig.type)
        standing = [
            (shape, field.name)
            for shape in self.linked.layout.kinds.values()
            for field in shape.fields.values()
            if field.sort == "stands" and isinstance(wanted, t.KindT) and wanted.name in shape.lineage
        ]
        if len(standing) != 1:
            return None
        shape, name = standing[0]
        several = isinstance(t.plain(sig.type), t.ListT)
        return self.standing(s.FIRST_KIND + shape.index, shape.offset[name], space, several)

    def standing(self, kind: int, offset: int, space: str, several: bool) -> str:
        """Those, or the first, of the things in a cell of which another cell holds a space."""
        that, here = self.source.fresh("x"), self.source.fresh("h")
        every = self.compiler.weights.turns(f"c[{kind}]", 0)
        many = f"[{that} for {here} in ({space},) for {that} in {every} if c[{that} + {offset}] == {here}]"
        return f"tuple({many})" if several else f"first({many})"

    def _cell(self, thing: str, offset: int) -> str:
        if thing.isdigit():
            return f"c[{int(thing) + offset}]"
        return f"c[{thing} + {offset}]"

    def _id_of_card(self, thing: str) -> str:
        """The card of a thing, or of what is only a card and no thing yet."""
        if thing.isidentifier():
            return f"c[{thing} + {s.CARD}] if type({thing}) is int else card(c, {thing})"
        return f"card(c, {thing})"
