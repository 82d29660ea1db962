"""mteb's tasks as probes, and our encoders in mteb's result files (extra ``mteb``).

A retrieval or reranking task becomes a :class:`~perimetry.probes.retrieval.RetrievalProbe`, with a
value a query; any other kind an :class:`EvaluatedTask`, with the main score that mteb's own
evaluator finds. The prompts sent are the encoder's own for the role, never those of a task.

This is the only file that imports the library, and only when it is used.
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
from perimetry.probes.base import Probe, Vectors
from perimetry.probes.retrieval import RetrievalProbe
from perimetry.records import DatasetNote, Estimate, ItemScores, Role, Score, Text, unique
from perimetry.runner.encode import encode_texts
from perimetry.store import VectorStore

VectorsOf = Callable[[list[Text]], NDArray[np.float32]]

RANKED = ("Retrieval", "Reranking", "InstructionRetrieval")
"""Kinds of tasks whose queries are scored one by one."""

NO_ITEMS = "mteb gives one number a set and no item scores, so there is no interval"
MODEL_NAME = re.compile(r"\w[\w.-]*/\w[\w.-]*")
CHANCE_DIMENSION = 64


def mteb_tasks(tasks: Sequence[Any]) -> Sequence[Any]:
    """The tasks with their data in memory, once for probes and results; parts instead of wholes.

    Args:
        tasks: names that mteb knows, or tasks of its classes.

    Raises:
        MissingExtraError: mteb is not installed.
        InputError: mteb has no such task, or it is not of text alone.
        UnavailableError: a task's data cannot be had.
    """
    found = [_named(task) if isinstance(task, str) else task for task in tasks]
    parts = [part for task in found for part in getattr(task, "tasks", [task])]
    for task in parts:
        name = task.metadata.name
        if list(task.metadata.modalities) != ["text"]:
            raise InputError(f"mteb's {name} is not of text alone, and encoders here read text.")
        try:
            if not task.data_loaded:
                task.load_data()
            if task.metadata.type in RANKED:
                task.convert_v1_dataset_format_to_v2(num_proc=None)
        except Exception as error:
            raise UnavailableError(
                f"the data of mteb's {name} cannot be had ({type(error).__name__}). Load them once "
                "where the hub can be reached, with the same HF_HOME: "
                f"python -c \"import mteb; mteb.get_task('{name}').load_data()\""
            ) from error
    return parts


def mteb_probes(
    tasks: Sequence[Any], *, limit: int | None = None, seed: int = 0
) -> Sequence[Probe]:
    """A probe for each task, and for each of its subsets and splits where queries are scored.

    Args:
        tasks: see :func:`mteb_tasks`.
        limit: at most this many queries, drawn with ``seed``; the corpus stays whole.
        seed: of the sample.

    Raises:
        InputError: a task that mteb scores as a whole cannot be sampled; see :func:`mteb_tasks`.
    """
    return [probe for task in mteb_tasks(tasks) for probe in _probes(task, limit, seed)]


class MtebModel:
    """What mteb's evaluators call an encoder, over any source of vectors."""

    def __init__(self, name: str, revision: str, vectors_of: VectorsOf) -> None:
        identity = {"name": name, "revision": revision}
        self.mteb_model_meta: Any = _mteb().models.ModelMeta.create_empty(identity)
        self._vectors_of = vectors_of

    def encode(self, inputs: Any, *, prompt_type: Any = None, **_: object) -> NDArray[np.float32]:
        """One row a text of the batches ``inputs``, in the role that mteb's prompt type names."""
        role: Role = "symmetric" if prompt_type is None else prompt_type.value
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

    Its revision is the encoder's fingerprint, so results of two encoders never share a place.
    """

    def __init__(self, encoder: Encoder, store: VectorStore | None = None) -> None:
        super().__init__(
            model_name(encoder.name),
            encoder.fingerprint,
            lambda texts: encode_texts(encoder, unique(texts), store)[texts],
        )


def model_name(name: str) -> str:
    """The name of an encoder as mteb takes it, ``organisation/model``, also fit for a folder.

    >>> model_name("sentence-transformers/all-MiniLM-L6-v2"), model_name("hash:?dim=64")
    ('sentence-transformers/all-MiniLM-L6-v2', 'perimetry/hash-dim-64')
    """
    if MODEL_NAME.fullmatch(name):
        return name
    return "perimetry/" + (re.sub(r"[^\w.]+", "-", name).strip("-.") or "encoder")


@dataclass(frozen=True)
class MtebResults:
    """What mteb's own evaluators find of one encoder: a ``ModelMeta``, and a ``TaskResult`` each.

    They follow mteb's rules, also for ties, so a retrieval score may differ from the audit's.
    """

    model: Any
    tasks: Sequence[Any]


def mteb_results(
    tasks: Sequence[Any], encoder: Encoder, store: VectorStore | None = None
) -> MtebResults:
    """Run mteb's own evaluator on each task; after an audit ``store`` has all its vectors.

    Raises: see :func:`mteb_tasks`.
    """
    model = StoredModel(encoder, store)
    found = [_evaluated(task, model) for task in mteb_tasks(tasks)]
    return MtebResults(model.mteb_model_meta, found)


def write_mteb_results(results: MtebResults, folder: Path) -> Path:
    """Write mteb's files, ``MODEL/REVISION/TASK.json`` and ``model_meta.json``, under ``folder``.

    ``mteb.ResultCache(PATH)`` reads them where ``folder`` is ``PATH/results``.

    Returns:
        The folder of the revision.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    model = results.model
    place = folder / str(model.model_name_as_path()) / str(model.revision)
    for task in results.tasks:
        with atomic_path(place / f"{task.task_name}.json") as temporary:
            task.to_disk(temporary)
    write_text(place / "model_meta.json", json.dumps(model.to_dict(), default=str, indent=4))
    return place


