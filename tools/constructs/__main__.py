"""`python -m tools.constructs` rewrites the tables of `dsl/DESIGN.md`; `--check` reports whether they are out of
date.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tools.constructs.games import counted
from tools.constructs.page import PAGE, renewed, unjudged
from tools.resources import room


def main(arguments: Sequence[str], folder: Path) -> int:
    if list(arguments) not in ([], ["--check"]):
        print("use: python -m tools.constructs [--check]", file=sys.stderr)
        return 2
    page, games = folder / PAGE, counted(folder.parent)
    text = page.read_text(encoding="utf-8")
    new = renewed(text, games)
    missing = unjudged(new, games)
    if missing:
        print(f"used by fewer than two games, and no verdict: {'; '.join(missing)}", file=sys.stderr)
    if new == text:
        print(f"the tables of {PAGE} agree with the games")
        return int(bool(missing))
    if arguments:
        print(f"the tables of {PAGE} are older than the games: run `python -m tools.constructs`", file=sys.stderr)
        return 1
    page.write_text(new, encoding="utf-8", newline="\n")
    print(f"wrote the tables of {PAGE}")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], room("dsl")))
