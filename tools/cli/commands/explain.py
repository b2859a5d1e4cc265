"""`botwright explain`: pages about messages and words, available offline."""

from __future__ import annotations

import click

from tools.cli.common import color_option
from tools.cli.group import unknown
from tools.cli.output import note, say
from tools.cli.terminal import colour_on
from tools.explain_pages import codes, names, page
from tools.report.colour import Painter
from tools.report.escape import lines_of, printable


@click.command
@click.argument("word", required=False)
@color_option
def command(word: str | None, color: str) -> int:
    """Explain WORD: a code such as BW1009, a word of the language, or a clause of a rulebook.

    Without a WORD, list all codes.
    """
    if word is None:
        say(f"{code}  {title}".rstrip() for code, title in codes().items())
        return 0
    text = page(word)
    if text is None:
        note(
            f"error: {printable(unknown('page for', word, names()), 300)}", "note: `botwright explain` lists all codes"
        )
        return 1
    say(_shown(lines_of(text), colour_on(color)))
    return 0


def _shown(text: str, colour: bool) -> list[str]:
    paint = Painter(colour)
    return [paint.strong(line) if line.startswith("#") else line for line in text.rstrip("\n").split("\n")]
