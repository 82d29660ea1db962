"""The encoder protocol: texts in, one vector a text out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import EncodingError, InputError
from perimetry.records import Role


@runtime_checkable
class Encoder(Protocol):
    """Turns texts into vectors."""

    @property
    def name(self) -> str:
        """How tables and reports call it."""
        ...

    @property
    def fingerprint(self) -> str:
        """A digest of everything that decides a vector.

        Weights, tokenizer, pooling, normalisation, prompts, maximum length, dimension, number
        type and engine. Equal content gives an equal fingerprint wherever it lies; any changed
        byte that decides a vector gives another.
        """
        ...

    @property
    def prompts(self) -> Mapping[Role, str]:
        """The encoder's own prompt for each role; a missing role has none."""
        ...

    @property
    def setup(self) -> Mapping[str, object]:
        """The parts of the fingerprint in words, for the audit and the report."""
        ...

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Encode ``texts`` into an array of shape ``(len(texts), dimension)``.

        ``prompt`` is put before each text: ``None`` takes the encoder's own for the role, ``""``
        none. Raises :class:`~perimetry.errors.EncodingError` when a vector cannot be made.
        """
        ...


def check_texts(texts: Sequence[str]) -> None:
    """Refuse what no encoder can encode.

    Raises:
        InputError: ``texts`` is one string, or a text is no string or not Unicode.
    """
    if isinstance(texts, str):
        raise InputError("texts is one string. Give a list of strings.")
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(f"text {place} is a {type(text).__name__}, not a string.")
        if not text.isascii():
            try:
                text.encode("utf-8")
            except UnicodeEncodeError as error:
                raise InputError(
                    f"text {place} ({shortened(text)!r}) holds half of a surrogate pair at "
                    f"character {error.start}, so it is not Unicode. Decode its source again."
                ) from None


def checked_vectors(vectors: object, texts: Sequence[str], encoder: str) -> NDArray[np.float32]:
    """``vectors`` as a float32 array, or an error that names the first text without a vector.

    Raises:
        EncodingError: not a numeric ``(len(texts), d)`` array, or a value that is not finite.
    """
    try:
        array = np.asarray(vectors, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise EncodingError(
            f"{encoder} returned no numeric array for {len(texts)} texts ({error}). "
            "Return one row of floats a text."
        ) from error
    if array.ndim != 2 or array.shape[0] != len(texts) or array.shape[1] == 0:
        raise EncodingError(
            f"{encoder} returned an array of shape {array.shape} for {len(texts)} texts. "
            f"Return shape ({len(texts)}, dimension)."
        )
    bad = np.flatnonzero(~np.isfinite(array).all(axis=1))
    if bad.size:
        raise EncodingError(
            f"{encoder} returned NaN or infinity for {bad.size} of {len(texts)} texts, first "
            f"for {shortened(texts[int(bad[0])])!r}. No score is reported for such an encoder."
        )
    return array


def shortened(text: str, limit: int = 60) -> str:
    """``text`` cut to ``limit`` characters, for an error message.

    >>> shortened("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= limit else text[: limit - 1] + "…"


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
