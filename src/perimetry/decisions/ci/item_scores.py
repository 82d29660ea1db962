"""The item scores behind an estimate, so that two encoders can be tested on the same items.

Not every estimate is one that can be tested item by item. Those that can are means over items, and
the AUROCs of a labelled set. What an estimate is made of is not taken on trust: the scores must
give the estimate again, or it has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perimetry.records import Estimate
from perimetry.results.baseline import Baseline, ItemColumn
from perimetry.stats.bootstrap import Floats
from perimetry.stats.rank_exchange import auroc, auroc_changes

SIMILARITY = "cosine"
ORDERED = ("auroc", "auroc_close", "auroc_distant", "pooled_auroc", "naive_auroc")
"""The measures that order pairs by their cosine."""

CLOSE = 1e-9
"""How far an estimate may lie from what its items give, added in another order."""

Booleans = NDArray[np.bool_]


@dataclass(frozen=True)
class ItemValues:
    """Items with their groups and values; pairs have a ``label/stratum`` each, others ""."""

    items: Sequence[str]
    groups: Sequence[str]
    values: Floats
    cells: Sequence[str]


def stands_for(subset: str, part: str) -> bool:
    """Whether the items of ``part`` are among those of ``subset``.

    ``all`` holds everything, an edit the triplets that it takes part in, a category its pairs.

    >>> [stands_for("negation", part) for part in ("negation", "typo>negation", "typo")]
    [True, True, False]
    >>> stands_for("negation", "negation/same/close"), stands_for("all", "negation")
    (True, True)
    """
    if subset in ("all", part):
        return True
    return subset in part.split(">") or part.rsplit("/", 2)[0] == subset


def item_values(standing: Baseline, probe: str, estimate: Estimate) -> ItemValues | None:
    """The items that give ``estimate``, None where none do."""
    ordered = estimate.measure in ORDERED
    measure = SIMILARITY if ordered else estimate.measure
    columns = [
        column
        for column in standing.columns
        if (column.probe, column.measure) == (probe, measure)
        and stands_for(estimate.subset, column.subset)
    ]
    found = _joined(columns, labelled=ordered)
    if found is None:
        return None
    if ordered:
        given = _auroc(estimate.measure, found)
    else:
        given = float(found.values.mean()) if len(found.items) == estimate.n else None
    return found if given is not None and abs(given - estimate.value) <= CLOSE else None


def changes(measure: str, old: ItemValues, new: Floats) -> Floats:
    """What each item adds to the change of ``measure``, in such units that their mean is it."""
    if measure not in ORDERED:
        return new - old.values
    parts = list(_strata(measure, old))
    total = np.zeros(len(new))
    for members, same in parts:
        total[members] += auroc_changes(old.values[members], new[members], same[members])
    return total * len(new) / len(parts)


def _joined(columns: Sequence[ItemColumn], *, labelled: bool) -> ItemValues | None:
    cells = ["/".join(c.subset.rsplit("/", 2)[1:]) if labelled else "" for c in columns]
    if not columns or (labelled and not all("/" in cell for cell in cells)):
        return None
    return ItemValues(
        [item for column in columns for item in column.items],
        [group for column in columns for group in column.groups],
        np.array([value for column in columns for value in column.values]),
        [cell for cell, column in zip(cells, columns, strict=True) for _ in column.items],
    )


def _auroc(measure: str, found: ItemValues) -> float | None:
    parts = [
        auroc(found.values[members], same[members]) for members, same in _strata(measure, found)
    ]
    return sum(parts) / len(parts) if parts else None


def _strata(measure: str, found: ItemValues) -> Iterator[tuple[Booleans, Booleans]]:
    """The parts whose AUROCs a measure averages: their members, and which items are *same*."""
    label, stratum = np.array([cell.split("/") for cell in found.cells]).T
    same, decided, close = label == "same", label != "depends", stratum == "close"
    for members in {
        "auroc": (close, ~close),
        "auroc_close": (close,),
        "auroc_distant": (~close,),
        "pooled_auroc": (np.ones_like(close),),
        "naive_auroc": (same != close,),
    }[measure]:
        part = members & decided
        if (same & part).any() and (~same & part).any():
            yield part, same
