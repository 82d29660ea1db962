"""Reads what a sentence-transformers folder says of itself: modules, sizes, lengths and prompts.

Weights are not read here. Whatever would be encoded otherwise than sentence-transformers does it is
refused by name, with the engine that can: a wrong vector is worse than none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perimetry.encoders.onnx.head import ACTIVATIONS, POOLINGS
from perimetry.errors import InputError, ModelError
from perimetry.records import Role

MODEL_TYPES = ("bert",)
"""The architectures whose graph the engine builds."""
GRAPH_PLACES = ("model.onnx", "onnx/model.onnx")

NO_LIMIT = 1e6
"""A ``model_max_length`` above this (such as 1e30) is a tokenizer's way of stating none."""
HIDDEN_ACTIVATIONS = {
    "gelu": "gelu",
    "gelu_new": "gelu_new",
    "gelu_pytorch_tanh": "gelu_new",
    "relu": "relu",
}
_POOLING_FLAGS = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_mean_sqrt_len_tokens": "mean_sqrt_len_tokens",
    "pooling_mode_weightedmean_tokens": "weightedmean",
    "pooling_mode_lasttoken": "lasttoken",
}
# What sentence-transformers writes for a text model.
_TRANSFORMER_DEFAULTS: Mapping[str, object] = {
    "transformer_task": "feature-extraction",
    "module_output_name": "token_embeddings",
    "modality_config": {"text": {"method": "forward", "method_output_name": "last_hidden_state"}},
}


@dataclass(frozen=True)
class Architecture:
    """The sizes of a transformer, from its ``config.json``."""

    model_type: str
    hidden_size: int
    layers: int
    heads: int
    intermediate_size: int
    vocab_size: int
    type_vocab_size: int
    max_positions: int
    activation: str
    layer_norm_eps: float


@dataclass(frozen=True)
class DenseLayer:
    """A dense layer after pooling; its weights lie in ``folder``."""

    folder: Path
    in_features: int
    out_features: int
    bias: bool
    activation: str


@dataclass(frozen=True)
class Checkpoint:
    """A model folder, understood.

    ``transformer`` is the folder of the weights and the tokenizer. ``architecture`` is ``None``
    when there is no ``config.json`` beside an exported graph, and ``max_length`` when no file
    states one.
    """

    folder: Path
    transformer: Path
    architecture: Architecture | None
    pooling: str
    dense: tuple[DenseLayer, ...]
    normalise: bool
    max_length: int | None
    lower_case: bool
    truncation_side: str
    prompts: Mapping[Role, str]


def read_checkpoint(folder: Path, *, exported: bool = False) -> Checkpoint:
    """Read ``folder``; with ``exported`` a graph is there, so any architecture will do, or none.

    A folder without ``modules.json`` is a plain transformer: mean pooling, no normalisation.

    Raises:
        ModelError: a file is missing, malformed or asks for something this engine does not do.
    """
    if not folder.is_dir():
        raise ModelError(f"{folder} is not a folder. Give the folder of a saved model.")
    modules = _modules(folder)
    transformer = folder / modules[0].path if modules else folder
    config = read_json(transformer / "config.json", missing={} if exported else None)
    architecture = None if exported else _architecture(config, transformer / "config.json")
    sentence = _sentence_config(transformer)
    tokenizer = read_json(transformer / "tokenizer_config.json", missing={})
    limits = [tokenizer.get("model_max_length"), config.get("max_position_embeddings")]
    if sentence.get("max_seq_length") is not None:
        limits[0] = sentence["max_seq_length"]
    stated = [int(limit) for limit in limits if isinstance(limit, int | float) and limit < NO_LIMIT]
    pooling, dense, normalise = _head(folder, modules)
    return Checkpoint(
        folder=folder,
        transformer=transformer,
        architecture=architecture,
        pooling=pooling,
        dense=dense,
        normalise=normalise,
        max_length=min(stated, default=None),
        lower_case=bool(sentence.get("do_lower_case")),
        truncation_side=str(tokenizer.get("truncation_side", "right")),
        prompts=_prompts(folder / "config_sentence_transformers.json"),
    )


