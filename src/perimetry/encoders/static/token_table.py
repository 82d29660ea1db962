"""``static:FOLDER`` a table of token vectors and a tokenizer, after model2vec; no network runs.

A text's vector is the mean of its tokens' vectors. Two layouts are read, each as its own library
encodes it:

- model2vec: a tensor ``embeddings``, and in quantised vocabularies ``mapping`` (token to row) and
  ``weights`` (token to factor). Unknown tokens are left out. A text is cut to ``max_length`` tokens
  (512 unless ``config.json`` says otherwise), and before that to as many times the median token's
  characters.
- sentence-transformers' ``StaticEmbedding``: a tensor ``embedding.weight``. The unknown token
  counts like any other, and nothing is cut.

Sums are taken in float32 whatever the table's number type; model2vec itself returns a float16
table's vectors rounded to float16.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import tokenizers
from numpy.typing import NDArray
from tokenizers import Tokenizer

from perimetry.encoders.base import check_texts, checked_vectors
from perimetry.encoders.models.tensor_file import read_tensors
from perimetry.encoders.static.unknown import UnknownTexts
from perimetry.encoders.uri import take_options
from perimetry.errors import InputError, ModelError
from perimetry.records import Role

MAX_LENGTH = 512


def is_static(folder: Path) -> bool:
    """Whether ``folder`` says that it holds a static model."""
    config = _read_json(folder / "config.json")
    modules = _read_json(folder / "modules.json")
    first = modules[0] if isinstance(modules, list) and modules else {}
    return (isinstance(config, dict) and config.get("model_type") == "model2vec") or (
        isinstance(first, dict) and str(first.get("type")).endswith(".StaticEmbedding")
    )


@dataclass(frozen=True)
class TokenTable:
    """The vector of each token: row ``rows[token]`` of ``vectors``, times ``weights[token]``."""

    vectors: NDArray[Any]
    rows: NDArray[np.int64] | None
    weights: NDArray[Any] | None

    @property
    def tokens(self) -> int:
        """How many tokens have a vector."""
        return len(self.vectors if self.rows is None else self.rows)

    def mean(self, ids: Sequence[int]) -> NDArray[np.float32]:
        """The mean vector of at least one token."""
        places = np.asarray(ids)
        vectors = self.vectors[places if self.rows is None else self.rows[places]]
        vectors = vectors.astype(np.float32)
        if self.weights is not None:
            vectors = vectors * self.weights[places][:, None]
        return np.asarray(vectors.mean(axis=0), dtype=np.float32)


class StaticEncoder:
    """Means of token vectors. ``unknown_texts`` counts texts with no known token."""

    def __init__(
        self,
        table: TokenTable,
        tokenizer: Tokenizer,
        *,
        name: str,
        setup: Mapping[str, object],
        normalise: bool,
        max_length: int | None,
        unknown: int | None,
    ) -> None:
        self.name = name
        self.prompts: Mapping[Role, str] = {}
        self.unknown_texts = UnknownTexts()
        self._table, self._tokenizer, self._unknown = table, tokenizer, unknown
        self._normalise = normalise
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self._characters: int | None = None
        if max_length is not None:
            tokenizer.enable_truncation(max_length)
            lengths = [len(token) for token in tokenizer.get_vocab()]
            self._characters = max_length * int(np.median(lengths))
        self.setup: Mapping[str, object] = {
            **setup,
            "pooling": "mean",
            "normalise": normalise,
            "max_length": max_length,
            "unknown_token": "counts" if unknown is None else "left out",
            "dimension": int(table.vectors.shape[1]),
        }
        content = json.dumps(self.setup, sort_keys=True)
        self.fingerprint = "static-" + sha256(content.encode()).hexdigest()

    @classmethod
    def load(cls, folder: Path, *, name: str, options: Mapping[str, str]) -> StaticEncoder:
        """Open ``static:FOLDER`` or ``static:FOLDER?normalize=1``.

        Raises:
            InputError: an unknown option, or a value that it cannot have.
            ModelError: a file is missing, broken or does not fit the others.
        """
        take_options(options, ("normalize",), "static")
        nested = folder / "0_StaticEmbedding"
        home = nested if (nested / "model.safetensors").is_file() else folder
        file = read_tensors(home / "model.safetensors")
        ours = "embeddings" in file.tensors
        vectors = file.tensors.get("embeddings" if ours else "embedding.weight")
        if vectors is None or vectors.ndim != 2:
            raise ModelError(
                f"{home / 'model.safetensors'} has no table called embeddings or embedding.weight. "
                "Give the folder of a model2vec model."
            )
        tokenizer, content = _read_tokenizer(home / "tokenizer.json")
        rows, weights = file.tensors.get("mapping"), file.tensors.get("weights")
        table = TokenTable(
            vectors,
            None if rows is None else rows.astype(np.int64),
            weights,
        )
        _check_fit(table, tokenizer, home)
        config = _read_json(folder / "config.json")
        config = config if isinstance(config, dict) else {}
        return cls(
            table,
            tokenizer,
            name=name,
            setup={
                "engine": "static",
                "layout": "model2vec" if ours else "StaticEmbedding",
                "tokenizers": tokenizers.__version__,
                "weights_sha256": file.digest,
                "tokenizer_sha256": sha256(content).hexdigest(),
                "table_type": str(vectors.dtype),
            },
            normalise=_normalise(options, folder, config),
            max_length=config.get("max_length", MAX_LENGTH) if ours else None,
            unknown=_unknown_token(tokenizer, content) if ours else None,
        )

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Encode ``texts`` into shape ``(len(texts), dimension)``; the role changes nothing."""
        del role
        check_texts(texts)
        sent = [((prompt or "") + text)[: self._characters] for text in texts]
        vectors = np.zeros((len(sent), self._table.vectors.shape[1]), dtype=np.float32)
        encodings = self._tokenizer.encode_batch_fast(sent, add_special_tokens=False)
        empty = []
        for place, encoding in enumerate(encodings):
            ids = [token for token in encoding.ids if token != self._unknown]
            if ids:
                vectors[place] = self._table.mean(ids)
            else:
                empty.append(texts[place])
        self.unknown_texts.add(empty)
        return checked_vectors(unit(vectors) if self._normalise else vectors, texts, self.name)


def unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each row at unit length; a zero row stays.

    >>> unit(np.float32([[3, 4], [0, 0]])).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    lengths = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def normalize_option(options: Mapping[str, str], default: bool) -> bool:
    """What the option ``normalize`` says, or ``default``.

    Raises:
        InputError: it is neither 1 nor 0.
    """
    value = options.get("normalize", "1" if default else "0")
    if value not in ("0", "1"):
        raise InputError(f"normalize must be 1 or 0, not {value!r}.")
    return value == "1"


def _normalise(options: Mapping[str, str], folder: Path, config: Mapping[str, Any]) -> bool:
    modules = _read_json(folder / "modules.json")
    listed = modules if isinstance(modules, list) else []
    module = any(str(entry.get("type")).endswith(".Normalize") for entry in listed)
    return normalize_option(options, bool(config.get("normalize", module)))


def _read_tokenizer(path: Path) -> tuple[Tokenizer, bytes]:
    try:
        content = path.read_bytes()
        return Tokenizer.from_buffer(content), content
    except OSError as error:
        raise ModelError(
            f"{path} cannot be read ({error.strerror}). Download the model again."
        ) from error
    except Exception as error:  # the library raises no narrower one
        raise ModelError(
            f"{path} is not a tokenizer ({error}). Download the model again."
        ) from error


def _unknown_token(tokenizer: Tokenizer, content: bytes) -> int | None:
    model = json.loads(content).get("model", {})
    if model.get("unk_token") is not None:
        found: int | None = tokenizer.token_to_id(model["unk_token"])
    else:
        found = model.get("unk_id")  # a unigram model has the place instead
    return found


def _check_fit(table: TokenTable, tokenizer: Tokenizer, folder: Path) -> None:
    last = max(tokenizer.get_vocab().values(), default=-1)
    if last >= table.tokens:
        raise ModelError(
            f"{folder}: tokenizer.json has a token {last}, model.safetensors only {table.tokens} "
            "tokens. Download the model again."
        )
    if table.rows is not None and table.rows.size and table.rows.max() >= len(table.vectors):
        raise ModelError(f"{folder}: mapping points past the table. Download the model again.")
    if table.weights is not None and len(table.weights) < table.tokens:
        raise ModelError(
            f"{folder}: {len(table.weights)} weights for {table.tokens} tokens. "
            "Download the model again."
        )


def _read_json(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ModelError(
            f"{path} is not valid JSON ({error}). Download the model again."
        ) from error
