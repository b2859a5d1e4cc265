"""The stretches of a function that may stop: `if pc == 7:` and what is done there, made fewer.

While a flow is written every place that somebody might jump to begins a stretch. Afterwards those that only lead on
are left out, and those that are entered from one place alone stand there.
"""

from __future__ import annotations

import re

from interpreter.compiled.source import Line

BASE = 2
"""How deep the tests `if pc == 7:` stand: in a loop, in a function."""
LABEL = re.compile(r"@(\d+)@")
_HEAD = re.compile(r" *if pc == (@\d+@):")
Stretch = tuple[str, list[Line]]


def simpler(lines: list[Line]) -> list[Line]:
    """The same stretches without those that only lead on, and with those joined that are entered from one place."""
    stretches: list[Stretch] = []
    for line in lines:
        head = _HEAD.fullmatch(line.text)
        if head:
            stretches.append((head[1], []))
        else:
            stretches[-1][1].append(line)
    stretches = _without_detours(stretches)
    joined = True
    while joined:
        joined = _join(stretches)
    return [
        line
        for label, body in stretches
        for line in (Line("    " * BASE + f"if pc == {label}:", body[0].at if body else None), *body)
    ]


def _without_detours(stretches: list[Stretch]) -> list[Stretch]:
    leads: dict[str, str] = {}
    for label, body in stretches[1:]:
        texts = [line.text.strip() for line in body]
        if texts and texts[0].startswith("pc = @") and texts[1:] in ([], ["continue"]) and " if " not in texts[0]:
            leads[label] = texts[0].removeprefix("pc = ")
    for label in leads:
        seen = {label}
        while leads[label] in leads and leads[label] not in seen:
            seen.add(leads[label])
            leads[label] = leads[leads[label]]
    kept = [(label, body) for label, body in stretches if label not in leads]
    for _, body in kept:
        for line in body:
            line.text = LABEL.sub(lambda match: leads.get(match[0], match[0]), line.text)
    return kept


def _join(stretches: list[Stretch]) -> bool:
    """Put one stretch where the only jump to it is, if that is the end of the one before."""
    for index in range(len(stretches) - 1):
        (_, body), (label, following) = stretches[index], stretches[index + 1]
        mentions = sum(line.text.count(label) for _, every in stretches for line in every)
        if mentions == 1 and body and body[-1].text.strip() == f"pc = {label}":
            depth = len(body[-1].text) - len(body[-1].text.lstrip()) - 4 * (BASE + 1)
            body.pop()
            body += [Line(" " * depth + line.text, line.at) for line in following]
            del stretches[index + 1]
            return True
    return False
