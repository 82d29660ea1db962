from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from perimetry.errors import InputError
from perimetry.stats.multiple import holm

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@settings(max_examples=10)  # a call of the reference takes 0.07 s
@given(P_VALUES)
def test_holm_equals_statsmodels(p_values: list[float]) -> None:
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])


def test_holm_by_hand() -> None:
    """4·0.01 = 0.04; 3·0.02 = 0.06; 2·0.03 = 0.06; 0.5 stays."""
    assert holm([0.5, 0.02, 0.01, 0.03]).tolist() == pytest.approx([0.5, 0.06, 0.04, 0.06])


@given(P_VALUES)
def test_adjusting_never_helps_and_never_reorders(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(after >= before for before, after in zip(p_values, adjusted, strict=True))
    ordered = [after for _, after in sorted(zip(p_values, adjusted, strict=True))]
    assert ordered == sorted(ordered)


def test_no_claims_need_no_adjusting() -> None:
    assert holm([]).tolist() == []


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_what_is_no_probability_is_refused(value: float) -> None:
    with pytest.raises(InputError):
        holm([0.5, value])
