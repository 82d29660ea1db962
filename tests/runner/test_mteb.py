from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.encoders.hashing import HashingEncoder
from perimetry.errors import InputError, MissingExtraError, UnavailableError
from perimetry.probes.retrieval import RetrievalProbe
from perimetry.records import Role
from perimetry.results import read_audit, write_audit
from perimetry.runner import run_audit
from perimetry.runner._mteb import (
    EvaluatedTask,
    StoredModel,
    model_name,
    mteb_probes,
    mteb_results,
    write_mteb_results,
)
from perimetry.store import VectorStore
from tests.runner.counting import CountingEncoder

mteb = pytest.importorskip("mteb", reason="pip install 'perimetry[mteb]' to run this")
datasets = pytest.importorskip("datasets")


def metadata(name: str, kind: str, main_score: str, **others: Any) -> Any:
    return mteb.abstasks.task_metadata.TaskMetadata(
        name=name,
        type=kind,
        main_score=main_score,
        description="made in a test",
        dataset={"path": "none", "revision": "1"},
        eval_langs=others.pop("eval_langs", ["eng-Latn"]),
        license="cc0-1.0",
        **others,
    )


WORDS = [f"w{i}" for i in range(60)]


def sentences(count: int, seed: int) -> list[str]:
    generator = np.random.default_rng(seed)
    return [" ".join(generator.choice(WORDS, size=8)) for _ in range(count)]


class Finding(mteb.abstasks.retrieval.AbsTaskRetrieval):
    """Forty queries, three hundred documents with and without title, graded judgements."""

    metadata = metadata("Finding", "Retrieval", "ndcg_at_10")
    top_ranked: Any = None
    instructed = False

    def load_data(self, *_: Any, **__: Any) -> None:
        generator = np.random.default_rng(7)
        titles, texts = sentences(300, 1), sentences(300, 2)
        corpus = [
            {"id": f"d{i}", "title": titles[i] if i % 2 else "", "text": text}
            for i, text in enumerate(texts)
        ]
        mark, asked = ("d", texts[:41]) if self.ignore_identical_ids else ("q", sentences(41, 3))
        queries = [{"id": f"{mark}{i}", "text": text} for i, text in enumerate(asked)]
        if self.instructed:
            queries = [{**query, "instruction": "find it"} for query in queries]
        relevant = {
            f"{mark}{i}": {f"d{d}": int(generator.integers(1, 4)) for d in generator.choice(300, 5)}
            for i in range(40)
        }
        relevant[f"{mark}0"]["d299"] = 0
        ranked = {
            f"{mark}{i}": [f"d{d}" for d in generator.permutation(300)[:50]] for i in range(41)
        }
        self.dataset = {
            "default": {
                "test": {
                    "corpus": datasets.Dataset.from_list(corpus),
                    "queries": datasets.Dataset.from_list(queries),
                    "relevant_docs": relevant,
                    "top_ranked": ranked if self.top_ranked else None,
                }
            }
        }
        self.data_loaded = True


class Reranking(Finding):
    metadata = metadata("Reranking", "Reranking", "map_at_1000")
    top_ranked = True


class Instructed(Finding):
    metadata = metadata("Instructed", "InstructionRetrieval", "ndcg_at_10")
    instructed = True


class Itself(Finding):
    """The queries are documents, as in ArguAna."""

    metadata = metadata("Itself", "Retrieval", "ndcg_at_10")
    ignore_identical_ids = True


class Pairs(mteb.abstasks.pair_classification.AbsTaskPairClassification):
    """Four pairs in two languages; those that share a word are alike."""

    metadata = metadata(
        "Pairs", "PairClassification", "max_ap",
        eval_langs={"eng": ["eng-Latn"], "fra": ["fra-Latn"]},
    )  # fmt: skip

    def load_data(self, *_: Any, **__: Any) -> None:
        row = {
            "sentence1": [["one cat", "two dogs", "three cows", "four pigs"]],
            "sentence2": [["a cat", "big dogs", "sheep", "geese"]],
            "labels": [[1, 1, 0, 0]],
        }
        self.dataset = {
            language: {"test": datasets.Dataset.from_dict(row)} for language in ("eng", "fra")
        }
        self.data_loaded = True


