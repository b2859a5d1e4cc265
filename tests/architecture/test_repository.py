"""The repository speaks only of itself: no registry, no machine, and only pinned, hashed requirements."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.architecture.tree import ROOT, kept_files, name_of

FOREIGN_LOCKS = {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "package-lock.json", "yarn.lock"}
REGISTRY = re.compile(
    r"(?:https?|file)://[^\s\"'`]*(?:pypi|pythonhosted|artifactory|nexus|/simple\b|npmjs|conda)"
    r"|--(?:extra-)?index-url[ =]|--find-links[ =]|--trusted-host[ =]",
    re.IGNORECASE,
)
MACHINE = re.compile(
    r"(?<![\w.*~$)}/-])/(?:work|root|opt|mnt|srv)/\w"
    r"|(?<![\w.*~$)}/-])/(?:home|Users)/\w+/\w"
    r"|(?<![\w.*~$)}/-])/(?:private/)?(?:var/)?tmp/\w"
    r"|\b[A-Z]:\\Users\\\w"
)
REQUIREMENT = re.compile(
    r"(?P<name>[a-z0-9-]+)==(?P<version>[^\s;\\]+)(?P<hashes>(?: \\\n    --hash=sha256:[0-9a-f]{64})+)"
)


def of_a_machine(text: str) -> list[str]:
    """Addresses of registries and paths that exist on one machine only."""
    return [match[0] for pattern in (REGISTRY, MACHINE) for match in pattern.finditer(text)]


def test_nothing_of_a_machine_or_a_registry_is_kept() -> None:
    collected = []
    kept = kept_files()
    assert {ROOT / "pyproject.toml", ROOT / "dsl" / "__init__.py"} <= set(kept)
    for path in kept:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        collected += [f"{name_of(path)}: {what}" for what in of_a_machine(text)]
    assert collected == []


SLASH = "/"


@pytest.mark.parametrize(
    "text",
    [
        f"cd {SLASH}root{SLASH}project",
        f'path = "{SLASH}home{SLASH}ann{SLASH}games"',
        f"see {SLASH}tmp{SLASH}x",
        f"https:{SLASH}{SLASH}pypi.org{SLASH}simple",
        f"file:{SLASH}{SLASH}{SLASH}mirror{SLASH}simple",
        "--extra-" + "index-url x",
    ],
)
def test_such_a_thing_is_found(text: str) -> None:
    assert of_a_machine(text)


@pytest.mark.parametrize("text", ["tests/tmp/x", "../../etc/passwd", "$HOME/work/x", "the board/root/leaf", "and/or"])
def test_an_ordinary_path_is_not(text: str) -> None:
    assert of_a_machine(text) == []


def test_no_lock_of_another_installer() -> None:
    built_by_npm = ROOT / "tools" / "editors" / "vscode", ROOT / "tools" / "studio" / "page"
    locks = [path for path in kept_files() if path.name in FOREIGN_LOCKS]
    assert [name_of(path) for path in locks if path.parent not in built_by_npm] == []
    assert [name_of(path) for path in locks if '"resolved"' in path.read_text(encoding="utf-8")] == []


def requirements(file: str) -> dict[str, tuple[str, str]]:
    """Name to version and hashes; every line of the file must be part of a hashed pin or a comment."""
    text = (ROOT / file).read_text(encoding="utf-8")
    bare = "".join(line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("#"))
    assert REQUIREMENT.sub("", bare).strip() == "", f"{file} has a line that is no hashed pin"
    return {match["name"]: (match["version"], match["hashes"]) for match in REQUIREMENT.finditer(bare)}


def wanted(names: list[str]) -> set[str]:
    return {re.sub(r"[-_.]+", "-", re.split(r"[<>=!~ ;\[]", name)[0]).lower() for name in names}


def test_requirements_are_pinned_hashed_and_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    run, everything = requirements("requirements-run.txt"), requirements("requirements.txt")
    assert wanted(project["dependencies"]) <= run.keys()
    assert wanted(project["optional-dependencies"]["dev"]) <= everything.keys()
    assert run.items() <= everything.items(), "run `make lock`"


def test_requirements_of_the_site_agree_with_the_others() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    site, everything = requirements("requirements-docs.txt"), requirements("requirements.txt")
    assert wanted(project["optional-dependencies"]["docs"]) <= site.keys()
    assert {name: site[name] for name in site.keys() & everything.keys()}.items() <= everything.items(), (
        "run `make lock`"
    )
