"""Compiled code to be read: every function of a named text, each line with the words of the author beside it.

What only the reference does is said too. This is for whoever wants to know how a rule runs; nothing here runs it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dsl.ir.operations import NO_OP, Op
from dsl.ir.passages import Passage
from dsl.ir.rules import Standing
from interpreter.compiled.jit import write_expression
from interpreter.compiled.program import Compiler
from interpreter.compiled.segments import Segments
from interpreter.compiled.source import Line, Unwritten
from interpreter.link.linked_program import LinkedProgram
from interpreter.link.lower import lower
from interpreter.link.printed_cards import PrintedCard

_TEXTS = frozenset({"block", "perform", "if", "repeat", "for_each", "phase", "either", "may"})


@frozen
class Listed:
    """A line of code, and where the sentence stands that it came from."""

    text: str
    passage: Passage | None


def names(linked: LinkedProgram) -> list[str]:
    """Everything of a program that can be listed, by name."""
    listed = [meaning.name for meaning in linked.program.declarations if meaning.name and meaning.ops]
    listed += [card for card in linked.cards if "." not in card]
    return sorted(dict.fromkeys(listed))


def listing(linked: LinkedProgram, name: str) -> list[Listed]:
    """The code of all texts with a name; of the game itself its whole flow."""
    compiler = Compiler(linked)
    lines: list[Line] = []
    ruleset = linked.program.symbols.ruleset
    if ruleset is not None and name == ruleset.id.text:
        lines += _flow(compiler, linked)
    for title, op in _roots(linked, name):
        lines += _listed(compiler, title, op)
    return [Listed(line.text, linked.source_map.passage(line.at) if line.at is not None else None) for line in lines]


def _flow(compiler: Compiler, linked: LinkedProgram) -> list[Line]:
    """The flow as one function that stops at every question, if all of it compiles."""
    try:
        compiler.flows.write(linked.start(), "flow")
    except Unwritten as reason:
        compiler.source.lines = []
        return [Line(f"# the flow runs in segments: `{reason}` is for the reference"), *_text(compiler, linked.start())]
    compiler.finish()
    return compiler.source.lines


def _roots(linked: LinkedProgram, name: str) -> Iterator[tuple[str, Op]]:
    for meaning in linked.program.declarations:
        if meaning.name == name:
            for op in meaning.ops:
                yield from _parts(f"{meaning.sort} {meaning.name}", op)
    card = linked.cards.get(name) or next((card for card in linked.cards.values() if card.shown == name), None)
    if card is not None:
        yield from _card(card)


def _card(card: PrintedCard) -> Iterator[tuple[str, Op]]:
    for field, op in card.values.items():
        yield from _parts(f"{card.shown}: {field}", op)
    for rule in card.standings:
        yield from _standing(f"{card.shown}: {rule.sort} {rule.target}", rule)
    for action in card.actions:
        yield from _parts(f"{card.shown}: action {action.data}", action)
    for _, part in card.parts:
        yield from _card(part)


def _parts(title: str, op: Op) -> Iterator[tuple[str, Op]]:
    match op.name:
        case "standing":
            yield from _standing(f"{title}: {op.data.sort} {op.data.target}", op.data)
        case "action":
            yield title, op.args[0]
        case "offer" | "keep" | "pay":
            for part in op.args:
                yield from _parts(title, part)
        case "script_rows":
            for part in op.args:
                yield title, part
        case "none" | "constant" | "symbol" | "again" | "always_ask" | "lasts" | "clauses":
            pass
        case _:
            yield title, op


def _standing(title: str, rule: Standing) -> Iterator[tuple[str, Op]]:
    for _, op in (*rule.filters, *rule.changes):
        yield from _parts(title, op)
    for op in (*rule.clauses.conditions, rule.of, rule.may or NO_OP):
        yield from _parts(title, op)
    if rule.body.name == "block":
        yield title, rule.body


def _listed(compiler: Compiler, title: str, op: Op) -> list[Line]:
    head = [Line(""), Line(f"# {title}", op)]
    return head + (_text(compiler, op) if op.name in _TEXTS else _expression(compiler, op))


def _text(compiler: Compiler, op: Op) -> list[Line]:
    source = compiler.source
    source.lines = []
    name = source.fresh("t")
    Segments(compiler).write(op, lower(op), name)
    compiler.finish()
    return source.lines


def _expression(compiler: Compiler, op: Op) -> list[Line]:
    compiler.source.lines = []
    if write_expression(compiler, op) is None:
        return [Line(f"# for the reference: {op.name}", op)]
    compiler.finish()
    return compiler.source.lines
