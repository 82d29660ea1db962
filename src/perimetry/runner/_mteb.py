"""mteb's tasks through our encoders, store and statistics, and our encoders in mteb's result files.

Extra ``mteb``; the only file that imports the library. A task becomes a probe, so that it is asked
beside all others:

- retrieval and reranking: a :class:`~perimetry.probes.retrieval.RetrievalProbe`, a value a query;
- semantic textual similarity: :class:`GradedPairs`, a value a pair;
- any other kind: :class:`EvaluatedTask`, the main score that mteb's own evaluator finds.

The prompts sent are the encoder's own for the role, never those of a task.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.retrieval import RetrievalSet
from perimetry.encoders.base import Encoder
from perimetry.errors import InputError, MissingExtraError, UnavailableError
from perimetry.files import atomic_path, write_text
from perimetry.measures.lexical import BASELINES
from perimetry.measures.similarity import cosine
from perimetry.probes.base import Probe, Vectors
from perimetry.probes.retrieval import RetrievalProbe
from perimetry.records import DatasetNote, Estimate, ItemScores, Role, Score, Text, unique
from perimetry.runner.encode import encode_texts
from perimetry.stats.bootstrap import RESAMPLES, Floats
from perimetry.stats.correlation import correlation
from perimetry.stats.intervals import percentile_interval
from perimetry.stats.seeds import Seed, derived_seed
from perimetry.store import VectorStore

Matrix = NDArray[np.float32]

RANKED = ("Retrieval", "Reranking", "InstructionRetrieval")
SPEARMAN = "cosine_spearman"
CHANCE_DIMENSION = 64
BLOCK_CELLS = 2**20
NO_ITEMS = "mteb gives one number a set and no item scores, so it has no interval"
ACCEPTED = re.compile(r"[\w.-]+/[\w.-]+")


def mteb_probes(
    tasks: Sequence[Any], *, limit: int | None = None, seed: int = 0
) -> Sequence[Probe]:
    """A probe for each task, split and subset that can be scored an item; else one a task.

    Args:
        tasks: names that mteb knows, or tasks of its own classes.
        limit: at most this many queries or pairs, drawn with ``seed``.
        seed: of the sample.

    Raises:
        MissingExtraError: mteb is not installed.
        InputError: mteb has no such task, it does not read text, or it cannot be sampled.
        UnavailableError: a task's data cannot be had.
    """
    return [probe for task in _loaded(tasks) for probe in _probes(task, limit, seed)]


# ------------------------------------------------------------------ our encoder as mteb's model


class MtebModel:
    """What mteb's evaluators call an encoder, over any source of vectors."""

    def __init__(
        self, name: str, revision: str, vectors_of: Callable[[list[Text]], Matrix]
    ) -> None:
        known = _mteb().ModelMeta.create_empty({"name": name, "revision": revision})
        self.mteb_model_meta: Any = known
        self._vectors_of = vectors_of

    def encode(
        self,
        inputs: Any,  # noqa: ANN401
        *,
        prompt_type: Any = None,
        **_: object,
    ) -> Matrix:
        """One row a text of the batches ``inputs``; the role is mteb's prompt type."""
        role: Role = getattr(prompt_type, "value", None) or "symmetric"
        return self._vectors_of([Text(text, role) for batch in inputs for text in batch["text"]])

    def similarity(self, embeddings1: Any, embeddings2: Any) -> Any:
        """The cosine of each with each."""
        from mteb.similarity_functions import cos_sim

        return cos_sim(embeddings1, embeddings2)

    def similarity_pairwise(self, embeddings1: Any, embeddings2: Any) -> Any:
        """The cosine of each with the one in its place."""
        from mteb.similarity_functions import pairwise_cos_sim

        return pairwise_cos_sim(embeddings1, embeddings2)


class StoredModel(MtebModel):
    """An encoder as mteb's model; no text is encoded twice in the life of ``store``.

    mteb knows it by the encoder's name, put under ``perimetry/`` where it is not
    ``organisation/model``, and by its fingerprint as revision.
    """

    def __init__(self, encoder: Encoder, store: VectorStore | None = None) -> None:
        super().__init__(
            model_name(encoder.name),
            encoder.fingerprint,
            lambda texts: encode_texts(encoder, unique(texts), store)[texts],
        )


