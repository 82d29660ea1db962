"""Faults of code around a sentence-transformers model (extra ``st``): padding, and dropout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perimetry.doctor.checkup import Oracle
from perimetry.encoders import Encoder
from perimetry.records import Role
from perimetry.testing.faults.fault import Fault, Model, Planted, Vectors, of_unit_length
from perimetry.testing.faults.weights import pools_by_mean

BATCH = 32


def _of_torch(
    name: str, oracle: Oracle, named_by: str, said: str, run: Callable[[Any, list[str]], Any]
) -> Fault:
    """A fault of a sentence-transformers model, ``run`` on batches of 32 in the order given."""

    def plant(model: Model) -> Encoder:
        from sentence_transformers import SentenceTransformer

        library = SentenceTransformer(
            str(model.folder), device="cpu", model_kwargs={"use_safetensors": True}
        )

        def encode(texts: list[str], role: Role, prompt: str | None) -> Vectors:
            import torch

            sent = model.encoder.prompts.get(role, "") if prompt is None else prompt
            starts, threads = range(0, len(texts), BATCH), torch.get_num_threads()
            torch.set_num_threads(1)  # more only wait for each other where other processes run
            try:
                with torch.no_grad():
                    batches = ([sent + text for text in texts[n : n + BATCH]] for n in starts)
                    rows = [run(library, batch).numpy() for batch in batches]
            finally:
                torch.set_num_threads(threads)
            vectors = np.concatenate(rows)
            return of_unit_length(vectors) if model.encoder.setup.get("normalise") else vectors

        return Planted(model.encoder, name, encode)

    return Fault(name, oracle, named_by, said, plant, pools_by_mean)


def _features(library: Any, texts: list[str]) -> Any:
    tokenize = getattr(library, "preprocess", None) or library.tokenize  # the older name
    return tokenize(texts)


def _mean_over_padding(library: Any, texts: list[str]) -> Any:
    return library[0](_features(library, texts))["token_embeddings"].mean(dim=1)


def _mean_over_padding_to_the_limit(library: Any, texts: list[str]) -> Any:
    """As if every text were padded to the greatest length, the padding's vectors being alike."""
    import torch

    features = _features(library, texts)
    short = library.max_seq_length - features["input_ids"].shape[1]
    padding = {"input_ids": library.tokenizer.pad_token_id}
    padded = {
        name: torch.nn.functional.pad(values, (0, short), value=padding.get(name, 0))
        for name, values in features.items()
        if hasattr(values, "shape") and values.ndim == 2
    }
    return library[0](padded)["token_embeddings"].mean(dim=1)


def _dropout_left_on(library: Any, texts: list[str]) -> Any:
    library.train()
    return library(_features(library, texts))["sentence_embedding"]


FAULTS_OF_TORCH = (
    _of_torch("mean over padding", "alone", "batching", "depends on its batch", _mean_over_padding),
    _of_torch("mean over padding to the limit", "checkpoint", "pooling", "Padding is pooled",
              _mean_over_padding_to_the_limit),
    _of_torch("dropout left on", "alone", "batching", "other vectors each time", _dropout_left_on),
)  # fmt: skip
