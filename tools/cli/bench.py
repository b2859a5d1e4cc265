"""`botwright bench`: figures of this machine, as ratios measured in one run."""

from __future__ import annotations

import click

from tools.cli.common import finish


@click.group
def command() -> None:
    """Measure how fast this machine works."""


@command.command
@click.option("--cards", type=click.IntRange(1, 1_000_000), default=10_000, show_default=True, help="Size of the pack.")
@click.option("--jobs", type=click.IntRange(0, 256), default=0, help="Processes to use; 0 chooses.")
@click.option("--format", type=click.Choice(["full", "json"]), default="full", show_default=True, help="How to print.")
def compile(cards: int, jobs: int, format: str) -> int:
    """Check a made-up pack cold, warm and after one edit, against a bare parse of the same text."""
    from tools.bench import compile_bench

    return finish(compile_bench(format, cards=cards, jobs=jobs))
