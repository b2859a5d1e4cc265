"""`python -m tools.reference.word_index` writes the index of words of the reference; `--check` only compares.

Every word of the language gets a row: its role, and a link to the section that explains it. The words come from the
tables that the checker reads. The section of a word that begins a declaration or a line is the one whose shape (an
indented block) begins with it, else the first one that mentions it in bold type.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence

from dsl.names import builtins
from dsl.syntax.keywords import DECLARATIONS, FOREIGN, PREPOSITIONS, SENTENCES
from dsl.syntax.nodes import Node
from tools.reference import constructs
from tools.reference.chapters import Section, chapter_files, sections
from tools.reference.language import field_tables, prelude_kinds, small_words
from tools.reference.word_entries import words

BEGIN, END = "<!-- index -->\n", "<!-- end of index -->"

# The section of each family of words, by its title.
_HOMES = {
    "function": "Functions",
    "verb": "Built-in verbs",
    "name": "Names of players and things",
    "mark": "Marks",
    "layer of `modify`": "Modify",
    "clause": "Hooks",
    "kind": "Kinds and fields",
    "type": "Values and types",
    "entry of `ruleset`": "Ruleset",
    "word after `stacks`": "Keywords and statuses",
    "word of a `combo`": "Combinations",
    "field of every thing": "Kinds and fields",
    "field of every die": "Dice",
    "field of every space": "Boards, maps and shapes",
    "item of a kind": "Kinds and fields",
    "step of a scenario": "Scenarios",
    "operator": "Expressions",
    "preposition": "Verbs and effects",
}
_OPERATORS = "and or not is has lacks in where if then else".split()
_SMALL = {
    "in a `ruleset`": "entry of `ruleset`",
    "after `stacks`": "word after `stacks`",
    "in a `combo`": "word of a `combo`",
}
# Words that are explained outside the section of their family.
_OWN_HOMES = {
    ("until", "clause"): "How long a rule holds",
    ("works", "clause"): "Kinds and fields",
    ("always", "line"): "Windows",
    ("action", "line"): "Actions",
    ("pay", "line"): "Costs and currencies",
    ("again", "line"): "Windows",
    ("offer", "line"): "Windows",
    ("define", "declaration"): "Rules and defines",
    ("Board", "kind"): "Boards, maps and shapes",
    ("Map", "kind"): "Boards, maps and shapes",
    ("Shape", "kind"): "Boards, maps and shapes",
    ("Space", "kind"): "Boards, maps and shapes",
    ("Deck", "kind"): "Decks",
    ("Die", "kind"): "Dice",
}

# Words that only occur inside a line, with the section that explains them.
_INNER_WORDS = {
    "as": "Verbs and effects",
    "because": "Forbid and allow",
    "cannot": "Scenarios",
    "default": "Modes, variants and rulings",
    "fails": "Scenarios",
    "gone": "Scenarios",
    "holds": "Kinds and fields",
    "knows": "Scenarios",
    "like": "Forms",
    "no": "Values and types",
    "none": "Values and types",
    "one": "Choices",
    "option": "Modes, variants and rulings",
    "per": "Hooks",
    "seen": "Kinds and fields",
    "stacks": "Keywords and statuses",
    "such": "Choices",
    "tell": "Scenarios",
    "up": "Choices",
    "waits": "Scenarios",
}


def families() -> dict[str, Collection[str]]:
    """The words of the language by their role."""
    return {
        "declaration": DECLARATIONS,
        "line": SENTENCES,
        "function": builtins.FUNCTIONS,
        "verb": builtins.VERBS,
        "name": {**builtins.NAMES, **constructs.WHO},
        "mark": constructs.MARK_WORDS,
        "layer of `modify`": constructs.LAYER_WORDS,
        "clause": _first_words(constructs.CLAUSES),
        "kind": prelude_kinds(),
        "type": {written.split()[0] for written, _ in constructs.TYPES.values() if written[0].islower()},
        **{_SMALL[where]: group for where, group in small_words().items()},
        **{f"field of {owner}": fields for owner, fields in field_tables().items()},
        "item of a kind": _first_words(constructs.ITEMS),
        "step of a scenario": _first_words(constructs.STEPS),
        "operator": _OPERATORS,
        "preposition": PREPOSITIONS,
        "word inside a line": _INNER_WORDS,
    }


def _first_words(described: Iterable[type[Node]]) -> set[str]:
    """The first words of constructs, except for constructs that begin with an author's name."""
    spellings = (written.split()[0] for node in described for written in constructs.written(node))
    return {word for word in spellings if word.isalpha() and word.islower()}


def all_words() -> list[str]:
    """Every word of the language in alphabetical order; words of other languages have their own section."""
    first_words = _first_words(constructs.ITEMS) | _first_words(constructs.STEPS)
    every_word = {*words(), *first_words, *_OPERATORS, *PREPOSITIONS, *_INNER_WORDS}
    return sorted(every_word - {*FOREIGN}, key=lambda word: (word.lower(), word))


def home(word: str, role: str, chapters: Sequence[Section]) -> Section:
    """The section that explains a word in one of its roles."""
    title = _OWN_HOMES.get((word, role)) or _HOMES.get(role) or _INNER_WORDS.get(word)
    if title is not None:
        return next(section for section in chapters if section.title == title)
    begins = rf"(?m)^ {{4}}(?:\[[^\]]*\] )?{word}\b"
    patterns = (begins, rf"\*\*`{word}\b", rf"(?m)^\| `{word}\b", rf"`{word}\b")
    for pattern in patterns:
        for section in chapters:
            if re.search(pattern, section.text):
                return section
    raise LookupError(f"no section explains `{word}`")


def rows() -> Iterator[str]:
    """The index, a row for each word and role."""
    chapters = [
        section for file in chapter_files() for section in sections(file, _without_index(file.read_text("utf-8")))
    ]
    yield "| word | what it is | explained in |\n|---|---|---|\n"
    roles = families()
    for word in all_words():
        places: dict[str, list[str]] = {}
        for role in (role for role, family in roles.items() if word in family):
            places.setdefault(home(word, role, chapters).link, []).append(role)
        for link, word_roles in places.items():
            yield f"| `{word}` | {', '.join(word_roles)} | {link} |\n"


def _without_index(text: str) -> str:
    return re.sub(rf"{BEGIN}.*?{END}", "", text, flags=re.DOTALL)


def renewed(text: str) -> str:
    """A chapter with a regenerated index."""
    begin, marker, rest = text.partition(BEGIN)
    return f"{begin}{marker}{''.join(rows())}{END}{rest.partition(END)[2]}" if marker else text


def main(arguments: Sequence[str]) -> int:
    if list(arguments) not in ([], ["--check"]):
        print("use: python -m tools.reference.word_index [--check]", file=sys.stderr)
        return 2
    stale = False
    for file in chapter_files():
        text = file.read_text(encoding="utf-8")
        new = renewed(text)
        if new != text:
            stale = True
            if not arguments:
                file.write_text(new, encoding="utf-8", newline="\n")
                print(f"wrote the index of {file.name}")
    if stale and arguments:
        print("the index is stale: run `python -m tools.reference.word_index`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
