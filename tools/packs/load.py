"""Loads a pack from a folder, or from an archive without unpacking it."""

from __future__ import annotations

import os

from dsl.diagnostics import Diagnostic
from dsl.packs.pack import Pack, PackFolder, open_pack
from dsl.packs.paths import printable
from dsl.text.limits import ARCHIVE_BYTES
from tools.files.disk import DISK, Disk
from tools.files.read_folder import read_assets, read_folder, try_bytes
from tools.packs.archives import read_archive


def load_pack(path: str, disk: Disk = DISK) -> Pack:
    """The pack in a folder or archive; its diagnostics contain all findings."""
    if os.path.isdir(path):
        return load_folder(path, disk)
    pack, diagnostics = load_archive(path, disk)
    return pack or Pack("pack", PackFolder(printable(path)), None, None, tuple(diagnostics))


def load_folder(path: str, disk: Disk = DISK) -> Pack:
    """The pack in a folder, with the assets that its manifest names."""
    pack = open_pack(read_folder(path, disk=disk))
    if pack.manifest is None or not pack.manifest.assets:
        return pack
    return open_pack(read_assets(path, pack.folder, pack.manifest.assets, disk))


def load_archive(path: str, disk: Disk = DISK) -> tuple[Pack | None, list[Diagnostic]]:
    """The pack in an archive; nothing is unpacked to disk."""
    data = try_bytes(path, ARCHIVE_BYTES, disk)
    if isinstance(data, Diagnostic):
        return None, [data]
    return read_archive(printable(path), data)
