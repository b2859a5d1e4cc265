"""Rename: all uses of a name become another word, across files and manifests, or the reason why they cannot.

A name can be changed only if it means one thing wherever it is written, nothing built in has it, and the new name is
free. So that a rename never breaks a game, the changed texts are the only thing that changes.
"""

from __future__ import annotations

import re

from dsl.bindings.target import Target
from dsl.bindings.words import capital, small
from dsl.names import builtins
from dsl.syntax.keywords import DECLARATIONS, RESERVED, SENTENCES
from tools.editors.answers.places import Occurrence, clause_at, clause_places, use_at, uses, uses_of_clause
from tools.editors.project import Checked, Project
from tools.editors.values import FileRange, NotPossible, TextEdit

_SMALL = re.compile(r"[a-z_]\w*")
_CAPITAL = re.compile(r"[A-Z]\w*")
_CLAUSE = re.compile(r"[A-Z]{2,8}-[A-Z][A-Z0-9]*-[0-9]{2,3}")


def can_rename(project: Project, path: str, offset: int) -> tuple[FileRange, str]:
    """The word that would be renamed; `NotPossible` with the reason if it cannot be."""
    if path.endswith(".yaml"):
        return _clause_of_catalogue(project, path, offset)
    here = use_at(project, path, offset)
    if here is None:
        raise NotPossible("there is no name here, or its declaration cannot be read yet")
    checked, use = here
    occurrence = Occurrence(checked, use)
    target = use.targets[0]
    if target.space == "builtin":
        raise NotPossible(f"`{occurrence.text}` is a word of the language")
    if target.space == "clause":
        raise NotPossible("a clause is renamed in the catalogue of its game")
    if target.space == "card" and re.fullmatch(r"r\d+c\d+|[A-Z]{1,2}\d{1,3}", target.name):
        raise NotPossible(f"`{occurrence.text}` is a space of a map")
    if not any(other.use.declares for other in uses(project, checked, use)):
        raise NotPossible(f"`{occurrence.text}` is declared by the language, or in no file of this workspace")
    return occurrence.location, occurrence.text


def _clause_of_catalogue(project: Project, path: str, offset: int) -> tuple[FileRange, str]:
    text = project.text(path) or ""
    clause, unit = clause_at(text, offset), project.unit(path)
    if clause is None or unit is None or not clause_places(project, unit, clause):
        raise NotPossible("there is no clause here")
    start = text.rfind(clause, 0, offset + len(clause))
    return FileRange(path, start, start + len(clause)), clause


def rename(project: Project, path: str, offset: int, new: str) -> list[TextEdit]:
    """The edits that give a name another word."""
    can_rename(project, path, offset)
    here = use_at(project, path, offset)
    assert here is not None
    checked, use = here
    old = Occurrence(checked, use).text
    occurrences = uses(project, checked, use)
    written = [
        occurrence for occurrence in occurrences if occurrence.use.quoted == use.quoted and occurrence.text == old
    ]
    _check_new(checked, use.targets[0], old, new, use.quoted)
    if not use.quoted:
        _check_one_meaning(occurrences, old, checked)
    edits = [
        TextEdit(occurrence.location.path, occurrence.location.start, occurrence.location.end, new)
        for occurrence in written
    ]
    if use.targets[0].space == "kind":
        roles = [
            occurrence for occurrence in occurrences if occurrence.text == old.lower() and not occurrence.use.declares
        ]
        role = new.lower()
        edits += [
            TextEdit(occurrence.location.path, occurrence.location.start, occurrence.location.end, role)
            for occurrence in roles
        ]
    if use.targets[0].space == "mode":
        edits += _in_catalogue(project, checked, old, new)
    return sorted(set(edits), key=lambda edit: (edit.path, edit.start))


