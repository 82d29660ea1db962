from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perimetry.encoders import open_encoder
from perimetry.errors import InputError
from perimetry.repair.merging.frontier import (
    DevScores,
    FrontierPoint,
    best_point,
    dev_scores,
    measured_frontier,
)
from perimetry.repair.proof.public_sets import RatedPairs
from tests.encoders.onnx.folders import random_tensors, write_model

POINTS = [
    FrontierPoint(0.0, 0.0, 0.0),
    FrontierPoint(0.25, 0.04, -0.001),
    FrontierPoint(0.5, 0.09, 0.008),
    FrontierPoint(0.75, 0.09, 0.004),
    FrontierPoint(1.0, 0.2, 0.03),
]


@pytest.mark.parametrize(
    ("budget", "weight"), [(0.05, 1.0), (0.01, 0.5), (0.005, 0.75), (0.0, 0.25)]
)
def test_the_best_point_gains_most_within_the_budget(budget: float, weight: float) -> None:
    best = best_point(POINTS, budget)
    assert best is not None
    assert best.weight == weight


def test_where_nothing_gains_there_is_no_best_point() -> None:
    assert best_point(POINTS[:1], 0.5) is None
    assert best_point([FrontierPoint(1.0, -0.1, -0.1)], 0.5) is None


def test_each_weight_is_merged_and_scored_against_the_base(tmp_path: Path) -> None:
    """A score that reads one number of the weights, which the two models have at 1 and at 3."""
    one, other = random_tensors(1), random_tensors(1)
    name = "embeddings.LayerNorm.bias"
    one[name], other[name] = np.full(16, 1, np.float32), np.full(16, 3, np.float32)
    base = write_model(tmp_path / "base", tensors=one)
    repaired = write_model(tmp_path / "repaired", tensors=other)

    def score(folder: Path) -> DevScores:
        from safetensors.numpy import load_file

        value = float(load_file(folder / "model.safetensors")[name][0])
        return DevScores(auroc=value / 10, spearman=-(value**2) / 100)

    found = measured_frontier(
        base, [repaired], score, budget=0.035, method="linear", weights=(0, 0.5, 1)
    )
    assert [point.gain for point in found.points] == pytest.approx([0, 0.1, 0.2])
    assert [point.harm for point in found.points] == pytest.approx([0, 0.03, 0.08])
    assert found.best == found.points[1]


def test_a_budget_below_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the harm budget is at least 0"):
        measured_frontier(tmp_path, [tmp_path], lambda _: DevScores(0, 0), budget=-0.1)


def test_a_bag_of_words_is_scored_on_the_core_set_and_on_rated_pairs() -> None:
    """Word overlap says nothing within a matched stratum, and orders these three pairs rightly."""
    pairs = RatedPairs(
        "three", ["a b c", "a b c", "a b c"], ["a b c", "a b d", "x y z"], np.array([5.0, 3, 0])
    )
    found = dev_scores(open_encoder("hash:"), pairs)
    assert 0.3 < found.auroc < 0.6
    assert found.spearman == pytest.approx(1)
