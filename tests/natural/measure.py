"""Prints what the checker says about the natural mistakes: how many findings, and whether the first is on the right line.

Each text becomes a pack of its own that depends on all packs of its game. A finding that names the fix is a matter for a
reader; this program counts what a program can count.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from dsl.diagnostics import Diagnostic
from tests.natural.corpus import NaturalMistake, mistakes
from tools.resources import shipped_packs
from tools.workspace.workspace import Workspace


def findings(mistake: NaturalMistake, folder: Path) -> list[tuple[Diagnostic, int]]:
    """The findings in the text of a mistake, each with its line."""
    pack = folder / mistake.id
    pack.mkdir()
    needed = [name for name in sorted(shipped_packs()) if name.startswith(f"{mistake.game}-")]
    packs = ", ".join(f'{{id: {name}, version: "^1.0"}}' for name in needed)
    manifest = (
        f"id: natural-{mistake.id}\nname: A first try\nversion: 0.1.0\nlanguage: '^1.0'\n"
        f"ruleset: {{id: {mistake.game}, version: '^1.0'}}\npacks: [{packs}]\n"
        "authors: [Kim]\nlicence: CC0-1.0\nsource: made up\n"
    )
    own = "pack.yaml" if mistake.kind == "manifest" else "cards.bot"
    (pack / "pack.yaml").write_text(manifest, encoding="utf-8")
    (pack / own).write_text(mistake.text, encoding="utf-8")
    result = Workspace([str(pack)]).check()
    in_text = [diagnostic for diagnostic in result.diagnostics if Path(diagnostic.place.file).name == own]
    return [(each, mistake.text.count("\n", 0, each.place.start) + 1) for each in in_text]


def verdict(mistake: NaturalMistake, reported: Sequence[tuple[Diagnostic, int]]) -> str:
    if not reported:
        return "clean" if mistake.line == 0 else "no finding"
    if mistake.line == 0:
        return "believed right, but has findings"
    alone = "alone" if len(reported) == 1 else "with others"
    return f"{'right' if reported[0][1] == mistake.line else 'another'} line, {alone}"


def main(held_out: bool) -> None:
    totals = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for mistake in mistakes():
            if mistake.held_out != held_out:
                continue
            reported = findings(mistake, Path(folder))
            result = verdict(mistake, reported)
            totals[result] += 1
            if not held_out:
                print(f"{mistake.id} {mistake.game}: {result} (line {mistake.line})")
                for diagnostic, line in reported[:3]:
                    print(f"    {line}: {diagnostic.code} {diagnostic.message}; {diagnostic.help}")
    for result, count in totals.most_common():
        print(f"{count:4}  {result}")


if __name__ == "__main__":
    main("--held-out" in sys.argv[1:])
