"""Completion, each offer with a short description: names of the program, fields, verbs, answers, commands.

Everything comes from the current program and table, so a card typed a moment ago is offered too. What can be done now
comes before what can only be named.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from attrs import frozen

import dsl.check.expressions as ex
import interpreter.scenarios.answer_lines as words
from dsl.names import builtins
from dsl.names import types as t
from dsl.parse import parse_expression
from dsl.syntax.keywords import DECLARATIONS, SENTENCES
from dsl.syntax.tokens import tokenize
from dsl.text.source import Piece, digest
from interpreter.visibility.redact import asked_on
from tools.repl.commands.help import book_of, field_words, names
from tools.repl.commands.registry import COMMANDS
from tools.repl.state_facts import thing_names

if TYPE_CHECKING:
    from tools.repl.session import ReplSession

MOST = 200
"""The maximum number of suggestions."""
_WORD = re.compile(r"[\w-]*\Z")
_PATH = re.compile(r"((?:[\w.]|\([^()]*\)|\"[^\"]*\")+)\.(\w*)\Z")
_REPLY = re.compile(r"\s*([^\W\d]\w*):\s*(.*)\Z", re.DOTALL)


@frozen
class Suggestion:
    """`start` is where the text goes, counted back from the cursor."""

    text: str
    start: int
    says: str


def offers(session: ReplSession, before: str) -> list[Suggestion]:
    """The possible completions at the end of a text."""
    suggestions = list(_offers(session, before))
    unique = {suggestion.text: suggestion for suggestion in reversed(suggestions)}
    return [unique.pop(suggestion.text) for suggestion in suggestions if suggestion.text in unique][:MOST]


def _offers(session: ReplSession, before: str) -> Iterator[Suggestion]:
    if before.lstrip().startswith(":"):
        yield from _command(session, before.lstrip()[1:])
        return
    reply = _REPLY.fullmatch(before)
    if reply is not None and reply[1] in session.table.seats:
        yield from _replies(session, reply[1], reply[2])
        return
    path = _PATH.search(before)
    if path is not None and not path[1].isdecimal():
        yield from _beginning(path[2], _fields(session, path[1]))
        return
    word = _WORD.search(before)
    begun = word[0] if word is not None else ""
    start = before[: len(before) - len(begun)].strip()
    yield from _beginning(begun, _items(session, before[: len(before) - len(begun)]))
    if not start or start.endswith(("{", ";", "\n")):
        yield from _starts(session, before if not start else begun)
    yield from _beginning(begun, _names(session))


def _beginning(begun: str, candidates: Iterable[tuple[str, str]]) -> Iterator[Suggestion]:
    """The offers that begin with the typed letters, ignoring case; all if none is typed."""
    for text, says in candidates:
        if text.lower().startswith(begun.lower()):
            yield Suggestion(text, -len(begun), says)


def _starts(session: ReplSession, begun: str) -> Iterator[Suggestion]:
    """The possible beginnings of a line: offered actions, verbs, sentences, declarations."""
    table = session.table
    begun = begun.lstrip()
    for request in table.requests:
        for line in words.lines(*asked_on(table.machine, request)):
            seat, _, said = line.partition(": ")
            action = request.sort == "act" and said != "pass"
            for text in (said, line) if action else (line,):
                if text.startswith(begun) and (begun or text == line):
                    yield Suggestion(text, -len(begun), f"{seat} can answer this now")
    verbs = {**{name: entry.usage for name, entry in builtins.VERBS.items()}}
    verbs |= {name: f"{sig.sort}: {sig.phrase}" for name, sig in table.linked.verbs.items()}
    yield from _beginning(begun, sorted(verbs.items()))
    if begun:
        yield from _beginning(begun, ((word, f"a sentence: {says}") for word, says in SENTENCES.items()))
        yield from _beginning(begun, ((word, f"a declaration: {says}") for word, says in DECLARATIONS.items()))
        yield from _beginning(begun, [("given", "put something on the table")])


def _replies(session: ReplSession, seat: str, begun: str) -> Iterator[Suggestion]:
    for request in session.table.requests:
        if request.seat == seat:
            for line in words.lines(*asked_on(session.table.machine, request)):
                said = line.partition(": ")[2]
                if said.startswith(begun):
                    yield Suggestion(said, -len(begun), f"{seat} can answer this now")


def _names(session: ReplSession) -> Iterator[tuple[str, str]]:
    table = session.table
    program = table.linked.program
    symbols = program.symbols
    yield from ((name, f"a name of yours: {t.show(type)}") for name, type in table.locals.items())
    yield from ((seat, "a seat") for seat in table.seats)
    yield from (
        (slot, f"of the sentence that is stopped: {value}")
        for slot, value in (session.stops.halted.names() if session.stops.halted is not None else ())
    )
    yield from ((name, entry.says) for name, entry in builtins.NAMES.items())
    yield from ((name, f"{sig.sort}{_params(sig.params)}") for name, sig in symbols.rules.items())
    yield from ((name, f"{entry.usage}: {entry.says}") for name, entry in builtins.FUNCTIONS.items())
    yield from ((sig.name, t.show(sig.type)) for sig in symbols.fields("Table").values())
    yield from ((card.id, f"a card: {card.kind} {card.checked.head.shown}") for card in program.cards)
    yield from ((name, "a kind") for name in symbols.kinds)
    yield from ((name, "a status" if sig.status else "a keyword") for name, sig in symbols.marks.items())
    yield from ((name, f"a symbol of {' and '.join(sets)}") for name, sets in symbols.symbol_sets.items())
    for what, room in (("die", symbols.dice), ("table", symbols.tables), ("currency", symbols.currencies)):
        yield from ((name, f"a {what}") for name in room)
    for what, other in (("window", symbols.windows), ("flow", symbols.flows), ("combination", symbols.combos)):
        yield from ((name, f"a {what}") for name in other)


def _items(session: ReplSession, before: str) -> Iterator[tuple[str, str]]:
    """The possible items of a card that is being typed."""
    symbols = session.table.linked.program.symbols
    open_ones: list[str] = []
    head = last = ""
    for token in tokenize(Piece("", 0, before, "")).tokens:
        match token.text:
            case "{":
                open_ones.append(head)
                head = ""
            case "}":
                del open_ones[-1:]
                head = ""
            case "," | ";" | "\n":
                head = ""
            case _:
                head = head or token.text
        last = token.text
    kind = open_ones[-1] if open_ones else ""
    if kind in symbols.kinds and (last in ("{", ",", ";", "}") or before.rstrip(" ").endswith("\n")):
        printed = [sig for sig in symbols.fields(kind).values() if sig.sort in ("printed", "keeps", "stat", "script")]
        yield from ((sig.name, field_words(sig)) for sig in printed if not sig.computed)
        wanted = {*symbols.lineage(kind)}
        yield from (
            (name, "a keyword") for name, sig in symbols.marks.items() if wanted & {*sig.bearers} and not sig.status
        )


def _params(params: Iterable[object]) -> str:
    named = ", ".join(str(getattr(param, "name", "")) for param in params)
    return f" of {named}" if named else ""


def _fields(session: ReplSession, path: str) -> Iterator[tuple[str, str]]:
    """The fields of the expression before a dot."""
    table = session.table
    node, _ = parse_expression(path)
    if node is None:
        return
    cx = table.context(Piece("", 0, path, digest(path)))
    kind = t.plain(ex.value(node, cx).type)
    if not isinstance(kind, t.KindT):
        return
    symbols = table.linked.program.symbols
    yield from ((sig.name, field_words(sig)) for sig in symbols.fields(kind.name).values())
    more = {**builtins.THING_FIELDS}
    lineage = symbols.lineage(kind.name)
    more |= builtins.SPACE_FIELDS if "Space" in lineage else {}
    more |= builtins.DIE_FIELDS if "Die" in lineage else {}
    yield from ((name, says) for name, (_, says) in more.items())


# ------------------------------------------------------------------------------------------------------- commands


def _command(session: ReplSession, typed: str) -> Iterator[Suggestion]:
    name, blank, rest = typed.partition(" ")
    if not blank:
        yield from _beginning(
            name,
            ((entry.name, f"{entry.usage}  {entry.says}".strip()) for entry in COMMANDS.values()),
        )
        return
    begun = [entry for entry in COMMANDS if entry.startswith(name)]
    command = COMMANDS.get(name) or (COMMANDS[begun[0]] if len(begun) == 1 else None)
    rest = rest.lstrip()
    table = session.table
    match command.wants if command is not None else "":
        case "command":
            yield from _beginning(rest, ((entry.name, entry.says) for entry in COMMANDS.values()))
        case "seats":
            yield from _beginning(rest, ((seat, "a seat") for seat in table.seats))
        case "names":
            yield from _beginning(rest, ((entry, "") for entry in names(session)))
        case "things":
            yield from _beginning(rest, ((entry, "") for entry in thing_names(table.machine).values()))
        case "actions":
            verbs = ((name, sig.phrase) for name, sig in table.linked.verbs.items() if sig.sort == "action")
            yield from _beginning(rest, verbs) if " " not in rest else _offers(session, rest)
        case "rules":
            yield from _beginning(rest, _rules(session))
        case "clauses":
            yield from _beginning(rest, ((entry.id, entry.rule) for entry in book_of(session)))
        case "rulings":
            rulings = table.linked.program.symbols.rulings
            yield from _beginning(rest, ((name, ", ".join(entry.members)) for name, entry in rulings.items()))
        case "files":
            yield from _files(rest)
        case "words":
            yield from _offers(session, rest)


def _rules(session: ReplSession) -> Iterator[tuple[str, str]]:
    program = session.table.linked.program
    stops = ("effect", "action", "keyword", "status", "flow")
    yield from (
        (declaration.name, declaration.sort) for declaration in program.declarations if declaration.sort in stops
    )
    yield from ((card.id, f"a card: {card.kind}") for card in program.cards)


def _files(begun: str) -> Iterator[Suggestion]:
    folder, _, name = begun.rpartition("/")
    try:
        entries = sorted(os.listdir(folder or "."))[:10_000]
    except OSError:
        return
    for entry in entries:
        if entry.startswith(name) and not entry.startswith("."):
            yield Suggestion(entry, -len(name), "a folder" if os.path.isdir(os.path.join(folder, entry)) else "")
