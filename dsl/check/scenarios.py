"""Checks scenarios: seats, given state, sentences and answers, conditions.

A scenario is checked when all cards are known, because it names them. It is outside the game, so it may see
everything; running it checks answers and dice strictly.
"""

from __future__ import annotations

from collections.abc import Sequence

import dsl.check.expressions as ex
from dsl.check.annotations import check_cites
from dsl.check.calls import call
from dsl.check.context import NO_SEATS, Context
from dsl.check.lookup import declared_modes
from dsl.check.phrases import fill, no_ending, phrase, unknown_verb
from dsl.check.statements import sentence
from dsl.diagnostics import did_you_mean, listed, suggesting
from dsl.diagnostics.codes import names as name_codes
from dsl.diagnostics.codes import scenarios as codes
from dsl.ir.findings import Findings
from dsl.ir.name_trace import NameTrace
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.symbols import SymbolTable, players_range
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text.give_way import give_way
from dsl.text.limits import SUGGESTIONS_OF_A_TEXT

CHANCE = "Chance"
"""The seat that answers `by chance`: `Chance: choose Ben`, unless a player has that name."""


@suggesting(SUGGESTIONS_OF_A_TEXT)
def check_scenario(
    parsed: Parsed,
    symbols: SymbolTable,
    events: dict[str, frozenset[str]],
    clauses: frozenset[str] | None,
    cards: dict[str, str],
    trace: NameTrace | None = None,
) -> Findings:
    give_way()
    findings = Findings(parsed.piece, trace=trace)
    tree = parsed.tree
    assert isinstance(tree, n.Scenario)
    seats = tuple(name.text for step in tree.steps if isinstance(step, n.Seats) for name in step.names)
    given = [item for step in tree.steps if isinstance(step, n.Given) for item in step.items]
    modes = tuple(item.name.text for item in given if isinstance(item, n.GivenSwitch) and item.form != "ruling")
    cx = Context(
        symbols, findings, "a scenario", events=events, any_event=True, cards=cards, seats=seats or NO_SEATS,
        modes=modes, doing=False,
    )  # fmt: skip
    check_cites(tree, clauses, cx)
    if clauses is not None and not tree.marks.cites:
        cx.report(codes.NEVER_CASE, tree.name.span)
    _check_structure(tree, seats, cx)
    for step in tree.steps:
        if isinstance(step, n.Cases):
            _cases(step, cx)
    for step in tree.steps:
        _step(step, seats, cx)
    return findings


def _check_structure(tree: n.Scenario, seats: tuple[str, ...], cx: Context) -> None:
    todo = any(isinstance(step, n.Todo) for step in tree.steps)
    if not todo and not any(isinstance(step, n.Then) for step in tree.steps):
        cx.report(codes.NO_THEN, tree.name.span)
    if not seats:
        if not todo:
            cx.report(codes.NO_SEATS, tree.name.span)
        return
    for step in tree.steps:
        if isinstance(step, n.Seats):
            for index, name in enumerate(step.names):
                if name.text in seats[:index]:
                    first = next(other for other in step.names if other.text == name.text)
                    notes = [cx.findings.label(first.span, "first named here")] if first is not name else []
                    cx.report(name_codes.DUPLICATE, name.span, name=name.text, label="here again", notes=notes)
    low, high = players_range(cx.symbols, cx.modes)
    if not low <= len(seats) <= high:
        span = next(step.span for step in tree.steps if isinstance(step, n.Seats))
        expected = f"{low}..{high}" if low != high else str(low)
        cx.report(codes.WRONG_SEATS, span, wanted=expected, found=len(seats))


def _step(step: n.Step, seats: tuple[str, ...], cx: Context) -> None:
    match step:
        case n.Given(items=items):
            for item in items:
                _given(item, cx)
        case n.TryCard(card=card, against=against):
            ex.value(card, cx, t.THING)
            if against is not None:
                ex.value(against, cx, t.THING)
        case n.Dice():
            _dice(step, cx)
        case n.Order(pile=pile, things=things):
            zone = ex.as_list_of(pile, cx, "`order`")
            for thing in things:
                ex.value(thing, cx, t.item(zone.type))
        case n.Do(sentence=line):
            doing = cx.inner(doing=True)
            sentence(line, doing)
            cx.locals.update(doing.locals)  # `do roll_off … as first` names something for the steps below
        case n.Answer():
            _answer(step, seats, cx)
        case n.Then():
            for name in step.waits:
                _known_seat(name, seats, cx)
            _then(step, cx)
        case _:
            pass


