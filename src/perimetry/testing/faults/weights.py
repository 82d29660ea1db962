"""Faults of the model: its weights, tokenizer, pooling or arithmetic are not those it declares.

Each runs: a copy of the checkpoint is edited and opened, or the engine gets another option.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perimetry.doctor.checkup import Oracle
from perimetry.encoders import Encoder
from perimetry.records import Role
from perimetry.testing.faults.fault import (
    WEIGHTS,
    Fault,
    Model,
    Planted,
    Vectors,
    has_checkpoint,
    has_prompts,
    of_another,
    opened,
)

TOKENIZER = "tokenizer.json"
Tensors = dict[str, NDArray[Any]]

OUTLYING = 20
"""A matrix whose greatest value is so many times its spread loses its bits to that value. Trained
transformers have some at 100 and more; one that was hardly trained has none: int8 does no harm."""


def _of_options(
    name: str,
    oracle: Oracle,
    named_by: str,
    said: str,
    fits: Callable[[Model], bool],
    **options: str,
) -> Fault:
    """The checkpoint, run with another setting than its own."""

    def plant(model: Model) -> Encoder:
        return of_another(model, name, model.recompute(**options))

    return Fault(name, oracle, named_by, said, plant, fits)


def _of_copy(
    name: str,
    oracle: Oracle,
    named_by: str,
    said: str,
    edit: Callable[[Path], None],
    fits: Callable[[Model], bool] = has_checkpoint,
) -> Fault:
    """A copy of the checkpoint whose files ``edit`` changes."""

    def plant(model: Model) -> Encoder:
        with _copied(model) as folder:
            edit(folder)
            return of_another(model, name, opened(folder, {}))

    return Fault(name, oracle, named_by, said, plant, fits)


@contextmanager
def _copied(model: Model) -> Iterator[Path]:
    """A folder of links to the checkpoint's files, gone after it was read into memory."""
    assert model.folder is not None  # `fits` has been asked
    with TemporaryDirectory() as scratch:
        copy = Path(scratch) / model.folder.name
        shutil.copytree(model.folder, copy, copy_function=lambda a, b: Path(b).symlink_to(a))
        yield copy


