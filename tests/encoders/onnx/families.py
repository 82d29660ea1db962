"""Makes a tiny random folder of each architecture, named after what transformers expects of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Tokenizer, pre_tokenizers, processors
from tokenizers.models import BPE, Unigram, WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer, ByteLevel, Metaspace, WhitespaceSplit

from tests.encoders.onnx.folders import VOCAB, Tensors, write_json, write_modules

HIDDEN, INNER, LAYERS, HEADS = 32, 40, 2, 4
TOKENS = 150
"""The most tokens of a text: more than the 128 from which MPNet's distances share a bucket."""
BPE_ENDS = ["<s>", "<pad>", "</s>", "<unk>"]


@dataclass(frozen=True)
class Family:
    """One architecture: its tensors by name, its config and its tokenizer."""

    model_type: str
    config: Mapping[str, Any]
    shapes: Callable[[int], Mapping[str, tuple[int, ...]]]
    write_tokenizer: Callable[[Path], int]

    def write(
        self,
        folder: Path,
        *,
        pooling: str | None = "mean",
        normalise: bool = False,
        prefix: str = "",
        **config: object,
    ) -> Path:
        """A sentence-transformers folder, or a plain transformer if ``pooling`` is ``None``."""
        folder.mkdir(parents=True, exist_ok=True)
        size = self.write_tokenizer(folder)
        stated = {"model_type": self.model_type, "vocab_size": size, **self.config, **config}
        write_json(folder / "config.json", stated)
        tensors = {prefix + name: tensor for name, tensor in self.tensors(size).items()}
        save_file(tensors, folder / "model.safetensors")
        if pooling is not None:
            write_modules(folder, "Pooling", *["Normalize"] * normalise)
            write_json(
                folder / "1_Pooling" / "config.json",
                {"word_embedding_dimension": HIDDEN, "pooling_mode": pooling},
            )
        return folder

    def tensors(self, vocab_size: int, seed: int = 1) -> Tensors:
        """Random tensors, of a spread at which each part shows in the vectors."""
        random = np.random.default_rng(seed)
        tensors = {}
        for name, shape in self.shapes(vocab_size).items():
            tensor = random.normal(0, 0.25, shape).astype(np.float32)
            if len(shape) == 1 and "norm" in name.lower():
                tensor = tensor / 2 + np.float32(0.5 if name.endswith("weight") else 0)
            tensors[name] = tensor
        return tensors


def _linear(name: str, outputs: int, inputs: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def _norm(name: str) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (HIDDEN,), f"{name}.bias": (HIDDEN,)}


def _bert_layers() -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {}
    for n in range(LAYERS):
        layer = f"encoder.layer.{n}"
        for part in ("self.query", "self.key", "self.value", "output.dense"):
            shapes |= _linear(f"{layer}.attention.{part}", HIDDEN, HIDDEN)
        shapes |= _norm(f"{layer}.attention.output.LayerNorm")
        shapes |= _linear(f"{layer}.intermediate.dense", INNER, HIDDEN)
        shapes |= _linear(f"{layer}.output.dense", HIDDEN, INNER)
        shapes |= _norm(f"{layer}.output.LayerNorm")
    return shapes


def _embeddings(vocab_size: int, positions: int, types: int) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (vocab_size, HIDDEN),
        "embeddings.position_embeddings.weight": (positions, HIDDEN),
        **_norm("embeddings.LayerNorm"),
    }
    if types:
        shapes["embeddings.token_type_embeddings.weight"] = (types, HIDDEN)
    return shapes


def _bert(vocab_size: int) -> dict[str, tuple[int, ...]]:
    return {**_embeddings(vocab_size, TOKENS, 2), **_bert_layers()}


def _roberta(vocab_size: int) -> dict[str, tuple[int, ...]]:
    return {**_embeddings(vocab_size, TOKENS + 2, 1), **_bert_layers()}


def _distilbert(vocab_size: int) -> dict[str, tuple[int, ...]]:
    shapes = _embeddings(vocab_size, TOKENS, 0)
    for n in range(LAYERS):
        layer = f"transformer.layer.{n}"
        for part in ("q_lin", "k_lin", "v_lin", "out_lin"):
            shapes |= _linear(f"{layer}.attention.{part}", HIDDEN, HIDDEN)
        shapes |= _norm(f"{layer}.sa_layer_norm")
        shapes |= _linear(f"{layer}.ffn.lin1", INNER, HIDDEN)
        shapes |= _linear(f"{layer}.ffn.lin2", HIDDEN, INNER)
        shapes |= _norm(f"{layer}.output_layer_norm")
    return shapes


def _mpnet(vocab_size: int) -> dict[str, tuple[int, ...]]:
    shapes = _embeddings(vocab_size, TOKENS + 2, 0)
    shapes["encoder.relative_attention_bias.weight"] = (32, HEADS)
    for n in range(LAYERS):
        layer = f"encoder.layer.{n}"
        for part in "qkvo":
            shapes |= _linear(f"{layer}.attention.attn.{part}", HIDDEN, HIDDEN)
        shapes |= _norm(f"{layer}.attention.LayerNorm")
        shapes |= _linear(f"{layer}.intermediate.dense", INNER, HIDDEN)
        shapes |= _linear(f"{layer}.output.dense", HIDDEN, INNER)
        shapes |= _norm(f"{layer}.output.LayerNorm")
    return shapes


