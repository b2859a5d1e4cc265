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
        found = self.value(thing, env)
        if sig is None:
            if name in _SPOT_FIELDS and self.compiler.is_space(thing.type) and isinstance(thing.type, t.KindT):
                return f"m.board_cache.{name}_of[{found}]"
            if name == "owner":
                return f"owner(m, {found})"
            return f"read(m, one({found}), {self.source.constant(name)})"
        if isinstance(thing.type, t.MaybeT):
            if sig.sort in ("keeps", "stands") or (sig.sort == "zone" and sig.levels is None):
                return self._maybe_cell(found, sig, thing.type)
            return f"read(m, one({found}), {self.source.constant(name)})"
        return self._field_of(sig, found, thing.type, env)

    def _maybe_cell(self, found: str, sig: FieldSig, type: t.Type) -> str:
        cell = f"cell(c, {found}, {self._offset(sig, type)})"
        return f"one({cell})" if sig.sort == "zone" and isinstance(sig.type, t.MaybeT) else cell

    def _offset(self, sig: FieldSig, type: t.Type) -> int:
        kind = t.plain(type)
        assert isinstance(kind, t.KindT)
        return self.linked.layout.kinds[kind.name].offset[sig.name]

    def _field_of(self, sig: FieldSig, found: str, type: t.Type, env: Env) -> str:
        name = self.source.constant(sig.name)
        match sig.sort:
            case "keeps" | "children" | "stands":
                return self._cell(found, self._offset(sig, type))
            case "zone" if sig.levels is None:
                cell = self._cell(found, self._offset(sig, type))
                return f"one({cell})" if isinstance(sig.type, t.MaybeT) else cell
            case "printed" if self.compiler.is_space(type):
                return f"printed_of(m, {name})[{found}]"
            case "stat":
                kind = t.plain(type)
                assert isinstance(kind, t.KindT)
                function = self.compiler.stat(kind.name, sig.name)
                if function is not None:
                    return f"{function}(m, c, {found})"
            case "printed":
                table = self.compiler.printed_table(type, sig)
                if table is not None:
                    return f"{self.source.constant(table)}[{self._id_of_card(found)}]"
            case "back":
                who = self._who_stands(sig, found)
                if who is not None:
                    return who
        return f"read(m, {found}, {name})"

    def _who_stands(self, sig: FieldSig, space: str) -> str | None:
        """Who stands on a space, if only one kind of things can."""
        wanted = t.item(sig.type) or t.plain(sig.type)
        found = [
            (shape, field.name)
            for shape in self.linked.layout.kinds.values()
            for field in shape.fields.values()
            if field.sort == "stands" and isinstance(wanted, t.KindT) and wanted.name in shape.lineage
        ]
        if len(found) != 1:
            return None
        shape, name = found[0]
        that, here = self.source.fresh("x"), self.source.fresh("h")
        every = self.compiler.weights.turns(f"c[{s.FIRST_KIND + shape.index}]", 0)
        many = f"[{that} for {here} in ({space},) for {that} in {every}"
        many += f" if c[{that} + {shape.offset[name]}] == {here}]"
        return f"tuple({many})" if isinstance(t.plain(sig.type), t.ListT) else f"first({many})"

    def _cell(self, found: str, offset: int) -> str:
        if found.isdigit():
            return f"c[{int(found) + offset}]"
        return f"c[{found} + {offset}]"

    def _id_of_card(self, found: str) -> str:
        """The card of a thing, or of what is only a card and no thing yet."""
        if found.isidentifier():
            return f"c[{found} + {s.CARD}] if type({found}) is int else card(c, {found})"
        return f"card(c, {found})"
