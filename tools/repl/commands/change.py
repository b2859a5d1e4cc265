"""Commands that change something: answers, undo and redo, other matches, other files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import evolve

from dsl.diagnostics import did_you_mean
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from tools.files import read_text
from tools.matches.journal import read_all
from tools.matches.record import record_in
from tools.matches.record_lines import BEGINS
from tools.play import seat_names
from tools.repl.answer_text import by_numbers, open_request
from tools.repl.autosave import InterruptedMatch, replayed
from tools.repl.commands.registry import number, parted
from tools.repl.match_steps import ReplMatch
from tools.repl.session_program import GameChoice, called, opened
from tools.repl.steps import AnswerStep, BadText, StepRefused
from tools.repl.workbench import Workbench
from tools.report.escape import printable

if TYPE_CHECKING:
    from tools.repl.session import ReplSession


def do(session: ReplSession, rest: str) -> Iterator[str]:
    words = rest.replace(",", " ").split()
    seat = words.pop(0) if words and not words[0].isdecimal() else ""
    yield from session.do(by_numbers(open_request(session.table, seat), words))


def undo(session: ReplSession, rest: str) -> Iterator[str]:
    session.stops.over()
    for _ in range(_times(rest)):
        step = session.desk.undo()
        if step is None:
            raise StepRefused("there is nothing to undo")
        yield printable(f"undone: {step.words_of()}", 400)
    session.noted = [fact for fact in session.noted if fact.steps <= len(session.table.steps)]
    yield from session.question()


def redo(session: ReplSession, rest: str) -> Iterator[str]:
    for _ in range(_times(rest)):
        step = session.desk.redo()
        if step is None:
            raise StepRefused("there is nothing to redo")
        yield printable(f"redone: {step.words_of()}", 400)
        yield from session.happened(session.table.events(len(session.table.steps) - 1))
    yield from session.question()


def _times(rest: str) -> int:
    count = number(rest, 1)
    if not 0 < count <= 100_000:
        raise StepRefused("write how many steps: `:undo 3`")
    return count


def fork(session: ReplSession, rest: str) -> Iterator[str]:
    """Fork the match. Matches are numbered; the current one is not in the list of the others."""
    if not rest:
        session.forks[session.fork] = evolve(session.desk, table=session.desk.table.fork())
        session.fork = max((*session.forks, session.fork)) + 1
        session.keeper.fork()
        yield f"this is match {session.fork} now; `:fork {session.fork - 1}` goes back to the other as it was"
        return
    fork = number(rest, 0)
    if fork not in session.forks:
        others = ", ".join(f"`:fork {other}`" for other in session.forks) or "there is only this one"
        raise StepRefused(f"there is no other match {fork}: {others}")
    session.forks[session.fork] = session.desk
    session.desk, session.fork = session.forks.pop(fork), fork
    session.keeper.keep(session.desk, "anew", "")
    session.stops.over()
    yield f"this is match {fork}, after {len(session.table.steps)} steps"
    yield from session.question()


def seed(session: ReplSession, rest: str) -> Iterator[str]:
    if not rest:
        yield f"the seed is {session.table.seed}"
        return
    _begin(session, number(rest, 0), bare=session.table.bare)
    yield from session.happened(session.table.log)
    yield from session.play_bots()


def table(session: ReplSession, rest: str) -> Iterator[str]:
    _begin(session, session.table.seed, bare=True)
    yield 'the table is empty: `given map "…"`, `given Rusty for Ann at A1`; sentences are done at once'


def _begin(session: ReplSession, seed: int, bare: bool) -> None:
    session.desk.begin(seed, bare)
    session.noted = []
    session.stops.over()


# --------------------------------------------------------------------------------------------------- other files


def load(session: ReplSession, rest: str) -> Iterator[str]:
    if not rest:
        raise StepRefused("write a game, a file with declarations, or a recorded match: `:load GAME`")
    if rest.endswith(".bot"):
        yield from _declarations(session, rest)
    elif os.path.isfile(rest) and read_all(rest).startswith(BEGINS):
        yield from _recorded(session, rest)
    else:
        yield from _game(session, rest)


def _declarations(session: ReplSession, path: str) -> Iterator[str]:
    decoded = read_text(path)
    session.desk.book = session.desk.book.noted(path, decoded.source.text)
    if not decoded.readable:
        raise BadText(decoded.diagnostics)
    every = [
        declaration
        for declaration in parse_source(evolve(decoded.source, file=path))
        if not isinstance(declaration.tree, n.Scenario)
    ]
    wrong = [
        diagnostic for declaration in every for diagnostic in declaration.diagnostics if diagnostic.severity == "error"
    ]
    if wrong:
        raise BadText(wrong)
    parsed = [declaration for declaration in every if declaration.tree is not None]
    diagnostics, parting = session.desk.declare(parsed, "".join(declaration.piece.text for declaration in parsed))
    yield from session.findings(diagnostics)
    yield printable(f"added {', '.join(map(called, parsed)) or 'nothing'}", 600)
    yield from parted(parting, session.table) if parting is not None else ()
    yield from session.question()


def _recorded(session: ReplSession, path: str) -> Iterator[str]:
    record, lines = record_in(path, read_all(path))
    desk, notes, _ = replayed(InterruptedMatch(path, record, bool(lines.head.get("bare"))))
    yield from _seated(session, desk)
    yield from (printable(f"note: {note}") for note in notes)


def _game(session: ReplSession, name: str) -> Iterator[str]:
    book = opened(GameChoice(name))
    least, most = book.game.players
    seats = tuple(seat_names(max(least, min(len(session.table.seats), most))))
    yield from _seated(session, Workbench(book, ReplMatch(book.linked, seats, session.table.seed)))


def _seated(session: ReplSession, desk: Workbench) -> Iterator[str]:
    """Switch to another workbench; the current match is saved."""
    session.keeper.leave(over=session.table.over)
    session.desk, session.noted, session.forks = desk, [], {}
    desk.keep = session.keeper.keep
    session.stops.over()
    if desk.table.steps or desk.book.typed:
        session.keeper.keep(desk, "anew", "")
    yield from session.greeting()


def reload(session: ReplSession, rest: str) -> Iterator[str]:
    steps = len(session.table.steps) + len(session.table.lost)
    parting = session.desk.reload()
    session.stops.over()
    if parting is None:
        yield f"read again; {steps} step{'s' * (steps != 1)} went as before"
    else:
        yield from parted(parting, session.table)
    yield from session.question()


def save(session: ReplSession, rest: str) -> Iterator[str]:
    if not rest:
        raise StepRefused("write a file: `:save evening.bwr`")
    typed = next((step for step in session.table.steps if not isinstance(step, AnswerStep)), None)
    if typed is not None or session.desk.book.typed or session.table.bare:
        what = f"`{typed.words_of()}`" if typed is not None else "what was typed"
        raise StepRefused(f"{what} is no answer, and a saved match has answers only; `:scenario` and `:bug` keep all")
    match = session.desk.book.game.start(session.table.seats, session.table.seed)
    for request, chosen in session.table.match.answers:
        match.answer(request, chosen)
    match.save(rest)
    yield printable(f"wrote {rest}")


def rulings(session: ReplSession, rest: str) -> Iterator[str]:
    """List the rulings; with a name and a reading, select that reading."""
    symbols = session.table.linked.program.symbols
    chosen = session.table.linked.rulings
    if rest:
        name, _, reading = rest.replace(" is ", " ").partition(" ")
        if name not in symbols.rulings:
            raise StepRefused(
                f"there is no ruling `{name[:60]}`: {did_you_mean(name, symbols.rulings) or '`:rulings`'}"
            )
        choice = session.desk.book.wanted
        parting = session.desk.settle(evolve(choice, rulings={**choice.rulings, name: reading.strip()}))
        yield printable(f"{name} is {reading.strip()} now")
        yield from parted(parting, session.table) if parting is not None else ()
        yield from session.question()
        return
    if not symbols.rulings:
        yield "the rules leave nothing open"
    for name, sig in symbols.rulings.items():
        node = sig.node
        assert isinstance(node, n.Ruling)
        yield printable(f"{name}{f' ({node.shown.value})' if node.shown is not None else ''}")
        for option in node.options:
            here = chosen.get(name, "") == option.id.text or (name not in chosen and option.default)
            says = f": {option.shown.value}" if option.shown is not None else ""
            yield printable(f"  {'*' if here else ' '} {option.id.text}{says}")


def quit(session: ReplSession, rest: str) -> Iterator[str]:
    session.left = True
    return iter(())
