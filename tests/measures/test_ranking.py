"""Values worked by hand, a plain implementation, and ir-measures (over trec_eval) agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isnan, log2

import ir_measures
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import AP, RR, R, Success, nDCG

from perimetry.errors import InputError
from perimetry.measures.ranking import (
    NO_DOCUMENT,
    JudgedRanking,
    Ranking,
    Relevance,
    average_precision,
    judge,
    ndcg,
    recall,
    reciprocal_rank,
    success,
)

Grades = Mapping[int, int]
Run = Mapping[int, float]

UNTIMED = settings(deadline=None)  # the first call imports the reference; machines are shared

MEASURES = {
    "ndcg": ndcg,
    "average precision": average_precision,
    "reciprocal rank": reciprocal_rank,
    "recall": recall,
    "success": success,
}

DOCUMENTS = range(14)
TIED = st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(-2, 2).map(float))
TIE_FREE = st.permutations(DOCUMENTS).flatmap(
    lambda order: st.integers(0, len(order)).map(
        lambda depth: {document: -float(rank) for rank, document in enumerate(order[:depth])}
    )
)


def queries(runs: st.SearchStrategy[Run]) -> st.SearchStrategy[list[tuple[Run, Grades]]]:
    grades = st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(0, 3), max_size=9)
    return st.lists(st.tuples(runs, grades), min_size=1, max_size=4)


def ranked(runs: Sequence[Run]) -> Ranking:
    """The runs as a ranking; equal scores stand by document number."""
    depth = max(map(len, runs))
    documents = np.full((len(runs), depth), NO_DOCUMENT)
    scores = np.full((len(runs), depth), -np.inf, dtype=np.float32)
    for row, run in enumerate(runs):
        listed = sorted(run, key=lambda document: (-run[document], document))
        documents[row, : len(listed)] = listed
        scores[row, : len(listed)] = [run[document] for document in listed]
    return Ranking(documents, scores)


def judged(*cases: tuple[Run, Grades]) -> JudgedRanking:
    return judge(ranked([run for run, _ in cases]), Relevance.of([grades for _, grades in cases]))


def listing(*grades: int, missed: Sequence[int] = ()) -> JudgedRanking:
    """One query whose ranks have these grades; ``missed`` are those of documents not retrieved."""
    run = {document: -float(document) for document in range(len(grades))}
    return judged((run, dict(enumerate([*grades, *missed]))))


# ------------------------------------------------------------------ by hand


def test_ndcg_by_hand() -> None:
    gained = 3 / log2(2) + 0 / log2(3) + 1 / log2(4)
    best = 3 / log2(2) + 2 / log2(3) + 1 / log2(4)
    assert ndcg(listing(3, 0, 1, missed=[2]), 3) == pytest.approx([gained / best], rel=1e-15)


def test_the_ideal_is_cut_off_like_the_ranking() -> None:
    assert ndcg(listing(2, 1, 1, 1), 1).tolist() == [1.0]


def test_the_ideal_reaches_past_a_short_list() -> None:
    best = 1 / log2(2) + 1 / log2(3) + 1 / log2(4)
    assert ndcg(listing(1, missed=[1, 1]), 3) == pytest.approx([1 / best], rel=1e-15)


def test_a_perfect_order_is_exactly_one() -> None:
    for length in range(1, 40):
        assert ndcg(listing(*range(length, 0, -1)), 1000).tolist() == [1.0]


def test_average_precision_by_hand() -> None:
    found = listing(1, 0, 1, 0, 2, missed=[1])
    assert average_precision(found, 5) == pytest.approx([(1 / 1 + 2 / 3 + 3 / 5) / 4])
    assert average_precision(found, 4) == pytest.approx([(1 / 1 + 2 / 3) / 4])


def test_reciprocal_rank_by_hand() -> None:
    assert reciprocal_rank(listing(0, 0, 2, 1), 10) == pytest.approx([1 / 3])
    assert reciprocal_rank(listing(0, 0, 2, 1), 2).tolist() == [0.0]


def test_recall_and_success_by_hand() -> None:
    found = listing(0, 1, 1, missed=[1, 1])
    assert [recall(found, k)[0] for k in (1, 2, 3, 9)] == [0.0, 0.25, 0.5, 0.5]
    assert [success(found, k)[0] for k in (1, 2, 3, 9)] == [0.0, 1.0, 1.0, 1.0]


# ------------------------------------------------------------------ the rules


def test_a_tie_earns_nothing() -> None:
    found = judged(({0: 0.5, 1: 0.5, 2: 0.5, 3: 0.1}, {0: 2, 1: 1}))
    assert found.grades.tolist() == [[0, 1, 2, 0]]
    assert success(found, 1).tolist() == [0.0]


def test_a_tie_is_the_same_whatever_the_order_of_the_documents() -> None:
    first, last = judged(({0: 0.5, 1: 0.5}, {0: 1})), judged(({0: 0.5, 1: 0.5}, {1: 1}))
    for measure in MEASURES.values():
        assert np.array_equal(measure(first, 2), measure(last, 2))


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_without_a_relevant_document_there_is_no_value(
    measure: Callable[[JudgedRanking, int], np.ndarray],
) -> None:
    values = measure(judged(({0: 0.9}, {}), ({0: 0.9}, {0: 0}), ({0: 0.9}, {0: 1})), 10)
    assert [isnan(value) for value in values] == [True, True, False]


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_nothing_retrieved_scores_zero(
    measure: Callable[[JudgedRanking, int], np.ndarray],
) -> None:
    assert measure(judged(({}, {3: 1})), 10).tolist() == [0.0]
    assert measure(judged(({}, {3: 1}), ({3: 0.2}, {3: 1})), 10).tolist() == [0.0, 1.0]


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_no_queries_have_no_values(measure: Callable[[JudgedRanking, int], np.ndarray]) -> None:
    nothing = Ranking(np.zeros((0, 5), dtype=np.int64), np.zeros((0, 5), dtype=np.float32))
    assert measure(judge(nothing, Relevance.of([])), 10).shape == (0,)


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_a_cut_off_beyond_the_list_sees_the_list(
    measure: Callable[[JudgedRanking, int], np.ndarray],
) -> None:
    found = listing(0, 1, 0, 2)
    assert np.array_equal(measure(found, 4), measure(found, 1_000_000))


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_a_cut_off_of_nothing_is_refused(
    measure: Callable[[JudgedRanking, int], np.ndarray],
) -> None:
    with pytest.raises(InputError, match="cut-off of 0"):
        measure(listing(1), 0)


# ------------------------------------------------------------------ against other implementations


@UNTIMED
@given(queries(TIED), st.integers(1, 16))
def test_values_equal_those_of_a_plain_implementation(
    cases: list[tuple[Run, Grades]], k: int
) -> None:
    found = judged(*cases)
    for name, measure in MEASURES.items():
        expected = [plain(name, run, grades, k) for run, grades in cases]
        assert measure(found, k) == pytest.approx(expected, rel=1e-12, nan_ok=True)


@UNTIMED
@given(queries(TIE_FREE), st.integers(1, 16))
def test_without_ties_values_equal_those_of_ir_measures(
    cases: list[tuple[Run, Grades]], k: int
) -> None:
    agrees_with_ir_measures(cases, k, name=lambda document, grade: f"{document:02}")


@UNTIMED
@given(queries(TIED), st.integers(1, 16))
def test_with_ties_values_equal_those_of_ir_measures_where_names_put_relevant_ones_last(
    cases: list[tuple[Run, Grades]], k: int
) -> None:
    # trec_eval orders equal scores by name, descending
    agrees_with_ir_measures(cases, k, name=lambda document, grade: f"{9 - grade} {document:02}")


def test_where_names_put_relevant_ones_first_trec_eval_is_kinder() -> None:
    run, relevant = {"a": 0.5, "b": 0.5}, {"b": 1}
    theirs = ir_measures.calc_aggregate([Success @ 1], {"q": relevant}, {"q": run})
    assert theirs[Success @ 1] == 1.0
    assert success(judged(({0: 0.5, 1: 0.5}, {1: 1})), 1).tolist() == [0.0]


def agrees_with_ir_measures(
    cases: Sequence[tuple[Run, Grades]], k: int, name: Callable[[int, int], str]
) -> None:
    """Asserts equal values for every judged query; ir-measures says 0 where we say NaN."""
    runs: dict[str, dict[str, float]] = {}
    judgements: dict[str, dict[str, int]] = {}
    for query, (run, grades) in enumerate(cases):
        names = {document: name(document, grades.get(document, 0)) for document in DOCUMENTS}
        runs[str(query)] = {names[document]: score for document, score in run.items()}
        judgements[str(query)] = {names[document]: grade for document, grade in grades.items()}
    measures = {ndcg: nDCG @ k, average_precision: AP @ k, recall: R @ k, success: Success @ k}
    found = judged(*cases)
    theirs: dict[tuple[str, str], float] = {}
    for value in ir_measures.iter_calc([*measures.values(), RR], judgements, runs):
        theirs[value.query_id, str(value.measure)] = value.value
    for query in [query for query in judgements if judgements[query]]:
        for ours, measure in measures.items():
            value = np.nan_to_num(ours(found, k))[int(query)]
            assert value == pytest.approx(theirs.get((query, str(measure)), 0.0), abs=1e-12)
        uncut = theirs.get((query, "RR"), 0.0)  # with a cut-off, ir-measures breaks ties otherwise
        value = np.nan_to_num(reciprocal_rank(found, k))[int(query)]
        assert value == pytest.approx(uncut if uncut > 1 / (k + 0.5) else 0.0, abs=1e-12)


@UNTIMED
@given(queries(TIE_FREE), st.integers(1, 16))
def test_without_ties_the_reciprocal_rank_at_a_cut_off_equals_that_of_ir_measures(
    cases: list[tuple[Run, Grades]], k: int
) -> None:
    runs = {str(q): {str(d): s for d, s in run.items()} for q, (run, _) in enumerate(cases)}
    grades = {str(q): {str(d): g for d, g in known.items()} for q, (_, known) in enumerate(cases)}
    ours = np.nan_to_num(reciprocal_rank(judged(*cases), k))
    for value in ir_measures.iter_calc([RR @ k], grades, runs):
        assert value.value == pytest.approx(ours[int(value.query_id)], abs=1e-12)


def plain(name: str, run: Run, grades: Grades, k: int) -> float:
    """The measures once more, one query at a time and as the books write them."""
    order = sorted(run, key=lambda document: (-run[document], grades.get(document, 0)))
    seen = [grades.get(document, 0) for document in order][:k]
    known = sorted((grade for grade in grades.values() if grade), reverse=True)
    if not known:
        return float("nan")
    ranks = [rank for rank, grade in enumerate(seen, 1) if grade]
    if name == "ndcg":
        gained, best = (
            sum(grade / log2(rank + 1) for rank, grade in enumerate(listed, 1))
            for listed in (seen, known[:k])
        )
        return gained / best
    if name == "average precision":
        return sum(found / rank for found, rank in enumerate(ranks, 1)) / len(known)
    if name == "reciprocal rank":
        return 1 / ranks[0] if ranks else 0.0
    return len(ranks) / len(known) if name == "recall" else float(bool(ranks))


# ------------------------------------------------------------------ what is refused

TWO = np.array([[4, 2]])
FALLING = np.float32([[0.5, 0.2]])


@pytest.mark.parametrize(
    ("documents", "scores", "problem"),
    [
        (TWO, FALLING[:, :1], r"shapes \(1, 2\) and \(1, 1\)"),
        (TWO[0], FALLING[0], "must be"),
        (np.array([[4, -2]]), FALLING, "outside 0"),
        (np.array([[4, 2**31]]), FALLING, "outside 0"),
        (np.array([[4, 4]]), FALLING, "query 0 lists a document twice"),
        (np.array([[-1, 4]]), np.float32([[-np.inf, 0.1]]), "after an empty place"),
        (TWO, np.float32([[0.5, np.nan]]), "not finite"),
        (TWO, np.float32([[0.5, -np.inf]]), "not finite"),
        (np.array([[4, -1]]), FALLING, "not finite"),
        (np.array([[4, 2], [3, 1]]), np.float32([[2, 1], [1, 2]]), "query 1 is not sorted"),
    ],
)
def test_a_ranking_that_is_none_is_refused(
    documents: np.ndarray, scores: np.ndarray, problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        Ranking(documents, scores)


@pytest.mark.parametrize(
    ("starts", "documents", "grades", "problem"),
    [
        ([0, 2], [1, 2], [1], "2 judged documents have 1 grades"),
        ([0, 1], [1, 2], [1, 1], "from 0 to 2"),
        ([], [], [], "from 0 to 0"),
        ([1, 2], [1, 2], [1, 1], "from 0 to 2"),
        ([0, 2, 1, 2], [1, 2], [1, 1], "must not fall"),
        ([0, 2], [1, -1], [1, 1], "outside 0"),
        ([0, 2], [1, 2], [1, -1], "outside 0"),
        ([0, 1, 3], [5, 5, 5], [1, 1, 2], "query 1 judges a document twice"),
    ],
)
def test_judgements_that_contradict_themselves_are_refused(
    starts: list[int], documents: list[int], grades: list[int], problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        Relevance(*(np.array(values, dtype=np.int64) for values in (starts, documents, grades)))


def test_a_ranking_and_judgements_of_different_queries_are_refused() -> None:
    with pytest.raises(InputError, match="1 queries are ranked and 2 are judged"):
        judge(ranked([{0: 1.0}]), Relevance.of([{0: 1}, {}]))
