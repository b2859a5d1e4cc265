"""`python -m tools.docs` builds the site in `build/docs/site`; `--pages` only assembles its pages.

mkdocs runs with `--strict`: a broken link or a page outside the menu stops the build. Afterwards every page is searched
for scripts, styles and fonts of other hosts: the site must work without a network.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.docs.markdown import site_text
from tools.docs.navigation import navigation
from tools.docs.pages import documents, generated
from tools.resources import room

_REMOTE = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=["'](?:https?:)?//[^"']+""")


def assemble(root: Path, target: Path) -> None:
    """Write the pages and the configuration of the site below a folder."""
    shutil.rmtree(target, ignore_errors=True)
    pages = {**documents(root), **dict(generated())}
    for path, text in pages.items():
        file = target / "pages" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(site_text(text, path, pages), encoding="utf-8", newline="\n")
    config = {
        "INHERIT": str(Path(__file__).with_name("mkdocs.yml")),
        "docs_dir": "pages",
        "site_dir": "site",
        "nav": navigation(pages),
    }
    # JSON is YAML
    (target / "mkdocs.yml").write_text(json.dumps(config, indent=1), encoding="utf-8", newline="\n")


def remote_resources(site: Path) -> Iterator[str]:
    """The resources that a page would fetch from another host."""
    for file in sorted(site.rglob("*.html")):
        for match in _REMOTE.finditer(file.read_text(encoding="utf-8")):
            if 'rel="canonical"' not in match[0]:
                yield f"{file.relative_to(site)}: {match[0]}"


def main(arguments: Sequence[str], root: Path) -> int:
    if list(arguments) not in ([], ["--pages"]):
        print("use: python -m tools.docs [--pages]", file=sys.stderr)
        return 2
    target = root / "build" / "docs"
    assemble(root, target)
    if arguments:
        return 0
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(target / "mkdocs.yml")]
    code = subprocess.run(command, check=False).returncode
    resources = list(remote_resources(target / "site")) if code == 0 else []
    for line in resources[:20]:
        print(f"fetched from another host: {line}", file=sys.stderr)
    if code == 0 and not resources:
        print(f"built {target.relative_to(root)}/site/index.html")
    return code or int(bool(resources))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], room("dsl").parent))
