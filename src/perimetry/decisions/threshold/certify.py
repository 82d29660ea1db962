"""Chooses a threshold on one half of the pairs and tests that one threshold, once, on the other.

A threshold that is chosen and scored on the same pairs is optimistic, and so is a bound on items
that are no independent draws. See ``docs/reference/threshold.md`` for both, measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version

import numpy as np

from perimetry.datasets.labelled import LabelledPair, LabelledSet
from perimetry.decisions.guards import Guard
from perimetry.decisions.threshold.finding import finding
from perimetry.decisions.threshold.rates import COPIED, curve, curve_thresholds, rates_at
from perimetry.decisions.threshold.requirements import Requirements, check_share
from perimetry.decisions.threshold.scored import Floats, scored_pairs
from perimetry.decisions.threshold.trial import tried
from perimetry.measures.score_units import UNITS, unit_of
from perimetry.results import EncoderRecord
from perimetry.results.certificate import Certificate, Data, Split

RECORDED = ("perimetry", "numpy", "scipy")


def certify(
    data: LabelledSet,
    cosines: Floats,
    encoder: EncoderRecord,
    asked: Requirements,
    *,
    guards: Sequence[Guard] = (),
    use: str = "",
    prevalence: float | None = None,
    seed: int = 0,
) -> Certificate:
    """A threshold whose false-accept rate is within the budget, if the pairs can show one.

    Args:
        data: the labelled pairs. Those labelled *depends* are counted and left out; weights are
            not used, since the bounds are of counts.
        cosines: of each pair under the encoder, shape ``(len(data.pairs),)``.
        encoder: as it will be recorded.
        asked: budget, level, least accept rate and method.
        guards: which object to a pair whatever its cosine; certified together with the threshold.
        use: what the rule is for, as recorded.
        prevalence: the share of different pairs among those that the rule will meet. Default: that
            of ``data``.
        seed: of the split.

    Raises:
        InputError: a number is out of range, there are no same or no different pairs, or too few
            groups to have two halves.
    """
    pairs = scored_pairs(data.pairs, cosines, guards)
    trial = tried(pairs, asked, seed)
    if prevalence is None:
        prevalence = float(1 - pairs.same.mean())
    check_share("prevalence", prevalence)
    found = finding(pairs, trial, asked)
    threshold = trial.threshold
    return Certificate(
        outcome=found.outcome,
        reason=found.reason,
        threshold=threshold,
        guards=[guard.name for guard in guards],
        use=use,
        budget=asked.budget,
        level=asked.level,
        min_accept=asked.min_accept,
        method=asked.method,
        prevalence=prevalence,
        encoder=encoder,
        data=described(data, cosines),
        split=Split(
            seed=seed,
            calibration_groups=len(set(trial.calibration.groups)),
            certification_groups=len(set(trial.certification.groups)),
            certification_different=len(trial.certification.worst),
        ),
        rates=(
            None
            if threshold is None
            else rates_at(trial.certification, threshold, prevalence, asked)
        ),
        groups_needed=2 * found.groups_needed if found.groups_needed else None,
        curve=curve(pairs, curve_thresholds(pairs), prevalence, asked),
        copied=curve(pairs, COPIED, prevalence, asked),
        versions={package: version(package) for package in RECORDED},
    )


def described(data: LabelledSet, cosines: Floats) -> Data:
    """What a certificate records of its pairs."""
    labels = [pair.label for pair in data.pairs]
    return Data(
        name=data.name,
        digest=data.digest,
        source=data.source,
        same=labels.count("same"),
        different=labels.count("different"),
        depends=labels.count("depends"),
        notes=tuple(_notes(data.pairs, cosines)),
    )


def _notes(pairs: Sequence[LabelledPair], cosines: Floats) -> Iterator[str]:
    if any(pair.weight != 1 for pair in pairs):
        yield "weights were not used"
    logged = [(pair.score, cosine) for pair, cosine in zip(pairs, cosines, strict=True)
              if pair.score is not None]  # fmt: skip
    if not logged:
        return
    unit = unit_of(*(np.array(column, dtype=np.float64) for column in zip(*logged, strict=True)))
    if unit is None:
        yield (
            "the file's scores agree with this encoder's cosines in no unit: they are of another "
            "encoder, another prompt, or vectors that are not normalised"
        )
    elif unit != UNITS[0]:
        yield f"the file's scores are in another unit: {unit.name}"
