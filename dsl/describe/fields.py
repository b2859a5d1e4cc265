"""Describes a form as a printed card: fields, keywords with their reminders, rules in words, parts, drawings.

Everything that a renderer prints is a line of text here, in English and not yet escaped for any medium. The author's
own text (`says`) replaces the generated text of that form; its fields and parts stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from attrs import frozen

from dsl.describe import english
from dsl.describe.calls import mark_args, mark_words
from dsl.describe.conditions import clause
from dsl.describe.events import event_name
from dsl.describe.referents import flow
from dsl.describe.rows import cost, row_key, row_value
from dsl.describe.rules import standing
from dsl.describe.statements import block
from dsl.describe.values import noun, value
from dsl.describe.voice import Local, Voice, fill, kind_name, label, local_name, on_kind
from dsl.ir.cards import head_of
from dsl.names import types as t
from dsl.names.builtins import STACKING
from dsl.names.signatures import FieldSig
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n


@frozen
class FieldText:
    """A printed field: `hp 6`."""

    name: str
    value: str


@frozen
class KeywordText:
    """A keyword on a card: its name with its numbers, and its reminder."""

    name: str
    reminder: str = ""


@frozen
class ScriptText:
    """A script: sentences, or rows with their keys."""

    name: str
    text: str = ""
    rows: tuple[FieldText, ...] = ()


@frozen
class Drawing:
    """A drawn map or shape: rows of signs, and the meaning of each sign."""

    rows: tuple[tuple[str, ...], ...]
    legend: tuple[FieldText, ...]


@frozen
class CardText:
    """A whole card in words."""

    id: str
    name: str
    kind: str
    kind_name: str
    entries: tuple[FieldText, ...] = ()
    keywords: tuple[KeywordText, ...] = ()
    rules: tuple[str, ...] = ()
    scripts: tuple[ScriptText, ...] = ()
    parts: tuple[CardText, ...] = ()
    drawing: Drawing | None = None
    house: bool = False
    cites: tuple[str, ...] = ()
    unenforced: str = ""


def as_sentence(text: str) -> str:
    """Add a capital at the start and a full stop at the end."""
    text = english.capital(english.with_pronouns(text.strip()))
    return text if not text or text.endswith((".", "!", "?", ".)", "…")) else f"{text}."


# ------------------------------------------------------------------------------------------------------- cards


def card_text(tree: n.Thing, symbols: SymbolTable, names: Mapping[str, str] | None = None) -> CardText:
    """Describe a form. `names` are the display names of other cards, by id."""
    return _card(tree, symbols, {**(names or {}), **_part_names(tree)})


def _part_names(tree: n.Thing) -> dict[str, str]:
    lines = tree.body.lines if tree.body is not None else ()
    return {head_of(line).id: head_of(line).shown for line in lines if isinstance(line, n.Thing)}


def _card(tree: n.Thing, symbols: SymbolTable, names: Mapping[str, str]) -> CardText:
    kind = tree.kind.text
    v = on_kind(symbols, kind, names)
    head = head_of(tree)
    lines = tree.body.lines if tree.body is not None else ()
    says = tree.marks.says
    drawing = _drawing(lines, v) if {"Map", "Shape"} & set(symbols.lineage(kind)) else None
    drawn = {"rows", "legend"} if drawing is not None else set()
    things = [line for line in lines if isinstance(line, n.Thing)]
    return CardText(
        id=head.id,
        name=_name(tree, symbols),
        kind=kind,
        kind_name=kind_name(kind, symbols),
        entries=tuple(_entries(lines, kind, v, drawn)),
        keywords=tuple(_keyword(line, v) for line in things if _is_named(line.kind.text, symbols)),
        rules=(fill(says.value, {"it": head.shown}),) if says is not None else tuple(_rules(lines, v)),
        scripts=() if says is not None else tuple(_scripts(lines, kind, v)),
        parts=tuple(_card(line, symbols, names) for line in things if line.kind.text not in symbols.marks),
        drawing=drawing,
        house=tree.marks.house,
        cites=tuple(cite.clause for cite in tree.marks.cites),
        unenforced=tree.marks.unenforced.value if tree.marks.unenforced is not None else "",
    )


def _name(tree: n.Thing, symbols: SymbolTable) -> str:
    """The display name; a part without a name is called by its kind."""
    if tree.shown is not None:
        return tree.shown.value
    return english.words(tree.id.text) if tree.id is not None else kind_name(tree.kind.text, symbols)


def _is_named(name: str, symbols: SymbolTable) -> bool:
    """Whether this is a keyword or status that a card names: what is quiet is left to the card's own text."""
    mark = symbols.marks.get(name)
    return mark is not None and not _are_quiet(mark.node.marks)