def _edit_json(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    content = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    change(content)
    path.unlink(missing_ok=True)  # the link, not what it points to
    path.write_text(json.dumps(content), encoding="utf-8")


def _edit_tensors(folder: Path, change: Callable[[Tensors], None]) -> None:
    from safetensors.numpy import load_file, save_file

    path = folder / WEIGHTS
    tensors = load_file(path)
    change(tensors)
    path.unlink()
    save_file(tensors, path)


def _without_last_layer(folder: Path) -> None:
    def change(config: dict[str, Any]) -> None:
        config["num_hidden_layers"] -= 1

    _edit_json(folder / "config.json", change)


def _truncated_from_the_left(folder: Path) -> None:
    def change(config: dict[str, Any]) -> None:
        config["truncation_side"] = "left"

    _edit_json(folder / "tokenizer_config.json", change)


def _cased(folder: Path) -> None:
    """The tokenizer no longer lower-cases, and its vocabulary has no capitals."""

    def change(config: dict[str, Any]) -> None:
        config["do_lower_case"] = False

    def change_normaliser(content: dict[str, Any]) -> None:
        content["normalizer"]["lowercase"] = False

    _edit_json(folder / "tokenizer_config.json", change)
    _edit_json(folder / TOKENIZER, change_normaliser)


def _ignores_case(model: Model) -> bool:
    first, second = model.vectors(["Paris", "paris"], "symmetric", None)
    return has_checkpoint(model) and bool((first == second).all())


def _another_vocabulary(folder: Path) -> None:
    """The ids of all tokens but the special ones go to others, as in another model's vocabulary."""

    def change(content: dict[str, Any]) -> None:
        special = {token["content"] for token in content["added_tokens"]}
        vocabulary: dict[str, int] = content["model"]["vocab"]
        tokens = [token for token in vocabulary if token not in special]
        ids = sorted((vocabulary[token] for token in tokens), reverse=True)
        vocabulary.update(zip(tokens, ids, strict=True))

    _edit_json(folder / TOKENIZER, change)


def _whole_words_only(folder: Path) -> None:
    """The pieces within words are lost: a word that is not whole in the vocabulary is unknown."""

    def change(content: dict[str, Any]) -> None:
        vocabulary: dict[str, int] = content["model"]["vocab"]
        content["model"]["vocab"] = {t: i for t, i in vocabulary.items() if not t.startswith("##")}

    _edit_json(folder / TOKENIZER, change)


def _int8_weights(folder: Path) -> None:
    _with_levels(folder, 127)


def _with_levels(folder: Path, levels: int) -> None:
    """Each matrix with one scale, from its greatest value, so one outlier costs all others bits."""

    def change(tensors: Tensors) -> None:
        for name, tensor in tensors.items():
            if tensor.ndim == 2:
                step = np.abs(tensor).max() / levels
                tensors[name] = np.asarray(np.rint(tensor / step) * step, dtype=tensor.dtype)

    _edit_tensors(folder, change)


def _has_outliers(model: Model) -> bool:
    from safetensors.numpy import load_file

    if model.folder is None or not has_checkpoint(model):
        return False
    matrices = [tensor for tensor in load_file(model.folder / WEIGHTS).values() if tensor.ndim == 2]
    return any(bool(np.abs(m).max() > OUTLYING * m.std()) for m in matrices)


def _int4_weights(folder: Path) -> None:
    _with_levels(folder, 7)


def _earlier_weights(folder: Path) -> None:
    """Every matrix moves by a tenth of its spread, as it would in some more steps of training."""

    def change(tensors: Tensors) -> None:
        drawn = np.random.default_rng(1)
        for name, tensor in tensors.items():
            if tensor.ndim == 2:
                moved = drawn.normal(0, 0.1 * tensor.std(), tensor.shape)
                tensors[name] = np.asarray(tensor + moved, dtype=tensor.dtype)

    _edit_tensors(folder, change)


def _plant_mixed_revisions(model: Model) -> Encoder:
    """Documents were encoded by an earlier revision than queries are."""
    with _copied(model) as folder:
        _earlier_weights(folder)
        earlier = opened(folder, {})

    def encode(texts: list[str], role: Role, prompt: str | None) -> Vectors:
        sent = model.encoder.prompts.get(role, "") if prompt is None else prompt
        one = earlier if role == "document" else model.encoder
        return one.encode(texts, role=role, prompt=sent)

    return Planted(model.encoder, "mixed revisions", encode)


def _with_prompts(model: Model) -> bool:
    return has_checkpoint(model) and has_prompts(model)


def _without_prompts(model: Model) -> bool:
    return has_checkpoint(model) and not has_prompts(model)


def _normalises(model: Model) -> bool:
    return has_checkpoint(model) and bool(model.encoder.setup.get("normalise"))


def pools_by_mean(model: Model) -> bool:
    """Whether there is a checkpoint that declares mean pooling."""
    return has_checkpoint(model) and model.encoder.setup.get("pooling") == "mean"


def _overflows(model: Model) -> bool:
    """Whether the sum over a text of half the greatest length has too great a squared length."""
    longest = model.encoder.setup.get("max_length")
    if not _normalises(model) or not isinstance(longest, int):
        return False
    [vector] = model.recompute(normalize="0").encode(["A sentence of seven words is this."],
                                                     role="symmetric")  # fmt: skip
    squared = ((vector.astype(np.float64) * longest / 2) ** 2).sum()
    return bool(squared > float(np.finfo(np.float16).max))


def _plant_half_overflow(model: Model) -> Encoder:
    """The token vectors are summed and measured in float16, whose greatest number is 65,504.

    The squared length of a long text's sum is then infinite, so its vector is zero, and a client
    that normalises again divides zero by zero.
    """
    from perimetry.encoders.onnx.engine import OnnxEncoder

    assert model.folder is not None  # `fits` has been asked
    raw = opened(model.folder, {"normalize": "0"})
    assert isinstance(raw, OnnxEncoder)

    def encode(texts: list[str], role: Role, prompt: str | None) -> Vectors:
        sent = model.encoder.prompts.get(role, "") if prompt is None else prompt
        counts = np.array(raw.tokens([sent + text for text in texts]), dtype=np.float16)
        with np.errstate(over="ignore", invalid="ignore"):
            total = raw.encode(texts, role=role, prompt=sent).astype(np.float16) * counts[:, None]
            for _ in range(2):
                squared = (total * total).sum(axis=1, dtype=np.float16, keepdims=True)
                total = total / np.sqrt(squared)
        return np.asarray(total, dtype=np.float32)

    return Planted(model.encoder, "float16 overflow", encode)


FAULTS_OF_WEIGHTS = (
    _of_options("CLS pooling instead of mean", "checkpoint", "pooling", "cls pooling",
                pools_by_mean, pooling="cls"),
    _of_options("max pooling instead of mean", "checkpoint", "pooling", "max pooling",
                pools_by_mean, pooling="max"),
    _of_options("not normalised", "alone", "normalisation", "Normalised vectors are declared",
                _normalises, normalize="0"),
    _of_options("cut at 16 tokens", "alone", "truncation", "dropped early",
                has_checkpoint, max_length="16"),
    _of_copy("lower-casing lost", "alone", "casing", "Lower-casing is lost", _cased, _ignores_case),
    _of_copy("cut from the left", "alone", "truncation", "lose their beginning",
             _truncated_from_the_left),
    _of_copy("last layer dropped", "checkpoint", "checkpoint", "a layer", _without_last_layer),
    _of_copy("another vocabulary", "checkpoint", "checkpoint", "tokenizer", _another_vocabulary),
    _of_copy("word pieces lost", "alone", "unknown", "unknown to the encoder", _whole_words_only),
    _of_copy("weights in naive int8", "checkpoint", "checkpoint", "weights", _int8_weights,
             _has_outliers),
    _of_copy("weights in naive int4", "checkpoint", "checkpoint", "weights", _int4_weights),
    _of_copy("earlier revision", "reference", "identity", "another revision", _earlier_weights),
    Fault("mixed revisions", "alone", "roles", "by its role",
          _plant_mixed_revisions, _without_prompts),
    Fault("mixed revisions under prompts", "checkpoint", "checkpoint", "document",
          _plant_mixed_revisions, _with_prompts),
    Fault("float16 overflow", "alone", "rows", "no finite vector",
          _plant_half_overflow, _overflows),
)  # fmt: skip
