"""What a seat knows, as text: what it sees now, and everything it has seen, been told and answered until now.

`observation` is the seat's view of the table without counters. `Memory` makes it a perfect recall: a chain of hashes
over what the seat answered, what it was told and what it saw at each question of anybody, where that had changed. Two
matches that look the same to a seat so far give the same texts, whatever is hidden from it.

Nothing is remembered while a search runs. If the past of a seat is asked for, the steps are carried out again with a
log: that is slower, but most nodes of a search are never looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b

from interpreter.execute.machine import Machine
from interpreter.visibility.view_types import View
from interpreter.visibility.views import as_data, view

START = ""
"""The memory of a seat before the match."""


def looked(m: Machine, seat: str) -> View:
    """The table as a seat sees it now."""
    return view(m, seat)


def observation(look: View) -> str:
    """A view as text: equal for equal tables, however they were reached."""
    data = as_data(look)
    del data["log"], data["format_version"]
    for request in data["requests"]:
        del request["id"]
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def remembered(memory: str, news: Iterable[str]) -> str:
    """A memory after some news; unchanged without any."""
    for line in news:
        digest = blake2b(digest_size=12, person=b"botwright-know")
        digest.update(f"{memory}\n{line}".encode())
        memory = digest.hexdigest()
    return memory
