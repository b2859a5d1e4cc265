"""Commands that describe names and clauses, from the same tables as the reference and the checker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.check.annotations import cites
from dsl.describe.card import card_text, describe, text_lines
from dsl.diagnostics import did_you_mean
from dsl.ir.passages import Passage
from dsl.names import types as t
from dsl.names.signatures import FieldSig
from dsl.packs.manifest import Clause, ClauseBook
from dsl.packs.read_manifest import read_clauses
from dsl.syntax import nodes as n
from tools.explain_pages import names as pages
from tools.explain_pages import page
from tools.repl.steps import StepRefused
from tools.report.clause_quotes import book_words
from tools.report.escape import printable

if TYPE_CHECKING:
    from tools.repl.session import ReplSession

SORTS = ("effect", "action", "keyword", "status", "rule", "define", "goal", "window", "flow", "mode", "ruling", "kind")


def doc(session: ReplSession, rest: str) -> Iterator[str]:
    if not rest:
        raise StepRefused("write a name: `:doc move`")
    lines = [*_verb(session, rest), *_declared(session, rest), *_kind(session, rest), *_field(session, rest)]
    lines += _symbol(session, rest)
    lines += [line for line in _page(rest) if line] if not lines or rest.islower() else []
    if not lines:
        raise StepRefused(f"nothing is called `{rest[:60]}`: {did_you_mean(rest, names(session)) or 'see `:help`'}")
    yield from (printable(line, 1_000) for line in lines)


def names(session: ReplSession) -> Iterator[str]:
    """All names with a description."""
    symbols = session.table.linked.program.symbols
    for room in (
        symbols.kinds,
        symbols.verbs,
        symbols.rules,
        symbols.marks,
        symbols.windows,
        symbols.flows,
        symbols.modes,
    ):
        yield from room
    for more in (symbols.rulings, symbols.dice, symbols.symbols, symbols.tables, symbols.currencies):
        yield from more
    yield from (card.id for card in session.table.linked.program.cards)
    yield from pages()


def _verb(session: ReplSession, name: str) -> Iterator[str]:
    linked = session.table.linked
    sig = linked.verbs.get(name)
    if sig is None:
        return
    during = f", during {' or '.join(sig.windows)}" if sig.windows else ""
    yield f"{sig.sort} `{sig.phrase}`{during}"


def _declared(session: ReplSession, name: str) -> Iterator[str]:
    """The text, position and citations of a declaration or card."""
    linked = session.table.linked
    program = linked.program
    card = program.card(name)
    tree = program.whole(card) if card is not None else None
    if card is not None and tree is not None:
        shown = {entry.id: entry.checked.head.shown for entry in program.cards}
        text = card_text(tree, program.symbols, shown)
        printed = ", ".join(f"{entry.name} {entry.value}" for entry in text.entries)
        yield f"{card.kind} {card.checked.head.shown}{f': {printed}' if printed else ''}"
        yield from (f"  {line}" for line in text_lines(text))
        yield from _place(linked.source_map.of_declaration("card", card.id))
    for meaning in program.declarations:
        if meaning.name == name and meaning.sort in SORTS and meaning.sort != "kind":
            description = describe(meaning.node, program.symbols)
            head = "" if meaning.sort in ("effect", "action") else f"{meaning.sort} {name}: "
            yield from (f"  {head}{line}" for line in description.split("\n") if line)
            clauses = ", ".join(dict.fromkeys(cite.clause for cite in cites(meaning.node)))
            yield from [f"  cites {clauses}"] if clauses else []
            yield from _place(linked.source_map.of_declaration(meaning.sort, name))


def _place(passage: Passage | None) -> Iterator[str]:
    if passage is not None:
        yield f"  {passage.spot}"


def _kind(session: ReplSession, name: str) -> Iterator[str]:
    symbols = session.table.linked.program.symbols
    sig = symbols.kinds.get(name)
    if sig is None:
        return
    base = f", a kind of {sig.base}" if sig.base not in (None, "Thing") else ""
    yield f"kind {name}{base}"
    for field in symbols.fields(name).values():
        yield f"  {field_words(field)}"


def field_words(field: FieldSig) -> str:
    sorts = {"keeps": "keeps ", "stat": "stat ", "zone": "zone ", "children": "children ", "script": "script "}
    says = f"; {field.marks.says.value}" if field.marks.says is not None and field.marks.says.value else ""
    what = "reckoned" if isinstance(field.type, t.UnknownT) else t.show(field.type)
    return f"{sorts.get(field.sort, '')}{field.name}: {what}{says}"


def _field(session: ReplSession, name: str) -> Iterator[str]:
    symbols = session.table.linked.program.symbols
    for kind, sig in symbols.kinds.items():
        if name in sig.fields:
            yield f"field of {kind}: {field_words(sig.fields[name])}"


def _symbol(session: ReplSession, name: str) -> Iterator[str]:
    symbols = session.table.linked.program.symbols
    for of in symbols.symbol_sets.get(name, ()):
        yield f"`{name}` is a symbol of {of}"
    if name in symbols.symbols:
        yield f"symbols {name}: {', '.join(symbols.symbols[name].members)}"
    if name in symbols.dice:
        node = symbols.dice[name].node
        assert isinstance(node, n.Die)
        yield f"die {name} with {len(node.faces)} lines of faces"
    for sort, room in (("currency", symbols.currencies), ("table", symbols.tables), ("combination", symbols.combos)):
        if name in room:
            yield f"{sort} {name}"


def _page(word: str) -> list[str]:
    """A word of the language, a clause or a code: the page of `explain`."""
    page_of_word = page(word)
    return page_of_word.rstrip("\n").split("\n") if page_of_word is not None else []


# -------------------------------------------------------------------------------------------------------- clauses


def book_of(session: ReplSession) -> tuple[Clause, ...]:
    """The clauses of the rulebook."""
    book = _catalogue(session)
    return book.clauses if book is not None else ()


def clause_words(session: ReplSession) -> dict[str, str]:
    """The texts of the clauses, by id."""
    return book_words(_catalogue(session))


def _catalogue(session: ReplSession) -> ClauseBook | None:
    """The catalogue of clauses, from the texts of the game."""
    sources = session.desk.book.game.sources
    books = (read_clauses(source)[0] for file, source in sources.items() if file.endswith("clauses.yaml"))
    return next((book for book in books if book is not None), None)


def clauses(session: ReplSession, rest: str) -> Iterator[str]:
    every = book_of(session)
    if not every:
        yield "the game has no catalogue of clauses"
        return
    cited = _cited(session)
    clause_id = rest.upper()
    clauses = [
        clause
        for clause in every
        if not rest or clause.id == clause_id or rest.lower() in f"{clause.id} {clause.rule}".lower()
    ]
    if not clauses:
        near = did_you_mean(clause_id, [clause.id for clause in every])
        raise StepRefused(f"no clause has the id or text `{rest[:60]}`{f': {near}' if near else ''}")
    for clause in clauses:
        yield printable(f"{clause.id}  {clause.rule}", 1_000)
        if rest or len(clauses) == 1:
            yield from (printable(f"  {where}") for where in cited.get(clause.id, ["  no rule cites it"]))


def _cited(session: ReplSession) -> dict[str, list[str]]:
    """The rules that cite a clause, with their positions."""
    program, written = session.table.linked.program, session.table.linked.source_map
    citing: dict[str, list[str]] = {}
    for meaning in program.declarations:
        passage = written.of_declaration(meaning.sort, meaning.name)
        for clause in dict.fromkeys(cite.clause for cite in cites(meaning.node)):
            where = f" at {passage.spot}" if passage is not None and passage.rule.node is meaning.node else ""
            citing.setdefault(clause, []).append(f"{meaning.sort} {meaning.name}{where}".strip())
    for card in program.cards:
        for clause in dict.fromkeys(cite.clause for cite in cites(card.parsed.tree)) if card.parsed.tree else ():
            citing.setdefault(clause, []).append(f"{card.kind} {card.checked.head.shown}")
    return citing
