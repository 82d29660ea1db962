"""The loss against values worked in numpy, and against the library's where the two coincide."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytestmark = pytest.mark.torch
torch: Any = pytest.importorskip("torch")
pytest.importorskip("sentence_transformers")

from perimetry.repair.training._loss import (  # noqa: E402 (needs torch)
    RepairLoss,
    contrastive,
    encoded_by_length,
    kept_cosines,
    kept_places,
    ranking,
)
from perimetry.repair.training.replay import cosines, moved  # noqa: E402

Floats = NDArray[np.float32]

# Two queries; targets: right of 1, wrong of 1, right of 2.
QUERIES = np.array([[1, 0], [0, 2]], dtype=np.float32)
TARGETS = np.array([[3, 4], [4, 3], [0, 1]], dtype=np.float32)
RIGHT = np.array([0, 2])
ALL = np.ones((2, 3), dtype=bool)
APART = ~np.eye(2, dtype=bool)


def loss(
    queries: Floats = QUERIES,
    targets: Floats = TARGETS,
    right: NDArray[np.int64] = RIGHT,
    allowed: NDArray[np.bool_] = ALL,
    others: NDArray[np.bool_] | None = None,
    temperature: float = 0.5,
) -> float:
    return float(
        contrastive(
            torch.from_numpy(queries),
            torch.from_numpy(targets),
            torch.from_numpy(right),
            torch.from_numpy(allowed),
            None if others is None else torch.from_numpy(others),
            temperature,
        )
    )


def test_the_loss_is_the_one_worked_by_hand() -> None:
    # Cosines of query 1: 0.6, 0.8, 0; of query 2: 0.8, 0.6, 1. Over τ = 0.5 they double.
    first = np.log(np.exp(1.2) + np.exp(1.6) + np.exp(0)) - 1.2
    second = np.log(np.exp(1.6) + np.exp(1.2) + np.exp(2)) - 2
    assert loss() == pytest.approx((first + second) / 2, rel=1e-6)


def test_other_queries_are_negatives_where_they_count() -> None:
    # The queries' cosine is 0, so each denominator grows by exp(0).
    first = np.log(np.exp(1.2) + np.exp(1.6) + np.exp(0) + 1) - 1.2
    second = np.log(np.exp(1.6) + np.exp(1.2) + np.exp(2) + 1) - 2
    assert loss(others=APART) == pytest.approx((first + second) / 2, rel=1e-6)
    assert loss(others=~ALL[:, :2]) == pytest.approx(loss(), rel=1e-6)


def test_a_masked_target_is_no_negative() -> None:
    masked = ALL.copy()
    masked[0, 2] = masked[1, 0] = False
    first = np.log(np.exp(1.2) + np.exp(1.6)) - 1.2
    second = np.log(np.exp(1.2) + np.exp(2)) - 2
    assert loss(allowed=masked) == pytest.approx((first + second) / 2, rel=1e-6)


def test_a_query_with_nothing_but_its_right_target_has_loss_0() -> None:
    alone = np.array([[True, False, False], [False, False, True]])
    assert loss(allowed=alone) == pytest.approx(0, abs=1e-7)


def test_lengths_change_nothing() -> None:
    assert loss(queries=7 * QUERIES, targets=np.float32(0.1) * TARGETS) == pytest.approx(loss())


@pytest.mark.parametrize("same_tower", [False, True])
def test_it_is_the_librarys_multiple_negatives_ranking_loss(same_tower: bool) -> None:
    """sentence-transformers' loss of one positive and two negatives a query, at τ = 0.05."""
    from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss

    generator = np.random.default_rng(5)
    queries, positives, first, second = (
        torch.from_numpy(generator.normal(size=(6, 8)).astype(np.float32)) for _ in range(4)
    )
    directions = ("query_to_doc", "query_to_query") if same_tower else ("query_to_doc",)
    library = MultipleNegativesRankingLoss(None, scale=20.0, directions=directions)
    expected = library.compute_loss_from_embeddings(
        [queries, positives, first, second], torch.zeros(6)
    )
    ours = contrastive(
        queries,
        torch.cat([positives, first, second]),
        torch.arange(6),
        torch.ones((6, 18), dtype=torch.bool),
        ~torch.eye(6, dtype=torch.bool) if same_tower else None,
        0.05,
    )
    assert float(ours) == pytest.approx(float(expected), rel=1e-5)


def test_the_replay_terms_are_what_moved() -> None:
    base = np.random.default_rng(1).normal(size=(5, 4)).astype(np.float32)
    changed = np.random.default_rng(2).normal(size=(5, 4)).astype(np.float32)
    term = kept_cosines(torch.from_numpy(changed), torch.from_numpy(cosines(base)))
    assert float(term) == pytest.approx(moved(base, changed).cosines, rel=1e-5)
    term = kept_places(torch.from_numpy(changed), torch.from_numpy(base))
    assert float(term) == pytest.approx(moved(base, changed).places, rel=1e-5)
    same = kept_cosines(torch.from_numpy(3 * base), torch.from_numpy(cosines(base)))
    assert float(same) == pytest.approx(0, abs=1e-7)


