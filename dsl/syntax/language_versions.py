"""Since which version of the language there is what: for a pack that promises to be read by an older one.

A plain table: the class of a node, a field of it that is filled (or has a certain value) only in the newer form, the
words of that form, and the version that brought it. So a pack whose manifest asks for `^1.0` and uses a word of 1.1 is
told so, and a change of the language is one line here. What a word means is nobody's business here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from dsl.text.source import Span
from dsl.text.versions import Version

FIRST = Version(1, 0, 0)
_1_1 = Version(1, 1, 0)


@frozen
class Word:
    """A form of the language: the node and field that show it, how it is written, and what its text always has, so that
    most texts need not be read for it."""

    node: str
    field: str
    written: str
    hint: str
    since: Version
    value: str = ""  # the field has this value; else it is enough that it has one


WORDS: tuple[Word, ...] = (
    Word("Effect", "during", "`during` in the head of an effect", r"\beffect\b[^{]*\bduring\b", _1_1),
    Word("Hook", "others", "`or` between the verbs of a hook", r"\b(?:before|after|of)\s+\w+\s+or\b", _1_1),
    Word("Forbid", "others", "`or` between forbidden verbs", r"\b(?:forbid|allow)\s+\w+\s+or\b", _1_1),
    Word("Where", "name", "`as` in a query", r"\bas\s+\w+\s+where\b", _1_1),
    Word("Arg", "name", "`as` in a query", r"\bas\s+\w+\s*[,)]", _1_1),
    Word("Choose", "such", "`such that`", r"\bsuch\s+that\b", _1_1),
    Word("Amount", "form", "`one or none`", r"\bone\s+or\s+none\b", _1_1, "one or none"),
    Word("Option", "condition", "`if` on a way of `either`", r"\beither\b", _1_1),
    Word("Thing", "like", "`like`", r"\blike\b", _1_1),
    Word("Call", "name", "`glimpses`", r"\bglimpses\b", _1_1, "glimpses"),
    Word("Name", "text", "`take_effect`", r"\btake_effect\b", _1_1, "take_effect"),
    Word("Name", "text", "`volunteer`", r"\bvolunteer\b", _1_1, "volunteer"),
)
_HINT = re.compile("|".join(word.hint for word in WORDS))


def newer(text: str, tree: n.Node | None, low: Version) -> Iterator[tuple[Word, Span]]:
    """What a declaration uses that came after a version: each form once, where it first stands."""
    wanted = [word for word in WORDS if word.since > low]
    if not wanted or tree is None or _HINT.search(text) is None:
        return
    told: set[str] = set()
    for node in walk(tree):
        for word in wanted:
            if word.node == type(node).__name__ and word.written not in told and _uses(node, word):
                told.add(word.written)
                yield word, node.span


def may_be_newer(text: str, low: Version) -> bool:
    """Whether a text is worth reading for it."""
    return any(word.since > low for word in WORDS) and _HINT.search(text) is not None


def _uses(node: n.Node, word: Word) -> bool:
    found = getattr(node, word.field, None)
    return found == word.value if word.value else found not in (None, ())
