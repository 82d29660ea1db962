"""Learns a linear map over frozen vectors, in seconds: no gradient ever reaches the encoder.

``x → x + A Bᵀ x``, so it serves any encoder whose vectors can be had, endpoints and tables
included. The objective is that of fine-tuning (:mod:`perimetry.repair.head.loss`): all examples at
once, in fixed task-pure blocks, by L-BFGS. A slice of whole groups is held out, and the map is the
one under which its loss was lowest; where that was the untouched encoder, the map is the identity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.base import Encoder
from perimetry.encoders.views.head import Head
from perimetry.errors import InputError
from perimetry.repair.head.loss import Block, ContrastiveLoss, HeadExample, Replay

Vectors = NDArray[np.float32]
Floats = NDArray[np.float64]

LEAST_GROUPS = 10
SPREAD = 0.02
"""Of the numbers at which B starts; A starts at zero, so learning starts from the identity."""


@dataclass(frozen=True)
class HeadSettings:
    """How a head is learnt.

    Attributes:
        rank: of ``A Bᵀ``; None learns a full matrix.
        temperature: what cosines are divided by.
        block: examples that are each other's negatives.
        replay: weight of the term that keeps the cosines of background texts.
        held_out: the share of groups that decide when to stop.
        iterations: of L-BFGS, at most.
        patience: iterations without a lower loss on the held-out groups before it stops.
    """

    rank: int | None = 32
    temperature: float = 0.05
    block: int = 128
    replay: float = 100.0
    held_out: float = 0.1
    iterations: int = 100
    patience: int = 10


@dataclass(frozen=True)
class HeadFit:
    """A learnt head and the losses on the held-out groups, the untouched encoder's first.

    ``kept`` is the iteration whose map was kept: 0 where nothing helped.
    """

    head: Head
    losses: Sequence[float]
    kept: int
    examples: int
    held_out: int


def train_head(
    vectors: Vectors,
    examples: Sequence[HeadExample],
    *,
    encoder: Encoder,
    seed: int,
    background: Vectors | None = None,
    settings: HeadSettings | None = None,
) -> HeadFit:
    """Learn a head for ``encoder`` from vectors that it made.

    Args:
        vectors: shape ``(texts, d)``, as the encoder gave them.
        examples: by the rows of their texts.
        encoder: names the encoder in the head; it is not asked for anything.
        seed: of the held-out groups, the blocks and the start.
        background: vectors of texts whose cosines are to stay, shape ``(n, d)``.
        settings: how.

    Raises:
        InputError: no examples, a row that is not there, too few groups to hold some out, or
            settings out of range.
    """
    settings = settings or HeadSettings()
    _check(vectors, examples, background, settings)
    generator = np.random.default_rng(seed)
    learnt, held = _divided(examples, settings.held_out, generator)
    objective = _Objective(
        vectors,
        _contrast(learnt, len(vectors), settings, generator),
        Replay(background, settings.replay) if background is not None else None,
        settings.rank,
    )
    held_loss = _contrast(held, len(vectors), settings, generator)
    start = objective.start(generator)
    best, losses = start, [held_loss.value(objective.unit(start))]

    def after_each(parameters: Floats) -> None:
        nonlocal best
        losses.append(held_loss.value(objective.unit(parameters)))
        if losses[-1] < min(losses[:-1]):
            best = parameters.copy()
        if len(losses) - 1 - int(np.argmin(losses)) >= settings.patience:
            raise StopIteration

    from scipy.optimize import minimize

    minimize(
        objective,
        start,
        jac=True,
        method="L-BFGS-B",
        callback=after_each,
        options={"maxiter": settings.iterations},
    )
    left, right = objective.factors(best)
    how = {**asdict(settings), "seed": seed, "examples": len(learnt)}
    return HeadFit(
        Head(left, right, encoder.fingerprint, encoder.name, how),
        losses,
        int(np.argmin(losses)),
        len(learnt),
        len(held),
    )


@dataclass(frozen=True)
class _Objective:
    """The loss and its gradient in the map's numbers, one flat array."""

    vectors: Vectors
    contrast: ContrastiveLoss
    replay: Replay | None
    rank: int | None

    def __call__(self, parameters: Floats) -> tuple[float, Floats]:
        value, gradient = self._part(parameters, self.vectors, self.contrast)
        if self.replay:
            more, further = self._part(parameters, self.replay.vectors, self.replay)
            return value + more, gradient + further
        return value, gradient

    def start(self, generator: np.random.Generator) -> Floats:
        d = self.vectors.shape[1]
        if self.rank is None:
            return np.zeros(d * d)
        right = generator.normal(0, SPREAD, (d, self.rank))
        return np.concatenate([np.zeros(d * self.rank), right.ravel()])

    def factors(self, parameters: Floats) -> tuple[Vectors, Vectors | None]:
        d = self.vectors.shape[1]
        parts = parameters.astype(self.vectors.dtype).reshape(-1, d, self.rank or d)
        return parts[0], None if self.rank is None else parts[1]

    def unit(self, parameters: Floats) -> Vectors:
        """The mapped vectors at unit length."""
        return _unit(self._moved(self.vectors, parameters))[0]

    def _moved(self, vectors: Vectors, parameters: Floats) -> Vectors:
        left, right = self.factors(parameters)
        moved = vectors + (vectors if right is None else vectors @ right) @ left.T
        return np.asarray(moved, dtype=vectors.dtype)

    def _part(
        self, parameters: Floats, vectors: Vectors, loss: ContrastiveLoss | Replay
    ) -> tuple[float, Floats]:
        left, right = self.factors(parameters)
        unit, lengths = _unit(self._moved(vectors, parameters))
        value, slope = loss.value_and_slope(unit)
        slope = (slope - unit * (slope * unit).sum(axis=1, keepdims=True)) / lengths
        if right is None:
            return value, np.asarray(slope.T @ vectors, dtype=np.float64).ravel()
        parts = [slope.T @ (vectors @ right), vectors.T @ (slope @ left)]
        return value, np.concatenate([part.ravel() for part in parts]).astype(np.float64)


