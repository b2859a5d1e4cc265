"""The commands on packs, without the command line: each returns its output and its findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from dsl.diagnostics import Diagnostic
from dsl.packs.pack import Pack, hash_of, make_lock
from dsl.packs.pack_diff import PackChanges, compare
from tools.files import write_atomic
from tools.packs.archives import build_archive, pack_files
from tools.packs.load import load_archive, load_folder, load_pack
from tools.report.findings import CommandOutput, DiagnosticReport, counted

Check = Callable[[Pack], Iterable[Diagnostic]]


def build_pack(folder: str, output: str | None = None, check: Check | None = None) -> CommandOutput:
    """Write the pack in a folder as one file if it is valid; `check` checks its rules."""
    pack = load_folder(folder)
    data, diagnostics = build_archive(pack)
    if check is not None:
        diagnostics += check(pack)
    findings = _findings([pack], diagnostics)
    if data is None or pack.manifest is None or findings.errors:
        return CommandOutput("", findings)
    path = output or f"{pack.manifest.id}-{pack.manifest.version}.zip"
    fault = write_atomic(path, data)
    if fault is not None:
        return CommandOutput("", _findings([pack], [*diagnostics, fault]))
    message = f"wrote {path}: {_told(pack)}, {counted(len(data), 'byte')}\nhash of the file: {hash_of(data)}\n"
    return CommandOutput(message, findings)


def verify_pack(path: str) -> CommandOutput:
    """Verify that an archive is complete and unchanged."""
    pack, diagnostics = load_archive(path)
    if pack is None:
        return CommandOutput("", DiagnosticReport(tuple(diagnostics), files=1))
    findings = _findings([pack], diagnostics)
    if findings.errors:
        return CommandOutput("", findings)
    return CommandOutput(f"{path} is complete: {_told(pack)}\n", findings)


Words = Callable[[Pack, Pack, Iterable[str]], Mapping[str, Sequence[str]]]
"""What differs in each declaration that changed, in sentences."""


def diff_packs(old: str, new: str, words: Words | None = None) -> CommandOutput:
    """The changes between two versions of a pack, and what they break; `words` says what differs in each."""
    before, after = load_pack(old), load_pack(new)
    diagnostics = [*before.diagnostics, *after.diagnostics]
    if before.manifest is None or after.manifest is None:
        return CommandOutput("", _findings([before, after], diagnostics))
    changes = compare(before, after)
    head = f"{before.manifest.id} {before.manifest.version} to {after.manifest.id} {after.manifest.version}"
    sentences = words(before, after, changes.changed) if words is not None else {}
    return CommandOutput(
        f"{head}\n{_as_text(changes, sentences)}", _findings([before, after], [*diagnostics, *changes.diagnostics])
    )


def _told(pack: Pack) -> str:
    assert pack.manifest is not None
    files = pack_files(pack)
    total = make_lock(pack.kind, pack.manifest, files).total
    return f"{pack.kind} {pack.manifest.id} {pack.manifest.version}, {counted(len(files), 'file')}, total {total[:16]}"


def _findings(packs: list[Pack], diagnostics: Iterable[Diagnostic]) -> DiagnosticReport:
    kept = tuple(sorted(set(diagnostics), key=lambda fault: fault.sort_key))
    sources = {name: source for pack in packs for name, source in pack.folder.sources.items()}
    return DiagnosticReport(kept, sources, files=len(sources))


def _as_text(changes: PackChanges, words: Mapping[str, Sequence[str]]) -> str:
    if changes.none:
        return "  nothing changed\n"
    lines = [f"  - {name}" for name in changes.removed]
    lines += [f"  > {old} is now {new}" for old, new in changes.renamed]
    lines += [f"  + {name}" for name in changes.added]
    for name in changes.changed:
        lines += [f"  ~ {name}: {sentence}" for sentence in words.get(name, ())] or [f"  ~ {name}"]
    lines += [f"  ! {need}" for need in changes.needs]
    lines += [f"  ~ {path}" for path in changes.files]
    return "\n".join(lines) + "\n"
