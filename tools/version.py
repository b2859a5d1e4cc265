"""The version of Botwright."""

from __future__ import annotations


def version() -> str:
    """The version that is installed; `0` in a folder that was never installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("botwright")
    except PackageNotFoundError:
        return "0"
