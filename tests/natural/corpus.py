"""The natural mistakes as values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen
from ruamel.yaml import YAML

FOLDER = Path(__file__).parent
FILES = ("first_tries.yaml", "backgrounds.yaml", "emails.yaml", "newcomers.yaml")
VARIANTS = "variants.yaml"


@frozen
class NaturalMistake:
    """One text with its intention; `line` is 0 if its author believes it to be right."""

    id: str
    game: str
    kind: str
    meant: str
    text: str
    line: int
    fix: str
    right: str = ""
    """The whole text as it was meant, where that is known."""

    @property
    def held_out(self) -> bool:
        return int(re.sub(r"\D", "", self.id)) % 2 == 0


def mistakes() -> Iterator[NaturalMistake]:
    reader = YAML(typ="safe")
    for file in FILES:
        for entry in reader.load(FOLDER / file):
            meant = entry.get("meant") or entry["email"]
            yield NaturalMistake(
                entry["id"], entry["game"], entry["kind"], meant, entry["text"], int(entry["line"]), str(entry["fix"])
            )


def variants() -> Iterator[NaturalMistake]:
    """The lines of `variants.yaml`, each in its frame; the number in its id is never even, since none is held out."""
    reader = YAML(typ="safe")
    number = 1
    for frame in reader.load(FOLDER / VARIANTS):
        before, _, _ = frame["frame"].partition("@")
        line = before.count("\n") + 1
        for family, wrong, right in frame["lines"]:
            text = frame["frame"].replace("@", wrong, 1)
            name = f"{family.replace(' ', '-')}-{number}"
            yield NaturalMistake(name, frame["game"], frame["kind"], right, text, line, right, framed(frame, right))
            number += 2


def framed(frame: dict[str, str], line: str) -> str:
    """The text of a frame with one line."""
    return frame["frame"].replace("@", line, 1)
