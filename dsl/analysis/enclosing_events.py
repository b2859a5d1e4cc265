"""Which events are going on wherever a verb or window is: what makes `fight.target` safe to say.

A verb is inside another event if every place that performs it is. So the answer is the largest solution of: what is
going on for a verb is what all its performers have in common, each with itself added. Texts of cards are left out:
they are run by rules, and the rules decide. So of an effect that only cards perform nothing is known, and it may name
any event, as a script may. What a head says itself (`effect parry by me during fight`) is going on; whoever performs
it is held to that where the sentence stands.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import children
from dsl.text.limits import EVENT_CHAIN

Sites = dict[str, list[tuple[str, frozenset[str]]]]
"""For each verb or window: the texts that perform it, with the phases around."""


@frozen
class Surroundings:
    """What is going on around each verb and window; `cut` are those where that is more than the language follows."""

    events: dict[str, frozenset[str]]
    cut: frozenset[str]


def surroundings(pieces: Iterable[Parsed]) -> Surroundings:
    pieces = list(pieces)
    sites: Sites = {}
    known: set[str] = set()
    for parsed in pieces:
        tree = parsed.tree
        if tree is None or isinstance(tree, n.Thing | n.Scenario):
            continue
        _collect(tree, "", frozenset(), sites, known)
    effects = {parsed.tree.id.text: parsed.tree for parsed in pieces if isinstance(parsed.tree, n.Effect)}
    heads = {name: frozenset(verb.text for verb in tree.during) for name, tree in effects.items() if tree.during}
    return _solve(sites, known, set(effects), heads)


def _collect(root: n.Node, owner: str, inside: frozenset[str], sites: Sites, known: set[str]) -> None:
    waiting: list[tuple[n.Node, str, frozenset[str]]] = [(root, owner, inside)]
    while waiting:
        node, owner, inside = waiting.pop()
        match node:
            case n.Effect():
                owner, inside = node.id.text, frozenset(verb.text for verb in node.during)
                known.add(owner)
            case n.Action():
                for clause in node.clauses:
                    if isinstance(clause, n.DuringWindow):
                        for window in clause.windows:
                            sites.setdefault(node.id.text, []).append((f"window {window.text}", frozenset()))
                owner, inside = node.id.text, frozenset()
                known.add(owner)
            case n.Hook():
                during = {clause.verb.text for clause in node.clauses if isinstance(clause, n.DuringEvent)}
                owner, inside = node.verb.text, frozenset(during)
                for verb in node.others:  # what all of them have in common goes on in its body
                    waiting.extend((child, verb.text, inside) for child in children(node))
            case n.Phase():
                sites.setdefault(node.verb.text, []).append((owner, inside))
                inside = inside | {node.verb.text}
                known.add(node.verb.text)
            case n.Phrase():
                sites.setdefault(node.verb.text, []).append((owner, inside))
            case n.Open():
                sites.setdefault(f"window {node.window.text}", []).append((owner, inside))
                known.add(f"window {node.window.text}")
            case _:
                pass
        waiting.extend((child, owner, inside) for child in children(node))


def _solve(sites: Sites, known: set[str], effects: set[str], heads: dict[str, frozenset[str]]) -> Surroundings:
    """The largest solution, by a list of names whose performers have changed.

    A name that has no set yet stands for everything, so it never narrows what others have in common. What is only
    performed in a circle, or by nobody, never gets a set: of it nothing is known, and it may name any event.
    """
    everything = frozenset(name for name in known if not name.startswith("window "))
    narrowed: dict[str, frozenset[str]] = {name: frozenset() for name in known - sites.keys() - effects}
    users: dict[str, set[str]] = {}
    for name in known & sites.keys():
        for owner, _ in sites[name]:
            users.setdefault(owner, set()).add(name)
        for verb in heads.get(name, ()):
            users.setdefault(verb, set()).add(name)
    cut: set[str] = set()
    waiting = dict.fromkeys(sorted(known & sites.keys()))
    while waiting:
        name = next(iter(waiting))
        del waiting[name]
        common = _common(sites[name], known, narrowed)
        if common is None:
            continue
        for verb in heads.get(name, ()):  # what a head asks for is held against every caller
            common |= {verb} | narrowed.get(verb, frozenset())
        common &= everything
        if len(common) > EVENT_CHAIN:
            cut.add(name)
        if name in cut:  # for good, so that sets only ever shrink and the search ends
            common = frozenset()
        if common != narrowed.get(name):
            narrowed[name] = common
            waiting.update(dict.fromkeys(sorted(users.get(name, ()))))
    around = {name.removeprefix("window "): narrowed.get(name, everything) for name in known}
    return Surroundings(around, frozenset(name.removeprefix("window ") for name in cut))


def _common(
    performers: list[tuple[str, frozenset[str]]], known: set[str], narrowed: dict[str, frozenset[str]]
) -> frozenset[str] | None:
    """What all performers have in common; nothing where none of them has a set yet."""
    common: frozenset[str] | None = None
    for owner, inside in performers:
        if owner in known and owner not in narrowed:
            continue
        around = inside | narrowed.get(owner, frozenset())
        if owner and not owner.startswith("window "):
            around |= {owner}
        common = around if common is None else common & around
    return common
