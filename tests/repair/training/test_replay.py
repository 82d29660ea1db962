from __future__ import annotations

import numpy as np

from perimetry.repair.training.replay import Replay, cosines, moved

VECTORS = np.array([[2, 0], [0, 3], [1, 1]], dtype=np.float32)
HALF = np.sqrt(0.5)


def test_cosines_are_those_of_unit_vectors() -> None:
    expected = [[1, 0, HALF], [0, 1, HALF], [HALF, HALF, 1]]
    assert np.allclose(cosines(VECTORS), expected)


def test_a_zero_vector_has_cosine_0() -> None:
    assert cosines(np.zeros((2, 2), dtype=np.float32)).tolist() == [[0, 0], [0, 0]]


def test_cosines_move_by_the_mean_square_over_pairs_of_different_rows() -> None:
    changed = np.array([[1, 0], [1, 0], [0, 1]], dtype=np.float32)
    # pairs (0,1): 0 → 1, (0,2): √½ → 0, (1,2): √½ → 0
    assert np.isclose(moved(VECTORS, changed).cosines, (1 + 0.5 + 0.5) / 3)
    assert moved(VECTORS, 5 * VECTORS).cosines < 1e-12


def test_places_move_by_one_less_the_mean_cosine_with_ones_own() -> None:
    changed = np.array([[1, 0], [1, 0], [0, 2]], dtype=np.float32)
    assert np.isclose(moved(VECTORS, changed).places, 1 - (1 + 0 + HALF) / 3)
    turned = VECTORS @ np.array([[0, 1], [-1, 0]], dtype=np.float32)  # all cosines stay
    assert np.isclose(moved(VECTORS, turned).cosines, 0)
    assert np.isclose(moved(VECTORS, turned).places, 1)


def test_a_steps_sentences_are_distinct_and_repeat() -> None:
    replay = Replay(["a", "b", "c"], VECTORS, size=2, seed=7)
    places = replay.drawn(3)
    assert len(set(places.tolist())) == 2
    assert places.tolist() == Replay(["a", "b", "c"], VECTORS, 2, 7).drawn(3).tolist()
    assert np.allclose(replay.cosines(places), cosines(VECTORS)[np.ix_(places, places)])


def test_there_are_never_more_sentences_than_there_are() -> None:
    assert sorted(Replay(["a", "b", "c"], VECTORS, size=9, seed=1).drawn(0)) == [0, 1, 2]


def test_sentences_are_drawn_with_their_nearest() -> None:
    # Eight directions in two bundles: whoever is drawn first brings its bundle along.
    bundle = np.array([[1, 0], [1, 0.1], [1, 0.2], [1, 0.3]], dtype=np.float32)
    vectors = np.concatenate([bundle, bundle[:, ::-1]])
    replay = Replay(list("abcdefgh"), vectors, size=4, seed=1)
    drawn = {frozenset(replay.drawn(step).tolist()) for step in range(20)}
    assert drawn == {frozenset({0, 1, 2, 3}), frozenset({4, 5, 6, 7})}
