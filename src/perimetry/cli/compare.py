"""``perimetry compare``: encoders or finished audits, on the same items."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perimetry.cli.arguments import StoreLimit, StorePath, Threads, encoder_names, gib


def compare(
    old: Annotated[
        str,
        typer.Argument(
            metavar="OLD", help="An encoder, or an audit's folder.", autocompletion=encoder_names
        ),
    ],
    new: Annotated[
        list[str],
        typer.Argument(
            metavar="NEW", help="Others. The last is the new one.", autocompletion=encoder_names
        ),
    ],
    suite: Annotated[
        str | None,
        typer.Option(help="Which probes to ask. Default: those of a finished audit, else core."),
    ] = None,
    data: Annotated[
        str | None, typer.Option(help="Your own pairs, triplets or HEROS-format table.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most this many sentences of a kind, drawn.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of samples, signs and resamples.")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="Folder for comparison.md, .json and .html.")
    ] = None,
    threads: Threads = None,
    store: StorePath = None,
    store_limit: StoreLimit = 4.0,
) -> None:
    """Say what improved, what got worse and what cannot be said, item by item.

    A sign-flip test over source sentences decides; every claim is corrected for the others.
    """
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.progress import EncodingProgress
    from perimetry.cli.screen import screen
    from perimetry.datasets.background import builtin_background
    from perimetry.decisions.compare import compare as compare_audit
    from perimetry.encoders import open_encoder
    from perimetry.probes import load_suite, suite_for
    from perimetry.report import print_comparison, write_comparison
    from perimetry.results import Audit, audit_paths, read_audit
    from perimetry.results.board import joined_audit
    from perimetry.runner import run_audit
    from perimetry.runner.speed import texts_per_second
    from perimetry.store import VectorStore

    audits: list[Audit] = []
    speeds: dict[str, float] = {}
    names = [old, *new]
    finished = {
        name: read_audit(Path(name)) for name in names if audit_paths(Path(name))["audit"].is_file()
    }
    asked = suite or next((audit.suite for audit in finished.values()), suite_for(data))
    with VectorStore(store, limit_bytes=gib(store_limit)) as vectors, EncodingProgress() as watch:
        for name in names:
            if name in finished:
                audits.append(finished[name])
                continue
            probes = load_suite(asked, data=data, limit=limit, seed=seed)
            encoder = open_encoder(name, threads=threads)
            audits.append(
                run_audit(
                    [encoder],
                    probes,
                    suite=asked,
                    seed=seed,
                    limit=limit,
                    store=vectors,
                    watch=watch.encoder,
                )
            )
            speeds[encoder.name] = texts_per_second(encoder, builtin_background())
    comparison = compare_audit(joined_audit(audits, names), seed=seed, texts_per_s=speeds)
    print_comparison(comparison, screen())
    if out:
        write_comparison(comparison, out)
        typer.echo(f"Written: {out / 'comparison.html'}, comparison.md, comparison.json")
    audited = next((name for name in reversed(names) if name in finished), None)
    if out is None:
        tell_next(step("compare", *names, "--out", "comparison", does="keeps it as files"))
    elif audited:
        tell_next(step("report", audited, out, does="makes one page of the audit and this"))
    else:
        tell_next(step("doctor", names[-1], does="looks for silent faults in the new one"))
