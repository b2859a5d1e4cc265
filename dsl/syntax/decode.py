"""Decodes the bytes of a file into text, and records what was normalised.

All later modules count characters of text that has LF line ends and no byte order mark. The original form is
recorded, because the formatter writes the normalised form even if the words do not change. Bytes that are not valid
text get a diagnostic and an approximate decoding, used only to show the line, never for parsing.
"""

from __future__ import annotations

import codecs
from typing import Literal

from attrs import frozen

from dsl.diagnostics import Diagnostic, diagnose
from dsl.diagnostics.codes.text import NOT_UTF8, NUL, TOO_LARGE
from dsl.text.limits import FILE_BYTES
from dsl.text.source import Place, Source

LineEnds = Literal["lf", "crlf", "cr", "mixed"]


@frozen
class Decoded:
    """One file as text. If `readable` is false, the text serves only to show the error."""

    source: Source
    readable: bool
    bom: bool = False
    line_ends: LineEnds = "lf"
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def usual(self) -> bool:
        """Whether the bytes of the file are those that the formatter would write for this text."""
        return not self.bom and self.line_ends == "lf"


def decode(file: str, data: bytes, limit: int = FILE_BYTES, limit_name: str = "FILE_BYTES") -> Decoded:
    """The text of a file, or a diagnostic about its bytes."""
    if len(data) > limit:
        return _unreadable(file, _approximate(data[:1000]), _too_large(file, len(data), limit, limit_name))
    bom = data.startswith(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8-sig" if bom else "utf-8")
    except UnicodeDecodeError as fault:
        # the codec counts from after the byte order mark
        offset = fault.start + (len(codecs.BOM_UTF8) if bom else 0)
        return _unreadable(file, _approximate(data), _not_utf8(file, data, offset))
    text, line_ends = _with_lf(text)
    nul = text.find("\0")
    if nul >= 0:
        return _unreadable(file, text, diagnose(NUL, Place(file, nul, nul + 1), offset=data.find(b"\0")))
    return Decoded(Source(file, text), True, bom, line_ends)


def _with_lf(text: str) -> tuple[str, LineEnds]:
    if "\r" not in text:
        return text, "lf"
    crlf = text.count("\r\n")
    cr = text.count("\r") - crlf
    lf = text.count("\n") - crlf
    line_ends: LineEnds = "crlf" if not cr and not lf else "cr" if not crlf and not lf else "mixed"
    return text.replace("\r\n", "\n").replace("\r", "\n"), line_ends


def _approximate(data: bytes) -> str:
    return _with_lf(data.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace"))[0]


def _unreadable(file: str, text: str, fault: Diagnostic) -> Decoded:
    return Decoded(Source(file, text), False, diagnostics=(fault,))


def _too_large(file: str, size: int, limit: int, name: str) -> Diagnostic:
    what = "this file" if size == limit + 1 else f"this file of {size:,} bytes"
    return diagnose(TOO_LARGE, Place(file, 0, 0), what=what, limit=f"{limit:,} bytes", name=name)


def _not_utf8(file: str, data: bytes, offset: int) -> Diagnostic:
    before = len(_approximate(data[:offset]))
    advice = ""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        advice = "this looks like UTF-16: save the file as UTF-8 (in most editors: Save with encoding)"
    elif data[offset] >= 0xA0:
        advice = "this looks like Latin-1 or Windows text: save the file as UTF-8 (in most editors: Save with encoding)"
    return diagnose(NOT_UTF8, Place(file, before, before + 1), byte=f"0x{data[offset]:02x}", offset=offset, help=advice)
