"""A user's own pairs or triplets, as a :class:`~perimetry.datasets.labelled.LabelledSet`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Literal, get_args

from perimetry.datasets.core import read_anchors, read_keeping
from perimetry.datasets.heros import COLUMNS as HEROS_COLUMNS
from perimetry.datasets.labelled import LabelledPair, LabelledSet, Triplet, triplets_of
from perimetry.datasets.rows import read_rows
from perimetry.errors import DataError
from perimetry.records import Relation
from perimetry.words import CLOSE_FROM, Stratum, stratum_of

Layout = Literal["pairs", "triplets", "heros", "anchors", "keeping"]

TOTAL = "all"
"""What the tables call all categories together, so no category may."""

UNNAMED = "uncategorised"

LABELS: Mapping[str, Relation] = {
    "same": "same", "1": "same", "1.0": "same", "true": "same", "yes": "same",
    "different": "different", "0": "different", "0.0": "different", "false": "different",
    "no": "different",
    "depends": "depends",
}  # fmt: skip
"""How a label may be written, whatever its case."""

TEXT_A = ("text_a", "text1", "sentence1", "sentence_a", "question1", "query")
TEXT_B = ("text_b", "text2", "sentence2", "sentence_b", "question2", "cached_query")
LABEL = ("label", "is_duplicate", "same")

EXPECTED = (
    "Give pairs (text_a, text_b, label), triplets (anchor, positive, negative), or a HEROS-format "
    "table (Original and its edits)."
)

Row = tuple[int, Mapping[str, object]]


def layout_of(path: Path) -> Layout:
    """What kind of rows ``path`` holds, by the columns of its first row.

    Raises:
        DataError: no layout that perimetry knows.
    """
    for line, row in read_rows(path):
        if set(row) == {"canary"}:
            continue
        if "same_close" in row:
            return "anchors"
        if {"anchor", "kept", "opposite"} <= set(row):
            return "keeping"
        if {"anchor", "positive", "negative"} <= set(row):
            return "triplets"
        if _first(TEXT_A, row) and _first(TEXT_B, row):
            return "pairs"
        if "original" in row and len(set(row) & set(HEROS_COLUMNS)) > 1:
            return "heros"
        columns = ", ".join(row)
        raise DataError(path, f"the columns {columns} are no known layout. {EXPECTED}", line=line)
    raise DataError(path, f"there are no rows in it. {EXPECTED}")


def read_labelled(
    path: Path, *, close_from: float = CLOSE_FROM, split: str | None = None
) -> LabelledSet:
    """Read pairs, triplets or anchors from ``.csv``, ``.tsv``, ``.jsonl`` or ``.parquet``.

    A missing ``stratum`` is *close* from a token Jaccard of ``close_from`` on. A missing ``group``
    is made of the rows that share a text. Rows whose label is empty are left out and counted in
    the notes.

    Args:
        path: the file.
        close_from: see above; recorded in the notes.
        split: read only rows of this split.

    Raises:
        DataError: with its line, a row that is not as it should be; or nothing to read.
    """
    layout = layout_of(path)
    if layout == "heros":
        raise DataError(path, "a HEROS-format table is no set of labelled pairs.")
    if layout in ("anchors", "keeping"):
        found = read_anchors(path) if layout == "anchors" else read_keeping(path)
    else:
        reader = _pair_set if layout == "pairs" else _triplet_set
        found = reader(path, _grouped(list(read_rows(path))), close_from)
    if split is None:
        return found
    chosen = found.only([pair for pair in found.pairs if pair.split == split])
    if not chosen.pairs:
        raise DataError(path, f"no row has {split!r} in a column 'split'.")
    return replace(chosen, spare=[pair for pair in found.spare if pair.split == split])


def _pair_set(path: Path, rows: Iterable[Row], close_from: float) -> LabelledSet:
    pairs: list[LabelledPair] = []
    unlabelled = 0
    for line, row in rows:
        written = _word(row, _first(LABEL, row) or LABEL[0]).casefold()
        if not written:
            unlabelled += 1
            continue
        if written not in LABELS:
            raise DataError(
                path, f"the label {written!r} is none of same, different, depends.", line=line
            )
        text_a, text_b = (
            _text(path, line, row, _first(names, row) or names[0]) for names in (TEXT_A, TEXT_B)
        )
        mark = f"line-{line}"
        pairs.append(_pair(path, line, row, mark, text_a, text_b, LABELS[written], close_from))
    if not pairs:
        raise DataError(path, "no row has a label. Fill in same, different or depends.")
    notes = [_strata_note(close_from)]
    if unlabelled:
        notes.append(f"{unlabelled} rows without a label were left out")
    return LabelledSet(path.name, f"file {path.name}", pairs, triplets_of(pairs), notes=notes)


def _triplet_set(path: Path, rows: Iterable[Row], close_from: float) -> LabelledSet:
    pairs: list[LabelledPair] = []
    triplets: list[Triplet] = []
    for line, row in rows:
        anchor = _text(path, line, row, "anchor")
        keeping, breaking = (
            _pair(path, line, row, f"line-{line}/{column}", anchor,
                  _text(path, line, row, column), label, close_from)
            for column, label in POSITIVE_OR_NEGATIVE
        )  # fmt: skip
        pairs += [keeping, breaking]
        triplets.append(Triplet(keeping, breaking))
    return LabelledSet(
        path.name, f"file {path.name}", pairs, triplets, notes=[_strata_note(close_from)]
    )


POSITIVE_OR_NEGATIVE: tuple[tuple[str, Relation], ...] = (
    ("positive", "same"),
    ("negative", "different"),
)


def _strata_note(close_from: float) -> str:
    return f"a pair without a stratum is close from a token Jaccard of {close_from:g} on"


def _pair(
    path: Path,
    line: int,
    row: Mapping[str, object],
    item: str,
    text_a: str,
    text_b: str,
    label: Relation,
    close_from: float,
) -> LabelledPair:
    category = _word(row, "category") or UNNAMED
    if category == TOTAL:
        raise DataError(
            path, f"the category {TOTAL!r} is what tables call the total. Rename it.", line=line
        )
    return LabelledPair(
        item=item,
        group=str(row["group"]),
        category=category,
        text_a=text_a,
        text_b=text_b,
        label=label,
        stratum=_stratum(path, line, row) or stratum_of(text_a, text_b, close_from),
        weight=_weight(path, line, row),
        split=_word(row, "split"),
        note=_word(row, "note") or _word(row, "reason"),
        line=line,
        score=_number(path, line, row, "score"),
    )


def _first(names: Sequence[str], row: Mapping[str, object]) -> str | None:
    return next((name for name in names if name in row), None)


def _word(row: Mapping[str, object], name: str) -> str:
    value = row.get(name)
    return "" if value is None else str(value).strip()


def _text(path: Path, line: int, row: Mapping[str, object], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise DataError(path, f"no text under {name!r}.", line=line)
    return value


def _stratum(path: Path, line: int, row: Mapping[str, object]) -> Stratum | None:
    written = _word(row, "stratum").casefold()
    if not written:
        return None
    for stratum in get_args(Stratum):
        if written == stratum:
            return stratum  # type: ignore[no-any-return]  # one of the Literal's own values
    raise DataError(path, f"the stratum {written!r} is neither close nor distant.", line=line)


def _weight(path: Path, line: int, row: Mapping[str, object]) -> float:
    weight = _number(path, line, row, "weight")
    if weight is None:
        return 1.0
    if weight <= 0:
        raise DataError(path, f"the weight {weight:g} is no number above 0.", line=line)
    return weight


def _number(path: Path, line: int, row: Mapping[str, object], name: str) -> float | None:
    written = _word(row, name)
    if not written:
        return None
    try:
        number = float(written)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise DataError(path, f"the {name} {written!r} is no number.", line=line)
    return number


def _grouped(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows with a group: their own, or that of the rows without one they share a text with."""
    nameless = [row for row in rows if not _word(row[1], "group")]
    derived = _connected(nameless)
    for line, row in rows:
        yield line, {**row, "group": _word(row, "group") or derived[line]}


def _connected(rows: Sequence[Row]) -> dict[int, str]:
    """By line, the name of the component that a row belongs to: its first line."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    places: dict[object, int] = {}
    links = [
        (place, len(rows) + places.setdefault(row[name], len(places)))
        for place, (_, row) in enumerate(rows)
        for name in _text_columns(row)
    ]
    if not links:
        return {line: f"line-{line}" for line, _ in rows}
    starts, ends = zip(*links, strict=True)
    size = len(rows) + len(places)
    graph = coo_array(([1] * len(links), (starts, ends)), shape=(size, size))
    components = connected_components(graph, directed=False)[1]
    first: dict[int, str] = {}
    return {
        line: first.setdefault(int(component), f"line-{line}")
        for (line, _), component in zip(rows, components, strict=False)
    }


def _text_columns(row: Mapping[str, object]) -> list[str]:
    names = (_first(TEXT_A, row), _first(TEXT_B, row), "anchor", "positive", "negative")
    return [name for name in names if name and name in row]
