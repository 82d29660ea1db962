from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from perimetry.datasets.retrieval import RetrievalSet, read_beir
from perimetry.errors import DataError, InputError

CORPUS = (
    {"_id": "d1", "title": "Rome", "text": "It lies on the Tiber."},
    {"_id": "d2", "title": "", "text": "Paris lies on the Seine."},
    {"_id": "d3", "text": "Bread is baked."},
)
QUERIES = (
    {"_id": "q1", "text": "Where is Rome?"},
    {"_id": "q2", "text": "Where is Paris?"},
    {"_id": "q3", "text": "Who baked this?"},
)
QRELS = "query-id\tcorpus-id\tscore\nq2\td2\t1\nq1\td1\t2\nq1\td3\t0\n"


def folder(
    path: Path,
    *,
    corpus: tuple[Mapping[str, object], ...] = CORPUS,
    queries: tuple[Mapping[str, object], ...] = QUERIES,
    qrels: str | None = QRELS,
    at: str = "qrels/test.tsv",
) -> Path:
    for name, rows in (("corpus", corpus), ("queries", queries)):
        (path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    if qrels is not None:
        (path / at).parent.mkdir(exist_ok=True)
        (path / at).write_text(qrels)
    return path


def test_a_document_is_its_title_and_text(tmp_path: Path) -> None:
    data = read_beir(folder(tmp_path))
    assert data.corpus == {
        "d1": "Rome It lies on the Tiber.",
        "d2": "Paris lies on the Seine.",
        "d3": "Bread is baked.",
    }


def test_queries_without_a_relevant_document_are_left_out_and_counted(tmp_path: Path) -> None:
    data = read_beir(folder(tmp_path))
    assert data.queries == {"q1": "Where is Rome?", "q2": "Where is Paris?"}
    assert data.relevant == {"q1": {"d1": 2}, "q2": {"d2": 1}}
    assert data.notes == ["queries left out, as they have no relevant document: 1"]


@pytest.mark.parametrize(
    ("at", "qrels"),
    [
        ("qrels.tsv", QRELS),
        ("qrels.jsonl", '{"query-id": "q1", "corpus-id": "d1", "score": 2}\n'
                        '{"query-id": "q2", "corpus-id": "d2", "score": 1.0}\n'),
    ],
)  # fmt: skip
def test_judgements_may_lie_beside_the_corpus(tmp_path: Path, at: str, qrels: str) -> None:
    data = read_beir(folder(tmp_path, qrels=qrels, at=at))
    assert data.relevant == {"q1": {"d1": 2}, "q2": {"d2": 1}}
    assert data.source == f"folder {tmp_path.name}, {at}"


def test_a_split_has_its_own_judgements(tmp_path: Path) -> None:
    folder(tmp_path)
    (tmp_path / "qrels/dev.tsv").write_text("query-id\tcorpus-id\tscore\nq3\td3\t1\n")
    assert list(read_beir(tmp_path, split="dev").queries) == ["q3"]


def test_a_query_that_lies_in_the_corpus_is_not_to_find_itself(tmp_path: Path) -> None:
    """The id alone is no sign: q2 has the id of another text."""
    corpus = (*CORPUS, {"_id": "q1", "text": "Where is Rome?"}, {"_id": "q2", "text": "Hello."})
    data = read_beir(folder(tmp_path, corpus=corpus))
    assert data.itself == {"q1": "q1"}
    assert data.notes[-1].endswith("are not to find themselves: 1")


def test_a_query_that_is_said_to_be_relevant_to_itself_may_find_itself(tmp_path: Path) -> None:
    corpus = (*CORPUS, {"_id": "q1", "text": "Where is Rome?"})
    assert read_beir(folder(tmp_path, corpus=corpus, qrels=QRELS + "q1\tq1\t1\n")).itself == {}


def test_the_public_set_is_read_whole(public_data: Path) -> None:
    data = read_beir(public_data / "limit_small")
    assert (len(data.queries), len(data.corpus)) == (1000, 46)
    assert {len(found) for found in data.relevant.values()} == {2}


HEADER = "query-id\tcorpus-id\tscore\n"


@pytest.mark.parametrize(
    ("qrels", "message"),
    [
        (HEADER + "q1\td1\t1\nq9\td1\t1\n", r"test\.tsv:3: the id 'q9' is not in queries\.jsonl"),
        (HEADER + "q1\td9\t1\n", r"test\.tsv:2: the id 'd9' is not in corpus\.jsonl"),
        (HEADER + "q1\td1\tyes\n", r"test\.tsv:2: the score 'yes' is not a whole number"),
        (HEADER + "q1\td1\t0.5\n", r"test\.tsv:2: the score '0\.5' is not a whole number"),
        (HEADER + "q1\td1\tinf\n", r"test\.tsv:2: the score 'inf' is not a whole number"),
        (HEADER + "q1\td1\t1\nq1\td1\t2\n", r"test\.tsv:3: 'q1' and 'd1' are judged twice"),
        (HEADER + "q1\td1\t0\n", r"test\.tsv: no document is relevant to any query\. Give a"),
        ("q1\td1\t1\nq2\td2\t1\n", r"test\.tsv:2: no id under 'query-id'\. The header must be"),
        (HEADER + "q1\td1\n", r"test\.tsv:2: 2 cells where the header has 3"),
    ],
)
def test_bad_judgements_are_named_with_their_line(tmp_path: Path, qrels: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_beir(folder(tmp_path, qrels=qrels))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"_id": "d1", "text": "again"}, r"corpus\.jsonl:4: the id 'd1' stands here a second time"),
        ({"_id": "d4"}, r"corpus\.jsonl:4: no text under 'text'"),
        ({"text": "nameless"}, r"corpus\.jsonl:4: no id under '_id'\."),
    ],
)
def test_bad_documents_are_named_with_their_line(
    tmp_path: Path, row: Mapping[str, object], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        read_beir(folder(tmp_path, corpus=(*CORPUS, row)))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"corpus\.jsonl: there is no such file"):
        read_beir(tmp_path)
    folder(tmp_path, qrels=None)
    with pytest.raises(DataError, match=r"test\.tsv: there is no such file, nor qrels\.jsonl or"):
        read_beir(tmp_path)
    folder(tmp_path)
    with pytest.raises(DataError, match=r"dev\.tsv: there is no such file\. Splits .*: test\."):
        read_beir(tmp_path, split="dev")