def batch(replay: bool = False) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The batch above, through a model that gives back the vectors it is given."""
    features = [{"v": torch.from_numpy(QUERIES)}, {"v": torch.from_numpy(TARGETS[[0, 2, 1]])}]
    label = {
        "rows": torch.tensor([0, 2, 1]),  # distinct targets in another order
        "right": torch.from_numpy(RIGHT),
        "allowed": torch.from_numpy(ALL),
        "others": torch.from_numpy(APART),
    }
    if replay:
        features.append({"v": torch.from_numpy(TARGETS)})
        label["cosines"], label["places"] = torch.eye(3), torch.from_numpy(TARGETS)
    return features, label


def given(tokens: dict[str, Any]) -> dict[str, Any]:
    return {"sentence_embedding": tokens["v"]}


def test_a_batch_of_distinct_targets_is_put_in_order() -> None:
    module = RepairLoss(given, temperature=0.5, same_tower=True)
    assert float(module(*batch())) == pytest.approx(loss(others=APART), rel=1e-6)
    module = RepairLoss(given, temperature=0.5, same_tower=False)
    assert float(module(*batch())) == pytest.approx(loss(), rel=1e-6)


def test_first_dimensions_are_learnt_alone_too_and_weigh_the_same() -> None:
    module = RepairLoss(given, temperature=0.5, same_tower=False, dims=[1])
    # In one dimension: query 1 has cosines 1, 1, 0; query 2 is zero and has 0 with all.
    cut = (np.log(2 * np.exp(2) + 1) - 2 + np.log(3)) / 2
    assert float(module(*batch())) == pytest.approx((cut + loss()) / 2, rel=1e-6)


def test_replay_counts_with_its_weight() -> None:
    plain = RepairLoss(given, temperature=0.5, same_tower=False)
    kept = RepairLoss(given, temperature=0.5, same_tower=False, replay_weight=2.0)
    # Cosines among the targets: 0.96, 0.8, 0.6; the base model's are 0.
    term = (0.96**2 + 0.8**2 + 0.6**2) / 3
    assert float(kept(*batch(replay=True))) == pytest.approx(float(plain(*batch())) + 2 * term)
    features, label = batch(replay=True)
    label["places"] = torch.from_numpy(TARGETS[[0, 1, 1]])  # one text's cosine with it is 0.6
    placed = RepairLoss(given, temperature=0.5, same_tower=False, place_weight=3.0)
    assert float(placed(features, label)) == pytest.approx(float(plain(*batch())) + 3 * 0.4 / 3)


def ranked(matched: NDArray[np.bool_]) -> float:
    return float(
        ranking(
            torch.from_numpy(QUERIES),
            torch.from_numpy(TARGETS),
            torch.from_numpy(RIGHT),
            torch.tensor([0, 0, 1]),
            torch.from_numpy(matched),
            0.5,
        )
    )


def test_ranking_compares_kept_pairs_with_broken_ones_of_other_queries() -> None:
    # Kept pairs have cosines 0.6 and 1, the one broken pair 0.8; differences double over τ = 0.5.
    wrong = np.array([[False, True, False]] * 2)
    both = (np.log1p(np.exp(0.4)) + np.log1p(np.exp(-0.4))) / 2
    assert ranked(wrong) == pytest.approx(both, rel=1e-6)
    second = np.array([[False, False, False], [False, True, False]])
    assert ranked(second) == pytest.approx(np.log1p(np.exp(-0.4)), rel=1e-6)


def test_ranking_without_a_pair_to_compare_is_nothing() -> None:
    assert ranked(np.zeros((2, 3), dtype=bool)) == 0.0


class _Widths:
    """A model whose vector of a text is its sum; it notes how wide each batch was."""

    def __init__(self) -> None:
        self.widths: list[int] = []

    def __call__(self, tokens: dict[str, Any]) -> dict[str, Any]:
        self.widths.append(tokens["input_ids"].shape[1])
        found = (tokens["input_ids"] * tokens["attention_mask"]).sum(dim=1, keepdim=True)
        return {"sentence_embedding": found.float()}


def _padded(lengths: list[int], *, left: bool) -> dict[str, Any]:
    width = max(lengths)
    mask = torch.zeros(len(lengths), width, dtype=torch.long)
    for row, length in enumerate(lengths):
        mask[row, width - length if left else 0 : width if left else length] = 1
    return {"input_ids": torch.arange(1, 1 + mask.numel()).reshape(mask.shape),
            "attention_mask": mask, "task": "as it is"}  # fmt: skip


def test_texts_of_like_length_are_encoded_together_and_keep_their_places() -> None:
    model, tokens = _Widths(), _padded([40, 3] * 32, left=False)
    found = encoded_by_length(model, tokens)
    assert model.widths == [3, 40]
    assert torch.equal(found, _Widths()(tokens)["sentence_embedding"])


def test_a_batch_that_is_padded_on_the_left_is_encoded_as_it_is() -> None:
    model = _Widths()
    encoded_by_length(model, _padded([40, 3] * 32, left=True))
    assert model.widths == [40]
