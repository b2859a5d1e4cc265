"""Rewrites that a finding itself proposes, and names that are written in another way than they are declared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from dsl.repair.reader.thesaurus import like
from dsl.repair.spot import LineRewrite, MistakeSpot, pattern
from dsl.repair.vocabulary import plain
from dsl.syntax.keywords import FOREIGN, RESERVED, SENTENCES

_ALIKE = 0.74
_ASKED = re.compile(r"did you mean ((?:`[^`\n]+`(?:, | or )?)+)")
_WRITE = re.compile(r"\bwrite `([^`\n…]+)`$")
_TICKED = re.compile(r"`([^`\n]+)`")
_WORD = re.compile(r"[^\W\d][\w]*(?:-[^\W\d]\w*)*")


def own_fix(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """The edits of the finding itself."""
    fix = spot.error.fix
    if fix is None or not fix.edits:
        return
    edits = sorted(fix.edits, key=lambda edit: edit.place.start)
    start, end = edits[0].place.start, max(edit.place.end for edit in edits)
    if end > len(spot.text):
        return
    text, at = "", start
    for edit in edits:
        text += spot.text[at : edit.place.start] + edit.text
        at = edit.place.end
    new = text + spot.text[at:end]
    drops = "first(" in new and "first(" not in spot.text[start:end]  # it would drop the other values
    unknown = spot.error.code == "BW1106" and new.isidentifier() and not spot.vocabulary.is_name(new)
    separates = new.strip(" ") == "," and start == end  # the usual guess of the parser, seldom right in a sentence
    cost = 3.0 if drops or unknown else 1.0 if separates else 0.5
    yield LineRewrite(start, end, new, f"fix {spot.error.code}", _lesson(spot), cost)


def _lesson(spot: MistakeSpot) -> str:
    """What the help says besides the word to write."""
    help = spot.error.help
    return "" if help.startswith(("did you mean", "write `", "remove")) or len(help) > 90 else help


def meant_name(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """The names that the help proposes."""
    asked = _ASKED.search(spot.error.help)
    place = spot.error.place
    names = _TICKED.findall(asked.group(1)) if asked else []
    names += _WRITE.findall(spot.error.help)
    wrong = spot.text[place.start : place.end]
    for rank, name in enumerate(names):
        if "…" in name or (name.startswith("first(") and "first(" not in wrong) or place.end > len(spot.text) or (wrong and _is_one_of_many(wrong, name, spot)):
            continue
        is_id = not any(name == shown for shown in spot.vocabulary.cards if not shown.isidentifier()) and name.isidentifier()
        new = f'"{name}"' if wrong.startswith('"') and not name.startswith('"') and not is_id else name
        several = len(names) > 1
        cost = 2.4 + 0.3 * rank if "." in name and "." not in wrong else 1.2 + 0.3 * rank if several else 0.6
        yield LineRewrite(place.start, place.end, new, f"name {spot.error.code}", "", cost, not several and "." not in name)


def synonyms(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`nearest` for `closest`: a name of the game that means the same comes before one that is spelt nearly so."""
    place = spot.error.place
    word = spot.text[place.start : place.end] if place.end <= len(spot.text) else ""
    name = word.rsplit(".", 1)[-1]
    if not name.isidentifier() or spot.error.code not in ("BW2002", "BW2003", "BW2004", "BW2005", "BW2008"):
        return
    own = spot.vocabulary.also(name)  # the ruleset knows better what its words are also called
    named = {plain(other) for other in own or like(name.lower())}
    for rank, other in enumerate(sorted(each for each in spot.vocabulary.names if plain(each) in named)):
        is_list = other.endswith("s") and not name.endswith("s")
        if other.isidentifier() and other[0].isupper() == name[0].isupper() and not is_list:
            lesson = f"this game calls it `{other}`"
            start = place.end - len(name)
            yield LineRewrite(start, place.end, other, "synonym", lesson, 0.55 + 0.05 * rank, False, True)


