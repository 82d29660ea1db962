"""The exact search equals sorting all scores, whatever the sizes of its blocks."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from perimetry.errors import InputError
from perimetry.measures import nearest as module
from perimetry.measures.nearest import Score, nearest
from perimetry.measures.ranking import NO_DOCUMENT, Ranking

UNTIMED = settings(deadline=None)  # machines are shared

WHOLE = st.integers(-3, 3).map(float)
"""Products of small whole numbers are exact in float32, so ties are ties and orders are one."""

SMALL = {"QUERIES_AT_ONCE": 3, "DOCUMENTS_AT_ONCE": 32, "GROUPS_AT_ONCE": 3, "SPARE": 2}
"""Blocks so small that a few vectors pass through all of the code."""


def whole(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(np.float32)


def normal(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)


def sorted_out(
    queries: np.ndarray, documents: np.ndarray, k: int, exclude: np.ndarray | None = None
) -> tuple[list[list[int]], list[list[float]]]:
    """All products, sorted: score descending, then document ascending."""
    numbers, scores = [], []
    for row, values in enumerate(queries.astype(np.float64) @ documents.astype(np.float64).T):
        order = sorted(range(len(values)), key=lambda at: (-values[at], at))
        if exclude is not None:
            order = [number for number in order if number != exclude[row]]
        empty = max(min(k, len(values)) - len(order), 0)
        numbers.append(order[:k] + [NO_DOCUMENT] * empty)
        scores.append([float(values[number]) for number in order[:k]] + [-np.inf] * empty)
    return numbers, scores


def same(left: Ranking, right: Ranking) -> bool:
    return np.array_equal(left.documents, right.documents) and np.array_equal(
        left.scores, right.scores
    )


def test_by_hand() -> None:
    documents = np.float32([[0, 2], [1, 1], [3, 0], [-1, 0]])
    found = nearest(np.float32([[2, 0], [0, 1]]), documents, 3)
    assert found.documents.tolist() == [[2, 1, 0], [0, 1, 2]]
    assert found.scores.tolist() == [
        [1.0, pytest.approx(0.5**0.5), 0.0],
        [1.0, pytest.approx(0.5**0.5), 0.0],
    ]
    found = nearest(np.float32([[2, 0], [0, 1]]), documents, 3, score="dot")
    assert found.documents.tolist() == [[2, 1, 0], [0, 1, 2]]
    assert found.scores.tolist() == [[6.0, 2.0, 0.0], [2.0, 1.0, 0.0]]


@UNTIMED
@given(st.data())
def test_it_equals_sorting_all_scores(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 3), "dimensions")
    queries = data.draw(arrays(np.float32, (data.draw(st.integers(0, 8)), size), elements=WHOLE))
    pool = data.draw(arrays(np.float32, (data.draw(st.integers(0, 130)), size), elements=WHOLE))
    k = data.draw(st.integers(1, 140), "k")
    exclude = data.draw(
        st.none() | arrays(np.int64, len(queries), elements=st.integers(-1, len(pool) - 1))
    )
    with mock.patch.multiple(module, **SMALL):
        found = nearest(queries, pool, k, score="dot", exclude=exclude)
    numbers, scores = sorted_out(queries, pool, k, exclude)
    assert found.documents.tolist() == numbers
    assert found.scores.tolist() == scores


@UNTIMED
@given(array_shapes(min_dims=1, max_dims=1, max_side=6), st.integers(1, 70))
def test_blocks_of_any_sizes_equal_the_whole(sizes: tuple[int, ...], k: int) -> None:
    pool, queries = whole(1, 97, 3), whole(2, 7, 3)
    cuts = np.cumsum(np.resize([13, 0, 1, 40, 5, *sizes], 4))
    with mock.patch.multiple(module, **SMALL):
        blocks = nearest(queries, iter(np.split(pool, cuts)), k, score="dot")
        assert same(blocks, nearest(queries, pool, k, score="dot"))


@pytest.mark.parametrize("k", [1, 7, 100, 1500])
def test_at_full_block_size_it_equals_sorting_all_scores(k: int) -> None:
    queries, pool = whole(3, 11, 6), whole(4, 40_001, 6)
    found = nearest(queries, pool, k, score="dot")
    numbers, scores = sorted_out(queries, pool, k)
    assert found.documents.tolist() == numbers
    assert found.scores.tolist() == scores


@pytest.mark.parametrize("k", [1, 10, 300])
def test_cosines_equal_those_of_double_precision(k: int) -> None:
    queries, pool = normal(5, 530, 24), normal(6, 5_003, 24)
    found = nearest(queries, pool, k)
    units = [
        rows / np.linalg.norm(rows.astype(np.float64), axis=1)[:, None] for rows in (queries, pool)
    ]
    cosines = units[0] @ units[1].T
    best = -np.sort(-cosines, axis=1)[:, :k]
    assert np.abs(found.scores - best).max() < 1e-6
    assert np.abs(np.take_along_axis(cosines, found.documents, axis=1) - best).max() < 1e-6


def test_equal_documents_stand_in_their_order() -> None:
    pool = np.ones((40_000, 3), dtype=np.float32)
    found = nearest(np.ones((2, 3), dtype=np.float32), pool, 500)
    assert found.documents.tolist() == [list(range(500))] * 2


@pytest.mark.parametrize("score", ["cosine", "dot"])
def test_documents_that_come_worst_first_are_all_considered(score: Score) -> None:
    angle = np.linspace(3.0, 0.0, 50_000)
    pool = np.stack([np.cos(angle), np.sin(angle)], axis=1).astype(np.float32)
    found = nearest(np.float32([[1, 0]]), pool, 20, score=score)
    assert set(found.documents[0]) >= set(range(49_997, 50_000))  # the cosine is flat at 1
    assert found.documents.min() > 49_000


def test_minus_zero_ties_with_zero() -> None:
    found = nearest(
        np.float32([[1, -1]]), np.float32([[0, 0], [-0.0, 0.0], [0, 1]]), 3, score="dot"
    )
    assert found.documents.tolist() == [[0, 1, 2]]


def test_a_vector_of_zeros_is_similar_to_nothing() -> None:
    found = nearest(np.float32([[1, 0], [0, 0]]), np.float32([[0, 0], [-1, 0], [2, 0]]), 3)
    assert found.documents.tolist() == [[2, 0, 1], [0, 1, 2]]
    assert found.scores.tolist() == [[1.0, 0.0, -1.0], [0.0, 0.0, 0.0]]


def test_tiny_and_huge_vectors_have_cosines() -> None:
    found = nearest(np.float32([[1e-40, 0]]), np.float32([[0, 1], [1e18, 0]]), 1)
    assert found.documents.tolist() == [[1]]
    assert found.scores[0, 0] == pytest.approx(1.0)


def test_a_text_can_be_kept_from_finding_itself() -> None:
    pool = normal(7, 300, 8)
    found = nearest(pool, pool, 5, exclude=np.arange(300))
    assert nearest(pool, pool, 1).documents[:, 0].tolist() == list(range(300))
    assert np.array_equal(found.documents, nearest(pool, pool, 6).documents[:, 1:])


def test_a_row_that_its_excluded_document_leaves_short_ends_empty() -> None:
    pool = np.float32([[1, 0], [1, 1]])
    found = nearest(pool, pool, 9, exclude=np.array([0, -1]))
    assert found.documents.tolist() == [[1, NO_DOCUMENT], [1, 0]]
    assert found.scores[0, 1] == -np.inf


@pytest.mark.parametrize("documents", [np.zeros((0, 4), np.float32), []], ids=["array", "blocks"])
def test_an_empty_pool_gives_empty_rows(documents: np.ndarray) -> None:
    assert nearest(normal(8, 3, 4), documents, 10).documents.shape == (3, 0)


def test_no_queries_give_no_rows() -> None:
    assert nearest(np.zeros((0, 4), np.float32), normal(9, 20, 4), 10).documents.shape == (0, 10)


def test_other_floats_are_converted() -> None:
    queries, pool = whole(10, 5, 3), whole(11, 50, 3)
    single = nearest(queries, pool, 5)
    for kind in (np.float16, np.float64):
        assert same(single, nearest(queries.astype(kind), pool.astype(kind), 5))


def test_any_number_of_cores_finds_the_same() -> None:
    queries, pool = normal(12, 100, 8), normal(13, 3_000, 8)
    found = []
    for cores in (1, 2, 3, 200):
        with mock.patch.object(module, "_cores", lambda cores=cores: cores):
            found.append(nearest(queries, pool, 10))
    assert all(same(found[0], other) for other in found)


def test_a_memory_mapped_pool_is_read_in_place(tmp_path: Path) -> None:
    pool, queries = normal(14, 20_000, 16), normal(15, 9, 16)
    np.save(tmp_path / "pool.npy", pool)
    mapped = np.load(tmp_path / "pool.npy", mmap_mode="r")
    assert same(nearest(queries, mapped, 10), nearest(queries, pool, 10))


def test_memory_does_not_grow_with_the_pool() -> None:
    queries = normal(16, 700, 64)

    def blocks(count: int) -> Iterator[np.ndarray]:
        return (normal(seed, 8_000, 64) for seed in range(count))

    def peak(count: int) -> float:
        tracemalloc.start()
        nearest(queries, blocks(count), 20)
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size / 1e6

    few, many = peak(2), peak(40)  # 4 MB and 82 MB of vectors
    assert many < few + 15  # the threads' work coincides now more, now less
    assert many < 100 + 0.064 * 64 + len(queries) * (64 * 20 + 2048 + 4 * 64) / 1e6


BAD = np.float32([[0, 1], [2, 3], [np.nan, 0]])


@pytest.mark.parametrize(
    ("queries", "documents", "options", "problem"),
    [
        (BAD, BAD[:2], {}, "vector 2 of the queries is not finite"),
        (BAD[:2], BAD, {}, "vector 2 of the documents from 0 on is not finite"),
        (BAD[:2], [BAD[:2], BAD], {}, "vector 2 of the documents from 2 on is not finite"),
        (np.float32([[np.inf, 0]]), BAD[:2], {"score": "dot"}, "vector 0 of the queries"),
        (np.float32([[2e19, 0]]), BAD[:2], {"score": "dot"}, "longer than 1e"),
        (BAD[0], BAD[:2], {}, r"queries of shape \(2,\)"),
        (BAD[:2], BAD[0], {}, r"documents of shape \(2,\)"),
        (BAD[:2], [np.ones((3, 5), np.float32)], {}, r"\(3, 5\) do not fit queries of 2 dim"),
        (BAD[:2], BAD[:2], {"k": 0}, "at least 1"),
        (BAD[:2], BAD[:2], {"score": "l2"}, "no score 'l2'"),
        (BAD[:2], BAD[:2], {"exclude": np.array([0])}, r"2 queries exclude .* \(1,\)"),
        (BAD[:2], BAD[:2], {"exclude": np.array([0, 2])}, "document 2 is excluded, of a pool of 2"),
    ],
)
def test_what_cannot_be_searched_is_refused(
    queries: np.ndarray, documents: np.ndarray, options: dict[str, object], problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        nearest(queries, documents, **{"k": 1, **options})
