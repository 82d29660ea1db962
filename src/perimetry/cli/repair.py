"""``perimetry repair``: learn from what an audit found, and leave a better encoder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from perimetry.cli.arguments import ENCODER_HELP, StoreLimit, StorePath, Threads, encoder_names


def repair(
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help=ENCODER_HELP, autocompletion=encoder_names)
    ],
    out: Annotated[Path, typer.Option(help="The new model's folder, or the head's .safetensors.")],
    task: Annotated[
        list[str] | None, typer.Option(help="A declared task or a .toml file. Repeat for several.")
    ] = None,
    suite: Annotated[
        Literal["core"] | None,
        typer.Option(help="The dev half of the minimal pairs, and the lessons."),
    ] = None,
    pairs: Annotated[
        list[Path] | None, typer.Option(help="Your pairs or triplets. Repeat for several.")
    ] = None,
    rules: Annotated[
        bool, typer.Option("--rules", help="What the rules make of --texts, or of the background.")
    ] = False,
    texts: Annotated[Path | None, typer.Option(help="--rules: your sentences.")] = None,
    without: Annotated[
        list[str] | None, typer.Option(help="A phenomenon or rule to leave out. Repeatable.")
    ] = None,
    method: Annotated[
        Literal["full", "lora", "head"],
        typer.Option(help="All weights, low-rank adapters, or a map over frozen vectors."),
    ] = "full",
    data: Annotated[Path | None, typer.Option(help="Rows of the one --task to learn from.")] = None,
    data_dir: Annotated[
        Path | None, typer.Option(envvar="PERIMETRY_DATA", help="Where declared tasks' files lie.")
    ] = None,
    max_steps: Annotated[
        int | None, typer.Option(min=1, help="Batches. Default: twice through the examples.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0.01, help="Stop after so long, wherever it is.")
    ] = None,
    batch_size: Annotated[int, typer.Option(min=2, help="Examples a batch.")] = 32,
    learning_rate: Annotated[
        float | None, typer.Option(help="Default: 1e-4 for full, 5e-4 for lora.")
    ] = None,
    replay: Annotated[
        float, typer.Option(min=0.0, help="Weight of the base model's cosines; 0 is no replay.")
    ] = 30.0,
    background: Annotated[
        Path | None,
        typer.Option(help="Your sentences, whose cosines are to stay. Default: built-in ones."),
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option(min=8, help="Cut training texts to so many tokens.")
    ] = None,
    bfloat16: Annotated[
        bool,
        typer.Option("--bfloat16", help="Multiply in bfloat16: faster where the processor can."),
    ] = False,
    certify: Annotated[
        bool, typer.Option(help="Ask before and after everything, and test for harm.")
    ] = True,
    seed: Annotated[
        int, typer.Option(min=0, help="Of order, marks, dropout and what is held out.")
    ] = 0,
    threads: Threads = None,
    store: StorePath = None,
    store_limit: StoreLimit = 4.0,
) -> None:
    """Train an encoder on an audit's failures, without any text that audits score.

    Stopped, it goes on from the last checkpoint when it is asked again. Exit code 1 where the gain
    was bought with harm, or none was shown. Extra: train; a head needs none.
    """
    from perimetry.cli.arguments import gib
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.repairing import (
        background_texts,
        fine_tuned,
        following,
        learnt_head,
        print_sources,
        proved,
    )
    from perimetry.cli.screen import screen
    from perimetry.repair import Settings, Sources, gathered
    from perimetry.store import VectorStore

    if method != "head":
        import perimetry.repair.training._model  # noqa: F401 (what is missing is said before data are read)

    console = screen()
    sources = Sources(
        tasks=task or (),
        data=data,
        data_dir=data_dir,
        core=suite == "core",
        pairs=pairs or (),
        rules=rules,
        texts=texts,
        without=without or (),
    )
    kept = background_texts(background)
    found = gathered(sources, seed)
    print_sources(found, console)
    with VectorStore(store, limit_bytes=gib(store_limit)) as vectors:
        if method == "head":
            learnt = learnt_head(model, found, out, kept, seed, threads, vectors)
        else:
            settings = Settings(
                method,
                seed,
                max_steps=max_steps,
                minutes=minutes,
                batch_size=batch_size,
                learning_rate=learning_rate,
                replay_weight=replay,
                max_tokens=max_tokens,
                bfloat16=bfloat16,
            )
            learnt = fine_tuned(model, found, settings, out, kept, threads, console)
        if certify:
            outcome = proved(model, learnt, sources, seed, threads, vectors, console)
            tell_next(following(model, learnt.name, outcome))
            if outcome in ("The gain was bought with harm", "No gain was shown"):
                raise typer.Exit(1)
        else:
            proves = step("no-harm", model, learnt.name, does="certifies gain and harm")
            tell_next(proves, step("audit", learnt.name, does="maps it"))
