"""The program at the prompt: a loaded game and the declarations typed since.

A typed card is checked by itself and added to the program, which is cheap and leaves the table as it is. A rule may
change the meaning of any other text, so then everything is checked again, from the texts as they were read. A new
declaration replaces a typed one of the same name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, field, frozen

from dsl.check.driver import CardEntry, CheckedProgram, CheckedRules, Unit, check, check_card, declares_heads, finish
from dsl.diagnostics import Diagnostic
from dsl.ir.cards import head_of
from dsl.ir.declarations import CheckedDeclaration
from dsl.ir.effects.footprint import Footprint
from dsl.ir.operations import Op
from dsl.ir.program import Program
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text.source import Piece, Source
from interpreter.link.linked_program import LinkedProgram
from tools.matches.games import Game, load
from tools.repl.steps import BadText

UNIT = "prompt"
_OF_THE_WHOLE = frozenset(["BW1110", "BW2128", "BW3005", "BW3006", "BW3007", "BW3020", "BW3022", "BW3025", "BW6006"])
"""Warnings about unused names: at a prompt, the next line may use them."""


@frozen
class GameChoice:
    """The selected game with its options."""

    game: str
    mode: str | None = None
    variants: tuple[str, ...] = ()
    packs: tuple[str, ...] | None = None
    rulings: Mapping[str, str] = field(factory=dict)

    def load(self) -> Game:
        return load(self.game, self.mode, self.variants, self.packs, self.rulings)


@frozen
class SessionProgram:
    wanted: GameChoice
    game: Game
    linked: LinkedProgram
    typed: tuple[Parsed, ...] = ()
    texts: Mapping[str, Source] = field(factory=dict)

    @property
    def sources(self) -> dict[str, Source]:
        """All texts that a message can point into."""
        return {**self.game.sources, **self.texts}

    @property
    def program(self) -> Program:
        return self.linked.program

    def as_game(self) -> Game:
        """The game of this session."""
        return Game(self.game.made, self.game.where, self.sources, self.linked, self.game.units)

    def noted(self, file: str, text: str) -> SessionProgram:
        """Store a typed text under a name, for messages."""
        return evolve(self, texts={**self.texts, file: Source(file, text)})


def opened(wanted: GameChoice) -> SessionProgram:
    """Load a game. Raises `Unplayable`."""
    game = wanted.load()
    return SessionProgram(wanted, game, game.linked())


def opened_again(book: SessionProgram) -> SessionProgram:
    """Reload the game from its files. Raises `Unplayable`, and `BadText` if a typed text is no longer valid."""
    fresh = evolve(opened(book.wanted), texts=book.texts)
    return declared(fresh, book.typed)[0] if book.typed else fresh


def declared(book: SessionProgram, parsed: Sequence[Parsed]) -> tuple[SessionProgram, tuple[Diagnostic, ...]]:
    """The program with more declarations, and notes about them. Raises `BadText`; then nothing is added."""
    new = {name_of(declaration) for declaration in parsed}
    typed = (*(declaration for declaration in book.typed if name_of(declaration) not in new), *parsed)
    replaced = [declaration for declaration in book.typed if name_of(declaration) in new]
    rules = [
        declaration
        for declaration in (*parsed, *replaced)
        if not isinstance(declaration.tree, n.Thing) or declares_heads(declaration)
    ]
    checked = _whole(book, typed) if rules else _cards(book, typed, parsed)
    files = {declaration.piece.file for declaration in parsed}
    wrong = [declaration for declaration in checked.diagnostics if declaration.severity == "error"]
    if wrong:
        raise BadText(sorted(wrong, key=lambda declaration: declaration.place.file not in files))
    diagnostics = [
        declaration
        for declaration in checked.diagnostics
        if declaration.place.file in files and declaration.code not in _OF_THE_WHOLE
    ]
    return evolve(book, typed=typed, linked=_world(book, checked.program)), tuple(diagnostics)


def _world(book: SessionProgram, program: Program) -> LinkedProgram:
    old = book.game.linked()
    return LinkedProgram(program, old.modes, dict(old.rulings))


def _whole(book: SessionProgram, typed: Sequence[Parsed]) -> CheckedProgram:
    return check([*book.game.units, Unit(UNIT, tuple(typed))])


def _cards(book: SessionProgram, typed: Sequence[Parsed], parsed: Sequence[Parsed]) -> CheckedProgram:
    """Check only the new cards; the rules and other cards are already checked."""
    program = book.program
    rules = CheckedRules(program.symbols, dict(program.events), program.declarations, ())
    kept = {id(parsed_card) for parsed_card in typed}
    cards = [
        (card.unit, CardEntry(card.parsed, card.checked))
        for card in program.cards
        if card.unit != UNIT or id(card.parsed) in kept
    ]
    cards += [(UNIT, CardEntry(parsed_card, check_card(rules, UNIT, parsed_card))) for parsed_card in parsed]
    return finish([Unit(UNIT, tuple(parsed))], rules, cards)


def name_of(parsed: Parsed) -> tuple[str, str]:
    """The name of a declaration, which a new one replaces; a standing rule is identified by its text."""
    tree = parsed.tree
    match tree:
        case n.Thing():
            return "card", head_of(tree).id
        case n.Kind(extends=True) | n.Hook() | n.Modify() | n.Forbid() | n.Always() | None:
            return "text", parsed.piece.text
        case n.Scenario(name=name):
            return "scenario", name.value
        case _:
            return type(tree).__name__.lower(), tree.id.text


def called(parsed: Parsed) -> str:
    """`Bot Hammer`, `effect shove`, `a rule after damage`."""
    tree = parsed.tree
    match tree:
        case n.Thing(kind=kind):
            return f"{kind.text} {head_of(tree).shown}"
        case n.Kind(extends=True, id=id):
            return f"more of {id.text}"
        case n.Hook(word=word, verbs=verbs):
            return f"a rule {word} {' or '.join(verb.text for verb in verbs)}"
        case n.Modify(stat=stat):
            return f"a change of {stat.text}"
        case n.Forbid(allows=allows, verbs=verbs):
            return f"`{' or '.join(verb.text for verb in verbs)}` is {'allowed' if allows else 'forbidden'}"
        case n.Always() | None:
            return "a promise"
        case n.Scenario(name=name):
            return f'scenario "{name.value}"'
        case _:
            return f"{name_of(parsed)[0]} {tree.id.text}"


def with_texts(book: SessionProgram, texts: Iterable[tuple[str, Piece, n.Node, Op]]) -> LinkedProgram:
    """A linked program that is also prepared for some sentences: the events they respond to, count and show."""
    program = book.program
    more = [
        CheckedDeclaration(UNIT, name, "card", piece, node, (op,), Footprint())  # type: ignore[arg-type]  # a sentence
        for name, piece, node, op in texts
    ]
    return _world(book, evolve(program, declarations=(*program.declarations, *more)))
