"""Item scores as a table: a row an item and measure, the columns of ``items.parquet``."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from perimetry.records import ItemScores

SCHEMA = pa.schema(
    [
        pa.field("encoder", pa.dictionary(pa.int32(), pa.string()), nullable=False),
        pa.field("probe", pa.dictionary(pa.int32(), pa.string()), nullable=False),
        pa.field("subset", pa.dictionary(pa.int32(), pa.string()), nullable=False),
        pa.field("item", pa.string(), nullable=False),
        pa.field("group", pa.string(), nullable=False),
        pa.field("measure", pa.dictionary(pa.int32(), pa.string()), nullable=False),
        pa.field("value", pa.float64(), nullable=False),
        pa.field("text_a", pa.string()),
        pa.field("text_b", pa.string()),
        pa.field("anchor", pa.string()),
    ]
)


def items_table(
    encoder: str, probe: str, scores: ItemScores, *, keep_texts: bool = True
) -> pa.Table:
    """The scores of one probe on one encoder. Without texts, the text columns are null."""
    rows = scores.rows
    count = len(rows)
    no_text: list[str | None] = [None] * count
    columns: dict[str, Sequence[object]] = {
        "encoder": [encoder] * count,
        "probe": [probe] * count,
        "subset": [row.subset for row in rows],
        "item": [row.item for row in rows],
        "group": [row.group for row in rows],
        "measure": [row.measure for row in rows],
        "value": [row.value for row in rows],
        "text_a": [row.text_a for row in rows] if keep_texts else no_text,
        "text_b": [row.text_b for row in rows] if keep_texts else no_text,
        "anchor": [row.anchor for row in rows] if keep_texts else no_text,
    }
    return pa.table(
        [pa.array(columns[field.name], type=field.type) for field in SCHEMA], schema=SCHEMA
    )


def joined(tables: Sequence[pa.Table]) -> pa.Table:
    """One table of all, with one dictionary a column, so that equal rows give equal bytes."""
    return pa.concat_tables(tables).combine_chunks().unify_dictionaries()