def _keyword(line: n.Thing, v: Voice) -> KeywordText:
    args = line.args or ()
    return KeywordText(mark_words(line.kind.text, args, v), reminder(line.kind.text, args, v))


def _rules(lines: tuple[n.Line, ...], v: Voice) -> list[str]:
    lines_of_text = []
    for line in lines:
        if isinstance(line, n.Hook | n.Modify | n.Forbid | n.Action):
            lines_of_text.append(
                line.marks.says.value if line.marks.says is not None else as_sentence(standing(line, v))
            )
        elif isinstance(line, n.Require):
            lines_of_text.append(as_sentence(_required(line, v)))
    return lines_of_text


def _required(line: n.Require, v: Voice) -> str:
    why = f" ({' '.join(line.because.value.split())})" if isinstance(line.because, n.Text) else ""
    return f"required: {clause(line.condition, v)}{why}"


# ------------------------------------------------------------------------------------------------------- fields


def _entries(lines: tuple[n.Line, ...], kind: str, v: Voice, without: set[str]) -> list[FieldText]:
    """The fields in the order of the kind: those of the card, and the defaults of the kind."""
    given = {line.verb.text: line for line in lines if isinstance(line, n.Phrase)}
    costs = [line for line in lines if isinstance(line, n.Cost)]
    entries = []
    for name, field in v.symbols.fields(kind).items():
        if field.sort not in ("printed", "stat", "keeps") or name in without or _is_quiet(field):
            continue
        if name in given:
            shown = _given_value(given[name], field, v)
        elif name == "cost" and costs:
            whole = t.plain(field.type) == t.RefT("cost")
            shown = cost(costs[0], v) if whole else noun(costs[0].ways[0][0].amount, v)
        else:
            shown = _default_value(field, v)
        if shown:
            entries.append(FieldText(label(name, field), shown))
    return entries


def _is_quiet(field: FieldSig) -> bool:
    """Whether only the rules need a field."""
    return _are_quiet(field.marks)


def _are_quiet(marks: n.Marks) -> bool:
    """Whether nobody is told: `quiet` is `says ""`."""
    return marks.says is not None and not marks.says.value


def _given_value(line: n.Phrase, field: FieldSig, v: Voice) -> str:
    if line.body is None:
        return value(line.object, v, field.type) if line.object is not None else "yes"
    rows = [row for row in line.body.lines if isinstance(row, n.Row)]
    if field.kind == "Deck" and all(isinstance(row.value, n.Number) for row in rows):
        return _copies(rows, v)
    counts = Counter(f"{row_key(row.key, v)}: {row_value(row.value, v)}" for row in rows)
    return ", ".join(f"{row} ×{count}" if count > 1 else row for row, count in counts.items())


def _copies(rows: list[n.Row], v: Voice) -> str:
    """The cards of a deck; those of one name are added up."""
    copies: Counter[str] = Counter()
    for row in rows:
        assert isinstance(row.value, n.Number)
        copies[row_key(row.key, v)] += row.value.value
    return ", ".join(f"{name} ×{number}" if number != 1 else name for name, number in copies.items())


def _default_value(field: FieldSig, v: Voice) -> str:
    """The default of a kind for a field that the card does not set, if it is useful to a reader."""
    if field.sort == "keeps":
        return ""
    match field.default:
        case n.Number(value=number) if number:
            return str(number)
        case n.Name(text=text) if isinstance(t.plain(field.type), t.SymbolT):
            return value(n.Name(text), v, field.type)
        case n.Ladder() | n.Text(value=str()) as default:
            return noun(default, v)
        case _:
            return ""


