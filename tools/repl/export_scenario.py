"""Exports a session as a scenario: the same seats, switches, dice, orders and answers, and their results.

A match that began with its flow becomes a scenario without `do`; sentences and setup on an empty table become `given`
and `do`. Facts that the user looked up become `then`. Anything that a scenario cannot express is refused with the
reason, and the scenario is returned only after it was run and passed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import dsl.check.expressions as ex
import interpreter.scenarios.answer_lines as words
from dsl.check.driver import Unit, check
from dsl.format.formatter import format_text
from dsl.ir.program import ScenarioSource
from dsl.names import types as t
from dsl.parse import parse_expression, parse_source
from dsl.syntax import nodes as n
from dsl.text.source import Piece, Source, digest
from interpreter.evaluate.expressions import value
from interpreter.execute.machine import Machine
from interpreter.model import state as s
from interpreter.model.environment import RuleError, Scope
from interpreter.model.frames import TOGETHER
from interpreter.model.state import Thing
from interpreter.model.work_meter import refill
from interpreter.scenarios.run import run_scenario
from interpreter.visibility.redact import asked_on
from tools.repl.input_kind import SentenceInput, read
from tools.repl.match_steps import ReplMatch
from tools.repl.steps import AnswerStep, BadText, GivenStep, SentenceStep, StepRefused
from tools.repl.write_names import Unnameable, spelt, thing_name

if TYPE_CHECKING:
    from tools.repl.session import NotedFact, ReplSession

CITED = 6
"""The maximum number of cited clauses."""
FACTS = 8
"""The number of facts at the end if no value was looked at."""


def written(session: ReplSession, name: str) -> str:
    """The session as a formatted scenario file, not yet run. Raises `StepRefused`, `Unnameable`."""
    table = session.table
    if table.lost:
        raise StepRefused("some steps could not be repeated: use `:reload`, or take a step, first")
    if not table.steps:
        raise StepRefused("nothing has been done yet")
    if table.requests and table.machine.state.frames[-1][0] == TOGETHER:
        raise StepRefused(
            "several players are deciding together: a scenario can end before that, or when all have decided"
        )
    lines = [f"  seats {', '.join(table.seats)}", *_switches(session), *_given(table), *_chance(table)]
    lines += _dialogue(table, session.noted) + _ending(table, session.noted)
    cited = _cites(table, lines)
    head = f"scenario {_quoted(name)}{f' cites {cited}' if cited else ''} {{"
    text = "\n".join([head, *lines, "}", ""])
    before = "".join(f"{parsed.piece.text.strip()}\n\n" for parsed in session.desk.book.typed)
    return format_text(before + text).text or before + text


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _switches(session: ReplSession) -> Iterator[str]:
    game = session.desk.book.game
    lines = [f"mode {game.mode}"] if game.mode else []
    lines += [f"variant {name}" for name in game.variants]
    lines += [f"ruling {name} is {reading}" for name, reading in session.desk.book.wanted.rulings.items()]
    if lines:
        yield f"  given {', '.join(lines)}"


def _given(table: ReplMatch) -> Iterator[str]:
    """The `given` lines: the table before the first step."""
    for step in table.steps:
        if not isinstance(step, GivenStep):
            break
        text = step.text.strip()
        if text.partition("=")[0].rstrip().endswith(("+", "-")):
            raise StepRefused(f"`{text}` changes a value, but a scenario sets values: write the new value with `=`")
        yield f"  {text if text.startswith('given ') else f'given {text}'}"


def _chance(table: ReplMatch) -> Iterator[str]:
    """The results of dice, shuffles and random choices, in order."""
    m = table.machine
    dice: dict[str, list[str]] = {}
    for drawn in table.trace.drawn:
        match drawn.sort:
            case "die":
                dice.setdefault(drawn.name, []).append(words.value(m, drawn.value))
            case "order":
                holder: Thing = drawn.holder if drawn.holder is not None else m.state.cells[s.TABLE]
                whose = "" if m.state.cells[holder + s.KIND] == "Table" else f"{words.name(m, holder)}."
                cards = ", ".join(_card(m, thing) for thing in drawn.value)
                if len(set(cards.split(", "))) > 1:  # identical cards have no order
                    yield f"  order {whose}{drawn.name}: {cards}"
            case _:
                yield f"  Chance: choose {', '.join(words.value(m, value) for value in drawn.value)}"
    for die, faces in dice.items():
        yield f"  dice {die}: {', '.join(faces)}"


def _card(m: Machine, thing: Thing) -> str:
    card = m.state.cells[thing + s.CARD]
    if card is None:
        raise Unnameable(f"the order of things without a name ({m.state.cells[thing + s.KIND]})")
    return words.quoted(str(card).rsplit(".", 1)[-1])


def _dialogue(table: ReplMatch, noted: Sequence[NotedFact]) -> list[str]:
    lines: list[str] = []
    begun = False
    for index, step in enumerate(table.steps):
        match step:
            case AnswerStep():
                begun = True
                lines.append(f"  {_answer(table, index)}")
            case SentenceStep() if table.bare:
                begun = True
                lines.append(f"  do {_sentence(table, step)}")
            case SentenceStep():
                raise StepRefused(
                    f"`{step.words_of()}` was typed in the middle of the match, but a scenario of a match has only "
                    "answers; use `:table` to set up a table and run sentences on it"
                )
            case GivenStep() if begun:
                raise StepRefused(
                    f"`{step.words_of()}` was set up after something had happened,"
                    " but in a scenario all setup comes first"
                )
        lines += [f"  then {fact.words}" for fact in noted if fact.steps == index + 1]
    return lines


def _answer(table: ReplMatch, index: int) -> str:
    _, _, request, chosen = table.done(index)
    assert request is not None
    before = table.before_step(index)
    m = table.machine
    return words.line(*asked_on(Machine(m.linked, before, m.seed, m.seats), request), chosen)


def _sentence(table: ReplMatch, step: SentenceStep) -> str:
    entry = next(read(step.text, step.file, table.input_context()))
    if not isinstance(entry, SentenceInput) or not isinstance(entry.node, n.Phrase | n.Assign | n.Open):
        raise StepRefused(
            f"`{step.words_of()}` is a sentence for the inside of a rule; a scenario has verbs, `=` and `open`"
        )
    return " ".join(step.text.split())


def _ending(table: ReplMatch, noted: Sequence[NotedFact]) -> list[str]:
    """The `then` lines at the end: facts, and who is asked."""
    lines = []
    if not any(fact.steps for fact in noted):
        lines = [f"  then {fact}" for fact in _facts(table)]
    if table.over:
        lines.append(f"  then winners is [{', '.join(table.match.result)}]")
    if table.requests:
        seats = " and ".join(dict.fromkeys(request.seat for request in table.requests))
        lines.append(f"  then waits for {seats}")
    if not lines and not noted:
        raise StepRefused("no change was found that a scenario could test: look at a value first, such as `me.energy`")
    return lines


def _facts(table: ReplMatch) -> list[str]:
    """The changes of the session that a scenario can express, the latest first."""
    start, now = table.opening().machine, table.machine
    switches: dict[str, None] = {}
    last = Machine(now.linked, table.before_step(len(table.steps) - 1), now.seed, now.seats)
    for before in (last, start):
        for fact in _kept(now):
            if not _holds(table, before, fact):
                switches[fact] = None
    return list(switches)[:FACTS]


def _kept(m: Machine) -> Iterator[str]:
    """Stored numbers, positions and counts of things with a unique name."""
    for shape in m.linked.layout.kinds.values():
        for thing in m.state.cells[s.FIRST_KIND + shape.index]:
            if shape.name == "Table":
                whose = ""
            else:
                try:
                    whose = f"{thing_name(m, thing)}."
                except Unnameable:
                    continue
            for name, at in shape.offset.items():
                sig, cell = shape.fields[name], m.state.cells[thing + at]
                try:
                    if sig.sort == "zone" and sig.levels is None and isinstance(cell, tuple):
                        yield f"count({whose}{name}) is {len(cell)}"
                    elif sig.sort in ("keeps", "stands") and not isinstance(cell, tuple):
                        yield f"{whose}{name} is {spelt(m, cell, sig.type)}"
                except Unnameable:
                    continue


def _holds(table: ReplMatch, m: Machine, fact: str) -> bool:
    """Whether a fact is true on a table."""
    node, _ = parse_expression(fact)
    if node is None:
        return True
    cx = table.context(Piece("<input>", 0, fact, digest(fact)))
    op = ex.value(node, cx)
    if any(diagnostic.severity == "error" for diagnostic in cx.findings.diagnostics) or op.type != t.TRUTH:
        return True  # it cannot be expressed
    refill(m)
    try:
        return value(op, Scope({}, None, None), m) is True
    except RuleError:
        return False


def _cites(table: ReplMatch, lines: Sequence[str]) -> str:
    """The clauses of the events, the latest first, and those of refusals."""
    refused = [line.rpartition(" because ")[2] for line in lines if " cannot " in line and " because " in line]
    clauses = [*refused, *(clause for event in reversed(table.log) for clause in event.cites)]
    return " ".join(list(dict.fromkeys(clauses))[:CITED])


# -------------------------------------------------------------------------------------------------------- proving


def proved(text: str, units: Sequence[Unit], target: str, file: str) -> None:
    """Check the text as part of a unit and run its scenario. Raises `BadText` with the findings."""
    parsed = tuple(parse_source(Source(file, text)))
    clauses = next((unit.clauses for unit in units if unit.clauses is not None), None)
    if all(unit.id != target for unit in units):
        units = [*units, Unit(target, (), clauses)]
    whole = [Unit(u.id, (*u.pieces, *parsed), u.clauses) if u.id == target else u for u in units]
    checked = check(whole)
    wrong = [diagnostic for diagnostic in checked.diagnostics if diagnostic.severity == "error"]
    if wrong:
        raise BadText(wrong)
    own = next(declaration for declaration in parsed if isinstance(declaration.tree, n.Scenario))
    for outcome in run_scenario(checked.program, ScenarioSource(target, own)):
        if outcome.wrong is not None:
            raise BadText((outcome.wrong,))
