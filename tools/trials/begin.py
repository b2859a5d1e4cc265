"""Begins the trial of a card: loads its game, chooses a fight, puts the card in, and goes on to the first decision."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path

from attrs import evolve, frozen

from dsl.check.driver import CardEntry, CheckedRules, Unit, check, finish
from dsl.ir.cards import Head, form_id
from dsl.ir.program import Program, ScenarioSource
from dsl.parse import parse_piece
from dsl.syntax import nodes as n
from dsl.syntax.tokens import tokenize
from dsl.text.source import Piece, digest
from interpreter.model.environment import RuleError
from interpreter.scenarios.dialogue import Play, Stage
from interpreter.scenarios.setup import Fails
from tools.matches import Game, Match, load
from tools.matches.game_index import packs_for
from tools.play import seat_names
from tools.trials.find_card import FoundCard, TrialRefused, find_card, pieces_of
from tools.workspace.programs import find

UNIT = "trial"
BORROWED = 20
"""Scenarios that were not written as trials and are tried out in place of one."""
_SCENARIO = re.compile(r"^scenario\b", re.MULTILINE)
_TRY = re.compile(r"^\s*try\b", re.MULTILINE)
_SPECIAL = re.compile(r"^\s*(?:cases|todo|then fails)\b", re.MULTILINE)
_DOES = re.compile(r"^\s*do\b", re.MULTILINE)
_NAMED = re.compile(r'"[^"\n]*"|[A-Z]\w*')


@frozen
class CardTrial:
    """A match in which a card is on the table, and what the fight is called; without a name it is an ordinary match."""

    card: FoundCard
    match: Match
    name: str
    declared: bool
    """Whether the game declares this fight as one for such cards."""


@frozen
class _Fight:
    """A scenario that may serve as a trial, and the names in it that are replaced."""

    piece: Piece
    card: str
    against: str
    kind: str
    helpers: tuple[Piece, ...] = ()
    """The other declarations of its file, if it was written as a trial: sentences that it performs."""
    declared: bool = False


@frozen
class _Cast:
    """The card and its opponent."""

    card: FoundCard
    opponent: FoundCard | None


def begin_trial(wanted: str, against: str | None = None, given: tuple[str, ...] = (), seed: int = 1) -> CardTrial:
    """Raises `TrialRefused` if there is no such card, and `Unplayable` if its game or pack has errors."""
    card = find_card(wanted, given)
    opponent = find_card(against, given) if against is not None else None
    if opponent is not None and opponent.game != card.game:
        raise TrialRefused(f"`{opponent.head.shown}` is a card of `{opponent.game}`, not of `{card.game}`")
    packs_of_game = packs_for(card.game)
    folders = [str(shown.folder) for shown in (card, opponent) if shown and not shown.is_of_the_game]
    folders = [folder for folder in folders if Path(folder).name not in packs_of_game]
    game = load(card.game, packs=[*packs_of_game, *dict.fromkeys([*map(str, given), *folders])])
    stage = Stage(game.linked().program)
    silent: CardTrial | None = None
    for fight in _fights(game, card, opponent):
        begun = _begun(game, stage, fight, _Cast(card, opponent), seed)
        if begun is None:
            continue
        if begun.declared or begun.match.requests:
            return begun
        silent = silent or begun  # borrowed, and nobody is asked: another one may be better
    if silent is not None:
        return silent
    least, most = game.players
    return CardTrial(card, game.start(seat_names(max(least, min(2, most))), seed), "", False)


# ------------------------------------------------------------------------------------------------------- the fights


def _fights(game: Game, card: FoundCard, opponent: FoundCard | None) -> Iterator[_Fight]:
    """The declared fights for this kind or one that it is based on, the nearest first; then scenarios of such cards."""
    program = game.linked().program
    lineage = list(dict.fromkeys([card.head.kind, *program.symbols.lineage(card.head.kind)]))
    declared: list[_Fight] = []
    others: list[_Fight] = []
    like = {name for name, kind in program.names.items() if kind == card.head.kind}
    for file in _files(game, card):
        texts = pieces_of(file)
        scenarios = [piece for piece in texts if _SCENARIO.search(piece.text)]
        helpers = tuple(piece for piece in texts if piece not in scenarios)
        for piece in scenarios:
            if _TRY.search(piece.text):
                declared += _declared(piece, program, helpers)
            else:
                others += _borrowed(piece, like, card.head.kind)
    near = {fight: _distance(program, fight.kind, lineage) for fight in declared}
    fitting = [fight for fight in declared if near[fight] < len(lineage)]
    yield from sorted(fitting, key=lambda fight: (opponent is not None and not fight.against, near[fight]))
    others.sort(key=lambda fight: len(fight.piece.text))
    yield from others[:BORROWED]


def _distance(program: Program, kind: str, lineage: Sequence[str]) -> int:
    """How far up a kind and the kind of the card meet, counted from the card; everything is a Thing."""
    bases = {kind, *program.symbols.lineage(kind)} - {"Thing"}
    return next((steps for steps, base in enumerate(lineage) if base in bases), len(lineage))


def _files(game: Game, card: FoundCard) -> Iterator[Path]:
    """The files of the card's pack, of its game and of the other packs."""
    packs = [Path(game.where.get(pack, find(pack, "content"))) for pack in game.packs]
    folders = [card.folder, Path(find(card.game, "rulesets")), *packs]
    for folder in dict.fromkeys(folder.resolve() for folder in folders):
        yield from sorted(folder.rglob("*.bot"))


