from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom
from sklearn.metrics import roc_auc_score

from perimetry.errors import InputError
from perimetry.probes.meaning import MeaningProbe
from perimetry.repair.proof.gains import PairScores, auroc_change, gains
from perimetry.runner import run_audit
from tests.repair.proof.pairs import encoder, labelled

SEED = (4, 4)


def drawn(seed: int, sharpness: tuple[float, float], groups: int = 60) -> PairScores:
    """Each group has a same and a different pair in each of two strata; scores on other scales."""
    generator = np.random.default_rng(seed)
    same = np.tile([True, False, True, False], groups)
    shared = generator.normal(size=len(same))
    before, after = (
        sharp * same + shared + 0.5 * generator.normal(size=len(same)) for sharp in sharpness
    )
    names = [str(i) for i in range(groups) for _ in range(4)]
    return PairScores(same, np.tile([0, 0, 1, 1], groups), before, 100 + np.exp(after), names)


def test_the_auroc_is_the_mean_over_strata_of_scikit_learns() -> None:
    pairs = drawn(0, (0.5, 1.0))
    found = auroc_change(pairs, seed=SEED)
    for value, scores in ((found.before, pairs.before), (found.after, pairs.after)):
        expected = [
            roc_auc_score(pairs.same[pairs.strata == s], scores[pairs.strata == s]) for s in (0, 1)
        ]
        assert value == pytest.approx(np.mean(expected))


def test_a_real_gain_is_found_and_lies_within_its_interval() -> None:
    found = auroc_change(drawn(1, (0.0, 2.0)), seed=SEED)
    assert found.p < 0.001
    assert 0.1 < found.low < found.after - found.before < found.high


def test_encoders_of_equal_sharpness_are_told_apart_in_five_of_a_hundred() -> None:
    """Also where their scores have different scales. 120 trials: at most 12 by luck."""
    false = sum(auroc_change(drawn(seed, (0.8, 0.8)), seed=SEED).p <= 0.05 for seed in range(120))
    assert 0 < false <= binom.ppf(0.99, 120, 0.05)


def test_the_swap_of_one_group_is_worked_by_hand() -> None:
    """One group, right before and wrong after: swapped or not, the change is 1 in size."""
    pairs = PairScores(
        np.array([True, False]), np.zeros(2, dtype=np.intp), np.array([2.0, 1]), np.array([1.0, 2]),
        ["g", "g"],
    )  # fmt: skip
    found = auroc_change(pairs, seed=SEED)
    assert (found.before, found.after, found.p) == (1, 0, 1)


def test_an_audit_gives_order_and_auroc_of_a_probe_under_holm() -> None:
    """Before, the even anchors are right; after, all are."""
    probe = MeaningProbe(labelled(40))
    audit = run_audit(
        [encoder("before", lambda i: i % 2 == 0), encoder("after", lambda i: True)],
        [probe],
        suite="x",
        seed=0,
    )
    order, auroc = gains(audit, trained={"core"}, seed=0)
    assert (order.measure, order.before, order.after, order.groups) == (
        "order_accuracy",
        0.5,
        1,
        40,
    )
    assert (auroc.measure, auroc.before, auroc.after, auroc.n) == ("auroc", 0.5, 1, 80)
    for gain in (order, auroc):
        assert gain.outcome == "gained"
        assert gain.p <= gain.p_adjusted <= 2 * gain.p
        assert 0 < gain.low < 0.5 < gain.high
        assert gain.trained


def test_what_became_worse_is_lost_and_what_did_not_change_is_no_difference() -> None:
    def changed(after: bool) -> list[str]:
        audit = run_audit(
            [encoder("before", lambda i: True), encoder("after", lambda i: after)],
            [MeaningProbe(labelled(40))],
            suite="x",
            seed=0,
        )
        return [gain.outcome for gain in gains(audit, trained=(), seed=0)]

    assert changed(after=False) == ["lost", "lost"]
    assert changed(after=True) == ["no difference", "no difference"]


def test_one_encoder_has_no_before_and_after() -> None:
    audit = run_audit(
        [encoder("one", lambda i: True)], [MeaningProbe(labelled(40))], suite="x", seed=0
    )
    with pytest.raises(InputError, match="before and after are two encoders, not 1"):
        gains(audit, trained=(), seed=0)
