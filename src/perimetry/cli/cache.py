"""``perimetry cache``: look at the stored vectors, or forget them."""

from __future__ import annotations

import typer

from perimetry.cli.arguments import StorePath

cache = typer.Typer(help="The stored vectors.", no_args_is_help=True)


@cache.command()
def info(store: StorePath = None) -> None:
    """Say what is stored for which encoder, how large it is and where."""
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.screen import screen
    from perimetry.report.terminal.rows import print_rows
    from perimetry.report.wording import visible
    from perimetry.store import VectorStore

    with VectorStore(store) as vectors:
        stored = vectors.info()
        typer.echo(f"{vectors.path}: {vectors.size_bytes() / (1 << 20):,.1f} MiB, no texts")
    rows = [
        (
            visible(entry.name),
            entry.fingerprint[-12:],
            f"{entry.vectors:,}",
            f"{entry.bytes / (1 << 20):,.1f}",
        )
        for entry in stored
    ]
    print_rows(screen(), ("encoder", "fingerprint", "vectors", "MiB"), rows, left=(0, 1))
    tell_next(step("cache", "clear", does="forgets them all"))


@cache.command()
def clear(store: StorePath = None) -> None:
    """Forget every stored vector. They can all be computed again."""
    from perimetry.store import VectorStore

    with VectorStore(store) as vectors:
        typer.echo(f"{vectors.clear():,} vectors forgotten in {vectors.path}")
