"""Paths inside a pack, and file names that are valid on every system.

A pack written on one machine is played on another. So a path in a manifest, a folder or an archive has one form:
names joined by `/`, none of which leaves the pack, and none of which is a device or invalid on some system. Two paths
that some system cannot distinguish have the same `folded` form. Nothing here touches a disk: a path is text.
"""

from __future__ import annotations

import re
import unicodedata

from dsl.text.limits import PATH_CHARACTERS

RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}
)
_UNWRITABLE = re.compile(r'[<>:"|?*\x00-\x1f\x7f]')


def leaves_pack(path: str) -> str:
    """Why a path is not inside the pack; empty if it is."""
    if not path:
        return "it is empty"
    if "\\" in path:
        return "it has a backslash"
    if re.match(r"[A-Za-z]:", path):
        return "it begins with a drive letter"
    if path.startswith(("/", "~")):
        return "it is an absolute path" if path[0] == "/" else "it begins with `~`"
    names = path.split("/")
    if ".." in names:
        return "`..` leaves its folder"
    if "." in names or "" in names:
        return "it contains an empty name or `.`"
    return ""


def not_portable(path: str) -> str:
    """Why some system cannot store a file with this path; empty if every system can."""
    if len(path) > PATH_CHARACTERS:
        return f"it is longer than {PATH_CHARACTERS} characters (PATH_CHARACTERS)"
    for name in path.split("/"):
        stem = name.split(".")[0].rstrip().lower()
        if stem in RESERVED:
            return f"`{stem}` is the name of a device on Windows"
        if "\\" in name:
            return "it has a backslash"
        bad = _UNWRITABLE.search(name)
        if bad:
            return f"{_shown(bad[0])} cannot be in a file name on Windows"
        if name.endswith((" ", ".")):
            return "a name ends with a space or a dot, which Windows drops"
        if re.search("[\ud800-\udfff]", name):
            return "it is not written in UTF-8"
    return ""


def folded(path: str) -> str:
    """The form of a path on a system that ignores case and normalises accents."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def printable(path: str) -> str:
    """A path for display: unprintable characters are escaped."""
    return "".join(c if c.isprintable() else _escaped(c) for c in path)


def _escaped(character: str) -> str:
    return f"\\u{{{ord(character):x}}}"


def _shown(character: str) -> str:
    return f"`{character}`" if character.isprintable() else f"the control character U+{ord(character):04X}"
