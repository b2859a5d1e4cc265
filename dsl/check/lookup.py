"""Names in expressions: the one meaning that each has in its place.

A capital letter is something on the table: a kind, a card, a keyword, a seat. A small letter is looked up in order: a
symbol that is wanted, a local name, a field of what is being looked at, a word of the language, a field of the table, a
rule, a table, an event that is going on. What is found nowhere is reported with the nearest name of the right sort.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

import dsl.check.expressions as ex
from dsl.check.context import NO_SEATS, Context
from dsl.diagnostics import Label, did_you_mean, listed, nearest
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import names as codes
from dsl.diagnostics.codes import rules as rule_codes
from dsl.ir.cards import Want
from dsl.ir.operations import NO_OP, Op
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from dsl.names.symbols import ANY_NUMBER, players_range
from dsl.syntax import keywords
from dsl.syntax import nodes as n
from dsl.text.limits import LOCAL_NAMES
from dsl.text.source import Span

_SPACE_ID = re.compile(r"r\d+c\d+|[A-Z]{1,2}\d{1,3}")


def name(node: n.Name, cx: Context, wanted: t.Type | None = None) -> Op:
    """The one meaning of a name in this place."""
    if node.text in ("it", "me", "that"):
        return _pronoun(node, cx)
    if node.text[0].isupper():
        return _capital(node, cx, wanted)
    if node.text == "_":
        cx.report(codes.UNKNOWN_NAME, node.span, name="_")
        return NO_OP
    return _small(node, cx, wanted)


def _pronoun(node: n.Name, cx: Context) -> Op:
    match node.text:
        case "it":
            if cx.it is not None:
                return Op("it", cx.it, span=node.span)
            instead = "`it` is the thing that a text is printed on: name the slot that you mean"
        case "me":
            if cx.me:
                return Op("me", t.PLAYER, span=node.span)
            instead = "add `by me` to the head, or say which player: `active`, `target.owner`"
        case _:
            if cx.that is not None:
                return Op("that", cx.that, span=node.span)
            instead = "`that` is the thing being looked at in `where`, `count(…)`, `highest(…)` and their like"
    cx.report(codes.NO_PRONOUN, node.span, word=node.text, instead=instead)
    return NO_OP


def _capital(node: n.Name, cx: Context, wanted: t.Type | None) -> Op:
    text, rooms, span = node.text, cx.symbols, node.span
    cx.footprint.names.add(text)
    want = t.plain(wanted) if wanted is not None else None
    if text in cx.seats:
        return Op("card", t.PLAYER, data=("Player", text), span=span)
    if text in cx.children:
        return _child(text, span, cx)
    if text in rooms.marks:
        return Op("mark", t.MarkT(text), data=text, span=span)
    if text in rooms.kinds:
        if want == t.RefT("kind"):
            return Op("word", t.RefT("kind"), data=("kind", text), span=span)
        return Op("kind", t.ListT(t.KindT(text)), data=text, span=span)
    for sort, room in (("window", rooms.windows), ("flow", rooms.flows), ("currency", rooms.currencies)):
        if text in room:
            return Op("word", t.RefT(sort), data=(sort, text), span=span)
    if text in rooms.symbols:
        members = rooms.symbols[text].members
        symbols = tuple(Op("symbol", t.SymbolT(text), data=(text, member), span=span) for member in members)
        return Op("list", t.ListT(t.SymbolT(text)), symbols, span=span)
    if isinstance(want, t.RefT) and _unknown_word(node, want.sort, cx):
        return NO_OP
    return _card(text, False, span, cx, wanted)


def _child(text: str, span: Span, cx: Context) -> Op:
    """A part of the thing at hand; of what sort is unknown where its kind could not be read."""
    kind = cx.children[text]
    return Op("child", t.KindT(kind) if kind in cx.symbols.kinds else t.UNKNOWN, data=(kind, text), span=span)


def _unknown_word(node: n.Name, sort: str, cx: Context) -> bool:
    """Whether a window, flow or kind was wanted, so that no card can be meant."""
    rooms = cx.symbols
    sorts: dict[str, tuple[Code, Iterable[str]]] = {
        "flow": (codes.UNKNOWN_FLOW, rooms.flows), "window": (codes.UNKNOWN_WINDOW, rooms.windows),
        "kind": (codes.UNKNOWN_KIND, rooms.kinds),
    }  # fmt: skip
    if sort not in sorts:
        return False
    code, known = sorts[sort]
    cx.report(code, node.span, name=node.text, help=did_you_mean(node.text, known))
    return True


def known_mark(node: n.Expr, cx: Context) -> bool:
    """Whether a name with a capital letter, where a keyword or status is wanted, can be one; if not, it says so."""
    if not isinstance(node, n.Name) or not node.text[0].isupper():
        return True
    if cx.symbols.called(node.text) or any(node.text in some for some in (cx.children, cx.seats, cx.cards or ())):
        return True
    help = did_you_mean(node.text, cx.symbols.marks)
    if not help and cx.symbols.marks:
        help = "the keywords and statuses are " + ", ".join(f"`{mark}`" for mark in sorted(cx.symbols.marks)[:12])
    cx.report(codes.UNKNOWN_KEYWORD, node.span, name=node.text, help=help)
    return False


def _card(text: str, shown: bool, span: Span, cx: Context, wanted: t.Type | None) -> Op:
    """A thing of the content. Which cards there are is known only when all packs are; until then it is wanted."""
    want = t.plain(wanted) if wanted is not None else None
    if isinstance(want, t.ListT):
        want = t.plain(want.of)
    kind = want.name if isinstance(want, t.KindT) else "Thing"
    if cx.cards is None:
        cx.findings.wants.append(Want(kind, text, shown, span))
        return Op("card", t.KindT(kind) if kind != "Thing" else t.UNKNOWN, data=(kind, text), span=span)
    found = cx.cards.get(text)
    if found is None:
        if _SPACE_ID.fullmatch(text):
            return Op("card", t.UNKNOWN, data=("Space", text), span=span)
        unknown_capital(text, span, cx)
        return NO_OP
    type = t.KindT(found) if found in cx.symbols.kinds else t.UNKNOWN
    return Op("card", type, data=(found, text), span=span)


def unknown_capital(text: str, span: Span, cx: Context) -> None:
    if cx.seats == NO_SEATS:
        return  # it may be who should sit there
    rooms = cx.symbols
    known = chain(
        cx.cards or (), rooms.kinds, rooms.symbols, rooms.dice, rooms.currencies, rooms.marks, rooms.windows,
        rooms.flows, cx.children, cx.seats,
    )  # fmt: skip
    help = did_you_mean(text, known)
    cx.report(codes.UNKNOWN_THING, span, what="no card, kind or keyword", name=text, help=help)


def text(node: n.Text, cx: Context, wanted: t.Type | None) -> Op:
    want = t.plain(wanted) if wanted is not None else None
    if isinstance(want, t.ListT):
        want = t.plain(want.of)
    if isinstance(want, t.KindT):
        if node.value in cx.children:
            return _child(node.value, node.span, cx)
        close = nearest(node.value, cx.children, 1)
        if close and cx.cards is None:
            cx.report(
                codes.UNKNOWN_THING,
                node.span,
                what=f"no {want.name}",
                name=node.value,
                help=f"did you mean `{close[0]}`?",
            )
            return Op("child", t.UNKNOWN, span=node.span)
        return _card(node.value, True, node.span, cx, wanted)
    return Op("constant", t.TEXT, data=node.value, span=node.span)


def _symbol_set(wanted: t.Type | None, text: str, cx: Context) -> str | None:
    """The set of symbols that is wanted here; where a face is wanted, the one that its die takes the symbol from."""
    want = wanted
    while isinstance(want, t.MaybeT | t.ListT):
        want = want.of
    if isinstance(want, t.TableT):
        return _symbol_set(want.of, text, cx)
    die = want.die if isinstance(want, t.FaceT) else want.name if isinstance(want, t.KindT) else ""
    if die in cx.symbols.dice:
        shown = die_symbols(die, cx)
        sets = cx.symbols.symbol_sets.get(text, []) if text in shown else []
        return max(sets, key=lambda one: len(shown & set(cx.symbols.symbols[one].members)), default=None)
    return want.name if isinstance(want, t.SymbolT) else None


def die_symbols(die: str, cx: Context) -> frozenset[str]:
    """The symbols on the faces of a die."""
    node = cx.symbols.dice[die].node
    assert isinstance(node, n.Die)
    return frozenset(part.symbol for face in node.faces for part in face.parts if part.form == "symbol")


def _small(node: n.Name, cx: Context, wanted: t.Type | None) -> Op:
    text, rooms, span = node.text, cx.symbols, node.span
    cx.footprint.names.add(text)
    of_that = _that_field(text, cx)
    wanted_set = _symbol_set(wanted, text, cx)
    if wanted_set and text in rooms.symbols[wanted_set].members:
        local = cx.locals.get(text)
        if local is None or not t.fits(local, t.SymbolT(wanted_set), rooms.lineage):
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
    table_field = rooms.field("Table", text)
    if table_field is not None:
        cx.footprint.reads.add(f"Table.{text}")
        return Op("table_field", ex.field_type(table_field, cx), data=text, span=span)
    if text in rooms.rules:
        return ex.ask(rooms.rules[text], (), cx, span)
    if text in rooms.tables:
        from dsl.check.tables import table_type

        return Op("word", table_type(text, cx), data=("table", text), span=span)
    if text in rooms.combos:
        return Op("word", t.RefT("combo"), data=("combo", text), span=span)
    if text in rooms.verbs:
        return _event(node, cx)
    return _last_resort(node, cx, wanted)


def _last_resort(node: n.Name, cx: Context, wanted: t.Type | None) -> Op:
    """Symbols and modes without a hint of what is wanted; else the name has no meaning here."""
    text, rooms, span = node.text, cx.symbols, node.span
    want = t.plain(wanted) if wanted is not None else None
    if isinstance(want, t.FaceT) and want.die in rooms.dice and text in rooms.symbol_sets:
        faces = sorted(die_symbols(want.die, cx))  # the symbol exists, but this die does not have it
        shown = listed(faces) or "numbers"
        help = did_you_mean(text, faces)
        cx.report(codes.UNKNOWN_SYMBOL, span, name=text, set=want.die, members=shown, help=help)
        return NO_OP
    if text in rooms.modes or (rooms.ruleset is not None and text in declared_modes(rooms.ruleset)):
        return Op("word", t.RefT("mode"), data=("mode", text), span=span)
    sets = rooms.symbol_sets.get(text, [])
    if len(sets) > 1:  # a game's own symbol comes before one that every game has
        sets = [one for one in sets if rooms.symbols[one].place.file != "prelude.bot"] or sets
    if len(sets) == 1:
        return Op("symbol", t.SymbolT(sets[0]), data=(sets[0], text), span=span)
    if sets:
        cx.report(codes.AMBIGUOUS, span, name=text, first=f"a symbol of {sets[0]}", second=f"one of {sets[1]}")
        return NO_OP
    if cx.seats and _SPACE_ID.fullmatch(text):
        return Op("card", t.UNKNOWN, data=("Space", text), span=span)
    wanted_set = _symbol_set(wanted, text, cx)
    if wanted_set:
        members = rooms.symbols[wanted_set].members
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
    text, rooms = node.text, cx.symbols
    if cx.findings.quiet:
        return
    if isinstance(cx.that, t.UnknownT) or len(cx.locals) > LOCAL_NAMES:
        return  # it may be a field of what could not be read, or a name past the limit
    if isinstance(cx.it, t.KindT) and rooms.field(cx.it.name, text) is not None:
        help = f"did you mean `it.{text}`? The fields of `it` are written with `it.`"
        cx.report(codes.UNKNOWN_NAME, node.span, name=text, help=help)
        return
    for local, type in cx.locals.items():
        inner = t.plain(type)
        if isinstance(inner, t.KindT) and rooms.field(inner.name, text) is not None:
            help = f"did you mean `{local}.{text}`?"
            cx.report(codes.UNKNOWN_NAME, node.span, name=text, help=help)
            return
    that = t.plain(cx.that) if cx.that is not None else None
    fields = rooms.fields(that.name) if isinstance(that, t.KindT) else {}
    known = chain(cx.locals, fields, builtins.NAMES, rooms.rules, rooms.fields("Table"), rooms.symbol_sets)
    help = did_you_mean(text, chain(known, rooms.tables, rooms.combos))
    if not help and text in keywords.MEANT_NAMES:
        help = f"did you mean `{keywords.MEANT_NAMES[text]}`?"
    if not help and text in builtins.FUNCTIONS:
        help = f"it is a function: write `{builtins.FUNCTIONS[text].usage}`"
    cx.report(codes.UNKNOWN_NAME, node.span, name=text, help=help)


def is_unheard(text: str, cx: Context) -> bool:
    """Whether a small name means nothing at all here."""
    rooms = cx.symbols
    known = (cx.locals, builtins.NAMES, rooms.fields("Table"), rooms.rules, rooms.tables, rooms.combos, rooms.verbs)
    more = (rooms.modes, rooms.symbol_sets, ("it", "me", "that"))
    return cx.that is None and not any(text in some for some in (*known, *more))


def _that_field(text: str, cx: Context) -> FieldSig | None:
    that = t.plain(cx.that) if cx.that is not None else None
    if not isinstance(that, t.KindT):
        return None
    return ex.find_field(that.name, text, cx)


def _that(cx: Context) -> str:
    that = t.plain(cx.that) if cx.that is not None else None
    return that.name if isinstance(that, t.KindT) else "Thing"


def _of_every_thing(text: str, cx: Context) -> bool:
    """Whether this is a field that every thing, or every die, has without declaring it."""
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
            instead="more than two can play, so say `foes`, or which player you mean",
        )
        return NO_OP
    if text == "actor" and not (cx.hook or cx.where == "a window" or cx.any_event):
        cx.report(codes.NO_PRONOUN, node.span, word=text, instead="`actor` exists in hooks; in an effect it is `me`")
        return NO_OP
    type = ex.notation(builtins.NAMES[text].gives)
    return Op("builtin", type, data=text, span=node.span)


def _event(node: n.Name, cx: Context) -> Op:
    text = node.text
    own = cx.verb is not None and cx.verb.name == text
    if not (own or cx.any_event or text in cx.going_on):
        notes = []
        place = cx.symbols.verbs[text].place
        if place is not None:
            notes = [Label(place, f"`{text}` is this event")]
        help = "hand it over: give the head a slot for it" if cx.where in ("an effect", "an action") else ""
        cx.report(rule_codes.NOT_GOING_ON, node.span, verb=text, notes=notes, help=help)
        return NO_OP
    return Op("event", t.EventT(text), data=text, span=node.span)
