"""Are two model folders of one architecture, so that a mean of their weights means something?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from perimetry.encoders.onnx.architecture import TENSOR_PREFIXES
from perimetry.encoders.onnx.checkpoint import Checkpoint, read_checkpoint
from perimetry.errors import InputError, ModelError

SAYS_NOTHING = {
    "_name_or_path", "architectures", "dtype", "torch_dtype", "transformers_version", "use_cache",
    "gradient_checkpointing",
}  # fmt: skip
"""Keys of ``config.json`` that decide no vector."""

PREFIXES = tuple(sorted({*TENSOR_PREFIXES.values(), "model."}))


def check_alike(base: Path, repaired: Path) -> None:
    """Compare everything but the weights: sizes, modules, pooling, prompts, vocabulary.

    Weight files must lie in the same places. A setting that only one folder states is passed over,
    as libraries come to write more of them.

    Raises:
        InputError: they differ; the message says in what.
        ModelError: a folder cannot be read, or holds no safetensors file.
    """
    one, other = (read_checkpoint(folder, exported=True) for folder in (base, repaired))
    files = [_weight_files(folder) for folder in (base, repaired)]
    if files[0] != files[1]:
        raise _unlike(base, repaired, "weight files", *map(", ".join, files))
    configs = [_json(point.transformer / "config.json") for point in (one, other)]
    for key in sorted((configs[0].keys() & configs[1].keys()) - SAYS_NOTHING):
        if configs[0][key] != configs[1][key]:
            raise _unlike(base, repaired, key, configs[0][key], configs[1][key])
    for name, a, b in zip(_PARTS, _parts(one), _parts(other), strict=True):
        if a != b:
            raise _unlike(base, repaired, name, a, b)
    words = [_vocabulary(point.transformer) for point in (one, other)]
    if words[0] != words[1]:
        raise _unlike(base, repaired, "vocabulary", *(f"{len(w or ())} entries" for w in words))


def same_name(tensor: str) -> str:
    """The name of a tensor whichever library wrote it.

    >>> same_name("bert.embeddings.LayerNorm.gamma")
    'embeddings.LayerNorm.weight'
    """
    for prefix in PREFIXES:
        tensor = tensor.removeprefix(prefix)
    return tensor.replace("LayerNorm.gamma", "LayerNorm.weight").replace(
        "LayerNorm.beta", "LayerNorm.bias"
    )


_PARTS = ("pooling", "dense layers", "normalisation", "lower-casing", "prompts")


def _parts(point: Checkpoint) -> tuple[object, ...]:
    dense = [(d.in_features, d.out_features, d.bias, d.activation) for d in point.dense]
    return point.pooling, dense, point.normalise, point.lower_case, dict(point.prompts)


def _weight_files(folder: Path) -> list[str]:
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.safetensors"))
    if not found:
        raise ModelError(
            f"{folder} has no safetensors file. Save the model with safe_serialization=True."
        )
    return found


def _vocabulary(folder: Path) -> Any:
    """The entries of the tokenizer, if it is one that states them."""
    tokenizer = _json(folder / "tokenizer.json")
    model = tokenizer.get("model")
    if isinstance(model, dict) and model.get("vocab"):
        return model["vocab"]
    return None


def _json(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read ({error}). Download the model again.") from error
    return content if isinstance(content, dict) else {}


def _unlike(base: Path, repaired: Path, what: str, one: object, other: object) -> InputError:
    return InputError(
        f"{base} and {repaired} cannot be merged: their {what} differ ({one} and {other}). "
        "Merge a model with one that was trained from it."
    )
