"""The outline of a text, and a search for declared names in all texts."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.ir.cards import head_of
from dsl.syntax import nodes as n
from tools.editors.project import Project
from tools.editors.values import FileRange, OutlineSymbol

MOST = 300


def outline(project: Project, path: str) -> list[OutlineSymbol]:
    """The declarations of a text, with what they contain."""
    unit = project.unit(path)
    trees = {} if unit is None else project.rules(unit).trees
    declarations = []
    for piece in project.pieces(path):
        tree = (trees.get(piece.digest) or project.parsed(piece)).tree
        if tree is not None:
            declarations.append(_symbol(tree, path, piece.start))
    return declarations


def _symbol(node: n.Node, path: str, start: int) -> OutlineSymbol:
    sort, name, head = described(node)
    place = FileRange(path, start + node.span[0], start + node.span[1])
    at = head.span if head is not None else (node.span[0], node.span[0] + 1)
    inner = tuple(_symbol(child, path, start) for child in _inside(node))
    return OutlineSymbol(name, sort, sort, place, FileRange(path, start + at[0], start + at[1]), inner)


def described(node: n.Node) -> tuple[str, str, n.Node | None]:
    """The sort of a declaration, its name, and the node of the name."""
    match node:
        case n.Thing():
            return node.kind.text, head_of(node).shown, node.id or node.shown or node.kind
        case n.Scenario(name=name):
            return "scenario", name.value, name
        case n.Hook(word=word, verb=verb):
            return "hook", f"{word} {verb.text}", verb
        case n.Modify(stat=stat):
            return "modify", f"modify {stat.text}", stat
        case n.Forbid(verb=verb, allows=allows):
            return "allow" if allows else "forbid", f"{'allow' if allows else 'forbid'} {verb.text}", verb
        case n.Always():
            return "always", "always", None
        case n.Phase(verb=verb):
            return "phase", verb.text, verb
        case _:
            sort = "variant" if isinstance(node, n.Mode) and node.variant else type(node).__name__.lower()
            own = getattr(node, "id", None) or getattr(node, "name", None)
            return (sort, own.text, own) if isinstance(own, n.Name) else (sort, sort, None)


def _inside(node: n.Node) -> Iterator[n.Node]:
    match node:
        case n.Kind(items=items):
            yield from items
        case n.Symbols(members=members):
            yield from members
        case n.Ruling(options=options):
            yield from options
        case n.Thing(body=body) if body is not None:
            parts = (n.Thing, n.Hook, n.Modify, n.Forbid, n.Action)
            yield from (line for line in body.lines if isinstance(line, parts) and not _is_keyword(line))
        case n.Keyword(body=body) | n.Status(body=body) | n.Mode(body=body):
            yield from (line for line in body.lines if isinstance(line, n.Hook | n.Modify | n.Forbid | n.Action))
        case _:
            pass


def _is_keyword(line: n.Node) -> bool:
    return isinstance(line, n.Thing) and line.id is None and line.shown is None


def search(project: Project, query: str) -> list[OutlineSymbol]:
    """Declared names of all texts that contain the letters of a query in their order."""
    wanted = query.lower()
    matching: list[OutlineSymbol] = []
    for path in dict.fromkeys((*project.snapshot.files, *project.documents)):
        if not path.endswith(".bot") or len(matching) >= 5 * MOST:
            continue
        pending = outline(project, path)
        for symbol in pending:
            if _fits(symbol.name.lower(), wanted):
                matching.append(symbol)
            pending_inside = [inner for inner in symbol.inside if wanted and _fits(inner.name.lower(), wanted)]
            matching += pending_inside
    matching.sort(key=lambda match: (not match.name.lower().startswith(wanted), len(match.name), match.name))
    return matching[:MOST]


def _fits(name: str, wanted: str) -> bool:
    letters = iter(name)
    return all(letter in letters for letter in wanted)
