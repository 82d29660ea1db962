"""``perimetry pair``: what one encoder makes of two texts."""

from __future__ import annotations

from typing import Annotated

import typer

from perimetry.cli.arguments import ENCODER_HELP, StoreLimit, StorePath, Threads, encoder_names, gib


def pair(
    text_a: Annotated[str, typer.Argument(metavar="A", help="A text.")],
    text_b: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    encoder: Annotated[
        str | None, typer.Option("--encoder", "-e", help=ENCODER_HELP, autocompletion=encoder_names)
    ] = None,
    threads: Threads = None,
    store: StorePath = None,
    store_limit: StoreLimit = 4.0,
) -> None:
    """Explain the similarity of two texts: cosine, normalised, percentile, what differs."""
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.screen import screen
    from perimetry.datasets.background import builtin_background
    from perimetry.encoders import open_encoder
    from perimetry.report import print_pair
    from perimetry.runner import read_pair
    from perimetry.store import VectorStore

    opened = open_encoder(encoder, threads=threads)
    with VectorStore(store, limit_bytes=gib(store_limit)) as vectors:
        reading = read_pair(opened, text_a, text_b, builtin_background(), vectors)
    print_pair(
        screen(),
        text_a,
        text_b,
        encoder=reading.encoder,
        cosine=reading.cosine,
        floor=reading.floor,
        normalised=reading.normalised,
        percentile=reading.percentile,
    )
    tell_next(step("audit", encoder, does="asks thousands of such pairs"))
