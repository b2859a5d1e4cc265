"""A loaded game: its rules and packs, checked, with mode, variants and rulings chosen.

`load` finds it; `Game.start` begins matches of it. `made` holds everything about the game that a match depends on, so
that a record can store it. The program itself is private.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

from attrs import define

from dsl.check.driver import Unit as CheckUnit
from dsl.check.lookup import declared_modes
from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import records as codes
from dsl.diagnostics.codes.answers import PICKLED
from dsl.diagnostics.codes.names import UNKNOWN_SWITCH
from dsl.diagnostics.codes.scenarios import WRONG_SEATS
from dsl.ir.program import Program
from dsl.lazy import lazy_module
from dsl.names.symbols import SymbolTable, players_range
from dsl.syntax.nodes import Mode, Ruling
from dsl.text.source import Source
from interpreter.link.linked_program import LinkedProgram
from tools.matches import arguments
from tools.matches.errors import Unplayable, finding, unplayable
from tools.matches.fingerprint import Fingerprint, made_with
from tools.matches.game_index import is_path, near, packs_for
from tools.packs.load import load_pack
from tools.workspace.programs import ProgramChecker, errors, find, id_of

if TYPE_CHECKING:
    from interpreter.gametree import tree as game_tree
    from interpreter.gametree.space import ActionSpace
    from interpreter.gametree.tree import GameTree
    from tools.matches import match as matches_match
    from tools.matches.match import Match
    from tools.matches.seat_answers import Who
    from tools.workspace.units.unit import WorkspaceUnit
else:
    game_tree = lazy_module("interpreter.gametree.tree")
    matches_match = lazy_module("tools.matches.match")  # a match plays the rules loaded here

Path = str | os.PathLike[str]


@define(eq=False)
class Game:
    """A playable game in one mode, with its variants and rulings chosen."""

    made: Fingerprint
    where: Mapping[str, str]
    """What of it was named by path, by its id."""
    sources: Mapping[str, Source]
    """The texts of the rules and packs, by the name of their file: messages about the rules point into them."""
    _world: LinkedProgram
    units: tuple[CheckUnit, ...] = ()
    """The rules and packs as they were read, for who checks them again together with something new."""
    left_out: tuple[Diagnostic, ...] = ()
    """The findings about cards of packs that are not part of the game, because they have errors."""

    def __copy__(self) -> Game:
        return self  # immutable

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        instead = "call `botwright.load` where it is needed"
        raise Unplayable([finding(PICKLED, what="game", instead=instead)])

    @property
    def name(self) -> str:
        """The id of the game."""
        return self.made.game

    @property
    def mode(self) -> str | None:
        return self.made.mode

    @property
    def variants(self) -> tuple[str, ...]:
        return self.made.variants

    @property
    def rulings(self) -> Mapping[str, str]:
        """The reading of every ruling, chosen or default."""
        return dict(self.made.rulings)

    @property
    def packs(self) -> tuple[str, ...]:
        return tuple(self.made.packs)

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and largest number of players."""
        return players_range(self._world.program.symbols, sorted(self._world.modes))

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of the game."""
        return _modes(self._world.program.symbols, variants=False)

    def start(self, seats: Sequence[str] | Mapping[str, Who], seed: int = 0, *, record: Path | None = None) -> Match:
        """Start a match.

        `seats` are the names of the players, in order; or a mapping from each name to the player: a function, the name
        of a bot, or None. With `record`, everything is written to that file during play, including hidden cards, and an
        answer counts only when it is on disk.
        """
        return matches_match.start(self, seats, seed, record)

    def tree(
        self, seats: Sequence[str], *, split: bool = False, space: ActionSpace | None = None, keep: bool = False
    ) -> GameTree:
        """The matches between these seats as a game tree, for search and learning.

        With `split`, a decision with several answers is made one option at a time. `space` keeps the numbers of actions
        from an earlier tree. `keep` keeps all nodes, for algorithms that walk through a game of up to some hundred
        thousand nodes again and again.
        """
        names = arguments.texts(seats, "seats")
        self.check_seats(names)
        return game_tree.GameTree(self._world, names, split, space, keep)

    def linked(self) -> LinkedProgram:
        """The linked program: for tools of this project, not for players."""
        return self._world

    def check_seats(self, names: Sequence[object]) -> None:
        """Reject too few or too many seats, equal names, and names that the language cannot use."""
        least, most = self.players
        if not least <= len(names) <= most:
            expected = str(least) if least == most else f"{least} to {most}"
            raise unplayable(WRONG_SEATS, wanted=expected, found=len(names))
        arguments.check_names(names, self._world.program.symbols.kinds)


def load(
    game: Path,
    mode: str | None = None,
    variants: Sequence[str] = (),
    packs: Sequence[Path] | None = None,
    rulings: Mapping[str, str] | None = None,
) -> Game:
    """Load a game by its id, from this project or from those that come with Botwright, or by its folder.

    Without `packs`, all known packs of the game are used. `mode` defaults to the ruleset's default mode. `rulings`
    choose readings of rules that the rulebook leaves open. Raises `Unplayable` with every reason, and `BadArgument` for
    an argument of the wrong type.
    """
    named, settled, on = (
        arguments.path(game, "game"),
        arguments.readings(rulings),
        arguments.texts(variants, "variants"),
    )
    chosen = None if mode is None else arguments.text(mode, "mode")
    joined = arguments.paths(packs, "packs")
    joined = joined if joined is not None else packs_for(_id_of(named))
    parsed, program, units, own, sources, left_out = _checked(named, joined)
    symbols = program.symbols
    chosen = chosen if chosen is not None else symbols.settings.get("default_mode")
    settled = _settled(symbols, settled)
    _known("mode", [chosen] if chosen else [], _modes(symbols, variants=False))
    _known("variant", on, _modes(symbols, variants=True))
    on = tuple(sorted(set(on)))
    name = own.manifest.id if own.manifest is not None else symbols.ruleset.id.text if symbols.ruleset else own.shown
    fingerprint = made_with(name, own, units, chosen, on, settled)
    linked = LinkedProgram(program, frozenset([*on, *([chosen] if chosen else [])]), dict(settled))
    where = {name: named} if is_path(named) else {}
    return Game(fingerprint, where | _paths(joined, units), sources, linked, parsed, left_out)


def _id_of(game: str) -> str:
    """The id of a named game, as far as it can be determined without checking the game."""
    manifest = load_pack(path).manifest if os.path.isdir(path := find(game, "rulesets")) else None
    return manifest.id if manifest is not None else game


def _checked(
    game: str, packs: Sequence[str]
) -> tuple[
    tuple[CheckUnit, ...], Program, list[WorkspaceUnit], WorkspaceUnit, Mapping[str, Source], tuple[Diagnostic, ...]
]:  # fmt: skip
    """The checked game without its tests: program, units, the ruleset among them, all texts, and what was left out."""
    folder = find(game, "rulesets")
    if not game or not os.path.lexists(folder):
        raise unplayable(codes.UNKNOWN_GAME, name=game[:100], known=near(game[:100]))
    checker = ProgramChecker([folder, *(find(pack, "content") for pack in sorted(set(packs)))])
    program, result = checker.whole(tests=False, without_broken=True)
    members = checker.members(tests=False)
    wrong = errors(result.diagnostics)
    if program is None or wrong:
        first = f"{wrong[0].code}: {wrong[0].message}" if wrong else "that it has no rules"
        count = f"{len(wrong)} mistakes" if len(wrong) > 1 else "a mistake"
        raise Unplayable([finding(codes.UNPLAYABLE, game, game=game, count=count, first=first), *wrong])
    units = [member.unit for member in members]
    root = os.path.abspath(folder)
    own = next((unit for unit in units if unit.kind == "loose" or (unit.kind == "ruleset" and unit.root == root)), None)
    if own is None:  # a folder with several games, or a pack
        raise unplayable(codes.UNKNOWN_GAME, name=game[:100], known=near(game[:100]))
    return checker.units(members), program, units, own, result.sources, checker.left_out


def _paths(packs: Sequence[str], units: Sequence[WorkspaceUnit]) -> dict[str, str]:
    """The packs given by path, by id, so that they can be found again."""
    roots = {unit.root: id_of(unit) for unit in units}
    named = [(roots.get(os.path.abspath(name)), name) for name in packs if is_path(name)]
    return {id: name for id, name in named if id is not None}


# --------------------------------------------------------------------------------------------------- switches


def _modes(symbols: SymbolTable, variants: bool) -> tuple[str, ...]:
    declared = [name for name, sig in symbols.modes.items() if _is_variant(sig.node) == variants]
    listed = declared_modes(symbols.ruleset) if symbols.ruleset is not None and not variants else ()
    return tuple(dict.fromkeys([*listed, *declared]))


def _is_variant(node: object) -> bool:
    return isinstance(node, Mode) and bool(node.variant)


def _settled(symbols: SymbolTable, chosen: Mapping[str, str]) -> dict[str, str]:
    """The reading of every ruling: the chosen one, else the default."""
    _known("ruling", chosen, tuple(symbols.rulings))
    result = {}
    for name, sig in sorted(symbols.rulings.items()):
        assert isinstance(sig.node, Ruling)
        options = {option.id.text: option.default for option in sig.node.options}
        result[name] = chosen.get(name, next((option for option, default in options.items() if default), ""))
        _known(f"reading of `{name}` called", [result[name]] if name in chosen else [], tuple(options))
    return result


def _known(sort: str, names: Sequence[str] | Mapping[str, str], choices: Sequence[str]) -> None:
    words: Callable[[str], str] = lambda name: f"`{name}`"  # noqa: E731
    for name in names:
        if name not in choices:
            listed = ", ".join(map(words, choices)) or "none"
            raise unplayable(UNKNOWN_SWITCH, sort=sort, name=str(name)[:100], known=listed)
