"""Shared by all tests: the hypothesis profiles, the flag that rewrites golden files, and a clean environment.

The profile `ci` is derandomized: the same tests on the same tree give the same answer. The profile `nightly` tries
many more examples and new ones each time. A test that sets `max_examples` itself opts out of both, so set it only
where an example is expensive.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.remembered import forget, remember

settings.register_profile(
    "ci",
    derandomize=True,
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "nightly",
    derandomize=False,
    max_examples=5_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# Loaded modules and games live until the end: without freezing them, garbage collection takes a tenth of the time.
gc.set_threshold(100_000, 50, 100)

# `--hypothesis-profile` is read after this file and wins
settings.load_profile("ci")

# in the background of a shell Ctrl-C is ignored, also by the programs that tests start and end with it
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        default=False,
        help="write the expected output of golden cases anew; read the difference before it is kept",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--rewrite") and os.environ.get("CI"):
        raise pytest.UsageError("--rewrite would make every golden case pass: it is for people, not for CI")


@pytest.fixture(scope="session", autouse=True)
def clean_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the user's caches and histories, or depends on their colour settings."""
    home = tmp_path_factory.mktemp("user")
    for name in ("CACHE", "CONFIG", "DATA", "STATE"):
        os.environ[f"XDG_{name}_HOME"] = str(home / name.lower())
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTHONPATH"):
        os.environ.pop(name, None)
    if settings.get_current_profile_name() != "nightly":
        remember()
    yield
    forget()
    if (program := sys.modules.get("tests.cli.program")) is not None:
        program.Server.stop()
