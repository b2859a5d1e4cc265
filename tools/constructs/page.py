"""Writes the two tables of `dsl/DESIGN.md`: constructs with their games and verdicts, and the length of cards.

The text between two marks of the page is generated; only the verdicts are written by hand and are kept. A construct
needs a verdict if and only if fewer than two games use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from statistics import median

from tools.constructs.catalogue import Use, all_constructs
from tools.constructs.games import Counted

PAGE = "DESIGN.md"
_ROW = re.compile(r"^\| `(?P<name>.+?)` \| .*? \| (?P<verdict>.*) \|$")


def renewed(page: str, games: Sequence[Counted]) -> str:
    """The page with regenerated tables."""
    for mark, lines in (("constructs", _constructs(games, verdicts(page))), ("cards", _cards(games))):
        between = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end -->)", re.DOTALL)
        text = "\n".join(lines) + "\n"
        page = between.sub(lambda match, text=text: match[1] + text + match[2], page)  # type: ignore[misc]
    return page


def verdicts(page: str) -> dict[Use, str]:
    """The hand-written verdicts, by construct."""
    texts: dict[Use, str] = {}
    chapter = ""
    table = re.search(r"<!-- constructs -->\n(.*?)<!-- end -->", page, re.DOTALL)
    for line in table[1].splitlines() if table is not None else ():
        if line.startswith("**") and line.endswith("**"):
            chapter = line.strip("*").lower()
        row = _ROW.match(line)
        if row is not None and row["verdict"].strip():
            texts[chapter, row["name"].replace("\\|", "|")] = row["verdict"].strip()
    return texts


def unjudged(page: str, games: Sequence[Counted]) -> list[str]:
    """The suspect constructs without a verdict."""
    judged = verdicts(page)
    suspects = [use for use in all_constructs() if _suspect(use, games) and use not in judged]
    return [f"{chapter}: {name}" for chapter, name in suspects]


def _suspect(use: Use, games: Sequence[Counted]) -> bool:
    return sum(use in game.used for game in games) < 2


def _constructs(games: Sequence[Counted], judged: dict[Use, str]) -> Iterator[str]:
    chapter = ""
    for use in all_constructs():
        if use[0] != chapter:
            chapter = use[0]
            yield from ("", f"**{chapter.capitalize()}**", "", "| construct | games | verdict |", "|---|---|---|")
        verdict = judged.get(use, "") if _suspect(use, games) else ""
        yield f"| `{use[1]}` | {_who(use, games)} | {verdict} |"
    yield ""


def _who(use: Use, games: Sequence[Counted]) -> str:
    using = [game.name for game in games if use in game.used]
    others = [game.name for game in games if use not in game.used]
    if not others:
        return "all"
    if not using:
        return "none"
    return ", ".join(using) if len(using) <= len(others) else f"all but {', '.join(others)}"


def _cards(games: Sequence[Counted]) -> Iterator[str]:
    yield from ("", "| game | cards | median lines | longest |", "|---|---|---|---|")
    for game in games:
        if game.cards:
            yield f"| {game.name} | {len(game.cards)} | {median(game.cards):g} | {max(game.cards)} |"
    every = [lines for game in games for lines in game.cards]
    yield f"| all | {len(every)} | {median(every):g} | {max(every)} |"
    yield ""
