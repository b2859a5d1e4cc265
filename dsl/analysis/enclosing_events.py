"""Computes the events that are certainly in progress around each verb and window, so that `fight.target` is safe to
use.

A verb is inside an event if every place that performs it is. So the result is the greatest solution of these
equations: the events around a verb are the intersection over its performers, each with itself added. Texts of cards
are ignored: rules run them, and the rules decide. So nothing is known about an effect that only cards perform, and it
may name any event, as a script may. A head can require an event (`effect parry by me during fight`); then every
performer is checked where its sentence is.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import children
from dsl.text.give_way import give_way
from dsl.text.limits import EVENT_CHAIN

Sites = dict[str, list[tuple[str, frozenset[str]]]]
"""For each verb or window: its performers, with the phases around them."""
KEPT = 8_000
"""Declarations whose sites are kept by their digest."""
_kept: dict[str, tuple[str, Sites, set[str]]] = {}


@frozen
class Surroundings:
    """The events around each verb and window; `cut` lists those for which there are too many."""

    events: dict[str, frozenset[str]]
    cut: frozenset[str]


def surroundings(pieces: Iterable[Parsed]) -> Surroundings:
    pieces = list(pieces)
    sites: Sites = {}
    names: set[str] = set()
    for parsed in pieces:
        tree = parsed.tree
        if tree is None or isinstance(tree, n.Thing | n.Scenario):
            continue
        give_way()
        own_sites, own_names = _of_declaration(parsed)
        names |= own_names
        for name, places in own_sites.items():
            sites.setdefault(name, []).extend(places)
    effects = {parsed.tree.id.text: parsed.tree for parsed in pieces if isinstance(parsed.tree, n.Effect)}
    heads = {name: frozenset(verb.text for verb in tree.during) for name, tree in effects.items() if tree.during}
    return _solve(sites, names, set(effects), heads)


def _of_declaration(parsed: Parsed) -> tuple[Sites, set[str]]:
    """The sites and names of one declaration; they depend on its text only, and most texts stay as they are."""
    digest = parsed.piece.digest
    kept = _kept.get(digest)
    if kept is not None and kept[0] == parsed.piece.text:
        return kept[1], kept[2]
    sites: Sites = {}
    names: set[str] = set()
    assert parsed.tree is not None
    _collect(parsed.tree, "", frozenset(), sites, names)
    if digest:
        _kept[digest] = (parsed.piece.text, sites, names)
        while len(_kept) > KEPT:
            _kept.pop(next(iter(_kept)), None)
    return sites, names


def _collect(root: n.Node, owner: str, inside: frozenset[str], sites: Sites, names: set[str]) -> None:
    pending: list[tuple[n.Node, str, frozenset[str]]] = [(root, owner, inside)]
    while pending:
        node, owner, inside = pending.pop()
        match node:
            case n.Effect():
                owner, inside = node.id.text, frozenset(verb.text for verb in node.during)
                names.add(owner)
            case n.Action():
                for clause in node.clauses:
                    if isinstance(clause, n.DuringWindow):
                        for window in clause.windows:
                            sites.setdefault(node.id.text, []).append((f"window {window.text}", frozenset()))
                owner, inside = node.id.text, frozenset()
                names.add(owner)
            case n.Hook():
                during = {clause.verb.text for clause in node.clauses if isinstance(clause, n.DuringEvent)}
                owner, inside = node.verb.text, frozenset(during)
                for verb in node.others:  # only the common events are in progress in its body
                    pending.extend((child, verb.text, inside) for child in children(node))
            case n.Phase():
                sites.setdefault(node.verb.text, []).append((owner, inside))
                inside = inside | {node.verb.text}
                names.add(node.verb.text)
            case n.Phrase():
                sites.setdefault(node.verb.text, []).append((owner, inside))
            case n.Open():
                sites.setdefault(f"window {node.window.text}", []).append((owner, inside))
                names.add(f"window {node.window.text}")
            case _:
                pass
        pending.extend((child, owner, inside) for child in children(node))


def _solve(sites: Sites, names: set[str], effects: set[str], heads: dict[str, frozenset[str]]) -> Surroundings:
    """The greatest solution, computed with a worklist of names whose performers have changed.

    A name without a set stands for all events, so it never narrows an intersection. A name that is performed only in
    a cycle, or never, gets no set: nothing is known about it, and it may name any event.
    """
    all_events = frozenset(name for name in names if not name.startswith("window "))
    narrowed: dict[str, frozenset[str]] = {name: frozenset() for name in names - sites.keys() - effects}
    users: dict[str, set[str]] = {}
    for name in names & sites.keys():
        for owner, _ in sites[name]:
            users.setdefault(owner, set()).add(name)
        for verb in heads.get(name, ()):
            users.setdefault(verb, set()).add(name)
    cut: set[str] = set()
    worklist = dict.fromkeys(sorted(names & sites.keys()))
    while worklist:
        name = next(iter(worklist))
        del worklist[name]
        common = _common(sites[name], names, narrowed)
        if common is None:
            continue
        for verb in heads.get(name, ()):  # every caller is checked against the events that the head requires
            common |= {verb} | narrowed.get(verb, frozenset())
        common &= all_events
        if len(common) > EVENT_CHAIN:
            cut.add(name)
        if name in cut:  # permanently, so that sets only shrink and the loop ends
            common = frozenset()
        if common != narrowed.get(name):
            narrowed[name] = common
            worklist.update(dict.fromkeys(sorted(users.get(name, ()))))
    around = {name.removeprefix("window "): narrowed.get(name, all_events) for name in names}
    return Surroundings(around, frozenset(name.removeprefix("window ") for name in cut))


def _common(
    performers: list[tuple[str, frozenset[str]]], names: set[str], narrowed: dict[str, frozenset[str]]
) -> frozenset[str] | None:
    """The events common to all performers; None if none of them has a set yet."""
    common: frozenset[str] | None = None
    for owner, inside in performers:
        if owner in names and owner not in narrowed:
            continue
        around = inside | narrowed.get(owner, frozenset())
        if owner and not owner.startswith("window "):
            around |= {owner}
        common = around if common is None else common & around
    return common
