"""Canary vectors: what an encoder returned on a good day, kept to hold it against later.

A canary is one ``.npz`` file of arrays, read without pickle. It holds no text: each is named by a
digest. It stands as the reference of an examination, since it is an encoder of the texts it holds.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.background import builtin_background
from perimetry.doctor.patient import TEXTS
from perimetry.encoders.base import Encoder, checked_vectors, shortened
from perimetry.errors import DataError, EncodingError
from perimetry.files import atomic_path
from perimetry.records import ROLES, Role

FORMAT = "perimetry-canary-1"


def save_canary(encoder: Encoder, path: Path, texts: Sequence[str] | None = None) -> None:
    """Encode ``texts`` in every role and write the vectors to ``path``, all or nothing.

    Args:
        encoder: as it is on a good day.
        path: of the file, by custom ``….npz``; an older one is replaced.
        texts: None takes the built-in sentences that the doctor's checks compare.

    Raises:
        EncodingError: a text has no vector.
        StorageError: the file cannot be written.
    """
    held = list(dict.fromkeys(builtin_background().sentences[:TEXTS] if texts is None else texts))
    vectors = [
        checked_vectors(encoder.encode(held, role=role), held, encoder.name) for role in ROLES
    ]
    about = {
        "format": FORMAT,
        "name": encoder.name,
        "fingerprint": encoder.fingerprint,
        "prompts": dict(encoder.prompts),
        "setup": dict(encoder.setup),
        "texts": [_digest(text) for text in held],
    }
    with atomic_path(path) as temporary, temporary.open("wb") as file:
        np.savez(file, about=np.array(json.dumps(about)), vectors=np.stack(vectors))


def read_canary(path: Path) -> CanaryEncoder:
    """Read what :func:`save_canary` wrote.

    Raises:
        DataError: no such file, or not a whole canary.
    """
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            about, vectors = json.loads(str(file["about"])), file["vectors"]
        if about["format"] != FORMAT:
            raise DataError(path, f"a canary of another format, {about['format']!r}. Save it anew.")
        return CanaryEncoder(
            vectors,
            about["texts"],
            name=str(about["name"]),
            fingerprint=str(about["fingerprint"]),
            prompts=about["prompts"],
            setup=about["setup"],
        )
    except FileNotFoundError:
        raise DataError(path, "there is no such file.") from None
    except (OSError, EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise DataError(
            path, f"not a canary ({type(error).__name__}: {error}). Write one with --save-canary."
        ) from None


class CanaryEncoder:
    """An encoder of the texts that a canary holds, in the roles and with the prompts of that day.

    Args:
        vectors: shape ``(roles, texts, d)``, the roles in the order of ``ROLES``.
        digests: of the texts.
        name: of the encoder that was saved.
        fingerprint: its own, so one that still has it has not changed.
        prompts: its prompts.
        setup: its parts in words.

    Raises:
        ValueError: the arrays do not fit, or a value is not finite.
    """

    def __init__(
        self,
        vectors: NDArray[np.float32],
        digests: Sequence[str],
        *,
        name: str,
        fingerprint: str,
        prompts: Mapping[Role, str],
        setup: Mapping[str, object],
    ) -> None:
        if vectors.shape[:2] != (len(ROLES), len(digests)) or vectors.ndim != 3:
            raise ValueError(f"vectors of shape {vectors.shape} for {len(digests)} texts")
        if vectors.dtype != np.float32 or not np.isfinite(vectors).all():
            raise ValueError("vectors that are no finite float32 numbers")
        self.name = f"canary of {name}"
        self.fingerprint = fingerprint
        self.prompts = dict(prompts)
        self.setup: Mapping[str, object] = {**setup, "canary": True}
        self._vectors = dict(zip(ROLES, vectors, strict=True))
        self._row = {digest: row for row, digest in enumerate(digests)}

    def holds(self, texts: Sequence[str]) -> bool:
        """Whether it has a vector of each of ``texts``."""
        return all(_digest(text) in self._row for text in texts)

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Look the texts up, shape ``(len(texts), d)``.

        Raises:
            EncodingError: it does not hold a text, or not with this prompt.
        """
        if prompt is not None and prompt != self.prompts.get(role, ""):
            raise EncodingError(
                f"{self.name} holds texts with the encoder's own prompts, none with {prompt!r}."
            )
        missing = [text for text in texts if _digest(text) not in self._row]
        if missing:
            raise EncodingError(
                f"{self.name} has no vector for {len(missing)} of {len(texts)} texts, first "
                f"{shortened(missing[0])!r}."
            )
        found: NDArray[np.float32] = self._vectors[role][[self._row[_digest(t)] for t in texts]]
        return found


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
