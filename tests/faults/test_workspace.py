"""Faults 1, 4, 14, 16, 17, 33, 42, 46 and 50 through the command that people use."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.pack_makers import make_folder
from tests.workspace.workspaces import RULES, SCENE, bot, game
from tools.cli import main

WRONG = bot("Aa").replace("hp", "hpp")
BROKEN = "kind Bad {\n  hp 1..30\n}\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


Check = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def check(capfd: pytest.CaptureFixture[str]) -> Check:
    """Exit code and report of a check; nothing may be said beside the report, least of all a traceback."""

    def run(*words: str) -> tuple[int, dict[str, Any]]:
        code = main(["check", *words, "--format", "json"])
        out, err = capfd.readouterr()
        assert err == ""
        report: dict[str, Any] = json.loads(out)
        return code, report

    return run


def places(report: dict[str, Any]) -> list[tuple[str, int, int, str]]:
    return [(item["file"], item["line"], item["column"], item["code"]) for item in report["diagnostics"]]


@pytest.mark.parametrize("text", ["", "\n", "# only a remark", "# one\n\n   # two\n", "\ufeff", "\r\n\r\n"])
@pytest.mark.parametrize("where", ["a.bot", "content/one/a.bot"])
def test_1_a_file_without_declarations(project: Path, check: Check, text: str, where: str) -> None:
    game(project, one="")
    (project / where).write_text(text, newline="")
    code, report = check(where)
    assert (code, report["diagnostics"]) == (0, [])
    assert report["summary"] == {"files": 1, "declarations": 0, "errors": 0, "warnings": 0}


ENDS = {
    "a mark at the start": lambda text: "\ufeff" + text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "lone CR": lambda text: text.replace("\n", "\r"),
    "no end of the last line": lambda text: text.rstrip("\n"),
    "all of it": lambda text: "\ufeff" + text.rstrip("\n").replace("\n", "\r\n"),
}


@pytest.mark.parametrize("change", ENDS.values(), ids=ENDS)
def test_4_marks_and_line_ends(project: Path, check: Check, change: Callable[[str], str]) -> None:
    game(project, one=bot("Aa") + WRONG.replace("Aa", "Bb"))
    _, plain = check("content")
    assert places(plain) == [("content/one/cards.bot", 7, 3, "BW2004")]
    for file in (project / "content/one/cards.bot", project / "rulesets/sparring/rules.bot"):
        file.write_bytes(change(file.read_text()).encode())
    assert check("content") == (1, plain)
    assert check("rulesets")[0] == 0


class Test14:
    """Both places are shown: one as the place, the other as a note in the report for people."""

    def shown(self, capfd: pytest.CaptureFixture[str], *paths: str) -> str:
        assert main(["check", *paths]) == 1
        out = capfd.readouterr().out
        assert out.count("error[BW2101]") == 1
        return out

    def test_in_one_file(self, project: Path, capfd: pytest.CaptureFixture[str]) -> None:
        game(project, one=bot("Aa") + bot("Bb") + bot("Aa"))
        out = self.shown(capfd, "content")
        assert "content/one/cards.bot:11:5" in out
        assert re.search(r"\n *1 \| Bot Aa \{", out)

    def test_in_two_files(self, project: Path, capfd: pytest.CaptureFixture[str]) -> None:
        game(project, one=bot("Aa"))
        (project / "content/one/more.bot").write_text("\n" + bot("Aa"))
        out = self.shown(capfd, ".")
        assert "content/one/more.bot:2:5" in out
        assert "content/one/cards.bot:1:5" in out

    def test_in_two_packs(self, project: Path, capfd: pytest.CaptureFixture[str]) -> None:
        game(project, one=bot("Aa"), two=bot("Cc") + bot("Aa"))
        out = self.shown(capfd, ".")
        assert "content/two/cards.bot:6:5" in out
        assert "content/one/cards.bot:1:5" in out

    def test_a_rule_in_two_files(self, project: Path, capfd: pytest.CaptureFixture[str]) -> None:
        game(project)
        (project / "rulesets/sparring/zmore.bot").write_text("kind Ability {\n  power: 1..9\n}\n")
        out = self.shown(capfd, "rulesets")
        assert "rulesets/sparring/zmore.bot:1:6" in out
        assert "rulesets/sparring/rules.bot:5:6" in out


SECRET = "Bot Secret { hpp 3 }\n"


class Test16:
    """Nothing outside of a pack is read, whatever its files and manifest say."""

    @pytest.fixture
    def outside(self, project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
        game(project, one=bot("Aa"))
        file = tmp_path_factory.mktemp("outside") / "secret.bot"
        file.write_text(SECRET)
        return file

    def test_a_link_out_of_the_pack(self, project: Path, outside: Path, check: Check) -> None:
        (project / "content/one/link.bot").symlink_to(outside)
        code, report = check("content")
        assert (code, places(report)) == (1, [("content/one/link.bot", 1, 1, "BW4302")])

    def test_a_link_out_of_a_folder_without_a_manifest(self, project: Path, outside: Path, check: Check) -> None:
        make_folder(project / "loose", {"a.bot": RULES})
        (project / "loose/link.bot").symlink_to(outside)
        code, report = check("loose")
        assert (code, places(report)) == (1, [("loose/link.bot", 1, 1, "BW4302")])

    def test_a_link_to_a_folder(self, project: Path, outside: Path, check: Check) -> None:
        (project / "content/one/link").symlink_to(outside.parent)
        code, report = check("content")
        assert (code, places(report)) == (1, [("content/one/link", 1, 1, "BW4302")])

    @pytest.mark.parametrize("path", ["../../../etc/passwd", "/etc/passwd", "rules", "none.yaml"])
    def test_a_catalogue_elsewhere(self, project: Path, outside: Path, check: Check, path: str) -> None:
        (project / "rulesets/sparring/rules").mkdir()
        manifest = project / "rulesets/sparring/ruleset.yaml"
        manifest.write_text(manifest.read_text() + f"clauses: {path}\n")
        code, report = check("rulesets")
        assert code == 1
        [result] = report["diagnostics"]
        assert (result["file"], result["line"]) == ("rulesets/sparring/ruleset.yaml", 8)
        assert result["code"] in ("BW4115", "BW4309")
        assert path in result["message"]

    def test_a_device(self, project: Path, outside: Path, check: Check) -> None:
        (project / "content/one/zero.bot").symlink_to("/dev/zero")
        assert check("content")[0] == 1
        code, report = check("/dev/zero")
        assert (code, [item["code"] for item in report["diagnostics"]]) == (1, ["BW4303"])


@pytest.mark.parametrize("names, code", [(["Cards.bot"], "BW4306"), (["con.bot"], "BW4305"), ([r"a\b.bot"], "BW4305")])
def test_17_names_that_not_every_system_can_hold(project: Path, check: Check, names: list[str], code: str) -> None:
    game(project, one=bot("Aa"))
    for name in names:
        (project / "content/one" / name).write_text("")
    exit, report = check("content")
    assert exit == 1
    assert [item["code"] for item in report["diagnostics"]] == [code]


class Test33:
    """A file that cannot be read is named, and the rest is still checked."""

    def test_a_pipe(self, project: Path, check: Check) -> None:
        game(project, one=WRONG)
        os.mkfifo(project / "content/one/pipe.bot")
        code, report = check("content")
        assert code == 1
        assert [place[::3] for place in places(report)] == [
            ("content/one/cards.bot", "BW2004"),
            ("content/one/pipe.bot", "BW4303"),
        ]

    @pytest.mark.skipif(os.geteuid() == 0, reason="everything can be read by this user")
    def test_a_file_that_must_not_be_read(self, project: Path, check: Check) -> None:
        game(project, one=WRONG)
        make_folder(project / "content/one", {"more.bot": bot("Bb")})
        (project / "content/one/more.bot").chmod(0)
        assert {place[3] for place in places(check("content")[1])} == {"BW2004", "BW4304"}

    def test_bytes_that_are_no_text(self, project: Path, check: Check) -> None:
        game(project, one=WRONG)
        (project / "content/one/more.bot").write_bytes(bot("Bb").encode("utf-16"))
        assert [place[3] for place in places(check("content")[1])] == ["BW2004", "BW1001"]

    def test_very_many_files(self, project: Path, check: Check) -> None:
        game(project, one=WRONG)
        many = project / "content/one/assets"
        many.mkdir()
        for number in range(6_000):
            (many / f"{number}.png").touch()
        code, report = check("content")
        assert code == 1
        codes = {item["code"] for item in report["diagnostics"]}
        assert "BW1003" in codes
        assert "PACK_FILES" in " ".join(item["message"] for item in report["diagnostics"] if item["code"] == "BW1003")

    def test_a_file_that_is_gone_when_it_is_read(
        self, project: Path, check: Check, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from importlib import import_module

        read_folder = import_module("tools.files.read_folder")

        game(project, one=WRONG)
        make_folder(project / "content/one", {"more.bot": bot("Bb")})
        real = read_folder.decode

        def decode(name: str, data: bytes, *more: Any) -> Any:
            (project / "content/one/more.bot").unlink(missing_ok=True)
            return real(name, data, *more)

        monkeypatch.setattr(read_folder, "decode", decode)
        code, report = check("content", "--no-cache")
        assert code == 1
        assert {place[3] for place in places(report)} == {"BW2004", "BW4304"}


def test_42_a_cache_that_cannot_be_used(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    game(project, one=WRONG)
    (project / "cache").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(project / "cache"))
    for _ in range(2):
        assert main(["check", "content", "--format", "concise"]) == 1
        out, err = capfd.readouterr()
        assert out.startswith("content/one/cards.bot:2:3: error[BW2004]")
        assert err.count("note: the cache") <= 1
    assert main(["check", "content", "--no-cache", "--format", "concise"]) == 1
    assert "cache" not in capfd.readouterr().err


def test_46_500_broken_files_of_a_pack(project: Path, check: Check) -> None:
    game(project, one=WRONG)
    for number in range(500):
        (project / "content/one" / f"f{number:03}.bot").write_text(BROKEN * (1_100 if number == 7 else 1))
    code, report = check("content")
    assert code == 1
    files = {item["file"] for item in report["diagnostics"]}
    assert files == {"content/one/cards.bot", *(f"content/one/f{number:03}.bot" for number in range(500))}
    of_one = [item for item in report["diagnostics"] if item["file"].endswith("f007.bot")]
    assert len(of_one) == 1_001
    assert "1,100" in of_one[-1]["message"]
    assert report["summary"]["files"] == 502
    assert report["summary"]["errors"] == len(report["diagnostics"]) == 499 + 1_001 + 1


class Test50:
    """A fault of ours in one place is told there, and everything else is told too."""

    @pytest.fixture
    def cursed(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
        """Lets a pass fail over every text that has the word `Cursed` in it."""
        game(project, one=bot("Cursed") + WRONG, two=WRONG.replace("Aa", "Bb"))

        def curse(target: str) -> None:
            room, _, name = target.rpartition(".")
            module = __import__(room, fromlist=[name])
            real = getattr(module, name)

            def failing(subject: Any, *more: Any, **named: Any) -> Any:
                parsed = subject if isinstance(subject, tuple | list) else [subject]
                if any("Cursed" in str(getattr(getattr(item, "piece", item), "text", "")) for item in parsed):
                    raise RuntimeError("a fault")
                return real(subject, *more, **named)

            monkeypatch.setattr(module, name, failing)

        return curse

    @pytest.mark.parametrize("target", ["dsl.parse.tokenize", "tools.workspace.facts.card_facts.check_form"])
    def test_over_a_card(self, cursed: Callable[[str], None], check: Check, target: str) -> None:
        cursed(target)
        code, report = check(".", "--no-cache")
        assert code == 2
        assert places(report) == [
            ("content/one/cards.bot", 1, 1, "BW9001"),
            ("content/one/cards.bot", 7, 3, "BW2004"),
            ("content/two/cards.bot", 2, 3, "BW2004"),
        ]

    @pytest.mark.parametrize("target", ["dsl.check.driver.declaration", "dsl.check.driver.surroundings"])
    def test_over_a_rule(self, cursed: Callable[[str], None], check: Check, project: Path, target: str) -> None:
        (project / "content/one/cards.bot").write_text("# a rule\ndefine twice(n: number) = n * 2 # Cursed\n" + WRONG)
        cursed(target)
        code, report = check(".", "--no-cache")
        assert code == 2
        assert places(report) == [
            ("content/one/cards.bot", 2, 1, "BW9001"),
            ("content/one/cards.bot", 4, 3, "BW2004"),
            ("content/two/cards.bot", 2, 3, "BW2004"),
        ]

    def test_over_a_scenario(self, cursed: Callable[[str], None], check: Check, project: Path) -> None:
        (project / "content/one/cards.bot").write_text(WRONG + SCENE.replace("a whip", "Cursed") + bot("Rusty"))
        cursed("tools.workspace.groups.check_group.check_scenario")
        code, report = check(".", "--no-cache")
        assert code == 2
        assert ("content/one/cards.bot", 6, 1, "BW9001") in places(report)
        assert ("content/one/cards.bot", 2, 3, "BW2004") in places(report)

    @pytest.mark.parametrize(
        "target", ["tools.workspace.groups.check_group.analyse", "tools.workspace.units.unit.read_folder"]
    )
    def test_over_the_whole(
        self, cursed: Callable[[str], None], check: Check, monkeypatch: pytest.MonkeyPatch, target: str
    ) -> None:
        room, _, name = target.rpartition(".")
        module = __import__(room, fromlist=[name])
        real = getattr(module, name)
        calls: list[object] = []

        def failing(*more: Any, **named: Any) -> Any:
            calls.append(more)
            if len(calls) == 1:
                raise RuntimeError("a fault")
            return real(*more, **named)

        monkeypatch.setattr(module, name, failing)
        code, report = check("rulesets", "content", "--no-cache")
        assert code == 2
        codes = [item["code"] for item in report["diagnostics"]]
        assert codes.count("BW9001") == 1
        assert len(codes) > 1

    def test_over_a_file(self, project: Path, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
        import tools.workspace.units.incremental_split as incremental_split

        game(project, one=WRONG)
        make_folder(project / "content/one", {"more.bot": "# Cursed\n" + bot("Bb")})
        real = incremental_split.exceeded_limit

        def failing(source: Any) -> Any:
            if "Cursed" in source.text:
                raise MemoryError
            return real(source)

        monkeypatch.setattr(incremental_split, "exceeded_limit", failing)
        code, report = check("content", "--no-cache")
        assert code == 2
        assert [place[::3] for place in places(report)] == [
            ("content/one/cards.bot", "BW2004"),
            ("content/one/more.bot", "BW9001"),
        ]
