"""`botwright studio` as a command: what it says when something is missing, and to whoever opens it to a network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.guards import GUARD
from tests.studio.server import bare_page
from tools.studio.access import LOOPBACK, Access
from tools.studio.start import hosts_of

WITHOUT = "import sys; sys.modules[{!r}] = None; from tools.cli import main; sys.exit(main(['studio', '--no-open']))"


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_a_missing_extra_is_named(missing: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT.format(missing)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert 'the studio needs the extra `studio`: `pip install "botwright[studio]"`' in done.stderr


def test_a_page_that_was_not_built_is_named(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from tools.studio import start; start.serve.__defaults__ = (Path('nowhere'),); "
    code += "from tools.cli import main; sys.exit(main(['studio', '--no-open']))"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "`make studio` builds it (with Node 20)" in done.stderr


def test_whoever_opens_it_to_a_network_is_warned(tmp_path: Path) -> None:
    page = bare_page(tmp_path / "page")
    code = f"import sys; from pathlib import Path; from tools.studio import start; start.serve.__defaults__ = (Path({str(page)!r}),); "
    code += "from tools.cli import main; sys.exit(main(['studio', '--no-open', '--host', '0.0.0.0']))"
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stderr.readline().startswith("warning: others on the network reach this")
        assert "http://127.0.0.1:" in process.stdout.readline()
        process.terminate()
        process.wait(GUARD)


def test_other_names_are_served_only_with_host() -> None:
    assert hosts_of("127.0.0.1") == LOOPBACK
    assert "192.0.2.7" in hosts_of("192.0.2.7")
    assert Access(80, hosts_of("192.0.2.7")).serves("192.0.2.7")
    assert not Access(8080, hosts_of("192.0.2.7")).serves("192.0.2.7")
    assert not Access(8080, LOOPBACK).serves("192.0.2.7:8080")
