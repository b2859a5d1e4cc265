"""The documentation site: every document is a page of the menu, links lead to pages, nothing names another host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dsl.diagnostics.codes import registry
from tests.architecture.tree import ROOT
from tools.docs.__main__ import main, remote_resources
from tools.docs.markdown import site_text
from tools.docs.navigation import navigation
from tools.docs.pages import API, ERROR_INDEX, documents, generated
from tools.resources import shipped_packs, shipped_rulesets


def listed(menu: Any) -> list[str]:
    """The pages of a menu, whatever its depth."""
    if isinstance(menu, str):
        return [menu]
    entries = menu.values() if isinstance(menu, dict) else menu
    return [page for entry in entries for page in listed(entry)]


def game_pages() -> set[str]:
    rules = {f"rulesets/{name}/reference.md" for name in shipped_rulesets()}
    return rules | {f"content/{name}/cards.md" for name in shipped_packs()}


def test_every_page_is_in_the_menu_once() -> None:
    pages = {**documents(ROOT), **dict.fromkeys([ERROR_INDEX, API, *game_pages()], "# x")}
    assert sorted(listed(navigation(pages))) == sorted(pages)


def test_the_error_index_links_to_every_code() -> None:
    path, text = next(generated())
    assert path == ERROR_INDEX
    assert [code for code in registry() if f"[{code}]({code}.md)" not in text] == []


@pytest.mark.parametrize(
    "text, expected",
    [
        ("```bot wrong BW2104\nx\n```\n", '```bot title="wrong: BW2104"\nx\n```\n'),
        ("```bot a/b.bot\nx\n```\n", '```bot title="a/b.bot"\nx\n```\n'),
        ("```bot\nx\n```\n", "```bot\nx\n```\n"),
        ("<!-- table X -->\n| a |\n", "| a |\n"),
        ("[a](two.md#b)", "[a](two.md#b)"),
        ("[a](../other)", "[a](../other/README.md)"),
        ("[a](gone.md)", "a"),
        ("`[a](gone.md)`", "`[a](gone.md)`"),
        ("[a](#b)", "[a](#b)"),
    ],
)
def test_documents_become_pages(text: str, expected: str) -> None:
    assert site_text(text, "docs/one.md", {"docs/one.md", "docs/two.md", "other/README.md"}) == expected


def test_resources_of_other_hosts_are_found(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text('<link rel="stylesheet" href="assets/a.css"><a href="https://example.org">x</a>', encoding="utf-8")
    assert list(remote_resources(tmp_path)) == []
    page.write_text('<script src="https://example.org/a.js"></script>', encoding="utf-8")
    assert len(list(remote_resources(tmp_path))) == 1


def test_wrong_usage(tmp_path: Path) -> None:
    assert main(["--nonsense"], tmp_path) == 2
