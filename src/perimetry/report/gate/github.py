"""A gate in GitHub Actions: error lines that it shows at the pull request, and a step summary.

The formats are those of "Workflow commands for GitHub Actions".
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from perimetry.files import storage_errors
from perimetry.report.gate.view import headline, message, name
from perimetry.results.gate import GateReport

SHOWN = 9
"""GitHub shows ten errors a step; the last line says how many there are besides."""


def failure_lines(report: GateReport) -> Iterator[str]:
    """An ``::error`` line for each ruling that fails, at most ten in all."""
    failed = [ruling for ruling in report.rulings if ruling.fails]
    shown = failed if len(failed) == SHOWN + 1 else failed[:SHOWN]
    for ruling in shown:
        yield _error(f"perimetry gate: {name(ruling)}", message(ruling, report))
    if len(failed) > len(shown):
        yield _error("perimetry gate", f"{headline(report)} The step's summary has them all.")


def error_lines(error: Exception) -> Iterator[str]:
    """The ``::error`` line of a gate that came to no ruling."""
    yield _error("perimetry gate", str(error))


def append_summary(path: Path, markdown: str) -> None:
    """Add ``markdown`` to the step's summary, which other commands of the step write to as well.

    Raises:
        StorageError: the file cannot be written.
    """
    with storage_errors(path), path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(markdown)


def _error(title: str, text: str) -> str:
    return f"::error title={_property(title)}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
