"""No significant regression: every value against the baseline's, on the same items.

A one-sided sign-flip test over groups decides, after Holm over all tests of the gate. That nothing
was found does not say that nothing was lost, so each ruling says how small a loss the test would
have found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, isfinite, log2

import numpy as np

from perimetry.decisions.ci.better import better
from perimetry.decisions.ci.bounds import SLACK, estimate_of
from perimetry.decisions.ci.config import GateConfig, Regression
from perimetry.decisions.ci.item_scores import ItemValues, changes, item_values
from perimetry.decisions.ci.naming import Naming, Place
from perimetry.errors import DataError, InputError
from perimetry.results.baseline import HEADLINE, Baseline
from perimetry.results.gate import Ruling
from perimetry.stats.bootstrap import Floats
from perimetry.stats.effect import EffectSize, effect_size, minimum_detectable_effect
from perimetry.stats.multiple import holm
from perimetry.stats.permutation import FLIPS, sign_flip_test
from perimetry.stats.seeds import derived_seed

SHOWN = 3
MISSING = "the baseline has it and the audit has not."
NOT_BY_ITEM = "it is no mean over items, so only max_loss can bound it."


@dataclass(frozen=True)
class _Test:
    """A ruling that waits for its p-value to be adjusted, and the changes that it rests on.

    Positive changes are gains, whichever way the measure is better.
    """

    ruling: Ruling
    gains: Floats
    groups: Sequence[str]
    binary: bool


def check_same_data(standing: Baseline, baseline: Baseline) -> None:
    """Refuse to compare values on different data.

    Raises:
        InputError: a probe that both have rests on other data in the baseline.
    """
    for probe, old in baseline.data.items():
        new = standing.data.get(probe)
        if new and new.digest != old.digest:
            raise InputError(
                f"the baseline's data of {probe} are {old.name} with {old.groups} groups, the "
                f"audit's {new.name} with {new.groups} (SHA-256 {old.digest[:8]}… and "
                f"{new.digest[:8]}…), so their values cannot be compared. Audit the same data, or "
                "save a new baseline: perimetry baseline save AUDIT --out FILE"
            )


def rule_regressions(
    standing: Baseline, baseline: Baseline, naming: Naming, config: GateConfig, rule: Regression
) -> Iterator[Ruling]:
    """A ruling for each subset and measure that the baseline has and the rule names.

    Raises:
        DataError: a name is not known, nothing is named, or a measure cannot be tested at all.
    """
    _check_names(baseline, naming, config, rule)
    tested = list(_tested(baseline, naming, config, rule))
    bounded = [(p, m) for m in rule.max_loss for p in _places(baseline, naming, rule, m)]
    yield from _adjusted([_compared(standing, baseline, p, m) for p, m in tested], config, rule)
    for place, measure in bounded:
        yield _loss(standing, baseline, place, measure, rule.max_loss[measure])


def _check_names(baseline: Baseline, naming: Naming, config: GateConfig, rule: Regression) -> None:
    """Refuse what nothing knows, and what the baseline has nothing of: it would hold nothing."""
    named = (*(rule.measures or ()), *rule.max_loss)
    problems = [naming.unknown_subset(pattern) for pattern in rule.subsets]
    problems += [naming.unknown_measure(measure) for measure in named]
    measures = {*(rule.measures or HEADLINE), *rule.max_loss}
    for pattern in rule.subsets:
        only = replace(rule, subsets=(pattern,))
        if not any(_places(baseline, naming, only, measure) for measure in measures):
            problems.append(f"the baseline has nothing of {pattern!r} that could get worse.")
    for measure in named:
        if not _places(baseline, naming, rule, measure):
            problems.append(f"the baseline has no {measure} of {', '.join(rule.subsets)}.")
    for problem in filter(None, problems):
        raise DataError(config.path, problem, line=rule.line)


def _tested(
    baseline: Baseline, naming: Naming, config: GateConfig, rule: Regression
) -> Iterator[tuple[Place, str]]:
    for measure in rule.measures or HEADLINE:
        places = _places(baseline, naming, rule, measure)
        if rule.measures and places and not any(
            _values(baseline, place, measure) for place in places
        ):  # fmt: skip
            raise DataError(
                config.path, f"{measure} cannot be tested: {NOT_BY_ITEM}", line=rule.line
            )
        yield from ((place, measure) for place in places)


def _places(baseline: Baseline, naming: Naming, rule: Regression, measure: str) -> list[Place]:
    """Where the rule looks for ``measure``: what the baseline has of it."""
    found = dict.fromkeys(p for pattern in rule.subsets for p in naming.places(pattern, measure))
    return [place for place in found if estimate_of(baseline, place.probe, place.subset, measure)]


def _values(standing: Baseline, place: Place, measure: str) -> ItemValues | None:
    e = estimate_of(standing, place.probe, place.subset, measure)
    return item_values(standing, place.probe, e) if e else None


def _compared(standing: Baseline, baseline: Baseline, place: Place, measure: str) -> _Test | Ruling:
    """The test of one measure, or the ruling where there can be none."""
    ruling = Ruling("regression", place.probe, place.subset, measure, "missing")
    before, now = (estimate_of(s, place.probe, place.subset, measure) for s in (baseline, standing))
    if now is None or before is None:
        return replace(ruling, old=before.value if before else None, note=MISSING)
    ruling = replace(ruling, value=now.value, old=before.value, difference=now.value - before.value)
    old, new = (_values(s, place, measure) for s in (baseline, standing))
    if old is None:
        return replace(ruling, outcome="untested", note=NOT_BY_ITEM)
    if new is None:
        return replace(ruling, note="the audit has no items that give its value.")
    places = {item: place for place, item in enumerate(new.items)}
    lost = [item for item in old.items if item not in places]
    if lost:
        names = ", ".join(lost[:SHOWN])
        return replace(ruling, note=f"{len(lost)} items of the baseline are missing ({names}).")
    sign = -1.0 if better(measure) == "low" else 1.0
    now_values = new.values[[places[item] for item in old.items]]
    binary = bool(np.isin(old.values, (0, 1)).all() and np.isin(now_values, (0, 1)).all())
    gains = sign * changes(measure, old, now_values)
    return _Test(replace(ruling, groups=len(set(old.groups))), gains, old.groups, binary)


def _adjusted(
    found: Sequence[_Test | Ruling], config: GateConfig, rule: Regression
) -> Iterator[Ruling]:
    """The rulings in their order, those that were tested with p-values after Holm."""
    tests = [t for t in found if isinstance(t, _Test) and _can_fail(t, rule.level)]
    flips = max(FLIPS, ceil(10 * len(tests) / rule.level))
    p_values = [
        sign_flip_test(
            np.zeros(len(t.gains)),
            t.gains,
            t.groups,
            seed=derived_seed(config.seed, "gate", t.ruling.probe, t.ruling.subset),
            alternative="less",
            flips=flips,
        ).p
        for t in tests
    ]
    adjusted = iter(zip(p_values, holm(p_values).tolist(), strict=True))
    strictest = rule.level / max(1, len(tests))
    for test in found:
        if isinstance(test, Ruling):
            yield test
        elif _can_fail(test, rule.level):
            yield _ruled(test, *next(adjusted), rule.level, strictest)
        else:
            note = f"{test.ruling.groups} groups cannot show a regression, however large."
            yield replace(test.ruling, outcome="untested", note=note)


def _can_fail(test: _Test, level: float) -> bool:
    """Whether the test could fail by itself: if all groups lose, its p-value is 2 ** -groups."""
    return 0.5 ** len(set(test.groups)) <= level


def _ruled(test: _Test, p: float, adjusted: float, level: float, strictest: float) -> Ruling:
    losing = ceil(log2(1 / strictest))
    effect = effect_size(np.zeros(len(test.gains)), test.gains, test.groups)
    note = ""
    if losing > effect.groups:
        note = (
            f"{effect.groups} groups alone cannot show a regression among so many tests; "
            f"{losing} could."
        )
    return replace(
        test.ruling,
        outcome="fail" if adjusted <= level else "pass",
        p=p,
        p_adjusted=adjusted,
        detectable=_detectable(test, effect, losing, strictest),
        losing=losing,
        note=note,
    )


def _detectable(test: _Test, effect: EffectSize, losing: int, strictest: float) -> float | None:
    """The smallest true loss that the strictest of Holm's tests would find four times in five.

    Where items are right or wrong it is no less than one item lost in each of ``losing`` groups,
    which the normal approximation does not know. None where nothing moved, so nothing tells how
    much groups vary.
    """
    if not (isfinite(effect.spread) and effect.spread > 0):
        return None
    least = losing / len(test.gains) if test.binary else 0.0
    seen = minimum_detectable_effect(effect.spread, effect.groups, level=1 - strictest, sides=1)
    return max(seen, least)


def _loss(
    standing: Baseline, baseline: Baseline, place: Place, measure: str, most: float
) -> Ruling:
    """Whether a value got worse by no more than is allowed."""
    before, now = (estimate_of(s, place.probe, place.subset, measure) for s in (baseline, standing))
    ruling = Ruling("loss", place.probe, place.subset, measure, "missing", asked=most, side="max")
    if now is None or before is None:
        return replace(ruling, old=before.value if before else None, note=MISSING)
    difference = now.value - before.value
    loss = difference if better(measure) == "low" else -difference
    return replace(
        ruling,
        outcome="pass" if loss <= most + SLACK else "fail",
        value=now.value,
        old=before.value,
        difference=difference,
        groups=now.groups,
    )
