"""Commands that show the table, questions, types and changes. None of them changes anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import evolve

from dsl.diagnostics import did_you_mean
from dsl.names import types as t
from interpreter.visibility.views import View, open_view
from interpreter.visibility.views import view as view_of
from tools.drawing import TextStyle, picture_of, schema_of
from tools.drawing.screen import screen
from tools.repl.answer_text import open_request
from tools.repl.commands.registry import COMMANDS, look_up
from tools.repl.input_kind import BadInput, ExpressionInput, SentenceInput, read
from tools.repl.state_facts import KEPT, REST, change_lines, facts
from tools.repl.steps import BadText, StepRefused
from tools.report.escape import printable

if TYPE_CHECKING:
    from tools.repl.session import ReplSession

WIDTH, HEIGHT = 80, 40
"""The size of a drawn table."""
TYPED = """\
An expression shows its value:        Rusty.health + 1
A sentence is executed:               me.energy += 2
An action that is offered is chosen:  step to B2        (`do step to B2` asks nobody)
A number answers the question:        2                 1 3          Ann: 2          pass
An answer in words:                   Ann: pass         Ann: choose "Old Yard"
A declaration joins the match:        Gadget Fan { used { me.energy += 1 } }
A setup line changes the table:       given Rusty for Ann at A1, Rusty.damage = 3
After an open bracket or a final `and`, the text continues on the next line; an empty line ends it.
"""


def help(session: ReplSession, rest: str) -> Iterator[str]:
    if rest:
        command = look_up(rest.lstrip(":"))
        yield f":{command.name} {command.usage}".rstrip()
        yield f"  {command.says}"
        return
    yield from TYPED.splitlines()
    yield ""
    wide = max(len(f":{command.name} {command.usage}") for command in COMMANDS.values())
    for command in COMMANDS.values():
        yield f"{f':{command.name} {command.usage}':{wide}}  {command.says}".rstrip()


def type(session: ReplSession, rest: str) -> Iterator[str]:
    entry = next(read(rest, "input", session.table.input_context()), None) if rest else None
    match entry:
        case None:
            raise StepRefused("write an expression: `:type me.hand`")
        case BadInput(diagnostics=wrong):
            session.desk.book = session.desk.book.noted("input", rest)
            raise BadText(wrong)
        case ExpressionInput():
            session.desk.book = session.desk.book.noted("input", rest)
            if session.stops.halted is not None:
                yield printable(t.show(session.stops.reckoned(entry, session.table)[1]))
            else:
                yield printable(t.show(session.table.understood(entry.node, entry.piece).type))
        case SentenceInput():
            word = rest.split()[0]
            sig = session.table.linked.signatures.get(word)
            yield printable(f"a sentence: {sig.phrase}" if sig is not None else "a sentence")
        case _:
            yield "this is a declaration, which has no value"


def state(session: ReplSession, rest: str) -> Iterator[str]:
    """The table with everything hidden turned up; for one thing, all its facts."""
    m = session.stops.halted.machine if session.stops.halted is not None else session.table.machine
    if not rest:
        yield from _drawn(session, open_view(m))
        return
    own = {name: fact for name, fact in facts(m, (*KEPT, *REST)).items() if name == rest or name.startswith(f"{rest}.")}
    if not own:
        names = {name.split(".")[0] for name in facts(m)}
        raise StepRefused(f"nothing on the table is called `{rest[:60]}`: {did_you_mean(rest, names) or ':state'}")
    yield from (printable(f"{name} = {fact.value}", 400) for name, fact in own.items())


def view(session: ReplSession, rest: str) -> Iterator[str]:
    seat = rest or None
    if seat is not None and seat not in session.table.seats:
        seats = session.table.seats
        raise StepRefused(f"nobody sits at `{rest[:60]}`: {did_you_mean(rest, seats, ', '.join(seats))}")
    yield from _drawn(session, view_of(session.table.match, seat))


def _drawn(session: ReplSession, seen: View) -> list[str]:
    style = TextStyle(width=WIDTH, height=HEIGHT)
    return style.lines(
        screen(picture_of(evolve(seen, over=session.table.over), schema_of(session.table.linked)), style)
    )


def legal(session: ReplSession, rest: str) -> Iterator[str]:
    if rest:
        yield from session.asked_of(open_request(session.table, rest))
        return
    yield from session.question(again=True) or ["nobody is asked anything now"]


def diff(session: ReplSession, rest: str) -> Iterator[str]:
    lines = change_lines(session.asked, facts(session.table.machine))
    yield from (printable(line, 600) for line in lines or ["nothing has changed"])
