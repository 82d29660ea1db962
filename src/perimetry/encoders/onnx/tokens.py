"""Texts to token ids, with the folder's own ``tokenizer.json``.

The truncation and padding stored in that file are whatever its author last used, often not what the
model states (all-MiniLM-L6-v2 carries 128 and states 256), so both are always overridden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer
from tokenizers.normalizers import Lowercase
from tokenizers.normalizers import Sequence as NormalizerSequence

from perimetry.encoders.base import check_texts
from perimetry.encoders.onnx.checkpoint import Checkpoint
from perimetry.encoders.onnx.tokenizer_class import follow_class
from perimetry.errors import InputError, ModelError

_AT_ONCE = 2_048  # texts whose verbose encodings are held at a time


@dataclass(frozen=True)
class Tokens:
    """A tokenizer that truncates to ``max_length`` tokens and never pads."""

    tokenizer: Tokenizer
    digest: str
    max_length: int
    truncation_side: str
    tokenizer_class: str

    def __call__(self, texts: Sequence[str], prompt: str = "") -> list[NDArray[np.int64]]:
        """For each text, after ``prompt``, shape ``(2, length)``: token ids, token types.

        Raises:
            InputError: a text is no string, or holds half of a surrogate pair.
        """
        check_texts(texts)
        rows: list[NDArray[np.int64]] = []
        for start in range(0, len(texts), _AT_ONCE):
            part = texts[start : start + _AT_ONCE]
            rows += [
                np.array([encoding.ids, encoding.type_ids], dtype=np.int64)
                for encoding in self.tokenizer.encode_batch_fast([prompt + text for text in part])
            ]
        return rows


def read_tokens(checkpoint: Checkpoint) -> Tokens:
    """The tokenizer of ``checkpoint``.

    Raises:
        ModelError: ``tokenizer.json`` is missing or broken, or no length to truncate to is known.
    """
    path = checkpoint.transformer / "tokenizer.json"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ModelError(
            f"{path} cannot be read ({error.strerror}). A vocabulary alone does not say how to "
            "split a text: save the model with its fast tokenizer, or use the st: engine: "
            f"st:{checkpoint.folder} (pip install 'perimetry[st]')"
        ) from error
    try:
        tokenizer = Tokenizer.from_buffer(content)
    except Exception as error:  # the library raises no narrower one
        raise ModelError(
            f"{path} is not a tokenizer ({_first_line(error)}). Download the model again."
        ) from error
    if checkpoint.max_length is None:
        raise ModelError(
            f"{checkpoint.folder} states no maximum length. "
            f"State it: {checkpoint.folder}?max_length=512"
        )
    own_side = (tokenizer.truncation or {}).get("direction", "right")
    side = str(checkpoint.truncation_side or own_side).lower()
    tokenizer.no_padding()
    tokenizer.no_truncation()
    kind = follow_class(tokenizer, checkpoint)
    if checkpoint.lower_case:
        after = [] if tokenizer.normalizer is None else [tokenizer.normalizer]
        tokenizer.normalizer = NormalizerSequence([Lowercase(), *after])
    least = tokenizer.num_special_tokens_to_add(is_pair=False) + 1
    if checkpoint.max_length < least:
        raise InputError(f"max_length must be at least {least}, not {checkpoint.max_length}.")
    tokenizer.enable_truncation(checkpoint.max_length, direction=side)
    return Tokens(tokenizer, sha256(content).hexdigest(), checkpoint.max_length, side, kind)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
