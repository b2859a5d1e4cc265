"""Type definition: from a value to the kind or set of symbols that it is one of."""

from __future__ import annotations

import re

from dsl.bindings.target import Target
from dsl.names import types as t
from tools.editors.answers.places import candidates, use_at
from tools.editors.project import Checked, Project
from tools.editors.values import FileRange


def type_definition(project: Project, path: str, offset: int) -> list[FileRange]:
    here = use_at(project, path, offset)
    if here is None:
        return []
    checked, use = here
    symbols = checked.rules.symbols
    names = re.findall(r"[A-Z]\w*", use.typed or _typed(checked, use.targets[0]))
    wanted = {Target("kind", name) for name in names if name in symbols.kinds}
    wanted |= {Target("symbols", name) for name in names if name in symbols.symbols}
    wanted |= {Target("die", name) for name in names if name in symbols.dice}
    declarations = []
    for candidate in candidates(project, checked.unit, {target.name for target in wanted}):
        for other in candidate.uses:
            if other.declares and wanted & set(other.targets):
                start = candidate.piece.start
                declarations.append(FileRange(candidate.piece.file, start + other.start, start + other.end))
    return sorted(set(declarations))


def _typed(checked: Checked, target: Target) -> str:
    """The type of what a name means, in words."""
    symbols = checked.rules.symbols
    match target.space:
        case "field":
            field = symbols.field(target.owner, target.name)
            return t.show(field.type) if field is not None else ""
        case "rule" if target.name in symbols.rules:
            type = symbols.rules[target.name].type
            return t.show(type) if type is not None else ""
        case "slot" if target.owner in symbols.verbs:
            slots = symbols.verbs[target.owner].slots
            return next((t.show(slot.type) for slot in slots if slot.name == target.name), "")
        case "symbol":
            return target.owner
        case "card" | "part":
            return checked.unit.cards.get(target.name, "")
        case _:
            return ""
