"""The model that is trained: opened, asked for vectors, adapted and saved (extra ``train``)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from perimetry.encoders.base import available_cores
from perimetry.errors import MissingExtraError, ModelError
from perimetry.files import ordinary_mode
from perimetry.records import Role

EXTRA = "train"

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
# Threads that wait by spinning take the cores that others compute on. It is read when torch loads.

try:
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils.logging import disable_progress_bar
except ImportError:
    raise MissingExtraError("sentence-transformers", EXTRA) from None


class Trainee:
    """A model of sentence-transformers, on the GPU where there is one."""

    def __init__(self, model: Any, max_tokens: int | None) -> None:
        self.model = model
        self.own_length: int | None = model.max_seq_length
        if max_tokens is not None:
            model.max_seq_length = min(max_tokens, self.own_length or max_tokens)
        own = model.prompts or {}
        self.prompts: dict[Role, str] = {
            "query": own.get("query", ""),
            "document": own.get("document", ""),
            "symmetric": own.get(model.default_prompt_name or "", ""),
        }
        self._tokenizer = Tokenizer.from_str(model.tokenizer.backend_tokenizer.to_str())
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    @classmethod
    def load(
        cls,
        folder: Path,
        *,
        seed: int,
        threads: int | None,
        max_tokens: int | None,
        bfloat16: bool = False,
    ) -> Trainee:
        """Open the model in ``folder``; code that comes with it never runs.

        ``seed`` sets whatever weights the folder lacks, such as a pooler's that no vector passes.
        ``bfloat16`` says that it will multiply in that: on a CPU torch's fused attention is then
        slower backwards than attention written out (a third of a step on short texts).

        Raises:
            ModelError: sentence-transformers cannot load it, or it has no fast tokenizer.
        """
        torch.set_num_threads(threads or available_cores())
        torch.manual_seed(seed)
        disable_progress_bar()  # of files that load in a moment
        device = "cuda" if torch.cuda.is_available() else "cpu"
        options: dict[str, Any] = {"use_safetensors": True}  # pickled weights are never read
        if bfloat16 and device == "cpu":
            options["attn_implementation"] = "eager"
        try:
            model = SentenceTransformer(str(folder), device=device, model_kwargs=options)
            return cls(model, max_tokens)
        except Exception as error:  # the library may fail in any way
            first = (str(error).splitlines() or ["no reason given"])[0]
            raise ModelError(
                f"{folder} cannot be trained: {type(error).__name__}: {first} Give the folder of "
                "a sentence-transformers model with safetensors and a tokenizer.json."
            ) from error

    def set_dropout(self, share: float | None) -> None:
        """Drop ``share`` of the activations while it learns; None leaves the model's own."""
        if share is None:
            return
        for module in self.model.modules():
            if isinstance(module, torch.nn.Dropout):
                module.p = share

    def freeze_embeddings(self) -> None:
        """Learn everything but the tokens' own vectors."""
        for module in self.model.modules():
            if isinstance(module, torch.nn.Embedding | torch.nn.EmbeddingBag):
                module.requires_grad_(False)

    @property
    def parameters(self) -> int:
        """How many numbers are learnt."""
        return sum(p.numel() for p in self.model.parameters() if p.requires_grad)

    def tokens(self, texts: list[str], prompt: str) -> dict[str, Any]:
        """The model's input for ``texts`` after ``prompt``."""
        found: dict[str, Any] = self.model.preprocess(texts, prompt=prompt or None)
        return found

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where each token of ``text`` begins and ends, special tokens left out."""
        return self._tokenizer.encode(text, add_special_tokens=False).offsets

    def room(self, prompt: str) -> int | None:
        """How many tokens of a text are read after ``prompt``."""
        length: int | None = self.model.max_seq_length
        if length is None:
            return None
        taken = self._tokenizer.num_special_tokens_to_add(False) + len(self.spans(prompt))
        return max(0, length - taken)

    def encode(self, texts: Sequence[str], role: Role, prompt: str | None) -> NDArray[np.float32]:
        """Vectors of ``texts`` as the finished model would give them, shape ``(n, d)``."""
        sent = self.prompts.get(role, "") if prompt is None else prompt
        vectors = self.model.encode(
            list(texts), prompt=sent, show_progress_bar=False, convert_to_numpy=True
        )
        return np.asarray(vectors, dtype=np.float32)

    def save(self, folder: Path) -> None:
        """Write a complete folder of sentence-transformers, with the model's own length again."""
        self.model.max_seq_length = self.own_length
        self.model.save_pretrained(str(folder), create_model_card=False)
        for weights in folder.rglob("*.safetensors"):
            weights.chmod(ordinary_mode())  # its library lets the owner alone read them
