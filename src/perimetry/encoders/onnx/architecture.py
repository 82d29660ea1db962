"""The architectures whose graph the engine builds, and their sizes in ``config.json``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from perimetry.encoders.onnx.model_config import fraction, refusal, whole_number
from perimetry.errors import InputError, ModelError

TENSOR_PREFIXES = {
    "bert": "bert.",
    "distilbert": "distilbert.",
    "mpnet": "mpnet.",
    "roberta": "roberta.",
    "xlm-roberta": "roberta.",
}
"""Each ``model_type``, with what its tensors' names begin with where they lie below a task."""

HIDDEN_ACTIVATIONS = {
    "gelu": "gelu",
    "gelu_new": "gelu_new",
    "gelu_pytorch_tanh": "gelu_new",
    "relu": "relu",
}
MPNET_BUCKETS = 32
"""transformers computes buckets for this number, whatever ``config.json`` states."""

Layers = Literal["last", "first-last"]
"""The last layer, or the mean of the first layer's output and the last's."""

_DISTILBERT_KEYS = {
    "hidden_size": "dim",
    "num_hidden_layers": "n_layers",
    "num_attention_heads": "n_heads",
    "intermediate_size": "hidden_dim",
    "hidden_act": "activation",
}
_DISTILBERT_EPSILON = 1e-12


@dataclass(frozen=True)
class Architecture:
    """The sizes of a transformer, from its ``config.json``.

    ``type_vocab_size`` is 0 where tokens have no types. ``first_position`` is 0, or one above the
    id of the padding token where that token is not counted (RoBERTa, XLM-R and MPNet).
    ``pooled_layers`` says from which layers the graph takes what is pooled.
    """

    model_type: str
    hidden_size: int
    layers: int
    heads: int
    intermediate_size: int
    vocab_size: int
    type_vocab_size: int
    max_positions: int
    first_position: int
    activation: str
    layer_norm_eps: float
    pooled_layers: Layers = "last"

    @property
    def longest(self) -> int:
        """The most tokens that have a position."""
        return self.max_positions - self.first_position

    def stated(self) -> dict[str, Any]:
        """Everything that is not as usual, and the sizes: what tells two graphs apart."""
        parts = asdict(self)
        if self.pooled_layers == "last":  # graphs and fingerprints are older than the choice
            del parts["pooled_layers"]
        return parts


def read_layers(text: str) -> Layers:
    """The option ``layers``.

    Raises:
        InputError: it is neither of the two.
    """
    if text == "last":
        return "last"
    if text == "first-last":
        return "first-last"
    raise InputError(f"layers must be last or first-last, not {text!r}.")


def read_architecture(config: dict[str, Any], path: Path) -> Architecture:
    """Understand ``config``, the content of ``path``.

    Raises:
        ModelError: it is malformed, or its graph is not one that the engine builds.
    """
    model_type = config.get("model_type")
    if model_type not in TENSOR_PREFIXES:
        raise refusal(path, f"model_type {model_type!r}")
    if config.get("auto_map"):
        raise refusal(path, "custom code (auto_map)")
    if config.get("is_decoder"):
        raise refusal(path, "a decoder (is_decoder)")
    positions = config.get("position_embedding_type", "absolute")
    if positions != "absolute":
        raise refusal(path, f"position_embedding_type {positions!r}")
    buckets = config.get("relative_attention_num_buckets", MPNET_BUCKETS)
    if model_type == "mpnet" and buckets != MPNET_BUCKETS:
        raise refusal(path, f"relative_attention_num_buckets {buckets!r}")
    keys: Mapping[str, str] = _DISTILBERT_KEYS if model_type == "distilbert" else {}

    def size(key: str, default: int | None = None) -> int:
        return whole_number(config, keys.get(key, key), path, default)

    activation_key = keys.get("hidden_act", "hidden_act")
    activation = config.get(activation_key, "gelu")
    if activation not in HIDDEN_ACTIVATIONS:
        raise refusal(path, f"{activation_key} {activation!r}")
    untyped = model_type in ("distilbert", "mpnet")
    architecture = Architecture(
        model_type=model_type,
        hidden_size=size("hidden_size"),
        layers=size("num_hidden_layers"),
        heads=size("num_attention_heads"),
        intermediate_size=size("intermediate_size"),
        vocab_size=size("vocab_size"),
        type_vocab_size=0 if untyped else size("type_vocab_size", 2),
        max_positions=size("max_position_embeddings"),
        first_position=first_position(config, path),
        activation=HIDDEN_ACTIVATIONS[activation],
        layer_norm_eps=_DISTILBERT_EPSILON
        if model_type == "distilbert"
        else fraction(config, "layer_norm_eps", path, 1e-12),
    )
    if architecture.hidden_size % architecture.heads:
        raise ModelError(
            f"{path}: hidden_size {architecture.hidden_size} is not a multiple of "
            f"num_attention_heads {architecture.heads}. Download the model again."
        )
    if architecture.longest < 1:
        raise ModelError(
            f"{path}: max_position_embeddings {architecture.max_positions} leaves no position "
            f"above the padding id. Download the model again."
        )
    return architecture


def first_position(config: dict[str, Any], path: Path) -> int:
    """The position of a text's first token, also of a model that comes as an exported graph."""
    if config.get("model_type") == "mpnet":
        return 2  # whatever its padding id
    if config.get("model_type") in ("roberta", "xlm-roberta", "camembert"):
        return whole_number(config, "pad_token_id", path, 1, least=0) + 1
    return 0
