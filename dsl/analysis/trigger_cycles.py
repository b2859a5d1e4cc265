"""Finds rules that trigger each other without end.

A hook that unconditionally performs the event it reacts to never ends. The search follows only unconditional
sentences: a sentence under `if`, `may`, `match` or a choice may not run, so it is no link of such a chain, and
neither is a hook with `once per …` or a condition. Cycles that the search cannot prove are left to the step budget,
which names the rule at run time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from dsl.diagnostics import Diagnostic, Label, diagnose
from dsl.diagnostics.codes import rules as codes
from dsl.names.cycles import in_words, shortest_circles
from dsl.syntax import nodes as n
from dsl.text.limits import CIRCLE_SHOWN
from dsl.text.source import Piece, Place


@frozen
class Link:
    """When `cause` happens, `effect` must happen too."""

    cause: str
    effect: str
    place: Place
    hook: bool


def links(tree: n.Declaration, piece: Piece) -> list[Link]:
    """The links of one declaration: the bodies of effects and unconditional hooks, including nested ones."""
    result: list[Link] = []
    if isinstance(tree, n.Effect):
        for line in _unconditional(tree.body):
            result.append(Link(tree.id.text, line.verb.text, piece.place(tree.id.span), False))
    for hook in _hooks(tree):
        if any(isinstance(clause, n.IfClause | n.WhileClause | n.OncePer) for clause in hook.clauses) or hook.may:
            continue
        for line in _unconditional(hook.body):
            for verb in hook.verbs:
                if hook.word == "instead of" and line.verb.text == verb.text:
                    continue  # inside a replacement the same sentence performs the original event
                if _same_filter(hook, verb, line):
                    place = piece.place((hook.span[0], verb.span[1]))
                    result.append(Link(verb.text, line.verb.text, place, True))
    return result


def _hooks(tree: n.Node) -> Iterator[n.Hook]:
    """Hooks of a declaration, keyword, status, kind, mode or card; not hooks inside sentences."""
    match tree:
        case n.Hook():
            yield tree
        case n.Keyword(body=body) | n.Status(body=body) | n.Mode(body=body):
            yield from (line for line in body.lines if isinstance(line, n.Hook))
        case n.Kind(items=items):
            yield from (item for item in items if isinstance(item, n.Hook))
        case n.Ruling(options=options):
            for option in options:
                yield from (line for line in option.body.lines if isinstance(line, n.Hook))
        case n.Thing(body=n.Block(lines=lines)):
            for line in lines:
                if isinstance(line, n.Hook):
                    yield line
                elif isinstance(line, n.Thing):
                    yield from _hooks(line)


def _unconditional(body: n.Block) -> Iterator[n.Phrase]:
    """The sentences of a block that always run when the block does."""
    for line in body.lines:
        if isinstance(line, n.Stop | n.Cancel | n.Choose):
            return  # the rest may not run
        if isinstance(line, n.Phrase):
            yield line
        elif isinstance(line, n.Repeat) and isinstance(line.times, n.Number) and line.times.value > 0:
            yield from _unconditional(line.body)


def _same_filter(hook: n.Hook, verb: n.Name, line: n.Phrase) -> bool:
    """Whether the hook certainly performs the event it reacts to: it has no filter, or filters by the same values."""
    if any(isinstance(clause, n.DuringEvent | n.DuringWindow) for clause in hook.clauses):
        return False
    if hook.object is None and not hook.slots:
        return True
    if line.verb.text != verb.text:
        return False
    values = {slot.preposition: slot.value for slot in line.slots}
    return (hook.object is None or hook.object == line.object) and all(
        values.get(slot.preposition) == slot.value for slot in hook.slots
    )


def trigger_cycles(all_links: Iterable[Link]) -> list[Diagnostic]:
    """Every cycle of links, once; the message shows the whole cycle."""
    first_links: dict[tuple[str, str], Link] = {}
    edges: dict[str, list[str]] = {}
    for link in all_links:
        if (link.cause, link.effect) not in first_links:
            first_links[link.cause, link.effect] = link
            edges.setdefault(link.cause, []).append(link.effect)
    diagnostics: list[Diagnostic] = []
    for verbs in shortest_circles(edges, sorted(edges)):
        cycle = [first_links[cause, effect] for cause, effect in zip(verbs, (*verbs[1:], verbs[0]), strict=True)]
        words = in_words(verbs, " → ")
        first = next((link for link in cycle if link.hook), cycle[0])
        notes = [Label(link.place, f"`{link.cause}` does `{link.effect}`") for link in cycle if link is not first]
        notes = notes[:CIRCLE_SHOWN]
        subject, breaking_rule = (
            ("these rules set each other", "one of them") if len(cycle) > 1 else ("this rule sets itself", "it")
        )
        diagnostics.append(
            diagnose(codes.TRIGGER_CYCLE, first.place, who=subject, cycle=words, one=breaking_rule, notes=notes)
        )
    return diagnostics
