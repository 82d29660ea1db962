"""How well a similarity separates same from different pairs, with intervals by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from perimetry.datasets.labelled import LabelledPair
from perimetry.measures.separation import Booleans, Separation, control_slope, equal_cells
from perimetry.records import Estimate
from perimetry.stats.bootstrap import Floats, resampled_statistic
from perimetry.stats.intervals import Interval, clopper_pearson, percentile_interval
from perimetry.stats.seeds import derived_seed
from perimetry.stats.verdict import verdict

CUTOFFS = (0.30, 0.40, 0.80, 0.85, 0.90, 0.95)
"""Cut-offs that people copy, for which the balanced accuracy is given."""

BUDGET = 0.01
"""The share of different pairs that ``same_kept_at_0.01`` may accept."""


def separation_estimates(
    subset: str,
    pairs: Sequence[LabelledPair],
    values: Floats,
    levenshtein: Floats,
    seed: int,
    *,
    cosines: bool,
) -> Iterator[Estimate]:
    """The measures of one subset of pairs; those that its pairs do not allow are left out.

    - ``auroc``: inside each stratum, the strata weighing equally (``auroc_close`` and
      ``auroc_distant`` are its parts). This one has the verdict;
    - ``adjusted_auroc``: the same after taking off what Levenshtein similarity explains of the
      different pairs' scores, with its slope held at the estimate in the resamples;
    - ``naive_auroc``: distant same pairs against close different ones, as in a set that nobody
      matched; ``pooled_auroc``: all pairs, strata ignored;
    - ``best_balanced_accuracy``, and with ``cosines`` ``balanced_accuracy_at_0.80`` and the like:
      cells of stratum and label weigh equally;
    - ``same_kept_at_0.01``: the share of same pairs above the lowest cut-off that lets at most 1 %
      of the different ones pass.
    """
    decided = np.array([pair.label != "depends" for pair in pairs], dtype=np.bool_)
    chosen = [pair for pair, kept in zip(pairs, decided, strict=True) if kept]
    if not chosen:
        return
    data = _Columns(chosen, values[decided], levenshtein[decided], cosines=cosines)
    if data.one_class:
        return
    weight = np.array([pair.weight for pair in chosen])
    whole = data.measures(weight[np.newaxis])
    groups = [pair.group for pair in chosen]
    resampled = resampled_statistic(
        lambda drawn: np.stack(list(data.measures(drawn * weight).values()), axis=1),
        groups,
        seed=derived_seed(seed, "group", "separation"),
    )
    count = len(set(groups))
    for measure, value, drawn in zip(whole, whole.values(), resampled.T, strict=True):
        found = _interval(float(value[0]), drawn, count)
        word = verdict(found.low, found.high, count) if measure == "auroc" else None
        yield Estimate(
            subset, measure, found.value, found.low, found.high, len(chosen), count, word
        )


class _Columns:
    """The pairs of a subset as arrays, sorted once for any number of weightings."""

    def __init__(
        self,
        pairs: Sequence[LabelledPair],
        values: Floats,
        levenshtein: Floats,
        *,
        cosines: bool,
    ) -> None:
        same = np.array([pair.label == "same" for pair in pairs], dtype=np.bool_)
        close = np.array([pair.stratum == "close" for pair in pairs], dtype=np.bool_)
        self.one_class = bool(same.all() or not same.any())
        self._cutoffs = CUTOFFS if cosines else ()
        strata = {
            name: members
            for name, members in (("close", close), ("distant", ~close))
            if (same & members).any() and (~same & members).any()
        }
        self._strata = {name: _Part(values, same, part) for name, part in strata.items()}
        self._adjusted = [
            _Part(_adjusted(values, levenshtein, part & ~same), same, part)
            for part in strata.values()
        ]
        naive = (same & ~close) | (~same & close)
        mixed = (same & naive).any() and (~same & naive).any()
        self._naive = _Part(values, same, naive) if mixed else None
        self._whole = Separation(values, same)
        everything = [np.ones_like(same)]
        self._cells = [
            part & label for part in strata.values() or everything for label in (same, ~same)
        ]

    def measures(self, weights: Floats) -> dict[str, Floats]:
        """Every measure that these pairs allow, one number a row of ``weights``."""
        found: dict[str, Floats] = {}
        parts = {name: part.auroc(weights) for name, part in self._strata.items()}
        if parts:
            found["auroc"] = np.mean(list(parts.values()), axis=0)
            found |= {f"auroc_{name}": values for name, values in parts.items()}
            adjusted = [part.auroc(weights) for part in self._adjusted]
            found["adjusted_auroc"] = np.mean(adjusted, axis=0)
        found["pooled_auroc"] = self._whole.auroc(weights)
        if self._naive:
            found["naive_auroc"] = self._naive.auroc(weights)
        balanced = equal_cells(weights, self._cells)
        found["best_balanced_accuracy"] = self._whole.best_balanced_accuracy(balanced)
        for cutoff in self._cutoffs:
            name = f"balanced_accuracy_at_{cutoff:.2f}"
            found[name] = self._whole.balanced_accuracy(balanced, cutoff)
        found[f"same_kept_at_{BUDGET:g}"] = self._whole.kept(weights, BUDGET)
        return found


class _Part:
    """Some of the pairs."""

    def __init__(self, values: Floats, same: Booleans, members: Booleans) -> None:
        self._members = members
        self._separation = Separation(values[members], same[members])

    def auroc(self, weights: Floats) -> Floats:
        return self._separation.auroc(weights[:, self._members])


def _adjusted(values: Floats, levenshtein: Floats, control: Booleans) -> Floats:
    return values - control_slope(values, levenshtein, control) * levenshtein


def _interval(value: float, resampled: Floats, groups: int) -> Interval:
    """The percentile interval; where nothing varies at 0 or 1, the exact one over groups.

    Resamples that drew one class only have no value and are passed over.
    """
    defined = resampled[np.isfinite(resampled)]
    if value in (0.0, 1.0) and (defined == value).all():
        low, high = clopper_pearson(round(value) * groups, groups)
        return Interval(value, low, high)
    return percentile_interval(value, defined)
