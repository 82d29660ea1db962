"""Makes tiny random BERT folders in the layout of sentence-transformers, without torch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing

from perimetry.encoders.onnx.builders import build
from perimetry.encoders.onnx.checkpoint import read_checkpoint
from perimetry.encoders.onnx.weights import read_weights

HIDDEN, INNER, LAYERS, HEADS, POSITIONS, MAX_LENGTH = 16, 24, 2, 2, 32, 20
VOCAB = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    *"abcdefghijklmnopqrstuvwxyz",
    *(f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"),
    *"ABHQ.,!?'天气很好",
    "query",
    "passage",
    "the",
    "weather",
    "is",
    "lovely",
    "today",
    ":",
]
CONFIG: Mapping[str, Any] = {
    "architectures": ["BertModel"],
    "model_type": "bert",
    "hidden_act": "gelu",
    "hidden_size": HIDDEN,
    "intermediate_size": INNER,
    "layer_norm_eps": 1e-12,
    "max_position_embeddings": POSITIONS,
    "num_attention_heads": HEADS,
    "num_hidden_layers": LAYERS,
    "pad_token_id": 0,
    "position_embedding_type": "absolute",
    "type_vocab_size": 2,
    "vocab_size": len(VOCAB),
}
Tensors = dict[str, NDArray[np.float32]]


def random_tensors(seed: int = 1) -> Tensors:
    """The tensors of a BERT encoder, large enough in spread that every part shows."""
    random = np.random.default_rng(seed)

    def draw(*shape: int) -> NDArray[np.float32]:
        return random.normal(0, 0.4, shape).astype(np.float32)

    tensors = {
        "embeddings.word_embeddings.weight": draw(len(VOCAB), HIDDEN),
        "embeddings.position_embeddings.weight": draw(POSITIONS, HIDDEN),
        "embeddings.token_type_embeddings.weight": draw(2, HIDDEN),
    }
    shapes = {
        "attention.self.query": (HIDDEN, HIDDEN),
        "attention.self.key": (HIDDEN, HIDDEN),
        "attention.self.value": (HIDDEN, HIDDEN),
        "attention.output.dense": (HIDDEN, HIDDEN),
        "intermediate.dense": (INNER, HIDDEN),
        "output.dense": (HIDDEN, INNER),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        for name, shape in shapes.items():
            tensors[f"encoder.layer.{layer}.{name}.weight"] = draw(*shape)
            tensors[f"encoder.layer.{layer}.{name}.bias"] = draw(shape[0])
        norms += [
            f"encoder.layer.{layer}.{part}.LayerNorm" for part in ("attention.output", "output")
        ]
    for name in norms:
        tensors[f"{name}.weight"] = 1 + draw(HIDDEN)
        tensors[f"{name}.bias"] = draw(HIDDEN)
    return tensors


def write_json(path: Path, content: object) -> None:
    """``content`` as JSON, with its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


def edit_json(path: Path, **changes: object) -> None:
    """Set the keys of a JSON file; ``None`` takes a key out."""
    content = {**json.loads(path.read_text(encoding="utf-8")), **changes}
    write_json(path, {key: value for key, value in content.items() if value is not None})


