"""Heads of declarations: the order of their words, marks that stand in the body, YAML, JSON, tables and prose."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.repair.spot import LineRewrite, MistakeSpot
from dsl.repair.vocabulary import plain

_QUOTED = r'"[^"\n]*"'
_ORDER = "a card begins with its kind, its name, then `like` and `house`"
_HEAD_PARTS = re.compile(
    rf"like\s+(?:\w+|{_QUOTED})|(?:says|formerly)\s+{_QUOTED}|cites(?:\s+[A-Z0-9\-]+-\d+(?:\.\.\d+)?(?:\s+\d+)*)+|house|quiet|unenforced\s+{_QUOTED}|{_QUOTED}|[^\W\d]\w*(?:\([^)\n]*\))?"
)


def word_order(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`"Tin Roof" Tile house`, `house Crew "Piston Pete"`: the parts of a head in another order."""
    if not spot.in_head or spot.sort == "scenario":
        return
    line = spot.line
    brace = line.find("{")
    end = brace if brace >= 0 else len(line)
    parts = [spot.raw[m.start() : m.end()] for m in _HEAD_PARTS.finditer(line[:end])]
    if not parts or len(parts) > 8:
        return
    kind = next((part for part in parts if _kind_of(part, spot)), None)
    if kind is None:
        return
    rest = [part for part in parts if part is not kind]
    ids = [part for part in rest if re.fullmatch(r"[^\W\d]\w*", part) and part not in ("house", "quiet")]
    shown = [part for part in rest if part.startswith('"')]
    like = [part for part in rest if part.startswith("like")]
    others = sorted((part for part in rest if part not in (*ids, *shown, *like)), key=_mark_rank)
    if len(ids) > 1 or len(shown) > 1:
        return
    new = " ".join([_kind_of(kind, spot) or kind, *ids, *shown, *like, *others])
    gap = " " if brace >= 0 else ""
    yield spot.rewrite(0, end, new + gap, "head order", _ORDER, 0.45)


def _mark_rank(mark: str) -> int:
    return next((rank for rank, word in enumerate(("house", "quiet", "cites")) if mark.startswith(word)), 9)


def _kind_of(word: str, spot: MistakeSpot) -> str | None:
    if word in spot.vocabulary.kinds:
        return word
    return next((name for name in spot.vocabulary.alike(word) if name in spot.vocabulary.kinds), None)


