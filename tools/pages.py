"""What `botwright explain` can tell: a page for each code, a few lines for each word of the language and each
clause of a rulebook.

Pages of codes are files; words are told from the tables that the parser itself reads, with the examples that stand in
the grammar, so that neither can go out of date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.resources import room, shipped_rulesets, shipped_text

CODE = re.compile(r"BW[0-9]{4}")
CLAUSE = re.compile(r"[A-Z]{2,8}-[A-Z][A-Z0-9]*-[0-9]{2,3}")


def page(word: str) -> str | None:
    """The page of a code or word, as Markdown; None if there is none."""
    return next((found for look_up in LOOKUPS if (found := look_up(word.strip())) is not None), None)


def names() -> Iterator[str]:
    """Everything that has a page."""
    from dsl.words import DECLARATIONS, FOREIGN, SENTENCES

    yield from codes()
    yield from {**DECLARATIONS, **SENTENCES, **FOREIGN}


def codes() -> dict[str, str]:
    """All codes with their titles, also those that only have a page."""
    from dsl.codes import registry

    found = {code.id: code.title for code in registry().values()}
    for file in sorted(room("dsl").joinpath("errors").glob("BW*.md")):
        if file.stem not in found:
            found[file.stem] = ""
    return found


def _code(word: str) -> str | None:
    code = word.upper() if word.upper().startswith("BW") else f"BW{word}"
    if not CODE.fullmatch(code):
        return None
    if (text := shipped_text("dsl", "errors", f"{code}.md")) is not None:
        return text
    from dsl.codes import registry

    known = registry().get(code)
    if known is None:
        return None
    return f"# {code}: {known.title}\n\nThe message: {known.message}\n\nWhat to do: {known.help or 'see the message'}\n"


def _word(word: str) -> str | None:
    """A word that begins a declaration or a sentence."""
    from dsl.words import DECLARATIONS, FOREIGN, SENTENCES

    lines = []
    if word in DECLARATIONS:
        lines.append(f"`{word}` begins a declaration: it {DECLARATIONS[word]}.")
    if word in SENTENCES and SENTENCES[word] != DECLARATIONS.get(word):
        lines.append(f"`{word}` begins a line in a block: it {SENTENCES[word]}.")
    if word in FOREIGN:
        lines.append(f"`{word}` is a word of other languages; here it is `{FOREIGN[word]}`.")
    if not lines:
        return None
    shown = [f"# {word}", *lines]
    if examples := _examples(word):
        shown.append("\n".join(["```bot", *examples, "```"]))
    return "\n\n".join(shown) + "\n"


def _examples(word: str) -> list[str]:
    """Examples of the grammar that begin with the word, or else hold it, the shortest first."""
    grammar = shipped_text("dsl", "grammar.lark") or ""
    all_of_them = re.findall(r"(?m)^// e\.g\. (.+)$", grammar)
    begin = [line for line in all_of_them if re.match(rf"{re.escape(word)}\b", line)]
    hold = [line for line in all_of_them if re.search(rf"[{{;,] ?{re.escape(word)}\b", line)]
    return begin[:2] or sorted(hold, key=len)[:1]


def _clause(word: str) -> str | None:
    """A clause of a rulebook, from the games of this project and then from those that come with Botwright."""
    id = word.upper()
    if not CLAUSE.fullmatch(id):
        return None
    from dsl.manifest import read_clauses
    from tools.files import read_text

    for folder in _games():
        catalogue = read_text(str(folder / "clauses.yaml"))
        # most catalogues are of other games: their text is not worth reading as YAML
        book = read_clauses(catalogue.source)[0] if catalogue.readable and id in catalogue.source.text else None
        for clause in book.clauses if book is not None else ():
            if clause.id == id:
                facts = {"section": clause.section, "open in the rulebook": clause.gap, "how to see it": clause.check}
                told = [f"- {name}: {fact}" for name, fact in facts.items() if fact]
                return "\n".join([f"# {id}", "", clause.rule or "The catalogue does not say more.", "", *told, ""])
    return None


def _games() -> Iterator[Path]:
    here = Path("rulesets")
    yield from sorted(path for path in here.glob("*") if (path / "clauses.yaml").is_file())
    yield from shipped_rulesets().values()


LOOKUPS: tuple[Callable[[str], str | None], ...] = (_code, _word, _clause)
