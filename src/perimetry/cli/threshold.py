"""``perimetry threshold``: a cosine cut-off with a certificate, or why there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from perimetry.cli.arguments import ENCODER_HELP, StoreLimit, StorePath, Threads, encoder_names, gib

CORE = "core"


def threshold(
    model: Annotated[
        str | None, typer.Argument(metavar="MODEL", help=ENCODER_HELP, autocompletion=encoder_names)
    ] = None,
    pairs: Annotated[
        str, typer.Option(help="Your labelled pairs or cache log, or core: the built-in test half.")
    ] = CORE,
    budget: Annotated[
        float, typer.Option(help="Most of the different pairs that may be accepted.")
    ] = 0.01,
    use: Annotated[
        Literal["cache", "dedup", "gate"],
        typer.Option(help="Texts are queries (cache), documents (dedup) or symmetric (gate)."),
    ] = "gate",
    guards: Annotated[
        str, typer.Option(help="Guards of the rule: all, none, or names with commas between.")
    ] = "none",
    min_accept: Annotated[
        float, typer.Option(help="Least of the same pairs that a useful threshold accepts.")
    ] = 0.10,
    prevalence: Annotated[
        float | None,
        typer.Option(help="Share of different pairs in use, for wrong hits. Default: the file's."),
    ] = None,
    method: Annotated[
        Literal["groups", "design-effect"],
        typer.Option(help="Exact bound on groups, or the sharper approximation."),
    ] = "groups",
    level: Annotated[float, typer.Option(help="Of the one-sided bounds.")] = 0.95,
    split: Annotated[str | None, typer.Option(help="Only rows of this split.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the two halves.")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="The certificate. Default: certificates/<id>.json.")
    ] = None,
    check: Annotated[
        Path | None, typer.Option(help="Test this certificate again on new pairs, choose nothing.")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="The certificate on standard output.")
    ] = False,
    threads: Threads = None,
    store: StorePath = None,
    store_limit: StoreLimit = 4.0,
) -> None:
    """Find a cosine cut-off that keeps wrong acceptances within a budget, and prove it.

    Half of the groups choose it, the others test that one cut-off once. Exit code 1 unless it is
    certified.
    """
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.progress import EncodingProgress
    from perimetry.cli.screen import screen
    from perimetry.datasets.core import builtin_core
    from perimetry.datasets.labelled_file import read_labelled
    from perimetry.decisions.guards import GUARDS, guards_named
    from perimetry.decisions.threshold import (
        Requirements,
        certify,
        check_encoder,
        recheck,
    )
    from perimetry.encoders import open_encoder
    from perimetry.records import Role
    from perimetry.report import print_certificate, print_recheck
    from perimetry.results.certificate import (
        certificate_json,
        read_certificate,
        recheck_json,
        write_certificate,
    )
    from perimetry.runner import encoder_record, pair_cosines
    from perimetry.store import VectorStore

    roles: dict[str, Role] = {"cache": "query", "dedup": "document", "gate": "symmetric"}
    asked = Requirements(budget, min_accept, method, level)
    certificate = read_certificate(check) if check else None
    names = {"all": list(GUARDS), "none": []}.get(guards, guards.split(","))
    chosen = guards_named(names)
    data = builtin_core("test") if pairs == CORE else read_labelled(Path(pairs), split=split)
    encoder = open_encoder(model, threads=threads)
    if certificate:
        check_encoder(certificate, encoder_record(encoder))
    with VectorStore(store, limit_bytes=gib(store_limit)) as vectors, EncodingProgress() as watch:
        role = roles[certificate.use if certificate else use]
        cosines, record = pair_cosines(
            encoder, data.pairs, role=role, store=vectors, watch=watch.encoder
        )
    console = screen()
    if certificate:
        found = recheck(certificate, data, cosines, record)
        if json:
            typer.echo(recheck_json(found), nl=False)
        else:
            print_recheck(certificate, found, console)
            if found.outcome == "Certified":
                tell_next(step("doctor", model, "--save-canary", "canary.npz", does="keeps watch"))
            else:
                again = ("threshold", model, "--pairs", pairs)
                tell_next(step(*again, does="chooses anew on these pairs"))
        raise typer.Exit(found.outcome != "Certified")
    made = certify(
        data, cosines, record, asked, guards=chosen, use=use, prevalence=prevalence, seed=seed
    )
    path = out or Path("certificates") / f"{made.id}.json"
    write_certificate(made, path)
    if json:
        typer.echo(certificate_json(made), nl=False)
    else:
        print_certificate(made, console)
        typer.echo(f"Written: {path}")
        asked_again = ("threshold", model, "--pairs")
        if made.outcome == "Certified":
            tell_next(step(*asked_again, "new.csv", "--check", path, does="tests it on new pairs"))
        elif made.outcome == "Too few pairs to certify":
            mine = ("--texts", "texts.txt", "--mine", "sheet.csv")
            tell_next(step("audit", model, *mine, does="finds near pairs of yours to label"))
        elif not chosen:
            tell_next(step(*asked_again, pairs, "--guards", "all", does="the same behind guards"))
        else:
            learn = ("--pairs", pairs) if pairs != CORE else ("--suite", "core")
            told = (model or "all-MiniLM-L6-v2", *learn, "--out", "better")
            tell_next(step("repair", *told, does="learns from such pairs"))
    raise typer.Exit(made.outcome != "Certified")
