"""Makes tiny static models in the layouts of model2vec and sentence-transformers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace

WORDS = ("[PAD]", "[UNK]", "the", "weather", "is", "lovely", "today", "a", "query", ":", ".")


def write_static(
    folder: Path,
    *,
    tensor: str = "embeddings",
    vectors: NDArray[Any] | None = None,
    mapping: list[int] | None = None,
    weights: list[float] | None = None,
    **config: object,
) -> Path:
    """A static model over ``WORDS``; without ``vectors``, random ones of 8 dimensions."""
    folder.mkdir(parents=True, exist_ok=True)
    if vectors is None:
        vectors = np.random.default_rng(3).normal(size=(len(WORDS), 8)).astype(np.float32)
    tensors: dict[str, NDArray[Any]] = {tensor: vectors}
    if mapping is not None:
        tensors["mapping"] = np.array(mapping, dtype=np.int64)
    if weights is not None:
        tensors["weights"] = np.array(weights, dtype=np.float64)
    save_file(tensors, folder / "model.safetensors")
    tokenizer = Tokenizer(WordLevel({w: n for n, w in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = Lowercase()
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.enable_padding(length=4)  # which nobody should heed
    tokenizer.save(str(folder / "tokenizer.json"))
    kind = {"model_type": "model2vec"} if tensor == "embeddings" else {}
    (folder / "config.json").write_text(json.dumps({**kind, **config}))
    if tensor != "embeddings":
        module = {"idx": 0, "name": "0", "path": "", "type": f"{MODELS}.StaticEmbedding"}
        (folder / "modules.json").write_text(json.dumps([module]))
    return folder


MODELS = "sentence_transformers.models"
