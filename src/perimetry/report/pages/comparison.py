"""A comparison as files: Markdown for a pull request, JSON for programs, HTML for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from perimetry.files import write_text
from perimetry.report.html import render_page
from perimetry.report.markdown.records import flip_list
from perimetry.report.markdown.words import plain, table
from perimetry.report.sections.comparison import (
    CHANGE_COLUMNS,
    PLACE_COLUMNS,
    FlippedItem,
    view_comparison,
)
from perimetry.results.comparison import Comparison, comparison_json


def write_comparison(comparison: Comparison, folder: Path) -> None:
    """Write ``comparison.md``, ``comparison.json`` and ``comparison.html`` into ``folder``.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    write_text(folder / "comparison.json", comparison_json(comparison))
    write_text(folder / "comparison.md", comparison_markdown(comparison))
    write_text(folder / "comparison.html", comparison_html(comparison))


def comparison_html(comparison: Comparison) -> str:
    """The comparison as a page that needs nothing beside it."""
    return render_page(
        "comparison.html.j2",
        comparison=view_comparison(comparison),
        change_columns=CHANGE_COLUMNS,
        place_columns=PLACE_COLUMNS,
    )


def comparison_markdown(comparison: Comparison) -> str:
    """The comparison for a pull request; no text of a user's acts as Markdown."""
    view = view_comparison(comparison)
    parts = [
        f"## {plain(view.title)}",
        plain(view.headline),
        table(CHANGE_COLUMNS, view.changes),
        table(PLACE_COLUMNS, view.places),
        plain(view.flips),
        *(_flips("Now wrong", view.lost)),
        *(_flips("Now right", view.gained)),
        *(plain(note) for note in view.footnotes),
    ]
    return "\n\n".join(parts) + "\n"


def _flips(heading: str, flips: Sequence[FlippedItem]) -> list[str]:
    return [f"**{heading}**", flip_list(flips)] if flips else []
