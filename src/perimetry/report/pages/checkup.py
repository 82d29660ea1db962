"""A checkup as a page that needs nothing beside it."""

from __future__ import annotations

from pathlib import Path

from perimetry.files import write_text
from perimetry.report.html import render_page
from perimetry.report.sections.checkup import CHECK_SIGNS, view_checkup
from perimetry.results import Checkup, checkup_paths


def render_checkup(checkup: Checkup) -> str:
    """The checkup as an HTML page. Equal checkups give equal bytes."""
    return render_page(
        "checkup.html.j2", checkup=view_checkup(checkup), check_signs=CHECK_SIGNS, several=False
    )


def write_checkup_report(checkup: Checkup, folder: Path) -> Path:
    """Write ``report.html`` into ``folder``, all or nothing, and return its path.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    path = checkup_paths(folder)["report"]
    write_text(path, render_checkup(checkup))
    return path