def write_tokenizer(folder: Path, *, lower_case: bool = True) -> None:
    """A WordPiece tokenizer whose file truncates and pads to 4, which nobody should heed."""
    tokenizer = Tokenizer(WordPiece({word: n for n, word in enumerate(VOCAB)}, unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=lower_case)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"])
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding(length=4)
    tokenizer.save(str(folder / "tokenizer.json"))
    write_json(
        folder / "tokenizer_config.json",
        {
            "tokenizer_class": "BertTokenizer",
            "do_lower_case": lower_case,
            "model_max_length": 30,
            "unk_token": "[UNK]",
            "pad_token": "[PAD]",
            "cls_token": "[CLS]",
            "sep_token": "[SEP]",
            "mask_token": "[MASK]",
        },
    )


def write_plain(folder: Path, tensors: Tensors | None = None, **config: object) -> Path:
    """A transformer without ``modules.json``."""
    write_json(folder / "config.json", {**CONFIG, **config})
    save_file(tensors or random_tensors(), folder / "model.safetensors")
    write_tokenizer(folder)
    return folder


def write_modules(folder: Path, *modules: str) -> None:
    """``modules.json`` with the given kinds of module after the transformer."""
    entries = [{"idx": 0, "name": "0", "path": "", "type": _TYPE.format("Transformer")}]
    entries += [
        {"idx": n, "name": str(n), "path": f"{n}_{kind}", "type": _TYPE.format(kind)}
        for n, kind in enumerate(modules, start=1)
    ]
    write_json(folder / "modules.json", entries)


_TYPE = "sentence_transformers.models.{}"


def write_model(
    folder: Path,
    *,
    pooling: str = "mean",
    dense: tuple[str, ...] = (),
    normalise: bool = True,
    tensors: Tensors | None = None,
    **config: object,
) -> Path:
    """A sentence-transformers folder; ``dense`` names the activation of each dense layer."""
    write_plain(folder, tensors, **config)
    kinds = ["Pooling", *["Dense"] * len(dense), *["Normalize"] * normalise]
    write_modules(folder, *kinds)
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": MAX_LENGTH})
    write_json(
        folder / "1_Pooling" / "config.json",
        {"word_embedding_dimension": HIDDEN, "pooling_mode": pooling},
    )
    for place, activation in enumerate(dense):
        write_dense(folder / f"{place + 2}_Dense", activation, seed=place)
    return folder


def write_dense(folder: Path, activation: str, seed: int = 0) -> None:
    """A dense layer from the hidden size to itself."""
    module = "linear" if activation == "Identity" else "activation"
    write_json(
        folder / "config.json",
        {
            "in_features": HIDDEN,
            "out_features": HIDDEN,
            "bias": True,
            "activation_function": f"torch.nn.modules.{module}.{activation}",
        },
    )
    random = np.random.default_rng(seed)
    weight = random.normal(0, 0.3, (HIDDEN, HIDDEN)).astype(np.float32)
    bias = random.normal(0, 0.3, HIDDEN).astype(np.float32)
    save_file({"linear.weight": weight, "linear.bias": bias}, folder / "model.safetensors")


def write_onnx(
    folder: Path, path: Path, *, mask: bool = False, output: str = "last_hidden_state"
) -> Path:
    """The graph of ``folder`` as a file of its own, as an exporter would write it.

    ``mask`` adds the input ``attention_mask``; ``output`` renames the token vectors, or is
    ``sentence_embedding``, their maximum, one vector a text, or ``both``.
    """
    architecture = read_checkpoint(folder).architecture
    assert architecture is not None
    built, weights = build(architecture), read_weights(folder / "model.safetensors")
    graph = onnx.load_model_from_string(built.model)
    shapes = {**built.weights, **built.tables}
    tensors = {name: weights.tensor(name, *shape) for name, shape in shapes.items()}
    kept = [tensor for tensor in graph.graph.initializer if tensor.name not in tensors]
    inputs = [value for value in graph.graph.input if value.name not in tensors]
    if mask:
        inputs.append(
            helper.make_tensor_value_info("attention_mask", onnx.TensorProto.INT64, ["a", "b"])
        )
    del graph.graph.initializer[:], graph.graph.input[:]
    graph.graph.initializer.extend(kept)
    graph.graph.initializer.extend(numpy_helper.from_array(t, n) for n, t in tensors.items())
    graph.graph.input.extend(inputs)
    hidden = architecture.hidden_size
    if output in ("sentence_embedding", "both"):
        axis = numpy_helper.from_array(np.array([1], dtype=np.int64), "axis")
        graph.graph.initializer.append(axis)
        pooled = "sentence_embedding"
        node = helper.make_node("ReduceMax", ["last_hidden_state", "axis"], [pooled], keepdims=0)
        graph.graph.node.append(node)
        if output != "both":
            del graph.graph.output[:]
        graph.graph.output.append(
            helper.make_tensor_value_info(pooled, onnx.TensorProto.FLOAT, ["a", hidden])
        )
    elif output != "last_hidden_state":
        graph.graph.node[-1].output[0] = graph.graph.output[0].name = output
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(graph, path)
    return path
