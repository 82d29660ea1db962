"""Reads what a sentence-transformers folder says of itself: modules, sizes, lengths and prompts.

Weights are not read here. Whatever would be encoded otherwise than sentence-transformers does it is
refused by name, with the engine that can: a wrong vector is worse than none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perimetry.encoders.onnx.architecture import Architecture, first_position, read_architecture
from perimetry.encoders.onnx.model_config import parse_json, read_json, refusal, whole_number
from perimetry.encoders.onnx.readout import ACTIVATIONS, POOLINGS
from perimetry.errors import ModelError
from perimetry.records import Role

NO_LIMIT = 1e6
"""A ``model_max_length`` above this (such as 1e30) is a tokenizer's way of stating none."""
# sentence-transformers takes the first that there is.
_SENTENCE_CONFIGS = tuple(
    f"sentence_{kind}_config.json"
    for kind in ("bert", "roberta", "distilbert", "camembert", "albert", "xlm-roberta", "xlnet")
)
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
    beside an exported graph, ``max_length`` and ``truncation_side`` when no file states one, and
    ``pooling`` when there is no ``modules.json``.
    """

    folder: Path
    transformer: Path
    architecture: Architecture | None
    pooling: str | None
    dense: tuple[DenseLayer, ...]
    normalise: bool
    max_length: int | None
    lower_case: bool
    truncation_side: str | None
    prompts: Mapping[Role, str]


def read_checkpoint(folder: Path, *, exported: bool = False) -> Checkpoint:
    """Read ``folder``; with ``exported`` a graph is there, so any architecture will do, or none.

    A folder without ``modules.json`` is a plain transformer, without normalisation.

    Raises:
        ModelError: a file is missing, malformed or asks for something this engine does not do.
    """
    if not folder.is_dir():
        raise ModelError(f"{folder} is not a folder. Give the folder of a saved model.")
    modules = _modules(folder)
    transformer = folder / modules[0].path if modules else folder
    config = read_json(transformer / "config.json", missing={} if exported else None)
    architecture = None if exported else read_architecture(config, transformer / "config.json")
    sentence = _sentence_config(transformer)
    tokenizer = read_json(transformer / "tokenizer_config.json", missing={})
    pooling, dense, normalise = _head(folder, modules)
    return Checkpoint(
        folder=folder,
        transformer=transformer,
        architecture=architecture,
        pooling=pooling,
        dense=dense,
        normalise=normalise,
        max_length=_max_length(config, sentence, tokenizer, transformer / "config.json"),
        lower_case=bool(sentence.get("do_lower_case")),
        truncation_side=tokenizer.get("truncation_side"),
        prompts=_prompts(folder / "config_sentence_transformers.json"),
    )


@dataclass(frozen=True)
class _Module:
    kind: str
    path: str


def _modules(folder: Path) -> list[_Module]:
    """The modules, a transformer first; none when there is no ``modules.json``."""
    path = folder / "modules.json"
    entries = parse_json(path, [])
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


def _max_length(
    config: dict[str, Any], sentence: dict[str, Any], tokenizer: dict[str, Any], path: Path
) -> int | None:
    """The smaller of what the tokenizer is set to and the positions that there are."""
    stated = sentence.get("max_seq_length")
    if stated is None:
        stated = tokenizer.get("model_max_length", tokenizer.get("max_len"))
    limits = [stated]
    positions = config.get("max_position_embeddings")
    if isinstance(positions, int):
        limits.append(positions - first_position(config, path))
    known = [n for n in limits if isinstance(n, int | float) and 0 < n < NO_LIMIT]
    return int(min(known)) if known else None


def _sentence_config(transformer: Path) -> dict[str, Any]:
    """The transformer's module file, which may ask for things that only its library does."""
    for name in _SENTENCE_CONFIGS:
        path = transformer / name
        config = read_json(path, missing={})
        if config:
            break
    for key, value in config.items():
        harmless = key in ("max_seq_length", "do_lower_case") or value in (None, False, {}, [])
        if not harmless and value != _TRANSFORMER_DEFAULTS.get(key):
            raise refusal(path, f"{key} {value!r}")
    if config.get("max_seq_length") is not None:
        whole_number(config, "max_seq_length", path)
    return config


def _head(folder: Path, modules: list[_Module]) -> tuple[str | None, tuple[DenseLayer, ...], bool]:
    """The pooling mode, the dense layers and whether the vector is normalised."""
    kinds = [module.kind for module in modules[1:]]
    normalise = "Normalize" in kinds
    ordered = ["Pooling", *["Dense"] * kinds.count("Dense"), *["Normalize"] * normalise]
    if modules and kinds != ordered:
        listed = ", ".join(module.kind for module in modules)
        raise refusal(folder / "modules.json", f"the order of modules {listed}")
    pooling: str | None = None
    dense = []
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
        in_features=whole_number(config, "in_features", path),
        out_features=whole_number(config, "out_features", path),
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
