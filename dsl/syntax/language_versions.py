"""Forms of the language that are newer than the version that a pack asks for.

The records of `dsl.syntax.constructs` say which version added a form. A pack whose manifest asks for `^1.0` and uses a
form of 1.1 is told so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.syntax import nodes as n
from dsl.syntax.constructs import Newer, newer_forms
from dsl.syntax.walk import walk
from dsl.text.source import Span
from dsl.text.versions import Version

FIRST = Version(1, 0, 0)
WORDS: tuple[Newer, ...] = tuple(newer_forms())
_HINT = re.compile("|".join(word.hint for word in WORDS))


def newer(text: str, tree: n.Node | None, low: Version) -> Iterator[tuple[Newer, Span]]:
    """What a declaration uses that came after a version: each form once, where it first stands."""
    wanted = [word for word in WORDS if word.since > low]
    if not wanted or tree is None or _HINT.search(text) is None:
        return
    told: set[str] = set()
    for node in walk(tree):
        for word in wanted:
            if word.node is type(node) and word.written not in told and _uses(node, word):
                told.add(word.written)
                yield word, node.span


def may_be_newer(text: str, low: Version) -> bool:
    """Whether a text is worth reading for it."""
    return any(word.since > low for word in WORDS) and _HINT.search(text) is not None


def _uses(node: n.Node, word: Newer) -> bool:
    found = getattr(node, word.field, None)
    return found == word.value if word.value else found not in (None, ())
