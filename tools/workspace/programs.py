"""Checks whole programs for playing, printing and counting: trees and declarations, not only findings.

The workspace decides which units belong together and finds their errors; then the plain checker checks the units again
as a whole, because only it gives a program. With an error the program is incomplete; callers must look at the findings
first.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from dsl.check.driver import Unit as CheckUnit
from dsl.check.driver import check
from dsl.ir.program import Program
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from tools.resources import shipped_packs, shipped_rulesets
from tools.workspace.check_group import CheckGroup
from tools.workspace.result import CheckResult
from tools.workspace.units import WorkspaceUnit
from tools.workspace.workspace import Workspace


def load_program(
    game: str | Sequence[str], packs: Sequence[str] = (), *, tests: bool = True, cache: bool = False, jobs: int = 0
) -> tuple[Program | None, CheckResult]:
    """The program of a game with some packs, and all that is wrong with them.

    A game and a pack are a path, or the id of one in this project or among those that are shipped. Of a pack alone, the
    program is that of its game with it. There is no program if the game or a pack that is needed is not there. `tests`
    says whether the cards and scenarios in the folders `tests` of what is named belong to it: not if it is played.
    """
    games = [game] if isinstance(game, str) else list(game)
    paths = [*(find(one, "rulesets") for one in games), *(find(one, "content") for one in packs)]
    workspace = Workspace(paths, cache=cache, jobs=jobs)
    result = workspace.check()
    return program_of(workspace, tests), result


def find(name: str, room: str) -> str:
    """The path of a game (`rulesets`) or pack (`content`) that somebody named; the name itself if it is not known."""
    here = os.path.join(room, name)
    if os.path.lexists(name) or os.sep in name:
        return name
    if os.path.isdir(here):
        return here
    shipped = shipped_rulesets() if room == "rulesets" else shipped_packs()
    return str(shipped[name]) if name in shipped else name


def program_of(workspace: Workspace, tests: bool = True) -> Program | None:
    """What a workspace was asked for, as one program; none if there is nothing that could be one."""
    units = check_units(workspace, tests)
    return check(units).program if units else None


def check_units(workspace: Workspace, tests: bool = True) -> list[CheckUnit]:
    """The units of a program as the plain checker wants them; none if there is nothing that could be a program."""
    groups = _reported(workspace)
    if any(group.text_only for group in groups):
        return []
    return [unit_for_check(unit, asked and tests, clauses) for unit, asked, clauses in _in_order(groups)]


Member = tuple[WorkspaceUnit, bool, frozenset[str] | None]
"""A unit of a program, whether somebody asked for it, and the catalogue that it cites."""


def games_of(workspace: Workspace) -> list[list[tuple[list[Member], list[Member]]]]:
    """What a workspace was asked for, game by game and unit by unit, each as it is checked.

    Of each unit: all that it builds on with itself, and for a ruleset the packs at hand, whose cards its scenarios may
    name.
    """
    found = []
    for family in workspace.families:
        whole = [group for group in family.groups if not group.text_only]
        packs = [group.target for group in whole if group.target.kind == "pack"]
        game: list[tuple[list[Member], list[Member]]] = []
        for group in whole:
            if group.reported:
                context: list[Member] = [(unit, False, group.clauses) for unit in group.context]
                others = [(unit, False, group.clauses) for unit in packs if group.target.kind != "pack"]
                game.append(([*context, (group.target, True, group.clauses)], others))
        if game:
            found.append(game)
    return found


def units_of(workspace: Workspace) -> list[WorkspaceUnit]:
    """The units that the program of a workspace is made of, each behind all that it builds on."""
    return [unit for unit, _, _ in _in_order(_reported(workspace))]


def _reported(workspace: Workspace) -> list[CheckGroup]:
    return [group for family in workspace.families for group in family.groups if group.reported]


def _in_order(groups: Iterable[CheckGroup]) -> list[Member]:
    """Each unit behind all that it builds on, with whether somebody asked for it, and the catalogue that it cites.

    In which order the units were named does not matter: the same units make the same program.
    """
    groups = sorted(groups, key=lambda group: (len(group.context), id_of(group.target)))
    asked = {group.target for group in groups}
    clauses = {unit: group.clauses for group in groups for unit in group.units}
    units = dict.fromkeys(unit for group in groups for unit in group.context)
    units.update(dict.fromkeys(group.target for group in groups))
    return [(unit, unit in asked, clauses[unit]) for unit in units]


def unit_for_check(unit: WorkspaceUnit, tests: bool, clauses: frozenset[str] | None) -> CheckUnit:
    """A unit as the plain checker wants it; without its tests, it has no scenarios either."""
    pieces: list[Parsed] = []
    for file in unit.files.values():
        if tests or not file.for_tests:
            pieces += parse_source(file.source)
    if not tests:
        pieces = [parsed for parsed in pieces if not isinstance(parsed.tree, n.Scenario)]
    return CheckUnit(id_of(unit), tuple(pieces), clauses)


def id_of(unit: WorkspaceUnit) -> str:
    return unit.manifest.id if unit.manifest is not None else unit.shown
