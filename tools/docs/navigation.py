"""The menu of the site. Games and packs are those that are shipped; no page is left out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tools.docs.pages import API, ERROR_INDEX
from tools.resources import shipped_packs, shipped_rulesets

Menu = list[dict[str, Any]]


def navigation(pages: Mapping[str, str]) -> Menu:
    """The menu, for pages by path."""
    named = {
        "Home": "README.md",
        "Overview": "dsl/docs/OVERVIEW.md",
        "Tutorial": "dsl/TUTORIAL.md",
    }
    return [
        {"Start": [{title: path} for title, path in named.items()]},
        {"How-tos": [*_titled(pages, "dsl/docs/howto/"), {"Transcripts": _titled(pages, "tests/cli/")}]},
        {"Reference": [{"Contents": "dsl/LANGUAGE.md"}, *_titled(pages, "dsl/docs/language/"), "dsl/CHANGES.md"]},
        {"Errors": [{"All codes": ERROR_INDEX}, *_titled(pages, "dsl/diagnostics/errors/BW")]},
        {"Games": _games()},
        {"Engineers": _engineers()},
    ]


def _titled(pages: Mapping[str, str], prefix: str) -> Menu:
    return [{_title(pages[path]): path} for path in sorted(pages) if path.startswith(prefix)]


def _title(text: str) -> str:
    heading = re.search(r"^# (.*)$", text, re.MULTILINE)
    assert heading is not None, text[:80]
    return heading[1].replace("`", "")


def _games() -> list[Any]:
    menu: list[Any] = [{"All games": "rulesets/README.md"}, {"All packs": "content/README.md"}]
    for name in shipped_rulesets():
        menu.append({name: [{"About": f"rulesets/{name}/README.md"}, {"Rules": f"rulesets/{name}/reference.md"}]})
    for name in shipped_packs():
        menu.append({name: [{"About": f"content/{name}/README.md"}, {"Cards": f"content/{name}/cards.md"}]})
    return menu


def _engineers() -> list[Any]:
    return [
        {"Python API": API},
        {"Contributing": "CONTRIBUTING.md"},
        {"The language": "dsl/README.md"},
        {"The engine": "interpreter/README.md"},
        {"Compiled code": "interpreter/compiled/README.md"},
        {"The tools": "tools/README.md"},
        {"The tests": "tests/README.md"},
        {"Properties": "tests/properties/README.md"},
        {"Design review": "dsl/DESIGN.md"},
        {"Changelog": "CHANGELOG.md"},
    ]
