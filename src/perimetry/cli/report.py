"""``perimetry report``: finished records as one page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from perimetry.report.dossier import Dossier


def _schema(wanted: bool) -> None:
    if wanted:
        from perimetry.report.json_view import report_schema

        typer.echo(report_schema(), nl=False)
        raise typer.Exit


def report(
    audit: Annotated[Path, typer.Argument(metavar="AUDIT", help="The folder of an audit.")],
    records: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="RECORD",
            help="Checkups, comparisons, certificates of a threshold or a repair: files or folders",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The page. Default: report.html in the audit's folder.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Write it as Markdown for a pull request to this file too.")
    ] = None,
    json: Annotated[
        Path | None, typer.Option(help="Write it as JSON for programs to this file too.")
    ] = None,
    redact: Annotated[bool, typer.Option("--redact", help="Show no item's text.")] = False,
    schema: Annotated[
        bool,
        typer.Option(
            "--schema", callback=_schema, is_eager=True, help="Print the JSON's schema and stop."
        ),
    ] = False,
) -> None:
    """Join finished records into one page: nothing is encoded and nothing is measured.

    Each record is recognised by what it is.
    """
    from perimetry.cli.next_step import tell_next
    from perimetry.files import write_text
    from perimetry.report.dossier import read_dossier
    from perimetry.report.html import render_html
    from perimetry.report.json_view import report_json
    from perimetry.report.markdown.report import report_markdown
    from perimetry.report.view import build_view
    from perimetry.results import audit_paths

    del schema
    found = read_dossier([audit, *(records or ())])
    view = build_view(found.without_texts() if redact else found)
    folder = audit if audit.is_dir() else audit.parent
    page = out or audit_paths(folder)["report"]
    write_text(page, render_html(view))
    if markdown:
        write_text(markdown, report_markdown(view))
    if json:
        write_text(json, report_json(view))
    for line in counted(found):
        typer.echo(line)
    typer.echo(f"Report: {page}")
    for file in (markdown, json):
        if file:
            typer.echo(f"Written: {file}")
    tell_next(following(found, folder))


def counted(found: Dossier) -> Iterator[str]:
    """What was found, a line each."""
    names = [record.name for record in found.audit.encoders]
    yield f"Audit: {found.audit.id}, {', '.join(names)}"
    for what, records in (
        ("Checkups", found.checkups),
        ("Comparisons", found.comparisons),
        ("Certificates of a threshold", found.certificates),
        ("Certificates of a repair", found.repairs),
    ):
        if records:
            yield f"{what}: {len(records)}"


def following(found: Dossier, folder: Path) -> str:
    """The command that adds what the page lacks first."""
    from perimetry.cli.next_step import step

    if not found.checkups:
        return step("doctor", "MODEL", does="looks for silent faults")
    if not found.certificates:
        return step("threshold", "MODEL", "--pairs", "mine.csv", does="looks for a safe cut-off")
    if not found.comparisons and len(found.audit.encoders) > 1:
        return step("compare", "OLD", "NEW", "--out", "comparison", does="says which is better")
    return step("baseline", "save", folder, does="lets perimetry gate stop what gets worse")
