"""The repository's Markdown as mkdocs reads it: fences with a title, links to pages instead of folders.

Documents are written for a reader of the repository. Three things differ on the site: a fence may carry a file name or
the code of a wrong example, a comment may mark a generated table, and a link may lead to a folder or to a file that is
not part of the site.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection

_FENCE = re.compile(r"^(?P<ticks>```+)(?P<language>\w+)(?P<rest>(?: +\S+)+) *$", re.MULTILINE)
_BLOCK = re.compile(r"^(?P<ticks>```+)[^\n]*\n.*?^(?P=ticks)[ ]*$|^ {4}[^\n]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^<!-- [^\n]* -->\n", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[(?P<words>[^\]]+)\]\((?P<target>[^)#\s]*)(?P<anchor>#[^)\s]*)?\)")
_REMOTE = ("http:", "https:", "mailto:")


def site_text(text: str, path: str, pages: Collection[str]) -> str:
    """A document of the repository as a page of the site; `pages` are the paths of all pages."""
    text = _COMMENT.sub("", text)
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[0])
        return f"\0{len(kept) - 1}\0"

    text = _BLOCK.sub(keep, text)
    text = _LINK.sub(lambda match: _link(match, posixpath.dirname(path), pages), text)
    text = re.sub(r"\0(\d+)\0", lambda match: kept[int(match[1])], text)
    return _FENCE.sub(lambda match: _fence(match, path), text)


def _fence(match: re.Match[str], path: str) -> str:
    """A fence with a file name gets a title; a wrong example is labelled with its code."""
    words = match["rest"].split()
    if words[0] == "wrong" and len(words) == 2:
        return f'{match["ticks"]}{match["language"]} title="wrong: {words[1]}"'
    if "." in words[0]:
        return f'{match["ticks"]}{match["language"]} title="{words[0]}"'
    return f"{match['ticks']}{match['language']}"


def _link(match: re.Match[str], folder: str, pages: Collection[str]) -> str:
    target, place = match["target"], match["anchor"] or ""
    if not target or target.startswith(_REMOTE):
        return match[0]
    whole = posixpath.normpath(posixpath.join(folder, target))
    for page in (whole, f"{whole}/README.md", f"{whole}/index.md"):
        if page in pages:
            return f"[{match['words']}]({posixpath.relpath(page, folder or '.')}{place})"
    return match["words"]
