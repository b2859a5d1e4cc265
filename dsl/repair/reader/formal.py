"""Sentences that are nearly those of the language: assignments, `let`, and calculations of other languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from dsl.names import builtins
from dsl.repair.reader.reading import Reading
from dsl.repair.reader.scene import Scene

_UNITS_OF_VALUES = ("points?", "energy", "damage", "hp", "cards?", "tokens?", "hearts?")


class FormalReader:
    """Reads a sentence whose words may stay; `sentences` reads one that follows without a sign between them."""

    def __init__(self, scene: Scene, sentences: Callable[[str], list[Reading]]) -> None:
        self.scene = scene
        self.sentences = sentences

    def formal(self, text: str) -> Iterator[Reading]:
        """A sentence that is right as it is; the trial decides."""
        first = re.match(r"([a-z_]\w*)\b", text)
        called = first is not None and text[first.end() :].startswith("(")
        if first is not None and not called and (first[1] in self.scene.symbols.verbs or first[1] in builtins.VERBS or first[1] in (
            "modify", "give", "lose", "let", "choose", "roll", "move", "set", "stop",
        )) and not re.search(r"\b(?:the|your|its|my|this)\s+[a-z]", text):  # fmt: skip
            yield Reading(text, 0.0 if first[1] in self.scene.symbols.verbs else 0.1)
            normal = self.scene.spot.vocabulary.normalised(text)
            if normal != text:
                yield Reading(normal, 0.15)
        yield from self._assigned_to(text)
        match = re.match(r"(?:var|let|const|local|auto|int)\s+([a-z_]\w*)\s*:?=\s*(.+)$", text)
        if match is not None:
            unseparated = re.match(r"([\w.]+(?:\([\w.]*\))?)\s+(\w+[\w.]*\s*[+\-:]?=.+)$", match[2])
            if unseparated is not None:
                for each in self.sentences(unseparated[2])[:2]:
                    yield Reading(f"let {match[1]} = {unseparated[1]}; {each.text}", each.cost + 0.1)
            else:
                yield Reading(f"let {match[1]} = {self._value(match[2])}", 0.0)

    def _assigned_to(self, text: str) -> Iterator[Reading]:
        """`me.energy := 3`, `my_bot(me).damage = 0`: what is changed must have a name."""
        match = re.match(
            r"(?P<x>[\w.]+(?:\[[\w.]+\])?(?:\([\w.]*\))?(?:\.\w+)*)\s*(?P<s>:=|\+=|-=|\*=|=|\+\+|--)\s*(?P<v>[^=].*)?$",
            text,
        )
        if match is None or ("(" in text.split(match["s"])[0] and not match["x"].count("(")):
            return
        target = re.sub(r"^(?:this|self)\.", "it.", self.scene.spot.vocabulary.normalised(match["x"]))
        sign, value = match["s"].replace(":=", "="), self._value(match["v"] or "")
        if sign in ("++", "--"):
            sign, value = f"{sign[0]}=", "1"
        if sign == "*=":
            sign, value = "=", f"{target} * {value}"
        call = re.match(r"(\w+\([\w.]*\))((?:\.\w+)+)$", target)
        if call is not None:
            name = call[1].split("(")[0].split("_")[-1]
            name = name if name not in self.scene.symbols.verbs and name not in self.scene.given_names else "chosen"
            value = value.replace(call[1], name)
            yield Reading(f"let {name} = {call[1]}; {name}{call[2]} {sign} {value}", 0.05)
        else:
            yield Reading(f"{target} {sign} {value}", 0.05)

    def _value(self, text: str) -> str:
        """A calculation with the functions of spreadsheets and other languages."""
        inner = r"((?:[^(),;]|\([^()]*\))+)"
        text = re.sub(rf"\b(?:Math\.)?max\(\s*{inner}[,;]\s*{inner}\)", r"greater(\1, \2)", text, flags=re.IGNORECASE)
        text = re.sub(rf"\b(?:Math\.)?min\(\s*{inner}[,;]\s*{inner}\)", r"lesser(\1, \2)", text, flags=re.IGNORECASE)
        text = re.sub(
            rf"\bif\(\s*{inner}[,;]\s*{inner}[,;]\s*{inner}\)", r"(if \1 then \2 else \3)", text, flags=re.IGNORECASE
        )
        text = re.sub(rf"\b(?:len|size|length)\({inner}\)", r"count(\1)", text)
        text = re.sub(r"\b(?:this|self)\.", "it.", text)
        text = self.scene.spot.vocabulary.normalised(text.strip())
        units = "|".join((*_UNITS_OF_VALUES, *map(re.escape, self.scene.symbols.currencies)))
        return re.sub(rf"(?<=\d)\s+(?:{units})$", "", text)