class EvaluatedTask:
    """A task that mteb's own evaluator scores as a whole; an item is a subset and split.

    The evaluator runs once on vectors that mean nothing, which tells what texts it asks for and
    what chance scores, and once for each encoder.
    """

    def __init__(self, task: Any) -> None:
        self.task = task
        self.name: str = task.metadata.name

    def note(self) -> DatasetNote:
        """Identity, and that there is no interval."""
        revision = self.task.metadata.revision
        content = json.dumps([revision, sorted(text.string for text in self._asked.texts)])
        return DatasetNote(
            self.name,
            digest=sha256(content.encode()).hexdigest(),
            source=_source(self.task),
            groups=1,
            family=self.task.metadata.type,
            notes=(*_licence(self.task), NO_ITEMS),
        )

    def texts(self) -> Iterator[Text]:
        """The texts that the evaluator asks for."""
        yield from self._asked.texts

    def judge(self, vectors: Vectors) -> ItemScores:
        """The main score of each subset and split; one that is not a number is left out."""
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

        def meaningless(asked: list[Text]) -> NDArray[np.float32]:
            texts.update(dict.fromkeys(asked))
            return np.stack([_meaningless(text) for text in asked])

        scores = self._scores(meaningless)
        return _Asked(list(texts), scores)

    def _scores(self, vectors_of: VectorsOf) -> ItemScores:
        model = MtebModel("perimetry/probe", "none", vectors_of)
        measure = self.task.metadata.main_score
        found = {
            _part_name(self.task, part["hf_subset"], split): float(part["main_score"])
            for split, parts in _evaluated(self.task, model).scores.items()
            for part in parts
        }
        return ItemScores(
            [Score(name, name, name, measure, value) for name, value in found.items()
             if isfinite(value)]
        )  # fmt: skip


@dataclass(frozen=True)
class _Asked:
    """What an evaluator asked for, and what it said of vectors that mean nothing."""

    texts: Sequence[Text]
    scores: ItemScores


