"""The installed program is this tree, and its data is found from any folder."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.architecture.tree import ROOT
from tools.resources import shipped_packs, shipped_rulesets, shipped_text

LOOK = """
import json, sys
import botwright
from tools.resources import room
print(json.dumps({"face": botwright.__file__, "symbols": {name: str(room(name)) for name in ("dsl", "rulesets", "content")}}))
"""


def test_an_editable_install_finds_this_tree_from_elsewhere(tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, "-c", LOOK], cwd=tmp_path, capture_output=True, text=True, check=True)
    seen = json.loads(run.stdout)
    assert seen["symbols"] == {name: str(ROOT / name) for name in ("dsl", "rulesets", "content")}
    # the install copies the public import; a copy of yesterday would hide the one of today
    installed = Path(seen["face"]).read_text(encoding="utf-8")
    assert installed == (ROOT / "botwright.py").read_text(encoding="utf-8"), "run `make install`"


def test_shipped_games_and_packs_are_the_folders_with_a_manifest() -> None:
    assert list(shipped_rulesets().values()) == sorted(
        path.parent for path in (ROOT / "rulesets").glob("*/ruleset.yaml")
    )
    assert list(shipped_packs().values()) == sorted(path.parent for path in (ROOT / "content").glob("*/pack.yaml"))


def test_shipped_text_stays_in_its_room() -> None:
    assert shipped_text("dsl", "__init__.py") == (ROOT / "dsl" / "__init__.py").read_text(encoding="utf-8")
    assert shipped_text("dsl", "diagnostics", "errors", "BW0000.md") is None
    assert shipped_text("dsl", "diagnostics", "errors") is None
    for part in ("..", "../source.py", "..\\source.py", "", "/etc/passwd", "a\0b"):
        assert shipped_text("dsl", "diagnostics", "errors", part) is None


def test_a_bare_import_of_resources_is_cheap() -> None:
    code = "import sys, tools.resources; print('importlib.resources' in sys.modules, 'rich' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]
