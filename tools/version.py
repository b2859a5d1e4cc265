"""The version of Botwright."""

from __future__ import annotations

from dsl.lazy import TYPE_CHECKING, lazy_module

if TYPE_CHECKING:
    from importlib import metadata
else:
    metadata = lazy_module("importlib.metadata")


def version() -> str:
    """The installed version; `0` if Botwright is not installed."""
    try:
        return metadata.version("botwright")
    except metadata.PackageNotFoundError:
        return "0"
