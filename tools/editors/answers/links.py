"""Document links: from a citation to the clause in the catalogue of its game."""

from __future__ import annotations

from attrs import frozen

from tools.editors.answers.places import clause_places
from tools.editors.project import Project
from tools.editors.values import FileRange


@frozen
class CitationLink:
    location: FileRange
    target: FileRange
    says: str


def links(project: Project, path: str) -> list[CitationLink]:
    unit = project.unit(path)
    if unit is None or not path.endswith(".bot"):
        return []
    citations: list[CitationLink] = []
    places: dict[str, FileRange | None] = {}
    for piece in project.pieces(path):
        if "cites" not in piece.text and "because" not in piece.text:
            continue
        for use in project.checked(piece, unit).uses:
            clause = use.targets[0].name
            if use.targets[0].space != "clause":
                continue
            if clause not in places:
                places[clause] = next(iter(clause_places(project, unit, clause)), None)
            target = places[clause]
            if target is not None:
                place = FileRange(path, piece.start + use.start, piece.start + use.end)
                citations.append(CitationLink(place, target, unit.clause_words.get(clause, "")))
    return citations
