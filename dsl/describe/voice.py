"""The scope of a description: the words for each name.

A `Voice` is to rules text what a context is to the checker: the words for `it`, the local names, the current item. It
does not check: an unknown name is described by its own words. Types are followed only as far as they improve the
wording.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve, field, frozen

from dsl.describe import english
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.signatures import FieldSig, SlotSig, VerbSig
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n

_OWNED = re.compile(r"\{(\w+)\}'s\b")
_HOLE = re.compile(r"\{([^{}]*)\}")
_PLAYERS = frozenset(["me", "foe", "active", "actor"])


@frozen
class Local:
    """A local name: its words and its type; the truth that it replaces, or the event that keeps it."""

    text: str
    type: t.Type | None = None
    value: n.Expr | None = None
    event: str = ""


@frozen
class Voice:
    """One scope. `it` are the words for the current thing, `names` are the display names of cards by id."""

    symbols: SymbolTable
    it: str = "it"
    kind: t.Type | None = None
    names: Mapping[str, str] = field(factory=dict)
    locals: Mapping[str, Local] = field(factory=dict)
    that: t.Type | None = None
    actor: str = "that player"
    event: bool = False  # inside a `before` hook, where a modified name is a number of the event
    # memo of `type_of`: each link of `a.b.c` needs the types of all links before it
    types: dict[int, tuple[n.Expr, t.Type | None]] = field(factory=dict, init=False, eq=False, repr=False)

    def knowing(self, names: Mapping[str, Local], **changes: object) -> Voice:
        return evolve(self, locals={**self.locals, **names}, **changes)  # type: ignore[arg-type]

    def looking(self, type: t.Type | None, name: n.Name | None = None) -> Voice:
        """Inside `where` and similar queries: `that` has this type, and may also have a name."""
        scope = self.naming(name, type) if name is not None else self
        return evolve(scope, that=type or t.UNKNOWN)

    def naming(self, name: n.Name, type: t.Type | None) -> Voice:
        """The current item has a name: `Bot as b where …`."""
        kind = one_kind(type)
        shown = kind_name(kind, self.symbols) if kind is not None else english.words(name.text)
        return self.knowing({name.text: Local(f"that {shown}", type)})


def on_kind(symbols: SymbolTable, kind: str, names: Mapping[str, str] | None = None) -> Voice:
    """The voice of a text on a thing of this kind."""
    return Voice(symbols, f"this {kind_name(kind, symbols)}", t.KindT(kind), names or {})


# ----------------------------------------------------------------------------------------------- shown names


def kind_name(kind: str, symbols: SymbolTable) -> str:
    """The display name of a kind, or its id as words."""
    if kind == "Player":
        return "player"
    sig = symbols.kinds.get(kind)
    die = symbols.dice.get(kind)
    if die is not None and isinstance(die.node, n.Die):
        return die.node.shown.value if die.node.shown else english.words(kind)
    return sig.shown if sig is not None and sig.shown and sig.shown != kind else english.words(kind)


def shown_name(node: n.Node, name: str) -> str:
    """The author's quoted name after an id, or else the id as words."""
    shown = getattr(node, "shown", None)
    return shown.value if isinstance(shown, n.Text) else english.words(name)


def symbol_name(name: str, symbols: SymbolTable) -> str:
    for group in symbols.symbol_sets.get(name, ()):
        node = symbols.symbols[group].node
        for member in node.members if isinstance(node, n.Symbols) else ():
            if member.id.text == name and member.shown is not None:
                return member.shown.value
    return english.words(name)


def label(name: str, field: FieldSig | None) -> str:
    """A field in words; `says` overrides them."""
    says = field.marks.says if field is not None else None
    return says.value if says is not None and says.value else english.words(name)


def fill(template: str, words: Mapping[str, str]) -> str:
    """Substitute `{holes}` in one pass, so that no text is substituted twice; `{p}'s` is `your` for you."""
    if "'s" in template:
        template = _OWNED.sub(
            lambda hole: english.possessive(words[hole[1]]) if hole[1] in words else hole.group(), template
        )
    return _HOLE.sub(lambda hole: words.get(hole.group(1).strip(), hole.group(1).strip()), template)


def without_holes(template: str) -> str:
    return " ".join(_HOLE.sub("", template).split())


def mark_name(name: str, symbols: SymbolTable) -> str:
    """A keyword or status without its numbers."""
    mark = symbols.marks.get(name)
    shown = mark.node.shown if mark is not None else None
    return (without_holes(shown.value) if shown is not None else "") or english.words(name)


# ------------------------------------------------------------------------------------------------------- types


def local_name(name: str, type: t.Type | None = None) -> str:
    """`the target`; a single letter is read as the kind of thing it is, or as a letter."""
    if len(name) > 1:
        return f"the {english.words(name)}"
    kind = one_kind(type)
    return name.upper() if kind is None else "the player" if kind == "Player" else f"the {english.words(kind)}"


def type_of(e: n.Expr, v: Voice) -> t.Type | None:
    """The type of a value, as far as names and fields show it."""
    entry = v.types.get(id(e))
    if entry is None:
        entry = v.types[id(e)] = (e, _type_of(e, v))
    return entry[1]


