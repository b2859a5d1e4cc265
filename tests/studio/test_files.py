"""Files of a workspace: read and written only below it, whole, and never over a change made elsewhere."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.studio.server import StudioServer

CARDS = "content/crabs/cards.bot"


@pytest.mark.parametrize(
    "path",
    ["../secret.bot", "/etc/hosts.md", "content/../../secret.bot", "content\\crabs.bot", ".git/config.md", "a/.hidden.bot",
     "content//x.bot", "", "content/crabs", "content/crabs/run.py", "content/out/secret.bot", "content/crabs/linked.bot",
     "content/crabs/x\0.bot"],
)  # fmt: skip
def test_nothing_outside_is_read_or_written(studio: StudioServer, workspace: Path, path: str) -> None:
    outside = workspace.parent / "secret.bot"
    outside.write_text("secret", encoding="utf-8")
    for link, target in (("content/out", workspace.parent), ("content/crabs/linked.bot", outside)):
        if not os.path.lexists(workspace / link):
            (workspace / link).symlink_to(target)
    status, answer, _ = studio.ask("PUT", "/api/file", {"path": path, "text": "changed", "mark": None})
    assert status in (400, 403, 404), answer
    if "\0" not in path:
        status, answer, _ = studio.ask("GET", f"/api/file?path={path}")
        assert status in (400, 403, 404)
        assert "secret" not in str(answer)
    assert outside.read_text(encoding="utf-8") == "secret"


def test_the_list_shows_texts_and_nothing_hidden(studio: StudioServer, workspace: Path) -> None:
    (workspace / ".hidden.bot").write_text("", encoding="utf-8")
    files = studio.good("GET", "/api/files")
    assert CARDS in files
    assert "rulesets/sky_duel/rules.bot" in files
    assert not any(part.startswith(".") for file in files for part in file.split("/"))


def test_a_text_is_written_over_what_its_author_saw(studio: StudioServer, workspace: Path) -> None:
    read = studio.good("GET", f"/api/file?path={CARDS}")
    text = read["text"].replace("hull 8", "hull 7")
    mark = studio.good("PUT", "/api/file", {"path": CARDS, "text": text, "mark": read["mark"]})["mark"]
    assert (workspace / CARDS).read_text(encoding="utf-8") == text
    assert studio.good("GET", f"/api/file?path={CARDS}")["mark"] == mark
    assert [path for path in (workspace / "content/crabs").iterdir() if path.name.endswith(".tmp")] == []


def test_a_change_made_elsewhere_is_not_written_over(studio: StudioServer, workspace: Path) -> None:
    read = studio.good("GET", f"/api/file?path={CARDS}")
    (workspace / CARDS).write_text(read["text"] + "# elsewhere\n", encoding="utf-8")
    status, answer, _ = studio.ask("PUT", "/api/file", {"path": CARDS, "text": "mine", "mark": read["mark"]})
    assert status == 409
    assert answer["text"].endswith("# elsewhere\n")
    assert (workspace / CARDS).read_text(encoding="utf-8") == answer["text"]
    studio.good("PUT", "/api/file", {"path": CARDS, "text": read["text"], "mark": answer["mark"]})
    assert (workspace / CARDS).read_text(encoding="utf-8") == read["text"]


def test_a_new_file_replaces_none(studio: StudioServer, workspace: Path) -> None:
    studio.good("PUT", "/api/file", {"path": "content/crabs/new.bot", "text": "# new\n", "mark": None})
    assert studio.ask("PUT", "/api/file", {"path": "content/crabs/new.bot", "text": "", "mark": None})[0] == 409
    (workspace / "content/crabs/new.bot").unlink()
    gone = {"path": "content/crabs/new.bot", "text": "", "mark": "0" * 32}
    assert studio.ask("PUT", "/api/file", gone)[0] == 409
    assert not (workspace / "content/crabs/new.bot").exists()


def test_what_is_too_long_or_no_text_is_refused(studio: StudioServer) -> None:
    long = {"path": "content/crabs/long.bot", "text": "x" * 1_000_001, "mark": None}
    assert studio.ask("PUT", "/api/file", long)[0] == 413
    longer = {"path": "content/crabs/long.bot", "text": "x" * 5_000_000, "mark": None}
    assert studio.ask("PUT", "/api/file", longer)[0] == 413
    assert studio.ask("PUT", "/api/file", {"path": "a.bot", "text": "\ud800", "mark": None})[0] == 400
    assert studio.ask("POST", "/api/new", ["no object"])[0] == 400


def test_games_packs_and_cards_are_named_not_given_as_paths(studio: StudioServer) -> None:
    assert studio.ask("GET", "/api/game?game=../work/rulesets/sky_duel")[0] == 404
    assert studio.ask("GET", "/api/cards?path=/etc")[0] in (403, 404)
    assert studio.ask("POST", "/api/matches", {"game": "/tmp", "mode": None, "who": {}})[0] == 404
    assert studio.ask("POST", "/api/replay", {"record": "saved/../../../etc/passwd"})[0] == 404


def test_a_gallery_says_which_of_its_cards_could_not_be_read(studio: StudioServer, workspace: Path) -> None:
    path = workspace / "content/crabs/worse.bot"
    path.write_text('Bot "Bad" house { hull 99 }\n', encoding="utf-8")
    try:
        told = studio.good("GET", "/api/cards?path=crabs")
    finally:
        path.unlink()
    assert [card["name"] for kind in told["kinds"] for card in kind["cards"]] == ["First of Crabs"]
    assert any("99 is outside the range" in finding for finding in told["findings"])
    told = studio.good("GET", "/api/cards?path=crabs")
    assert not any("99 is outside the range" in finding for finding in told["findings"])
