from __future__ import annotations

from math import isnan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.power import NormalIndPower

from perimetry.errors import InputError
from perimetry.stats.bootstrap import resampled_means
from perimetry.stats.effect import effect_size, groups_needed, minimum_detectable_effect

SIDES = {1: "larger", 2: "two-sided"}


@pytest.mark.parametrize("sides", [1, 2])
@pytest.mark.parametrize("power", [0.8, 0.95])
@pytest.mark.parametrize("level", [0.95, 0.99])
def test_needed_groups_and_detectable_effect_equal_statsmodels(
    level: float, power: float, sides: int
) -> None:
    """One sample is a ratio of 0; at these powers the far tail of two sides adds nothing."""
    asked = {"alpha": 1 - level, "power": power, "ratio": 0, "alternative": SIDES[sides]}
    given_rates = {"power": power, "level": level, "sides": sides}
    count = NormalIndPower().solve_power(effect_size=0.1 / 0.4, **asked)
    assert groups_needed(-0.1, 0.4, **given_rates) == int(np.ceil(count))
    effect = NormalIndPower().solve_power(nobs1=150, **asked)
    assert minimum_detectable_effect(0.4, 150, **given_rates) == pytest.approx(
        0.4 * effect, rel=1e-3
    )


@given(st.floats(0.01, 1), st.floats(0.01, 2))
def test_the_groups_needed_detect_the_effect_and_one_fewer_do_not(
    effect: float, spread: float
) -> None:
    count = groups_needed(effect, spread)
    assert minimum_detectable_effect(spread, count) <= effect * (1 + 1e-9)
    if count > 1:
        assert minimum_detectable_effect(spread, count - 1) > effect * (1 - 1e-9)


def test_equal_groups_have_cohens_d_of_their_means() -> None:
    generator = np.random.default_rng(0)
    old, new = generator.random((2, 60))
    found = effect_size(old, new, [str(i // 3) for i in range(60)])
    means = (new - old).reshape(20, 3).mean(axis=1)
    assert found.standardised == pytest.approx(means.mean() / means.std(ddof=1))
    assert found.points == pytest.approx(100 * (new.mean() - old.mean()))


def test_the_spread_is_that_of_the_group_bootstrap() -> None:
    generator = np.random.default_rng(1)
    old, new = generator.random((2, 400))
    groups = generator.integers(0, 120, 400).astype(str).tolist()
    found = effect_size(old, new, groups)
    resampled = resampled_means(new - old, groups, seed=(1,), resamples=20_000)
    assert found.spread / sqrt(found.groups) == pytest.approx(resampled.std(), rel=0.05)


def test_groups_that_do_not_vary_have_no_standardised_effect() -> None:
    assert isnan(effect_size(np.zeros(3), np.ones(3), ["a", "b", "c"]).standardised)
    assert isnan(effect_size(np.zeros(3), np.ones(3), ["a", "a", "a"]).standardised)


@pytest.mark.parametrize(
    "rates", [{"power": 1.0}, {"level": 0.0}, {"sides": 3}], ids=["power", "level", "sides"]
)
def test_rates_out_of_range_are_refused(rates: dict[str, float]) -> None:
    with pytest.raises(InputError):
        groups_needed(0.1, 0.5, **rates)  # type: ignore[arg-type]


def test_no_number_of_groups_finds_nothing() -> None:
    with pytest.raises(InputError):
        groups_needed(0.0, 0.5)
    with pytest.raises(InputError):
        minimum_detectable_effect(0.5, 0)
