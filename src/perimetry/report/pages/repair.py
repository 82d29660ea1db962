"""A repair's certificate as files: JSON for programs, Markdown for a model card."""

from __future__ import annotations

from pathlib import Path

from perimetry.files import write_text
from perimetry.report.markdown.words import bullets, plain, table
from perimetry.report.sections.repair import GAIN_COLUMNS, HARM_COLUMNS, view_repair
from perimetry.results.repair import RepairCertificate, write_repair_certificate


def write_repair_report(certificate: RepairCertificate, folder: Path) -> None:
    """Write ``certificate.json`` and ``certificate.md`` into ``folder``.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    write_repair_certificate(certificate, folder / "certificate.json")
    write_text(folder / "certificate.md", repair_markdown(certificate))


def repair_markdown(certificate: RepairCertificate) -> str:
    """The certificate as Markdown, for a model card; no name in it acts as Markdown."""
    view = view_repair(certificate)
    parts = [
        "## Certificate of repair",
        f"**{plain(view.outcome)}.** {plain(view.reason)}",
        plain(view.title),
        "### What was gained",
        table(GAIN_COLUMNS, view.gains),
        "### What must not become worse",
        table(HARM_COLUMNS, view.harms) if view.harms else "Nothing was tested for harm.",
        bullets([plain(note) for note in view.notes]),
    ]
    return "\n\n".join(parts) + "\n"
