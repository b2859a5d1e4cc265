"""Debian's Chromium, driven by Playwright; the tests of the page are skipped where it or the built page is missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from tests.guards import GUARD
from tools.studio.start import PAGE

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 375, "height": 812}

needs_browser = pytest.mark.skipif(
    not os.path.exists(CHROMIUM) or not (PAGE / "index.html").is_file(),
    reason=f"the page is tried in {CHROMIUM}, after `make studio_page` (Node 20) has built it",
)


expect.set_options(GUARD * 1000)


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def visitor(browser: Browser, **options: object) -> tuple[BrowserContext, Page]:
    """A browser of its own: its own cookies; errors of the page fail the test that meets them."""
    context = browser.new_context(viewport=WIDE, **options)  # type: ignore[arg-type]
    context.set_default_timeout(GUARD * 1000)
    page = context.new_page()
    page.on("pageerror", _raise)
    return context, page


def _raise(error: Error) -> None:
    raise AssertionError(f"the page failed: {error}")


def wide_as(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    over: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return over
