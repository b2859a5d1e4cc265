"""How a declaration is read, stage by stage: its words, its tree, what each name means, and its English."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.syntax import nodes as n
from dsl.syntax.tokens import tokenize
from dsl.syntax.walk import children
from tools.editors.answers.hover import in_words
from tools.editors.project import Checked, Project

LINES = 400
"""Lines of one stage that are shown."""


def stages(project: Project, path: str, offset: int) -> str | None:
    """Markdown; none if there is no declaration at the offset."""
    checked = project.checked_at(path, offset)
    if checked is None:
        return None
    words = [f"{token.terminal:10} {token.text}" for token in tokenize(checked.piece).tokens if token.terminal != "NL"]
    parts = [("Words", words)]
    if checked.tree is not None:
        parts.append(("Tree", list(_tree(checked.tree, checked.piece.text, 0))))
        parts.append(("Names", list(_names(checked))))
    parts.append(("Findings", [f"{finding.code} {finding.message}" for finding in checked.findings]))
    shown = [f"## {title}\n\n" + _fenced(lines) for title, lines in parts if lines]
    english = in_words(checked.tree, checked.rules.symbols) if checked.tree is not None else ""
    return "\n\n".join([*shown, *([f"## In English\n\n{english}"] if english else [])])


def _fenced(lines: list[str]) -> str:
    more = [f"… and {len(lines) - LINES} more"] if len(lines) > LINES else []
    return "\n".join(["~~~~text", *(line.replace("~~~", "") for line in lines[:LINES]), *more, "~~~~"])


def _tree(node: n.Node, text: str, depth: int) -> Iterator[str]:
    written = " ".join(text[slice(*node.span)].split())
    yield f"{'  ' * depth}{type(node).__name__}  {written[:60]}{'…' * (len(written) > 60)}"
    if depth < 40:
        for child in children(node):
            yield from _tree(child, text, depth + 1)


def _names(checked: Checked) -> Iterator[str]:
    for use in checked.uses:
        target = use.targets[0]
        owner = f" of {target.owner}" if target.owner and target.space != "local" else ""
        typed = f": {use.typed}" if use.typed else ""
        declares = ", declared here" if use.declares else ""
        yield f"{checked.piece.text[use.start : use.end]:20} {target.space}{owner}{typed}{declares}"
