"""The tables of the language as Markdown, each generated from the table that the checker reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from dsl.check.driver import prelude
from dsl.diagnostics.codes import registry
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.collect import Collector
from dsl.names.signatures import FieldSig
from dsl.syntax import nodes as n
from dsl.syntax.keywords import DECLARATIONS, FOREIGN, JOINING, PRONOUNS, SENTENCES, VALUES
from tools.reference import constructs, examples
from tools.reference.markdown import cell_code, marked, prose, table


def lines() -> Iterator[str]:
    yield "# The language in tables"
    for title, section in (
        ("Declarations", _words(DECLARATIONS, examples.declaration)),
        ("Lines of a block", _words(SENTENCES, examples.line)),
        ("Items of a kind", _nodes(constructs.ITEMS)),
        ("Clauses", _nodes(constructs.CLAUSES)),
        ("Marks", _pairs(constructs.MARK_WORDS.values(), "mark")),
        ("Types", _pairs([*constructs.TYPES.values(), constructs.MAYBE], "type")),
        ("Layers of a change", _layers()),
        ("Functions", _functions()),
        ("Verbs", _verbs()),
        ("Names", _names()),
        ("Fields", _fields()),
        ("Kinds of every game", _kinds()),
        ("Words in one place only", _small()),
        ("Steps of a scenario", _nodes(constructs.STEPS)),
        ("Words of other languages", _foreign()),
        ("Reserved words", _reserved()),
        ("Codes", _codes()),
    ):
        yield ""
        yield f"## {title}"
        yield ""
        yield from section


def _words(words: Mapping[str, str], example: Callable[[str], str]) -> Iterator[str]:
    rows = []
    for word, does in words.items():
        shown = example(word)
        rows.append((cell_code(word), prose(does), cell_code(shown) if shown else ""))
    return table(("word", "what it does", "for example"), rows)


def _nodes(nodes: Mapping[type[n.Node], str]) -> Iterator[str]:
    return table(
        ("written", "meaning"),
        ((", ".join(map(cell_code, constructs.written(node))), prose(means)) for node, means in nodes.items()),
    )


def _pairs(pairs: Iterable[tuple[str, str]], what: str) -> Iterator[str]:
    return table((what, "meaning"), ((cell_code(written), prose(means)) for written, means in pairs))


def _layers() -> Iterator[str]:
    yield from table(
        ("order", "layer", "what it does to the value"),
        (
            (str(position), cell_code(layer), prose(constructs.LAYER_WORDS[layer]))
            for position, layer in enumerate(builtins.LAYERS, 1)
        ),
    )
    yield ""
    yield "A game may add a layer after one of these: `layer prevented after by`."


def _functions() -> Iterator[str]:
    functions = builtins.FUNCTIONS.values()
    return table(
        ("function", "what it gives"), ((cell_code(function.usage), prose(function.says)) for function in functions)
    )


def _verbs() -> Iterator[str]:
    rows = []
    for verb in builtins.VERBS.values():
        rows.append((cell_code(verb_phrase(verb)), prose(verb.says), cell_code(verb.usage)))
    return table(("verb", "what it does", "for example"), rows)


def verb_phrase(verb: builtins.BuiltinVerb) -> str:
    """`move thing to place [from origin]`"""
    slots = (f"{slot.preposition} {slot.name}".strip() for slot in verb.slots)
    shown = (f"[{slot}]" if sig.optional else slot for slot, sig in zip(slots, verb.slots, strict=True))
    return " ".join([verb.name, *shown])


def _names() -> Iterator[str]:
    pairs = [*constructs.WHO.items(), *((name.name, name.says) for name in builtins.NAMES.values())]
    return table(("name", "means"), ((cell_code(name), prose(says)) for name, says in pairs))


def field_tables() -> dict[str, dict[str, tuple[str, str]]]:
    """Fields that things have without declaring them."""
    fields = {"every thing": builtins.THING_FIELDS, "every die": builtins.DIE_FIELDS}
    spaces: dict[str, tuple[str, str]] | None = getattr(builtins, "SPACE_FIELDS", None)
    return {**fields, "every space": spaces} if spaces else fields


def _fields() -> Iterator[str]:
    rows = []
    for of, fields in field_tables().items():
        rows += [(of, cell_code(name), prose(says)) for name, (_, says) in fields.items()]
    return table(("of", "field", "means"), rows)


def prelude_kinds() -> dict[str, list[FieldSig]]:
    """The kinds that every game has, with their fields."""
    collector = Collector()
    collector.collect(prelude())
    return {name: list(sig.fields.values()) for name, sig in collector.symbols.kinds.items()}


def _kinds() -> Iterator[str]:
    rows = []
    for kind, fields in prelude_kinds().items():
        shown = ", ".join(f"{cell_code(field.name)} ({marked(t.bare(field.type))})" for field in fields)
        rows.append((cell_code(kind), shown or "no fields of its own"))
    return table(("kind", "fields"), rows)


def _small() -> Iterator[str]:
    rows = []
    for where, words in small_words().items():
        rows += [(where, cell_code(word), prose(says)) for word, says in words.items()]
    return table(("where", "word", "means"), rows)


def small_words() -> dict[str, Mapping[str, str]]:
    return {
        "in a `ruleset`": builtins.RULESET_ITEMS,
        "after `stacks`": builtins.STACKING,
        "in a `combo`": builtins.COMBO_WORDS,
    }


def _foreign() -> Iterator[str]:
    return table(("word", "here"), ((cell_code(word), cell_code(here)) for word, here in FOREIGN.items()))


def _reserved() -> Iterator[str]:
    yield f"Everywhere: {', '.join(f'`{word}`' for word in sorted(JOINING | PRONOUNS | VALUES))}, `not`, `if`."
    yield ""
    yield "Words that begin a declaration, a line or a mark are reserved only there."


def _codes() -> Iterator[str]:
    rows = ((cell_code(code.id), code.severity, marked(code.title)) for code in registry().values())
    return table(("code", "sort", "what is wrong"), rows)
