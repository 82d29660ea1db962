"""Every command stands in the docs, and every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

from perimetry.cli.app import app

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(r"docs/[\w/-]+\.md")
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
COMMANDS = sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_stands_in_the_docs(command: str) -> None:
    assert typer.main.get_command(app).commands[command].help  # type: ignore[attr-defined]
    assert any(f"perimetry {command}" in page.read_text(encoding="utf-8") for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        place = (page.parent / target).resolve() if target else page
        assert place.exists(), f"{page.name}: {link}"
        if anchor:
            assert anchor in anchors(place), f"{page.name}: {link}"


def test_every_page_that_the_program_names_exists() -> None:
    for folder in ("src", "benchmarks", "tests"):
        for source in sorted((ROOT / folder).glob("**/*.py")):
            for page in NAMED.findall(source.read_text(encoding="utf-8")):
                assert (ROOT / page).is_file(), f"{source.relative_to(ROOT)}: {page}"


def test_every_data_card_has_a_page() -> None:
    pages = "".join(page.read_text("utf-8") for page in ROOT.glob("docs/reference/cards/*.md"))
    for card in ROOT.glob("src/**/CARD.md"):
        assert f"{{include}} ../../../{card.relative_to(ROOT).as_posix()}" in pages, card


def anchors(page: Path) -> set[str]:
    """The names that a reader's page gives its headings."""
    found = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in found}
