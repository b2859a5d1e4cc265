"""Resolves the names in expressions.

A name with a capital letter is a thing on the table: a kind, a card, a keyword, a seat. A name with a small letter is
looked up in this order: an expected symbol, a local name, a field of the current item, a built-in name, a field of
the table, a rule, a table, an event in progress. An unknown name is reported with the nearest name of the right
category.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

import dsl.check.expressions as ex
from dsl.check.context import NO_SEATS, Context
from dsl.diagnostics import Label, did_you_mean, listed, nearest
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes import rules as rule_codes
from dsl.ir.cards import CardReference
from dsl.ir.operations import NO_OP, Op
from dsl.lazy import lazy_module
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from dsl.names.symbols import ANY_NUMBER, players_range
from dsl.syntax import keywords
from dsl.syntax import nodes as n
from dsl.text.limits import LOCAL_NAMES
from dsl.text.source import Span

if TYPE_CHECKING:
    from dsl.check import tables
else:
    tables = lazy_module("dsl.check.tables")


_SPACE_ID = re.compile(r"r\d+c\d+|[A-Z]{1,2}\d{1,3}")


def name(node: n.Name, cx: Context, expected: t.Type | None = None) -> Op:
    """The meaning of a name in this place."""
    if node.text in ("it", "me", "that"):
        return _pronoun(node, cx)
    if node.text[0].isupper():
        return _capital(node, cx, expected)
    if node.text == "_":
        cx.report(codes.UNKNOWN_NAME, node.span, name="_")
        return NO_OP
    return _small(node, cx, expected)


def _pronoun(node: n.Name, cx: Context) -> Op:
    match node.text:
        case "it":
            if cx.it is not None:
                return Op("it", cx.it, span=node.span)
            instead = "`it` is the thing that has the text: name a slot instead"
        case "me":
            if cx.me:
                return Op("me", t.PLAYER, span=node.span)
            instead = "add `by me` to the head, or name a player: `active`, `target.owner`"
        case _:
            if cx.that is not None:
                return Op("that", cx.that, span=node.span)
            instead = "`that` is the current item in `where`, `count(…)`, `highest(…)` and similar queries"
    cx.report(codes.NO_PRONOUN, node.span, word=node.text, instead=instead)
    return NO_OP


def _capital(node: n.Name, cx: Context, expected: t.Type | None) -> Op:
    text, symbols, span = node.text, cx.symbols, node.span
    cx.footprint.names.add(text)
    expected_type = t.plain(expected) if expected is not None else None
    if text in cx.seats:
        return Op("card", t.PLAYER, data=("Player", text), span=span)
    if text in cx.children:
        return _child(text, span, cx)
    if text in symbols.marks:
        return Op("mark", t.MarkT(text), data=text, span=span)
    if text in symbols.kinds:
        if expected_type == t.RefT("kind"):
            return Op("word", t.RefT("kind"), data=("kind", text), span=span)
        return Op("kind", t.ListT(t.KindT(text)), data=text, span=span)
    for category, namespace in (("window", symbols.windows), ("flow", symbols.flows), ("currency", symbols.currencies)):
        if text in namespace:
            return Op("word", t.RefT(category), data=(category, text), span=span)
    if text in symbols.symbols:
        members = symbols.symbols[text].members
        symbol_ops = tuple(Op("symbol", t.SymbolT(text), data=(text, member), span=span) for member in members)
        return Op("list", t.ListT(t.SymbolT(text)), symbol_ops, span=span)
    if isinstance(expected_type, t.RefT) and _unknown_word(node, expected_type.sort, cx):
        return NO_OP
    return _card(text, False, span, cx, expected)


def _child(child_name: str, span: Span, cx: Context) -> Op:
    """A part of the current thing; its type is unknown if its kind could not be read."""
    kind = cx.children[child_name]
    return Op("child", t.KindT(kind) if kind in cx.symbols.kinds else t.UNKNOWN, data=(kind, child_name), span=span)


def _unknown_word(node: n.Name, category: str, cx: Context) -> bool:
    """Report an unknown window, flow or kind where one is expected, so that the name cannot be a card."""
    symbols = cx.symbols
    namespaces: dict[str, tuple[Code, Iterable[str]]] = {
        "flow": (codes.UNKNOWN_FLOW, symbols.flows), "window": (codes.UNKNOWN_WINDOW, symbols.windows),
        "kind": (codes.UNKNOWN_KIND, symbols.kinds),
    }  # fmt: skip
    if category not in namespaces:
        return False
    code, names = namespaces[category]
    cx.report(code, node.span, name=node.text, help=did_you_mean(node.text, names))
    return True


def known_mark(node: n.Expr, cx: Context) -> bool:
    """Whether a name with a capital letter, where a keyword or status is expected, can be one; if not, it is
    reported."""
    if not isinstance(node, n.Name) or not node.text[0].isupper():
        return True
    if cx.symbols.called(node.text) or any(node.text in names for names in (cx.children, cx.seats, cx.cards or ())):
        return True
    help = did_you_mean(node.text, cx.symbols.marks)
    if not help and cx.symbols.marks:
        help = "the keywords and statuses are " + ", ".join(f"`{mark}`" for mark in sorted(cx.symbols.marks)[:12])
    cx.report(codes.UNKNOWN_KEYWORD, node.span, name=node.text, help=help)
    return False


def _card(text: str, shown: bool, span: Span, cx: Context, expected: t.Type | None) -> Op:
    """A card. If not all packs are known yet, the reference is recorded and resolved later."""
    expected_type = t.plain(expected) if expected is not None else None
    if isinstance(expected_type, t.ListT):
        expected_type = t.plain(expected_type.of)
    kind = expected_type.name if isinstance(expected_type, t.KindT) else "Thing"
    if cx.cards is None:
        cx.findings.wants.append(CardReference(kind, text, shown, span))
        return Op("card", t.KindT(kind) if kind != "Thing" else t.UNKNOWN, data=(kind, text), span=span)
    kind_found = cx.cards.get(text)
    if kind_found is None:
        if _SPACE_ID.fullmatch(text):
            return Op("card", t.UNKNOWN, data=("Space", text), span=span)
        unknown_capital(text, span, cx)
        return NO_OP
    type = t.KindT(kind_found) if kind_found in cx.symbols.kinds else t.UNKNOWN
    return Op("card", type, data=(kind_found, text), span=span)


def unknown_capital(text: str, span: Span, cx: Context) -> None:
    if cx.seats == NO_SEATS:
        return  # it may be the name of a missing seat
    symbols = cx.symbols
    names = chain(
        cx.cards or (), symbols.kinds, symbols.symbols, symbols.dice, symbols.currencies, symbols.marks,
        symbols.windows,
        symbols.flows, cx.children, cx.seats,
    )  # fmt: skip
    help = did_you_mean(text, names)
    cx.report(codes.UNKNOWN_THING, span, what="no card, kind or keyword", name=text, help=help)


def text(node: n.Text, cx: Context, expected: t.Type | None) -> Op:
    expected_type = t.plain(expected) if expected is not None else None
    if isinstance(expected_type, t.ListT):
        expected_type = t.plain(expected_type.of)
    if isinstance(expected_type, t.KindT):
        if node.value in cx.children:
            return _child(node.value, node.span, cx)
        close = nearest(node.value, cx.children, 1)
        if close and cx.cards is None:
            cx.report(
                codes.UNKNOWN_THING,
                node.span,
                what=f"no {expected_type.name}",
                name=node.value,
                help=f"did you mean `{close[0]}`?",
            )
            return Op("child", t.UNKNOWN, span=node.span)
        return _card(node.value, True, node.span, cx, expected)
    return Op("constant", t.TEXT, data=node.value, span=node.span)


def _symbol_set(expected: t.Type | None, text: str, cx: Context) -> str | None:
    """The expected set of symbols; if a face is expected, the set that its die uses for the symbol."""
    type = expected
    while isinstance(type, t.MaybeT | t.ListT):
        type = type.of
    if isinstance(type, t.TableT):
        return _symbol_set(type.of, text, cx)
    die = type.die if isinstance(type, t.FaceT) else type.name if isinstance(type, t.KindT) else ""
    if die in cx.symbols.dice:
        face_symbols = die_symbols(die, cx)
        sets = cx.symbols.symbol_sets.get(text, []) if text in face_symbols else []
        return max(
            sets, key=lambda set_name: len(face_symbols & set(cx.symbols.symbols[set_name].members)), default=None
        )
    return type.name if isinstance(type, t.SymbolT) else None


def die_symbols(die: str, cx: Context) -> frozenset[str]:
    """The symbols on the faces of a die."""
    node = cx.symbols.dice[die].node
    assert isinstance(node, n.Die)
    return frozenset(part.symbol for face in node.faces for part in face.parts if part.form == "symbol")


def _small(node: n.Name, cx: Context, expected: t.Type | None) -> Op:
    text, symbols, span = node.text, cx.symbols, node.span
    cx.footprint.names.add(text)
    of_that = _that_field(text, cx)
    wanted_set = _symbol_set(expected, text, cx)
    if wanted_set and text in symbols.symbols[wanted_set].members:
        local = cx.locals.get(text)
        if local is None or not t.fits(local, t.SymbolT(wanted_set), symbols.lineage):
            return Op("symbol", t.SymbolT(wanted_set), data=(wanted_set, text), span=span)
    if text in cx.partial and text not in cx.locals and of_that is None:
        has, lacks = cx.partial[text]
        cx.report(codes.NOT_COMMON, span, name=text, has=has, lacks=lacks)
        return NO_OP
    if text in cx.locals:
        if of_that is not None:
            cx.report(
                codes.AMBIGUOUS, span, name=text, first=f"the `{text}` named above", second=f"the field `that.{text}`",
                help=f"write `that.{text}` for the field, or give the other one another name",
            )  # fmt: skip
        return Op("local", cx.locals[text], data=text, span=span)
    if of_that is not None:
        assert cx.that is not None
        return ex.field_of(Op("that", cx.that, span=span), of_that, cx, span)
    if cx.that is not None and _of_every_thing(text, cx):
        return ex.thing_field(
            n.Dot(n.Name("that"), text, span, span=span), Op("that", cx.that, span=span), _that(cx), cx
        )
    if text in builtins.NAMES:
        return _builtin(node, cx)
    table_field = symbols.field("Table", text)
    if table_field is not None:
        return Op("table_field", ex.field_type(table_field, cx), data=text, span=span)
    if text in symbols.rules:
        return ex.ask(symbols.rules[text], (), cx, span)
    if text in symbols.tables:
        return Op("word", tables.table_type(text, cx), data=("table", text), span=span)
    if text in symbols.combos:
        return Op("word", t.RefT("combo"), data=("combo", text), span=span)
    if text in symbols.verbs:
        return _event(node, cx)
    return _last_resort(node, cx, expected)


def _last_resort(node: n.Name, cx: Context, expected: t.Type | None) -> Op:
    """Symbols and modes without an expected type; otherwise the name is unknown."""
    text, symbols, span = node.text, cx.symbols, node.span
    expected_type = t.plain(expected) if expected is not None else None
    if isinstance(expected_type, t.FaceT) and expected_type.die in symbols.dice and text in symbols.symbol_sets:
        faces = sorted(die_symbols(expected_type.die, cx))  # the symbol exists, but not on this die
        shown = listed(faces) or "numbers"
        help = did_you_mean(text, faces)
        cx.report(codes.UNKNOWN_SYMBOL, span, name=text, set=expected_type.die, members=shown, help=help)
        return NO_OP
    if text in symbols.modes or (symbols.ruleset is not None and text in declared_modes(symbols.ruleset)):
        return Op("word", t.RefT("mode"), data=("mode", text), span=span)
    sets = symbols.symbol_sets.get(text, [])
    if len(sets) > 1:  # a symbol of the game takes precedence over one of the prelude
        sets = [set_name for set_name in sets if symbols.symbols[set_name].place.file != "prelude.bot"] or sets
    if len(sets) == 1:
        return Op("symbol", t.SymbolT(sets[0]), data=(sets[0], text), span=span)
    if sets:
        cx.report(codes.AMBIGUOUS, span, name=text, first=f"a symbol of {sets[0]}", second=f"one of {sets[1]}")
        return NO_OP
    if cx.seats and _SPACE_ID.fullmatch(text):
        return Op("card", t.UNKNOWN, data=("Space", text), span=span)
    wanted_set = _symbol_set(expected, text, cx)
    if wanted_set:
        members = symbols.symbols[wanted_set].members
        help = did_you_mean(text, members)
        shown = listed(members)
        cx.report(codes.UNKNOWN_SYMBOL, span, name=text, set=wanted_set, members=shown, help=help)
        return NO_OP
    _unknown(node, cx)
    return NO_OP


def declared_modes(ruleset: n.Ruleset) -> tuple[str, ...]:
    for line in ruleset.body.lines:
        if isinstance(line, n.Phrase) and line.verb.text == "modes" and isinstance(line.object, n.ListOf):
            return tuple(part.text for part in line.object.items if isinstance(part, n.Name))
    return ()


def _unknown(node: n.Name, cx: Context) -> None:
    text, symbols = node.text, cx.symbols
    if cx.findings.quiet:
        return
    if isinstance(cx.that, t.UnknownT) or len(cx.locals) > LOCAL_NAMES:
        return  # it may be a field of an unread kind, or a name beyond the limit
    if isinstance(cx.it, t.KindT) and symbols.field(cx.it.name, text) is not None:
        help = f"did you mean `it.{text}`? Fields of `it` need the prefix `it.`"
        cx.report(codes.UNKNOWN_NAME, node.span, name=text, help=help)
        return
    for local, type in cx.locals.items():
        inner = t.plain(type)
        if isinstance(inner, t.KindT) and symbols.field(inner.name, text) is not None:
            help = f"did you mean `{local}.{text}`?"
            cx.report(codes.UNKNOWN_NAME, node.span, name=text, help=help)
            return
    that = t.plain(cx.that) if cx.that is not None else None
    fields = symbols.fields(that.name) if isinstance(that, t.KindT) else {}
    names = chain(cx.locals, fields, builtins.NAMES, symbols.rules, symbols.fields("Table"), symbols.symbol_sets)
    help = did_you_mean(text, chain(names, symbols.tables, symbols.combos))
    if not help and text in keywords.MEANT_NAMES:
        help = f"did you mean `{keywords.MEANT_NAMES[text]}`?"
    if not help and text in builtins.FUNCTIONS:
        help = f"it is a function: write `{builtins.FUNCTIONS[text].usage}`"
    cx.report(codes.UNKNOWN_NAME, node.span, name=text, help=help)


def is_unknown_name(text: str, cx: Context) -> bool:
    """Whether a small name has no meaning here."""
    symbols = cx.symbols
    namespaces = (
        cx.locals,
        builtins.NAMES,
        symbols.fields("Table"),
        symbols.rules,
        symbols.tables,
        symbols.combos,
        symbols.verbs,
    )
    other_namespaces = (symbols.modes, symbols.symbol_sets, ("it", "me", "that"))
    return cx.that is None and not any(text in names for names in (*namespaces, *other_namespaces))


def _that_field(text: str, cx: Context) -> FieldSig | None:
    that = t.plain(cx.that) if cx.that is not None else None
    if not isinstance(that, t.KindT):
        return None
    return ex.find_field(that.name, text, cx)


def _that(cx: Context) -> str:
    that = t.plain(cx.that) if cx.that is not None else None
    return that.name if isinstance(that, t.KindT) else "Thing"


def _of_every_thing(text: str, cx: Context) -> bool:
    """Whether this is a field that every thing, space or die has without declaring it."""
    if not isinstance(t.plain(cx.that or t.UNKNOWN), t.KindT):
        return False
    lineage = cx.symbols.lineage(_that(cx))
    if text in builtins.SPACE_FIELDS and "Space" in lineage:
        return True
    return text in builtins.THING_FIELDS or (text in builtins.DIE_FIELDS and "Die" in lineage)


def _builtin(node: n.Name, cx: Context) -> Op:
    text = node.text
    if text in ("foe", "foes") and not cx.me:
        cx.report(
            codes.NO_PRONOUN,
            node.span,
            word=text,
            instead="`foe` needs a `me`: add `by me` to the head, or name the player",
        )
        return NO_OP
    if text == "foe" and cx.symbols.ruleset is not None and 2 < players_range(cx.symbols, cx.modes)[1] < ANY_NUMBER:
        cx.report(
            codes.NO_PRONOUN,
            node.span,
            word=text,
            instead="more than two can play, so write `foes`, or name the player",
        )
        return NO_OP
    if text == "actor" and not (cx.hook or cx.where == "a window" or cx.any_event):
        cx.report(codes.NO_PRONOUN, node.span, word=text, instead="`actor` exists in hooks; in an effect, write `me`")
        return NO_OP
    type = ex.notation(builtins.NAMES[text].gives)
    return Op("builtin", type, data=text, span=node.span)


def _event(node: n.Name, cx: Context) -> Op:
    text = node.text
    is_current = cx.verb is not None and cx.verb.name == text
    if not (is_current or cx.any_event or text in cx.going_on):
        notes = []
        place = cx.symbols.verbs[text].place
        if place is not None:
            notes = [Label(place, f"`{text}` is this event")]
        help = "add a slot for it to the head, and pass it" if cx.where in ("an effect", "an action") else ""
        cx.report(rule_codes.NOT_GOING_ON, node.span, verb=text, notes=notes, help=help)
        return NO_OP
    return Op("event", t.EventT(text), data=text, span=node.span)
