"""Commands that explain (why, why not, how likely) and commands that step through sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.diagnostics import did_you_mean
from interpreter.explain.explanation import Explanation
from interpreter.explain.odds import NoEnd, check_question
from interpreter.explain.odds import odds as odds_of
from interpreter.explain.resolve_words import normalised_action
from interpreter.explain.why import why as why_of
from interpreter.explain.why_not import why_not
from interpreter.match import EngineMatch
from tools.odds import BadQuestion, as_table
from tools.odds.question import lay_given, read
from tools.repl.answer_text import open_request
from tools.repl.commands.help import clause_words
from tools.repl.commands.registry import number
from tools.repl.steps import BadText, StepRefused
from tools.report.clause_quotes import clause_lines
from tools.report.escape import printable

if TYPE_CHECKING:
    from tools.repl.session import ReplSession

CALCULATIONS = ("rule", "define", "goal", "table")
SAMPLES = 2_000


def _match(session: ReplSession) -> EngineMatch:
    halted = session.stops.halted
    return EngineMatch(halted.machine, list(session.table.match.answers)) if halted is not None else session.table.match


def why(session: ReplSession, rest: str) -> Iterator[str]:
    log = session.table.log
    about: int | str = rest
    if not rest:
        last = next((event.number for event in reversed(log) if event.number >= 0), None)
        if last is None:
            raise StepRefused("nothing has happened yet; `:why me.energy` asks about a value")
        about = last
    elif not rest.isdecimal():
        named = next((event.number for event in reversed(log) if event.words == rest or event.verb == rest), None)
        about = named if named is not None else rest
    yield from _told(session, why_of(session.table.match, about))


def whynot(session: ReplSession, rest: str) -> Iterator[str]:
    if not rest:
        raise StepRefused("write an action: `:whynot step to B2`")
    seat, colon, action = rest.partition(":")
    if not colon or seat.strip() not in session.table.seats:
        seat, action = "", rest
    if session.table.bare and not session.table.requests:
        raise StepRefused("nobody is asked anything now: `open` a window first, so that actions are possible")
    explanation = why_not(_match(session), action.strip(), seat.strip())
    yield from _told(session, explanation)
    clauses = next((step.clauses for step in explanation.steps if step.sort == "refusal"), ())
    if explanation.possible is False and clauses and session.table.requests and session.stops.halted is None:
        who = seat.strip() or open_request(session.table).seat
        if _is_at_stake(session, who, action.strip()):
            session.note(f"{who} cannot {action.strip()} because {clauses[0]}")


def _is_at_stake(session: ReplSession, seat: str, action: str) -> bool:
    """Whether a seat is asked about this action: only then can a scenario state that it is refused."""
    m = session.table.machine
    words = normalised_action(m, action).split()
    verb = m.symbols.verbs.get(words[0]) if words else None
    asked = [request for request in session.table.requests if request.seat == seat]
    return any(verb is None or (request.sort == "act" and request.prompt in verb.windows) for request in asked)


def _told(session: ReplSession, explanation: Explanation) -> Iterator[str]:
    yield from (printable(line, 1_000) for line in clause_lines(explanation, clause_words(session)))


def odds(session: ReplSession, rest: str) -> Iterator[str]:
    if not rest:
        raise StepRefused("write a question: `:odds roll D6 as face; face is 6`")
    try:
        question = read(rest)
        session.desk.book = session.desk.book.noted(question.piece.file, rest)
        table = session.table.fork()
        lay_given(table.machine, question, table.seats)
        seats, program = table.seats, table.linked.program
        expression, wrong = check_question(program, seats, question.sentences, question.asked, question.piece)
        if wrong:
            raise BadText(wrong)
        likely = odds_of(table.machine, expression, samples=SAMPLES, seed=table.seed)
    except BadQuestion as refused:
        if refused.words:
            raise StepRefused(refused.words) from refused
        raise BadText(refused.report.diagnostics) from refused
    except NoEnd as endless:
        raise StepRefused(str(endless)) from endless
    yield from as_table(likely).rstrip("\n").split("\n")


# ------------------------------------------------------------------------------------------- sentence by sentence


def trace(session: ReplSession, rest: str) -> Iterator[str]:
    if rest not in ("", "on", "off"):
        raise StepRefused("write `:trace on` or `:trace off`")
    session.stops.tracing = rest == "on" if rest else not session.stops.tracing
    yield f"every executed sentence is {'shown' if session.stops.tracing else 'not shown'}"


def break_(session: ReplSession, rest: str) -> Iterator[str]:
    stops = session.stops
    if rest == "off":
        stops.breaks.clear()
    elif rest.startswith("off "):
        name = rest[4:].strip()
        if name not in stops.breaks:
            raise StepRefused(f"there is no breakpoint at `{name[:60]}`")
        stops.breaks.remove(name)
    elif rest:
        stops.breaks.append(_rule(session, rest))
    if not stops.breaks:
        yield "there are no breakpoints"
    yield from (printable(f"stops before {name}") for name in stops.breaks)


def _rule(session: ReplSession, name: str) -> str:
    """A rule that can be stopped at, or a line of a file."""
    file, colon, line = name.rpartition(":")
    sources = session.desk.book.sources
    if colon and line.strip().isdecimal():
        if not any(source.endswith(file) for source in sources):
            raise StepRefused(f"there is no file `{file[:100]}`: {did_you_mean(file, sources) or 'see `:clauses`'}")
        return f"{file}:{int(line)}"
    texts: dict[str, str] = {}
    for meaning in session.desk.book.program.declarations:
        texts |= {meaning.name: meaning.sort, f"{meaning.sort} {meaning.name}": meaning.sort}
    for card in session.desk.book.program.cards:
        shown = card.checked.head.shown
        texts |= dict.fromkeys((card.id, shown, f"{card.kind} {shown}"), "card")
    if name not in texts:
        raise StepRefused(
            f"there is no rule `{name[:60]}`: {did_you_mean(name, texts) or 'name an effect, action or card'}"
        )
    if texts[name] in CALCULATIONS:
        raise StepRefused(f"`{name}` is a calculation without sentences; `:why {name}` shows its value")
    card_named = next((card for card in session.desk.book.program.cards if name == card.id), None)
    return card_named.checked.head.shown if card_named is not None else name


def step(session: ReplSession, rest: str) -> Iterator[str]:
    stops, more = session.stops, number(rest, 1)
    if more < 1:
        raise StepRefused("write how many sentences: `:step 3`")
    if stops.halted is None:
        stops.until = more
        yield f"the next answer or sentence stops before its sentence {more}"
        return
    yield from session.run(stops.go(stops.halted.number + more))


def go(session: ReplSession, rest: str) -> Iterator[str]:
    yield from session.run(session.stops.go(None))
