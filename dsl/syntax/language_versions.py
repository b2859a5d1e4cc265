"""Finds forms of the language that are newer than the version that a pack requires.

The records of `dsl.syntax.constructs` name the version that added each form. A pack whose manifest requires `^1.0` and
that uses a form of 1.1 gets a warning.
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
FORMS: tuple[Newer, ...] = tuple(newer_forms())
_HINT = re.compile("|".join(form.hint for form in FORMS))


def newer(text: str, tree: n.Node | None, low: Version) -> Iterator[tuple[Newer, Span]]:
    """The forms in a declaration that are newer than a version: each once, at its first use."""
    newer_than_low = [form for form in FORMS if form.since > low]
    if not newer_than_low or tree is None or _HINT.search(text) is None:
        return
    reported: set[str] = set()
    for node in walk(tree):
        for form in newer_than_low:
            if form.node is type(node) and form.written not in reported and _uses(node, form):
                reported.add(form.written)
                yield form, node.span


def may_be_newer(text: str, low: Version) -> bool:
    """Whether the text may contain a newer form, so that its tree must be walked."""
    return any(form.since > low for form in FORMS) and _HINT.search(text) is not None


def _uses(node: n.Node, form: Newer) -> bool:
    value = getattr(node, form.field, None)
    return value == form.value if form.value else value not in (None, ())