def _unit(vectors: Vectors) -> tuple[Vectors, Vectors]:
    lengths = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    lengths = np.where(lengths > 0, lengths, 1).astype(vectors.dtype)
    return np.asarray(vectors / lengths), lengths


def _divided(
    examples: Sequence[HeadExample], share: float, generator: np.random.Generator
) -> tuple[list[HeadExample], list[HeadExample]]:
    """Those to learn from, and those of about ``share`` of the groups."""
    groups = list(dict.fromkeys(example.group for example in examples))
    if len(groups) < LEAST_GROUPS:
        raise InputError(
            f"{len(groups)} groups of examples are too few to hold some out. Give at least "
            f"{LEAST_GROUPS}."
        )
    order = generator.permutation(len(groups))
    held = {groups[place] for place in order[: max(1, round(share * len(groups)))]}
    return (
        [example for example in examples if example.group not in held],
        [example for example in examples if example.group in held],
    )


def _contrast(
    examples: Sequence[HeadExample],
    texts: int,
    settings: HeadSettings,
    generator: np.random.Generator,
) -> ContrastiveLoss:
    """The loss in task-pure blocks in which every example stands once; tasks weigh equally."""
    tasks: dict[str, list[HeadExample]] = {}
    for example in examples:
        tasks.setdefault(example.task, []).append(example)
    blocks = []
    for members in tasks.values():
        order = generator.permutation(len(members))
        for start in range(0, len(members), settings.block):
            chosen = [members[place] for place in order[start : start + settings.block]]
            blocks.append(Block.of(chosen, weight=1 / len(members) / len(tasks)))
    return ContrastiveLoss(blocks, settings.temperature, texts)


def _check(
    vectors: Vectors,
    examples: Sequence[HeadExample],
    background: Vectors | None,
    settings: HeadSettings,
) -> None:
    if not examples:
        raise InputError("there are no examples to learn a head from.")
    rows = {row for e in examples for row in (e.query, e.positive, *e.negatives)}
    if min(rows) < 0 or max(rows) >= len(vectors):
        raise InputError(f"an example names row {max(rows)} of {len(vectors)} vectors.")
    if background is not None and background.shape[1:] != vectors.shape[1:]:
        raise InputError("the vectors of background and examples differ in dimension.")
    if settings.rank is not None and not 1 <= settings.rank <= vectors.shape[1]:
        raise InputError(f"the rank must be within 1 to {vectors.shape[1]}, not {settings.rank}.")
    limits: Mapping[str, bool] = {
        "temperature": settings.temperature > 0,
        "block": settings.block >= 2,
        "replay": settings.replay >= 0,
        "held_out": 0 < settings.held_out < 1,
        "iterations": settings.iterations >= 1,
        "patience": settings.patience >= 1,
    }
    for name, fine in limits.items():
        if not fine:
            raise InputError(f"{name} cannot be {getattr(settings, name)}.")
