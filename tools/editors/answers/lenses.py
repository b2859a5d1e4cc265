"""Code lenses: run the scenarios of a declaration, what cites a clause, try a card."""

from __future__ import annotations

import re
from collections import Counter

from dsl.ir.cards import head_of
from dsl.syntax import nodes as n
from tools.editors.project import Project
from tools.editors.snapshot import CheckedUnit
from tools.editors.values import FileRange, Lens

_CLAUSE = re.compile(r"[A-Z]{2,8}-[A-Z][A-Z0-9]*-\d+")


def lenses(project: Project, path: str) -> list[Lens]:
    unit = project.unit(path)
    if unit is None:
        return []
    if path.endswith(".yaml"):
        return _of_clauses(project, path, unit)
    scenarios = scenarios_by_word(project, unit)
    game = unit.context[0] if unit.context else unit.root
    above: list[Lens] = []
    for piece in project.pieces(path):
        tree = project.parsed(piece).tree
        if tree is None:
            continue
        place = FileRange(path, piece.start + tree.span[0], piece.start + tree.span[0])
        if isinstance(tree, n.Scenario):
            above.append(Lens(place, "run", "botwright.evaluate"))
            above.append(Lens(place, "run in the terminal", "botwright.runScenario", (unit.root, tree.name.value)))
            continue
        if isinstance(tree, n.Thing):
            head = head_of(tree)
            above.append(Lens(place, "try this card", "botwright.tryCard", (unit.root, head.id, game)))
            above.append(Lens(place, "show the card", "botwright.showCard", (unit.root, head.shown)))
        named = name_of(tree)
        names = scenarios.get(named, []) if named else []
        if names:
            title = f"{len(names)} scenario{'s' * (len(names) != 1)}: run"
            above.append(Lens(place, title, "botwright.evaluate"))
        marks = getattr(tree, "marks", None)
        cited = [cite.clause for cite in marks.cites] if isinstance(marks, n.Marks) else []
        if cited:
            above.append(Lens(place, f"open {cited[0]}", "botwright.openClause", (unit.root, cited[0])))
    return above


def name_of(tree: n.Node) -> str:
    if isinstance(tree, n.Thing):
        return head_of(tree).id
    id = getattr(tree, "id", None)
    return id.text if isinstance(id, n.Name) else ""


def scenarios_by_word(project: Project, unit: CheckedUnit) -> dict[str, list[str]]:
    """The scenarios that write each word, by the word."""
    by_word: dict[str, list[str]] = {}
    for file in project.files(unit.root):
        for piece in project.pieces(file.path):
            head = re.match(r'(?:\s|#[^\n]*\n)*scenario\s+"([^"\n]*)"', piece.text)
            if head is not None:
                for word in set(re.findall(r"\w+", piece.text)):
                    by_word.setdefault(word, []).append(head[1])
    return by_word


def _of_clauses(project: Project, path: str, unit: CheckedUnit) -> list[Lens]:
    """`cited by 2 rules, 1 scenario` at each clause of a catalogue."""
    rules: Counter[str] = Counter()
    scenarios: Counter[str] = Counter()
    for other in project.family(unit):
        for file in project.files(other.root):
            for piece in project.pieces(file.path):
                count = scenarios if re.match(r"(?:\s|#[^\n]*\n)*scenario\b", piece.text) else rules
                if "-" in piece.text and ("cites" in piece.text or "because" in piece.text):
                    checked = project.checked(piece, other)
                    count.update({use.targets[0].name for use in checked.uses if use.targets[0].space == "clause"})
    text = project.text(path) or ""
    lenses_of_clauses = []
    for match in re.finditer(r"\bid:\s*[\"']?([A-Z][\w-]+)", text):
        id = match[1]
        if _CLAUSE.fullmatch(id):
            title = f"cited by {_many(rules[id], 'rule')} and {_many(scenarios[id], 'scenario')}"
            place = FileRange(path, *match.span(1))
            lenses_of_clauses.append(Lens(place, title, "botwright.showCitations", (path, match.start(1))))
    return lenses_of_clauses


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
