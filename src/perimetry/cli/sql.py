"""``perimetry sql``: questions to all audits at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def sql(
    statement: Annotated[
        str, typer.Argument(help="SQL over the tables items and estimates, in DuckDB's dialect.")
    ],
    audits: Annotated[Path, typer.Option(help="The folder of the audits.")] = Path("audits"),
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead of a table.")] = False,
) -> None:
    """Ask all finished audits in SQL: every item score and every estimate.

    Example: select encoder, value from estimates where subset = 'negation'
    """
    import sys

    from perimetry.results.query import query

    found = query(statement, audits)
    if csv:
        from pyarrow.csv import write_csv

        sys.stdout.flush()
        write_csv(found, sys.stdout.buffer)
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    table = Table(*(escape(name) for name in found.column_names), box=None, header_style="dim")
    for row in found.to_pylist():
        table.add_row(*(Text("" if value is None else str(value)) for value in row.values()))
    Console().print(table)
