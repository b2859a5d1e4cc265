"""Completion: what could stand at an offset, by its sort, also in a text that is not whole.

The cursor says what the grammar expects; the trace of the completed text says which names are in scope and which type
is expected. Phrases and calls are offered with their slots as snippets.
"""

from __future__ import annotations

from collections.abc import Iterator

import dsl.check.expressions as ex
from dsl.bindings.cursor import Cursor, cursor_at, trace_of
from dsl.check.lookup import die_symbols
from dsl.diagnostics import suggesting
from dsl.ir.name_trace import NameTrace, Resolved
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.signatures import FieldSig, SlotSig
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.syntax.keywords import DECLARATIONS, SENTENCES
from dsl.syntax.tables import tables
from dsl.syntax.walk import walk
from tools.editors.answers.hover import meaning
from tools.editors.project import KnownRules, Project, check_with, with_own_head
from tools.editors.snapshot import CheckedUnit
from tools.editors.values import Proposal

MOST = 400


def completion(project: Project, path: str, offset: int) -> tuple[list[Proposal], int]:
    """The offers, best first, and where the word begins that they replace."""
    piece, unit = project.piece_at(path, offset), project.unit(path)
    text = project.text(path) or ""
    if unit is None or not path.endswith(".bot"):
        return [], offset
    start, written = (piece.start, piece.text) if piece is not None else (0, text)
    cursor = cursor_at(written, offset - start)
    items = list(_items(cursor, project.rules(unit), unit, written))
    begun = cursor.begun.lower()
    fitting = [item for item in items if _fits(item.label.lower(), begun)]
    unique = {(item.label, item.sort): item for item in reversed(fitting)}
    ordered = sorted(unique.values(), key=lambda item: (item.rank, item.label.lower()))
    return ordered[:MOST], start + cursor.start


def _fits(label: str, begun: str) -> bool:
    """Whether the typed letters occur in this order, beginning with the first."""
    if not begun or label.startswith(begun):
        return True
    if label[:1] != begun[:1]:
        return False
    letters = iter(label)
    return all(letter in letters for letter in begun)


def _items(cursor: Cursor, rules: KnownRules, unit: CheckedUnit, text: str) -> Iterator[Proposal]:
    symbols = rules.symbols
    line = text[text.rfind("\n", 0, cursor.start) + 1 : cursor.start]
    if cursor.at_top or (not line.strip() and cursor.start == 0) or "declaration" in cursor.words:
        yield from _beginnings(symbols)
        if cursor.at_top:
            return
    if "CLAUSE" in cursor.words:
        yield from (
            Proposal(id, "clause", "a clause", unit.clause_words.get(id, ""), rank=1) for id in unit.clauses or ()
        )
    if cursor.node is not None:
        with suggesting(0):
            trace = trace_of(
                cursor, lambda parsed, trace: check_with(parsed, with_own_head(rules, parsed), unit, trace)
            )
        yield from _names(cursor, trace, rules, unit)
    words = cursor.words & tables().words
    yield from (Proposal(word, "keyword", "", meaning(word), rank=6) for word in words if word not in ("declaration",))


def _beginnings(symbols: SymbolTable) -> Iterator[Proposal]:
    """The words that can begin a declaration."""
    yield from (Proposal(word, "keyword", "a declaration", says, rank=2) for word, says in DECLARATIONS.items())
    for kind in symbols.kinds:
        if kind not in ("Thing", "Player", "Table", "Die", "Space") and kind not in symbols.dice:
            missing = [sig for sig in symbols.fields(kind).values() if sig.required]
            body = "".join(f"\n  {sig.name} ${number}" for number, sig in enumerate(missing, 2))
            yield Proposal(kind, "kind", f"a {kind}", insert=f"{kind} ${{1:Name}} {{{body}\n}}", rank=3)


def _names(cursor: Cursor, trace: NameTrace, rules: KnownRules, unit: CheckedUnit) -> Iterator[Proposal]:
    symbols = rules.symbols
    if isinstance(cursor.node, n.Type):
        yield from _types(symbols)
        return
    parents = cursor.parents
    name_here = next((resolved for resolved in trace.resolved if resolved.node is cursor.node), None)
    if cursor.field_of is not None:
        yield from _fields_of(cursor.field_of, trace, symbols, name_here)
        return
    parent = parents[-1] if parents else None
    is_verb = isinstance(parent, n.Phrase) and parent.verb is cursor.node
    if isinstance(parent, n.Assign):
        is_verb = True
    card = next((node for node in reversed(parents) if isinstance(node, n.Thing | n.Hook | n.Action | n.Row)), None)
    inside_card = isinstance(card, n.Thing) and card.kind.text in symbols.kinds
    if is_verb and inside_card and isinstance(card, n.Thing):
        yield from _card_items(card, symbols)
        return
    if isinstance(parent, n.Hook | n.Forbid | n.DuringEvent | n.DuringWindow | n.Until | n.OncePer | n.Effect):
        yield from _verbs(symbols, snippets=False)
        yield from (Proposal(name, "window", "a window") for name in symbols.windows)
        return
    if is_verb:
        yield from (Proposal(word, "keyword", "a sentence", says, rank=3) for word, says in SENTENCES.items())
        yield from _verbs(symbols, snippets=True)
    if name_here is not None:
        yield from _compared(parent, trace, symbols, name_here)
        yield from _values(name_here, symbols, unit)
    elif not is_verb:
        yield from _capitals(symbols, unit)
    else:
        performed = next((phrase.scope for phrase in trace.performed if phrase.node is parent), None)
        yield from _locals(getattr(performed, "locals", {}))


