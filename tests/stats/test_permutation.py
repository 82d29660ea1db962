from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import permutation_test

from perimetry.errors import InputError
from perimetry.stats import permutation as module
from perimetry.stats.mcnemar import mcnemar
from perimetry.stats.permutation import Alternative, sign_flip_p_values, sign_flip_test

SEED = (3, 5)


def singles(count: int) -> list[str]:
    return [str(i) for i in range(count)]


def test_three_wins_in_three_groups_by_hand() -> None:
    """Of the 8 patterns of signs, +++ and −−− reach a sum of 3 either way, +++ alone upwards."""
    old, new = np.zeros(3), np.ones(3)
    found = sign_flip_test(old, new, singles(3), seed=SEED)
    assert (found.difference, found.p, found.groups, found.exact) == (1.0, 0.25, 3, True)
    assert sign_flip_test(old, new, singles(3), seed=SEED, alternative="greater").p == 0.125
    assert sign_flip_test(old, new, singles(3), seed=SEED, alternative="less").p == 1.0


def test_items_of_one_group_are_flipped_together() -> None:
    """Eight wins in two groups are two facts: both signs equal in 2 of 4 patterns."""
    found = sign_flip_test(np.zeros(8), np.ones(8), list("aaaabbbb"), seed=SEED)
    assert (found.p, found.groups) == (0.5, 2)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_small_samples_equal_scipys_exact_permutation_test(alternative: Alternative) -> None:
    generator = np.random.default_rng(1)
    old, new = generator.random(9), generator.random(9) + 0.1
    reference = permutation_test(
        (new, old),
        lambda a, b, axis: (a - b).mean(axis),
        permutation_type="samples",
        n_resamples=np.inf,
        alternative=alternative,
    )
    found = sign_flip_test(old, new, singles(9), seed=SEED, alternative=alternative)
    assert found.p == pytest.approx(reference.pvalue)


def test_drawn_signs_come_close_to_all_signs() -> None:
    generator = np.random.default_rng(2)
    old, new = generator.random(12), generator.random(12) + 0.15
    every = sign_flip_test(old, new, singles(12), seed=SEED)
    drawn = sign_flip_test(old, new, singles(12), seed=SEED, flips=4_000)
    assert (every.exact, drawn.exact) == (True, False)
    assert drawn.p == pytest.approx(every.p, abs=0.03)


def test_a_drawn_p_value_is_never_zero() -> None:
    found = sign_flip_test(np.zeros(40), np.ones(40), singles(40), seed=SEED, flips=999)
    assert found.p == 1 / 1000


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 20))
def test_binary_scores_of_independent_items_give_mcnemars_exact_p(
    gained: int, lost: int, equal: int
) -> None:
    old = np.repeat([0.0, 1.0, 1.0], [gained, lost, equal])
    new = np.repeat([1.0, 0.0, 1.0], [gained, lost, equal])
    if not len(old):
        return
    found = sign_flip_test(old, new, singles(len(old)), seed=SEED, flips=2**18)
    assert found.p == pytest.approx(mcnemar(old, new, singles(len(old))).p)


def test_equal_encoders_have_p_one() -> None:
    found = sign_flip_test(np.ones(50), np.ones(50), singles(50), seed=SEED)
    assert (found.p, found.exact) == (1.0, True)


@given(st.integers(2, 60), st.integers(0, 999))
def test_swapping_the_encoders_mirrors_the_test(items: int, seed: int) -> None:
    generator = np.random.default_rng(seed)
    old, new = generator.integers(0, 2, (2, items)).astype(float)
    groups = generator.integers(0, 12, items).astype(str).tolist()
    one = sign_flip_test(old, new, groups, seed=SEED)
    other = sign_flip_test(new, old, groups, seed=SEED)
    assert (one.p, one.difference) == (other.p, -other.difference)
    up = sign_flip_test(old, new, groups, seed=SEED, alternative="greater", flips=5_000)
    down = sign_flip_test(new, old, groups, seed=SEED, alternative="less", flips=5_000)
    assert up.p == down.p


def test_columns_are_tested_as_if_alone() -> None:
    generator = np.random.default_rng(6)
    gaps = generator.normal(0.1, 1, (90, 3))
    groups = generator.integers(0, 40, 90).astype(str).tolist()
    together = sign_flip_p_values(gaps, groups, seed=SEED)
    for column in range(3):
        alone = sign_flip_test(np.zeros(90), gaps[:, column], groups, seed=SEED)
        assert together[column] == alone.p


@pytest.mark.parametrize("groups", [10, 45], ids=["all patterns", "drawn patterns"])
def test_the_block_size_changes_nothing(monkeypatch: pytest.MonkeyPatch, groups: int) -> None:
    old, new = np.random.default_rng(8).random((2, groups))
    whole = sign_flip_test(old, new, singles(groups), seed=SEED)
    monkeypatch.setattr(module, "BLOCK_CELLS", 7 * groups)
    assert sign_flip_test(old, new, singles(groups), seed=SEED) == whole


def test_another_alternative_is_refused() -> None:
    with pytest.raises(InputError, match="two-sided"):
        sign_flip_test(np.zeros(3), np.ones(3), singles(3), seed=SEED, alternative="two_sided")  # type: ignore[arg-type]


def test_other_items_are_refused() -> None:
    with pytest.raises(InputError, match="same items"):
        sign_flip_test(np.ones(3), np.ones(4), singles(3), seed=SEED)
