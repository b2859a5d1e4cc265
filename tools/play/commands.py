"""The commands a person may type besides an answer: help, the rule behind an option, reasons, the log, undo, save,
leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tools.drawing.styled_text import Line, broken, line
from tools.matches import MatchFault
from tools.play import rulebook
from tools.play.question import MenuQuestion
from tools.play.reasons import Reasons
from tools.play.reply import Reply
from tools.play.rule_behind import asking, cards_of
from tools.play.thing_details import details_of

if TYPE_CHECKING:
    from tools.play.session import PlaySession

HELP = (
    ("3, or a name", "choose an option; several at once: 1 3 4, or 2-4"),
    ("pass", "pass, if allowed; so does Enter, twice; in a step of a long list, Enter goes back"),
    ("?3", "the rule behind an option, with its file, clause and card; ? alone: behind the question"),
    ("why 31, why strike", "why an event happened, by its number or words; why alone: the last event"),
    ("why not strike Rex", "why an action is not possible now"),
    ("i Rex", "everything about a thing on the table"),
    ("b, l, l all", "the board again; the log; the full log, with every step of the rules"),
    ("u", "undo, back to the last decision of a person"),
    ("s, s FILE", "where the match is saved; write a copy to a file"),
    ("q", "quit; the match is saved"),
    ("h, h move, h dice", "this page; a chapter of the rules; the rules with a word"),
)
LOGGED = 30


def obey(session: PlaySession, question: MenuQuestion, text: str) -> Reply | None:
    """Execute a line if it is a command; None if it is an answer."""
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if word.startswith("?"):
        return _stay(session, _rule(session, question, (word[1:] + rest).strip()))
    command = _COMMANDS.get(word.lower())
    if (
        command is None
        or (rest and command not in (_why, _log, _save, _look, _help))
        or (command is _look and not rest)
    ):
        return None
    return command(session, question, rest)


def _stay(session: PlaySession, lines: Iterator[Line] | list[Line], hang: int = 6) -> Reply:
    wide = session.ink().width
    return Reply("stay", tuple(line for text in lines for line in broken(text, wide, hang)))


def _help(session: PlaySession, question: MenuQuestion, rest: str) -> Reply:
    clauses = session.rules.clauses
    if rest:
        return _stay(session, rulebook.lookup(clauses, rest))
    left = max(len(word) for word, _ in HELP) + 2
    shown = [entry for entry in HELP if session.may_undo or entry[0] != "u"]
    commands = [line((f"  {word:<{left}}", "strong"), words) for word, words in shown]
    wide = session.ink().width
    aim = rulebook.aim(session.match.game.linked())
    lines = [row for text in ([line(f"  {aim}")] if aim else []) for row in broken(text, wide, 2)]
    lines += [row for text in commands for row in broken(text, wide, left + 2)]
    lines += [row for text in rulebook.contents(clauses) for row in broken(text, wide, 2)]
    return Reply("stay", tuple(lines))


def _board(session: PlaySession, question: MenuQuestion, rest: str) -> Reply:
    return Reply("stay", ((), *session.board(), (), *session.menu()))


def _log(session: PlaySession, question: MenuQuestion, rest: str) -> Reply:
    most = 0 if rest == "all" else int(rest) if rest.isdecimal() and len(rest) < 7 else LOGGED
    return Reply("stay", tuple(session.log(question.request.seat, most, everything=rest == "all")))


def _why(session: PlaySession, question: MenuQuestion, rest: str) -> Reply:
    reasons = Reasons(session.match, session.schema, question.request.seat, session.rules)
    if rest.lower().startswith("not "):
        return _stay(session, reasons.why_not(rest[4:].strip()))
    return _stay(session, reasons.why(rest))


def explained(session: PlaySession, rest: str) -> Reply:
    """Why an event of a match that is over happened."""
    viewer = session.people[0] if len(session.people) == 1 else session.match.seats[0]
    return _stay(session, Reasons(session.match, session.schema, viewer, session.rules).why(rest))


def _look(session: PlaySession, question: MenuQuestion, rest: str) -> Reply:
    return _stay(session, details_of(question.view, rest, session.schema, session.rules))


def _undo(session: PlaySession, question: MenuQuestion, rest: str) -> Reply:
    if not session.may_undo:
        return Reply("stay", (line("Undo is not available in this match."),))
    try:
        done = session.undo()
    except MatchFault as wrong:
        return Reply("stay", (line(f"{wrong.code}: {wrong.message}"),))
    if not done:
        return Reply("stay", (line("There is nothing to undo."),))
    return Reply("on", (line(("Taken back.", "dim")),))


def _save(session: PlaySession, question: MenuQuestion, rest: str) -> Reply:
    return saved(session, rest)


def saved(session: PlaySession, rest: str) -> Reply:
    """Say where the match is saved, or write a copy to a file."""
    if not rest:
        if session.match.path is not None:
            return _stay(session, [line(f"Every answer is saved in {session.match.path}; `s FILE` writes a copy.")])
        rest = f"{session.match.game.name}.bwr"
    try:
        session.match.save(rest)
    except MatchFault as wrong:
        return _stay(session, [line(f"{wrong.code}: {wrong.message}"), line(wrong.help)])
    return _stay(session, [line(f"The match is written to {rest}; `botwright play --resume {rest}` resumes it.")])


def _quit(session: PlaySession, question: MenuQuestion, rest: str) -> Reply:
    return Reply("left")


def _rule(session: PlaySession, question: MenuQuestion, number: str) -> Iterator[Line]:
    """The rule behind an entry of the menu, or behind the question."""
    if not number:
        yield from rule_lines(session, question)
        return
    entry = question.entry(int(number)) if number.isdecimal() and len(number) < 7 else None
    if entry is None:
        yield line(f"There is no option {number[:20]}: type ? and the number of an option, as in ?1.")
        return
    yield line((entry.words, "strong"))
    yield from rule_lines(session, question, entry.choices[0].index)


def rule_lines(session: PlaySession, question: MenuQuestion, option: int | None = None) -> Iterator[Line]:
    """The rule behind an option by its number in the request, with the cards it names; or behind the question."""
    request = question.request
    where = asking(session.match, request.id, request.seat)
    if where is None:
        return
    if option is None:
        passage = where.passage()
        sentence = where.sentence()
        if sentence is not None:
            yield line(session.rules.in_english(sentence))
    else:
        passage = where.behind(option)
        for card in cards_of(question.view, request.options[option].value):
            yield from session.rules.card(card)
    if passage is not None:
        yield from session.rules.passage(passage)
    else:
        yield line("No rule of the game asks this question: it is part of the course of the game.")


_COMMANDS: dict[str, Callable[[PlaySession, MenuQuestion, str], Reply]] = {
    "h": _help, "help": _help, "b": _board, "board": _board, "l": _log, "log": _log, "why": _why,
    "u": _undo, "undo": _undo, "s": _save, "save": _save, "q": _quit, "quit": _quit, "i": _look, "look": _look,
}  # fmt: skip
