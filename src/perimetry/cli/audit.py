"""``perimetry audit``: ask encoders a suite of probes, and write the answers to a folder."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from perimetry.cli.arguments import (
    ENCODER_HELP,
    DryRun,
    Insecure,
    MaxCost,
    MaxRequests,
    Price,
    Record,
    Replay,
    StoreLimit,
    StorePath,
    Threads,
    api_settings,
    encoder_names,
    gib,
)
from perimetry.cli.mining import mine_texts

MTEB = "mteb:"


def audit(
    encoders: Annotated[
        list[str] | None,
        typer.Argument(metavar="ENCODER", help=ENCODER_HELP, autocompletion=encoder_names),
    ] = None,
    suite: Annotated[
        str | None,
        typer.Option(help="core, quick, heros, advanced, safety, claims, full, or a plugin's."),
    ] = None,
    data: Annotated[
        str | None,
        typer.Option(help="Your pairs, triplets, HEROS-format table or BEIR folder, or the hub's."),
    ] = None,
    task: Annotated[
        list[str] | None,
        typer.Option(help="Instead of a suite: a declared task, a .toml, mteb:NAME. Repeatable."),
    ] = None,
    data_dir: Annotated[
        Path | None, typer.Option(help="Folder with the files that declared tasks name.")
    ] = None,
    texts: Annotated[
        Path | None,
        typer.Option(help="Your own sentences; rules make their partners (extra: rules)."),
    ] = None,
    rules: Annotated[
        str, typer.Option(help="Names of rules for --texts, with commas between. Default: all.")
    ] = "",
    column: Annotated[
        str | None, typer.Option(help="The column of the sentences in --texts.")
    ] = None,
    mine: Annotated[
        Path | None,
        typer.Option(help="Write the near pairs of --texts to this sheet, for you to label."),
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="dev or test of the core set, or of your own data.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the audit. Default: audits/<id>.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most this many source sentences of a kind, drawn.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the sample and the intervals.")] = 0,
    no_texts: Annotated[
        bool, typer.Option("--no-texts", help="Keep no readable text in the audit.")
    ] = False,
    redact: Annotated[
        bool, typer.Option("--redact", help="Show no item's text in the table and the report.")
    ] = False,
    threads: Threads = None,
    store: StorePath = None,
    store_limit: StoreLimit = 4.0,
    dry_run: DryRun = False,
    price: Price = None,
    max_requests: MaxRequests = None,
    max_cost: MaxCost = None,
    record: Record = None,
    replay: Replay = None,
    insecure: Insecure = False,
) -> None:
    """Map where encoders are blind, with a table, a report and every item score.

    Vectors are stored as they come, so an audit that was stopped goes on where it was.
    """
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.progress import EncodingProgress
    from perimetry.cli.screen import screen
    from perimetry.encoders import open_encoder
    from perimetry.errors import InputError, StorageError
    from perimetry.probes import Probe, load_suite, suite_for
    from perimetry.probes.suites import Data
    from perimetry.probes.task_suite import TASKS, TaskData, load_tasks
    from perimetry.report import print_audit, write_report
    from perimetry.results import audit_paths, write_audit
    from perimetry.rules import rule_names
    from perimetry.runner import Hosted, Question, edited_set, evolving_claims, run_audit
    from perimetry.store import VectorStore

    started = time.monotonic()
    loaded: Any = None
    if out and out.exists() and not out.is_dir():
        raise StorageError(f"{out}: is a file. Name a folder for the audit with --out.")
    if texts and data:
        raise InputError("--texts and --data are two kinds of data. Give one.")
    api = api_settings(
        dry_run=dry_run,
        price=price,
        max_requests=max_requests,
        max_cost=max_cost,
        record=record,
        replay=replay,
        insecure=insecure,
    )
    if mine:
        if dry_run or record or replay or max_requests is not None or max_cost is not None:
            raise InputError("--mine knows no cost, limit or recording of an endpoint.")
        mine_texts(encoders, texts, mine, column, limit, threads, store, store_limit)
        return
    chosen: Data = data
    probes: list[Probe]
    if texts:
        asked = Question(rule_names(rules), per_rule=1, seed=seed)
        chosen = edited_set(texts, asked, column=column, limit=limit, workers=threads or 1)
    if task:
        suite = TASKS
        rows = Path(data).expanduser() if data else None
        declared = [name for name in task if not name.startswith(MTEB)]
        probes = [*load_tasks(declared, TaskData(rows, data_dir, split, limit, seed))]
        theirs = [name.removeprefix(MTEB) for name in task if name.startswith(MTEB)]
        if theirs:
            from perimetry.runner._mteb import mteb_probes, mteb_tasks

            loaded = mteb_tasks(theirs)
            probes += mteb_probes(loaded, limit=limit, seed=seed)
    else:
        suite = suite or suite_for(chosen)
        if suite == "claims":
            half: Literal["dev", "test"] = "dev" if split == "dev" else "test"
            chosen = evolving_claims(half, seed=seed, limit=limit, workers=threads or 1)
        probes = [*load_suite(suite, data=chosen, limit=limit, seed=seed, split=split)]
    names: list[str | None] = [*encoders] if encoders else [None]
    opened = [open_encoder(name, threads=threads, api=api) for name in names]
    hosted = Hosted(opened, api)
    for notice in hosted.notices():
        typer.echo(notice, err=True)
    with VectorStore(store, limit_bytes=gib(store_limit)) as found, EncodingProgress() as watch:
        vectors = None if replay else found
        if dry_run:
            for plan in hosted.plans(probes, vectors):
                typer.echo(plan)
            return
        hosted.ask_ahead(probes, vectors, watch.encoder)
        finished = run_audit(
            opened,
            probes,
            suite=suite,
            seed=seed,
            limit=limit,
            store=vectors,
            keep_texts=not no_texts,
            watch=watch.encoder,
        )
        hosted.check_ends()
        folder = out or Path("audits") / finished.id
        if loaded:
            from perimetry.runner._mteb import mteb_results, write_mteb_results

            for encoder in opened:
                write_mteb_results(mteb_results(loaded, encoder, vectors), folder / "results")
    write_audit(finished, folder)
    shown = finished.without_texts() if redact else finished
    write_report(shown, folder)

    print_audit(shown, screen())
    counts = finished.counts
    typer.echo(
        f"\nEncoded {counts.encoded:,} texts, {counts.from_store:,} from the store, "
        f"in {time.monotonic() - started:.1f} s."
    )
    for line in hosted.account():
        typer.echo(line)
    typer.echo(f"Report: {audit_paths(folder)['report']}")
    first, *others = names
    pairs = ("--pairs", "mine.csv")
    tell_next(
        *(
            step("compare", first, other, "--out", "comparison", does="says which is better")
            for other in others[:1]
        ),
        step("doctor", first, does="looks for silent faults"),
        step("threshold", first, *pairs, does="looks for a safe cut-off on your pairs"),
    )