def _type_of(e: n.Expr, v: Voice) -> t.Type | None:
    match e:
        case n.Group(inner=inner):
            return type_of(inner, v)
        case n.Where(base=base):
            return type_of(base, v)
        case n.Name(text=text):
            return _name_type(text, v)
        case n.Dot():
            owner = type_of(e.base, v)
            field = _field_of(owner, e.name, v)
            return field.type if field is not None else _of_event(owner, e.name, v) or _thing_field(e.name)
        case n.Call(name=name) if name in v.symbols.rules:
            return v.symbols.rules[name].type
        case n.Call(name=name, args=args) if name in builtins.FUNCTIONS:
            return _given(builtins.FUNCTIONS[name].gives, args, v)
        case n.Index(base=base):
            of = t.plain(type_of(base, v) or t.UNKNOWN)
            return of.of if isinstance(of, t.TableT | t.ListT) else None
        case _:
            return None


def _given(notation: str, args: tuple[n.Arg, ...], v: Voice) -> t.Type | None:
    """The type of a built-in function's result: T is an item of its first argument, S a space."""
    match notation.removesuffix("?"):
        case "list T":
            return type_of(args[0].value, v) if args else None
        case "T":
            return item_of(args[0].value, v) if args else None
        case "list S":
            return t.ListT(t.KindT(space_kind(v.symbols)))
        case "S":
            return t.KindT(space_kind(v.symbols))
        case plain:
            return _WANTS.get(plain)


def space_kind(symbols: SymbolTable) -> str:
    """The kind of spaces of this game, if there is only one."""
    kinds = [kind for kind in symbols.kinds if kind != "Space" and "Space" in symbols.lineage(kind)]
    return kinds[0] if len(kinds) == 1 else "Space"


def _of_event(base: t.Type | None, name: str, v: Voice) -> t.Type | None:
    """A kept value or a slot of an event in progress."""
    verb = v.symbols.verbs.get(base.verb) if isinstance(base, t.EventT) else None
    if verb is None:
        return None
    if name == "actor":
        return t.PLAYER
    slot = next((slot for slot in verb.slots if slot.name == name), None)
    return slot.type if slot is not None else verb.keeps.get(name)


def _thing_field(name: str) -> t.Type | None:
    return t.PLAYER if name == "owner" else None


def _name_type(text: str, v: Voice) -> t.Type | None:
    if text == "it":
        return v.kind
    if text == "that":
        return v.that
    if text in v.locals:
        return v.locals[text].type
    if text in _PLAYERS:
        return t.PLAYER
    if text in ("players", "foes"):
        return t.ListT(t.PLAYER)
    if text in v.symbols.kinds:
        return t.ListT(t.KindT(text))
    if text in v.symbols.symbols:
        return t.ListT(t.SymbolT(text))
    field = that_field(text, v) or v.symbols.field("Table", text)
    if field is not None:
        return field.type
    if text in v.symbols.rules:
        return v.symbols.rules[text].type
    return t.EventT(text) if text in v.symbols.verbs else None


def one_kind(type: t.Type | None) -> str | None:
    """The kind of a thing, or of the things in a list."""
    if type is None:
        return None
    inner = t.plain(t.item(type) or t.plain(type))
    return inner.name if isinstance(inner, t.KindT) else None


def item_of(e: n.Expr, v: Voice) -> t.Type | None:
    """The type of an item; for a single thing its own type."""
    type = type_of(e, v)
    return (t.item(type) or t.plain(type)) if type is not None else None


def that_field(text: str, v: Voice) -> FieldSig | None:
    """The field of the current item with this name, inside `where`."""
    kind = one_kind(v.that)
    return find_field(kind, text, v.symbols) if kind is not None else None


def is_that_field(text: str, v: Voice) -> bool:
    if v.that is None or text in v.locals:
        return False
    return that_field(text, v) is not None or text in builtins.THING_FIELDS or text in builtins.DIE_FIELDS


def find_field(kind: str, name: str, symbols: SymbolTable) -> FieldSig | None:
    """A field of a kind, or one that only some of its sub-kinds have."""
    field_sig = symbols.field(kind, name)
    if field_sig is not None or kind in ("Player", "Table"):
        return field_sig
    heirs = (symbols.kinds[heir].fields.get(name) for heir in symbols.kinds if kind in symbols.lineage(heir))
    return next((field for field in heirs if field is not None), None)


def field_of(e: n.Dot, v: Voice) -> FieldSig | None:
    return _field_of(type_of(e.base, v), e.name, v)


def _field_of(base: t.Type | None, name: str, v: Voice) -> FieldSig | None:
    """The field with this name; if the kind is unknown, the only field with that name."""
    if isinstance(base, t.EventT):
        return None
    kind = one_kind(base)
    if kind is not None:
        return find_field(kind, name, v.symbols)
    candidates = [sig.fields[name] for sig in v.symbols.kinds.values() if name in sig.fields]
    return candidates[0] if len(candidates) == 1 else None


def is_truth(type: t.Type | None) -> bool:
    return isinstance(t.plain(type), t.TruthT) if type is not None else False


def verb_of(name: str, symbols: SymbolTable) -> VerbSig | None:
    """The verb with its slots, declared or built in."""
    builtin = builtins.VERBS.get(name)
    if builtin is None:
        return symbols.verbs.get(name)
    slots = (
        SlotSig(slot.preposition, slot.name, _WANTS.get(slot.wants, t.UNKNOWN), None, not slot.optional)
        for slot in builtin.slots
    )
    return VerbSig(name, "builtin", tuple(slots), None)


_WANTS: dict[str, t.Type] = {
    "truth": t.TRUTH,
    "count": t.COUNT,
    "list player": t.ListT(t.PLAYER),
    "player": t.PLAYER,
    "players": t.ListT(t.PLAYER),
    "things": t.THING,
    "number": t.NUMBER,
}
