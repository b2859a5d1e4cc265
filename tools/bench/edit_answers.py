"""Measures how soon an editor is answered after an edit: the findings of the edited text, for each kind of edit.

Each kind of edit is made at several places of a shipped game, with nothing cached for it; p50 and p95 are printed
beside the check of a one-card pack in the same run, because a busy machine slows both. `whole` is the check of
everything that follows an answer without blocking the next one; the kinds `beside it` are answered while it runs.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

from attrs import frozen

from tools.bench.check_speed import richest_pack
from tools.bench.results import Measurement, as_json
from tools.editors.answers.diagnostics import findings
from tools.editors.project import Project
from tools.editors.server.session import PAUSE, Session
from tools.editors.snapshot import snapshot
from tools.report.findings import CommandOutput
from tools.resources import shipped_packs, shipped_rulesets
from tools.workspace import Workspace
from tools.workspace.overlays import Overlays

ROUNDS = 20
ONE_CARD = "the check of a one-card pack"


@frozen
class EditKind:
    """A kind of edit: in which files, and the text after the edit number n, or none."""

    name: str
    files: str
    change: Callable[[str, int], str | None]


def _at(pattern: str, replace: Callable[[re.Match[str], int], str]) -> Callable[[str, int], str | None]:
    def change(text: str, number: int) -> str | None:
        matches = list(re.finditer(pattern, text))
        if not matches:
            return None
        match = matches[number * 7 % len(matches)]
        return text[: match.start()] + replace(match, number) + text[match.end() :]

    return change


EDITS = (
    EditKind("value in a pack", "content", _at(r"(?<=\w )\d+\b", lambda match, number: str(20 + number))),
    EditKind("unknown field", "content", _at(r"(?m)^  [a-z]\w+", lambda match, number: f"{match[0]}{number}x")),
    EditKind("missing brace", "content", _at(r"\}", lambda match, number: " " * (number + 1))),
    EditKind("comment in a pack", "content", _at(r"(?m)^(?=[A-Z])", lambda match, number: f"# note {number}\n")),
    EditKind("body of a rule", "rulesets", _at(r"(?<=[+*<=>] )\d+\b", lambda match, number: str(20 + number))),
    EditKind(
        "head of a rule", "rulesets", _at(r"(?m)^(effect|define|rule) \w+", lambda match, number: f"{match[0]}{number}")
    ),
    EditKind("comment in rules", "rulesets", _at(r"(?m)^(?=[a-z])", lambda match, number: f"# note {number}\n")),
)

BESIDE = EDITS[4:6]
"""The kinds of edits that are also measured while a whole check runs."""


def edit_bench(format: str = "full", rounds: int = ROUNDS, game: str = "") -> CommandOutput:
    """Measure every kind of edit and print p50 and p95."""
    game = game or richest_game()
    results = edit_results(rounds, game)
    return CommandOutput(as_json(results) if format == "json" else table(results, game))


def richest_game() -> str:
    """The game of the shipped pack with the most text."""
    manifest = Path(richest_pack(), "pack.yaml").read_text("utf-8")
    ruleset = re.search(r"(?m)^ruleset: *\{id: *([\w-]+)", manifest)
    assert ruleset is not None
    return ruleset[1]


def edit_results(rounds: int, game: str) -> list[Measurement]:
    with tempfile.TemporaryDirectory(prefix="botwright-bench-") as folder:
        root = Path(folder)
        shutil.copytree(str(shipped_rulesets()[game]), root / "rulesets" / game)
        packs = [name for name in shipped_packs() if name.startswith(f"{game}-")]
        for name in packs:
            shutil.copytree(str(shipped_packs()[name]), root / "content" / name)
        paths = [str(root / "rulesets" / game), *(str(root / "content" / name) for name in packs)]
        overlays = Overlays()
        workspace = Workspace(paths, jobs=1, base=folder, overlays=overlays)
        project = Project()
        project.become(snapshot(workspace, workspace.check()))
        smallest = _one_card(root, game)
        theirs = [_seconds(lambda: Workspace([smallest], jobs=1, base=folder).check()) for _ in range(3)]
        base = sorted(theirs)[1]
        results = []
        for edit in EDITS:
            times = sorted(_answers(project, edit, rounds))
            if times:
                results += [_result(f"{edit.name} p{part}", _part(times, part), base) for part in (50, 95)]
        for edit in BESIDE:
            times = sorted(asyncio.run(_beside(root, edit, game, max(2, rounds // 2))))
            results += [_result(f"{edit.name}, beside it p{part}", _part(times, part), base) for part in (50, 95)]
        whole = sorted(_whole(workspace, overlays, project, min(rounds, 3)))
        return [*results, _result("whole p50", _part(whole, 50), base)]


def _one_card(root: Path, game: str) -> str:
    """A pack of the game with one card of its first pack."""
    name = next(iter(sorted(path.name for path in (root / "content").iterdir())))
    manifest = (root / "content" / name / "pack.yaml").read_text("utf-8")
    folder = root / "content" / "one_card"
    folder.mkdir()
    text = manifest.replace(f"id: {name}", "id: one_card") + f"packs: [{{id: {name}, version: '*'}}]\n"
    if "packs:" in manifest:
        text = manifest.replace(f"id: {name}", "id: one_card")
    (folder / "pack.yaml").write_text(text, "utf-8")
    (folder / "card.bot").write_text("# one card\n", "utf-8")
    return str(folder)


def _answers(project: Project, edit: EditKind, rounds: int) -> Iterator[float]:
    """The seconds from an edit to the findings of its file; the text is as before after each."""
    files = [path for path in project.snapshot.files if f"{os.sep}{edit.files}{os.sep}" in path]
    files = sorted(path for path in files if not project.snapshot.files[path].for_tests)
    for number in range(rounds):
        path = files[number % len(files)]
        before = project.snapshot.files[path].source.text
        text = edit.change(before, number)
        if text is None:
            continue
        project.open(path, before)
        findings(project, path)
        document = project.documents[path]

        def answer(text: str = text, number: int = number, path: str = path) -> None:
            document.become(text, number)  # noqa: B023 - called before the next round
            findings(project, path)

        yield _seconds(answer)
        project.close(path)


async def _beside(root: Path, edit: EditKind, game: str, rounds: int) -> list[float]:
    """The seconds from an edit to the findings while a whole check of the edit before runs in its thread."""
    path = max((root / "rulesets" / game).glob("*.bot"), key=lambda file: file.stat().st_size)
    before = path.read_text("utf-8")
    session = Session(lambda paths: None)

    def publish(paths: list[str]) -> None:
        for path in paths:
            findings(session.project, path)

    session.root, session.publish = str(root), publish
    session.opened(str(path), before, 0)
    await session.settled()
    times = []
    for number in range(rounds):
        session.changed(str(path), f"effect unfinished_{number} {{ }}\n\n{before}", 2 * number + 1)
        await asyncio.sleep(PAUSE + 0.05)
        text = edit.change(before, number)
        if text is not None:
            times.append(_seconds(partial(session.changed, str(path), text, 2 * number + 2)))
        await session.settled()
    session.end()
    return times


def _whole(workspace: Workspace, overlays: Overlays, project: Project, rounds: int) -> Iterator[float]:
    path = next(path for path in sorted(project.snapshot.files) if f"{os.sep}rulesets{os.sep}" in path)
    text = project.snapshot.files[path].source.text
    for number in range(rounds):
        overlays.put(path, f"{text}\n# note {number}\n")
        yield _seconds(lambda: snapshot(workspace, workspace.refresh()))


def _seconds(work: Callable[[], object]) -> float:
    begin = perf_counter()
    work()
    return perf_counter() - begin


def _part(times: Sequence[float], part: int) -> float:
    return times[min(len(times) - 1, round((len(times) - 1) * part / 100))]


def _result(name: str, seconds: float, base: float) -> Measurement:
    return Measurement(name, round(seconds, 6), ONE_CARD, round(base, 6), round(base / seconds, 2), "s")


def table(results: Sequence[Measurement], game: str) -> str:
    lines = [f"edits of {game}: the time until the findings of the text are there; beside {ONE_CARD}"]
    lines.append(f"{'':28}{'p50':>12}{'p95':>12}{'one card':>12}")
    by_name: dict[str, dict[str, Measurement]] = {}
    for result in results:
        name, _, part = result.name.rpartition(" ")
        by_name.setdefault(name, {})[part] = result
    for name, parts in by_name.items():
        p95 = _time(parts["p95"].ours) if "p95" in parts else ""
        lines.append(f"{name:28}{_time(parts['p50'].ours):>12}{p95:>12}{_time(parts['p50'].theirs):>12}".rstrip())
    return "\n".join(lines) + "\n"


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"
