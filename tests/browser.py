"""Headless Chromium for the tests of pages, and what a page must never do in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

MISSING = "headless Chromium is not installed; on Debian: apt-get install chromium"
GRAVE = ("serious", "critical")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; a skip, or a failure under PERIMETRY_REQUIRE_BROWSER, where there is none.

    While it is open no other event loop runs in the process, so a module's fixture is its scope.
    """
    path = shutil.which("chromium")
    if path is None:
        if os.environ.get("PERIMETRY_REQUIRE_BROWSER"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=[*QUIET])
        yield browser
        browser.close()


@dataclass
class Visit:
    """An open page: what it logged, asked for and asked the reader since it was opened."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    def grave_violations(self, *rules: str) -> list[str]:
        """What axe-core calls serious or critical, with the elements; of some rules, or of all."""
        asked = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
        found = Axe().run(self.page, options=asked).response["violations"]
        return [
            f"{each['id']}: {[node['html'][:200] for node in each['nodes']]}"
            for each in found
            if each["impact"] in GRAVE
        ]

    def sideways(self) -> int:
        """By how many pixels the page is wider than its window."""
        width: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return width


@contextmanager
def visit(browser: Browser, path: Path, fragment: str = "", **options: Any) -> Iterator[Visit]:
    """Open a file in a window of its own; ``options`` are those of a Playwright context.

    The page must log nothing, ask for nothing but itself, and open no dialog.
    """
    context = browser.new_context(reduced_motion="reduce", **options)
    page = context.new_page()
    found = Visit(page)
    page.on("console", lambda message: found.complaints.append(message.text))
    page.on("pageerror", lambda error: found.complaints.append(str(error)))
    page.on("request", lambda request: found.requests.append(request.url))
    page.on("dialog", lambda dialog: (found.dialogs.append(dialog.message), dialog.dismiss()))
    page.goto(path.as_uri() + fragment)
    yield found
    context.close()
    asked = {url.partition("#")[0] for url in found.requests} - {path.as_uri()}
    assert not found.complaints, found.complaints
    assert not asked, asked
    assert not found.dialogs, found.dialogs
