"""Rules that set each other off without end.

A hook that performs, without any condition, what it answers, goes on for ever. The search follows only what must
happen: a sentence under `if`, `may`, `match` or a choice may stop, so it is no link of such a chain, and neither is a
hook with `once per …` or a condition. What the search cannot prove is left to the step budget, which names the rule
at run time.
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
    """The links of one declaration: bodies of effects and unconditional hooks, inner ones too."""
    found: list[Link] = []
    if isinstance(tree, n.Effect):
        for line in _must(tree.body):
            found.append(Link(tree.id.text, line.verb.text, piece.place(tree.id.span), False))
    for hook in _hooks(tree):
        if any(isinstance(clause, n.IfClause | n.WhileClause | n.OncePer) for clause in hook.clauses) or hook.may:
            continue
        for line in _must(hook.body):
            for verb in hook.verbs:
                if hook.word == "instead of" and line.verb.text == verb.text:
                    continue  # inside a replacement the same sentence does the original
                if _same_filter(hook, verb, line):
                    place = piece.place((hook.span[0], verb.span[1]))
                    found.append(Link(verb.text, line.verb.text, place, True))
    return found


def _hooks(tree: n.Node) -> Iterator[n.Hook]:
    """Hooks that stand by themselves, on a keyword, status, kind, mode or card; not those said in sentences."""
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


def _must(body: n.Block) -> Iterator[n.Phrase]:
    """The sentences of a block that are done whenever the block is."""
    for line in body.lines:
        if isinstance(line, n.Stop | n.Cancel | n.Choose):
            return  # from here on it may not go on
        if isinstance(line, n.Phrase):
            yield line
        elif isinstance(line, n.Repeat) and isinstance(line.times, n.Number) and line.times.value > 0:
            yield from _must(line.body)


def _same_filter(hook: n.Hook, verb: n.Name, line: n.Phrase) -> bool:
    """Whether what the hook does is certainly what it answers: it filters nothing, or by the very same values."""
    if any(isinstance(clause, n.DuringEvent | n.DuringWindow) for clause in hook.clauses):
        return False
    if hook.object is None and not hook.slots:
        return True
    if line.verb.text != verb.text:
        return False
    said = {slot.preposition: slot.value for slot in line.slots}
    return (hook.object is None or hook.object == line.object) and all(
        said.get(slot.preposition) == slot.value for slot in hook.slots
    )


def endless(all_links: Iterable[Link]) -> list[Diagnostic]:
    """Every circle of links, once; the whole circle is shown."""
    first_links: dict[tuple[str, str], Link] = {}
    edges: dict[str, list[str]] = {}
    for link in all_links:
        if (link.cause, link.effect) not in first_links:
            first_links[link.cause, link.effect] = link
            edges.setdefault(link.cause, []).append(link.effect)
    found: list[Diagnostic] = []
    for verbs in shortest_circles(edges, sorted(edges)):
        circle = [first_links[cause, effect] for cause, effect in zip(verbs, (*verbs[1:], verbs[0]), strict=True)]
        words = in_words(verbs, " → ")
        first = next((link for link in circle if link.hook), circle[0])
        notes = [Label(link.place, f"`{link.cause}` does `{link.effect}`") for link in circle if link is not first]
        notes = notes[:CIRCLE_SHOWN]
        who, one = ("these rules set each other", "one of them") if len(circle) > 1 else ("this rule sets itself", "it")
        found.append(diagnose(codes.TRIGGER_CYCLE, first.place, who=who, cycle=words, one=one, notes=notes))
    return found
