"""All audits of a folder as tables, and SQL over them; there is no state beside their files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

import pyarrow as pa

from perimetry.errors import DataError, InputError, MissingExtraError
from perimetry.results.audit import audit_paths
from perimetry.results.on_disk import read_audit

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

TABLES = ("items", "estimates")


@overload
def load_audits(
    folder: Path | str = ..., table: str = ..., frame: Literal["arrow"] = ...
) -> pa.Table: ...
@overload
def load_audits(
    folder: Path | str = ..., table: str = ..., *, frame: Literal["pandas"]
) -> pd.DataFrame: ...
@overload
def load_audits(
    folder: Path | str = ..., table: str = ..., *, frame: Literal["polars"]
) -> pl.DataFrame: ...


def load_audits(
    folder: Path | str = "audits", table: str = "items", frame: str = "arrow"
) -> pa.Table | pd.DataFrame | pl.DataFrame:
    """All finished audits in ``folder`` as one table with a column ``audit``.

    Args:
        folder: holds a folder for each audit, or is one audit's folder.
        table: ``items`` (a row an item and measure) or ``estimates`` (a row an encoder, probe,
            subset and measure).
        frame: ``arrow``, ``pandas`` or ``polars``.

    Raises:
        DataError: there is no audit in ``folder``, or one is unfinished.
        InputError: no such table or frame.
        MissingExtraError: pandas or polars is not installed.
    """
    if table not in TABLES:
        raise InputError(f"there is no table {table!r}. Tables: {', '.join(TABLES)}.")
    if frame not in ("arrow", "pandas", "polars"):
        raise InputError(f"there is no frame {frame!r}. Frames: arrow, pandas, polars.")
    parts = [_table(path, table) for path in _audits(Path(folder))]
    found = pa.concat_tables(parts).unify_dictionaries()
    if frame == "arrow":
        return found
    try:
        if frame == "pandas":
            return found.to_pandas()
        import polars
    except ImportError:
        raise MissingExtraError(frame, "frames") from None
    return polars.DataFrame(found)


def query(sql: str, folder: Path | str = "audits") -> pa.Table:
    """Run ``sql`` by DuckDB over the tables ``items`` and ``estimates`` of all audits.

    Raises:
        DataError: there is no audit in ``folder``, or one is unfinished.
        InputError: DuckDB does not understand ``sql``.
    """
    import duckdb

    with duckdb.connect() as connection:
        for table in TABLES:
            connection.register(table, load_audits(folder, table))
        try:
            found = connection.sql(sql)
            return found.to_arrow_table() if found else pa.table({})
        except duckdb.Error as error:
            raise InputError(f"{str(error).splitlines()[0]} Tables: {', '.join(TABLES)}.") from None


def _audits(folder: Path) -> list[Path]:
    if audit_paths(folder)["audit"].is_file():
        return [folder]
    found = sorted(path.parent for path in folder.glob("*/audit.json"))
    if not found:
        raise DataError(folder, "no audits here. Make one with: perimetry audit")
    return found


def _table(path: Path, table: str) -> pa.Table:
    audit = read_audit(path)
    rows: Any = audit.items
    if table == "estimates":
        rows = pa.Table.from_pylist(
            [{"encoder": e.encoder, "probe": e.probe, **vars(e.estimate)} for e in audit.estimates],
            schema=ESTIMATES,
        )
    name = pa.array([path.name] * rows.num_rows, pa.string()).dictionary_encode()
    return rows.add_column(0, "audit", name)


ESTIMATES = pa.schema(
    [
        *((name, pa.string()) for name in ("encoder", "probe", "subset", "measure")),
        *((name, pa.float64()) for name in ("value", "low", "high")),
        *((name, pa.int64()) for name in ("n", "groups")),
        ("verdict", pa.string()),
    ]
)
