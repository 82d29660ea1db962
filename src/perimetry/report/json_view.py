"""The report as JSON for programs, with a published schema.

It holds what the page says, from the same view: sentences as they are read, and numbers as numbers
where the page has a table of estimates.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Literal

from perimetry.report.dossier import Dossier
from perimetry.report.view import View, build_view
from perimetry.results import Audit
from perimetry.results.record_file import record_json

KIND: Literal["perimetry report"] = "perimetry report"
SCHEMA_VERSION: Literal[1] = 1
"""Raised with each change to the view that a reader of an older one would stumble over."""

SCHEMA_FILE = f"report-{SCHEMA_VERSION}.json"


@dataclass(frozen=True)
class ReportRecord:
    """A report as it is written: what it is, the version of its schema, its title and its view."""

    kind: Literal["perimetry report"]
    schema_version: Literal[1]
    title: str
    report: View


def report_json(found: Audit | Dossier | View) -> str:
    """The report on an audit, and on the records beside it, as one JSON object.

    Equal records give equal text. It keeps to :func:`report_schema`.
    """
    view = build_view(found)
    return record_json(asdict(ReportRecord(KIND, SCHEMA_VERSION, view.title, view)))


def report_schema() -> str:
    """The JSON Schema (draft 2020-12) of :func:`report_json`."""
    return files("perimetry.report").joinpath("schema", SCHEMA_FILE).read_text(encoding="utf-8")