def find_graph(folder: Path, file: str | None) -> Path | None:
    """The exported graph to run, or ``None`` where one is built from ``model.safetensors``.

    Raises:
        InputError: ``file`` leads out of the folder.
        ModelError: there is no such file.
    """
    if file is not None:
        path = folder / file
        if not path.resolve().is_relative_to(folder.resolve()):
            raise InputError(f"file must lie within {folder}, {file!r} does not.")
        if not path.is_file():
            raise ModelError(f"{path} is missing. Name a file within {folder}.")
        return path
    for transformer in (folder, folder / "0_Transformer"):
        kind = read_json(transformer / "config.json", missing={}).get("model_type")
        if kind in MODEL_TYPES and (transformer / "model.safetensors").is_file():
            return None
    return next((folder / place for place in GRAPH_PLACES if (folder / place).is_file()), None)


def refusal(path: Path, what: str) -> ModelError:
    """The error for something that only sentence-transformers understands."""
    return ModelError(
        f"{path}: {what} is not supported by the onnx: engine. Use the st: engine: "
        f"st:{path.parent} (pip install 'perimetry[st]')"
    )


def read_json(path: Path, *, missing: dict[str, Any] | None = None) -> dict[str, Any]:
    """The object in ``path``, or ``missing`` if it is given and there is no such file."""
    content = _parse(path, missing)
    if not isinstance(content, dict):
        raise ModelError(f"{path} does not hold a JSON object. Download the model again.")
    return content


def _parse(path: Path, missing: object = None) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if missing is not None:
            return missing
        raise ModelError(
            f"{path} is missing. Give the folder of a saved model, or download it again."
        ) from None
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise ModelError(
            f"{path} is not valid JSON ({error}). Download the model again."
        ) from error


@dataclass(frozen=True)
class _Module:
    kind: str
    path: str


def _modules(folder: Path) -> list[_Module]:
    """The modules, a transformer first; none when there is no ``modules.json``."""
    path = folder / "modules.json"
    entries = _parse(path, [])
    if not isinstance(entries, list):
        raise ModelError(f"{path} does not hold a list of modules. Download the model again.")
    modules = []
    for entry in entries:
        kind, where = (entry.get("type"), entry.get("path")) if isinstance(entry, dict) else (0, 0)
        if not isinstance(kind, str) or not isinstance(where, str):
            raise ModelError(f"{path}: a module has no type or path. Download the model again.")
        if not kind.startswith("sentence_transformers."):
            raise refusal(path, f"custom module {kind!r}")
        modules.append(_Module(kind.rpartition(".")[2], where))
    for place, module in enumerate(modules):
        known = ("Transformer",) if place == 0 else ("Pooling", "Dense", "Normalize")
        if module.kind not in known:
            raise refusal(path, f"module {module.kind!r} in place {place}")
    return modules


def _architecture(config: dict[str, Any], path: Path) -> Architecture:
    model_type = config.get("model_type")
    if model_type not in MODEL_TYPES:
        raise refusal(path, f"model_type {model_type!r}")
    if config.get("auto_map"):
        raise refusal(path, "custom code (auto_map)")
    if config.get("is_decoder"):
        raise refusal(path, "a decoder (is_decoder)")
    positions = config.get("position_embedding_type", "absolute")
    if positions != "absolute":
        raise refusal(path, f"position_embedding_type {positions!r}")
    activation = config.get("hidden_act", "gelu")
    if activation not in HIDDEN_ACTIVATIONS:
        raise refusal(path, f"hidden_act {activation!r}")
    architecture = Architecture(
        model_type=model_type,
        hidden_size=_size(config, "hidden_size", path),
        layers=_size(config, "num_hidden_layers", path),
        heads=_size(config, "num_attention_heads", path),
        intermediate_size=_size(config, "intermediate_size", path),
        vocab_size=_size(config, "vocab_size", path),
        type_vocab_size=_size(config, "type_vocab_size", path, 2),
        max_positions=_size(config, "max_position_embeddings", path),
        activation=HIDDEN_ACTIVATIONS[activation],
        layer_norm_eps=_fraction(config, "layer_norm_eps", path, 1e-12),
    )
    if architecture.hidden_size % architecture.heads:
        raise ModelError(
            f"{path}: hidden_size {architecture.hidden_size} is not a multiple of "
            f"num_attention_heads {architecture.heads}. Download the model again."
        )
    return architecture


def _sentence_config(transformer: Path) -> dict[str, Any]:
    """``sentence_bert_config.json``, which may ask for things that only its library does."""
    path = transformer / "sentence_bert_config.json"
    config = read_json(path, missing={})
    for key, value in config.items():
        harmless = key in ("max_seq_length", "do_lower_case") or value in (None, False, {}, [])
        if not harmless and value != _TRANSFORMER_DEFAULTS.get(key):
            raise refusal(path, f"{key} {value!r}")
    if config.get("max_seq_length") is not None:
        _size(config, "max_seq_length", path)
    return config


