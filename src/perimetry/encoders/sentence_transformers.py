"""``st:`` sentence-transformers, the reference engine (extra ``st``)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.base import checked_vectors
from perimetry.encoders.uri import take_options
from perimetry.errors import MissingExtraError, ModelError
from perimetry.files import file_digest
from perimetry.records import Role

WEIGHT_BEARING = {".json", ".txt", ".safetensors", ".model", ".bin"}


class SentenceTransformersEncoder:
    """A model that sentence-transformers loads and runs, on the CPU."""

    def __init__(self, model: Any, *, name: str, fingerprint: str, folder: Path) -> None:
        self.name = name
        self.fingerprint = fingerprint
        self._model = model
        own: Mapping[str, str] = getattr(model, "prompts", None) or {}
        default = own.get(getattr(model, "default_prompt_name", None) or "", "")
        self.prompts: Mapping[Role, str] = {
            "query": own.get("query", ""),
            "document": own.get("document", ""),
            "symmetric": default,
        }
        self.setup: Mapping[str, object] = {
            "engine": "sentence-transformers",
            "sentence_transformers": version("sentence-transformers"),
            "torch": version("torch"),
            "dimension": model.get_sentence_embedding_dimension(),
            "max_length": model.max_seq_length,
            "modules": [type(module).__name__ for module in model],
            "prompts": dict(self.prompts),
            "model": folder.name,
        }

    @classmethod
    def load(
        cls, folder: Path, *, name: str, options: Mapping[str, str], threads: int | None = None
    ) -> SentenceTransformersEncoder:
        """Open the model in ``folder``.

        Raises:
            MissingExtraError: sentence-transformers is not installed.
            ModelError: it cannot load the folder.
        """
        take_options(options, (), "st")
        try:
            import torch
            from sentence_transformers import SentenceTransformer
        except ImportError:
            raise MissingExtraError("sentence-transformers", "st") from None
        if threads:
            torch.set_num_threads(threads)
        try:
            model = SentenceTransformer(str(folder), device="cpu", trust_remote_code=False)
        except (OSError, ValueError, KeyError, TypeError, RuntimeError) as error:
            raise ModelError(
                f"sentence-transformers cannot load {folder}: {type(error).__name__}: "
                f"{str(error).splitlines()[0] if str(error) else 'no reason given'}"
            ) from error
        return cls(model, name=name, fingerprint=_fingerprint(folder), folder=folder)

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Encode ``texts`` into shape ``(len(texts), dimension)``."""
        own = self.prompts.get(role, "")
        vectors = self._model.encode(
            list(texts),
            prompt=own if prompt is None else prompt,
            show_progress_bar=False,
            convert_to_numpy=True,
        )
        return checked_vectors(vectors, texts, self.name)


def _fingerprint(folder: Path) -> str:
    """A digest of the engine's versions and of every file that can decide a vector."""
    files = {
        path.relative_to(folder).as_posix(): file_digest(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix in WEIGHT_BEARING
    }
    parts = {"torch": version("torch"), "st": version("sentence-transformers"), "files": files}
    return "st-" + sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
