"""Small labelled sets made by hand."""

from __future__ import annotations

from collections.abc import Sequence

from perimetry.datasets.labelled import LabelledPair, LabelledSet, triplets_of
from perimetry.records import Relation
from perimetry.words import Stratum


def pair(
    text_a: str,
    text_b: str,
    label: Relation,
    *,
    item: str = "",
    group: str = "g",
    category: str = "negation",
    stratum: Stratum = "close",
    **more: object,
) -> LabelledPair:
    """A pair whose name is its second text unless given."""
    return LabelledPair(
        item or text_b,
        group,
        category,
        text_a,
        text_b,
        label,
        stratum,
        **more,  # type: ignore[arg-type]
    )


def labelled(pairs: Sequence[LabelledPair]) -> LabelledSet:
    """A set of these pairs and the triplets that they make."""
    return LabelledSet("by hand", "by hand", pairs, triplets_of(pairs))
