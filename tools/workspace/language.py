"""One digest for everything that a result depends on besides the texts: the program that checks them.

It is made from the bytes of the files that do the work, so a cache filled by another version, or by this one before
somebody changed a line of it, is simply not found.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from hashlib import blake2b

_ROOMS = ("dsl", "dsl/codes", "dsl/manifests", "tools/workspace", "tools/files", "tools/packing")
_ALONE = ("tools/resources.py", "tools/settings.py", "tools/settings_files.py")
_ENDINGS = (".py", ".json", ".bot")


@cache
def language() -> str:
    """The digest of this program."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    found = blake2b(sys.version.encode(), digest_size=16)
    for path in _paths(root):
        try:
            with open(os.path.join(root, path), "rb") as file:
                data = file.read()
        except OSError:
            continue  # a file that is not there is not part of the program
        found.update(f"{path}:{len(data)}:".encode())
        found.update(data)
    return found.hexdigest()


def _paths(root: str) -> list[str]:
    found = list(_ALONE)
    for room in _ROOMS:
        try:
            names = os.listdir(os.path.join(root, room))
        except OSError:
            continue
        found += [f"{room}/{name}" for name in names if name.endswith(_ENDINGS)]
    return sorted(found)