def _meaningless(text: Text) -> NDArray[np.float32]:
    """A direction that only the string decides."""
    seed = int.from_bytes(sha256(text.string.encode("utf-8", "surrogatepass")).digest()[:8])
    return np.random.default_rng(seed).standard_normal(CHANCE_DIMENSION, dtype=np.float32)


def _mteb() -> Any:
    try:
        import mteb
    except ImportError:
        raise MissingExtraError("mteb", "mteb") from None
    return mteb


def _named(name: str) -> Any:
    try:
        return _mteb().get_task(name)
    except KeyError as error:
        hint = str(error.args[0]).removeprefix("KeyError: ")
        raise InputError(f"mteb has no task {name!r}: {hint}") from None


def _evaluated(task: Any, model: MtebModel) -> Any:
    """The ``TaskResult`` of mteb's evaluator, which draws its samples alike for every encoder."""
    states = copy.deepcopy((task.rng_state, task.np_rng))
    try:
        found = _mteb().evaluate(
            model, task, cache=None, co2_tracker=False, show_progress_bar=False
        )
    finally:
        task.rng_state, task.np_rng = states
    return found.task_results[0]


def _probes(task: Any, limit: int | None, seed: int) -> Iterator[Probe]:
    if _is_ranking(task):
        for subset in task.hf_subsets:
            for split in task.eval_splits:
                data = _retrieval_set(task, subset, split)
                data = data if limit is None else data.sample(limit, seed)
                yield RetrievalProbe(data, data.name, task.metadata.type)
    elif limit is not None:
        raise InputError(f"mteb scores {task.metadata.name} as a whole. Leave out --limit.")
    else:
        yield EvaluatedTask(task)


def _is_ranking(task: Any) -> bool:
    """Whether the queries are single texts (not conversations), ranked as usual."""
    if task.metadata.type not in RANKED or task.skip_first_result:
        return False
    queries = task.dataset[task.hf_subsets[0]][task.eval_splits[0]]["queries"]
    return isinstance(queries[0]["text"], str)


def _retrieval_set(task: Any, subset: str, split: str) -> RetrievalSet:
    """The corpus, queries and judgements, in the texts that mteb would encode."""
    name, rows = _part_name(task, subset, split), task.dataset[subset][split]
    corpus = {
        row["id"]: f"{row.get('title') or ''} {row['text']}".strip() for row in rows["corpus"]
    }
    asked = {row["id"]: _query(row) for row in rows["queries"]}
    relevant = {
        query: {document: int(grade) for document, grade in judged.items() if grade > 0}
        for query, judged in rows["relevant_docs"].items()
    }
    queries = {query: text for query, text in asked.items() if relevant.get(query)}
    if not queries:
        raise UnavailableError(f"no query of mteb's {name} has a relevant document to find.")
    left = len(asked) - len(queries)
    return RetrievalSet(
        name,
        _source(task),
        queries,
        corpus,
        {query: relevant[query] for query in queries},
        candidates=rows["top_ranked"] or {},
        itself={key: key for key in queries if key in corpus and task.ignore_identical_ids},
        notes=[
            *_licence(task),
            *([f"queries left out, as they have no relevant document: {left}"] if left else []),
        ],
    )


def _query(row: Mapping[str, Any]) -> str:
    """A query's text, with its instruction behind it as in mteb."""
    return f"{row['text']} {row['instruction']}" if row.get("instruction") else str(row["text"])


def _part_name(task: Any, subset: str, split: str) -> str:
    """The task's name, with the subset and split where there are others."""
    parts = [task.metadata.name, *([subset] if subset != "default" else [])]
    return "/".join([*parts, split] if len(task.eval_splits) > 1 else parts)


def _source(task: Any) -> str:
    data = task.metadata.dataset
    return f"mteb {_mteb().__version__}, {data['path']} at {data['revision']}"


def _licence(task: Any) -> list[str]:
    return [f"licence: {task.metadata.license}"] if task.metadata.license else []