def test_an_empty_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"corpus\.jsonl: there are no rows in it"):
        read_beir(folder(tmp_path, corpus=()))


def data_set(**changed: object) -> RetrievalSet:
    fields: dict[str, object] = {
        "queries": {"q1": "a", "q2": "b"},
        "corpus": {"d1": "c"},
        "relevant": {"q1": {"d1": 1}, "q2": {"d1": 1}},
    }
    return RetrievalSet("name", "source", **{**fields, **changed})  # type: ignore[arg-type]


def test_the_digest_is_that_of_what_decides_a_score() -> None:
    assert data_set().digest == data_set(notes=["something"]).digest
    others = [
        data_set(queries={"q2": "b", "q1": "a"}),
        data_set(corpus={"d1": "other"}),
        data_set(relevant={"q1": {"d1": 2}, "q2": {"d1": 1}}),
        data_set(candidates={"q1": ["d1"]}),
        data_set(itself={"q1": "d1"}),
    ]
    assert len({data_set().digest, *(other.digest for other in others)}) == 6


def test_a_sample_draws_queries_and_leaves_the_corpus_whole() -> None:
    names = [f"q{i}" for i in range(20)]
    data = data_set(queries=dict.fromkeys(names, "a"), relevant={n: {"d1": 1} for n in names})
    drawn = data.sample(5, seed=3)
    assert (len(drawn.queries), drawn.corpus) == (5, data.corpus)
    assert drawn.queries == data.sample(5, seed=3).queries != data.sample(5, seed=4).queries
    assert data.sample(100, seed=3).queries == data.queries
    with pytest.raises(InputError, match="at least 1"):
        data.sample(0, seed=3)
