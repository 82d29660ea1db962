"""``perimetry sql``: questions to all audits at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def sql(
    statement: Annotated[
        str,
        typer.Argument(
            metavar="STATEMENT",
            help="SQL over the tables items and estimates, in DuckDB's dialect.",
        ),
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
    from pyarrow.types import is_string

    from perimetry.cli.next_step import step, tell_next
    from perimetry.cli.screen import screen
    from perimetry.report.terminal.rows import print_rows
    from perimetry.report.wording import visible

    columns = [visible(name) for name in found.column_names]
    cells = [["" if value is None else visible(str(value)) for value in column.to_pylist()]
             for column in found.columns]  # fmt: skip
    texts = [place for place, kind in enumerate(found.schema.types) if is_string(kind)]
    print_rows(screen(), columns, [*zip(*cells, strict=True)], left=texts, wrapped=texts)
    tell_next(step("sql", statement, "--audits", audits, "--csv", does="prints it all as CSV"))
