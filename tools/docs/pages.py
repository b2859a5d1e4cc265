"""The pages of the site: documents of the repository, and pages made from games, codes and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import botwright
from dsl.diagnostics.codes import registry
from tools.cards import render_cards
from tools.reference import game_reference
from tools.resources import shipped_packs, shipped_rulesets

_DOCUMENTS = (
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "dsl/*.md", "dsl/docs/*.md", "dsl/docs/language/*.md",
    "dsl/docs/howto/*.md", "dsl/diagnostics/errors/*.md", "interpreter/README.md", "interpreter/compiled/README.md",
    "tools/README.md", "tests/README.md", "tests/properties/README.md", "tests/cli/*.md", "rulesets/README.md",
    "rulesets/*/README.md", "content/README.md", "content/*/README.md",
)  # fmt: skip
ERROR_INDEX = "dsl/diagnostics/errors/index.md"
API = "python-api.md"
_FAMILIES = {
    "1": "Characters and words",
    "2": "Names and types",
    "3": "Rules and timing",
    "4": "Packs, manifests, settings",
    "5": "Faults at the table",
    "6": "Scenarios, records, answers",
    "9": "Botwright itself",
}


def documents(root: Path) -> dict[str, str]:
    """The Markdown documents of the repository by their path."""
    files = sorted(file for pattern in _DOCUMENTS for file in root.glob(pattern))
    return {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in files}


def generated() -> Iterator[tuple[str, str]]:
    """Path and text of every generated page."""
    yield ERROR_INDEX, "\n".join(_error_index())
    yield API, "\n".join(_api())
    for name, folder in shipped_rulesets().items():
        yield f"rulesets/{name}/reference.md", game_reference(str(folder)).text
    for name, folder in shipped_packs().items():
        yield f"content/{name}/cards.md", render_cards(str(folder), format="markdown").text


def _error_index() -> Iterator[str]:
    yield "# Error codes\n"
    yield "`botwright explain CODE` shows the same pages in the terminal."
    for family, title in _FAMILIES.items():
        yield f"\n## {title}\n\n| code | meaning |\n|---|---|"
        for code in registry().values():
            if code.id[2] == family:
                yield f"| [{code.id}]({code.id}.md) | {code.title} |"
    yield ""


# ---------------------------------------------------------------------------------------------------- the Python API


def _api() -> Iterator[str]:
    """The public names of `botwright` with their docstrings."""
    yield "# Python API\n"
    yield _text(botwright)
    for name in botwright.__all__:
        value = getattr(botwright, name)
        if inspect.isclass(value):
            yield from _class(name, value)
        elif callable(value):
            yield f"\n## {name}\n\n```python\n{name}{_signature(value)}\n```\n\n{_text(value)}"


def _class(name: str, value: type) -> Iterator[str]:
    yield f"\n## {name}\n\n{_text(value)}"
    for member, attribute in vars(value).items():
        if member.startswith("_") or not inspect.getdoc(attribute):
            continue
        if isinstance(attribute, property):
            yield f"\n### {name}.{member}\n\n{_text(attribute)}"
        elif inspect.isfunction(attribute):
            yield f"\n### {name}.{member}\n\n```python\n{member}{_signature(attribute)}\n```\n\n{_text(attribute)}"


def _signature(value: object) -> str:
    assert callable(value)
    return re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", str(inspect.signature(value))).replace("'", "")


def _text(value: object) -> str:
    return inspect.getdoc(value) or ""
