"""BERT written out in float64 numpy, after Devlin et al. (2019), for one text at a time."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.special import erf

from tests.encoders.onnx.folders import HEADS, HIDDEN, LAYERS

Array = NDArray[np.float64]


def bert(tensors: Mapping[str, NDArray[np.float32]], ids: list[int], activation: str) -> Array:
    """The token vectors, shape ``(len(ids), HIDDEN)``."""
    w = {name: tensor.astype(np.float64) for name, tensor in tensors.items()}
    x = w["embeddings.word_embeddings.weight"][ids]
    x = x + w["embeddings.position_embeddings.weight"][: len(ids)]
    x = x + w["embeddings.token_type_embeddings.weight"][0]
    x = _norm(w, "embeddings.LayerNorm", x)
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        mixed = _attend(w, f"{name}.attention.self", x)
        mixed = _linear(w, f"{name}.attention.output.dense", mixed)
        x = _norm(w, f"{name}.attention.output.LayerNorm", x + mixed)
        inner = ACTIVATIONS[activation](_linear(w, f"{name}.intermediate.dense", x))
        x = _norm(w, f"{name}.output.LayerNorm", x + _linear(w, f"{name}.output.dense", inner))
    return x


def pool(tokens: Array, mode: str) -> Array:
    """One vector from the token vectors."""
    places = np.arange(1, len(tokens) + 1)
    return {
        "mean": tokens.mean(axis=0),
        "mean_sqrt_len_tokens": tokens.sum(axis=0) / np.sqrt(len(tokens)),
        "max": tokens.max(axis=0),
        "cls": tokens[0],
        "lasttoken": tokens[-1],
        "weightedmean": (places / places.sum()) @ tokens,
    }[mode]


ACTIVATIONS = {
    "gelu": lambda x: x * 0.5 * (1 + erf(x / np.sqrt(2))),
    "gelu_new": lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
    "relu": lambda x: np.maximum(x, 0),
}


def _linear(w: Mapping[str, Array], name: str, x: Array) -> Array:
    return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]


def _norm(w: Mapping[str, Array], name: str, x: Array) -> Array:
    x = (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-12)
    return x * w[f"{name}.weight"] + w[f"{name}.bias"]


def _attend(w: Mapping[str, Array], name: str, x: Array) -> Array:
    query, key, value = (_linear(w, f"{name}.{part}", x) for part in ("query", "key", "value"))
    size = HIDDEN // HEADS
    heads = []
    for head in range(HEADS):
        part = slice(head * size, (head + 1) * size)
        scores = query[:, part] @ key[:, part].T / np.sqrt(size)
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        heads.append(shares / shares.sum(axis=1, keepdims=True) @ value[:, part])
    return np.concatenate(heads, axis=1)
