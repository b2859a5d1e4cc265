"""Hover: what a word means, the text of a card, a cited clause with its sentence, and how a stat comes about."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dsl.bindings.target import Target
from dsl.describe.card import CardText, describe
from dsl.describe.card import card_text as describe_card
from dsl.ir.cards import head_of
from dsl.ir.inheritance import whole_tree
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.symbols import SymbolTable
from dsl.parse import parse_piece
from dsl.syntax import nodes as n
from dsl.syntax.constructs import CONSTRUCTS
from dsl.syntax.keywords import DECLARATIONS, SENTENCES
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import tokenize
from dsl.syntax.walk import walk
from tools.editors.answers.places import Occurrence, clause_at, use_at, uses
from tools.editors.project import Checked, Project
from tools.editors.values import FileRange

_FORMS = {
    word: (form, means)
    for construct in CONSTRUCTS
    for word, (form, means) in construct.forms.items()
    if re.fullmatch(r"\w+", word)
}
_MEANING = {word: construct.means for construct in reversed(CONSTRUCTS) for word in construct.words}


def hover(project: Project, path: str, offset: int) -> tuple[str, FileRange] | None:
    """Markdown about the word at an offset, and the word."""
    if path.endswith(".yaml"):
        return _clause_in_yaml(project, path, offset)
    here = use_at(project, path, offset)
    if here is not None:
        checked, use = here
        text = about(project, checked, use.targets[0], use.typed)
        if text:
            return text, Occurrence(checked, use).location
    return keyword_at(project, path, offset)


def _clause_in_yaml(project: Project, path: str, offset: int) -> tuple[str, FileRange] | None:
    text, unit = project.text(path) or "", project.unit(path)
    clause = clause_at(text, offset)
    if clause is None or unit is None or clause not in unit.clause_words:
        return None
    start = text.rfind(clause, 0, offset + len(clause))
    return _clause(clause, unit.clause_words[clause]), FileRange(path, start, start + len(clause))


def keyword_at(project: Project, path: str, offset: int) -> tuple[str, FileRange] | None:
    """A word of the grammar, from the records of constructs."""
    piece = project.piece_at(path, offset)
    if piece is None or len(piece.text) > 200_000:
        return None
    for token in tokenize(piece).tokens:
        if token.start <= offset - piece.start <= token.end and token.text[:1].isalpha():
            says = meaning(token.text)
            if says:
                return says, FileRange(path, piece.start + token.start, piece.start + token.end)
    return None


def meaning(word: str) -> str:
    """The meaning of a keyword; empty if it is none."""
    if word in DECLARATIONS:
        return f"`{word}` {DECLARATIONS[word]}"
    if word in _FORMS:
        form, means = _FORMS[word]
        return f"`{form}`\n\n{means}"
    if word in SENTENCES:
        return f"`{word}` {SENTENCES[word]}"
    return f"`{word}`: {_MEANING[word]}" if word in _MEANING else ""


def about(project: Project, checked: Checked, target: Target, typed: str = "") -> str:
    """Markdown about what a name means."""
    symbols = checked.rules.symbols
    match target.space:
        case "clause":
            return _clause(target.name, checked.unit.clause_words.get(target.name, ""))
        case "builtin":
            return _builtin(target.name)
        case "local":
            return f"`{target.name}`: {typed}" if typed else f"`{target.name}`, a name of this text"
        case "slot":
            return f"`{target.name}` of `{target.owner}`" + (f": {typed}" if typed else "")
        case "verb" if target.name in symbols.verbs:
            sig = symbols.verbs[target.name]
            slots = "".join(f"\n- `{slot.spelt}`: {t.show(slot.type)}" for slot in sig.slots if slot.name != "me")
            return _declared(checked, target, f"{sig.sort} `{sig.phrase}`{slots}", sig.node)
        case "field":
            return _field(symbols, checked, target)
        case "rule" if target.name in symbols.rules:
            rule = symbols.rules[target.name]
            params = ", ".join(f"{param.name}: {t.bare(param.type)}" for param in rule.params)
            type = f": {t.show(rule.type)}" if rule.type is not None else ""
            return _declared(checked, target, f"{rule.sort} `{rule.name}({params})`{type}", rule.node)
        case "mark" if target.name in symbols.marks:
            mark = symbols.marks[target.name]
            noun = "status" if mark.status else "keyword"
            on = " on " + " or ".join(mark.bearers) if mark.bearers else ""
            return _declared(checked, target, f"{noun} **{target.name}**{on}", mark.node)
        case "card" | "part":
            return card_text(project, checked, target.name)
        case "symbol":
            members = ", ".join(f"`{name}`" for name in symbols.symbols[target.owner].members[:20])
            return f"`{target.name}`, a symbol of `{target.owner}` ({members})"
        case "kind" if target.name in symbols.kinds:
            return _kind(symbols, target.name)
        case _:
            return _declared(checked, target, f"{target.space} `{target.name}`", _node_of(symbols, target))


def _node_of(symbols: SymbolTable, target: Target) -> n.Node | None:
    rooms: dict[str, Mapping[str, object]] = {
        "window": symbols.windows, "flow": symbols.flows, "mode": symbols.modes, "ruling": symbols.rulings,
        "table": symbols.tables, "combo": symbols.combos, "currency": symbols.currencies, "die": symbols.dice,
    }  # fmt: skip
    room = rooms.get(target.space)
    sig = room.get(target.name) if room is not None else None
    node = getattr(sig, "node", None)
    return node if isinstance(node, n.Node) else None


def _declared(checked: Checked, target: Target, head: str, node: n.Node | None) -> str:
    """A head, the English of its text, and the clauses that it cites with their sentences."""
    lines = [head]
    if node is not None:
        english = in_words(node, checked.rules.symbols)
        if english:
            lines.append(english)
        marks = getattr(node, "marks", None)
        if isinstance(marks, n.Marks):
            words = checked.unit.clause_words
            lines += [_clause(cite.clause, words.get(cite.clause, "")) for cite in marks.cites[:6]]
    return "\n\n".join(lines)


def in_words(node: n.Node, symbols: SymbolTable) -> str:
    """The English of a node; empty if it has none."""
    try:
        return describe(node, symbols)
    except Exception:  # noqa: BLE001 - English about a text that is being typed is no promise
        return ""


def _clause(clause: str, words: str) -> str:
    return f"**{clause}** {words}" if words else f"**{clause}**: the catalogue of this game has no such clause"


def _builtin(name: str) -> str:
    if name in builtins.FUNCTIONS:
        return f"`{builtins.FUNCTIONS[name].usage}`\n\n{builtins.FUNCTIONS[name].says}"
    if name in builtins.VERBS:
        return f"`{builtins.VERBS[name].usage}`\n\n{builtins.VERBS[name].says}"
    if name in builtins.NAMES:
        return f"`{name}`: {builtins.NAMES[name].says}"
    for fields in (builtins.THING_FIELDS, builtins.SPACE_FIELDS, builtins.DIE_FIELDS):
        if name in fields:
            return f"`{name}`: {fields[name][1]}"
    return meaning(name)


def _kind(symbols: SymbolTable, kind: str) -> str:
    lines = [f"kind `{kind}`" + (f" is `{symbols.kinds[kind].base}`" if symbols.kinds[kind].base else "")]
    for sig in list(symbols.fields(kind).values())[:30]:
        lines.append(f"- {sig.sort} `{sig.name}`: {t.show(sig.type)}")
    return "\n".join(lines)


def _field(symbols: SymbolTable, checked: Checked, target: Target) -> str:
    sig = symbols.field(target.owner, target.name)
    if sig is None:
        return f"field `{target.name}` of `{target.owner}`"
    lines = [f"{sig.sort} `{sig.name}` of `{sig.kind}`: {t.show(sig.type)}"]
    if sig.default is not None:
        piece = _piece_text(checked, sig.place.file)
        shown = piece[slice(*sig.default.span)] if piece else ""
        if shown:
            lines.append(f"{'computed as' if sig.sort == 'stat' else 'unless given'} `{' '.join(shown.split())}`")
    lines += [_clause(cite.clause, checked.unit.clause_words.get(cite.clause, "")) for cite in sig.marks.cites[:6]]
    if sig.sort == "stat":
        lines += _changes(checked, target)
    return "\n\n".join(lines)


def _piece_text(checked: Checked, file: str) -> str:
    for parsed in checked.rules.trees.values():
        if parsed.piece.file == file:
            return parsed.piece.text
    number = int(file[1:]) if file[1:].isdigit() else -1
    pieces = checked.unit.book.pieces
    return pieces[number].text if 0 <= number < len(pieces) else ""


def _changes(checked: Checked, target: Target) -> list[str]:
    """Everything that may change a stat: every `modify` of it in the rules."""
    lines = []
    for parsed in checked.rules.trees.values():
        if "modify" not in parsed.piece.text or target.name not in parsed.piece.text:
            continue
        for match in re.finditer(rf"modify {re.escape(target.name)}\b[^\n{{}}]*", parsed.piece.text):
            head = next((line for line in parsed.piece.text.split("\n") if line.strip() and line[0] != "#"), "")
            lines.append(f"- `{match[0].strip()}`" + ("" if head.startswith("modify") else f" in `{head.strip(' {')}`"))
    return ["changed by\n" + "\n".join(lines[:12])] if lines else []


def card_text(project: Project, checked: Checked, name: str) -> str:
    """The text of a card as it would be printed."""
    parsed = _card_called(project, checked, name)
    if parsed is None or not isinstance(parsed.tree, n.Thing):
        return f"`{name}`, a card" if name in checked.unit.cards else ""
    head = f"**{parsed.tree.shown.value if parsed.tree.shown else name.replace('_', ' ')}** ({parsed.tree.kind.text})"
    printed = [
        " ".join(parsed.piece.text[slice(*line.span)].split())
        for line in (parsed.tree.body.lines if parsed.tree.body is not None else ())
        if isinstance(line, n.Phrase) and line.body is None
    ]
    text = in_words(parsed.tree, checked.rules.symbols)
    return "\n\n".join(part for part in (head, "  \n".join(f"`{words}`" for words in printed[:20]), text) if part)


def _card_called(project: Project, checked: Checked, name: str) -> Parsed | None:
    """The form of a card: the one that is being written, else the one in its file."""
    if isinstance(checked.tree, n.Thing) and name in _names(checked.tree):
        return checked.parsed
    where = checked.unit.givers.get(name) or checked.unit.givers.get(name.replace("_", " "))
    if where is None:
        return None
    path, digest = where
    piece = next((piece for piece in project.pieces(path) if piece.digest == digest), None)
    file = project.snapshot.files.get(path)
    kept = next((old for old in file.pieces if old.digest == digest), None) if file is not None else None
    source = piece or kept
    return parse_piece(source) if source is not None else None


def card_at(project: Project, path: str, offset: int) -> CardText | None:
    """The text of the card at an offset; none if nothing there is a card, or it cannot be read."""
    piece, unit = project.piece_at(path, offset), project.unit(path)
    if piece is None or unit is None:
        return None
    checked = project.checked(piece, unit)
    tree, symbols = checked.tree, checked.rules.symbols
    if not isinstance(tree, n.Thing) or tree.kind.text not in symbols.kinds:
        return None

    def find(name: str) -> n.Thing | None:
        parsed = _card_called(project, checked, name)
        return parsed.tree if parsed is not None and isinstance(parsed.tree, n.Thing) else None

    try:
        return describe_card(tree if tree.like is None else whole_tree(tree, symbols, find), symbols)
    except Exception:  # noqa: BLE001 - English about a text that is being typed is no promise
        return None


def _names(tree: n.Thing) -> set[str]:
    """The names of a card and its parts: those that are written, and the ids that shown names give."""
    heads = [head_of(node) for node in walk(tree) if isinstance(node, n.Thing) and (node.id or node.shown)]
    return {name for head in heads for name in (head.id, head.shown) if name}


def declared_here(project: Project, checked: Checked) -> list[Occurrence]:
    """The names that a declaration declares for others."""
    return [
        occurrence
        for use in checked.uses
        if use.declares and use.targets[0].space not in ("local", "seat", "slot")
        for occurrence in [Occurrence(checked, use)]
    ]


__all__ = ["about", "card_text", "declared_here", "hover", "in_words", "meaning", "uses"]
