"""Decides which events are not shown: effects without words of their own that change nothing themselves.

A rule is split into effects so that it can be read and answered; a player wants to know what happened, not how the
rules are structured. An effect with an author's words is always shown, one with `says ""` never; of the others, those
that change something on the table. Values that an event or a block keeps for itself are not visible changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.names.signatures import VerbSig
from dsl.syntax import nodes as n
from dsl.syntax.walk import children

UNSEEN = ("run", "begin", "end", "pass")
"""Built-in verbs that move nothing: their consequences are reported instead."""
_LATER = (n.Hook, n.Modify, n.Forbid, n.Action, n.Phase)
"""Operations that declare something for later: they do not happen here."""


def quiet_verbs(verbs: Mapping[str, VerbSig]) -> frozenset[str]:
    """The effects that only call others, and those with `says ""`."""
    return frozenset(
        name for name, sig in verbs.items() if isinstance(sig.node, n.Effect | n.Action) and _is_quiet(sig.node, verbs)
    )


def _is_quiet(verb: n.Effect | n.Action, verbs: Mapping[str, VerbSig]) -> bool:
    says = verb.marks.says
    if says is not None:
        return not says.value
    return isinstance(verb, n.Effect) and not _changes(verb.body, verbs)


def _changes(body: n.Node, verbs: Mapping[str, VerbSig]) -> bool:
    return any(_is_change(sentence, verbs) for sentence in _sentences(body))


def _sentences(node: n.Node) -> Iterator[n.Node]:
    todo = [node]
    while todo:
        sentence = todo.pop()
        yield sentence
        todo += [child for child in children(sentence) if not isinstance(child, _LATER)]


def _is_change(node: n.Node, verbs: Mapping[str, VerbSig]) -> bool:
    match node:
        case n.Phrase(verb=verb):
            return verb.text not in verbs and verb.text not in UNSEEN
        case n.Assign(place=place):
            while isinstance(place, n.Index | n.Dot) and not isinstance(place.base, n.Name):
                place = place.base
            base = place.base if isinstance(place, n.Index | n.Dot) else None
            return isinstance(base, n.Name) and base.text not in verbs
        case _:
            return False