def _types(symbols: SymbolTable) -> Iterator[Proposal]:
    yield from (Proposal(kind, "kind", "a kind", rank=1) for kind in symbols.kinds)
    yield from (Proposal(name, "symbols", "a set of symbols", rank=2) for name in symbols.symbols)


def _verbs(symbols: SymbolTable, snippets: bool) -> Iterator[Proposal]:
    for name, sig in symbols.verbs.items():
        insert = _phrase(name, sig.slots) if snippets else ""
        yield Proposal(name, "verb", sig.phrase, sig.says or "", insert, rank=2)
    for name, verb in builtins.VERBS.items():
        yield Proposal(name, "builtin verb", verb.usage, verb.says, rank=3)


def _phrase(name: str, slots: tuple[SlotSig, ...]) -> str:
    """A phrase with a hole for each slot that must be filled."""
    parts, number = [name], 0
    for slot in slots:
        if slot.required and slot.name != "me":
            number += 1
            parts.append(f"{slot.preposition} ${{{number}:{slot.name}}}".strip())
    return " ".join(parts)


def _card_items(card: n.Thing, symbols: SymbolTable) -> Iterator[Proposal]:
    """Fields that the card does not give yet, keywords, and parts."""
    kind = card.kind.text
    lines = card.body.lines if card.body is not None else ()
    given = {line.verb.text for line in lines if isinstance(line, n.Phrase)}
    for sig in symbols.fields(kind).values():
        if sig.name not in given and not _is_computed(sig) and sig.sort in ("printed", "keeps", "stat", "script"):
            insert = f"{sig.name} {{ $1 }}" if sig.sort == "script" else f"{sig.name} $1"
            yield Proposal(
                sig.name, "field", t.show(sig.type), "required" if sig.required else "", insert, 1 + (not sig.required)
            )
        inner = t.item(sig.type)
        if sig.sort == "children" and isinstance(inner, t.KindT):
            yield Proposal(inner.name, "kind", "a part", insert=f"{inner.name} ${{1:Name}} {{ $2 }}", rank=2)
    lineage = set(symbols.lineage(kind))
    for name, mark in symbols.marks.items():
        if not mark.status and (not mark.bearers or lineage & set(mark.bearers)):
            holes = ", ".join(f"${{{number}:{slot.name}}}" for number, slot in enumerate(mark.params, 1))
            yield Proposal(name, "mark", "a keyword", insert=f"{name}({holes})" if holes else name, rank=3)


def _is_computed(sig: FieldSig) -> bool:
    """Whether a field follows from others, so that no card gives it."""
    if sig.computed or sig.sort != "stat" or sig.default is None:
        return sig.computed
    return any(isinstance(node, n.Name) and node.text == "it" for node in walk(sig.default))


def _fields_of(dot: n.Dot, trace: NameTrace, symbols: SymbolTable, seen: Resolved | None) -> Iterator[Proposal]:
    base = next((resolved.op.type for resolved in trace.resolved if resolved.node is dot.base), None)
    if base is None and seen is not None:
        base = ex.value(dot.base, seen.scope).type
    type = t.plain(base) if base is not None else None
    match type:
        case t.EventT(verb=verb):
            sig = symbols.verbs[verb]
            slots = {slot.name: slot.type for slot in sig.slots if slot.name != "me"} | sig.keeps
            yield from (Proposal(name, "slot", t.show(type), f"of `{verb}`") for name, type in slots.items())
        case t.MarkT(name=name) if name in symbols.marks:
            yield from (Proposal(slot.name, "slot", t.show(slot.type)) for slot in symbols.marks[name].params)
        case t.KindT(name=kind):
            yield from (_field(sig) for sig in symbols.fields(kind).values())
            lineage = symbols.lineage(kind)
            more = dict(builtins.THING_FIELDS)
            more |= builtins.SPACE_FIELDS if "Space" in lineage else {}
            more |= builtins.DIE_FIELDS if "Die" in lineage else {}
            yield from (Proposal(name, "field", "of every thing", says, rank=4) for name, (_, says) in more.items())
        case t.FaceT():
            yield Proposal("value", "field", "a number")
        case _:
            pass


