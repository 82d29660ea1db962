"""A comparison as files: Markdown for a pull request, JSON for programs, HTML for people."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from perimetry.files import write_text
from perimetry.report.comparison import (
    CHANGE_COLUMNS,
    PLACE_COLUMNS,
    FlippedItem,
    view_comparison,
)
from perimetry.report.difference import Change
from perimetry.report.html import render_page
from perimetry.results.comparison import Comparison

SCHEMA_VERSION = 1
MARKDOWN_ACTS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&])")


def write_comparison(comparison: Comparison, folder: Path) -> None:
    """Write ``comparison.md``, ``comparison.json`` and ``comparison.html`` into ``folder``.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    write_text(folder / "comparison.json", comparison_json(comparison))
    write_text(folder / "comparison.md", comparison_markdown(comparison))
    write_text(folder / "comparison.html", comparison_html(comparison))


def comparison_json(comparison: Comparison) -> str:
    """The whole comparison, every flipped item included."""
    record = {"schema_version": SCHEMA_VERSION, **asdict(comparison)}
    return json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def comparison_html(comparison: Comparison) -> str:
    """The comparison as a page that needs nothing beside it."""
    return render_page(
        "comparison.html.j2",
        view=view_comparison(comparison),
        change_columns=CHANGE_COLUMNS,
        place_columns=PLACE_COLUMNS,
    )


def comparison_markdown(comparison: Comparison) -> str:
    """The comparison for a pull request; no text of a user's acts as Markdown."""
    view = view_comparison(comparison)
    parts = [
        f"## {_plain(view.title)}",
        _plain(view.headline),
        _table(CHANGE_COLUMNS, view.changes),
        _table(PLACE_COLUMNS, view.places),
        _plain(view.flips),
        *(_flips("Now wrong", view.lost)),
        *(_flips("Now right", view.gained)),
        *(_plain(note) for note in view.footnotes),
    ]
    return "\n\n".join(parts) + "\n"


def _table(columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [columns, ["---"] * len(columns), *([_plain(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _flips(heading: str, flips: Sequence[FlippedItem]) -> list[str]:
    if not flips:
        return []
    lines = [
        f"- {_plain(flip.anchor)}\n"
        f"  - keeps: {_words(flip.keeping)}\n"
        f"  - breaks: {_words(flip.breaking)}"
        for flip in flips
    ]
    return [f"**{heading}**", "\n".join(lines)]


def _words(changes: Sequence[Change]) -> str:
    shown = [
        _plain(" ".join(change.after))
        if change.kind == "equal"
        else " ".join(
            [f"~~{_plain(' '.join(change.before))}~~"] * bool(change.before)
            + [f"**{_plain(' '.join(change.after))}**"] * bool(change.after)
        )
        for change in changes
    ]
    return " ".join(shown) or "(text not kept)"


def _plain(text: str) -> str:
    """``text`` with everything escaped that Markdown or HTML would act on."""
    return MARKDOWN_ACTS.sub(r"\\\1", text)
