"""The manipulation check of a labelled set: whether both labels overlap alike in each stratum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import numpy as np

from perimetry.curation.limits import Limits
from perimetry.datasets.labelled import LabelledSet, Triplet
from perimetry.records import Finding, Outcome
from perimetry.stats.balance import MEAN_WITHIN, STANDARDISED_WITHIN, Balance, balance
from perimetry.stats.seeds import derived_seed
from perimetry.words import token_jaccard


def overlap_balance(triplets: Sequence[Triplet]) -> Balance:
    """The balance of token Jaccard over these triplets.

    Raises:
        InputError: there is none.
    """
    same, opposite = (
        np.array([token_jaccard(pair.text_a, pair.text_b) for pair in pairs])
        for pairs in ([t.keeping for t in triplets], [t.breaking for t in triplets])
    )
    groups = [t.keeping.group for t in triplets]
    return balance(same, opposite, groups, seed=derived_seed(0, "balance"))


def balance_by_stratum(data: LabelledSet) -> dict[str, dict[str, float]]:
    """The balance of each stratum that has triplets, by the name of the stratum."""
    strata = _strata(data.triplets)
    return {stratum: asdict(overlap_balance(strata[stratum])) for stratum in sorted(strata)}


def check_balance(data: LabelledSet, limits: Limits) -> Finding:
    """Whether same partners overlap as much as opposites, in each stratum.

    A set that claims to be matched fails where they do not; in any other the reader is warned of
    the confound. Either is warned of single categories.
    """
    strata = _strata(data.triplets)
    if not strata:
        return _unmatched(data)
    found = {stratum: overlap_balance(strata[stratum]) for stratum in sorted(strata)}
    message = "; ".join(_said(stratum, b) for stratum, b in found.items())
    uneven = _by_category(data, limits)
    if not all(b.holds for b in found.values()):
        outcome: Outcome = "fail" if data.matched else "warn"
        remedy = "Give each anchor candidates whose overlap is nearer to the opposite's."
        return Finding("balance", outcome, f"{message}.", uneven, remedy)
    if uneven:
        return Finding("balance", "warn", f"{message}; by category it is uneven.", uneven)
    return Finding("balance", "pass", f"{message}.")


def _unmatched(data: LabelledSet) -> Finding:
    """Without a common anchor there is no match to check, but the confound can be shown."""
    means = {
        label: np.mean([token_jaccard(p.text_a, p.text_b) for p in data.pairs if p.label == label])
        for label in ("same", "different")
        if any(p.label == label for p in data.pairs)
    }
    shown = ", ".join(f"{mean:.2f} in {label} pairs" for label, mean in means.items())
    return Finding(
        "balance", "skip",
        f"no anchor has both a same and a different partner of one stratum, so nothing is matched; "
        f"mean token Jaccard is {shown}.",
    )  # fmt: skip


def _strata(triplets: Sequence[Triplet]) -> dict[str, list[Triplet]]:
    strata: dict[str, list[Triplet]] = {}
    for triplet in triplets:
        if triplet.keeping.stratum == triplet.breaking.stratum:
            strata.setdefault(triplet.keeping.stratum, []).append(triplet)
    return strata


def _by_category(data: LabelledSet, limits: Limits) -> list[str]:
    uneven = []
    for category in data.categories:
        members = [t for t in data.triplets if t.keeping.category == category]
        for stratum, triplets in sorted(_strata(members).items()):
            found = overlap_balance(triplets)
            if found.groups >= limits.least_groups and not found.holds:
                uneven.append(f"{category}, {_said(stratum, found)}")
    return uneven


def _said(stratum: str, found: Balance) -> str:
    return (
        f"{stratum}: same − opposite {found.difference:+.3f} (within ±{MEAN_WITHIN}), standardised "
        f"{found.standardised:+.2f} (within ±{STANDARDISED_WITHIN}), p {found.p:.2f}"
    )
