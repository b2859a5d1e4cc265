"""What changed between two versions of a pack, and what that breaks for those who use it.

Decks, saves and other packs name declarations by their ids, so a version breaks something when an id is gone and no
declaration says `formerly` that it took its place. For this the heads of declarations are enough: a file is cut at
its first column, and the head is read as words, without a parser, so that an old pack in an older language can be
compared too. Somebody who has parsed both may give the declarations instead.
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
class Head:
    """A declaration as others see it: what it is, its id, the ids that it had before."""

    word: str
    id: str
    formerly: tuple[str, ...]
    digest: str
    place: Place

    @property
    def key(self) -> tuple[str, str]:
        """Cards of all kinds share one room; words of the language have one each."""
        return ("" if self.word[:1].isupper() else self.word, self.id)


@frozen
class Changes:
    """Heads as `Kind Id`, in order; `renamed` has old and new."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    changed: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    """Changed demands, as sentences."""
    files: tuple[str, ...] = ()
    """Other files that are not the same."""
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def none(self) -> bool:
        return not (self.added or self.removed or self.renamed or self.changed or self.needs or self.files)


Heads = Callable[[Source], Iterable[Head]]

# Declarations that nobody can name from outside.
_NAMELESS = frozenset("ruleset extend before after instead modify forbid allow always scenario layer".split())
_WORD = re.compile(r'#[^\n]*|"""(?:.|\n)*?"""|"(?:[^"\\\n]|\\.)*"?|\w+|[^\w\s]')


def heads(source: Source) -> list[Head]:
    """The declarations of a text, read by their first words only."""
    found = []
    for piece in pieces(source):
        words = [(match[0], match.start()) for match in _WORD.finditer(piece.text) if match[0][0] != "#"]
        head = _head([word for word, _ in words])
        if head is not None:
            start = words[0][1]
            place = piece.place((start, start + len(piece.text[start:].split("\n", 1)[0].rstrip())))
            whole = digest(" ".join(word for word, _ in words))
            found.append(Head(*head, whole, place))
    return found


def _head(words: list[str]) -> tuple[str, str, tuple[str, ...]] | None:
    if len(words) < 2 or words[0] in _NAMELESS or not words[0].isidentifier():
        return None
    id = _id(words[1])
    if not id:
        return None
    end = words.index("{") if "{" in words else len(words)
    marks = range(2, end - 1)
    formerly = tuple(old for at in marks if words[at] == "formerly" and (old := _id(words[at + 1])))
    return words[0], id, formerly


def _id(word: str) -> str:
    """`Tail_Whip` for a name in quotes or without."""
    if word.startswith('"'):
        return re.sub(r"\W+", "_", word.strip('"')).strip("_")
    return word if word.isidentifier() else ""


def compare(old: Pack, new: Pack, read: Heads = heads) -> Changes:
    """All that is different, and what is wrong with the number of the new version."""
    if old.manifest is None or new.manifest is None:
        return Changes()
    before = {head.key: head for source in old.rules for head in read(source)}
    after = {head.key: head for source in new.rules for head in read(source)}
    took_over = {(key[0], name): head for key, head in after.items() for name in head.formerly}
    gone = [head for key, head in before.items() if key not in after]
    lost = [head for head in gone if head.key not in took_over]
    renamed = [(head, took_over[head.key]) for head in gone if head.key in took_over]
    new_names = {head.key for _, head in renamed}
    added = [head for key, head in after.items() if key not in before and key not in new_names]
    changed = [head for key, head in after.items() if key in before and before[key].digest != head.digest]
    changes = Changes(
        _shown(added),
        _shown(lost),
        tuple(sorted((_one(one), _one(other)) for one, other in renamed)),
        _shown(changed),
        tuple(_needs(old.manifest, new.manifest)),
        tuple(_files(old, new)),
    )
    return _judged(changes, lost, old.manifest, new.manifest)


def _one(head: Head) -> str:
    return f"{head.word} {head.id}"


def _shown(some: Iterable[Head]) -> tuple[str, ...]:
    return tuple(sorted(map(_one, some)))


def _needs(old: PackManifest | RulesetManifest, new: PackManifest | RulesetManifest) -> list[str]:
    before, after = _demands(old), _demands(new)
    found = []
    for name in sorted(before.keys() | after.keys()):
        one, other = before.get(name), after.get(name)
        if one is None:
            found.append(f"{name} is new: `{other}`")
        elif other is None:
            found.append(f"{name} is no longer needed")
        elif one != other:
            found.append(f"{name}: `{one}` became `{other}`")
    return found


def _demands(manifest: PackManifest | RulesetManifest) -> dict[str, str]:
    demands = {"the language": str(manifest.language)}
    if isinstance(manifest, PackManifest):
        some: list[tuple[str, Demand]] = [("ruleset", manifest.ruleset), *(("pack", pack) for pack in manifest.packs)]
        demands |= {f"the {what} `{demand.id}`": str(demand.version) for what, demand in some}
    return demands


def _files(old: Pack, new: Pack) -> list[str]:
    """Files other than rules and manifests that came, went or changed."""
    before, after = _contents(old), _contents(new)
    found = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    if old.manifest and new.manifest and _besides_version(old.manifest) != _besides_version(new.manifest):
        found.add(PACK_MANIFEST if new.kind == "pack" else RULESET_MANIFEST)
    return sorted(found)


def _besides_version(manifest: PackManifest | RulesetManifest) -> PackManifest | RulesetManifest:
    return evolve(manifest, version=Version(0, 0, 0))


def _contents(pack: Pack) -> dict[str, str | bytes]:
    told_apart = (PACK_MANIFEST, RULESET_MANIFEST)
    texts = [text for text in pack.folder.texts if not text.path.endswith(".bot") and text.path not in told_apart]
    return {**{text.path: text.source.text for text in texts}, **pack.folder.assets}


def _judged(
    changes: Changes, lost: list[Head], old: PackManifest | RulesetManifest, new: PackManifest | RulesetManifest
) -> Changes:
    """The changes with what is wrong about them."""
    found: list[Diagnostic] = []
    place = new.at("version")
    notes = [Label(old.at("version"), "the version before")]
    if old.id != new.id:
        found.append(diagnose(codes.OTHER_PACK, new.at("id"), id=new.id, other=old.id))
    elif new.version < old.version:
        right = _wanted(changes, old.version)
        found.append(diagnose(codes.VERSION_BACK, place, version=new.version, old=old.version, right=right))
    elif new.version == old.version and not changes.none:
        right = _wanted(changes, old.version)
        found.append(diagnose(codes.VERSION_KEPT, place, notes=notes, version=new.version, right=right))
    elif changes.added and not lost and new.version < old.version.next_minor():
        found.append(diagnose(codes.VERSION_SMALL, place, notes=notes, old=old.version, right=old.version.next_minor()))
    if old.id == new.id and new.version < old.version.next_breaking():
        right = old.version.next_breaking()
        found += [diagnose(codes.GONE, head.place, id=head.id, version=old.version, right=right) for head in lost]
    return evolve(changes, diagnostics=tuple(sorted(found, key=lambda fault: fault.sort_key)))


def _wanted(changes: Changes, old: Version) -> Version:
    if changes.removed:
        return old.next_breaking()
    return old.next_minor() if changes.added else old.next_patch()
