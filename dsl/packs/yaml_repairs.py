"""The line of a manifest that YAML cannot read, as it should be: each candidate is read before it is proposed.

Authors write `name = value`, leave a bracket open, or forget a comma. A candidate is right if YAML then reads further
than this line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attrs import evolve

from dsl.diagnostics import Diagnostic, Edit, Fix
from dsl.text.source import Place, Source

_SIGNS = {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "：": ":", "，": ",", "\t": "  ", "\u00a0": " "}
_PARTNER = {"[": "]", "{": "}", "(": ")"}


def with_repair(source: Source, error: Diagnostic, first_error: Callable[[Source], Diagnostic | None]) -> Diagnostic:
    """An error with the line that repairs it, if one of the candidates does."""
    number = source.text.count("\n", 0, error.place.start)
    lines = source.text.split("\n")
    for at in dict.fromkeys([number, number - 1]):
        if not 0 <= at < len(lines):
            continue
        for line in dict.fromkeys(_candidates(lines[at])):
            changed = "\n".join([*lines[:at], line, *lines[at + 1 :]])
            left = first_error(evolve(source, text=changed)) if line != lines[at] else error
            if left is None or (left is not error and changed.count("\n", 0, left.place.start) > max(at, number)):
                start = sum(len(each) + 1 for each in lines[:at])
                place = Place(error.place.file, start, start + len(lines[at]))
                fix = Fix("write this line", (Edit(place, line),), certain=True)
                shown = error.place if at == number else place
                return evolve(error, place=shown, help=f"write `{line.strip()}`", fix=fix, notes=())
    return error


def _candidates(line: str) -> Iterator[str]:
    """The line in the ways that it may have been meant, the smallest changes first."""
    plain = "".join(_SIGNS.get(sign, sign) for sign in line)
    yield plain
    indent = plain[: len(plain) - len(plain.lstrip())]
    body = re.sub(r"[,;]\s*$", "", plain.strip())
    yield indent + body
    named = re.match(r"(\"?[A-Za-z_]\w*\"?)\s*(?::=|=>|->|=|(?=[{\[(])|\s)\s*(.*)$", body)
    for text in (body, *([f"{named[1]}: {named[2]}"] if named is not None else [])):
        yield indent + text
        yield indent + _closed(text)
        yield indent + _closed(re.sub(r"(?<=[\w\"'])\s+(?=\w+\s*:)", ", ", text))
        yield indent + _closed(re.sub(r"\b(\w+)\s*=\s*", r"\1: ", text))
        value = re.match(r"(\w+:)\s*([^\"'\[{].*)$", text)
        if value is not None:
            yield f'{indent}{value[1]} "{value[2].replace(chr(34), chr(39))}"'
    yield body


def _closed(text: str) -> str:
    """The text with the brackets and the quote that it leaves open."""
    opened: list[str] = []
    quote = ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in _PARTNER:
            opened.append(_PARTNER[sign])
        elif opened and sign == opened[-1]:
            opened.pop()
    return text.rstrip(", ") + quote + "".join(reversed(opened))