def alike_names(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`bots` for `Bot`, `Ring-Out` for `Ring_Out`, `HardHat` for `Hardhat`: every word of the line that is no name."""
    start, end = spot.error.place.start - spot.line_start, spot.error.place.end - spot.line_start
    changed = _WORD.sub(lambda match: _only_name(match, spot), spot.line)
    if changed != spot.line:
        raw = _merge(changed, spot)
        yield spot.rewrite(0, len(spot.raw), raw, "name", "names are written as they are declared", 1.5)
    for match in _WORD.finditer(spot.line):
        word = match.group()
        if word in RESERVED or spot.vocabulary.is_name(word):
            distance = 1.0
        else:
            distance = 0.0
        if match.start() < end and start < match.end():
            distance = -0.2
        elif f"`{word}`" in spot.error.message:
            distance = 0.0
        for name in spot.vocabulary.alike(word)[:3]:
            if name.isidentifier() and not _is_one_of_many(word, name, spot):
                yield spot.rewrite(match.start(), match.end(), name, "name", _is_called(name), 1.2 + distance)
        for rank, name in enumerate(spot.vocabulary.also(word)[:4]):
            lesson = f"this game calls it `{name}`"
            cost = 1.3 + distance + 0.1 * rank
            number = re.match(r"\((\w+)\)", spot.line[match.end() :])
            if number is not None and name[0].islower():
                end = match.end() + number.end()
                new = f"{name} {number[1]}"
                yield spot.rewrite(match.start(), end, new, "also called", lesson, cost, False, whole=True)
            else:
                yield spot.rewrite(match.start(), match.end(), name, "also called", lesson, cost, False, whole=True)
        if spot.error.code in ("BW2005", "BW2007"):  # the checker suggests cards, unless a whole pack is missing
            continue  # a symbol of this set, and no other name
        if distance <= 0 and word not in FOREIGN and len(word) > 2:
            for name in spot.vocabulary.near(word)[:2]:
                if SequenceMatcher(None, plain(name), plain(word)).ratio() < _ALIKE:
                    continue  # near in letters only, far in meaning
                if name.isidentifier() and not _is_one_of_many(word, name, spot):
                    yield spot.rewrite(match.start(), match.end(), name, "near name", "", 2.2, certain=False)
            for name in symbols_that_begin(spot, word):
                yield spot.rewrite(match.start(), match.end(), name, "near name", "", 2.3, certain=False)


def _is_one_of_many(word: str, name: str, spot: MistakeSpot) -> bool:
    """`armor` for `Armor`: a name of one thing does not mean all things of a kind."""
    return word[0].islower() and name in spot.vocabulary.kinds and not word.endswith("s")


def _only_name(match: re.Match[str], spot: MistakeSpot) -> str:
    word = match.group()
    names = [
        name for name in spot.vocabulary.alike(word) if name.isidentifier() and not _is_one_of_many(word, name, spot)
    ]
    is_known = word in RESERVED or word in SENTENCES or spot.vocabulary.is_name(word)
    return names[0] if len(names) == 1 and not is_known else word


def _merge(changed: str, spot: MistakeSpot) -> str:
    """The changed line with the texts in quotes and comments of the given one."""
    parts = re.split(r'("[^"]*"|\s+$)', changed)
    raws = re.findall(r'"[^"]*"', spot.raw)
    quoted = iter(raws)
    text = "".join(next(quoted, part) if part.startswith('"') else part for part in parts)
    return text.rstrip() + spot.raw[len(spot.line.rstrip()) :]


def shown_words(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`2 action points` for `2 AP`: the printed words of a currency or symbol."""
    for match in re.finditer(r"[A-Za-z]\w*(?: [A-Za-z]\w*){1,3}", spot.line):
        words = match.group().split(" ")
        for first in range(len(words)):
            for last in range(first + 2, len(words) + 1):
                phrase = " ".join(words[first:last])
                start = match.start() + len(" ".join(words[:first])) + (1 if first else 0)
                for name in spot.vocabulary.alike(phrase)[:2]:
                    if name.isidentifier():
                        lesson = f"{phrase} are called `{name}`"
                        yield spot.rewrite(start, start + len(phrase), name, "printed words", lesson, 1.0, whole=True)


def _is_called(name: str) -> str:
    return f"it is called `{name}`"


def symbols_that_begin(spot: MistakeSpot, word: str) -> list[str]:
    return [name for name in spot.vocabulary.symbols.symbol_sets if name.startswith(word) and name != word][:2]


def hyphens(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`Storm-Heel_Flash`: a name has no hyphens; on every line where it stands."""
    for match in re.finditer(r"\b[^\W\d]\w*(?:-\w+)+\b", spot.line):
        name = match.group()
        if re.fullmatch(r"[A-Z0-9]+(?:-[A-Z0-9]+)+", name):
            continue
        joined = name.replace("-", "_")
        lesson = "a name has letters, digits and `_`; the text in quotes may have a hyphen"
        yield spot.rewrite(match.start(), match.end(), joined, "hyphen", lesson, 1.0)
        first, last = spot.blanked.find(name), spot.blanked.rfind(name)
        if last > first:
            whole = spot.text[first : last + len(name)]
            yield LineRewrite(first, last + len(name), whole.replace(name, joined), "hyphen", lesson, 0.9)


def shown_name(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`like "Twin Blade"`: the names of the cards that are printed with these words."""
    for match in re.finditer(r'\blike\s+("[^"\n]*"|\w+)', spot.raw):
        shown = match.group(1).strip('"')
        stem = re.sub(r"\W+", "_", shown)
        names = [name for name in spot.vocabulary.cards if name.startswith(stem) and name.isidentifier()]
        for rank, name in enumerate(sorted(names)[:4]):
            lesson = f"several cards are called {shown}, so say which one"
            yield spot.rewrite(match.start(1), match.end(1), name, "like", lesson, 1.0 + 0.1 * rank, certain=False)


def shown_apart(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`"Stand Firm!"` for `Stand_Firm`: an unknown card whose name differs in punctuation only."""
    place = spot.error.place
    text = spot.text[place.start : place.end] if place.end <= len(spot.text) else ""
    if spot.error.code != "BW2007" or not text:
        return
    words = re.sub(r"[^\w\s]", "", text).strip()
    names = [name for name in (*spot.vocabulary.alike(words), words) if name in spot.vocabulary.cards]
    for rank, name in enumerate(dict.fromkeys(names)):
        new = name if name.isidentifier() else f'"{name}"'
        yield LineRewrite(place.start, place.end, new, "name", _is_called(name), 0.6 + 0.1 * rank, rank == 0)


foreign_words = pattern(
    "foreign word",
    r"(?<!\w)(?:isn't|isnt|aren't|doesn't equal|is not equal to|is different from)(?!\w)",
    "is not",
    "compare with `is` and `is not`",
)
