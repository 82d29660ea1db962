"""Which of three outcomes a trial has, and why."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import get_args

from perimetry.decisions.threshold.choice import strictest_useful
from perimetry.decisions.threshold.rates import false_accepts
from perimetry.decisions.threshold.requirements import Requirements
from perimetry.decisions.threshold.scored import ScoredPairs
from perimetry.decisions.threshold.trial import Trial
from perimetry.results.certificate import CertificateOutcome
from perimetry.stats.binomial_bound import RateBound, trials_needed

CERTIFIED, NONE_MEETS, TOO_FEW = get_args(CertificateOutcome)


@dataclass(frozen=True)
class Found:
    """An outcome in words; where pairs are too few, how many groups in one half would do."""

    outcome: CertificateOutcome
    reason: str
    groups_needed: int | None = None


def finding(pairs: ScoredPairs, trial: Trial, asked: Requirements) -> Found:
    """Certified by the trial; else what *all* pairs show of the strictest useful threshold.

    It is the most favourable one, so where even its rate is above the budget none meets it: shown
    by its lower bound, or by its value where there were groups enough to certify.
    """
    if trial.tested and trial.tested.high <= asked.budget:
        return Found(CERTIFIED, "One threshold was tested, once, on pairs that did not choose it.")
    share = _percent(asked.min_accept)
    strictest = strictest_useful(pairs, asked.min_accept)
    if strictest is None:
        return Found(NONE_MEETS, f"Its guards accept less than {share} of the same pairs.")
    best = false_accepts(pairs, strictest, asked)
    best_rule = f"a rule that accepts only {share} of the same pairs"
    certifying = len(trial.certification.worst)
    least = trials_needed(asked.budget, 0.0, asked.level) or 0
    if best.low > asked.budget or (best.value > asked.budget and certifying >= least):
        return Found(
            NONE_MEETS, f"Even {best_rule} accepts {_percent(best.value)} of the different ones."
        )
    if certifying < least:
        return Found(
            TOO_FEW,
            f"{certifying} groups with a different pair were there to test. Without a single error "
            f"{least} would be the least.",
            max(least, groups_like(best, asked) or 0),
        )
    if trial.tested:
        return Found(
            TOO_FEW,
            f"The threshold that was chosen, {trial.threshold:.12g}, accepts "
            f"{_percent(trial.tested.value)} of the different pairs that test it, but up to "
            f"{_percent(trial.tested.high)} cannot be ruled out.",
            groups_like(trial.tested, asked),
        )
    return Found(
        TOO_FEW,
        f"Here {best_rule} accepts {_percent(best.value)} of the different ones: too near to the "
        f"budget for {certifying} groups.",
        groups_like(best, asked),
    )


def groups_like(found: RateBound, asked: Requirements) -> int | None:
    """How many groups like those would certify at the rate that they show."""
    needed = trials_needed(asked.budget, found.counted / found.trials, asked.level)
    return None if needed is None else ceil(needed * found.groups / found.trials)


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
