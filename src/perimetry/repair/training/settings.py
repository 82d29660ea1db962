"""How an encoder is fine-tuned: every choice with its default, recorded with what was made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from perimetry.errors import InputError

Method = Literal["full", "lora"]

LEARNING_RATES: dict[Method, float] = {"full": 1e-4, "lora": 5e-4}


@dataclass(frozen=True)
class Settings:
    """The choices of one fine-tuning; the defaults are ours, since the literature names none.

    Attributes:
        method: all weights, or low-rank adapters that are merged when it is saved.
        seed: of weights, order, marks and dropout.
        epochs: how often all examples together are seen, unless ``max_steps`` says.
        max_steps: how many batches.
        minutes: stop after so long, wherever it is; the result then depends on the machine.
        batch_size: examples a batch.
        learning_rate: at its height; None is the method's own.
        warmup: the share of the steps in which it rises; then it falls to 0.
        temperature: τ of the softmax.
        in_batch: the targets of other queries are negatives too; None is yes, but for tasks that
            are a choice among a query's own targets.
        same_tower: with ``in_batch``, other queries are negatives as well.
        ids: examples that share target texts get a mark of their own.
        ranking: weight of a second loss for minimal pairs, which ranks kept pairs above broken ones
            of like overlap over the whole batch (``ranking`` in ``repair/training/_loss.py``);
            0 is none.
        mask_same: targets in the batch with the words of the right one do not count against it.
        dims: first dimensions that are learnt alone too.
        replay_weight: of keeping the base model's cosines; 0 is no replay at all.
        place_weight: of keeping the base model's vectors where they lie, on the same sentences.
        replay_size: background sentences a step.
        balance: see :class:`~perimetry.repair.training.batches.Plan`.
        held_out: the share of the groups that is not learnt from and says when to stop.
        check_every: steps between two looks at it, and between two checkpoints.
        patience: looks without improvement after which it stops.
        max_tokens: cut training texts to so many tokens; what is saved keeps the model's own.
        dropout: of the model while it learns; None is its own.
        frozen_embeddings: token embeddings stay as they are, which is faster.
        rank: of the adapters, whose alpha is twice that.
        bfloat16: multiply in bfloat16; weights, loss and optimiser stay float32. Faster where the
            processor knows it; the last digits then depend on the machine.
    """

    method: Method
    seed: int
    epochs: float = 2.0
    max_steps: int | None = None
    minutes: float | None = None
    batch_size: int = 32
    learning_rate: float | None = None
    warmup: float = 0.1
    temperature: float = 0.05
    in_batch: bool | None = None
    same_tower: bool = True
    ids: bool = True
    ranking: float = 1.0
    mask_same: bool = True
    dims: Sequence[int] = ()
    replay_weight: float = 30.0
    place_weight: float = 5.0
    replay_size: int = 32
    balance: float = 0.5
    held_out: float = 0.1
    check_every: int = 50
    patience: int = 5
    max_tokens: int | None = None
    dropout: float | None = 0.0
    frozen_embeddings: bool = False
    rank: int = 16
    bfloat16: bool = False

    @property
    def rate(self) -> float:
        """The learning rate at its height."""
        return LEARNING_RATES[self.method] if self.learning_rate is None else self.learning_rate

    def check(self) -> None:
        """Refuse what cannot be.

        Raises:
            InputError: naming the choice.
        """
        if self.method not in get_args(Method):
            raise InputError(f"there is no method {self.method!r}. Methods: full, lora, head.")
        for name in ("batch_size", "check_every", "patience", "rank", "replay_size"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} must be at least 1, not {getattr(self, name)}.")
        for name in ("epochs", "temperature", "rate"):
            if getattr(self, name) <= 0:
                raise InputError(f"{name} must be above 0, not {getattr(self, name):g}.")
        for name in ("max_steps", "minutes", "max_tokens"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise InputError(f"{name} must be above 0, not {value:g}.")
        if not 0 <= self.held_out < 1:
            raise InputError(f"held_out must be at least 0 and below 1, not {self.held_out:g}.")
        if self.dropout is not None and not 0 <= self.dropout < 1:
            raise InputError(f"dropout must be at least 0 and below 1, not {self.dropout:g}.")
        for name in ("replay_weight", "place_weight", "ranking"):
            if getattr(self, name) < 0:
                raise InputError(f"{name} must be at least 0, not {getattr(self, name):g}.")