def _declared(piece: Piece, program: Program, helpers: tuple[Piece, ...]) -> Iterator[_Fight]:
    tree = parse_piece(piece).tree
    for step in tree.steps if isinstance(tree, n.Scenario) else ():
        if isinstance(step, n.TryCard):
            written = _written(step.card)
            kind = program.names.get(written) or program.names.get(form_id(written), "")
            against = _written(step.against) if step.against is not None else ""
            yield _Fight(piece, _written(step.card), against, kind, helpers, declared=True)


def _borrowed(piece: Piece, like: Set[str], kind: str) -> Iterator[_Fight]:
    """A scenario that names a card of the kind."""
    if _SPECIAL.search(piece.text) or not _DOES.search(piece.text):
        return
    body = piece.text.partition("{")[2]
    named = dict.fromkeys(word.strip('"') for word in _NAMED.findall(body))
    first = next((word for word in named if word in like or form_id(word) in like), None)
    if first is not None:
        yield _Fight(piece, first, "", kind)


def _written(name: n.Name | n.Text) -> str:
    return name.text if isinstance(name, n.Name) else name.value


# ------------------------------------------------------------------------------------------------------ putting it in


def _begun(game: Game, stage: Stage, fight: _Fight, cast: _Cast, seed: int) -> CardTrial | None:
    """The trial in this fight; none if it does not suit the card."""
    names = {form_id(fight.card): cast.card.head}
    if cast.opponent is not None and fight.against:
        names[form_id(fight.against)] = cast.opponent.head
    checked = _checked(game, _with(fight.piece, names), fight.helpers)
    if checked is None:
        return None
    program, scenario = checked
    tree = scenario.parsed.tree
    assert isinstance(tree, n.Scenario)
    stage = stage if program.declarations is stage.program.declarations else Stage(program)
    try:
        engine = Play(stage, scenario, {}, seed=seed).begin()
    except (Fails, RuleError):
        return None
    made = Game(game.made, game.where, game.sources, engine.machine.linked, game.units)
    return CardTrial(cast.card, Match(made, engine), tree.name.value, fight.declared)


def _with(piece: Piece, names: Mapping[str, Head]) -> Piece:
    """A scenario with other cards in it, wherever it names them."""
    text = piece.text
    for token in reversed(tokenize(piece).tokens):
        shown = token.text.strip('"') if token.terminal in ("CAP", "QUOTED") else ""
        if shown and form_id(shown) in names and not text[: token.start].rstrip().endswith("scenario"):
            head = names[form_id(shown)]
            new = f'"{head.shown}"' if token.terminal == "QUOTED" else head.id
            text = text[: token.start] + new + text[token.end :]
    return evolve(piece, text=text, digest=digest(text))


def _checked(game: Game, piece: Piece, helpers: Sequence[Piece]) -> tuple[Program, ScenarioSource] | None:
    """The program and the scenario, if it is valid with these cards; the game itself has been checked."""
    program = game.linked().program
    pieces = [parse_piece(text) for text in (*helpers, piece)]
    if any(parsed.tree is None for parsed in pieces):
        return None
    unit = Unit(UNIT, tuple(pieces))
    if helpers:
        checked = check([*game.units, unit])
    else:
        rules = CheckedRules(program.symbols, dict(program.events), program.declarations, ())
        cards = [(card.unit, CardEntry(card.parsed, card.checked)) for card in program.cards]
        checked = finish([unit], rules, cards)
    wrong = any(d.severity == "error" and d.place.file == piece.file for d in checked.diagnostics)
    return None if wrong else (checked.program, ScenarioSource(UNIT, pieces[-1]))
