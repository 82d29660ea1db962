"""``perimetry gate``: stop a build where a blind spot grew."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perimetry.cli.arguments import StoreLimit, StorePath, Threads, gib

if TYPE_CHECKING:
    from perimetry.decisions.ci import Evidence, GateConfig
    from perimetry.results.baseline import Baseline
    from perimetry.results.gate import GateReport


def gate(
    audits: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="AUDIT",
            help="Folders of audits and checkups, or an encoder. Default: the configured model.",
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(help="Default: perimetry.toml, else pyproject.toml, in the current folder."),
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(help="Instead of the configured baseline.")
    ] = None,
    encoder: Annotated[
        str | None, typer.Option(help="Which encoder is meant, where an audit holds several.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the audit and report of a model.")
    ] = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML to this file.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write Markdown to this file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    threads: Threads = None,
    store: StorePath = None,
    store_limit: StoreLimit = 4.0,
) -> None:
    """Hold an encoder to stated bounds and to a baseline; exit with 1 where it fails.

    0 pass, 1 a bound, a regression or something missing, 2 bad configuration or data, 3 the model
    is unavailable, 4 input or output failed.
    """
    from perimetry.cli.next_step import tell_next
    from perimetry.cli.screen import screen
    from perimetry.decisions.ci import find_config, read_config
    from perimetry.errors import PerimetryError
    from perimetry.files import write_text
    from perimetry.report import gate as drawn
    from perimetry.results.baseline import read_baseline

    github = Github.here()
    try:
        asked = read_config(config or find_config(Path()))
        place = baseline or asked.baseline
        before = read_baseline(place) if place else None
        report = _judged(audits or [], asked, before, encoder, out, threads, store, store_limit)
    except PerimetryError as error:
        if junit:
            write_text(junit, drawn.error_junit(error))
        github.say(drawn.error_lines(error), drawn.error_markdown(error))
        raise
    if junit:
        write_text(junit, drawn.gate_junit(report))
    if markdown:
        write_text(markdown, drawn.gate_markdown(report))
    if json:
        typer.echo(drawn.gate_json(report), nl=False)
    else:
        drawn.print_gate(report, screen())
        tell_next(following(report.passed, audits or [], out))
    github.say(drawn.failure_lines(report), drawn.gate_markdown(report))
    if not report.passed:
        raise typer.Exit(1)


def following(passed: bool, audits: list[str], out: Path | None) -> str:
    """What to do with a gate that passes, or with one that fails."""
    from perimetry.cli.next_step import step

    folders = [name for name in audits if Path(name).is_dir()] or ([str(out)] if out else [])
    if passed:
        saves = "takes these values as the new baseline"
        return step("baseline", "save", *(folders or ["AUDIT"]), does=saves)
    if folders:
        return step("report", folders[0], does="shows the pairs that it gets wrong")
    return step("gate", *audits, "--out", "gate", does="keeps the audit, with its report")


def _judged(
    audits: list[str],
    asked: GateConfig,
    before: Baseline | None,
    encoder: str | None,
    out: Path | None,
    threads: int | None,
    store: Path | None,
    store_limit: float,
) -> GateReport:
    """The rulings on what is named; what was made for them is kept in ``out``."""
    from perimetry.cli.progress import EncodingProgress
    from perimetry.decisions.ci import Asking, baseline_of, gather, judge
    from perimetry.store import VectorStore

    with VectorStore(store, limit_bytes=gib(store_limit)) as vectors, EncodingProgress() as watch:
        found = gather(audits, asked, before, Asking(threads, vectors, watch.encoder))
    if out:
        _keep(found, out)
    return judge(baseline_of(found.audits, found.checkups, encoder=encoder), asked, before)


def _keep(found: Evidence, folder: Path) -> None:
    """Write what was made of a model: the audit with its report, and the checkup."""
    from perimetry.errors import InputError
    from perimetry.report import write_report
    from perimetry.results import Audit, write_audit, write_checkup

    if not found.fresh:
        raise InputError("--out keeps the audit of a model, and only finished audits were named.")
    for made in found.fresh:
        if isinstance(made, Audit):
            write_audit(made, folder)
            write_report(made, folder)
        else:
            write_checkup(made, folder)


@dataclass(frozen=True)
class Github:
    """What GitHub Actions wants to hear; nothing elsewhere."""

    is_here: bool
    summary: Path | None

    @classmethod
    def here(cls) -> Github:
        """As the environment says."""
        summary = os.environ.get("GITHUB_STEP_SUMMARY")
        return cls(os.environ.get("GITHUB_ACTIONS") == "true", Path(summary) if summary else None)

    def say(self, lines: Iterable[str], markdown: str) -> None:
        """Show ``lines`` at the pull request and ``markdown`` in the step's summary."""
        from perimetry.report.gate import append_summary

        for line in lines if self.is_here else ():
            typer.echo(line, err=True)
        if self.summary:
            append_summary(self.summary, markdown)
