"""Small packs for tests: texts of manifests, folders on disk, and archives made by hand."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from dsl.diagnostics import Diagnostic
from dsl.packs.manifest import PackManifest, RulesetManifest
from dsl.packs.read_manifest import read_pack_manifest, read_ruleset_manifest
from dsl.text.source import Source

PACK = {
    "id": "core",
    "name": "Core set",
    "version": "1.0.0",
    "language": '"^1.0"',
    "ruleset": '{id: game, version: "^1.0"}',
    "authors": "[Ann]",
    "licence": "CC-BY-4.0",
    "source": "made up",
}
RULESET = {name: value for name, value in PACK.items() if name != "ruleset"} | {"id": "game", "name": "A game"}
CLAUSES = {"game": "A game", "prefix": "MG", "clauses": "[{id: MG-SETUP-01, section: Setup}]"}


def yaml(base: Mapping[str, str], **fields: str | None) -> str:
    """A manifest with some fields replaced, or left out if they are None."""
    chosen = {**base, **fields}
    return "".join(f"{name}: {value}\n" for name, value in chosen.items() if value is not None)


def completed(text: str, base: Mapping[str, str]) -> str:
    """A partial manifest completed with the missing fields; a text without fields is unchanged."""
    given = set(re.findall(r"^(\w+):", text, re.MULTILINE))
    if not given:
        return text
    rest = "".join(f"{name}: {value}\n" for name, value in base.items() if name not in given)
    return text.rstrip("\n") + "\n" + rest


def pack(id: str, version: str = "1.0.0", packs: Mapping[str, str] | None = None, **fields: str) -> PackManifest:
    """Parse a manifest from a text."""
    demands = ", ".join(f'{{id: {name}, version: "{range}"}}' for name, range in (packs or {}).items())
    text = yaml(PACK, id=id, version=version, packs=f"[{demands}]", **fields)
    manifest, result = read_pack_manifest(Source(f"content/{id}-{version}/pack.yaml", text))
    assert manifest is not None, result
    return manifest


def ruleset(id: str = "game", version: str = "1.0.0", **fields: str) -> RulesetManifest:
    text = yaml(RULESET, id=id, version=version, **fields)
    manifest, result = read_ruleset_manifest(Source(f"rulesets/{id}-{version}/ruleset.yaml", text))
    assert manifest is not None, result
    return manifest


def lines(found: Iterable[Diagnostic], source: Source) -> list[str]:
    """`line:column code` of each diagnostic, in order."""
    return ["{}:{} {}".format(*source.position(fault.place.start), fault.code) for fault in found]


def codes(found: Iterable[Diagnostic]) -> list[str]:
    return [fault.code for fault in found]


def make_folder(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def make_zip(files: Iterable[tuple[str | zipfile.ZipInfo, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive with exactly these entries; names may repeat."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return whole.getvalue()
