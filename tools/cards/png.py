"""Turns the picture of a card into a PNG at 300 dots per inch, with the library `resvg_py` (extra `png`)."""

from __future__ import annotations

from dsl.lazy import lazy_module

resvg = lazy_module("resvg_py")

DOTS_PER_INCH = 300


class NoRasterizer(Exception):
    """The library is not installed."""


def png_of(svg: str) -> bytes:
    """Raises `NoRasterizer`."""
    try:
        return bytes(resvg.svg_to_bytes(svg_string=svg, dpi=DOTS_PER_INCH, zoom=round(DOTS_PER_INCH / 96)))
    except ModuleNotFoundError:
        raise NoRasterizer("PNG pictures need one more library: pip install 'botwright[png]'; SVG needs none") from None
