"""`botwright fmt` on files, folders and stdin; what the style is, is tested elsewhere."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.program import botwright
from tools.cli import main

STYLED = "kind Bot {\n  hp: 1..30\n}\n"
UGLY = "kind Bot {   \n  hp: 1..30\n}\n\n\n"
BROKEN = "kind Bot {\n  hp 1..30\n}   \n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_writes_what_is_not_in_style(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "a.bot").write_text(UGLY)
    (project / "b.bot").write_text(STYLED)
    before = (project / "b.bot").stat()
    assert main(["fmt", "."]) == 0
    assert (project / "a.bot").read_text() == STYLED
    after = (project / "b.bot").stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)
    out, err = capfd.readouterr()
    assert out == "changed a.bot\n"
    assert err == "1 file changed, 1 already formatted\n"


def test_check_writes_nothing(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "a.bot").write_text(UGLY)
    assert main(["fmt", "--check", "a.bot"]) == 1
    assert (project / "a.bot").read_text() == UGLY
    assert capfd.readouterr().out == "would change a.bot\n"
    (project / "a.bot").write_text(STYLED)
    assert main(["fmt", "--check", "a.bot"]) == 0


def test_diff_shows_and_writes_nothing(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "a.bot").write_text(UGLY)
    assert main(["fmt", "--diff", "a.bot"]) == 0
    assert (project / "a.bot").read_text() == UGLY
    assert capfd.readouterr().out.splitlines()[:5] == [
        "--- a.bot",
        "+++ a.bot",
        "@@ -1,6 +1,4 @@",
        "-kind Bot {   ",
        "+kind Bot {",
    ]
    assert main(["fmt", "--diff", "--check", "a.bot"]) == 1


def test_stdin(project: Path) -> None:
    done = botwright("fmt", "-", cwd=project, stdin=UGLY.encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, STYLED.encode(), b"")
    done = botwright("fmt", "-", cwd=project, stdin=b"\xef\xbb\xbf" + STYLED.replace("\n", "\r\n").encode())
    assert (done.returncode, done.stdout) == (0, STYLED.encode())
    done = botwright("fmt", "-", cwd=project, stdin=BROKEN.encode())
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"--> <stdin>:2:6" in done.stderr
    assert botwright("fmt", "--check", "-", cwd=project, stdin=UGLY.encode()).returncode == 1
    assert botwright("fmt", "-", cwd=project, stdin=b"\xff").returncode == 1


def test_line_ends_alone_are_a_change(project: Path) -> None:
    (project / "a.bot").write_bytes(STYLED.replace("\n", "\r\n").encode())
    assert main(["fmt", "--check", "a.bot"]) == 1
    assert main(["fmt", "a.bot"]) == 0
    assert (project / "a.bot").read_bytes() == STYLED.encode()


def test_a_pack_is_written_and_its_other_files_are_not(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    main(["new", "game", "sky_duel"])
    manifest = project / "rulesets" / "sky_duel" / "ruleset.yaml"
    before = manifest.read_text()
    (project / "rulesets" / "sky_duel" / "more.bot").write_text(UGLY)
    capfd.readouterr()
    assert main(["fmt"]) == 0
    assert "changed rulesets/sky_duel/more.bot\n" in capfd.readouterr().out
    assert manifest.read_text() == before


def test_a_link_is_written_where_it_leads(project: Path) -> None:
    (project / "real.bot").write_text(UGLY)
    os.symlink("real.bot", project / "link.bot")
    assert main(["fmt", "link.bot"]) == 0
    assert (project / "link.bot").is_symlink()
    assert (project / "real.bot").read_text() == STYLED


@pytest.mark.parametrize("words", [["fmt"], ["check", "--fix"]])
@pytest.mark.parametrize(
    "link, target",
    [("pack/link.bot", "../outside.bot"), ("pack/sub", "../elsewhere"), ("loose/link.bot", "../outside.bot")],
)
def test_a_link_that_leads_out_is_not_written(project: Path, words: list[str], link: str, target: str) -> None:
    main(["new", "game", "sky_duel"])
    (project / "rulesets/sky_duel").rename(project / "pack")
    for folder in ("elsewhere", "loose"):
        (project / folder).mkdir()
    for name in ("outside.bot", "elsewhere/outside.bot"):
        (project / name).write_text(OLD)
    os.symlink(target, project / link)
    named = f"{link}/outside.bot" if link == "pack/sub" else link
    assert main([*words, named]) == 1
    for name in ("outside.bot", "elsewhere/outside.bot"):
        assert (project / name).read_text() == OLD


@pytest.mark.parametrize("named", ["pack/link.bot", "pack/sub/outside.bot", "pack/sub"])
def test_check_of_a_link_that_leads_out_is_a_finding(
    project: Path, named: str, capfd: pytest.CaptureFixture[str]
) -> None:
    main(["new", "game", "sky_duel"])
    (project / "rulesets/sky_duel").rename(project / "pack")
    (project / "elsewhere").mkdir()
    for name in ("outside.bot", "elsewhere/outside.bot"):
        (project / name).write_text(OLD)
    os.symlink("../outside.bot", project / "pack/link.bot")
    os.symlink("../elsewhere", project / "pack/sub")
    capfd.readouterr()
    for _ in range(2):  # the second time from what was remembered
        assert main(["check", named]) == 1
        assert f"error[BW4302]: `{named}` is a link to a place outside the pack" in capfd.readouterr().out
    (project / "pack/link.bot").unlink()
    (project / "pack/link.bot").write_text(OLD)
    main(["check", "pack/link.bot"])
    assert "pack/link.bot` is a link" not in capfd.readouterr().out


OLD = "kind Bot { hp: 1..3 = 2 house }\n"
SETTLED = "kind Bot { hp: 1..3 house = 2 }\n"


def test_upgrade_writes_the_settled_language(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "a.bot").write_text(OLD)
    (project / "b.bot").write_text(OLD + "kind {\n")
    assert main(["fmt", "--check", "a.bot"]) == 0
    assert main(["fmt", "--upgrade", "--check", "a.bot"]) == 1
    assert main(["fmt", "--upgrade", "--diff", "a.bot"]) == 0
    assert (project / "a.bot").read_text() == OLD
    capfd.readouterr()
    assert main(["fmt", "--upgrade", "."]) == 1
    assert (project / "a.bot").read_text() == SETTLED
    assert (project / "b.bot").read_text() == OLD + "kind {\n"
    out, err = capfd.readouterr()
    assert out == "changed a.bot\n"
    assert "b.bot:2:6" in err
    assert botwright("fmt", "--upgrade", "-", cwd=project, stdin=OLD.encode()).stdout.decode() == SETTLED


def test_upgrade_and_fix_do_the_same(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "a.bot").write_text(OLD)
    main(["check", "--fix", "a.bot"])
    assert (project / "a.bot").read_text() == SETTLED
    assert "BW1111" not in "".join(capfd.readouterr())
