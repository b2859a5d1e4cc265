"""The configuration of editors on the how-to page: what can be parsed is, and all of them start the same server."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import termios
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


def test_the_extension_for_zed_is_well_formed() -> None:
    folder = ROOT / "tools/editors/zed"
    extension = tomllib.loads((folder / "extension.toml").read_text("utf-8"))
    language = tomllib.loads((folder / "languages/botwright/config.toml").read_text("utf-8"))
    package = tomllib.loads((folder / "Cargo.toml").read_text("utf-8"))
    (server,) = extension["language_servers"].values()
    assert server["languages"] == [language["name"]]
    assert set(server["language_ids"]) == {language["name"]}
    assert language["path_suffixes"] == ["bot"]
    assert package["lib"]["crate-type"] == ["cdylib"]
    assert list(json.loads(block("json", 1))["lsp"]) == list(extension["language_servers"])
    source = (folder / "src/lib.rs").read_text("utf-8")
    assert 'which("botwright")' in source
    assert 'vec!["lsp".to_string()]' in source
    assert "register_extension!(Botwright)" in source


def _neovim() -> tuple[int, ...]:
    if shutil.which("nvim") is None:
        return ()
    done = subprocess.run(["nvim", "--version"], capture_output=True, text=True, check=False)
    return tuple(map(int, re.findall(r"v(\d+)\.(\d+)", done.stdout)[0]))


@pytest.mark.skipif(_neovim() < (0, 8), reason="Neovim 0.8 or newer is not installed")
def test_neovim_starts_the_server(tmp_path: Path) -> None:
    card = broken_card(tmp_path / "scrapyard")
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


def broken_card(folder: Path) -> Path:
    """A file with a mistake in a copy of a game."""
    shutil.copytree(ROOT / "rulesets/scrapyard", folder)
    card = folder / "broken.bot"
    card.write_text("kind Crate { wheels: 0..4 = 9 }\n", "utf-8")
    return card


def _eglot() -> bool:
    if shutil.which("emacs") is None:
        return False
    done = subprocess.run(["emacs", "--batch", "--eval", "(require 'eglot)"], capture_output=True, check=False)
    return done.returncode == 0


@pytest.mark.skipif(not _eglot(), reason="Emacs with Eglot is not installed")
def test_emacs_starts_the_server(tmp_path: Path) -> None:
    card = broken_card(tmp_path / "scrapyard")
    program = json.dumps(str(ROOT / ".venv/bin/botwright"))
    init = tmp_path / "init.el"
    init.write_text(block("elisp").replace('"botwright" "lsp"', f'{program} "lsp"'), "utf-8")
    look = """
    (require 'eglot)
    (setq eglot-sync-connect 60)
    (find-file (pop command-line-args-left))
    (apply #'eglot (eglot--guess-contact))
    """
    wait = """
    (with-timeout (120)
      (while (not (flymake-diagnostics)) (accept-process-output nil 0.2)))
    (dolist (one (flymake-diagnostics)) (princ (flymake-diagnostic-text one)))
    """
    done = subprocess.run(
        ["emacs", "--batch", "--load", str(init), "--eval", f"(progn {look} {wait})", str(card)],
        capture_output=True, text=True, timeout=GUARD, cwd=ROOT, check=False,
    )  # fmt: skip
    assert "9 is outside the range 0..4" in done.stdout, done.stderr


@pytest.mark.skipif(shutil.which("hx") is None, reason="Helix is not installed")
def test_helix_shows_the_findings(tmp_path: Path) -> None:
    card = broken_card(tmp_path / "scrapyard")
    folder = tmp_path / "config" / "helix"
    folder.mkdir(parents=True)
    program = str(ROOT / ".venv/bin/botwright")
    (folder / "languages.toml").write_text(
        block("toml").replace('"botwright"\nargs', f"{json.dumps(program)}\nargs"), "utf-8"
    )
    screen = _on_a_screen(["hx", str(card)], tmp_path, b"outside the range", keys=b"]d")
    assert b"outside the range" in screen, screen[-2_000:]


def _on_a_screen(command: list[str], folder: Path, wanted: bytes, keys: bytes) -> bytes:
    """The output of a program on a terminal until something is shown; the keys are pressed again and again."""
    environment = {**os.environ, "XDG_CONFIG_HOME": str(folder / "config"), "TERM": "xterm-256color"}
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe(command[0], command, environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 160, 0, 0))
    seen = b""
    for _ in range(int(GUARD)):
        while select.select([terminal], [], [], 1.0)[0]:
            seen += os.read(terminal, 65_536)
            if wanted in seen:
                break
        if wanted in seen:
            break
        os.write(terminal, keys)
    os.kill(child, signal.SIGTERM)
    os.waitpid(child, 0)
    os.close(terminal)
    return seen


def _program() -> str:
    program = ROOT / ".venv" / "bin" / "botwright"
    return f'{{ "{program}", "lsp" }}'
