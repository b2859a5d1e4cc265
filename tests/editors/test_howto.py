"""The configuration of editors on the how-to page: what can be parsed is, and all of them start the same server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.guards import GUARD
from tests.shipped import ROOT

PAGE = (ROOT / "dsl/docs/howto/use-an-editor.md").read_text("utf-8")


def block(language: str, number: int = 0) -> str:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[number]


def test_helix() -> None:
    settings = tomllib.loads(block("toml"))
    (language,) = settings["language"]
    server = settings["language-server"][language["language-servers"][0]]
    assert [server["command"], *server["args"]] == ["botwright", "lsp"]


def test_settings_and_jobs_are_well_formed() -> None:
    package = json.loads((ROOT / "tools/editors/vscode/package.json").read_text("utf-8"))
    assert set(json.loads(block("json"))) <= set(package["contributes"]["configuration"]["properties"])
    inputs = YAML(typ="safe").load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    job = YAML(typ="safe").load(block("yaml"))["jobs"]["botwright"]
    assert set(job["steps"][1]["with"]) <= set(inputs)
    commands = YAML(typ="safe").load(block("yaml", 1))["botwright"]["script"]
    assert all(one.startswith(("pip install ", "botwright ")) for one in commands)


def _neovim() -> tuple[int, ...]:
    if shutil.which("nvim") is None:
        return ()
    done = subprocess.run(["nvim", "--version"], capture_output=True, text=True, check=False)
    return tuple(map(int, re.findall(r"v(\d+)\.(\d+)", done.stdout)[0]))


@pytest.mark.skipif(_neovim() < (0, 8), reason="Neovim 0.8 or newer is not installed")
def test_neovim_starts_the_server(tmp_path: Path) -> None:
    folder = tmp_path / "scrapyard"
    shutil.copytree(ROOT / "rulesets/scrapyard", folder)
    card = folder / "broken.bot"
    card.write_text("kind Crate { wheels: 0..4 = 9 }\n", "utf-8")
    (tmp_path / "init.lua").write_text(block("lua").replace('{ "botwright", "lsp" }', _program()), "utf-8")
    look = (
        "lua vim.wait(300000, function() return #vim.diagnostic.get(0) > 0 end, 200); "
        "for _, d in ipairs(vim.diagnostic.get(0)) do io.stdout:write(d.code .. '\\n') end"
    )
    done = subprocess.run(
        ["nvim", "--headless", "--clean", "-u", str(tmp_path / "init.lua"), str(card), "-c", look, "-c", "qa!"],
        capture_output=True, text=True, timeout=GUARD, cwd=ROOT, check=False,
    )  # fmt: skip
    assert "BW" in done.stdout + done.stderr, done.stderr


def _program() -> str:
    program = ROOT / ".venv" / "bin" / "botwright"
    return f'{{ "{program}", "lsp" }}'
