"""The cosines of an audit's pairs whose relation is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from perimetry.records import Relation
from perimetry.results import Audit


@dataclass(frozen=True)
class LabelledCosines:
    """Pairs that say the same or something else; the arrays have shape ``(n,)``.

    ``strata`` are those of word overlap, "" where the data have none.
    """

    cosines: NDArray[np.float64]
    same: NDArray[np.bool_]
    groups: Sequence[str]
    strata: Sequence[str]


def labelled_cosines(part: Audit, encoder: str) -> LabelledCosines | None:
    """The pairs of the part of an audit that has one probe, None where it lacks one of the two.

    Pairs that depend on the application are left out.
    """
    rows = part.items.filter(
        pc.and_(
            pc.equal(part.items["encoder"].cast(pa.string()), encoder),
            pc.equal(part.items["measure"].cast(pa.string()), "cosine"),
        )
    )
    relations = part.relations
    subsets = rows["subset"].cast(pa.string()).to_pylist()
    known = {subset: _relation(subset, relations) for subset in dict.fromkeys(subsets)}
    labels = np.array([known[subset] for subset in subsets], dtype=np.str_)
    decided = np.isin(labels, ["same", "different"])
    same = labels[decided] == "same"
    if not len(same) or same.all() or not same.any():
        return None
    groups = np.array(rows["group"].to_pylist(), dtype=object)[decided]
    strata = np.array([_stratum(subset) for subset in subsets], dtype=object)[decided]
    return LabelledCosines(
        rows["value"].to_numpy()[decided], same, groups.tolist(), strata.tolist()
    )


def _relation(subset: str, relations: Mapping[str, Relation]) -> str:
    """What the pairs of a subset are: that of their edit, or what category/label/stratum says."""
    if subset in relations:
        return relations[subset]
    parts = subset.rsplit("/", 2)
    return parts[1] if len(parts) == 3 else ""


def _stratum(subset: str) -> str:
    """The last part of category/label/stratum."""
    parts = subset.rsplit("/", 2)
    return parts[2] if len(parts) == 3 else ""
