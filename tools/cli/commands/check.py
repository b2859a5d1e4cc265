"""`botwright check`: every problem that can be found without playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dsl.lazy import lazy_module
from tools.cli.common import STDIN, UsageError, color_option, existing, project_settings
from tools.cli.run_check import CheckOptions, most_shown, once
from tools.report import FORMATS

if TYPE_CHECKING:
    from tools.cli import watch as cli_watch
else:
    cli_watch = lazy_module("tools.cli.watch")


@click.command
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--format", type=click.Choice(list(FORMATS)), help="Output format.  [default: full]")
@click.option("--fix", is_flag=True, help="Make corrections that have only one possible meaning.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes; stop with Ctrl-C.")
@click.option("--strict/--no-strict", default=None, help="Treat warnings as errors.")
@click.option("--no-cache", is_flag=True, help="Ignore the cache and do not write it.")
@click.option("--jobs", type=click.IntRange(0, 256), default=0, help="Number of processes (0: automatic).")
@click.option(
    "--max", "most", type=click.IntRange(min=0), help="Number of findings shown in full (0: all).  [default: 20]"
)
@color_option
def command(
    paths: tuple[str, ...],
    format: str | None,
    fix: bool,
    watch: bool,
    strict: bool | None,
    no_cache: bool,
    jobs: int,
    most: int | None,
    color: str,
) -> int:
    """Check rules, cards and manifests: files, folders, packs, or `-` for stdin.

    Without a PATH, check the rulesets and packs of the surrounding project, or else those that come with Botwright.
    Exit codes: 0 no findings, 1 findings, 2 wrong usage.
    """
    settings = project_settings()
    shown = format or settings.format
    request = CheckOptions(
        paths=existing(paths or settings.paths),
        format=shown,
        strict=settings.strict if strict is None else strict,
        cache=not no_cache,
        jobs=jobs,
        color=color,
        most=most_shown(shown, most),
        allow=settings.allow,
    )
    if STDIN in request.paths and (fix or watch):
        raise UsageError("`--fix` and `--watch` need files: stdin cannot be written or watched")
    if watch:
        return cli_watch.watched(request.paths, lambda: once(request, fix))
    return once(request, fix)
