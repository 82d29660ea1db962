"""``perimetry no-harm``: what a repaired encoder gained, and whether that was bought with harm."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perimetry.cli.arguments import ENCODER_HELP, StoreLimit, StorePath, Threads, encoder_names, gib


def no_harm(
    before: Annotated[
        str, typer.Argument(metavar="BEFORE", help=ENCODER_HELP, autocompletion=encoder_names)
    ],
    after: Annotated[
        str,
        typer.Argument(
            metavar="AFTER",
            help="The repaired, merged or viewed encoder.",
            autocompletion=encoder_names,
        ),
    ],
    suite: Annotated[
        list[str] | None, typer.Option(help="Suites to ask. Repeatable. Default: core and heros.")
    ] = None,
    task: Annotated[
        list[str] | None, typer.Option(help="Declared tasks to ask as well. Repeatable.")
    ] = None,
    trained: Annotated[
        list[str] | None,
        typer.Option(help="Probes whose kind of data the repair learnt from. Repeatable."),
    ] = None,
    data_dir: Annotated[
        Path | None,
        typer.Option(envvar="PERIMETRY_DATA", help="Folder of STS-B, Banking77 and the others."),
    ] = None,
    margin: Annotated[
        float, typer.Option(min=0.001, max=0.999, help="Of suites that were not learnt from.")
    ] = 0.02,
    out: Annotated[
        Path | None, typer.Option(help="Folder for certificate.json and certificate.md.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most this many sentences of a kind, drawn.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of samples, signs and resamples.")] = 0,
    threads: Threads = None,
    store: StorePath = None,
    store_limit: StoreLimit = 4.0,
) -> None:
    """Certify a repair: gains under Holm, and no harm by non-inferiority with stated margins.

    The exit code is 1 where the gain was bought with harm, or none was shown.
    """
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.progress import EncodingProgress
    from perimetry.cli.screen import screen
    from perimetry.encoders import open_encoder
    from perimetry.probes import Probe, load_suite
    from perimetry.probes.task_suite import TaskData, load_tasks
    from perimetry.repair.proof.certificate import certify_repair
    from perimetry.report.pages.repair import write_repair_report
    from perimetry.report.terminal.repair import print_repair
    from perimetry.store import VectorStore

    probes: list[Probe] = []
    for name in suite or ["core", "heros"]:
        probes += load_suite(name, limit=limit, seed=seed)
    if task:
        probes += load_tasks(task, TaskData(None, data_dir, None, limit, seed))
    base, repaired = (open_encoder(name, threads=threads) for name in (before, after))
    with VectorStore(store, limit_bytes=gib(store_limit)) as vectors, EncodingProgress() as watch:
        certificate = certify_repair(
            base,
            repaired,
            probes,
            trained=trained or (),
            seed=seed,
            data_dir=data_dir,
            suite_margin=margin,
            store=vectors,
            watch=watch.encoder,
        )
    print_repair(certificate, screen())
    if out:
        write_repair_report(certificate, out)
        typer.echo(f"Certificate: {out / 'certificate.json'}")
    harmed = certificate.outcome == "The gain was bought with harm"
    if harmed and Path(after).is_dir():  # a view has no weights to merge
        less = ("--frontier", "--out", "merged")
        tell_next(step("merge", before, after, *less, does="keeps most of the gain for less harm"))
    else:
        tell_next(step("audit", before, after, does="maps both"))
    if certificate.outcome in ("The gain was bought with harm", "No gain was shown"):
        raise typer.Exit(1)
