"""``perimetry audit --mine``: near pairs of unlabelled texts, as a sheet to label."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from perimetry.cli.arguments import gib

PAIRS = 200
"""How many pairs a sheet has unless --limit says otherwise: an hour or two of labelling."""


def mine_texts(
    encoders: Sequence[str] | None,
    texts: Path | None,
    sheet: Path,
    column: str | None,
    limit: int | None,
    threads: int | None,
    store: Path | None,
    store_limit: float,
) -> None:
    """Write the sheet and show its first pairs.

    Raises:
        InputError: no texts, several encoders, or a sheet in no known format.
    """
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.progress import EncodingProgress
    from perimetry.cli.screen import screen
    from perimetry.datasets.background import builtin_background
    from perimetry.datasets.pairs import check_suffix
    from perimetry.encoders import open_encoder
    from perimetry.errors import InputError
    from perimetry.report import print_mined
    from perimetry.runner import mine_pairs, write_sheet
    from perimetry.store import VectorStore

    if texts is None:
        raise InputError("--mine looks for near pairs among texts. Give them with --texts.")
    if encoders and len(encoders) > 1:
        raise InputError("--mine asks one encoder. Name one.")
    check_suffix(sheet)
    encoder = open_encoder(encoders[0] if encoders else None, threads=threads)
    with VectorStore(store, limit_bytes=gib(store_limit)) as vectors, EncodingProgress() as watch:
        mined = mine_pairs(
            texts,
            encoder,
            builtin_background(),
            column=column,
            limit=limit or PAIRS,
            store=vectors,
            watch=watch.encoder,
        )
    write_sheet(sheet, mined)
    print_mined(
        screen(),
        encoder.name,
        [(pair.text_a.text, pair.text_b.text, pair.cosine, pair.cues) for pair in mined.pairs],
        near_from=mined.near_from,
        found=mined.found,
        texts=mined.texts,
    )
    typer.echo(f"Sheet: {sheet}, {len(mined.pairs):,} pairs, the hardest first.")
    typer.echo("Fill in the label of each: same, different or depends.")
    asks = "asks the encoder, once they are labelled"
    tell_next(step("audit", *(encoders or ()), "--data", sheet, does=asks))
