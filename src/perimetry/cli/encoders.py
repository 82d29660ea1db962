"""``perimetry encoders``: which engines there are, and which one a model would be run by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from perimetry.cli.arguments import ENCODER_HELP, Threads, encoder_names

if TYPE_CHECKING:
    from rich.console import Console


def encoders(
    models: Annotated[
        list[str] | None,
        typer.Argument(metavar="MODEL", help=ENCODER_HELP, autocompletion=encoder_names),
    ] = None,
    threads: Threads = None,
) -> None:
    """Say which engine runs a model and why, with prompts, sizes, licence and fingerprint.

    Without a model: the engines, what is installed, and how to install the rest.
    """
    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.screen import screen

    console = screen()
    if not models:
        _show_engines(console)
    for model in models or []:
        _show_model(console, model, threads)
    first = models[0] if models else None
    tell_next(step("audit", first, does="maps where it is blind"))


def _show_model(console: Console, model: str, threads: int | None) -> None:
    from rich.table import Table
    from rich.text import Text

    from perimetry.encoders.description import describe

    described = describe(model, threads=threads)
    table = Table(title=Text(described.name), title_justify="left", show_header=False, box=None)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for fact, value in described.facts.items():
        table.add_row(Text(fact), Text(value))
    console.print(table)


def _show_engines(console: Console) -> None:
    from rich.text import Text

    from perimetry.encoders.engines import all_engines
    from perimetry.encoders.models import bundled
    from perimetry.report.terminal.rows import print_rows

    rows = [
        (
            f"{engine.name}:",
            engine.summary,
            "yes" if engine.installed else engine.install_line or "no",
        )
        for engine in all_engines().values()
    ]
    print_rows(console, ("engine", "what it encodes", "installed"), rows, wrapped=(1, 2))
    folder = bundled.wheel_folder()
    where = f"in {folder}" if folder else f"not installed. {bundled.FETCH_HINT}"
    console.print(Text(f"\nWith no name: {bundled.NAME}, {where}", overflow="fold"))
    console.print("A name without an engine takes static: for static models, else onnx:, else st:.")