def _field(sig: FieldSig) -> Proposal:
    return Proposal(sig.name, "field", f"{sig.sort}: {t.show(sig.type)}", f"of `{sig.kind}`", rank=1)


def _compared(parent: n.Node | None, trace: NameTrace, symbols: SymbolTable, seen: Resolved) -> Iterator[Proposal]:
    """The symbols that the other side of a comparison may show."""
    if not isinstance(parent, n.Compare):
        return
    left = next((resolved.op.type for resolved in trace.resolved if resolved.node is parent.left), None)
    type = t.item(left) or t.plain(left) if left is not None else None
    die = type.die if isinstance(type, t.FaceT) else type.name if isinstance(type, t.KindT) else ""
    if die in symbols.dice:
        yield from (Proposal(name, "symbol", f"on a {die}", rank=0) for name in sorted(die_symbols(die, seen.scope)))
    elif isinstance(type, t.SymbolT) and type.name in symbols.symbols:
        yield from (Proposal(name, "symbol", f"of {type.name}", rank=0) for name in symbols.symbols[type.name].members)


def _locals(names: dict[str, t.Type]) -> Iterator[Proposal]:
    yield from (Proposal(name, "local", t.show(type), rank=0) for name, type in names.items())


def _values(seen: Resolved, symbols: SymbolTable, unit: CheckedUnit) -> Iterator[Proposal]:
    """Names in an expression: what is expected first, then what is in scope, then the rest."""
    scope, expected = seen.scope, seen.expected
    plain = t.item(expected) or t.plain(expected) if expected is not None else None
    if isinstance(plain, t.SymbolT) and plain.name in symbols.symbols:
        yield from (
            Proposal(name, "symbol", f"of {plain.name}", rank=0) for name in symbols.symbols[plain.name].members
        )
    yield from _locals(scope.locals)
    if scope.that is not None:
        that = t.plain(scope.that)
        if isinstance(that, t.KindT):
            yield from (_field(sig) for sig in symbols.fields(that.name).values())
        yield Proposal("that", "builtin", t.show(scope.that), rank=2)
    if scope.it is not None:
        yield Proposal("it", "builtin", t.show(scope.it), rank=2)
    if scope.me:
        yield Proposal("me", "builtin", "a player", rank=2)
    yield from (
        Proposal(name, "builtin", builtin.gives, builtin.says, rank=4) for name, builtin in builtins.NAMES.items()
    )
    yield from (
        Proposal(sig.name, "field", t.show(sig.type), "of the table", rank=3)
        for sig in symbols.fields("Table").values()
    )
    for name, rule in symbols.rules.items():
        holes = ", ".join(f"${{{i}:{param.name}}}" for i, param in enumerate(rule.params, 1) if param.required)
        yield Proposal(name, "rule", rule.sort, insert=f"{name}({holes})" if holes else name, rank=3)
    for name, function in builtins.FUNCTIONS.items():
        holes = ", ".join(f"${{{i}:{want.name}}}" for i, want in enumerate(function.wants, 1) if not want.optional)
        yield Proposal(name, "function", function.usage, function.says, f"{name}({holes})", 4)
    yield from (Proposal(name, "table", "a table", insert=f"{name}[$1]") for name in symbols.tables)
    if plain is None or isinstance(plain, t.KindT | t.UnknownT | t.MarkT | t.RefT):
        yield from _capitals(symbols, unit, plain.name if isinstance(plain, t.KindT) else "", scope)


def _capitals(symbols: SymbolTable, unit: CheckedUnit, kind: str = "", scope: object = None) -> Iterator[Proposal]:
    yield from (Proposal(seat, "seat", "a player", rank=0) for seat in getattr(scope, "seats", ()) if seat != "?")
    for name, of in unit.cards.items():
        if name[:1].isalpha() and " " not in name:
            fits = bool(kind) and kind in symbols.lineage(of)
            yield Proposal(name, "card", f"a card: {of}", rank=1 if fits else 4)
    yield from (Proposal(name, "kind", "a kind", rank=4) for name in symbols.kinds)
    for name, mark in symbols.marks.items():
        yield Proposal(name, "mark", "a status" if mark.status else "a keyword", rank=4)
    for sort, names in (("window", symbols.windows), ("flow", symbols.flows), ("currency", symbols.currencies)):
        yield from (Proposal(name, sort, f"a {sort}", rank=5) for name in names)
