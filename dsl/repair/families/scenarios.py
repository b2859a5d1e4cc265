"""Lines of a scenario in other words: `assert`, `should be`, `Ann chooses Rusty`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.repair.spot import LineRewrite, RepairSpot, pattern

_THEN = "a condition to check begins with `then`"
_ANSWER = "a player's answer follows a `:`"
_SUBJECT = r"((?:\"[^\"\n]*\"|[\w.]+)(?:\([^()]*\))?)"

patterns = (
    pattern("then", r"^(\s*)(?:assert|expect|check|verify|ensure|test|result|so|and)(?:\s+that)?\s+(?=\S)", r"\1then ", _THEN, cost=0.7),
    pattern("then", r"^(\s*)(?:assert|expect|check|verify)\((.*)\)\s*;?$", r"\1then \2", _THEN, cost=0.7),
    pattern("then", r"\bshould\s+(?:still\s+)?(?:be|equal)\b", "is", _THEN, cost=0.8),
    pattern("then", r"\b(?:must|has to|needs to|will)\s+be\b", "is", _THEN, cost=0.9),
    pattern("then", r"\bshould\s+have\b", "has", _THEN, cost=1.0),
    pattern("do", r"^(\s*)(?:when|then|and|now)\s+(?=[a-z]\w*\s)", r"\1do ", "an event begins with `do`", cost=1.2),
    pattern("do", r"^(\s*)(?=[a-z_]\w*\s+\S)(?!do\b|then\b|given\b|dice\b|seats\b|after\b|cannot\b)", r"\1do ", "an event begins with `do`", cost=1.2),
    pattern("do", r"^(\s*)(?=[A-Z\"(]\S*.*\s(?:is|has|in|lacks|>|<|>=|<=)\s)", r"\1then ", _THEN, cost=1.0),
    pattern("answer", r"^(\s*)([A-Z]\w*)\s+(?:chooses|choose|picks|selects|takes)\s*:?\s*", r"\1\2: choose ", _ANSWER, cost=0.7),
    pattern("answer", r"^(\s*)([A-Z]\w*)\s+(?:passes|declines|skips)\s*$", r"\1\2: pass", _ANSWER, cost=0.7),
    pattern("given", r"^(\s*)(?:given|setup|set up|start|let)\s*:\s*", r"\1given ", cost=0.8),
    pattern("seats", r"^(\s*)(?:players?|seats)\s*[:=]\s*", r"\1seats ", cost=0.8),
    pattern("dice", r"^(\s*)(?:roll|rolls|die)\s+(\w+)\s*[:=]\s*", r"\1dice \2: ", cost=1.0),
    pattern("dice", r"^(\s*dice\s+\w+)\s*(?:=|is|shows|->)\s*", r"\1: ", cost=0.9),
)  # fmt: skip


def outcomes(spot: RepairSpot) -> Iterator[LineRewrite]:
    """`Mossling should not be hurt`: no damage, for a kept number that counts against it."""
    match = re.match(
        rf"(\s*)(?:then\s+)?{_SUBJECT}\s+(should\s+not\s+be|should\s+be|is\s+not|is|isn't)\s+(?:hurt|damaged|hit|harmed|wounded|unharmed|unhurt)\s*$",
        spot.line,
    )
    if match is None:
        return
    unhurt = ("not" in match[3] or "n't" in match[3]) != ("unh" in spot.line)
    subject = spot.raw[match.start(2) : match.end(2)]
    sign = "is 0" if unhurt else "> 0"
    for sig in spot.vocabulary.symbols.kinds.values():
        if "damage" in sig.fields and sig.fields["damage"].sort == "keeps":
            new = f"{match[1]}then {subject}.damage {sign}"
            yield spot.rewrite(0, len(spot.raw), new, "then", "say which number must be what", 1.0)
            return


def families(spot: RepairSpot) -> Iterator[LineRewrite]:
    """All of them, in a scenario only."""
    if spot.sort == "scenario":
        for propose in (*patterns, outcomes):
            yield from propose(spot)


FAMILIES = (families,)
