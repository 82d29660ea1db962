"""What a planted fault is: something real that goes silently wrong, laid on a healthy encoder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perimetry.doctor.checkup import Oracle
from perimetry.encoders import Encoder, open_encoder
from perimetry.records import Finding, Role
from perimetry.testing.faults.remembering import Remembering

WEIGHTS = "model.safetensors"

Vectors = NDArray[np.float32]
Encode = Callable[[list[str], Role, str | None], Vectors]
"""Texts, their role, and the prompt that was asked for (None: the encoder's own) to vectors."""


@dataclass(frozen=True)
class Model:
    """A healthy encoder, and the checkpoint that it runs where it has one."""

    encoder: Encoder
    folder: Path | None = None
    _recomputed: dict[tuple[tuple[str, str], ...], Encoder] = field(
        default_factory=dict, repr=False
    )

    def recompute(self, **options: str) -> Encoder:
        """The checkpoint, under options of the engine ``onnx:``; opened and encoded once."""
        assert self.folder is not None
        key = tuple(sorted(options.items()))
        if key not in self._recomputed:
            self._recomputed[key] = Remembering(opened(self.folder, options))
        return self._recomputed[key]

    def vectors(self, texts: Sequence[str], role: Role, prompt: str | None) -> Vectors:
        """What the healthy encoder returns."""
        return self.encoder.encode(texts, role=role, prompt=prompt)


def opened(folder: Path, options: Mapping[str, str]) -> Encoder:
    """The checkpoint in ``folder`` under options of the engine ``onnx:``."""
    asked = "&".join(f"{key}={value}" for key, value in options.items())
    return open_encoder(f"onnx:{folder}{'?' if asked else ''}{asked}")


def any_model(model: Model) -> bool:
    """Whether a fault that any encoder may have can be planted: always."""
    del model
    return True


def has_checkpoint(model: Model) -> bool:
    """Whether there are weights to change, beside the settings; an exported graph has none."""
    return model.folder is not None and (model.folder / WEIGHTS).is_file()


def has_prompts(model: Model) -> bool:
    """Whether queries and documents have prompts, and different ones."""
    prompts = model.encoder.prompts
    return prompts.get("query", "") != prompts.get("document", "")


@dataclass(frozen=True)
class Fault:
    """A fault, how to plant it, and what must find it.

    Attributes:
        name: what is wrong, in a few words.
        oracle: the least that it can be seen against: nothing but the encoder (``alone``), its
            ``checkpoint`` in the other engine, or a ``reference``.
        named_by: the check that must name it.
        said: words of that check's message, without which it has found something else.
        plant: makes the faulty encoder. Its prompts and its setup are still the healthy one's: the
            fault is silent.
        fits: whether the fault can happen to a model; an encoder that has no prompts cannot drop
            them.
    """

    name: str
    oracle: Oracle
    named_by: str
    said: str
    plant: Callable[[Model], Encoder]
    fits: Callable[[Model], bool] = any_model

    def is_named_in(self, finding: Finding) -> bool:
        """Whether the right check has failed or warned, and says what is wrong."""
        return (
            finding.check == self.named_by
            and finding.outcome in ("fail", "warn")
            and self.said in finding.message
        )


class Planted:
    """An encoder with a fault, which says of itself what the healthy one says."""

    def __init__(
        self,
        healthy: Encoder,
        fault: str,
        encode: Encode,
        prompts: Mapping[Role, str] | None = None,
    ) -> None:
        self.name = f"{healthy.name} with {fault}"
        self.fingerprint = (
            "planted-" + sha256(f"{fault}\n{healthy.fingerprint}".encode()).hexdigest()
        )
        self.prompts: Mapping[Role, str] = healthy.prompts if prompts is None else prompts
        self.setup: Mapping[str, object] = {**healthy.setup, "prompts": dict(self.prompts)}
        self._encode = encode

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Encode ``texts`` with the fault. Rows are not checked: NaN is what some faults return."""
        return np.asarray(self._encode(list(texts), role, prompt), dtype=np.float32)


def of_another(model: Model, fault: str, faulty: Encoder) -> Encoder:
    """``faulty``, which says of itself what the healthy encoder says."""

    def encode(texts: list[str], role: Role, prompt: str | None) -> Vectors:
        sent = model.encoder.prompts.get(role, "") if prompt is None else prompt
        return faulty.encode(texts, role=role, prompt=sent)

    return Planted(model.encoder, fault, encode)


def of_unit_length(vectors: Vectors) -> Vectors:
    """Each row of ``(n, d)`` scaled to length 1; a zero row stays."""
    lengths = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)
