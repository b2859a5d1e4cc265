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
def compile(cards: int, jobs: int) -> int:
    """Check a made-up pack cold, warm and after one edit, against a bare parse of the same text."""
    from tools.bench import bench_compile

    return finish(bench_compile(cards=cards, jobs=jobs))
