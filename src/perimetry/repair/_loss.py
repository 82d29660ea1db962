"""The loss: a contrastive softmax, and what keeps the base model's cosines (extra ``train``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, mse_loss, normalize


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


def kept_cosines(vectors: Tensor, base: Tensor) -> Tensor:
    """The mean squared difference of the cosines among ``vectors`` from ``base``, shape ``(n, n)``.

    Pairs of different rows only, as in :func:`perimetry.repair.replay.drift`.
    """
    unit = normalize(vectors, dim=1)
    apart = ~torch.eye(len(base), dtype=torch.bool, device=base.device)
    return mse_loss((unit @ unit.T)[apart], base[apart])


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
        replay_weight: of the replay term.
    """

    def __init__(
        self,
        model: Any,
        *,
        temperature: float,
        same_tower: bool,
        dims: Sequence[int] = (),
        replay_weight: float = 0.0,
    ) -> None:
        super().__init__()
        self.model = model
        self.temperature, self.same_tower = temperature, same_tower
        self.dims, self.replay_weight = tuple(dims), replay_weight

    def forward(self, features: Sequence[Mapping[str, Any]], label: Mapping[str, Tensor]) -> Tensor:
        """The loss of a batch, a scalar."""
        queries, distinct, *background = (
            self.model(dict(tokens))["sentence_embedding"] for tokens in features
        )
        targets = distinct[label["rows"]]
        others = label["others"] if self.same_tower else None
        losses = [
            contrastive(
                queries[:, :dim],
                targets[:, :dim],
                label["right"],
                label["allowed"],
                others,
                self.temperature,
            )
            for dim in (*self.dims, queries.shape[1])
        ]
        loss = torch.stack(losses).mean()
        for vectors in background:
            loss = loss + self.replay_weight * kept_cosines(vectors, label["replay"])
        return loss
