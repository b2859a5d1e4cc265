"""Turns the picture of a card into a PNG at 300 dots per inch, with the library `resvg_py` (extra `png`)."""

from __future__ import annotations

from functools import cache

from dsl.lazy import lazy_module
from tools.cards.fonts import FONT

resvg = lazy_module("resvg_py")

DOTS_PER_INCH = 300


class NoRasterizer(Exception):
    """The library is not installed, or finds no font to write with."""


def png_of(svg: str) -> bytes:
    """Raises `NoRasterizer`."""
    try:
        if not _writes():
            raise NoRasterizer("no font for PNG pictures is installed, such as DejaVu Sans; SVG needs none")
        return bytes(resvg.svg_to_bytes(svg_string=svg, dpi=DOTS_PER_INCH, zoom=round(DOTS_PER_INCH / 96)))
    except ModuleNotFoundError:
        raise NoRasterizer("PNG pictures need one more library: pip install 'botwright[png]'; SVG needs none") from None


@cache
def _writes() -> bool:
    """Whether letters are drawn: without a font they are left out, and nothing says so."""
    size = 'xmlns="http://www.w3.org/2000/svg" width="20" height="20"'
    letter = f'<svg {size}><text y="15" font-family="{FONT}">M</text></svg>'
    drawn, blank = resvg.svg_to_bytes(svg_string=letter), resvg.svg_to_bytes(svg_string=f"<svg {size}/>")
    return bytes(drawn) != bytes(blank)
