"""Compares two versions of a pack, and finds the changes that break its users.

Decks, saves and other packs refer to declarations by id, so a version is breaking if an id is gone and no declaration
replaces it with `formerly`. The heads of declarations are enough for this: a file is split at its first column, and
the head is read as words, without a parser, so that an old pack in an older language can be compared too. A caller
that has parsed both may supply the declarations instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic, Label, diagnose
from dsl.diagnostics.codes import packs as codes
from dsl.packs.manifest import Demand, PackManifest, RulesetManifest
from dsl.packs.pack import PACK_MANIFEST, RULESET_MANIFEST, Pack
from dsl.text.source import Place, Source, digest, pieces
from dsl.text.versions import Version


@frozen
class DeclarationHead:
    """A declaration as others see it: its first word, its id, its former ids."""

    word: str
    id: str
    formerly: tuple[str, ...]
    digest: str
    place: Place

    @property
    def key(self) -> tuple[str, str]:
        """Cards of all kinds share one namespace; each keyword has its own."""
        return ("" if self.word[:1].isupper() else self.word, self.id)


@frozen
class PackChanges:
    """Heads as `Kind Id`, in order; `renamed` contains old and new."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    changed: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    """Changed dependencies, as sentences."""
    files: tuple[str, ...] = ()
    """Other files that differ."""
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def none(self) -> bool:
        return not (self.added or self.removed or self.renamed or self.changed or self.needs or self.files)


Heads = Callable[[Source], Iterable[DeclarationHead]]

# Declarations that cannot be referenced from outside.
_NAMELESS = frozenset("ruleset extend before after instead modify forbid allow always scenario layer".split())
_WORD = re.compile(r'#[^\n]*|"""(?:.|\n)*?"""|"(?:[^"\\\n]|\\.)*"?|\w+|[^\w\s]')


def heads(source: Source) -> list[DeclarationHead]:
    """The declarations of a text, read by their first words only."""
    result = []
    for piece in pieces(source):
        words = [(match[0], match.start()) for match in _WORD.finditer(piece.text) if match[0][0] != "#"]
        head = _head([word for word, _ in words])
        if head is not None:
            start = words[0][1]
            place = piece.place((start, start + len(piece.text[start:].split("\n", 1)[0].rstrip())))
            digest_of_words = digest(" ".join(word for word, _ in words))
            result.append(DeclarationHead(*head, digest_of_words, place))
    return result


def _head(words: list[str]) -> tuple[str, str, tuple[str, ...]] | None:
    if len(words) < 2 or words[0] in _NAMELESS or not words[0].isidentifier():
        return None
    id = _id(words[1])
    if not id:
        return None
    end = words.index("{") if "{" in words else len(words)
    marks = range(2, end - 1)
    formerly = tuple(old for index in marks if words[index] == "formerly" and (old := _id(words[index + 1])))
    return words[0], id, formerly


def _id(word: str) -> str:
    """`Tail_Whip` for a name with or without quotes."""
    if word.startswith('"'):
        return re.sub(r"\W+", "_", word.strip('"')).strip("_")
    return word if word.isidentifier() else ""


def compare(old: Pack, new: Pack, read: Heads = heads) -> PackChanges:
    """All differences, and the errors in the new version number."""
    if old.manifest is None or new.manifest is None:
        return PackChanges()
    before = {head.key: head for source in old.rules for head in read(source)}
    after = {head.key: head for source in new.rules for head in read(source)}
    successors = {(key[0], name): head for key, head in after.items() for name in head.formerly}
    removed = [head for key, head in before.items() if key not in after]
    breaking = [head for head in removed if head.key not in successors]
    renamed = [(head, successors[head.key]) for head in removed if head.key in successors]
    new_names = {head.key for _, head in renamed}
    added = [head for key, head in after.items() if key not in before and key not in new_names]
    changed = [head for key, head in after.items() if key in before and before[key].digest != head.digest]
    changes = PackChanges(
        _labels(added),
        _labels(breaking),
        tuple(sorted((_label(old_head), _label(new_head)) for old_head, new_head in renamed)),
        _labels(changed),
        tuple(_needs(old.manifest, new.manifest)),
        tuple(_files(old, new)),
    )
    return _with_diagnostics(changes, breaking, old.manifest, new.manifest)


def _label(head: DeclarationHead) -> str:
    return f"{head.word} {head.id}"


def _labels(heads_: Iterable[DeclarationHead]) -> tuple[str, ...]:
    return tuple(sorted(map(_label, heads_)))


def _needs(old: PackManifest | RulesetManifest, new: PackManifest | RulesetManifest) -> list[str]:
    before, after = _demands(old), _demands(new)
    sentences = []
    for name in sorted(before.keys() | after.keys()):
        old_range, new_range = before.get(name), after.get(name)
        if old_range is None:
            sentences.append(f"{name} is new: `{new_range}`")
        elif new_range is None:
            sentences.append(f"{name} is no longer needed")
        elif old_range != new_range:
            sentences.append(f"{name}: `{old_range}` became `{new_range}`")
    return sentences


def _demands(manifest: PackManifest | RulesetManifest) -> dict[str, str]:
    demands = {"the language": str(manifest.language)}
    if isinstance(manifest, PackManifest):
        dependencies: list[tuple[str, Demand]] = [
            ("ruleset", manifest.ruleset),
            *(("pack", pack) for pack in manifest.packs),
        ]
        demands |= {f"the {what} `{demand.id}`": str(demand.version) for what, demand in dependencies}
    return demands


def _files(old: Pack, new: Pack) -> list[str]:
    """Files other than rules and manifests that were added, removed or changed."""
    before, after = _contents(old), _contents(new)
    paths = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    if old.manifest and new.manifest and _besides_version(old.manifest) != _besides_version(new.manifest):
        paths.add(PACK_MANIFEST if new.kind == "pack" else RULESET_MANIFEST)
    return sorted(paths)


def _besides_version(manifest: PackManifest | RulesetManifest) -> PackManifest | RulesetManifest:
    return evolve(manifest, version=Version(0, 0, 0))


def _contents(pack: Pack) -> dict[str, str | bytes]:
    manifests = (PACK_MANIFEST, RULESET_MANIFEST)
    texts = [text for text in pack.folder.texts if not text.path.endswith(".bot") and text.path not in manifests]
    return {**{text.path: text.source.text for text in texts}, **pack.folder.assets}


def _with_diagnostics(
    changes: PackChanges,
    breaking: list[DeclarationHead],
    old: PackManifest | RulesetManifest,
    new: PackManifest | RulesetManifest,
) -> PackChanges:
    """The changes with their diagnostics."""
    diagnostics: list[Diagnostic] = []
    place = new.at("version")
    notes = [Label(old.at("version"), "the version before")]
    if old.id != new.id:
        diagnostics.append(diagnose(codes.OTHER_PACK, new.at("id"), id=new.id, other=old.id))
    elif new.version < old.version:
        right = _required_version(changes, old.version)
        diagnostics.append(diagnose(codes.VERSION_BACK, place, version=new.version, old=old.version, right=right))
    elif new.version == old.version and not changes.none:
        right = _required_version(changes, old.version)
        diagnostics.append(diagnose(codes.VERSION_KEPT, place, notes=notes, version=new.version, right=right))
    elif changes.added and not breaking and new.version < old.version.next_minor():
        diagnostics.append(
            diagnose(codes.VERSION_SMALL, place, notes=notes, old=old.version, right=old.version.next_minor())
        )
    if old.id == new.id and new.version < old.version.next_breaking():
        right = old.version.next_breaking()
        diagnostics += [
            diagnose(codes.GONE, head.place, id=head.id, version=old.version, right=right) for head in breaking
        ]
    return evolve(changes, diagnostics=tuple(sorted(diagnostics, key=lambda fault: fault.sort_key)))


def _required_version(changes: PackChanges, old: Version) -> Version:
    if changes.removed:
        return old.next_breaking()
    return old.next_minor() if changes.added else old.next_patch()
