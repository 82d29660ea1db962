"""What every view of an encoder shares: a name, a fingerprint and a setup of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import ClassVar
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.base import Encoder
from perimetry.records import Role

Vectors = NDArray[np.float32]
Floats = NDArray[np.float64]


def background_texts() -> Sequence[str]:
    """The sentences of the built-in background set.

    The file is read where it lies: packages of one tier do not import each other.
    """
    path = files("perimetry") / "datasets" / "builtin" / "background" / "data.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines if line.strip()]


class View:
    """An encoder that changes what another returns; each kind says what it ``changes``."""

    scheme: ClassVar[str]
    """What is done, in words. It is part of the fingerprint: another scheme is another encoder."""

    def __init__(
        self, inner: Encoder, option: str, value: str, *, shown: str | None = None, **parts: object
    ) -> None:
        """``shown`` stands in the name for a ``value`` that nobody could tell from another."""
        self.inner = inner
        mark = "&" if "?" in inner.name else "?"
        self.name = f"{inner.name}{mark}{option}={quote(value if shown is None else shown)}"
        self.prompts: Mapping[Role, str] = inner.prompts
        view = {"view": f"{option}={value}", "scheme": self.scheme, **parts}
        earlier = inner.setup.get("views")
        self.setup: Mapping[str, object] = {
            **inner.setup,
            "views": [*(earlier if isinstance(earlier, list) else []), view],
            "view_of": inner.fingerprint,
        }
        content = json.dumps([inner.fingerprint, view], sort_keys=True)
        self.fingerprint = "view-" + sha256(content.encode()).hexdigest()

    def encode(self, texts: Sequence[str], *, role: Role, prompt: str | None = None) -> Vectors:
        """Encode ``texts`` with the inner encoder, and change its vectors."""
        own = self.prompts.get(role, "")
        return self.changed(
            self.inner.encode(texts, role=role, prompt=own if prompt is None else prompt)
        )

    def changed(self, vectors: Vectors) -> Vectors:
        """What the view makes of ``vectors``, shape ``(n, d)``."""
        return vectors


def mapped(rows: Floats, change: Callable[[Floats], Floats], dimension: int) -> Vectors:
    """``change`` of each of ``rows``, one at a time, so that batch-mates change no bit."""
    out = np.empty((len(rows), dimension), dtype=np.float32)
    for place, row in enumerate(rows):
        out[place] = change(row)
    return out
