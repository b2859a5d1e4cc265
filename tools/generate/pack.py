"""Generates a whole pack: distributes forms over files and writes the manifest."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from random import Random

from attrs import frozen

from dsl.packs.manifest import PackManifest
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.text import limits
from tools.files import write_text
from tools.generate.patterns import Pattern, is_named, patterns
from tools.packs import load_pack

HEAD = "# Made by `python -m tools.generate`; an edit here is lost with the next run.\n"


class NotGenerated(Exception):
    """The pack cannot be generated; the text says why."""


@frozen
class Generated:
    folder: str
    files: tuple[str, ...]
    cards: int
    bytes: int
    ruleset: str
    """The game that the pack is for."""


def generate(like: str, count: int, out: str, per_file: int = 100, seed: int = 1) -> Generated:
    """Write a pack of `count` forms to the folder `out`, modelled on the pack in the folder `like`.

    The same arguments give the same bytes. The folder must be new or empty.
    """
    pack = load_pack(like)
    pieces = [parsed for source in pack.rules for parsed in parse_source(source)]
    diagnostics = [*pack.diagnostics, *(diagnostic for parsed in pieces for diagnostic in parsed.diagnostics)]
    wrong = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    if wrong or not isinstance(pack.manifest, PackManifest):
        raise NotGenerated(f"`{like}` is no sound pack: {wrong[0].message if wrong else 'it has no pack.yaml'}")
    templates = patterns(pieces)
    if not templates:
        raise NotGenerated(f"`{like}` has no forms with a name")
    if os.path.lexists(out) and (not os.path.isdir(out) or os.listdir(out)):
        raise NotGenerated(f"`{out}` is not an empty folder")
    texts = {"pack.yaml": _manifest(pack.manifest, count), **_shared(pieces)}
    random = Random(seed)  # noqa: S311 (it makes an order, no secret)
    for number, text in enumerate(_filled(_cards(templates, count, random), per_file), 1):
        texts[f"cards_{number:04}.bot"] = text
    size = sum(len(text.encode()) for text in texts.values())
    if len(texts) > limits.PACK_FILES or size > limits.PACK_BYTES:
        raise NotGenerated(f"{len(texts):,} files with {size:,} bytes are more than one pack may have")
    os.makedirs(out, exist_ok=True)
    for name, text in texts.items():
        fault = write_text(os.path.join(out, name), text)
        if fault is not None:
            raise NotGenerated(fault.message)
    return Generated(
        out, tuple(name for name in texts if name.startswith("cards_")), count, size, pack.manifest.ruleset.id
    )


def _cards(templates: list[Pattern], count: int, random: Random) -> Iterator[str]:
    """Each pattern once per round, shuffled. All rounds use forms of the first, so that one is always complete."""
    for round in range(1, max(count - 1, 0) // len(templates) + 2):
        shuffled = random.sample(templates, len(templates)) if round > 1 else templates
        for pattern in shuffled if round == 1 else shuffled[: count - (round - 1) * len(templates)]:
            yield pattern.written(round, 1)


def _filled(cards: Iterator[str], per_file: int) -> Iterator[str]:
    """The texts of the files, each within the limits of the language."""
    held, size, lines = [HEAD], len(HEAD), 1
    for card in cards:
        more_bytes, more_lines = len(card.encode()) + 2, card.count("\n") + 2
        full = size + more_bytes > limits.FILE_BYTES or lines + more_lines >= limits.FILE_LINES
        if len(held) > per_file or (full and len(held) > 1):
            yield "".join(held)
            held, size, lines = [HEAD], len(HEAD), 1
        held.append(f"\n{card}\n")
        size, lines = size + more_bytes, lines + more_lines
    yield "".join(held)


def _shared(pieces: list[Parsed]) -> dict[str, str]:
    """The other declarations of the pack: rules, and forms without a name."""
    kept = [
        parsed.piece.text[slice(*tree.span)]
        for parsed in pieces
        if (tree := parsed.tree) is not None and not isinstance(tree, n.Scenario) and not is_named(tree)
    ]
    return {"shared.bot": HEAD + "".join(f"\n{text}\n" for text in kept)} if kept else {}


def _manifest(like: PackManifest, count: int) -> str:
    def demand(id: str, version: object) -> str:
        return f"{{id: {json.dumps(id)}, version: {json.dumps(str(version))}}}"

    lines = [
        HEAD.rstrip("\n"),
        f"id: {json.dumps(f'{like.id}_{count}')}",
        f"name: {json.dumps(f'{like.name} ({count:,} cards)', ensure_ascii=False)}",
        f"version: {json.dumps(str(like.version))}",
        f"language: {json.dumps(str(like.language))}",
        f"ruleset: {demand(like.ruleset.id, like.ruleset.version)}",
        f"packs: [{', '.join(demand(pack.id, pack.version) for pack in like.packs)}]",
        f"authors: {json.dumps(list(like.authors), ensure_ascii=False)}",
        f"licence: {json.dumps(like.licence, ensure_ascii=False)}",
        f"source: {json.dumps(f'forms of the pack {like.id} under fresh names', ensure_ascii=False)}",
    ]
    return "\n".join(line for line in lines if line != "packs: []") + "\n"
