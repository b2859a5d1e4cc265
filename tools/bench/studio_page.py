"""Measures the studio in a real browser: from a keystroke to its finding, from a click to the drawn answer, the size of
the page, and how soon it is there.

A game and its largest pack are copied into a workspace of their own. Every figure is compared with the limit that
people do not notice, since nothing else waits for a person as a page does.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tools.bench.check_speed import richest_pack
from tools.bench.results import Measurement, as_json, as_table, rounded
from tools.report.findings import CommandOutput
from tools.studio.start import PAGE

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
KEYSTROKES, CLICKS, VIEWS = 30, 40, 5
FINDING_MS, CLICK_MS, PAGE_KB, VIEW_MS = 150.0, 100.0, 300.0, 1_000.0
"""What the studio promises; its figures should not be above."""
FIELD = re.compile(r"(?m)^  [a-z]\w* \w+")
"""A line of a card that begins with a field."""
PAUSE_MS = 450
"""Longer than the pause after which the whole check begins, so that it is over before the next keystroke."""

WATCH_FINDINGS = """() => {
  window.times = []; let at = 0, shown = document.querySelectorAll('.finding').length;
  document.querySelector('.cm-content').addEventListener('keydown', () => { at = performance.now(); }, true);
  new MutationObserver(() => {
    const now = document.querySelectorAll('.finding').length;
    if (at && now !== shown) { window.times.push(performance.now() - at); at = 0; }
    shown = now;
  }).observe(document.querySelector('.findings'), { childList: true, subtree: true });
}"""
WATCH_TABLE = """() => {
  window.times = []; let at = 0;
  document.addEventListener('click', () => { at = performance.now(); }, true);
  new MutationObserver(() => requestAnimationFrame(() => {
    if (at) { window.times.push(performance.now() - at); at = 0; }
  })).observe(document.querySelector('.table-room'), { childList: true });
}"""
CLICK = """(salt) => {
  const options = [...document.querySelectorAll('.option-button:not(.chosen)')];
  const one = document.querySelector('.actions .main:not([disabled])') ?? options[salt % options.length]
    ?? document.querySelector('[data-pass]');
  one?.click();
  return !!one;
}"""
WATCH_VIEW = """new MutationObserver(() => {
  if (window.viewed === undefined && document.querySelector('main h1')) window.viewed = performance.now();
}).observe(document, { childList: true, subtree: true });"""


class NoBrowser(Exception):
    """There is no Chromium here, or no built page."""


def studio_bench(format: str = "full") -> CommandOutput:
    if not os.path.exists(CHROMIUM) or not (PAGE / "index.html").is_file():
        raise NoBrowser(f"this needs {CHROMIUM}, and the page that `make studio_page` builds")
    with tempfile.TemporaryDirectory(prefix="botwright-bench-") as folder:
        pack = shutil.copytree(richest_pack(), Path(folder) / "content" / Path(richest_pack()).name)
        with _served(folder) as url, _browser() as browser:
            results = list(_results(browser, url, pack))
    return CommandOutput(as_json(results) if format == "json" else as_table(results))


def _results(browser: Browser, url: str, pack: Path) -> Iterator[Measurement]:
    base = url.split("/?")[0]
    views = [_first_view(browser, url, base) for _ in range(VIEWS)]
    yield _time("first view p50", _part(views, 50), VIEW_MS)
    page = _owner(browser, url)
    finding = _keystrokes(page, base, pack)
    for part in (50, 95):
        yield _time(f"finding p{part}", _part(finding, part), FINDING_MS)
    clicks = _clicks(page, base)
    for part in (50, 95):
        yield _time(f"click p{part}", _part(clicks, part), CLICK_MS)
    size = sum(_transferred(f"{base}/{path}") for path in _files()) / 1_000
    yield Measurement("page", rounded(size), PAGE_KB, PAGE_KB, rounded(size / PAGE_KB), "KB", 1.0, 1.0, True)


def _time(name: str, milliseconds: float, limit: float) -> Measurement:
    ratio = rounded(milliseconds / limit)
    return Measurement(name, rounded(milliseconds), limit, limit, ratio, "ms", 1.0, 1.0, True)


def _part(times: Sequence[float], part: int) -> float:
    return sorted(times)[min(len(times) - 1, round((len(times) - 1) * part / 100))]


# ------------------------------------------------------------------------------------------------------- the figures


def _first_view(browser: Browser, url: str, base: str) -> float:
    """From the request of the page to its first heading, without anything cached."""
    page = _owner(browser, url)
    page.add_init_script(WATCH_VIEW)
    page.goto(f"{base}/play")
    page.wait_for_function("() => window.viewed !== undefined")
    seconds: float = page.evaluate("window.viewed")
    page.context.close()
    return seconds


def _keystrokes(page: Page, base: str, pack: Path) -> list[float]:
    """Letters before the name of a field: each makes an unknown field, or takes it back."""
    texts = {path: path.read_text("utf-8") for path in pack.rglob("*.bot")}
    path, text = max(
        ((path, text) for path, text in texts.items() if FIELD.search(text)), key=lambda entry: len(entry[1])
    )
    field = FIELD.search(text)
    assert field is not None
    line = text.count("\n", 0, field.start()) + 1
    page.goto(f"{base}/write/content/{pack.name}/{path.relative_to(pack).as_posix()}#L{line}")
    page.wait_for_selector(".findings .good")
    page.wait_for_timeout(2_000)  # the whole check of the pack
    page.evaluate(WATCH_FINDINGS)
    page.keyboard.press("Home")
    for number in range(KEYSTROKES):
        page.keyboard.press("Backspace" if number % 2 else "q")
        page.wait_for_function("(count) => window.times.length > count", arg=number)
        page.wait_for_timeout(PAUSE_MS)
    times: list[float] = page.evaluate("window.times")
    return times


def _clicks(page: Page, base: str) -> list[float]:
    """Clicks on options of a match against a bot that plays at random, until the table is drawn anew."""
    page.goto(f"{base}/play")
    page.wait_for_selector("#begin")
    page.get_by_label("Seed").fill("5")
    page.click("#begin")
    page.wait_for_selector(".option-button")
    page.evaluate(WATCH_TABLE)
    for number in range(CLICKS):
        if not page.evaluate(CLICK, number * 7):
            break
        page.wait_for_function("(count) => window.times.length > count", arg=number)
    times: list[float] = page.evaluate("window.times")
    return times


def _files() -> list[str]:
    return ["", *sorted(f"assets/{path.name}" for path in (PAGE / "assets").iterdir())]


def _transferred(address: str) -> int:
    """The bytes of a file as a browser gets it."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})  # noqa: S310 - our own server
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - our own server
        return len(answer.read())


# --------------------------------------------------------------------------------------------- a server and a browser


@contextmanager
def _served(folder: str) -> Iterator[str]:
    settings = {"XDG_STATE_HOME": str(Path(folder, "state")), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "tools.cli", "studio", folder, "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | settings) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


def _owner(browser: Browser, url: str) -> Page:
    page = browser.new_page()
    page.goto(url)
    return page