def model_name(name: str) -> str:
    """A name that mteb takes for a model's and for a folder's.

    >>> model_name("sentence-transformers/all-MiniLM-L6-v2"), model_name("hash:?dim=64")
    ('sentence-transformers/all-MiniLM-L6-v2', 'perimetry/hash-dim-64')
    """
    if ACCEPTED.fullmatch(name):
        return name
    return "perimetry/" + (re.sub(r"[^\w.]+", "-", name).strip("-.") or "encoder")


# ------------------------------------------------------------------ results in mteb's layout


@dataclass(frozen=True)
class MtebResults:
    """What mteb's own evaluators found of one encoder: its ``ModelMeta`` and ``TaskResult`` s."""

    model: Any
    tasks: Sequence[Any]


def mteb_results(
    tasks: Sequence[Any], encoder: Encoder, store: VectorStore | None = None
) -> MtebResults:
    """Run mteb's own evaluators, also those of retrieval; with ``store`` after an audit, for free.

    Raises: as :func:`mteb_probes`.
    """
    model = StoredModel(encoder, store)
    return MtebResults(model.mteb_model_meta, [_evaluated(task, model) for task in _loaded(tasks)])


def write_mteb_results(results: MtebResults, folder: Path) -> Path:
    """Write mteb's files: ``MODEL/REVISION/TASK.json`` and ``model_meta.json`` under ``folder``.

    ``mteb.ResultCache(PATH)`` reads them where ``folder`` is ``PATH/results``.

    Returns:
        The folder of the model's revision.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    model = results.model
    place = folder / model.model_name_as_path() / str(model.revision)
    for task in results.tasks:
        with atomic_path(place / f"{task.task_name}.json") as temporary:
            task.to_disk(temporary)
    write_text(place / "model_meta.json", json.dumps(model.to_dict(), default=str, indent=4))
    return place


# ------------------------------------------------------------------ tasks as probes


@dataclass(frozen=True)
class GradedPairs:
    """Pairs of texts with a grade of likeness: do cosines rank them alike?

    An item is a pair, with rows ``cosine`` (for a baseline its own similarity) and ``grade``.
    """

    name: str
    pairs: Sequence[tuple[Text, Text]]
    grades: Sequence[float]
    data: DatasetNote

    def note(self) -> DatasetNote:
        """The data that the pairs come from."""
        return self.data

    def texts(self) -> Iterator[Text]:
        """Both texts of each pair."""
        for pair in self.pairs:
            yield from pair

    def judge(self, vectors: Vectors) -> ItemScores:
        """The cosine of each pair."""
        left, right = ([pair[side] for pair in self.pairs] for side in (0, 1))
        return self._scores(cosine(vectors[left], vectors[right]))

    def baselines(self) -> Mapping[str, ItemScores]:
        """The likeness of each pair by its words, and by chance."""
        strings = [(a.string, b.string) for a, b in self.pairs]
        return {name: self._scores(likeness(strings)) for name, likeness in BASELINES.items()}

    def summarise(self, scores: ItemScores, *, seed: int) -> Sequence[Estimate]:
        """Spearman's correlation, its interval from resampling the pairs; none if all tie."""
        likeness, grade = (scores.values(self.name, measure) for measure in ("cosine", "grade"))
        value = float(correlation(likeness, grade, "spearman"))
        if not isfinite(value):
            return []
        resampled = np.concatenate(
            list(_resampled(likeness, grade, derived_seed(seed, "group", "sts", self.name)))
        )
        found = percentile_interval(value, resampled[np.isfinite(resampled)])
        size = len(grade)
        return [Estimate(self.name, SPEARMAN, value, found.low, found.high, size, size)]

    def _scores(self, likeness: NDArray[Any]) -> ItemScores:
        return ItemScores(
            [
                Score(self.name, f"pair-{place}", f"pair-{place}", measure, float(value),
                      first.string, second.string)
                for place, ((first, second), near, grade) in enumerate(
                    zip(self.pairs, likeness, self.grades, strict=True), start=1
                )
                for measure, value in (("cosine", near), ("grade", grade))
            ]
        )  # fmt: skip


@dataclass(frozen=True)
class _Asked:
    """What an evaluator asked for, and what it said of vectors that mean nothing."""

    texts: Sequence[Text]
    scores: ItemScores


