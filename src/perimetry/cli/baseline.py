"""``perimetry baseline``: what later audits are held against, as a file to commit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

baseline = typer.Typer(help="What a gate holds an encoder against.", no_args_is_help=True)


@baseline.command()
def save(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="AUDIT", help="Folders of audits and a checkup of one encoder."),
    ],
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("baseline.json"),
    encoder: Annotated[
        str | None, typer.Option(help="Which encoder is meant, where an audit holds several.")
    ] = None,
) -> None:
    """Save how an encoder stands: estimates, item scores and checks, no texts."""
    from perimetry.cli.next_step import step, tell_next
    from perimetry.decisions.ci import baseline_of, read_evidence
    from perimetry.results.baseline import write_baseline

    found = read_evidence(folders)
    saved = baseline_of(found.audits, found.checkups, encoder=encoder)
    size = write_baseline(saved, out)
    items = len({(c.probe, item) for c in saved.columns for item in c.items})
    typer.echo(
        f"{out}: {saved.encoder}, {sum(map(len, saved.estimates.values())):,} estimates, "
        f"{items:,} items, {len(saved.findings)} checks, {size / 1024:,.0f} KiB, no texts."
    )
    tell_next(step("gate", *folders, "--baseline", out, does="holds an audit against it"))


@baseline.command()
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved baseline.")] = Path(
        "baseline.json"
    ),
) -> None:
    """Show what a baseline holds: its encoder, its data, its headline values and its checks."""
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.screen import screen
    from perimetry.report.gate import print_baseline
    from perimetry.results.baseline import read_baseline

    print_baseline(read_baseline(file), screen())
    tell_next(step("gate", "--baseline", file, does="holds the configured model against it"))
