"""An endpoint opened for a test: a bag of words served on this machine, and no real waiting."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.encoders.api.budget import Budget
from perimetry.encoders.api.encoder import ApiEncoder
from perimetry.encoders.api.opening import open_api
from perimetry.encoders.api.settings import ApiSettings
from perimetry.encoders.hashing import HashingEncoder
from perimetry.encoders.uri import EncoderURI
from perimetry.testing.endpoint import StandIn

DIMENSION = 64

TEXTS = [f"the {place}th text says {place * place}" for place in range(1000)]


def words(texts: list[str]) -> NDArray[np.float32]:
    """The right vectors."""
    return HashingEncoder(DIMENSION).encode(texts, role="symmetric")


def other_words(texts: list[str]) -> NDArray[np.float32]:
    """Another model's."""
    return words([f"{text} {text[::-1]}" for text in texts])


def no_pause(stop: Event, seconds: float) -> None:
    """Waits for nothing."""


def opened(
    server: StandIn,
    options: str = "",
    *,
    budget: Budget | None = None,
    record: Path | None = None,
) -> ApiEncoder:
    """The encoder behind ``server``."""
    pytest.importorskip("openai", reason="pip install 'perimetry[api]' runs this")
    uri = EncoderURI.parse(f"openai:m@{server.url}{options}", ("openai",))
    settings = ApiSettings(budget=budget or Budget(), record=record, pause=no_pause)
    return open_api(uri, settings)


class DictMemory:
    """A memory that forgets nothing while the test runs."""

    def __init__(self) -> None:
        self.vectors: dict[str, NDArray[np.float32]] = {}

    def get(self, sent: list[str]) -> dict[str, NDArray[np.float32]]:
        return {text: self.vectors[text] for text in sent if text in self.vectors}

    def put(self, sent: list[str], vectors: NDArray[np.float32]) -> None:
        self.vectors.update(zip(sent, vectors, strict=True))
