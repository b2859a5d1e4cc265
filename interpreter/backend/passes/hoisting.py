"""What a function asks again and again although nothing can change meanwhile is asked once, at its beginning.

Functions that only look (rules, stats, tests, lists of moves) begin no event and open no window, so the innermost event
of a verb and the open window are the same from their first line to their last, and so is whatever is read of these and
of their parameters. Only what is no fault for any value is read too early.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from interpreter.compiled.source import Line

LOOKING = frozenset("lrqsyd")
"""The letters with which the names of functions begin that only look."""
PASSES = 3
"""So many calls may stand inside each other."""
_HEAD = re.compile(r"def ([a-z])(\d+)\((.*)\):$")
_SAME = re.compile(
    r"\bheld\(m, k\d+, k\d+\)|\bm\.now\[k\d+\](?:\[k\d+\]|\.get\(k\d+\)| is not NOTHING)|\bm\.open_window\(\)"
)
_OF_NAMES = re.compile(
    r"\b(?:owner\(m, (?P<a>\w+)\)|(?P<f>s\d+)\(m, c, (?P<b>\w+)\)"
    r"|read\(m, (?P<c>o\d+), k\d+\)|cell\(c, (?P<d>o\d+), \d+\))"
)


def hoisted(lines: list[Line], fresh: Callable[[str], str]) -> list[Line]:
    """The same functions, with what does not change asked first."""
    out: list[Line] = []
    at = 0
    while at < len(lines):
        end = at + 1
        while end < len(lines) and lines[end].text.startswith(" "):
            end += 1
        head = _HEAD.match(lines[at].text)
        if head is not None and head[1] in LOOKING:
            out += _hoisted(lines[at:end], head[1] + head[2], set(head[3].split(", ")), fresh)
        else:
            out += lines[at:end]
        at = end
    return out


def _hoisted(lines: list[Line], name: str, fixed: set[str], fresh: Callable[[str], str]) -> list[Line]:
    head, body = lines[0], [Line(line.text, line.at) for line in lines[1:]]
    first: list[Line] = []
    for nth in range(PASSES):
        looked: dict[str, list[int]] = {}
        inside = 0
        for line in body:
            stripped = line.text.lstrip()
            loops = inside and len(line.text) - len(stripped) > inside
            for match in (_SAME if nth == 0 else _OF_NAMES).finditer(line.text):
                names = [] if nth == 0 else [match[group] for group in "abcd" if match[group]]
                if all(part in fixed for part in names) and (nth == 0 or match["f"] != name):
                    often = 2 if loops or " for " in line.text or "lambda" in line.text else 1
                    looked[match[0]] = [looked.get(match[0], [0])[0] + often]
            if stripped.startswith(("for ", "while ")) and not loops:
                inside = len(line.text) - len(stripped)
        for code, (often,) in looked.items():
            if often < 2:
                continue
            held = fresh("o")
            fixed.add(held)
            first.append(Line(f"    {held} = {code}", head.at))
            pattern = re.compile(rf"(?<![\w.]){re.escape(code)}")
            for line in body:
                line.text = pattern.sub(held, line.text)
    return [head, *first, *body]