def _check_new(checked: Checked, target: Target, old: str, new: str, quoted: bool) -> None:
    if new == old:
        raise NotPossible("this is its name already")
    if quoted:
        if not new.strip() or any(sign in new for sign in '"\\\n'):
            raise NotPossible("a shown name is one line without quotation marks")
        taken = new in checked.unit.cards
    else:
        pattern = _CAPITAL if old[:1].isupper() else _SMALL
        if not pattern.fullmatch(new):
            letter = "capital" if old[:1].isupper() else "small"
            raise NotPossible(f"write one word that begins with a {letter} letter")
        if new in RESERVED or (new in SENTENCES and target.space in ("verb", "field")):
            raise NotPossible(f"`{new}` is a word of the language")
        if target.space == "verb" and (new in DECLARATIONS or new in builtins.VERBS):
            raise NotPossible(f"`{new}` is a word of the language")
        taken = _taken(checked, target, new)
    if taken:
        raise NotPossible(f"`{new}` is taken")


def _taken(checked: Checked, target: Target, new: str) -> bool:
    symbols = checked.rules.symbols
    if target.space in ("slot", "local", "seat"):
        if new in builtins.NAMES or new in symbols.rules or new in symbols.fields("Table"):
            return True
        return any(new in (other.name for other in use.targets) for use in checked.uses)
    if target.space == "field":
        return bool(symbols.declared_by(new)) or new in builtins.THING_FIELDS or small(new, symbols) is not None
    if new[:1].isupper():
        return capital(new, symbols) is not None or new in checked.unit.cards
    return small(new, symbols) is not None or new in symbols.symbol_sets or bool(symbols.declared_by(new))


def _check_one_meaning(occurrences: list[Occurrence], old: str, checked: Checked) -> None:
    """A word that stands for several things at once cannot become one of them."""
    declared = {
        occurrence.use.targets[0] for occurrence in occurrences if occurrence.use.declares and occurrence.text == old
    }
    several = {target for occurrence in occurrences for target in occurrence.use.targets if target.name == old}
    loose = several - declared - {Target("card", old), Target("part", old)}
    if any(target.space in ("slot", "field", "symbol") for target in loose) and len(declared) < len(several):
        others = ", ".join(sorted(f"`{target.owner}`" for target in several if target.owner))
        raise NotPossible(f"`{old}` stands for a name of each of {others} at once: rename them one by one")


def _in_catalogue(project: Project, checked: Checked, old: str, new: str) -> list[TextEdit]:
    """The name of a mode in the catalogue of clauses."""
    edits = []
    for path in set(project.snapshot.shown.values()):
        if path.endswith("clauses.yaml") and path.startswith((checked.unit.root, *checked.unit.context)):
            text = project.text(path) or ""
            for line in re.finditer(r"(?m)^\s*(?:-\s*)?modes:.*$", text):
                for word in re.finditer(rf"(?<![\w-]){re.escape(old)}(?![\w-])", line[0]):
                    start = line.start() + word.start()
                    edits.append(TextEdit(path, start, start + len(old), new))
    return edits


def rename_clause(project: Project, path: str, offset: int, new: str) -> list[TextEdit]:
    """A clause gets another id, in the catalogue and wherever it is cited by its whole id."""
    text = project.text(path) or ""
    old = clause_at(text, offset)
    unit = project.unit(path)
    if old is None or unit is None:
        raise NotPossible("there is no clause here")
    if not _CLAUSE.fullmatch(new) or clause_places(project, unit, new):
        raise NotPossible("write a new id such as `MG-TOPIC-01`")
    citations = uses_of_clause(project, unit, old)
    short = [citation for citation in citations if citation.text != old]
    if short:
        raise NotPossible(
            f"`{old}` is cited by its number only, such as in {short[0].location.path}: write the whole id"
        )
    edits = [
        TextEdit(citation.location.path, citation.location.start, citation.location.end, new) for citation in citations
    ]
    edits += [TextEdit(entry.path, entry.start, entry.end, new) for entry in clause_places(project, unit, old)]
    return sorted(set(edits), key=lambda edit: (edit.path, edit.start))
