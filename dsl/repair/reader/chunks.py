"""The phrases and numbers of a clause, and which slot of a verb each of them fits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from dsl.names.signatures import SlotSig
from dsl.repair.reader.scene import Scene
from dsl.repair.reader.tokens import LineToken, inside
from dsl.syntax.keywords import PREPOSITIONS

_HELPERS = frozenset(
    "then also and immediately now please must has to is are be being been gets may can will should shall it's for of "
    "a an the extra additional more another points point times time away back tiles tile spaces space hexes hex "
    "steps cards card on onto upon up amount".split()
)
_STOP = frozenset("to by from with on onto for of at into in against".split())


@frozen
class Chunk:
    """A phrase or number of a clause, with the preposition before it; `is_subject` if it stands before the verb."""

    words: str
    preposition: str = ""
    number: bool = False
    is_subject: bool = False


def fit(slot: SlotSig, chunk: Chunk, loose: bool) -> float | None:
    """How well a phrase fits a slot by its place; None if not at all."""
    if loose:
        return 0.0
    if chunk.is_subject:
        fits = {"by": 0.0, "from": 0.0, "with": 0.05, "using": 0.2, "": 0.4}
        return fits.get(slot.preposition)
    if chunk.preposition == slot.preposition:
        return 0.0
    if chunk.preposition in ("to", "on", "onto", "at", "against", "for", "of", "from", "") and slot.preposition == "":
        return 0.1
    if chunk.preposition in ("from", "by", "with", "for", "to", "") and slot.preposition in (
        "from",
        "by",
        "with",
        "of",
        "for",
        "to",
    ):
        return 0.3
    return None


def as_object(chunk: Chunk) -> Chunk:
    return Chunk(chunk.words, "", chunk.number)


def chunk_of(words: str) -> Chunk:
    return Chunk(words, number=words.isdigit() or words in ("n", "x"))


def chunks_of(scene: Scene, tokens: Sequence[LineToken], subject: bool = False) -> list[Chunk]:
    """Pieces as phrases and numbers; helpers without a meaning are dropped."""
    chunks: list[Chunk] = []
    words: list[str] = []
    preposition = ""

    def close() -> None:
        nonlocal words, preposition
        while words and words[-1].lower() in _HELPERS:
            words.pop()
        while words and words[0].lower() in _HELPERS:
            words.pop(0)
        if words:
            phrase = " ".join(words)
            chunks.append(Chunk(phrase, preposition, phrase in scene.numbers, subject and not preposition))
        words = []

    for at, piece in enumerate(tokens):
        before = tokens[at - 1] if at else None
        if before is not None and before.sort == "number" and piece.sort == "word" and _is_unit(scene, piece.text):
            continue
        if piece.sort == "number" or (piece.sort == "word" and piece.text in scene.numbers):
            close()
            chunks.append(Chunk(piece.text, preposition, number=True))
            preposition = ""
        elif piece.sort == "word" and (piece.low in _STOP or piece.low in PREPOSITIONS) and not (
            piece.low in ("of", "in", "on", "to") and words and words[-1].lower() in ("one", "each", "all", "next", "adjacent")
        ):  # fmt: skip
            close()
            preposition = piece.low
        elif piece.sort == "text":
            if words and any(word[:1].isupper() for word in words):
                close()
            words.append(piece.text)
            close()
            preposition = ""
        elif piece.sort in ("word", "expression"):
            words.append(piece.text)
        elif piece.sort == "group" and piece.text.startswith("("):
            words.append(inside(piece.text)[0])
    close()
    return chunks


def _is_unit(scene: Scene, word: str) -> bool:
    """Whether a word behind a number says what is counted: a currency, or a field of some thing."""
    name = word.lower()
    fields = (sig.fields for sig in scene.symbols.kinds.values())
    return word in scene.symbols.currencies or any(name in (each, f"{each}s") for room in fields for each in room)


def divided(text: str, joint: str) -> list[str]:
    """A text divided at a joint, but not inside brackets."""
    parts, start, depth, at = list[str](), 0, 0, 0
    regex = re.compile(joint)
    while at < len(text):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        match = regex.match(text, at) if depth == 0 else None
        if match is not None and match.end() > at:
            parts.append(text[start:at])
            start = at = match.end()
            continue
        at += 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]
