"""A checkup as a page that needs nothing beside it."""

from __future__ import annotations

from pathlib import Path

from perimetry.files import write_text
from perimetry.report.checkup import view_checkup
from perimetry.report.findings import SIGNS, SKIPPED
from perimetry.report.html import render_page
from perimetry.results import Checkup, checkup_paths

COLOURS = {"fail": "blind", "warn": "weak", "pass": "sees-it", "skip": "too-few-to-say"}
"""The classes of our style that colour a word as grave as this outcome."""


def render_checkup(checkup: Checkup) -> str:
    """The checkup as an HTML page. Equal checkups give equal bytes."""
    signs = {outcome: sign for outcome, (sign, _) in {**SIGNS, "skip": SKIPPED}.items()}
    return render_page(
        "checkup.html.j2",
        view=view_checkup(checkup),
        signs=signs,
        colours=COLOURS,
        several=False,
    )


def write_checkup_report(checkup: Checkup, folder: Path) -> Path:
    """Write ``report.html`` into ``folder``, all or nothing, and return its path.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    path = checkup_paths(folder)["report"]
    write_text(path, render_checkup(checkup))
    return path
