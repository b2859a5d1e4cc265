"""Everything the language knows about one word, as a page for `botwright explain`.

A word may be several things: `row` is a function and a field, `keeps` a line and an item of a kind. The page describes
all of them, from the same tables as the reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl.names import builtins
from dsl.syntax import nodes as n
from dsl.syntax.keywords import DECLARATIONS, FOREIGN, SENTENCES
from tools.reference import constructs, examples
from tools.reference.language import field_tables, prelude_kinds, small_words, verb_phrase

_CLAUSE_WORDS: dict[str, list[type[n.Node]]] = {}
for _node in constructs.CLAUSES:
    _CLAUSE_WORDS.setdefault(constructs.written(_node)[0].split()[0], []).append(_node)


def word_entry(word: str) -> str | None:
    """The entry of a word of the language as Markdown; None for any other word."""
    lines = [
        line for part in (_begins, _foreign, _clauses, _vocabulary, _small, _kinds, _fields) for line in part(word)
    ]
    if not word or not lines:
        return None
    shown = []
    for example in dict.fromkeys((examples.declaration(word), examples.line(word))):
        # an example that merely contains the word, such as a field, does not explain it
        if example and (word in DECLARATIONS or word in SENTENCES):
            shown.append(example)
    code = ["```bot", *shown, "```"] if shown else []
    return "\n\n".join([f"# {word}", *lines, *(["\n".join(code)] if code else [])]) + "\n"


def words() -> Iterator[str]:
    """Every word that has an entry."""
    seen: dict[str, None] = {}
    symbols: tuple[Iterable[str], ...] = (DECLARATIONS, SENTENCES, FOREIGN, _CLAUSE_WORDS, constructs.MARK_WORDS)
    symbols += (constructs.WHO, constructs.LAYER_WORDS, builtins.FUNCTIONS, builtins.VERBS, builtins.NAMES)
    for room in (*symbols, *small_words().values()):
        seen |= dict.fromkeys(room)
    seen |= dict.fromkeys(field for fields in field_tables().values() for field in fields)
    seen |= dict.fromkeys(prelude_kinds())
    seen |= dict.fromkeys(_type_words())
    yield from seen


def _begins(word: str) -> Iterator[str]:
    if word in DECLARATIONS:
        yield f"`{word}` begins a declaration: it {DECLARATIONS[word]}."
    if word in SENTENCES and SENTENCES[word] != DECLARATIONS.get(word):
        yield f"`{word}` begins a line in a block: it {SENTENCES[word]}."
    for node, means in constructs.ITEMS.items():
        written = constructs.written(node)
        if any(re.match(rf"{re.escape(word)}\b", form) for form in written) and node not in (n.Printed, n.WorksIn):
            yield f"`{written[0]}` is an item of a kind: {means}."


def _foreign(word: str) -> Iterator[str]:
    if word in FOREIGN:
        yield f"`{word}` is a word of other languages; here it is `{FOREIGN[word]}`."


def _clauses(word: str) -> Iterator[str]:
    for node in _CLAUSE_WORDS.get(word, ()):
        yield f"`{constructs.written(node)[0]}` is a clause: {constructs.CLAUSES[node]}."
    if word in constructs.MARK_WORDS:
        written, means = constructs.MARK_WORDS[word]
        yield f"`{written}` is a mark: {means}."
    if word in constructs.LAYER_WORDS:
        yield f"`{word}` is a layer of `modify`: it {constructs.LAYER_WORDS[word]}."


def _vocabulary(word: str) -> Iterator[str]:
    function = builtins.FUNCTIONS.get(word)
    if function is not None:
        yield f"`{function.usage}` is a function: {function.says}."
    verb = builtins.VERBS.get(word)
    if verb is not None:
        phrase = verb_phrase(verb)
        yield f"`{phrase}` is a verb: {verb.says}." + ("" if verb.usage in phrase else f" For example `{verb.usage}`.")
    name = builtins.NAMES.get(word)
    if name is not None:
        yield f"`{word}` is a name: {name.says}."
    if word in constructs.WHO:
        yield f"`{word}` is a name: {constructs.WHO[word]}."


def _small(word: str) -> Iterator[str]:
    for where, room in small_words().items():
        if word in room:
            yield f"`{word}` {where}: {room[word]}."
    for written, means in constructs.TYPES.values():
        if word == written.split()[0] and word in _type_words():
            yield f"`{written}` is a type: {means}."


def _type_words() -> list[str]:
    """Types that begin with a word of the language."""
    first = [written.split()[0] for written, _ in constructs.TYPES.values()]
    return [word for word in first if word.isalpha() and word.islower()]


def _kinds(word: str) -> Iterator[str]:
    fields = prelude_kinds().get(word) if word[:1].isupper() else None
    if fields is not None:
        names = ", ".join(f"`{field.name}`" for field in fields)
        yield f"`{word}` is a kind that every game has" + (f", with the fields {names}." if names else ".")


def _fields(word: str) -> Iterator[str]:
    for of, fields in field_tables().items():
        if word in fields:
            yield f"`{word}` is a field of {of}: {fields[word][1]}."
