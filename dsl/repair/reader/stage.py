"""What a scenario begins with, in any notation: its head, its seats, its dice.

These lines have few parts, and each is known by its shape: a text, a clause, names with capital letters, a die of the
game, the faces of that die.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.repair.reader.lexicon import matched
from dsl.repair.reader.reading import Reading
from dsl.repair.vocabulary import Vocabulary, plain
from dsl.text.numbers import NUMBERS

_CLAUSE = r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+"
_NAME = r"[A-Za-z]\w*"
_NO_FACE = frozenset(
    "a an the is are shows show rolls roll rolled with and to of on it gives then comes up result value lands dice die".split()
)


def stage_heads(line: str) -> Iterator[Reading]:
    """`test: a trial (AB-MOVE-01):` is `scenario "a trial" cites AB-MOVE-01 {`."""
    given = re.match(
        r"\s*(?:scenario|test|story|case|describe|it|example|feature)\b\s*[:=]?\s*\(?\s*", line, re.IGNORECASE
    )
    if given is None:
        return
    is_named = line.lstrip().lower().startswith("scenario")
    rest = re.sub(r"\s*[{:(]\s*$", "", line[given.end() :].rstrip())
    clauses = re.findall(_CLAUSE, rest)
    rest = re.sub(rf"[,;(\[]?\s*\b(?:cites?|clause|tests|for|see|ref)?\s*:?\s*\"?{_CLAUSE}\"?\s*[)\]]?", " ", rest)
    rest = re.sub(r"\b(?:cites?)\s*$", "", rest.strip()).strip(" ,:;=()")
    marks = re.findall(r"\b(todo|house)\b", re.sub(r'"[^"]*"', "", rest))
    quoted = re.search(r'"([^"]*)"', rest)
    name = quoted[1] if quoted is not None else re.sub(r"\b(?:todo)\b", "", rest).strip(" \"',")
    if not name or (quoted is not None and re.sub(r'"[^"]*"|\b(?:todo|house|called|named)\b', "", rest).strip(" ,")):
        return
    parts = ["scenario", f'"{name}"', *(["cites", *dict.fromkeys(clauses)] if clauses else []), *marks, "{"]
    yield Reading(" ".join(parts), 0.0 if is_named else 0.3)


def seats(line: str) -> Iterator[Reading]:
    """`two players: Ann and Ben` is `seats Ann, Ben`."""
    given = re.match(
        r"\s*(?:the\s+|\d+\s+|two\s+|three\s+|four\s+)*(?:seats?|players?|seated|teams?)\b\s*(?:are|is)?\s*[:=]?\s*",
        line,
        re.IGNORECASE,
    )
    if given is None:
        return
    rest = re.sub(r"\band\b|&|[\[\](){},;:\"']|\bvs\.?|\bagainst\b", " ", line[given.end() :])
    names = rest.split()
    if names and all(re.fullmatch(_NAME, name) for name in names) and len(names) <= 6:
        capital = [name[0].upper() + name[1:] for name in names]
        yield Reading(f"seats {', '.join(capital)}", 0.0)


def dice(line: str, vocabulary: Vocabulary) -> Iterator[Reading]:
    """`the impact die shows 1` is `dice ImpactDie: 1`."""
    dies = vocabulary.symbols.dice
    text = re.sub(r"[\[\](){},;:=\"'<>]|->|\bdice\b(?=\s*:)", " ", line)
    words = [str(NUMBERS.get(word.lower(), word)) for word in re.findall(r"[+-]?\d+|[^\W\d]\w*", text)]
    lowered = " ".join(words).lower()
    is_about = re.search(r"\b(?:dice|die|roll|rolls|rolled|throws?)\b", lowered) is not None
    for die, cost, used in _dice_named(words, dies):
        faces = [word for k, word in enumerate(words) if k not in used and word.lower() not in _NO_FACE]
        values = _faces(faces, vocabulary)
        if values and (is_about or len(used) > 0):
            yield Reading(f"dice {die}: {', '.join(values)}", cost)


def _dice_named(words: list[str], dies: object) -> Iterator[tuple[str, float, set[int]]]:
    """The dice that some words name; any die if none is named."""
    names = list(dies)  # type: ignore[call-overload]
    short = {name: (re.sub(r"(?i)(?:die|dice)$", "", name) or name,) for name in names}
    named = False
    for at in range(len(words)):
        for size in (3, 2, 1):
            group = words[at : at + size]
            if len(group) < size or any(word.lstrip("+-").isdigit() for word in group):
                continue
            matching = matched(" ".join(group), {name: short[name] for name in names})
            exact = [entry for entry in matching if entry[1] <= 0.3]
            for name, cost in exact[:1]:
                named = True
                yield name, cost, set(range(at, at + size))
    if not named:
        usual = sorted(names, key=lambda name: plain(name) not in ("die", "dice", "d6"))
        yield from ((name, 0.3 + 0.1 * rank, set()) for rank, name in enumerate(usual[:4]))


def _faces(words: list[str], vocabulary: Vocabulary) -> list[str]:
    """Numbers and symbols; nothing if a word is neither."""
    values = []
    members = {member for each in vocabulary.symbols.symbols.values() for member in each.members} | {"none"}
    for word in words:
        low = next((member for member in members if plain(member) == plain(word)), "")
        if not word.lstrip("+-").isdigit() and not low and word != "miss":
            return []
        values.append(low or word)
    return values
