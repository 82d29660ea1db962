"""``perimetry data``: look at labelled data before trusting a score on them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

data = typer.Typer(help="Labelled data.", no_args_is_help=True)


@data.command()
def check(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Pairs, triplets or anchors.")
    ],
    frame_rate: Annotated[
        float, typer.Option(min=0, max=1, help="Share of anchors that may share a frame.")
    ] = 0.05,
    near: Annotated[
        float, typer.Option(min=0, max=1, help="Token Jaccard of near duplicates.")
    ] = 0.8,
    close_from: Annotated[
        float, typer.Option(min=0, max=1, help="Token Jaccard from which a pair is close.")
    ] = 0.5,
    json: Annotated[bool, typer.Option("--json", help="One JSON object a file.")] = False,
) -> None:
    """Check schema, labels, duplicates, leakage, frames, overlap balance and artefacts.

    Exit code 1 where a check fails. A file that cannot be read is an error with its line.
    """
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.screen import screen
    from perimetry.curation import Limits, check_data
    from perimetry.datasets.labelled_file import read_labelled
    from perimetry.report import findings_json, print_findings

    limits = Limits(frame_rate=frame_rate, near=near)
    failed = False
    for file in files:
        found = check_data(read_labelled(file, close_from=close_from), limits)
        if json:
            typer.echo(findings_json(str(file), found))
        else:
            print_findings(str(file), found, screen())
        failed = failed or any(finding.outcome == "fail" for finding in found)
    if not json:
        again = step("data", "check", *files, does="asks again, once that is mended")
        tell_next(again if failed else step("audit", "--data", files[0], does="asks an encoder"))
    if failed:
        raise typer.Exit(1)
