"""The loss: a contrastive softmax, and what keeps the base model's cosines (extra ``train``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, mse_loss, normalize, softplus


def contrastive(
    queries: Tensor,
    targets: Tensor,
    right: Tensor,
    allowed: Tensor,
    others: Tensor | None,
    temperature: float,
) -> Tensor:
    """How far each query is from choosing its right target, by cosine; the mean over queries.

    For query i with right target r: −log( exp(cos(i, r)/τ) / Z ), where Z sums exp(cos(i, t)/τ)
    over the targets t that count for it (its own right and wrong ones, and those of the other
    queries) and exp(cos(i, j)/τ) over the other queries j that count (same-tower negatives).

    Args:
        queries: shape ``(b, d)``.
        targets: shape ``(t, d)``.
        right: the place of each query's right target, shape ``(b,)``.
        allowed: which targets count for which query, shape ``(b, t)``; the right one must.
        others: which queries count for which, shape ``(b, b)``; None is none.
        temperature: τ.
    """
    one, other = normalize(queries, dim=1), normalize(targets, dim=1)
    scores = (one @ other.T).masked_fill(~allowed, -torch.inf)
    if others is not None:
        scores = torch.cat([scores, (one @ one.T).masked_fill(~others, -torch.inf)], dim=1)
    return cross_entropy(scores / temperature, right)


def ranking(
    queries: Tensor,
    targets: Tensor,
    right: Tensor,
    owners: Tensor,
    matched: Tensor,
    temperature: float,
) -> Tensor:
    """How far kept pairs are from lying above broken ones of other queries too.

    The softmax orders the targets of one query. A cut-off needs one order for all: the mean of
    log(1 + exp((cos(broken) − cos(kept))/τ)) over the pairs that ``matched`` names is the logistic
    surrogate of an AUROC inside strata of overlap (RankNet, Burges et al. 2005). 0 without pairs.

    Args:
        queries: shape ``(b, d)``.
        targets: shape ``(t, d)``.
        right: the place of each query's right target, shape ``(b,)``.
        owners: the place of each target's query, shape ``(t,)``.
        matched: which wrong targets are compared with which query's kept pair, shape ``(b, t)``.
        temperature: τ.
    """
    if not matched.any():
        return queries.sum() * 0.0
    own = (normalize(queries, dim=1)[owners] * normalize(targets, dim=1)).sum(dim=1)
    return softplus((own[None, :] - own[right][:, None]) / temperature)[matched].mean()


def kept_cosines(vectors: Tensor, base: Tensor) -> Tensor:
    """The mean squared difference of the cosines among ``vectors`` from ``base``, shape ``(n, n)``.

    Pairs of different rows only, as in :func:`perimetry.repair.training.replay.Moved`.
    """
    unit = normalize(vectors, dim=1)
    apart = ~torch.eye(len(base), dtype=torch.bool, device=base.device)
    return mse_loss((unit @ unit.T)[apart], base[apart])


def kept_places(vectors: Tensor, base: Tensor) -> Tensor:
    """How far ``vectors`` have turned from the base model's, both ``(n, d)``: mean 1 − cosine."""
    return 1 - (normalize(vectors, dim=1) * normalize(base, dim=1)).sum(dim=1).mean()


CHUNK = 32
"""Texts that are encoded together: of like length, so that little is padded."""


def encoded_by_length(model: Any, tokens: Mapping[str, Any]) -> Tensor:
    """The vectors of a padded batch, a few texts of like length at a time, in the batch's order.

    Padding costs as much as text, and in a batch of mixed lengths most of it is padding.
    """
    mask = tokens.get("attention_mask")
    if mask is None or not mask[:, 0].all():  # nothing is padded, or on the left
        return model(dict(tokens))["sentence_embedding"]
    lengths = mask.sum(dim=1)
    order = lengths.argsort()
    parts = []
    for rows in order.split(CHUNK):
        width = int(lengths[rows].max())
        part = {
            name: value[rows, :width]
            if isinstance(value, Tensor) and value.shape == mask.shape
            else value
            for name, value in tokens.items()
        }
        parts.append(model(part)["sentence_embedding"])
    return torch.cat(parts)[order.argsort()]


class RepairLoss(torch.nn.Module):  # type: ignore[misc]  # torch is not read by mypy
    """The loss of one batch, as the trainer of sentence-transformers calls it.

    ``features`` are the tokens of the queries, of the distinct targets and, with replay, of the
    background sentences. ``label`` says which targets belong to which query.

    Args:
        model: whose ``sentence_embedding`` is learnt.
        temperature: τ.
        same_tower: whether other queries are negatives too.
        dims: also learn these first dimensions alone (Matryoshka, arXiv 2205.13147); the loss is
            the mean over them and the whole vector.
        replay_weight: of :func:`kept_cosines` on the background.
        place_weight: of :func:`kept_places` on the background.
        rank_weight: of :func:`ranking`.
    """

    def __init__(
        self,
        model: Any,
        *,
        temperature: float,
        same_tower: bool,
        dims: Sequence[int] = (),
        replay_weight: float = 0.0,
        place_weight: float = 0.0,
        rank_weight: float = 0.0,
    ) -> None:
        super().__init__()
        self.model = model
        self.temperature, self.same_tower = temperature, same_tower
        self.dims = tuple(dims)
        self.replay_weight, self.place_weight = replay_weight, place_weight
        self.rank_weight = rank_weight

    def forward(self, features: Sequence[Mapping[str, Any]], label: Mapping[str, Tensor]) -> Tensor:
        """The loss of a batch, a scalar."""
        queries, distinct, *background = (
            encoded_by_length(self.model, tokens).float() for tokens in features
        )
        targets = distinct[label["rows"]]
        others = label["others"] if self.same_tower else None
        losses: list[Tensor] = []
        for dim in (*self.dims, queries.shape[1]):
            one, other = queries[:, :dim], targets[:, :dim]
            found = contrastive(
                one, other, label["right"], label["allowed"], others, self.temperature
            )
            if self.rank_weight and "matched" in label:
                found = found + self.rank_weight * ranking(
                    one, other, label["right"], label["owners"], label["matched"], self.temperature
                )
            losses.append(found)
        loss = torch.stack(losses).mean()
        for vectors in background:
            loss = loss + self.replay_weight * kept_cosines(vectors, label["cosines"])
            loss = loss + self.place_weight * kept_places(vectors, label["places"])
        return loss
