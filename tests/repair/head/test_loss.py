from __future__ import annotations

import numpy as np
import pytest

from perimetry.repair.head.loss import Block, ContrastiveLoss, HeadExample, Replay

ROOT = np.sqrt(0.5)
UNIT = np.array([[1, 0], [0, 1], [ROOT, ROOT], [-1, 0]])
"""East, north, north-east and west."""


def loss(*examples: HeadExample, temperature: float = 1.0) -> ContrastiveLoss:
    return ContrastiveLoss([Block.of(examples, 1 / len(examples))], temperature, len(UNIT))


def test_one_example_with_one_negative_is_worked_by_hand() -> None:
    """Cosines 1/√2 with its target and 0 with its negative: log(1 + e^(−1/√2))."""
    found = loss(HeadExample(0, 2, [1], "a")).value(UNIT)
    assert found == pytest.approx(np.log1p(np.exp(-ROOT)))


def test_the_temperature_divides_the_cosines() -> None:
    found = loss(HeadExample(0, 2, [1], "a"), temperature=0.1).value(UNIT)
    assert found == pytest.approx(np.log1p(np.exp(-ROOT / 0.1)))


def test_the_targets_and_the_queries_of_others_are_negatives() -> None:
    """Each sees its own target at cosine 1/√2 or −1, the other's target, and the other's query."""
    found = loss(HeadExample(0, 2, [], "a"), HeadExample(1, 1, [], "b")).value(UNIT)
    first = np.log(np.exp(ROOT) + np.exp(0) + np.exp(0)) - ROOT
    second = np.log(np.exp(1) + np.exp(ROOT) + np.exp(0)) - 1
    assert found == pytest.approx((first + second) / 2)


@pytest.mark.parametrize(
    ("other", "left"),
    [
        (HeadExample(1, 1, [], "a"), ()),
        (HeadExample(1, 2, [], "b"), ("queries",)),
        (HeadExample(0, 1, [], "b"), ("targets",)),
    ],
    ids=["of one group", "of one target", "of one query"],
)
def test_what_says_the_same_is_no_negative(other: HeadExample, left: tuple[str, ...]) -> None:
    """Its target lies at cosine 0 and so does its query, unless it is the same."""
    block = Block.of([HeadExample(0, 2, [], "a"), other], 1.0)
    assert bool(block.others[0, 1]) is ("targets" in left)
    assert bool(block.queries_apart[0, 1]) is ("queries" in left)


def test_the_slope_is_the_derivative() -> None:
    generator = np.random.default_rng(3)
    vectors = generator.normal(size=(12, 5))
    examples = [
        HeadExample(0, 1, [2, 3], "a"),
        HeadExample(4, 5, [6], "b"),
        HeadExample(7, 1, [], "c"),
        HeadExample(8, 9, [2, 10], "a"),
    ]
    blocks = [Block.of(examples[:3], 0.2), Block.of(examples[3:], 0.4)]
    for part in (ContrastiveLoss(blocks, 0.3, 12), Replay(generator.normal(size=(12, 5)), 2.0)):
        value, slope = part.value_and_slope(vectors)
        step = generator.normal(size=vectors.shape)
        moved = [part.value_and_slope(vectors + sign * 1e-6 * step)[0] for sign in (-1, 1)]
        assert (moved[1] - moved[0]) / 2e-6 == pytest.approx((slope * step).sum(), rel=1e-6)
        assert value > 0


def test_replay_is_nothing_where_cosines_stay_and_their_squared_change_where_not() -> None:
    """North turned east: its cosine with east goes from 0 to 1, twice in four cells."""
    replay = Replay(UNIT[:2], weight=3.0)
    assert replay.value_and_slope(UNIT[:2])[0] == 0
    assert replay.value_and_slope(UNIT[[1, 0]])[0] == 0
    assert replay.value_and_slope(UNIT[[0, 0]])[0] == pytest.approx(3 * 2 / 4)
