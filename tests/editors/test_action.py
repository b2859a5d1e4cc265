"""The GitHub action: its steps run, one after another, in a repository with a pull request."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.editors.open_game import FOLDERS
from tests.shipped import ROOT

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(BASH is None or shutil.which("git") is None, reason="bash and git run the steps")


def steps() -> list[dict[str, Any]]:
    action = YAML(typ="safe").load((ROOT / "action.yml").read_text("utf-8"))
    assert action["runs"]["using"] == "composite"
    found: list[dict[str, Any]] = action["runs"]["steps"]
    return found


class Runner:
    """Runs the steps of the action as a workflow does, but for what the services of GitHub do."""

    def __init__(self, folder: Path) -> None:
        self.repository, self.temp = folder / "repository", folder / "temp"
        self.temp.mkdir()
        for name in FOLDERS:
            shutil.copytree(ROOT / name, self.repository / name, ignore=shutil.ignore_patterns("__pycache__"))
        program = folder / "bin" / "botwright"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m tools.cli "$@"\n', "utf-8")
        program.chmod(0o755)
        self.environment = {
            **{name: os.environ[name] for name in ("HOME", "TMPDIR") if name in os.environ},
            "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_OUTPUT": str(self.temp / "output"),
            "GITHUB_STEP_SUMMARY": str(self.temp / "summary"),
            "GITHUB_ACTION_PATH": str(ROOT),
        }
        self.git("init", "--quiet", "--initial-branch=main")
        self.base = self.commit("The game")

    def git(self, *words: str) -> str:
        who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "commit.gpgsign=false"]
        done = subprocess.run(["git", *who, *words], cwd=self.repository, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def commit(self, message: str) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD")

    def run(self, **inputs: str) -> dict[str, int]:
        """The exit code of each step by its id."""
        codes = {}
        for step in steps():
            if "run" not in step or step["id"] == "install":
                continue
            more = {name: self.filled(str(value), inputs) for name, value in step.get("env", {}).items()}
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=self.repository, env={**self.environment, **more}, capture_output=True, text=True, check=False,
            )  # fmt: skip
            codes[step["id"]] = done.returncode
            (self.temp / f"{step['id']}.out").write_text(done.stdout + done.stderr, "utf-8")
        return codes

    def filled(self, value: str, inputs: dict[str, str]) -> str:
        return re.sub(
            r"\$\{\{ inputs\.([\w-]+)[^}]*\}\}", lambda match: inputs.get(match[1].replace("-", "_"), ""), value
        )

    def said(self, name: str) -> str:
        return (self.temp / name).read_text("utf-8")


def test_a_good_and_a_bad_pull_request(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    cards = runner.repository / "content/scrapyard-starter/bots.bot"
    manifest = runner.repository / "content/scrapyard-starter/pack.yaml"
    cards.write_text(cards.read_text("utf-8").replace("  hull 12\n", "  hull 13\n", 1), "utf-8")
    version = re.sub(
        r"(?m)^version: (\d+)\.(\d+)\.(\d+)$",
        lambda m: f"version: {m[1]}.{int(m[2]) + 1}.0",
        manifest.read_text("utf-8"),
    )
    manifest.write_text(version, "utf-8")
    runner.commit("A stronger bot")
    codes = runner.run(base=runner.base, strict="true")
    summary = runner.said("summary")
    assert set(codes.values()) == {0}, summary
    assert "everything holds" in summary
    assert "~ Bot Forklift" in summary
    assert re.search(r"(?m)^\+.*13", summary), summary
    assert json.loads(runner.said("botwright.sarif"))["runs"][0]["results"] == []

    (runner.temp / "summary").unlink()
    manifest.write_text(version.replace("1.1.0", "1.0.0"), "utf-8")
    cards.write_text(cards.read_text("utf-8").replace("  hull 13\n", "  hul 13\n", 1), "utf-8")
    runner.commit("A mistake")
    codes = runner.run(base=runner.base, strict="true")
    assert codes["result"] == 1
    assert "failed (check, " in runner.said("summary")
    assert "::error file=content/scrapyard-starter/bots.bot" in runner.said("check.out")
    assert json.loads(runner.said("botwright.sarif"))["runs"][0]["results"]


def test_a_new_and_a_removed_pack(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    pack = runner.repository / "content/crabs"
    shutil.copytree(runner.repository / "content/scrapyard-starter", pack)
    manifest = pack / "pack.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("id: scrapyard-starter", "id: crabs"), "utf-8")
    base = runner.commit("A second pack")
    runner.run(base=runner.base, strict="false")
    summary = runner.said("summary")
    assert "content/crabs is new" in summary
    assert re.search(r"(?m)^\+.*Forklift", summary), "all cards of a new pack are shown"
    shutil.rmtree(pack)
    (runner.temp / "summary").unlink()
    runner.commit("It was a bad idea")
    codes = runner.run(base=base, strict="true")
    assert "content/crabs is gone" in runner.said("summary")
    assert set(codes.values()) == {0}


def test_a_file_that_is_not_formatted_is_annotated(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    cards = runner.repository / "content/scrapyard-starter/bots.bot"
    cards.write_text(cards.read_text("utf-8").replace("  hull 10\n", "  hull    10\n"), "utf-8")
    runner.commit("Spread out")
    assert runner.run(base=runner.base, strict="true")["result"] == 1
    assert "::error title=Botwright::some files are not in the one style" in runner.said("format.out")
    assert "failed (fmt" in runner.said("summary")


def test_the_action_installs_itself() -> None:
    (install,) = (step for step in steps() if step.get("id") == "install")
    for file in re.findall(r"\$GITHUB_ACTION_PATH/([\w.-]+)", install["run"]):
        assert (ROOT / file).is_file()