class EvaluatedTask:
    """A task that mteb's own evaluator scores as a whole.

    It runs once on vectors that mean nothing, which tells what texts it asks for and what chance
    scores, and once for each encoder. An item is a split of a subset.
    """

    def __init__(self, task: Any) -> None:
        self.task = task
        self.name: str = task.metadata.name

    def note(self) -> DatasetNote:
        """Identity, and that there is no interval."""
        content = json.dumps(sorted(self._asked.texts))
        return _note(self.task, self.name, content, 1, NO_ITEMS)

    def texts(self) -> Iterator[Text]:
        """The texts that the evaluator asks for."""
        yield from self._asked.texts

    def judge(self, vectors: Vectors) -> ItemScores:
        """The main score of each split and subset; one that is not a number is left out."""
        return self._scores(vectors.__getitem__)

    def baselines(self) -> Mapping[str, ItemScores]:
        """What vectors that mean nothing score."""
        return {"random": self._asked.scores}

    def summarise(self, scores: ItemScores, *, seed: int) -> Sequence[Estimate]:
        """The main scores, each its own interval; ``n`` counts the task's texts, in one group."""
        del seed
        size = len(self._asked.texts)
        return [
            Estimate(row.subset, row.measure, row.value, row.value, row.value, n=size, groups=1)
            for row in scores.rows
        ]

    @cached_property
    def _asked(self) -> _Asked:
        texts: dict[Text, None] = {}

        def meaningless(asked: list[Text]) -> Matrix:
            texts.update(dict.fromkeys(asked))
            return np.stack([_meaningless(text) for text in asked])

        scores = self._scores(meaningless)
        return _Asked(list(texts), scores)

    def _scores(self, vectors_of: Callable[[list[Text]], Matrix]) -> ItemScores:
        found = _evaluated(self.task, MtebModel("perimetry/probe", "none", vectors_of))
        rows = []
        for split, parts in found.scores.items():
            for part in parts:
                name, value = _part_name(self.task, part["hf_subset"], split), part["main_score"]
                if isfinite(value):
                    measure = self.task.metadata.main_score
                    rows.append(Score(name, name, name, measure, float(value)))
        return ItemScores(rows)


def _meaningless(text: Text) -> Matrix:
    """A direction that only the string decides."""
    seed = sha256(text.string.encode("utf-8", "surrogatepass")).digest()[:8]
    generator = np.random.default_rng(int.from_bytes(seed))
    return generator.standard_normal(CHANCE_DIMENSION, dtype=np.float32)


