from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar as reference

from perimetry.errors import InputError
from perimetry.stats.mcnemar import mcnemar


def singles(count: int) -> list[str]:
    return [str(i) for i in range(count)]


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 40))
def test_mcnemar_equals_statsmodels(gained: int, lost: int, equal: int) -> None:
    old = np.repeat([0.0, 1.0, 1.0], [gained, lost, equal])
    new = np.repeat([1.0, 0.0, 1.0], [gained, lost, equal])
    found = mcnemar(old, new, singles(len(old)))
    assert (found.gained, found.lost) == (gained, lost)
    assert found.p == pytest.approx(reference([[equal, lost], [gained, 0]], exact=True).pvalue)


def test_items_of_one_source_are_refused() -> None:
    with pytest.raises(InputError, match="sign-flip"):
        mcnemar(np.zeros(2), np.ones(2), ["a", "a"])


def test_scores_between_right_and_wrong_are_refused() -> None:
    with pytest.raises(InputError, match="0 and 1"):
        mcnemar(np.array([0.5]), np.array([1.0]), ["a"])
