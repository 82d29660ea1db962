from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.datasets.retrieval import RetrievalSet
from perimetry.measures.bm25_search import bm25_search
from perimetry.probes import retrieval
from perimetry.probes.retrieval import MEASURES, RetrievalProbe
from perimetry.records import Text

LOG = np.log2


class Angles:
    """Texts as unit vectors in the plane, by angle in degrees."""

    def __init__(self, degrees: Mapping[str, float]) -> None:
        self.degrees = degrees

    def __getitem__(self, texts: Sequence[Text]) -> NDArray[np.float32]:
        angles = np.radians([self.degrees[text.string] for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


QUERIES = {"q1": "red door", "q2": "blue sea"}
CORPUS = {"d1": "a red door", "d2": "the sea", "d3": "blue paint", "d4": "nothing else"}
RELEVANT = {"q1": {"d1": 2, "d2": 1}, "q2": {"d3": 1}}
DATA = RetrievalSet("hand made", "test", QUERIES, CORPUS, RELEVANT)
PROBE = RetrievalProbe(DATA, "own")

PLACES = {"red door": 0, "a red door": 50, "the sea": 10, "blue paint": 30, "nothing else": 70,
          "blue sea": 90}  # fmt: skip
"""q1 finds d2, d3, d1, d4 in this order, and q2 finds d4, d1, d3, d2."""


def values(probe: RetrievalProbe, places: Mapping[str, float] = PLACES) -> dict[str, list[float]]:
    scores = probe.judge(Angles(places))
    return {measure: scores.values("hand made", measure).tolist() for measure in MEASURES}


def test_every_measure_by_hand() -> None:
    found = values(PROBE)
    gained, ideal = 1 / LOG(2) + 2 / LOG(4), 2 / LOG(2) + 1 / LOG(3)
    assert found["ndcg_10"] == pytest.approx([gained / ideal, 1 / LOG(4)])
    assert found["map_100"] == pytest.approx([(1 / 1 + 2 / 3) / 2, 1 / 3])
    assert found["mrr_10"] == pytest.approx([1.0, 1 / 3])
    assert found["recall_10"] == found["recall_100"] == [1.0, 1.0]
    assert found["success_1"] == [1.0, 0.0]


def test_queries_and_documents_are_encoded_as_such() -> None:
    texts = list(PROBE.texts())
    assert {text.string for text in texts if text.role == "query"} == set(QUERIES.values())
    assert {text.string for text in texts if text.role == "document"} == set(CORPUS.values())


def test_an_item_is_a_query_with_the_best_of_its_answers() -> None:
    [first, second] = PROBE.judge(Angles(PLACES)).select("hand made", "ndcg_10")
    assert (first.item, first.group, first.text_a, first.text_b) == (
        "q1", "q1", "red door", "a red door",
    )  # fmt: skip
    assert second.text_b == "blue paint"


def test_a_long_answer_is_cut() -> None:
    data = RetrievalSet("hand made", "test", {"q": "q"}, {"d": "x" * 500}, {"q": {"d": 1}})
    [row, *_] = RetrievalProbe(data, "own").judge(Angles({"q": 0, "x" * 500: 0})).rows
    assert row.text_b == "x" * 400


def test_a_relevant_document_that_ties_with_another_comes_second() -> None:
    found = values(PROBE, {**PLACES, "a red door": 10, "blue paint": 10})
    assert found["ndcg_10"][0] == pytest.approx(
        (1 / LOG(3) + 2 / LOG(4)) / (2 / LOG(2) + 1 / LOG(3))
    )
    assert found["success_1"] == [0.0, 0.0]


def test_a_query_that_is_a_document_does_not_find_itself() -> None:
    data = RetrievalSet(
        "hand made", "test", {"q": "red door"}, {**CORPUS, "q": "red door"}, {"q": {"d2": 1}},
        itself={"q": "q"},
    )  # fmt: skip
    assert values(RetrievalProbe(data, "own"))["success_1"] == [1.0]


def test_a_relevant_document_that_is_not_in_the_pool_is_never_found() -> None:
    data = RetrievalSet("hand made", "test", {"q1": "red door"}, CORPUS, {"q1": {"d2": 1, "x": 1}})
    found = values(RetrievalProbe(data, "own"))
    assert found["recall_100"] == [0.5]
    assert found["ndcg_10"] == pytest.approx([1 / (1 + 1 / LOG(3))])


def test_candidates_are_ranked_among_themselves() -> None:
    data = RetrievalSet(
        "hand made", "test", QUERIES, CORPUS, RELEVANT,
        candidates={"q1": ["d1", "d4", "d1"], "q2": []},
    )  # fmt: skip
    probe = RetrievalProbe(data, "own")
    found = values(probe)
    assert found["mrr_10"] == [1.0, 0.0]
    assert found["recall_10"] == [0.5, 0.0]
    assert {text.string for text in probe.texts() if text.role == "document"} == {
        "a red door", "nothing else",
    }  # fmt: skip
    assert probe.baselines()["BM25"].values("hand made", "success_1").tolist() == [1.0, 0.0]
    assert probe.baselines()["random"].values("hand made", "recall_10").tolist() == [0.5, 0.0]


def test_the_pool_is_searched_a_block_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = values(PROBE)
    monkeypatch.setattr(retrieval, "BLOCK", 2)
    assert values(PROBE) == whole


def test_the_mean_has_the_interval_of_its_queries() -> None:
    queries = {f"q{i}": f"q{i}" for i in range(40)}
    places = {"right": 0.0, "wrong": 90.0} | {f"q{i}": 0.0 if i < 30 else 90.0 for i in range(40)}
    data = RetrievalSet(
        "hand made", "test", queries, {"r": "right", "w": "wrong"}, {q: {"r": 1} for q in queries}
    )
    probe = RetrievalProbe(data, "own")
    scores = probe.judge(Angles(places))
    found = {e.measure: e for e in probe.summarise(scores, seed=1)}
    assert set(found) == set(MEASURES)
    success = found["success_1"]
    assert (success.value, success.n, success.groups) == (0.75, 40, 40)
    assert 0.58 < success.low < 0.68
    assert 0.83 < success.high < 0.90
    assert found["recall_10"].high == 1.0
    assert found["recall_10"].low == pytest.approx(0.025 ** (1 / 40))
    assert probe.summarise(scores, seed=1) == list(found.values())


def test_bm25_finds_what_shares_rare_words() -> None:
    scores = PROBE.baselines()["BM25"]
    assert scores.values("hand made", "success_1").tolist() == [1.0, 0.0]
    assert scores.values("hand made", "recall_10").tolist() == [0.5, 1.0]


def test_bm25_by_hand() -> None:
    """Two documents of 2 and 4 words; "red" is in both, "door" in one."""
    found = bm25_search(["red door"], ["red door", "red car red car"], 5)
    red, door = np.log(1 + 0.5 / 2.5), np.log(1 + 1.5 / 1.5)
    short, long = 1.2 * (0.25 + 0.75 * 2 / 3), 1.2 * (0.25 + 0.75 * 4 / 3)
    assert found.documents.tolist() == [[0, 1, -1, -1, -1]]
    assert found.scores[0, :2] == pytest.approx(
        [(red + door) * 2.2 / (1 + short), red * 2 * 2.2 / (2 + long)]
    )


def test_bm25_leaves_out_what_it_is_told() -> None:
    documents = ["red", "red", "red door", "blue"]
    assert bm25_search(["red"], documents, 2).documents.tolist() == [[0, 1]]
    excluded = bm25_search(["red"], documents, 3, exclude=np.array([0]))
    assert excluded.documents.tolist() == [[1, 2, -1]]
    among = bm25_search(["red"], documents, 3, among=[np.array([2, 3])])
    assert among.documents.tolist() == [[2, -1, -1]]


def test_bm25_of_queries_without_a_word_finds_nothing() -> None:
    assert (bm25_search(["?", ""], ["a", "b"], 2).documents == -1).all()


def test_a_pool_too_large_for_bm25_keeps_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrieval, "BM25_LIMIT", 3)
    assert list(RetrievalProbe(DATA, "own").baselines()) == ["random"]


def test_chance_finds_a_document_among_many_as_often_as_chance_does() -> None:
    """Of 1,000 queries with one answer in 1,000 documents, 100 in 1,000 are in the first 100."""
    names = [f"t{i}" for i in range(1000)]
    data = RetrievalSet(
        "hand made", "test", {n: f"query {n}" for n in names}, {n: f"text {n}" for n in names},
        {n: {n: 1} for n in names},
    )  # fmt: skip
    recall = RetrievalProbe(data, "own").baselines()["random"].values("hand made", "recall_100")
    assert 0.07 < recall.mean() < 0.13


def test_the_note_says_what_is_asked_of_how_much() -> None:
    note = RetrievalProbe(DATA, "own", family="Retrieval").note()
    assert (note.name, note.digest, note.groups, note.family) == (
        "hand made", DATA.digest, 2, "Retrieval",
    )  # fmt: skip
    assert note.notes[0] == "2 queries, 4 documents"
