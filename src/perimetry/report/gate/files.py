"""A gate as files: Markdown for a pull request, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from perimetry.report.comparison_files import MARKDOWN_ACTS
from perimetry.report.gate.view import Row, Section, view_gate
from perimetry.report.wording import visible
from perimetry.results.gate import GateReport

SCHEMA_VERSION = 1


def gate_json(report: GateReport) -> str:
    """Every ruling, and whether the gate passes."""
    record = {"schema_version": SCHEMA_VERSION, "passed": report.passed, **asdict(report)}
    return json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


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


def plain(text: str) -> str:
    """``text`` with everything escaped that Markdown or HTML would act on."""
    return MARKDOWN_ACTS.sub(r"\\\1", text)


def _section(section: Section) -> Iterator[str]:
    yield f"### {plain(section.title)}"
    if section.shown:
        yield _table(section.columns, section.shown)
    notes = [
        f"- {plain(row.cells[0])}: {plain(row.note)}"
        for row in section.shown
        if row.note and row.outcome != "pass"
    ]
    if notes:
        yield "\n".join(notes)
    if section.others:
        table = _table(section.columns, section.others)
        yield f"<details><summary>{section.summary}</summary>\n\n{table}\n\n</details>"


def _table(columns: Sequence[str], rows: Sequence[Row]) -> str:
    lines = [columns, ["---"] * len(columns), *([plain(cell) for cell in r.cells] for r in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