class Directions:
    """An encoder without ties: each string has a direction of its own."""

    def __init__(self) -> None:
        self.name, self.fingerprint = "test/directions", "directions-1"
        self.prompts: dict[Role, str] = {}
        self.setup: dict[str, object] = {}

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        words = HashingEncoder(256).encode(texts, role=role)
        own = [np.random.default_rng(list(text.encode())).normal(size=256) for text in texts]
        return np.asarray(words + 0.01 * np.stack(own), dtype=np.float32)


@pytest.mark.parametrize(
    "task", [Finding(), Reranking(), Instructed(), Itself()], ids=lambda t: t.metadata.name
)
def test_a_ranking_task_scores_a_query_as_mteb_scores_the_set(task: Any, tmp_path: Path) -> None:
    """One query has no relevant document: mteb leaves it out of its mean as well."""
    encoder = Directions()
    [probe] = mteb_probes([task])
    name = task.metadata.name
    with VectorStore(tmp_path / "v.sqlite") as store:
        audit = run_audit([encoder], [probe], suite="tasks", seed=0, store=store)
        encoded = store.info()[0].vectors
        [theirs] = mteb_results([task], encoder, store).tasks
        assert store.info()[0].vectors == encoded == audit.counts.texts
    [found] = theirs.scores["test"]
    for ours, its in {
        "ndcg_10": "ndcg_at_10",
        "map_100": "map_at_100",
        "mrr_10": "mrr_at_10",
        "recall_10": "recall_at_10",
        "recall_100": "recall_at_100",
    }.items():
        estimate = audit.get(encoder.name, name, ours)
        assert estimate is not None
        assert estimate.value == pytest.approx(found[its], abs=1e-4), ours
        assert estimate.n == 40
    assert set(audit.baselines) == {"BM25", "random"}


def test_queries_without_an_answer_are_counted_in_the_note() -> None:
    [probe] = mteb_probes([Finding()])
    assert isinstance(probe, RetrievalProbe)
    note = probe.note()
    assert note.notes == (
        "40 queries, 300 documents",
        "licence: cc0-1.0",
        "queries left out, as they have no relevant document: 1",
    )
    assert (note.family, note.source) == ("Retrieval", f"mteb {mteb.__version__}, none at 1")


def test_a_limit_draws_queries() -> None:
    [probe] = mteb_probes([Finding()], limit=10, seed=1)
    assert probe.note().notes[0] == "10 queries, 300 documents"


def test_texts_are_those_that_mteb_encodes(tmp_path: Path) -> None:
    """The title comes before the text, the instruction behind the query."""
    asked = CountingEncoder(prompts={"query": "Q: ", "document": "D: "})
    mteb_results([Instructed()], asked)
    [probe] = mteb_probes([Instructed()])
    ours = {("Q: " if t.role == "query" else "D: ") + t.string for t in probe.texts()}
    assert ours == set(asked.encoded) - {f"Q: {sentences(41, 3)[40]} find it"}
    assert f"Q: {sentences(41, 3)[0]} find it" in ours
    assert f"D: {sentences(300, 1)[1]} {sentences(300, 2)[1]}" in ours


def test_another_kind_of_task_is_scored_by_mteb(tmp_path: Path) -> None:
    """All pairs that share a word are nearer than those that share none: average precision 1."""
    encoder = CountingEncoder()
    [probe] = mteb_probes([Pairs()])
    assert isinstance(probe, EvaluatedTask)
    audit = run_audit([encoder], [probe], suite="tasks", seed=0)
    for language in ("eng", "fra"):
        found = audit.get("counting", f"Pairs/{language}", "max_ap")
        assert found is not None
        assert (found.value, found.low, found.high, found.n, found.groups) == (1, 1, 1, 8, 1)
        assert audit.get("random", f"Pairs/{language}", "max_ap") is not None
    assert len(encoder.encoded) == len(set(encoder.encoded)) == audit.counts.encoded == 8
    assert "no interval" in probe.note().notes[-1]
    write_audit(audit, tmp_path)
    assert read_audit(tmp_path).estimates == audit.estimates


def test_a_set_that_mteb_scores_as_a_whole_is_not_sampled() -> None:
    with pytest.raises(InputError, match="scores Pairs as a whole"):
        mteb_probes([Pairs()], limit=2)


