from __future__ import annotations

import pytest

from perimetry.stats.seeds import derived_seed
from perimetry.stats.verdict import verdict


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (0.80, 0.90, "sees it"),
        (0.79, 0.90, "weak"),
        (0.62, 0.74, "weak"),
        (0.50, 0.70, "weak"),
        (0.45, 0.60, "blind"),
        (0.44, 0.60, "too few to say"),
        (0.44, 0.55, "weak"),
        (0.10, 0.449, "inverted"),
        (0.30, 0.45, "weak"),
        (0.40, 0.85, "too few to say"),
        (0.55, 0.82, "too few to say"),
    ],
)
def test_bands(low: float, high: float, word: str) -> None:
    assert verdict(low, high, groups=30) == word


def test_fewer_than_thirty_groups_say_nothing() -> None:
    assert verdict(0.95, 1.0, groups=29) == "too few to say"


def test_a_seed_depends_on_what_it_is_for_and_on_nothing_else() -> None:
    assert derived_seed(1, "group", "order") == derived_seed(1, "group", "order")
    assert derived_seed(1, "group", "order") != derived_seed(1, "grouporder")
    assert derived_seed(1, "group") != derived_seed(2, "group")
