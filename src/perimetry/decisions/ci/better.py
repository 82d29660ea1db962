"""Which way each measure is better, where it has a way."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Literal

HIGH = (
    "auroc", "auroc_*", "*_auroc", "best_balanced_accuracy", "balanced_accuracy_at_*",
    "same_kept_at_*", "order_accuracy", "order_accuracy_half_ties", "margin", "pass_*", "contrast",
    "accuracy", "accuracy_wording_*", "same_answer", "recall", "macro_recall", "pool_success_*",
    "pool_recall_*", "pool_ndcg_*", "ndcg_*", "map_*", "mrr_*", "recall_*", "success_*", "worst_*",
    "label_purity", "kind_purity",
)  # fmt: skip

LOW = ("over_reaction", "order_tie", "wording_spread")

NEITHER = (
    "cosine", "normalised_similarity", "normalised_contrast", "contrast_cosine", "mean_cosine",
    "background_percentile", "floor", "background_cosine", "chance", "label_chance", "kind_chance",
    "withheld_accuracy", "pool_gap", "confusion",
)  # fmt: skip
"""Of these more can be good or bad: it depends on the subset, or they say how hard an item is."""

KNOWN = tuple(name for name in (*HIGH, *LOW, *NEITHER) if "*" not in name)
"""The measures that have one name, for whoever misspells one."""


def better(measure: str) -> Literal["high", "low"] | None:
    """Whether more of ``measure`` is better, or less; None where neither can be said.

    >>> better("auroc_close"), better("over_reaction"), better("cosine")
    ('high', 'low', None)
    """
    if any(fnmatchcase(measure, pattern) for pattern in HIGH):
        return "high"
    return "low" if measure in LOW else None


def is_known(measure: str) -> bool:
    """Whether a built-in probe has a measure of this name."""
    return better(measure) is not None or measure in NEITHER