def _head(folder: Path, modules: list[_Module]) -> tuple[str, tuple[DenseLayer, ...], bool]:
    """The pooling mode, the dense layers and whether the vector is normalised."""
    kinds = [module.kind for module in modules[1:]]
    normalise = "Normalize" in kinds
    ordered = ["Pooling", *["Dense"] * kinds.count("Dense"), *["Normalize"] * normalise]
    if modules and kinds != ordered:
        listed = ", ".join(module.kind for module in modules)
        raise refusal(folder / "modules.json", f"the order of modules {listed}")
    pooling, dense = "mean", []
    for module in modules[1:]:
        path = folder / module.path / "config.json"
        if module.kind == "Pooling":
            pooling = _pooling(read_json(path), path)
        elif module.kind == "Dense":
            dense.append(_dense(read_json(path), path))
        elif read_json(path, missing={}).get("module_input_name", "sentence_embedding") != (
            "sentence_embedding"
        ):
            raise refusal(path, "normalising anything but the sentence embedding")
    return pooling, tuple(dense), normalise


def _pooling(config: dict[str, Any], path: Path) -> str:
    stated = config.get("pooling_mode")
    modes = [mode for flag, mode in _POOLING_FLAGS.items() if config.get(flag)] or ["mean"]
    if stated is not None:
        modes = stated if isinstance(stated, list) else [stated]
    if len(modes) != 1:
        raise refusal(path, f"several pooling modes at once ({', '.join(map(str, modes))})")
    if modes[0] not in POOLINGS:
        raise refusal(path, f"pooling mode {modes[0]!r}")
    if config.get("include_prompt", True) is not True:
        raise refusal(path, "pooling without the prompt (include_prompt=false)")
    return str(modes[0])


def _dense(config: dict[str, Any], path: Path) -> DenseLayer:
    activation = str(config.get("activation_function", "torch.nn.modules.activation.Tanh"))
    name = activation.rpartition(".")[2]
    if not activation.startswith("torch.nn.") or name not in ACTIVATIONS:
        raise refusal(path, f"activation_function {activation!r}")
    if config.get("use_residual"):
        raise refusal(path, "a residual connection (use_residual)")
    for key in ("module_input_name", "module_output_name"):
        if config.get(key) not in (None, "sentence_embedding"):
            raise refusal(path, f"{key} {config[key]!r}")
    return DenseLayer(
        folder=path.parent,
        in_features=_size(config, "in_features", path),
        out_features=_size(config, "out_features", path),
        bias=bool(config.get("bias", True)),
        activation=name,
    )


def _prompts(path: Path) -> Mapping[Role, str]:
    """The prompt of each role that has one.

    As in sentence-transformers the default prompt is for neither queries nor documents.
    """
    config = read_json(path, missing={})
    if config.get("truncate_dim") is not None:
        raise refusal(path, f"truncate_dim {config['truncate_dim']!r}")
    model_type = config.get("model_type", "SentenceTransformer")
    if model_type != "SentenceTransformer":
        raise refusal(path, f"model_type {model_type!r}")
    prompts = config.get("prompts") or {}
    default = config.get("default_prompt_name")
    if not isinstance(prompts, dict) or not all(isinstance(p, str) for p in prompts.values()):
        raise ModelError(f"{path}: prompts must map names to strings. Correct the file.")
    if default is not None and default not in prompts:
        raise ModelError(
            f"{path}: default_prompt_name {default!r} is not among the prompts "
            f"({', '.join(prompts) or 'none'}). Correct the file."
        )
    roles: dict[Role, str] = {
        "query": prompts.get("query", ""),
        "document": prompts.get("document", ""),
        "symmetric": prompts.get(default, ""),
    }
    return {role: prompt for role, prompt in roles.items() if prompt}


def _size(config: dict[str, Any], key: str, path: Path, default: int | None = None) -> int:
    value = config.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ModelError(
            f"{path}: {key} must be a whole number above 0, not {value!r}. "
            "Download the model again."
        )
    return value


def _fraction(config: dict[str, Any], key: str, path: Path, default: float) -> float:
    value = config.get(key, default)
    if not isinstance(value, int | float) or not 0 < value < 1:
        raise ModelError(
            f"{path}: {key} must be a number between 0 and 1, not {value!r}. "
            "Download the model again."
        )
    return float(value)
