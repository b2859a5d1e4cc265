"""Commands that write a file: the session as a scenario, and a full bug report about a match.

An existing file is never overwritten: the text goes to a temporary file, which takes the name only if it is free.
"""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import evolve

from dsl.check.driver import Unit
from interpreter.execute.snapshot import canonical, digest
from tools.files.atomic_write import write_new
from tools.matches.fingerprint import as_fields
from tools.repl.export_scenario import proved, written
from tools.repl.history_folder import project
from tools.repl.steps import AnswerStep, BadText, StepRefused
from tools.report.escape import printable
from tools.version import version
from tools.workspace.programs import ProgramChecker, find

if TYPE_CHECKING:
    from tools.repl.session import ReplSession

FORMAT_VERSION = 1
_PACK = """\
# Scenarios that were written at the prompt.
id: {id}
name: Sessions of {game}
version: 0.1.0
language: "^1.0"
ruleset: {{id: {game}, version: "*"}}
{packs}authors: [unknown]
licence: unknown
source: played at the prompt
"""


def scenario(session: ReplSession, rest: str) -> Iterator[str]:
    name, _, path = rest.partition(" in ") if " in " in rest and rest.endswith(".bot") else (rest, "", "")
    name, path = name.strip().strip('"'), path.strip()
    if not name or len(name) > 100 or not name.isprintable():
        raise StepRefused("write a name, as a sentence: `:scenario a shove against the wall hurts`")
    folder, id, units, manifest = _home(session)
    target = path or os.path.join(folder, "tests", f"{_stem(name)}.bot")
    if os.path.lexists(target):
        raise StepRefused(f"`{target}` exists already and was not changed; choose another name")
    text = _passing(session, name, units, id, target)
    if manifest and not path:
        _write(os.path.join(folder, "pack.yaml"), manifest)
    _write(target, text)
    yield printable(f"wrote {target}; the scenario passes")


def _passing(session: ReplSession, name: str, units: list[Unit], id: str, file: str) -> str:
    """A passing scenario; facts that do not hold when it runs are left out."""
    try:
        text = written(session, name)
        proved(text, units, id, file)
    except BadText as first:
        try:
            text = written(evolve(session, noted=[]), name)
            proved(text, units, id, file)
        except BadText:
            session.desk.book = session.desk.book.noted(file, text)
            raise BadText(first.diagnostics) from first
    return text


def _home(session: ReplSession) -> tuple[str, str, list[Unit], str]:
    """The destination of a scenario: the folder and id of its pack, the units it is checked with, and a new manifest.

    If the project contains the game or one of its packs, the scenario goes there; otherwise into a new pack.
    """
    game = session.desk.book.game
    top = project()
    symbols = [(id, "content") for id in game.packs] + [(game.name, "rulesets")]
    for id, room in reversed(symbols[:-1]) if game.packs else symbols:
        where = os.path.relpath(find(game.where.get(id, id), room))
        if os.path.isdir(where) and os.path.abspath(where).startswith(top + os.sep):
            units = _units(where)
            if {unit.id for unit in units} >= {game.name, *game.packs}:
                return where, id, units, ""
    id = f"{game.name}-sessions"
    needed = ", ".join(f'{{id: {pack}, version: "*"}}' for pack in game.packs)
    manifest = _PACK.format(id=id, game=game.name, packs=f"packs: [{needed}]\n" if needed else "")
    folder = os.path.join("content", id)
    if not os.path.isdir(folder):
        return folder, id, list(game.units), manifest
    units = _units(folder)
    whole = {unit.id for unit in units} >= {game.name, *game.packs}
    return folder, id, units if whole else list(game.units), ""


def _units(folder: str) -> list[Unit]:
    """A pack with all its dependencies, including its tests."""
    checker = ProgramChecker([folder])
    return list(checker.units(checker.members()))


def _stem(name: str) -> str:
    return re.sub(r"\W+", "_", name.lower()).strip("_")[:60] or "scenario"


def _write(path: str, text: str) -> None:
    failed = write_new(path, text.encode("utf-8"))
    if failed is not None:
        raise BadText((failed,))


# ------------------------------------------------------------------------------------------------------------- bugs


def bug(session: ReplSession, rest: str) -> Iterator[str]:
    data = _everything(session)
    path = rest or f"botwright-bug-{data['hash'][:8] or len(session.table.steps)}.json"
    if os.path.lexists(path):
        raise StepRefused(f"`{path}` exists already; name another file: `:bug FILE`")
    _write(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    yield printable(f"wrote {path}: the match with its log, state and versions")


def _everything(session: ReplSession) -> dict[str, Any]:
    table = session.table
    state, linked = table.machine.state, table.linked
    try:
        hash, whole = digest(state, linked), json.loads(canonical(state, linked))
    except TypeError:  # a typed text is in progress
        hash, whole = "", None
    return {
        "format_version": FORMAT_VERSION,
        "botwright": version(),
        "python": platform.python_version(),
        "system": platform.system(),
        "made": as_fields(session.desk.book.game.made),
        "seats": list(table.seats),
        "seed": table.seed,
        "bare": table.bare,
        "hash": hash,
        "typed": [parsed.piece.text for parsed in session.desk.book.typed],
        "steps": [_step(session, index) for index in range(len(table.steps))],
        "asked": [
            {
                "seat": request.seat,
                "sort": request.sort,
                "prompt": request.prompt,
                "options": [o.words for o in request.options],
            }
            for request in table.requests
        ],
        "log": [{"number": e.number, "depth": e.depth, "words": e.words, "cites": list(e.cites)} for e in table.log],
        "state": whole,
        "record": session.keeper.record(),
    }


def _step(session: ReplSession, index: int) -> dict[str, Any]:
    step, _, request, chosen = session.table.done(index)
    if isinstance(step, AnswerStep) and request is not None:
        return {"seat": step.seat, "request": request.id, "chosen": list(chosen), "words": list(step.words)}
    return {"typed": step.words_of()}