def _resampled(first: Floats, second: Floats, seed: Seed) -> Iterator[Floats]:
    """Spearman's correlation in resamples of the items, in blocks of bounded size."""
    generator, size = np.random.default_rng(seed), len(first)
    rows = max(1, BLOCK_CELLS // size)
    for start in range(0, RESAMPLES, rows):
        drawn = generator.integers(size, size=(min(rows, RESAMPLES - start), size))
        yield correlation(first[drawn], second[drawn], "spearman")


# ------------------------------------------------------------------ what mteb has


def _mteb() -> Any:
    try:
        import mteb
    except ImportError:
        raise MissingExtraError("mteb", "mteb") from None
    return mteb


def _loaded(tasks: Sequence[Any]) -> list[Any]:
    """The tasks with their data; one that is made of several is these."""
    found = [_named(task) if isinstance(task, str) else task for task in tasks]
    parts = [part for task in found for part in getattr(task, "tasks", [task])]
    for task in parts:
        name = task.metadata.name
        if list(task.metadata.modalities) != ["text"]:
            raise InputError(f"mteb's {name} is not of text alone. Encoders here read text.")
        try:
            task.load_data()
            if task.metadata.type in RANKED:
                task.convert_v1_dataset_format_to_v2(num_proc=None)
        except Exception as error:
            raise UnavailableError(
                f"the data of mteb's {name} cannot be had ({type(error).__name__}: {error}). "
                "Load them once where the hub can be reached, with the same HF_HOME: "
                f"python -c \"import mteb; mteb.get_task('{name}').load_data()\""
            ) from None
    return parts


def _named(name: str) -> Any:
    try:
        return _mteb().get_task(name)
    except KeyError as error:
        hint = str(error.args[0]).removeprefix("KeyError: ")
        raise InputError(f"mteb has no task {name!r}: {hint}") from None


def _evaluated(task: Any, model: MtebModel) -> Any:
    """mteb's ``TaskResult``. A task draws its samples alike each time, so that all encoders meet
    the same."""
    states = copy.deepcopy((task.rng_state, task.np_rng))
    try:
        found = _mteb().evaluate(
            model, task, cache=None, co2_tracker=False, show_progress_bar=False
        )
    finally:
        task.rng_state, task.np_rng = states
    return found.task_results[0]


def _probes(task: Any, limit: int | None, seed: int) -> Iterator[Probe]:
    parts = [(subset, split) for subset in task.hf_subsets for split in task.eval_splits]
    if _is_ranking(task):
        for subset, split in parts:
            data = _retrieval_set(task, subset, split)
            data = data if limit is None else data.sample(limit, seed)
            yield RetrievalProbe(data, data.name, family=task.metadata.type)
    elif _is_graded(task):
        for subset, split in parts:
            yield _graded_pairs(task, subset, split, limit, seed)
    elif limit is not None:
        raise InputError(f"mteb scores {task.metadata.name} as a whole. Leave out --limit.")
    else:
        yield EvaluatedTask(task)


def _is_ranking(task: Any) -> bool:
    """Whether queries are single texts, ranked as any retrieval."""
    if task.metadata.type not in RANKED or task.skip_first_result:
        return False
    first = _rows_of(task, task.hf_subsets[0], task.eval_splits[0])["queries"][0]
    return isinstance(first["text"], str)


def _is_graded(task: Any) -> bool:
    return task.metadata.main_score == SPEARMAN and task.metadata.type == "STS" and all(
        isinstance(column, str) for column in task.column_names
    )  # fmt: skip


def _retrieval_set(task: Any, subset: str, split: str) -> RetrievalSet:
    """The corpus, queries and judgements, with the texts that mteb would encode."""
    rows = _rows_of(task, subset, split)
    corpus = {row["id"]: _document(row) for row in rows["corpus"]}
    asked = {row["id"]: _query(row) for row in rows["queries"]}
    grades = {
        query: {document: int(grade) for document, grade in judged.items() if grade > 0}
        for query, judged in rows["relevant_docs"].items()
    }
    queries = {key: text for key, text in asked.items() if grades.get(key)}
    name = _part_name(task, subset, split)
    if not queries:
        raise UnavailableError(f"no query of mteb's {name} has a relevant document to be found.")
    notes = _notes(task)
    if len(queries) < len(asked):
        left = len(asked) - len(queries)
        notes.append(f"{left} queries without a relevant document were left out; mteb counts 0")
    return RetrievalSet(
        name, _source(task), queries, corpus, {key: grades[key] for key in queries},
        candidates=rows["top_ranked"] or {},
        itself={key: key for key in queries if key in corpus} if task.ignore_identical_ids else {},
        notes=notes,
    )  # fmt: skip


def _document(row: Mapping[str, Any]) -> str:
    return f"{row.get('title') or ''} {row['text']}".strip()


def _query(row: Mapping[str, Any]) -> str:
    return f"{row['text']} {row['instruction']}" if row.get("instruction") else row["text"]


def _graded_pairs(task: Any, subset: str, split: str, limit: int | None, seed: int) -> GradedPairs:
    rows = _rows_of(task, subset, split)
    sides = []
    for column, side in zip(task.column_names, ("input1", "input2"), strict=True):
        role: Role = getattr(getattr(task, f"{side}_prompt_type"), "value", "symmetric")
        sides.append([Text(text, role) for text in rows[column]])
    pairs, grades = list(zip(*sides, strict=True)), [float(grade) for grade in rows["score"]]
    if limit is not None and limit < len(pairs):
        chosen = np.sort(np.random.default_rng(seed).choice(len(pairs), limit, replace=False))
        pairs, grades = [pairs[i] for i in chosen], [grades[i] for i in chosen]
    name = _part_name(task, subset, split)
    content = json.dumps([pairs, grades])
    return GradedPairs(name, pairs, grades, _note(task, name, content, len(pairs)))


def _rows_of(task: Any, subset: str, split: str) -> Any:
    """The rows of a part; data that have no subsets are keyed by split alone."""
    whole = task.dataset
    return whole[subset][split] if subset in whole else whole[split]


def _part_name(task: Any, subset: str, split: str) -> str:
    parts = [task.metadata.name]
    if subset != "default":
        parts.append(subset)
    if len(task.eval_splits) > 1:
        parts.append(split)
    return "/".join(parts)


def _note(task: Any, name: str, content: str, groups: int, *notes: str) -> DatasetNote:
    digest = sha256(f"{task.metadata.revision}\n{content}".encode()).hexdigest()
    return DatasetNote(
        name, digest, _source(task), groups, family=task.metadata.type,
        notes=(*_notes(task), *notes),
    )  # fmt: skip


def _source(task: Any) -> str:
    data = task.metadata.dataset
    return f"mteb {_mteb().__version__}, {data['path']} at {data['revision']}"


def _notes(task: Any) -> list[str]:
    licence = task.metadata.license
    return [f"licence: {licence}"] if licence else []
