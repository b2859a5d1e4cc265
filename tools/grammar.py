"""`python -m tools.grammar` rebuilds `dsl/syntax/grammar.json` from `dsl/syntax/grammar.lark`; `--check` reports
whether it is out of date.

For developers of the language. Lark computes the tables and `dsl.syntax.tables` writes them; nothing else in the
project needs lark, so a user never waits for it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from dsl.syntax.tables import make_tables, to_text
from tools.resources import room

GRAMMAR = "grammar.lark"
TABLES = "grammar.json"


def fresh(grammar: Path) -> str:
    """The parse tables of a grammar as text."""
    return to_text(make_tables(grammar.read_text(encoding="utf-8")))


def main(arguments: Sequence[str], folder: Path) -> int:
    if list(arguments) not in ([], ["--check"]):
        print("use: python -m tools.grammar [--check]", file=sys.stderr)
        return 2
    grammar, tables = folder / GRAMMAR, folder / TABLES
    text = fresh(grammar)
    if tables.is_file() and tables.read_text(encoding="utf-8") == text:
        print(f"{TABLES} agrees with {GRAMMAR}")
        return 0
    if arguments:
        print(f"{TABLES} is older than {GRAMMAR}: run `python -m tools.grammar`", file=sys.stderr)
        return 1
    tables.write_text(text, encoding="utf-8", newline="\n")
    print(f"wrote {TABLES}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], room("dsl") / "syntax"))
