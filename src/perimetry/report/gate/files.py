"""A gate as files: Markdown for a pull request, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from perimetry.report.gate.view import Section, view_gate
from perimetry.report.markdown.words import bullets, details, plain, table
from perimetry.report.wording import visible
from perimetry.results.gate import GateReport
from perimetry.results.record_file import record_json

SCHEMA_VERSION = 1


def gate_json(report: GateReport) -> str:
    """Every ruling, and whether the gate passes."""
    ruled = {"schema_version": SCHEMA_VERSION, "passed": report.passed, **asdict(report)}
    return record_json(ruled)


def gate_markdown(report: GateReport) -> str:
    """The gate for a pull request; no name acts as Markdown or HTML."""
    view = view_gate(report)
    parts = [f"## {plain(view.title)}", f"**{plain(view.headline)}**"]
    for section in view.sections:
        parts += _section(section)
    parts += [plain(note) for note in view.footnotes]
    return "\n\n".join(parts) + "\n"


def error_markdown(error: Exception) -> str:
    """A gate that came to no ruling, for a pull request."""
    return f"## Gate\n\n**The gate cannot judge.** {plain(visible(str(error)))}\n"


def _section(section: Section) -> Iterator[str]:
    yield f"### {plain(section.title)}"
    if section.shown:
        yield table(section.columns, [row.cells for row in section.shown])
    notes = [
        f"{plain(row.cells[0])}: {plain(row.note)}"
        for row in section.shown
        if row.note and row.outcome != "pass"
    ]
    if notes:
        yield bullets(notes)
    if section.others:
        others = table(section.columns, [row.cells for row in section.others])
        yield details(section.summary, others)
