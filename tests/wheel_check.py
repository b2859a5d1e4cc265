"""The wheel as a new user gets it: built, installed in an empty environment, used from another folder.

`make wheel` runs this. It is a script and not a test because it needs the network and takes a quarter of a minute. The empty
environment gets only what the program says it needs, from the hashed file, so a forgotten dependency or data file
shows here and nowhere else.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("dsl", "interpreter", "tools", "rulesets", "content")
DATA = {".bot", ".yaml", ".lark", ".json", ".md"}
TYPED = """
import botwright
reveal_type(botwright.Diagnostic.message)
"""
UNREAD = "[mypy]\n\n[mypy-interpreter.*,tools.*]\nfollow_imports = skip\n"
"""Whether a package is typed shows in one class of it; `make types` reads the rest."""


def run(*command: object, cwd: Path, **more: str) -> str:
    """The output of a program that gets no input and no Python settings of ours; its failure is ours."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, env=settings | more, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"wheel check: `{' '.join(words)}` gave {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def holds(condition: object, otherwise: str) -> None:
    if not condition:
        sys.exit(f"wheel check: {otherwise}")


def look_inside(archive: zipfile.ZipFile) -> int:
    """Check that the wheel contains all data files and nothing else; return the number of game files."""
    names = set(archive.namelist())
    for needed in ("botwright/__init__.py", "botwright/py.typed", "dsl/py.typed", "interpreter/py.typed"):
        holds(needed in names, f"{needed} is not in the wheel")
    data = {
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.suffix in DATA and path.is_file()
    }
    holds(data <= names, f"not in the wheel: {sorted(data - names)}")
    built = ROOT / "tools/studio/page/dist"
    page = {path.relative_to(ROOT).as_posix() for path in built.rglob("*") if path.is_file()}
    holds(page <= names, f"of the page of the studio, not in the wheel: {sorted(page - names)}")
    print("wheel check: with the page of the studio" if page else "wheel check: the page of the studio was not built")
    changed = sorted(name for name in data if archive.read(name) != (ROOT / name).read_bytes())
    holds(not changed, f"other in the wheel than here: {changed}")
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    holds(tops == {*ROOMS, "botwright"}, f"folders in the wheel: {sorted(tops)}")
    holds(not any(name.endswith(".pyc") for name in names), "compiled files are in the wheel")
    return sum(name.endswith(".bot") for name in names)


def smallest_game(environment: Path) -> tuple[Path, int]:
    """The installed ruleset with the least text, and the number of its texts; the tests check and play all of them."""
    found = [path.parent for path in environment.glob("lib/python*/site-packages/rulesets/*/ruleset.yaml")]
    texts = {folder: list(folder.rglob("*.bot")) for folder in found}
    game = min(found, key=lambda folder: (sum(path.stat().st_size for path in texts[folder]), folder))
    return game, len(texts[game])


def check(folder: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=ROOT)
    [wheel] = folder.glob("botwright-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        game_files = look_inside(archive)

    empty, elsewhere = folder / "empty", folder / "elsewhere"
    elsewhere.mkdir()
    venv.create(empty, with_pip=True)
    python = empty / "bin" / "python"
    pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "install", "--require-hashes", "-r", ROOT / "requirements-run.txt", cwd=elsewhere)
    run(*pip, "install", "--no-deps", "--no-index", wheel, cwd=elsewhere)
    run(*pip, "check", cwd=elsewhere)

    (elsewhere / "mypy.ini").write_text(UNREAD, encoding="utf-8")
    typed = run(sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "-c", TYPED, cwd=elsewhere)
    holds('"str"' in typed or '"builtins.str"' in typed, f"the installed package is not typed:\n{typed}")

    # its caches and reports go to the temporary folder too
    places = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CACHE", "CONFIG", "DATA", "STATE")}
    game, texts = smallest_game(empty)
    botwright = empty / "bin" / "botwright"
    report = json.loads(run(botwright, "check", game, "--format", "json", cwd=elsewhere, **places))
    files = report["summary"]["files"]
    holds(files >= texts, f"{game.name} has {texts} texts, but only {files} files were checked")
    run(botwright, "simulate", game.name, "-n", "1", cwd=elsewhere, **places)
    print(f"wheel check: {wheel.name}, {game_files} game files as they are here; {game.name} checked and played")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="botwright-") as temporary:
        check(Path(temporary))
