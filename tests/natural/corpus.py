"""The natural mistakes as values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen
from ruamel.yaml import YAML

FOLDER = Path(__file__).parent
FILES = ("first_tries.yaml", "backgrounds.yaml", "emails.yaml")


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