# ------------------------------------------------------------------------------ tokenizers


def _save(tokenizer: Tokenizer, folder: Path, **config: object) -> int:
    """The two files, the first with a truncation and padding that nobody should heed."""
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding(length=4, pad_id=1, pad_token=str(config["pad_token"]))
    tokenizer.save(str(folder / "tokenizer.json"))
    write_json(folder / "tokenizer_config.json", {"model_max_length": TOKENS, **config})
    return tokenizer.get_vocab_size()


def _word_piece(folder: Path, tokenizer_class: str, ends: Mapping[str, str]) -> int:
    vocab = [*ends.values(), *VOCAB[5:]]
    model = WordPiece({word: n for n, word in enumerate(vocab)}, unk_token=ends["unk_token"])
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = BertNormalizer()
    tokenizer.pre_tokenizer = BertPreTokenizer()
    first, last = ends["cls_token"], ends["sep_token"]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{first} $A {last}",
        special_tokens=[(first, vocab.index(first)), (last, vocab.index(last))],
    )
    tokenizer.add_special_tokens(list(ends.values()))
    return _save(tokenizer, folder, tokenizer_class=tokenizer_class, do_lower_case=True, **ends)


def write_bert_tokenizer(folder: Path, tokenizer_class: str = "BertTokenizer") -> int:
    names = ("pad_token", "unk_token", "cls_token", "sep_token", "mask_token")
    return _word_piece(folder, tokenizer_class, dict(zip(names, VOCAB, strict=False)))


def write_mpnet_tokenizer(folder: Path) -> int:
    ends = {
        "cls_token": "<s>",
        "pad_token": "<pad>",
        "sep_token": "</s>",
        "unk_token": "[UNK]",
        "mask_token": "<mask>",
    }
    return _word_piece(folder, "MPNetTokenizer", ends)


def write_roberta_tokenizer(folder: Path) -> int:
    pairs = [("Ġ", "t"), ("h", "e"), ("Ġt", "he"), ("i", "s"), ("Ġ", "w"), ("ð", "Ł")]
    vocab = [*BPE_ENDS, *sorted(ByteLevel.alphabet()), *("".join(pair) for pair in pairs), "<mask>"]
    tokenizer = Tokenizer(BPE({word: n for n, word in enumerate(vocab)}, pairs))
    tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), trim_offsets=True, add_prefix_space=False
    )
    tokenizer.add_special_tokens([*BPE_ENDS, "<mask>"])
    return _save(tokenizer, folder, tokenizer_class="RobertaTokenizer", **_ends())


def write_xlmr_tokenizer(folder: Path) -> int:
    letters = "abcdefghijklmnopqrstuvwxyzT.,!?天气很好"
    pieces = ["▁", *letters, "▁the", "▁weather", "is", "day", "▁to"]
    vocab = [(word, 0.0) for word in BPE_ENDS]
    vocab += [(piece, -1.0 - n / 16) for n, piece in enumerate(reversed(pieces))]
    tokenizer = Tokenizer(Unigram([*vocab, ("<mask>", 0.0)], unk_id=3))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([WhitespaceSplit(), Metaspace()])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.add_special_tokens([*BPE_ENDS, "<mask>"])
    return _save(tokenizer, folder, tokenizer_class="XLMRobertaTokenizer", **_ends())


def _ends() -> dict[str, str]:
    names = ("bos", "pad", "eos", "unk", "mask", "cls", "sep")
    tokens = (*BPE_ENDS, "<mask>", "<s>", "</s>")
    return {f"{name}_token": token for name, token in zip(names, tokens, strict=True)}


# -------------------------------------------------------------------------------- families

_SIZES: Mapping[str, Any] = {
    "hidden_size": HIDDEN,
    "intermediate_size": INNER,
    "num_attention_heads": HEADS,
    "num_hidden_layers": LAYERS,
    "layer_norm_eps": 1e-5,
}
_COUNTED: Mapping[str, Any] = {
    **_SIZES,
    "max_position_embeddings": TOKENS + 2,
    "bos_token_id": 0,
    "pad_token_id": 1,
    "eos_token_id": 2,
}
_FAMILIES = (
    Family(
        "bert",
        {**_SIZES, "max_position_embeddings": TOKENS, "type_vocab_size": 2, "pad_token_id": 0},
        _bert,
        write_bert_tokenizer,
    ),
    Family(
        "distilbert",
        {
            "dim": HIDDEN,
            "hidden_dim": INNER,
            "n_heads": HEADS,
            "n_layers": LAYERS,
            "activation": "gelu",
            "max_position_embeddings": TOKENS,
            "pad_token_id": 0,
        },
        _distilbert,
        lambda folder: write_bert_tokenizer(folder, "DistilBertTokenizer"),
    ),
    Family("roberta", {**_COUNTED, "type_vocab_size": 1}, _roberta, write_roberta_tokenizer),
    Family("xlm-roberta", {**_COUNTED, "type_vocab_size": 1}, _roberta, write_xlmr_tokenizer),
    Family("mpnet", _COUNTED, _mpnet, write_mpnet_tokenizer),
)
FAMILIES: Mapping[str, Family] = {family.model_type: family for family in _FAMILIES}


def added_tokens(folder: Path) -> list[str]:
    """The special tokens of a folder, as a text may spell them out."""
    content = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    return [token["content"] for token in content["added_tokens"]]