def marks_in_body(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`name "…"`, `house`, `says "…"`, `cites …` inside the braces: they belong in front of them."""
    brace = spot.blanked.find("{", spot.head_start)
    if brace < 0 or spot.sort != "card":
        return
    body_end = spot.blanked.rfind("}")
    taken: list[tuple[int, int]] = []
    marks: dict[str, str] = {}
    item = re.compile(
        rf"(?<=[\n{{,;])([ \t]*)(?:(?:name|title|called)\s*[:=]?\s*({_QUOTED})|(house)|((?:says|text)\s*[:=]?\s*{_QUOTED})|(cites(?:\s+[A-Z0-9\-]+-\d+)+)|(like\s+\w+))[ \t]*[,;]?[ \t]*(?=[\n}}]|[a-zA-Z])"
    )
    for match in item.finditer(spot.blanked, brace, body_end if body_end > 0 else len(spot.blanked)):
        group = next(k for k in range(2, 7) if match[k])
        raw = spot.text[match.start(group) : match.end(group)]
        key = ("name", "house", "says", "cites", "like")[group - 2]
        marks[key] = re.sub(r"^(?:says|text)\s*[:=]?\s*", "says ", raw)
        taken.append((match.start(), match.end()))
    if not marks or not any(start <= spot.offset <= end for start, end in [(spot.head_start, taken[-1][1])]):
        return
    head = spot.text[spot.head_start : brace].rstrip()
    parts = [head]
    if "name" in marks and '"' not in head:
        parts.append(marks["name"])
    parts += [marks[key] for key in ("like", "house", "cites", "says") if key in marks and key not in head.split()]
    named = re.match(r"(\s*[A-Z]\w*(?:\s+\w+)?\s*)((?:says|house|cites)\b.*)$", head)
    if "name" in marks and named is not None and '"' not in head:
        parts = [named[1].rstrip(), marks["name"], named[2], *parts[2:]]
    elif "says" in head.split() and "house" in marks:
        parts = [
            head.split(" says ")[0],
            "house",
            *(f"says {words}" for words in head.split(" says ")[1:]),
            *parts[1:-1],
        ]
    body = spot.text[brace : taken[-1][1]]
    for start, end in reversed(taken):
        body = body[: start - brace] + body[end - brace :]
    body = re.sub(r"\{([ \t]*\n)+(?=[ \t]*\S)", "{\n", body)
    body = re.sub(r"\n[ \t]*(?=\n)", "", body)
    tail = spot.text[taken[-1][1] :]
    if body.endswith("{") and not tail.startswith("\n"):
        body += "\n  " if "\n" in spot.text[brace : taken[-1][1] + 1] else " "
    if re.search(r"\n[ \t]*$", body) and tail.startswith("\n"):
        body = re.sub(r"\n[ \t]*$", "", body)
    lesson = "the name, `house`, `cites` and `says` stand before the brace"
    at = spot.head_start if "name" in marks else None
    new = " ".join(parts) + " " + body.lstrip()
    yield LineRewrite(spot.head_start, taken[-1][1], new, "marks in body", lesson, 0.9, at=at)


def braces(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """A body by indentation, as in Python or YAML: `Tile "Fan Grate" house:` and lines below it; or no brace at all."""
    lines = spot.text[spot.head_start :].split("\n")
    head = lines[0].rstrip()
    body = [line for line in lines[1:] if line.strip()]
    opened = head.rstrip(":").rstrip()
    lesson = "the body of a card stands in braces `{ … }`"
    if spot.sort == "scenario" and '"' not in head:
        return
    if body and "{" not in head and not any(line.strip().startswith(("{", "}")) for line in body):
        new = [f"{opened} {{", *(_indented(line) for line in body), "}", ""]
        yield LineRewrite(spot.head_start, len(spot.text), "\n".join(new), "indentation", lesson, 1.1)
        inner = [re.sub(r"^(\s*)(?:-\s+)?([a-z_]\w*)\s*:\s*", r"\1\2 ", _indented(line)) for line in body]
        yield LineRewrite(
            spot.head_start, len(spot.text), "\n".join([f"{opened} {{", *inner, "}", ""]), "indentation", lesson, 1.3
        )
        nested = _yaml(opened, lines[1:], spot)
        if nested is not None:
            lesson = "a card is written with braces, and a field is its name, then its value"
            yield LineRewrite(spot.head_start, len(spot.text), nested, "yaml", lesson, 1.6)
    if spot.in_head and "{" not in head and any(line.strip().startswith("}") for line in body):
        end = spot.head_start + len(lines[0])
        yield LineRewrite(spot.head_start, end, f"{opened} {{", "brace", "its body begins with `{`", 0.8)
    if spot.in_head and not body and "{" not in head:
        end = spot.head_start + len(lines[0])
        if spot.sort == "card" and spot.kind in spot.vocabulary.kinds:
            lesson = "a body in braces follows, even if it is empty"
            yield LineRewrite(spot.head_start, end, f"{opened} {{ }}", "brace", lesson, 1.5)


def _indented(line: str) -> str:
    return line.replace("\t", "  ") if line[:1] in " \t" else "  " + line


def _yaml(opened: str, lines: list[str], spot: MistakeSpot) -> str | None:
    """Nested `Key:` blocks with `name:` and `like:` entries as cards with braces."""
    text: list[str] = []
    heads: list[tuple[int, int]] = []  # the indentation of each open block, and the line of its head
    base = 0
    text.append(opened)
    heads.append((-1, 0))
    for line in [line for line in lines if line.strip()]:
        indent = len(line) - len(line.lstrip())
        words = re.match(r"\s*(?:-\s+)?([^\W\d]\w*)\s*:\s*(.*?)\s*$", line)
        while len(heads) > 1 and indent <= heads[-1][0]:
            text.append("  " * (len(heads) - 1) + "}")
            heads.pop()
        if words is None:
            return None
        key, value = words[1], words[2]
        at = heads[-1][1]
        if key in ("name", "id", "title"):
            text[at] += f" {value}" if value.isidentifier() else f' "{value.strip(chr(34))}"'
        elif key == "like":
            text[at] += f" like {value}"
        elif key == "house":
            text[at] += " house"
        elif not value:
            text.append("  " * len(heads) + key)
            heads.append((indent, len(text) - 1))
        else:
            text.append("  " * len(heads) + f"{key} {value}")
        base += 1
    for depth in range(len(heads) - 1, -1, -1):
        text.append("  " * depth + "}")
    opened_at = {at for _, at in heads} | {
        k for k, line in enumerate(text) if re.match(r"\s+[A-Z]\w*(?: \S+| \"[^\"]*\")*$", line)
    }
    for at in opened_at:
        text[at] += (" house" if at == 0 and "house" not in text[at].split() else "") + " {"
    return "\n".join(text) + "\n" if base else None


def table_row(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`Crew;"Ada Flint";house;skill 1;attack 1`: a row of a spreadsheet as a card."""
    if not spot.in_head or "{" in spot.line:
        return
    for sign in (";", "\t", "|", ","):
        cells = [cell.strip() for cell in spot.raw.split(sign) if cell.strip()]
        if len(cells) < 3 or _kind_of(cells[0], spot) is None:
            continue
        name = cells[1] if cells[1].startswith('"') or cells[1].isidentifier() else f'"{cells[1]}"'
        house = " house" if "house" in cells else ""
        items = ", ".join(cell for cell in cells[2:] if cell != "house")
        new = f"{_kind_of(cells[0], spot)} {name}{house} {{ {items} }}"
        yield spot.rewrite(
            0, len(spot.raw), new, "table row", "a card is its kind, its name, and its fields in braces", 0.9
        )


def json_card(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`{"name": "Rusty", "hull": 10}` behind a kind, or with a `kind` or `type` entry."""
    body = spot.text[spot.head_start :]
    if '":' not in body.replace('" :', '":'):
        return
    entries = dict(re.findall(r'"(\w+)"\s*:\s*("(?:[^"\n]*)"|\[[^\]\n]*\]|[\w.+-]+)', body))
    kind = entries.pop("kind", entries.pop("type", ""))
    first = re.match(r"\s*([A-Za-z]\w*)", body)
    name = kind.strip('"') or (first.group(1) if first else "")
    kind_name = _kind_of(name, spot) if name else None
    shown = entries.pop("name", entries.pop("id", ""))
    if kind_name is None or not shown:
        return
    fields = set(spot.vocabulary.symbols.fields(kind_name))
    items = [
        f"{key} {value.strip(chr(34)) if value.strip(chr(34)).isidentifier() else value}"
        for key, value in entries.items()
        if key in fields or plain(key) not in ("house",)
    ]
    new = f"{kind_name} {shown} house {{ {', '.join(items)} }}\n"
    lesson = "a card is its kind, its name, and its fields in braces"
    yield LineRewrite(spot.head_start, len(spot.text), new, "json", lesson, 1.5)


def bearer(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`keyword Slippery house`: the kind that can have it is missing."""
    if spot.sort not in ("keyword", "status") or re.search(r"\bon\s+[A-Z]", spot.head):
        return
    start = spot.head_start
    match = re.match(rf"(keyword|status)\s+\w+(?:\([^)\n]*\))?(?:\s+{_QUOTED})?", spot.head)
    if match is None:
        return
    for rank, kind in enumerate(spot.vocabulary.symbols.kinds):
        if kind in ("Thing", "Player", "Table", "Die", "Space") or rank > 30:
            continue
        lesson = "the kind that can have it follows `on`"
        yield LineRewrite(
            start + match.end(), start + match.end(), f" on {kind}", "bearer", lesson, 1.6 + rank * 0.05, certain=False
        )


def bearers(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`on Basic or Special`: several kinds, or the kind that they have in common."""
    for match in re.finditer(r"\bon\s+([A-Z]\w*)((?:\s*(?:,|/|or|and|\|)\s*[A-Z]\w*)+)", spot.line):
        names = re.findall(r"[A-Z]\w*", match.group())
        both = "on " + " or ".join(names)
        yield spot.rewrite(match.start(), match.end(), both, "bearers", "several kinds are joined by `or`", 1.0)
        shared = [
            k
            for k in spot.vocabulary.symbols.lineage(names[0])
            if all(k in spot.vocabulary.symbols.lineage(o) for o in names)
        ]
        for kind in shared[:1]:
            if kind != "Thing":
                lesson = f"{' and '.join(names)} are both {kind}s"
                yield spot.rewrite(match.start(), match.end(), f"on {kind}", "bearers", lesson, 1.1)


def foreign_lines(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """A line that belongs into a terminal, a manifest or another program."""
    cases = (
        (r"^\s*[$>%]\s*\w.*$", "this is typed in a terminal, not in a card"),
        (
            r"^\s*(?:ruleset|game|pack|version|language|authors?|licen[cs]e|id|packs|source)\s*:?\s+[^{]*$",
            "`pack.yaml` says which game and which packs this needs",
        ),
        (
            r"^\s*(?:import|include|using|require|from|#include|@import|load)\b[^{]*$",
            "nothing is imported: `pack.yaml` names the packs that this needs",
        ),
        (r"^\s*(?:```.*|---+|===+|\*\*\*+)\s*$", "leave it out"),
        (r"^\s*botwright\s+\w+.*$", "this is typed in a terminal, not in a card"),
    )
    for regex, lesson in cases:
        if re.match(regex, spot.raw):
            end = min(spot.line_end + 1, len(spot.text))
            yield LineRewrite(spot.line_start, end, "", "foreign line", f"leave this line out: {lesson}", 1.2, whole=True)


def scenario_inside(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """A scenario inside the braces of a card: it stands by itself, below the card."""
    match = re.search(r"(?m)^([ \t]+)scenario\b", spot.blanked)
    if match is None or spot.sort == "scenario":
        return
    depth, end = 0, -1
    for brace in re.finditer(r"[{}]", spot.blanked[match.start() :]):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            end = match.start() + brace.end()
            break
    if end < 0:
        return
    indent = len(match[1])
    block = "\n".join(
        line[indent:] if line[:indent].isspace() else line for line in spot.text[match.start() : end].split("\n")
    )
    rest = spot.text[end:].lstrip("\n")
    new = f"{rest.rstrip()}\n\n{block}\n"
    lesson = "a scenario stands by itself below the card, or in a file in `tests/`, not inside the card"
    yield LineRewrite(match.start(), len(spot.text), new, "scenario inside", lesson, 1.0, at=match.start() + indent)


def unclosed(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """A `{` that is never closed: its `}` at the end of its line, where the line has items of its own."""
    line = spot.line.rstrip()
    if spot.error.code != "BW1010" or line.endswith(("{", "}")) or line.count("{") <= line.count("}"):
        return
    closing = " }" * (line.count("{") - line.count("}"))
    yield spot.rewrite(0, len(spot.raw), spot.raw.rstrip() + closing, "brace", "a body ends with `}`", 0.6)


FAMILIES = (
    unclosed,
    word_order, marks_in_body, braces, table_row, json_card, bearer, bearers, foreign_lines, scenario_inside,
)  # fmt: skip
