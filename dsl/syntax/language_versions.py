"""The language version that introduced each form, for packs that must work with an older version.

A plain table: the class of a node, a field that is set (or has a certain value) only in the newer form, the syntax of
that form, and the version that introduced it. So a pack whose manifest requires `^1.0` and uses a form of 1.1 gets a
diagnostic, and a change of the language is one line here. This module knows no meanings.
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
class VersionedForm:
    """A form of the language: the node and field that show it, its syntax, and a pattern that its text always
    matches, so that most trees need not be walked."""

    node: str
    field: str
    written: str
    hint: str
    since: Version
    value: str = ""  # the field must have this value; if empty, any value


FORMS: tuple[VersionedForm, ...] = (
    VersionedForm("Effect", "during", "`during` in the head of an effect", r"\beffect\b[^{]*\bduring\b", _1_1),
    VersionedForm("Hook", "others", "`or` between the verbs of a hook", r"\b(?:before|after|of)\s+\w+\s+or\b", _1_1),
    VersionedForm("Forbid", "others", "`or` between forbidden verbs", r"\b(?:forbid|allow)\s+\w+\s+or\b", _1_1),
    VersionedForm("Where", "name", "`as` in a query", r"\bas\s+\w+\s+where\b", _1_1),
    VersionedForm("Arg", "name", "`as` in a query", r"\bas\s+\w+\s*[,)]", _1_1),
    VersionedForm("Choose", "such", "`such that`", r"\bsuch\s+that\b", _1_1),
    VersionedForm("Amount", "form", "`one or none`", r"\bone\s+or\s+none\b", _1_1, "one or none"),
    VersionedForm("Option", "condition", "`if` on a way of `either`", r"\beither\b", _1_1),
    VersionedForm("Thing", "like", "`like`", r"\blike\b", _1_1),
    VersionedForm("Call", "name", "`glimpses`", r"\bglimpses\b", _1_1, "glimpses"),
    VersionedForm("Name", "text", "`take_effect`", r"\btake_effect\b", _1_1, "take_effect"),
    VersionedForm("Name", "text", "`volunteer`", r"\bvolunteer\b", _1_1, "volunteer"),
)
_HINT = re.compile("|".join(form.hint for form in FORMS))


def newer(text: str, tree: n.Node | None, low: Version) -> Iterator[tuple[VersionedForm, Span]]:
    """The forms in a declaration that are newer than a version: each form once, at its first use."""
    newer_forms = [form for form in FORMS if form.since > low]
    if not newer_forms or tree is None or _HINT.search(text) is None:
        return
    reported: set[str] = set()
    for node in walk(tree):
        for form in newer_forms:
            if form.node == type(node).__name__ and form.written not in reported and _uses(node, form):
                reported.add(form.written)
                yield form, node.span


def may_be_newer(text: str, low: Version) -> bool:
    """Whether the text may contain a newer form, so that its tree must be walked."""
    return any(form.since > low for form in FORMS) and _HINT.search(text) is not None


def _uses(node: n.Node, form: VersionedForm) -> bool:
    value = getattr(node, form.field, None)
    return value == form.value if form.value else value not in (None, ())