def _given(item: n.GivenSwitch | n.GivenThing | n.GivenValue, cx: Context) -> None:
    match item:
        case n.GivenSwitch():
            _switch(item, cx)
        case n.GivenValue(place=place, value=value):
            target = ex.value(place, cx)
            name = place.name if isinstance(place, n.Dot) else "this"
            die = t.item(target.type) or t.plain(target.type)
            if isinstance(die, t.KindT) and die.name in cx.symbols.dice:
                _given_dice(value, die.name, name, cx)
            else:
                ex.expect(value, cx, target.type, f"`{name}`", name)
        case n.GivenThing(thing=thing, args=args, slots=slots):
            if isinstance(thing, n.Name) and args is not None:
                call(n.Call(thing.text, args, thing.span, span=item.span), cx)
            elif isinstance(thing, n.Name):
                ex.value(thing, cx)
            else:
                kind = item.role.text.capitalize() if item.role else "Thing"
                if item.role is not None and kind not in cx.symbols.kinds:
                    roles = [name.lower() for name in cx.symbols.kinds]
                    help = did_you_mean(item.role.text, roles)
                    cx.report(name_codes.UNKNOWN_KIND, item.role.span, name=kind, help=help)
                expected = t.KindT(kind) if kind in cx.symbols.kinds else t.THING
                ex.value(thing, cx, expected)
            _places(thing, slots, cx)


def _places(thing: n.Expr, slots: tuple[n.Slot, ...], cx: Context) -> None:
    """The owner and place of a given thing; for a keyword or status: its bearer."""
    is_mark = isinstance(thing, n.Name) and thing.text in cx.symbols.marks
    allowed = ("on", "to") if is_mark else ("for", "at", "in")
    for slot in slots:
        if slot.preposition not in allowed:
            phrase = "`given Burn(2) on Rusty`" if is_mark else "`given Rusty for Ann at A1`, `given Card in Ann.hand`"
            cx.report(name_codes.WRONG_SLOT, slot.span, verb="given", slot=f"`{slot.preposition}`", phrase=phrase)
        ex.value(slot.value, cx, t.KindT("Space") if slot.preposition == "at" else None)


def _given_dice(value: n.Expr, die: str, name: str, cx: Context) -> None:
    """`given Ann.tray = [fire, 3]`: dice are given by their faces."""
    shown = value.items if isinstance(value, n.ListOf) else (value,)
    node = cx.symbols.dice[die].node
    assert isinstance(node, n.Die)
    faces = {face for die_face in node.faces for face in _face_names(die_face)}
    for face in shown:
        parts = (face.first, *(term.value for term in face.rest)) if isinstance(face, n.Sum) else ()
        if parts and all(isinstance(part, n.Name) for part in parts):
            face_name = " + ".join(sorted(cx.findings.piece.text[slice(*face.span)].replace(" ", "").split("+")))
            if face_name not in faces:
                listed = ", ".join(sorted(faces))
                cx.report(codes.UNKNOWN_FACE, face.span, die=die, face=f"`{face_name}`", faces=listed)
            continue
        op = ex.value(face, cx, t.FaceT(die, cx.symbols.dice[die].numeric))
        if not isinstance(t.plain(op.type), t.SymbolT | t.NumberT | t.FaceT | t.UnknownT):
            ex.wrong_type(face, cx, t.FaceT(die, False), op, f"`{name}`")
        elif op.name == "constant" and str(op.data) not in faces:
            listed = ", ".join(sorted(faces))
            cx.report(codes.UNKNOWN_FACE, face.span, die=die, face=f"`{op.data}`", faces=listed)


def _switch(item: n.GivenSwitch, cx: Context) -> None:
    symbols, name = cx.symbols, item.name.text
    cx.footprint.names.add(name)
    if item.form == "ruling":
        ruling = symbols.rulings.get(name)
        if ruling is None:
            _unknown_switch("ruling", item.name, list(symbols.rulings), cx)
        elif item.value is not None and item.value.text not in ruling.members:
            _unknown_switch("reading", item.value, list(ruling.members), cx)
        return
    names = [
        other for other, sig in symbols.modes.items() if getattr(sig.node, "variant", False) == (item.form == "variant")
    ]
    if item.form == "mode" and symbols.ruleset is not None:
        names += declared_modes(symbols.ruleset)
    if name not in names:
        _unknown_switch(item.form, item.name, names, cx)


def _unknown_switch(category: str, name: n.Name, names: list[str], cx: Context) -> None:
    words = listed(names) or "none"
    help = did_you_mean(name.text, names)
    cx.report(name_codes.UNKNOWN_SWITCH, name.span, sort=category, name=name.text, known=words, help=help)


