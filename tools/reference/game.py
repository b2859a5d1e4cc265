"""A game as Markdown: its kinds, verbs, keywords, windows, rulings and modes, and its clauses.

Texts are generated from the rules (`dsl.describe.card`); an author's own text replaces the generated one. The order is
that of the files of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.check.annotations import cites
from dsl.describe import english
from dsl.describe.card import describe, mark_head
from dsl.describe.voice import fill, kind_name, shown_name
from dsl.names import types as t
from dsl.names.signatures import FieldSig, SlotSig
from dsl.packs.manifest import Clause
from dsl.syntax import nodes as n
from tools.reference.citations import cited
from tools.reference.contents import Contents
from tools.reference.markdown import cell_code, marked, table

SORTS = {
    "printed": "printed",
    "keeps": "kept",
    "stat": "reckoned",
    "zone": "zone",
    "children": "parts",
    "script": "script",
    "stands": "where it stands",
    "back": "what stands on it",
}


def lines(contents: Contents) -> Iterator[str]:
    ruleset = contents.symbols.ruleset
    title = contents.title or (shown_name(ruleset, ruleset.id.text) if ruleset is not None else "A game")
    yield f"# {marked(title)}"
    for heading, section in (
        ("", _ruleset(contents)),
        ("Kinds", _kinds(contents)),
        ("Symbols and dice", _symbols(contents)),
        ("Verbs", _verbs(contents)),
        ("Actions", _actions(contents)),
        ("Keywords", _marks(contents, "keyword")),
        ("Statuses", _marks(contents, "status")),
        ("Rules that others may change", _rules(contents)),
        ("Standing rules", _standing(contents)),
        ("Windows", _windows(contents)),
        ("Rulings", _rulings(contents)),
        ("Modes and variants", _modes(contents)),
        ("Winning", _goals(contents)),
        ("Clauses", _clauses(contents)),
    ):
        lines = list(section)
        if lines:
            yield ""
            if heading:
                yield f"## {heading}"
                yield ""
            yield from lines


def _ruleset(contents: Contents) -> Iterator[str]:
    ruleset = contents.symbols.ruleset
    for line in ruleset.body.lines if ruleset is not None else ():
        if isinstance(line, n.Phrase) and line.object is not None:
            value = describe(line.object, contents.symbols)
            yield f"- {marked(english.words(line.verb.text))}: {marked(value)}"


def _cited(tree: n.Node) -> str:
    return " ".join(marked(clause) for clause in dict.fromkeys(cite.clause for cite in cites(tree)))


def _nodes(contents: Contents, *sorts: str) -> Iterable[n.Declaration]:
    return (meaning.node for meaning in contents.declarations if meaning.sort in sorts)


# -------------------------------------------------------------------------------------------------------- kinds


def _kinds(contents: Contents) -> Iterator[str]:
    declared = [node for node in _nodes(contents, "kind") if isinstance(node, n.Kind)]
    names = dict.fromkeys(node.id.text for node in declared)
    for position, name in enumerate(names):
        sig = contents.symbols.kinds.get(name)
        if sig is None:
            continue
        if position:
            yield ""
        shown = kind_name(name, contents.symbols)
        yield f"### {marked(english.capital(shown))}"
        if sig.base not in (None, "Thing"):
            yield ""
            yield f"A sort of {marked(kind_name(sig.base or '', contents.symbols))}."
        if sig.fields:
            yield ""
            rows = (_field(field, contents) for field in sig.fields.values())
            yield from table(("field", "sort", "what it is", "if nothing is said"), rows)
        standing = (n.Hook, n.Modify, n.Forbid, n.Action)
        items = [item for node in declared if node.id.text == name for item in node.items if isinstance(item, standing)]
        if items:
            yield ""
        for item in items:
            yield f"- {marked(describe(item, contents.symbols, on=name, names=contents.names))}"


def _field(field: FieldSig, contents: Contents) -> tuple[str, str, str, str]:
    default = describe(field.default, contents.symbols, on=field.kind) if field.default is not None else ""
    says = f" ({marked(field.marks.says.value)})" if field.marks.says is not None and field.marks.says.value else ""
    what = "computed" if isinstance(field.type, t.UnknownT) else marked(t.bare(field.type))
    return cell_code(field.name), SORTS[field.sort], f"{what}{says}", marked(default)


def _symbols(contents: Contents) -> Iterator[str]:
    rows = []
    for node in _nodes(contents, "symbols", "die"):
        match node:
            case n.Symbols():
                text = ", ".join(
                    symbol.shown.value if symbol.shown else english.words(symbol.id.text) for symbol in node.members
                )
                rows.append((cell_code(node.id.text), "symbols", marked(text), _cited(node)))
            case n.Die():
                text = ", ".join(face_words(face) for face in node.faces)
                rows.append((cell_code(node.id.text), "die", marked(text), _cited(node)))
    return table(("name", "sort", "members or faces", "clauses"), rows) if rows else iter(())


def face_words(face: n.DieFace) -> str:
    """`time + move`, `2 armor`, `1 to 6`"""
    parts = []
    for part in face.parts:
        match part.form:
            case "number":
                parts.append(str(part.number))
            case "range":
                parts.append(f"{part.number} to {part.high}")
            case "none":
                parts.append("blank")
            case _:
                name = english.words(part.symbol)
                parts.append(name if part.number == 1 else f"{part.number} {name}")
    return " + ".join(parts)


# -------------------------------------------------------------------------------------------------------- verbs


def _verbs(contents: Contents) -> Iterator[str]:
    rows = []
    for node in _nodes(contents, "effect"):
        if isinstance(node, n.Effect) and node.id.text in contents.symbols.verbs:
            words = {slot.name: english.words(slot.name) for slot in node.slots}
            says = fill(node.marks.says.value, words) if node.marks.says is not None else ""
            rows.append((cell_code(contents.symbols.verbs[node.id.text].phrase), marked(says), _cited(node)))
    for name, verb in contents.symbols.verbs.items():
        if verb.sort == "phase":
            rows.append((cell_code(verb.phrase), f"the phase {marked(english.words(name))}", ""))
    return table(("phrase", "what happens", "clauses"), rows) if rows else iter(())


def _actions(contents: Contents) -> Iterator[str]:
    rows = []
    for node in _nodes(contents, "action"):
        if isinstance(node, n.Action) and node.id.text in contents.symbols.verbs:
            text = describe(node, contents.symbols, names=contents.names)
            rows.append((cell_code(contents.symbols.verbs[node.id.text].phrase), marked(text), _cited(node)))
    return table(("phrase", "what a player may do", "clauses"), rows) if rows else iter(())


def _marks(contents: Contents, sort: str) -> Iterator[str]:
    rows = []
    for node in _nodes(contents, sort):
        if isinstance(node, n.Keyword | n.Status):
            bearers = english.joined((kind_name(bearer.text, contents.symbols) for bearer in node.bearers), "or")
            text = describe(node, contents.symbols, names=contents.names)
            rows.append((f"**{marked(mark_head(node))}**", marked(bearers), marked(text), _cited(node)))
    return table(("name", "on", "what it does", "clauses"), rows) if rows else iter(())


def _rules(contents: Contents) -> Iterator[str]:
    rows = []
    for node in _nodes(contents, "rule"):
        if isinstance(node, n.Rule):
            rule = contents.symbols.rules.get(node.id.text)
            params = ", ".join(_param(param) for param in rule.params) if rule is not None else ""
            head = f"{node.id.text}({params})" if params else node.id.text
            rows.append((cell_code(head), marked(describe(node, contents.symbols)), _cited(node)))
    return table(("rule", "value if nothing changes it", "clauses"), rows) if rows else iter(())


def _param(param: SlotSig) -> str:
    return param.name if isinstance(param.type, t.UnknownT) else f"{param.name}: {t.bare(param.type)}"


def _standing(contents: Contents) -> Iterator[str]:
    for node in _nodes(contents, "standing", "always"):
        clauses = _cited(node)
        yield f"- {marked(describe(node, contents.symbols, names=contents.names))}" + (
            f" ({clauses})" if clauses else ""
        )


def _windows(contents: Contents) -> Iterator[str]:
    rows = []
    for node in _nodes(contents, "window"):
        if isinstance(node, n.Window):
            shown = shown_name(node, node.id.text)
            rows.append((f"**{marked(shown)}**", marked(describe(node, contents.symbols)), _cited(node)))
    return table(("window", "who may act", "clauses"), rows) if rows else iter(())


# ----------------------------------------------------------------------------------------------- rulings and modes


def _rulings(contents: Contents) -> Iterator[str]:
    rulings = [node for node in _nodes(contents, "ruling") if isinstance(node, n.Ruling)]
    for position, node in enumerate(rulings):
        if position:
            yield ""
        clauses = _cited(node)
        yield f"### {marked(shown_name(node, node.id.text))}"
        yield ""
        yield f"{cell_code(node.id.text)}{f' ({clauses})' if clauses else ''}"
        yield ""
        rows = []
        for option in node.options:
            reading = cell_code(option.id.text) + (" (default)" if option.default else "")
            shown = marked(option.shown.value) if option.shown is not None else ""
            rows.append((reading, shown, marked(describe(option, contents.symbols, names=contents.names))))
        yield from table(("reading", "in short", "what it changes"), rows)


def _modes(contents: Contents) -> Iterator[str]:
    rows = []
    for node in _nodes(contents, "mode"):
        if isinstance(node, n.Mode):
            word = "variant" if node.variant else "mode"
            shown = marked(shown_name(node, node.id.text))
            rows.append(
                (f"**{shown}**", word, marked(describe(node, contents.symbols, names=contents.names)), _cited(node))
            )
    return table(("name", "sort", "what it changes", "clauses"), rows) if rows else iter(())


def _goals(contents: Contents) -> Iterator[str]:
    rows = []
    for node in _nodes(contents, "goal"):
        if isinstance(node, n.Goal):
            rows.append((marked(english.words(node.id.text)), marked(describe(node, contents.symbols)), _cited(node)))
    return table(("goal", "who wins", "clauses"), rows) if rows else iter(())


# ------------------------------------------------------------------------------------------------------- clauses


def _clauses(contents: Contents) -> Iterator[str]:
    citations = cited(contents)
    entries = contents.book.entries() if contents.book is not None else []
    texts = {str(entry.id): entry.rule if isinstance(entry, Clause) else entry.then for entry in entries}
    ids = [*texts, *sorted(id for id in citations if id not in texts)]
    rows = []
    for id in ids:
        places = citations.get(id)
        rules = "; ".join(map(marked, places.rules)) if places is not None else ""
        scenarios = "; ".join(map(marked, places.scenarios)) if places is not None else ""
        rows.append((marked(id), marked(texts.get(id, "")), rules, scenarios))
    return table(("clause", "what it says", "where it is enforced", "where it is tested"), rows) if rows else iter(())
