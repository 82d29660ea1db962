"""The documentation as a site: it builds without a complaint and lacks no command and no name."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer
from playwright.sync_api import Browser

from perimetry.cli.app import app
from tests.browser import Visit, chromium

pytestmark = pytest.mark.skipif(
    find_spec("sphinx") is None, reason="sphinx is not installed: pip install 'perimetry[docs]'"
)

ROOT = Path(__file__).parents[1]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
LOADED = re.compile(r"<(?:script|img|iframe)[^>]*\ssrc=\"([^\"]*)\"|<link[^>]*\shref=\"([^\"]*)\"")
MODULES = (
    "curation",
    "datasets.tasks",
    "decisions",
    "decisions.ci",
    "decisions.guards",
    "decisions.threshold",
    "doctor",
    "encoders",
    "probes",
    "repair",
    "report",
    "report.gate",
    "results",
    "rules",
    "runner",
    "store",
    "testing.faults",
)


@dataclass(frozen=True)
class Built:
    """The site, and what was complained of while it was built."""

    folder: Path
    complaints: str


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("site")
    places = ["-d", str(folder / "read"), "docs", str(folder / "html")]
    build = [sys.executable, "-m", "sphinx", "-q", "-b", "html", *places]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, timeout=300)
    return Built(folder / "html", done.stderr)


@pytest.fixture
def site(built: Built) -> Path:
    return built.folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def commands() -> Iterator[tuple[str, Any]]:
    """Every command by what is typed, those below others too."""
    waiting = [("perimetry", typer.main.get_command(app))]
    for path, command in waiting:
        yield path, command
        below: dict[str, Any] = getattr(command, "commands", {})
        waiting += [(f"{path} {name}", found) for name, found in below.items()]


def test_the_site_is_built_without_a_complaint(built: Built) -> None:
    assert built.complaints == ""


def test_every_command_and_option_has_help_and_stands_in_the_reference(site: Path) -> None:
    page = (site / "reference" / "cli.html").read_text(encoding="utf-8")
    for path, command in commands():
        assert command.help, path
        place = path.replace(" ", "-")
        assert f'<section id="{place}">' in page, path
        for parameter in command.params:
            assert parameter.help, f"{path} {parameter.name}"
            if parameter.param_type_name == "option":
                for option in [*parameter.opts, *parameter.secondary_opts]:
                    name = option.strip("-")
                    assert re.search(rf'id="cmdoption-{place}-{name}"', page), f"{path} {option}"


@pytest.mark.parametrize("module", MODULES)
def test_every_exported_name_stands_in_the_reference(site: Path, module: str) -> None:
    page = site / "reference" / "python" / f"{module.split('.')[0]}.html"
    text = page.read_text(encoding="utf-8")
    for name in import_module(f"perimetry.{module}").__all__:
        assert f'id="perimetry.{module}.{name}"' in text, name


def test_no_package_with_exports_is_left_out() -> None:
    folders = (ROOT / "src" / "perimetry").glob("**/__init__.py")
    internal = {"cli", "encoders.onnx", "rules.lexicon"}
    exporting = {
        ".".join(found.parent.relative_to(ROOT / "src" / "perimetry").parts)
        for found in folders
        if "\n__all__" in found.read_text(encoding="utf-8")
    }
    assert exporting - {""} - internal == set(MODULES)


def test_every_name_of_the_front_leads_to_its_description(site: Path) -> None:
    text = (site / "reference" / "python" / "index.html").read_text(encoding="utf-8")
    for name in import_module("perimetry").__all__:
        assert re.search(rf'href="\w+\.html#perimetry\.\w+\.{name}"', text), name


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = list(site.glob("**/*.html"))
    assert len(pages) > 40
    for page in pages:
        for found in LOADED.finditer(page.read_text(encoding="utf-8")):
            assert not re.match(r"https?:|//", found[1] or found[2]), f"{page.name}: {found[0]}"


@pytest.mark.parametrize("name", ["index", "reference/core"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_page_fits_its_window_and_complains_of_nothing(
    browser: Browser, site: Path, name: str, size: Any
) -> None:
    page = browser.new_page(viewport=size)
    found = Visit(page)
    page.on("console", lambda message: found.complaints.append(message.text))
    page.on("request", lambda request: found.requests.append(request.url))
    page.goto((site / f"{name}.html").as_uri())
    assert found.sideways() <= 0
    assert found.complaints == []
    assert all(url.startswith(("file:", "data:")) for url in found.requests)
    page.close()


def test_the_search_works_without_a_server(browser: Browser, site: Path) -> None:
    page = browser.new_page(viewport=DESK)
    page.goto((site / "search.html").as_uri() + "?q=certificate")
    # Results come one after the other.
    page.locator("#search-results").get_by_text("Thresholds with a certificate").first.wait_for()
    page.close()
