"""Which model answers: its name, host and dimension, and the vectors of a few canary texts.

A model behind an endpoint has no weights to hash, so what it makes of fixed texts stands for them.
Servers that do not compute the same numbers twice are recognised by their nearness: the canaries of
every model that was met are kept in the cache folder, and one that is met again within the
tolerance keeps its fingerprint.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from perimetry.errors import StorageError
from perimetry.files import write_text

FORMAT = "perimetry-endpoint-1"

CANARIES: Sequence[str] = (
    "A canary sang in the mine.",
    "the invoice of 3 May is not paid",
    "¿Qué sabe el canario?",
    "The night guard walks along the quay and counts the lamps. Two of them are dark, so he writes "
    "their numbers down. The harbour office opens at six, and nobody answers before that. He waits "
    "under the roof of the fish hall, where the gulls sleep, and reads what he has written: lamp "
    "nineteen, lamp forty, nothing else to report but the cold and the late ferry.",
)
"""Four texts of our own. The last is long, so that an earlier cut shows."""

RIDERS = 3
"""How many of the first canaries take turns in riding along with the texts of a request."""

UNIT = 5e-3
"""A length that is off by no more is 1; bfloat16 is off by 3e-3."""


@dataclass(frozen=True)
class Identity:
    """One model behind one endpoint.

    Attributes:
        asked: what decides a vector on our side: model, host, dimensions, format.
        answered_as: the name that the server gives the model.
        canaries: vectors of :data:`CANARIES`, shape ``(4, d)``.
        retired: how many of this endpoint's identities were given up, because the model changed
            behind them during a run.
    """

    asked: Mapping[str, object]
    answered_as: str | None
    canaries: NDArray[np.float32]
    retired: int = 0

    @property
    def fingerprint(self) -> str:
        """A digest of all of it."""
        parts = json.dumps([FORMAT, self.asked, self.answered_as, self.retired], sort_keys=True)
        digest = sha256(parts.encode())
        digest.update(np.ascontiguousarray(self.canaries, dtype="<f4").tobytes())
        return "openai-" + digest.hexdigest()

    @property
    def dimension(self) -> int:
        """Of every vector."""
        return int(self.canaries.shape[1])

    @property
    def unit(self) -> bool:
        """Whether every canary's vector has length 1."""
        lengths = np.sqrt((self.canaries.astype(np.float64) ** 2).sum(axis=1))
        return bool((np.abs(lengths - 1) < UNIT).all())

    def moved(self, vectors: NDArray[np.float32], canaries: slice = slice(None)) -> float:
        """How far ``vectors`` lie from the canaries at most, as a share of their length."""
        expected = self.canaries[canaries].astype(np.float64)
        if vectors.shape != expected.shape:
            return float("inf")
        lengths = np.sqrt((expected * expected).sum(axis=1))
        distances = np.sqrt(((vectors - expected) ** 2).sum(axis=1))
        return float((distances / np.where(lengths > 0, lengths, 1)).max())

    def to_json(self) -> str:
        """The identity as one JSON object."""
        raw = np.ascontiguousarray(self.canaries, dtype="<f4")
        return json.dumps(
            {
                "format": FORMAT,
                "fingerprint": self.fingerprint,
                "asked": dict(self.asked),
                "answered_as": self.answered_as,
                "retired": self.retired,
                "canaries": [b64encode(row.tobytes()).decode() for row in raw],
            },
            indent=1,
        )

    @classmethod
    def from_json(cls, text: str) -> Identity:
        """What :meth:`to_json` wrote.

        Raises:
            ValueError: it is something else, or damaged.
        """
        try:
            parts = json.loads(text)
            rows = [np.frombuffer(b64decode(row), dtype="<f4") for row in parts["canaries"]]
            found = cls(parts["asked"], parts["answered_as"], np.stack(rows), parts["retired"])
            whole = parts["format"] == FORMAT and parts["fingerprint"] == found.fingerprint
        except (KeyError, TypeError) as error:
            raise ValueError(f"no endpoint's identity ({type(error).__name__})") from None
        if not whole or len(rows) != len(CANARIES):
            raise ValueError("damaged, or of another version")
        return found


def asked_digest(asked: Mapping[str, object]) -> str:
    """A short name for what is asked of an endpoint."""
    return sha256(json.dumps([FORMAT, dict(asked)], sort_keys=True).encode()).hexdigest()[:16]


class IdentityBook:
    """The models that were met, one file each, in a folder an endpoint."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or _cache() / "endpoints"

    def known(self, asked: Mapping[str, object]) -> list[Identity]:
        """Those met behind this endpoint, the latest last; a damaged file is passed over."""
        files = self._folder.joinpath(asked_digest(asked)).glob("*.json")
        found = []
        for file in sorted(files, key=lambda file: (file.stat().st_mtime_ns, file.name)):
            try:
                found.append(Identity.from_json(file.read_text(encoding="utf-8")))
            except (OSError, ValueError):
                continue
        return found

    def retired(self, asked: Mapping[str, object]) -> int:
        """How many identities of this endpoint were given up."""
        return len(list(self._folder.joinpath(asked_digest(asked)).glob("*.retired")))

    def gave_up(self, identity: Identity) -> bool:
        """Whether it was given up."""
        return self._path(identity).with_suffix(".retired").exists()

    def keep(self, identity: Identity) -> None:
        """Know it from now on; where nothing can be written it is met anew."""
        try:
            write_text(self._path(identity), identity.to_json())
        except StorageError:
            return

    def retire(self, identity: Identity) -> None:
        """Give it up: nothing that is stored under its fingerprint is used again.

        Raises:
            StorageError: it cannot be written down, so the user must clear the store.
        """
        path = self._path(identity)
        write_text(path.with_suffix(".retired"), identity.to_json())
        path.unlink(missing_ok=True)

    def _path(self, identity: Identity) -> Path:
        folder = self._folder / asked_digest(identity.asked)
        return folder / f"{identity.fingerprint}.json"


def recognised(fresh: Identity, known: Sequence[Identity], tolerance: float) -> Identity | None:
    """The known identity whose canaries are nearest to those of ``fresh``, within ``tolerance``."""
    near = [
        (one.moved(fresh.canaries), place)
        for place, one in enumerate(known)
        if one.answered_as == fresh.answered_as and one.asked == fresh.asked
    ]
    distance, place = min(near, default=(float("inf"), 0))
    return known[place] if distance <= tolerance else None


def _cache() -> Path:
    folder = os.environ.get("PERIMETRY_CACHE")
    return Path(folder) if folder else user_cache_path("perimetry")