def _dice(step: n.Dice, cx: Context) -> None:
    die = cx.symbols.dice.get(step.die.text)
    if die is None:
        help = did_you_mean(step.die.text, cx.symbols.dice)
        cx.report(name_codes.UNKNOWN_DIE, step.die.span, name=step.die.text, help=help)
        return
    assert isinstance(die.node, n.Die)
    faces = {face for die_face in die.node.faces for face in _face_names(die_face)}
    for face in step.faces:
        for face_name in _face_names(face):
            if face_name not in faces and face_name not in cx.locals:  # a name of `cases` may be a face
                shown = ", ".join(sorted(faces))
                help = did_you_mean(face_name, faces) or f"its faces are {shown}"
                source_text = cx.findings.piece.text[face.span[0] : face.span[1]]
                cx.report(
                    codes.UNKNOWN_FACE, face.span, die=step.die.text, face=f"`{source_text}`", faces=shown, help=help
                )


def _face_names(face: n.DieFace) -> list[str]:
    """A face in its canonical spelling; a range of numbers is several faces."""
    if len(face.parts) == 1 and face.parts[0].form == "range":
        return [str(number) for number in range(face.parts[0].number, face.parts[0].high + 1)]
    parts = []
    for part in face.parts:
        match part.form:
            case "number":
                parts.append(str(part.number))
            case "none":
                parts.append("none")
            case _:
                parts.append(part.symbol if part.number == 1 else f"{part.number} {part.symbol}")
    return [" + ".join(sorted(parts))]


def _answer(step: n.Answer, seats: tuple[str, ...], cx: Context) -> None:
    if not (step.seat.text == CHANCE and step.form == "choose"):
        _known_seat(step.seat, seats, cx)
    inside = cx.inner(me=True)
    for value in step.values:
        ex.value(value, inside)
    if step.phrase is not None:
        _phrase(step.phrase, inside)


def _known_seat(name: n.Name, seats: tuple[str, ...], cx: Context) -> None:
    if name.text not in seats:
        declared = listed(seats) or "none"
        cx.report(codes.UNKNOWN_SEAT, name.span, name=name.text, known=declared, help=did_you_mean(name.text, seats))


def _phrase(line: n.Phrase, cx: Context) -> None:
    cx.footprint.names.add(line.verb.text)
    if line.verb.text in builtins.VERBS:
        phrase(line, cx.inner(doing=True))  # `then Ann cannot pass`
        return
    verb = cx.symbols.verbs.get(line.verb.text)
    if verb is None:
        unknown_verb(line, cx)
        return
    no_ending(line, cx)
    fill(line, verb, cx)


def _then(step: n.Then, cx: Context) -> None:
    if step.value is not None:
        if step.cannot is None:
            ex.expect(step.value, cx, t.TRUTH, "`then`")
        else:
            ex.expect(step.value, cx, t.PLAYER, "`cannot`")
            if step.cannot.verb.text == "choose" and step.cannot.object is not None:
                ex.value(step.cannot.object, cx.inner(me=True))  # an option that the open choice must not offer
            else:
                _phrase(step.cannot, cx.inner(me=True))
    if isinstance(step.because, n.Cite):
        cx.footprint.names.add(step.because.clause)


def column_type(cells: Sequence[n.Expr], cx: Context) -> t.Type | None:
    """The type of the texts in a column: names of things, if another cell names a thing; otherwise plain texts."""
    if not any(isinstance(cell, n.Text) for cell in cells):
        return None
    quiet = cx.inner(findings=Findings(cx.findings.piece))
    types = (t.plain(ex.value(cell, quiet).type) for cell in cells if not isinstance(cell, n.Text))
    return t.THING if any(isinstance(type, t.KindT) for type in types) else None


def _cases(step: n.Cases, cx: Context) -> None:
    for column, name in enumerate(step.names):
        cells = [row[column] for row in step.rows if len(row) == len(step.names)]
        expected = column_type(cells, cx)
        types = [ex.value(cell, cx, expected).type for cell in cells]
        first = types[0] if types else t.UNKNOWN
        cx.name(name, t.NUMBER if isinstance(first, t.NumberT) else first)
    for row in step.rows:
        if len(row) != len(step.names):
            span = (row[0].span[0], row[-1].span[1])
            cell_count = "1 value" if len(row) == 1 else f"{len(row)} values"
            cx.report(codes.CASE_WIDTH, span, found=cell_count, wanted=len(step.names))


__all__ = ["SymbolTable", "check_scenario", "players_range"]
