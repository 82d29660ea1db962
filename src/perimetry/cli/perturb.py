"""``perimetry perturb``: minimal pairs from a user's own sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def perturb(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Sentences: .txt (one a line), .csv, .tsv, .jsonl or .parquet."
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="Pairs: .jsonl, .csv, .tsv or .parquet. Default: FILE.pairs.jsonl."),
    ] = None,
    rules: Annotated[
        str, typer.Option(help="Names of rules, with commas between. Default: all.")
    ] = "",
    per_rule: Annotated[
        int, typer.Option(min=1, help="At most this many edits of a sentence by each rule.")
    ] = 1,
    column: Annotated[
        str | None, typer.Option(help="The column of the sentences, where it is not plain.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of every choice that a rule makes.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
) -> None:
    """Turn sentences into minimal pairs whose relation is known.

    A rule that is not sure declines. A run that was stopped goes on where it was.
    """
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.progress import SentenceProgress
    from perimetry.cli.screen import screen
    from perimetry.datasets.texts import read_texts
    from perimetry.report import print_tally
    from perimetry.rules import rule_names
    from perimetry.runner import Question, perturb_file

    asked = Question(rule_names(rules), per_rule, seed)
    target = out or file.with_name(f"{file.stem}.pairs.jsonl")
    sentences = sum(1 for _ in read_texts(file, column))
    with SentenceProgress(sentences) as progress:
        tally = perturb_file(
            file, target, asked, column=column, workers=workers, on_tally=progress.advance
        )
    print_tally(
        screen(),
        asked.rules,
        sentences=tally.sentences,
        edits=tally.edits,
        declines=tally.declines,
        overlap={rule: sums.mean() for rule, sums in tally.overlap.items()},
    )
    typer.echo(f"\n{tally.edits.total():,} pairs from {tally.sentences:,} sentences: {target}")
    tell_next(step("audit", "--texts", file, does="shows what an encoder makes of them"))
