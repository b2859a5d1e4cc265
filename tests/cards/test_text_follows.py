"""Change any number or condition of a shipped card and its text changes.

A sample in every run, all of them in the nightly run. Where an author's own `says` stands in for the text, the number is
compared with the words instead: that is BW3011, and not tested here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from attrs import evolve

from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from dsl.text.source import Source
from tests.architecture.tree import ROOT
from tests.profiles import NIGHTLY
from tools.reference.contents import Contents, Form
from tools.reference.load import load

PACKS = sorted(path.name for path in (ROOT / "content").iterdir() if (path / "pack.yaml").exists())
SAMPLE = 1 if NIGHTLY else 11
UNPRINTED = frozenset(["room"])
"""A field that prints nothing, because a keyword beside it says the same: an attack with Doubles takes two dice."""


@cache
def contents(pack: str) -> Contents:
    loaded = load(str(ROOT / "content" / pack))
    assert loaded.contents is not None
    return loaded.contents


def changes(form: Form) -> Iterator[tuple[str, str]]:
    """The texts of a card with one number or one condition changed, each with a name."""
    text = form.parsed.piece.text
    silent = [node.span for node in walk(form.tree) if _says(node) or _is_unprinted(node)]
    for node in walk(form.tree):
        if any(low <= node.span[0] and node.span[1] <= high for low, high in silent):
            continue
        start, end = node.span
        if isinstance(node, n.Number) and text[start:end].isdigit():
            yield f"{text[start:end]} at {start}", f"{text[:start]}{node.value + 1}{text[end:]}"
        elif isinstance(node, n.IfClause | n.WhileClause):
            low, high = node.condition.span
            yield f"{text[low:high]} at {low}", f"{text[:low]}not ({text[low:high]}){text[high:]}"


def _is_unprinted(node: n.Node) -> bool:
    return isinstance(node, n.Phrase) and node.verb.text in UNPRINTED


def _says(node: n.Node) -> bool:
    marks = getattr(node, "marks", None)
    return isinstance(marks, n.Marks) and marks.says is not None


def text_of(pack: str, form: Form, text: str) -> str | None:
    """The text of a card with this source; None if it is no card any more."""
    parsed = parse_source(Source("card.bot", text))
    if len(parsed) != 1 or not isinstance(parsed[0].tree, n.Thing):
        return None
    whole = contents(pack)
    return str(whole.text(evolve(form, parsed=parsed[0], tree=parsed[0].tree)))


@pytest.mark.parametrize("pack", PACKS)
def test_the_text_follows_every_number_and_condition(pack: str) -> None:
    unheard = []
    number = 0
    for form in contents(pack).own():
        original = text_of(pack, form, form.parsed.piece.text)
        for name, changed in changes(form):
            number += 1
            if number % SAMPLE == 0 and text_of(pack, form, changed) == original:
                unheard.append(f"{form.tree.kind.text} {form.parsed.piece.text.split(' {')[0][:50]}: {name}")
    assert unheard == []