class Drawing(Pairs):
    """A task whose score depends on what it draws, as that of clustering does."""

    def _evaluate_subset(self, *given: Any, **named: Any) -> Any:
        drawn = self.rng_state.random() + self.np_rng.random()
        return {**super()._evaluate_subset(*given, **named), "max_ap": drawn}


def test_every_encoder_meets_the_same_draw() -> None:
    encoders = [CountingEncoder("one"), CountingEncoder("two")]
    audit = run_audit(encoders, mteb_probes([Drawing()]), suite="tasks", seed=0)
    found = [audit.get(name, "Pairs/eng", "max_ap") for name in ("one", "two", "random")]
    assert found[0] is not None
    assert found[0].value not in (0.0, 1.0)
    assert found == [found[0]] * 3


def test_results_have_mteb_s_layout_and_a_real_identity(tmp_path: Path) -> None:
    encoder = HashingEncoder(64, "hash:?dim=64")
    results = mteb_results([Pairs(), Finding()], encoder)
    place = write_mteb_results(results, tmp_path / "results")
    assert place == tmp_path / "results" / "perimetry__hash-dim-64" / encoder.fingerprint
    assert {file.name for file in place.iterdir()} == {
        "Pairs.json", "Finding.json", "model_meta.json",
    }  # fmt: skip
    meta = json.loads((place / "model_meta.json").read_text())
    assert (meta["name"], meta["revision"]) == ("perimetry/hash-dim-64", encoder.fingerprint)
    read = mteb.ResultCache(tmp_path).load_task_result("Finding", results.model)
    assert read.get_score() == pytest.approx(results.tasks[1].get_score(), abs=1e-6)


def test_a_model_sends_the_encoder_s_own_prompt_for_the_role(tmp_path: Path) -> None:
    encoder = CountingEncoder(prompts={"query": "Q: ", "symmetric": "S: "})
    batches = [{"text": ["a", "b"]}, {"text": ["a"]}]
    with VectorStore(tmp_path / "v.sqlite") as store:
        model = StoredModel(encoder, store)
        assert model.encode(batches, prompt_type=mteb.types.PromptType.query).shape == (3, 64)
        model.encode(batches, task_metadata=None, hf_split="test", hf_subset="default")
        model.encode(batches)
    assert sorted(encoder.encoded) == ["Q: a", "Q: b", "S: a", "S: b"]
    assert model.mteb_model_meta.name == "perimetry/counting"


@pytest.mark.parametrize(
    ("name", "accepted"),
    [
        ("BAAI/bge-small-en-v1.5", "BAAI/bge-small-en-v1.5"),
        ("all-MiniLM-L6-v2", "perimetry/all-MiniLM-L6-v2"),
        ("onnx:/models/a b?pooling=cls", "perimetry/onnx-models-a-b-pooling-cls"),
        ("./model", "perimetry/model"),
        ("../../up", "perimetry/up"),
        ("…", "perimetry/encoder"),
    ],
)
def test_a_name_is_made_acceptable(name: str, accepted: str) -> None:
    assert model_name(name) == accepted


class Absent(Finding):
    metadata = metadata("Absent", "Retrieval", "ndcg_at_10")

    def load_data(self, *_: Any, **__: Any) -> None:
        raise ConnectionError("no route to host")


def test_data_that_cannot_be_had_are_no_score() -> None:
    with pytest.raises(UnavailableError, match=r"data of mteb's Absent .*\(ConnectionError\)\. Lo"):
        mteb_probes([Absent()])


def test_an_unknown_task_is_named_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"mteb has no task 'STSBenchmrk'.*STSBenchmark"):
        mteb_probes(["STSBenchmrk"])


class Picture(Finding):
    metadata = metadata("Picture", "Any2AnyRetrieval", "ndcg_at_10", modalities=["image", "text"])


def test_a_task_that_shows_pictures_is_refused() -> None:
    with pytest.raises(InputError, match="Picture is not of text alone"):
        mteb_probes([Picture()])


def test_a_missing_library_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mteb", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'perimetry\[mteb\]'"):
        mteb_probes(["STSBenchmark"])
