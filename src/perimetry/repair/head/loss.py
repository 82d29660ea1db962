"""The loss of a head on unit vectors, with its slope: contrast on examples, and replay.

The contrast is a softmax over cosine / τ among the query's own target, the targets and the queries
of its block, and its own hard negatives (van den Oord et al. 2018, arXiv 1807.03748; the queries as
negatives as in GTE, arXiv 2308.03281). What says the same as the example itself is left out:
members of its group, an equal target, an equal query.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Rows = NDArray[np.intp]
Booleans = NDArray[np.bool_]

NOWHERE = np.float32(-1e9)


@dataclass(frozen=True)
class HeadExample:
    """A query, its right target and its wrong ones, by their rows among the vectors.

    ``group`` ties what was made from one source: never each other's negatives, never divided.
    """

    query: int
    positive: int
    negatives: Sequence[int]
    group: str
    task: str = ""


@dataclass(frozen=True)
class Block:
    """Examples that are each other's negatives, ``n`` of them, as arrays.

    ``negatives`` (n, most) is filled up with row 0 where ``given`` is false; ``others`` and
    ``queries_apart`` (n, n) say whose targets and whose queries are a query's negatives. Each
    example counts ``weight``.
    """

    query: Rows
    positive: Rows
    negatives: Rows
    given: Booleans
    others: Booleans
    queries_apart: Booleans
    weight: float

    @classmethod
    def of(cls, examples: Sequence[HeadExample], weight: float) -> Block:
        """The block of these examples."""
        query = np.array([e.query for e in examples], dtype=np.intp)
        positive = np.array([e.positive for e in examples], dtype=np.intp)
        most = max(len(e.negatives) for e in examples)
        negatives = np.zeros((len(examples), most), dtype=np.intp)
        given = np.zeros((len(examples), most), dtype=np.bool_)
        for place, example in enumerate(examples):
            count = len(example.negatives)
            negatives[place, :count] = example.negatives
            given[place, :count] = True
        names = np.array([e.group for e in examples])
        apart = names[:, None] != names[None, :]
        return cls(
            query,
            positive,
            negatives,
            given,
            apart & (positive[:, None] != positive[None, :]),
            apart & (query[:, None] != query[None, :]),
            weight,
        )

    @property
    def rows(self) -> Rows:
        """Of all its texts: queries, targets, negatives."""
        return np.concatenate([self.query, self.positive, self.negatives.ravel()])


@dataclass(frozen=True)
class ContrastiveLoss:
    """The weighted mean, over the examples of all blocks, of −log softmax at the own target.

    ``texts`` is how many vectors there are.
    """

    blocks: Sequence[Block]
    temperature: float
    texts: int

    def value(self, unit: Vectors) -> float:
        """The loss on unit vectors of shape ``(texts, d)``."""
        return sum(
            block.weight * float(_softmax(unit, block, self.temperature).losses.sum())
            for block in self.blocks
        )

    def value_and_slope(self, unit: Vectors) -> tuple[float, Vectors]:
        """The loss, and its derivative in every number of ``unit``."""
        total, parts = 0.0, []
        for block in self.blocks:
            found = _softmax(unit, block, self.temperature)
            total += block.weight * float(found.losses.sum())
            parts.append(_slopes(unit, block, found, block.weight / self.temperature))
        return total, np.asarray(self._adding_up @ np.concatenate(parts))

    @cached_property
    def _adding_up(self) -> Any:
        """Adds up the slopes of a text wherever it stands, shape ``(texts, standing)``."""
        from scipy.sparse import csr_matrix

        rows = np.concatenate([block.rows for block in self.blocks])
        standing = np.arange(len(rows))
        ones = np.ones(len(rows), dtype=np.float32)
        return csr_matrix((ones, (rows, standing)), shape=(self.texts, len(rows)))


@dataclass(frozen=True)
class Replay:
    """Background texts keep the encoder's own cosines: ``weight`` × mean squared change."""

    vectors: Vectors = field(repr=False)
    weight: float

    def value_and_slope(self, unit: Vectors) -> tuple[float, Vectors]:
        """The loss, and its derivative in every number of ``unit``."""
        change = unit @ unit.T - self._own
        scale = self.weight / change.size
        slope = np.asarray(4 * scale * (change @ unit), dtype=unit.dtype)
        return scale * float((change * change).sum()), slope

    @cached_property
    def _own(self) -> Vectors:
        lengths = np.sqrt((self.vectors * self.vectors).sum(axis=1, keepdims=True))
        unit = self.vectors / np.where(lengths > 0, lengths, 1)
        return np.asarray(unit @ unit.T)


@dataclass(frozen=True)
class _Softmax:
    """Shares of targets (n, n), queries (n, n) and own negatives (n, most), and the losses."""

    targets: Vectors
    queries: Vectors
    negatives: Vectors
    losses: Vectors


def _softmax(unit: Vectors, block: Block, temperature: float) -> _Softmax:
    q, p = unit[block.query], unit[block.positive]
    n = len(q)
    own = np.eye(n, dtype=np.bool_)
    hard = np.einsum("id,ijd->ij", q, unit[block.negatives])
    scores = np.concatenate(
        [
            np.where(block.others | own, q @ p.T / temperature, NOWHERE),
            np.where(block.queries_apart, q @ q.T / temperature, NOWHERE),
            np.where(block.given, hard / temperature, NOWHERE),
        ],
        axis=1,
    )
    right = scores[np.arange(n), np.arange(n)].copy()
    highest = scores.max(axis=1, keepdims=True)
    shares = np.exp(scores - highest)
    total = shares.sum(axis=1, keepdims=True)
    losses = np.log(total[:, 0]) + highest[:, 0] - right
    shares /= total
    return _Softmax(shares[:, :n], shares[:, n : 2 * n], shares[:, 2 * n :], losses)


def _slopes(unit: Vectors, block: Block, found: _Softmax, scale: float) -> Vectors:
    """The derivatives at the block's texts, in the order of ``block.rows``."""
    q, p, hard = unit[block.query], unit[block.positive], unit[block.negatives]
    at_targets = found.targets - np.eye(len(q), dtype=unit.dtype)
    at_query = at_targets @ p + (found.queries + found.queries.T) @ q
    at_query += np.einsum("ij,ijd->id", found.negatives, hard)
    at_hard = found.negatives[:, :, None] * q[:, None, :]
    parts = [at_query, at_targets.T @ q, at_hard.reshape(-1, unit.shape[1])]
    return np.asarray(scale * np.concatenate(parts))
