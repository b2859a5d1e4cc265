"""Examples for `--help`, command by command. The test suite runs all of them, in this order, in one empty folder."""

from __future__ import annotations

import click

EXAMPLES: dict[str, tuple[str, ...]] = {
    "new game": ("botwright new game sky_duel",),
    "new pack": ("botwright new pack crabs --game scrapyard", "botwright new pack storm --game sky_duel"),
    "new card": ('botwright new card "Old Nipper" --pack crabs --kind Bot',),
    "new keyword": ("botwright new keyword Snapping --pack crabs --kind Bot",),
    "new": ("botwright new game tower", "botwright new pack toads --game scrapyard --kind Gadget"),
    "check": (
        "botwright check",
        "botwright check content/crabs --strict",
        "botwright check content/crabs --format github",
        "botwright check content/crabs --fix",
    ),
    "test": (
        "botwright test",
        "botwright test rulesets/sky_duel -k WIN",
        "botwright test rulesets/sky_duel --coverage",
    ),
    "fmt": ("botwright fmt", "botwright fmt --check .", "botwright fmt content/crabs --diff"),
    "explain": ("botwright explain BW2105", "botwright explain modify", "botwright explain SY-STEP-01"),
    "try": ('botwright try "Old Nipper"', 'botwright try Rusty --against "Tin Can"'),
    "play": (
        "botwright play scrapyard",
        "botwright play scrapyard --mode quick --seat human --seat greedy",
        "botwright play scrapyard --bots --seed 3 --record evening.bwr",
    ),
    "repl": ("botwright repl scrapyard", "botwright repl scrapyard --mode quick --seed 3 --seat human --seat random"),
    "replay": ("botwright replay evening.bwr", "botwright replay evening.bwr --verify"),
    "simulate": (
        "botwright simulate scrapyard -n 20",
        "botwright simulate scrapyard -n 4 --seat greedy --seat random --seed 7",
        "botwright simulate scrapyard -n 20 --format json",
    ),
    "balance": (
        "botwright balance scrapyard-starter -n 20 --pairs 2",
        "botwright balance Kettle --vary hull 8..9 -n 20 --exactly",
    ),
    "tune": ("botwright tune scrapyard --generations 1 --candidates 1 -n 1 --test 2",),
    "clauses": ("botwright clauses sky_duel", "botwright clauses sky_duel --prove -k WIN"),
    "doc": ("botwright doc --output reference.md", "botwright doc scrapyard --output scrapyard.md"),
    "pack build": ("botwright pack build content/crabs --output crabs.zip",),
    "pack verify": ("botwright pack verify crabs.zip",),
    "pack diff": ("botwright pack diff crabs.zip content/crabs",),
    "pack": ("botwright pack build content/crabs --output crabs_again.zip", "botwright pack verify crabs_again.zip"),
    "compile": ("botwright compile damage --emit python --game scrapyard",),
    "studio": ("botwright studio", "botwright studio my_project --port 8765 --no-open"),
    "lsp": ("botwright lsp",),
    "bench": ("botwright bench fork --rounds 1",),
    "completion": ("botwright completion bash",),
}


def add_examples(command: click.Command, name: str) -> None:
    """Add the examples of a command, and of the commands below it, to the end of its help."""
    lines = EXAMPLES.get(name, ())
    if lines and "Examples:" not in (command.epilog or ""):
        listed = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
        command.epilog = f"{listed}\n\n{command.epilog}" if command.epilog else listed
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        add_examples(inner, f"{name} {inner.name}")
