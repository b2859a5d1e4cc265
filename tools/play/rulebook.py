"""What a player may read about the game as a whole: its aim in two sentences, and its rulebook clause by clause.

The aim is the `says` of the mode, else that of the ruleset. A chapter is the word in the middle of a clause's number:
`AB-MOVE-01` is in the chapter `move`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.link.linked_program import LinkedProgram
from tools.drawing.styled_text import Line, line

MOST = 12
"""A search shows this many clauses."""


def aim(linked: LinkedProgram) -> str:
    """What the players are after, in the author's words; empty if the author says nothing."""
    symbols = linked.program.symbols
    nodes = [symbols.modes[mode].node for mode in linked.modes if mode in symbols.modes]
    for node in (*nodes, symbols.ruleset):
        says = getattr(getattr(node, "marks", None), "says", None)
        if says is not None and says.value:
            return str(says.value)
    return ""


def chapter_of(clause: str) -> str:
    parts = clause.split("-")
    return (parts[1] if len(parts) > 2 else clause).lower()


def chapters(clauses: Mapping[str, str]) -> dict[str, list[str]]:
    """The numbers of the clauses by chapter, in the order of the rulebook."""
    result: dict[str, list[str]] = {}
    for clause in clauses:
        result.setdefault(chapter_of(clause), []).append(clause)
    return result


def contents(clauses: Mapping[str, str]) -> Iterator[Line]:
    """The chapters, as they are typed after `h`."""
    names = list(chapters(clauses))
    if names:
        yield line(
            "  The rules of the game, by chapter: type ", ("h", "strong"), f" and a chapter, as in `h {names[0]}`,"
        )
        yield line("  or any word, as in `h dice`: ", ", ".join(names))


def lookup(clauses: Mapping[str, str], words: str) -> Iterator[Line]:
    """A chapter by its name; otherwise the clauses that contain all the words."""
    name = words.lower()
    listed = chapters(clauses).get(name)
    if listed is None:
        parts = name.split()
        listed = [
            clause for clause, text in clauses.items() if all(part in f"{clause} {text}".lower() for part in parts)
        ]
    if not listed:
        yield line(f"The rules say nothing about `{words[:40]}`; `h` lists their chapters.")
        return
    whole = name in chapters(clauses)
    for clause in listed if whole else listed[:MOST]:
        yield line((f"  {clause}  ", "dim"), clauses[clause])
    if not whole and len(listed) > MOST:
        yield line((f"  … and {len(listed) - MOST} more: add a word", "dim"))
