"""English forms of the verbs of a game: `damaged`, `draws`, `struck` for `damage`, `draw`, `strike`."""

from __future__ import annotations

from functools import lru_cache

_IRREGULAR = {
    "draw": ("drew", "drawn"), "hit": ("hit",), "take": ("took", "taken"), "deal": ("dealt",), "lose": ("lost",),
    "pay": ("paid",), "strike": ("struck", "stricken"), "throw": ("threw", "thrown"), "give": ("gave", "given"),
    "break": ("broke", "broken"), "win": ("won",), "fall": ("fell", "fallen"), "steal": ("stole", "stolen"),
    "burn": ("burnt", "burned"), "choose": ("chose", "chosen"), "buy": ("bought",), "sell": ("sold",),
    "build": ("built",), "shoot": ("shot",), "cut": ("cut",), "set": ("set",), "put": ("put",), "leave": ("left",),
    "go": ("went", "gone"), "fly": ("flew", "flown"), "spend": ("spent",), "send": ("sent",), "bring": ("brought",),
    "rise": ("rose", "risen"), "hide": ("hid", "hidden"), "shake": ("shook", "shaken"), "read": ("read",),
    "begin": ("began", "begun"), "roll": ("rolled",), "reroll": ("rerolled",),
}  # fmt: skip


@lru_cache(maxsize=4_096)
def forms(verb: str) -> frozenset[str]:
    """The forms of an English verb; of a verb of several words, the first word changes."""
    first, _, rest = verb.partition("_")
    endings = {first, first + "s"}
    if first.endswith("e"):
        endings |= {first + "d", first[:-1] + "ing"}
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        endings |= {first[:-1] + "ied", first[:-1] + "ies", first + "ing"}
    else:
        double = first + first[-1] if first[-1:] not in "aeiouwxy" else first
        endings |= {first + "ed", first + "es", first + "ing", double + "ed", double + "ing"}
    endings |= set(_IRREGULAR.get(first, ()))
    return frozenset(f"{form} {rest.replace('_', ' ')}".strip() for form in endings)
