"""Signature help: the slots of the phrase, or the arguments of the call, around an offset."""

from __future__ import annotations

import re

from attrs import frozen

from dsl.names import builtins
from dsl.names import types as t
from dsl.syntax.tokens import Token, tokenize
from dsl.text.source import Piece
from tools.editors.project import Project

MOST = 20_000


@frozen
class Signature:
    """`label` with its parts by place; `active` is the part that is being written."""

    label: str
    says: str
    parts: tuple[tuple[int, int, str], ...]
    active: int


def signature(project: Project, path: str, offset: int) -> Signature | None:
    piece, unit = project.piece_at(path, offset), project.unit(path)
    if piece is None or unit is None or len(piece.text) > MOST:
        return None
    symbols = project.rules(unit).symbols
    tokens = tokenize(Piece("", 0, piece.text[: offset - piece.start], "")).tokens
    call, argument = _call(tokens)
    if call:
        if call in builtins.FUNCTIONS:
            function = builtins.FUNCTIONS[call]
            return _signature(function.usage, function.says, [want.name for want in function.wants], {}, argument)
        params = symbols.rules[call].params if call in symbols.rules else None
        params = symbols.marks[call].params if params is None and call in symbols.marks else params
        if params is not None:
            label = f"{call}({', '.join(param.name for param in params)})"
            types = {param.name: t.show(param.type) for param in params}
            return _signature(label, "", [param.name for param in params], types, argument)
    verb, word = _verb(tokens)
    if verb in symbols.verbs:
        sig = symbols.verbs[verb]
        slots = [slot for slot in sig.slots if slot.name != "me"]
        active = next((at for at, slot in enumerate(slots) if slot.preposition == word), len(slots))
        types = {slot.name: t.show(slot.type) for slot in slots}
        return _signature(sig.phrase, sig.says or "", [slot.name for slot in slots], types, active)
    if verb in builtins.VERBS:
        builtin = builtins.VERBS[verb]
        active = next((at for at, slot in enumerate(builtin.slots) if slot.preposition == word), len(builtin.slots))
        return _signature(builtin.usage, builtin.says, [slot.name for slot in builtin.slots], {}, active)
    return None


def _signature(label: str, says: str, names: list[str], types: dict[str, str], active: int) -> Signature:
    parts, at = [], 0
    for name in names:
        match = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)").search(label, at)
        place = match.span() if match is not None else (0, 0)
        at = place[1] or at
        parts.append((*place, types.get(name, "")))
    return Signature(label, says, tuple(parts), active)


def _call(tokens: list[Token]) -> tuple[str, int]:
    """The innermost open call before the end, and the number of its argument."""
    depth = argument = 0
    for at in range(len(tokens) - 1, -1, -1):
        match tokens[at].text:
            case ")" | "]":
                depth += 1
            case "{" | "}":
                return "", 0
            case "[" if depth:
                depth -= 1
            case "(" if depth:
                depth -= 1
            case "(":
                before = tokens[at - 1] if at else None
                if before is not None and before.terminal in ("NAME", "CAP"):
                    return before.text, argument
                return "", 0
            case "," if not depth:
                argument += 1
            case _:
                pass
    return "", 0


def _verb(tokens: list[Token]) -> tuple[str, str]:
    """The first word of the line before the end, and its last preposition."""
    first = len(tokens)
    while first and tokens[first - 1].text not in ("{", "}", ";", ",") and tokens[first - 1].terminal != "NL":
        first -= 1
    line = tokens[first:]
    if not line:
        return "", ""
    start = (
        2
        if line[0].text in ("do", "instead") and len(line) > 2
        else 1
        if line[0].text in ("do", "after", "before")
        else 0
    )
    if len(line) > 3 and line[0].text[:1].isupper() and line[1].text == ":":
        start = 2
    if start >= len(line):
        return "", ""
    prepositions = [token.text for token in line[start + 1 :] if token.terminal == token.text and token.text.isalpha()]
    return line[start].text, prepositions[-1] if prepositions else ""
