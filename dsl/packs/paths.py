"""Paths inside a pack, and file names that every system can hold.

A pack written on one machine is played on another. So a path in a manifest, a folder or an archive has one form:
names joined by `/`, none of which climbs out, and none of which some system takes for a device or cannot write. Two
paths that some system cannot tell apart have the same `folded` form. Nothing here touches a disk: a path is text.
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
    """Why a path is not one of a file inside the pack; empty if it is."""
    if not path:
        return "it is empty"
    if "\\" in path:
        return "it has a backslash"
    if re.match(r"[A-Za-z]:", path):
        return "it begins with a drive letter"
    if path.startswith(("/", "~")):
        return "it begins at the top of the disk" if path[0] == "/" else "it begins with `~`"
    names = path.split("/")
    if ".." in names:
        return "`..` climbs out of its folder"
    if "." in names or "" in names:
        return "it has an empty step"
    return ""


def not_portable(path: str) -> str:
    """Why not every system can hold a file of this path; empty if every one can."""
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
    """What is left of a path on a system that knows no case and one spelling of accents."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def printable(path: str) -> str:
    """A path as it can be shown: what is not a character is escaped."""
    return "".join(c if c.isprintable() else _escaped(c) for c in path)


def _escaped(character: str) -> str:
    return f"\\u{{{ord(character):x}}}"


def _shown(character: str) -> str:
    return f"`{character}`" if character.isprintable() else f"the control character U+{ord(character):04X}"