def _scripts(lines: tuple[n.Line, ...], kind: str, v: Voice) -> list[ScriptText]:
    scripts = []
    for line in lines:
        if not isinstance(line, n.Phrase) or line.body is None:
            continue
        field = v.symbols.field(kind, line.verb.text)
        if field is None or field.sort != "script":
            continue
        name = label(line.verb.text, field)
        rows = [row for row in line.body.lines if isinstance(row, n.Row)]
        if rows:
            table = tuple(FieldText(row_key(row.key, v), as_sentence(row_value(row.value, v))) for row in rows)
            scripts.append(ScriptText(name, rows=table))
        else:
            scripts.append(ScriptText(name, as_sentence(flow(block(line.body, v)))))
    return scripts


def _drawing(lines: tuple[n.Line, ...], v: Voice) -> Drawing | None:
    fields = {line.verb.text: line for line in lines if isinstance(line, n.Phrase)}
    rows, legend = fields.get("rows"), fields.get("legend")
    if rows is None or not isinstance(rows.object, n.Text):
        return None
    drawn = tuple(tuple(row.split()) for row in rows.object.value.split("\n") if row.strip())
    signs = legend.body.lines if legend is not None and legend.body is not None else ()
    entries = (FieldText(row_key(row.key, v), row_value(row.value, v)) for row in signs if isinstance(row, n.Row))
    return Drawing(drawn, tuple(entry for entry in entries if entry.name != entry.value))


# ------------------------------------------------------------------------------------------ keywords and statuses


def reminder(name: str, args: tuple[n.Arg, ...], v: Voice) -> str:
    """What a keyword or status on this thing does, with its numbers filled in."""
    mark = v.symbols.marks.get(name)
    if mark is None:
        return ""
    filled = mark_args(name, args, v)
    says = mark.node.marks.says
    if says is not None:
        return as_sentence(fill(says.value, {**filled, "it": v.it}))
    types = {param.name: param.type for param in mark.params}
    inside = v.knowing({param: Local(words, types.get(param)) for param, words in filled.items()})
    return " ".join(_mark_rules(mark.node, inside))


def mark_rules(tree: n.Keyword | n.Status, symbols: SymbolTable, names: Mapping[str, str] | None = None) -> str:
    """What a keyword or status does in general: its numbers are letters."""
    bearers = [kind_name(bearer.text, symbols) for bearer in tree.bearers]
    kind = t.KindT(tree.bearers[0].text) if len(tree.bearers) == 1 else t.THING
    v = Voice(symbols, f"this {english.joined(bearers, 'or')}" if bearers else "it", kind, names or {})
    sig = symbols.marks.get(tree.id.text)
    types = {param.name: param.type for param in sig.params} if sig is not None else {}
    numbers = {param.name: Local(_letter(param.name), types.get(param.name)) for param in tree.params}
    if tree.marks.says is not None:
        return as_sentence(fill(tree.marks.says.value, {**{k: x.text for k, x in numbers.items()}, "it": v.it}))
    return " ".join(_mark_rules(tree, v.knowing(numbers)))


def _letter(name: str) -> str:
    return name.upper() if len(name) == 1 else local_name(name)


def mark_head(tree: n.Keyword | n.Status) -> str:
    """The name of a keyword or status with letters for its numbers: `Burn N`."""
    letters = {param.name: _letter(param.name).removeprefix("the ") for param in tree.params}
    if tree.shown is not None:
        return fill(tree.shown.value, {**letters, "it": "it"})
    return " ".join([english.words(tree.id.text), *letters.values()])


def _mark_rules(tree: n.Keyword | n.Status, v: Voice) -> list[str]:
    lines = _rules(tree.body.lines, v)
    for clause_node in tree.clauses:
        if isinstance(clause_node, n.Until):
            when = event_name(clause_node.verb, clause_node.object, clause_node.slots, v, definite=True)
            lines.append(f"Lasts until the {clause_node.edge} of {when}.")
    if isinstance(tree, n.Status) and tree.stacks is not None:
        lines.append(_STACKS.get(tree.stacks.text, ""))
    return [line for line in lines if line]


_STACKS = {"never": "Does not stack.", "add": "Stacks.", "apart": "Each one counts by itself."}
assert _STACKS.keys() == STACKING.keys()
