"""``st:`` sentence-transformers, the reference engine (extra ``st``).

Each batch is encoded by the library's own ``encode``; only which texts share a batch, and on how
many threads a batch runs, is ours. On the CPU the batches are sorted by tokens and hold about 512,
and each runs on one thread, as many at a time as there are cores. Measured (benchmarks/engines.py):
a fifth faster than one call of ``encode`` on a quiet machine, 2.6 times as fast beside as many busy
processes as cores. A vector moves by about 2e-7 with its batch-mates, as the library's own do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.base import available_cores, check_texts, checked_vectors
from perimetry.encoders.uri import take_options
from perimetry.errors import EncodingError, InputError, MissingExtraError, ModelError
from perimetry.files import file_digest
from perimetry.records import Role

BUDGET = 512
"""Tokens a batch, padding included. Measured: on sentences 512 is up to 15 % faster than 1,024 and
2,048; on paragraphs 512 and 1,024 are alike and 2,048 is slower."""
CHARACTERS_A_TOKEN = 4  # a guess that only orders and sizes batches, where tokens cannot be counted
WEIGHT_BEARING = {".json", ".txt", ".safetensors", ".model"}
WRITTEN_BESIDE = {"certificate.json", "repair.json"}
"""What a repair leaves in its model's folder. It decides no vector."""
OPTIONS = ("device", "trust_remote_code", "layers")


class SentenceTransformersEncoder:
    """A model that sentence-transformers loads and runs."""

    def __init__(
        self,
        model: Any,
        *,
        name: str,
        folder: Path,
        trust: bool = False,
        threads: int = 1,
        layers: str = "last",
    ) -> None:
        self.name = name
        if layers == "first-last":
            _average_first_and_last(model)
        self._model, self._threads = model, threads
        own: Mapping[str, str] = getattr(model, "prompts", None) or {}
        default = own.get(getattr(model, "default_prompt_name", None) or "", "")
        self.prompts: Mapping[Role, str] = {
            "query": own.get("query", ""),
            "document": own.get("document", ""),
            "symmetric": default,
        }
        self._device = str(model.device).partition(":")[0]
        self.dimension = len(self._encode(["a"], "", {})[0])
        self.setup: Mapping[str, object] = {
            "engine": "sentence-transformers",
            "sentence_transformers": version("sentence-transformers"),
            "torch": version("torch"),
            "device": self._device,
            "trust_remote_code": trust,
            "dimension": self.dimension,
            "max_length": _max_length(model),
            "modules": [type(module).__name__ for module in model],
            "pooling": _pooling(model),
            "prompts": dict(self.prompts),
            "model": folder.name,
            **({} if layers == "last" else {"layers": layers}),
        }
        self.fingerprint = _fingerprint(folder, self._device, trust, layers)

    @classmethod
    def load(
        cls, folder: Path, *, name: str, options: Mapping[str, str], threads: int | None = None
    ) -> SentenceTransformersEncoder:
        """Open the model in ``folder``.

        Args:
            folder: as sentence-transformers saves it.
            name: how tables call it.
            options: ``device`` (``cpu`` unless it says otherwise), ``trust_remote_code`` (1 runs
                Python files that come with the model; without it they are never run) and ``layers``
                (``last``, or ``first-last`` for the mean of the two).
            threads: how many cores to encode on; ``None`` takes all.

        Raises:
            InputError: an unknown option, or a value that it cannot have.
            MissingExtraError: sentence-transformers is not installed.
            ModelError: it cannot load the folder.
        """
        take_options(options, OPTIONS, "st")
        trust, layers = trusted(options), options.get("layers", "last")
        if layers not in ("last", "first-last"):
            raise InputError(f"layers must be last or first-last, not {layers!r}.")
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError:
            raise MissingExtraError("sentence-transformers", "st") from None

        try:
            model = SentenceTransformer(
                str(folder),
                device=options.get("device", "cpu"),
                trust_remote_code=trust,
                model_kwargs={"use_safetensors": True},  # pickled weights are never read
            )
            return cls(
                model,
                name=name,
                folder=folder,
                trust=trust,
                threads=threads or available_cores(),
                layers=layers,
            )
        except Exception as error:  # the model's own code may fail in any way
            raise ModelError(
                f"sentence-transformers cannot load {folder}: {type(error).__name__}: "
                f"{str(error).splitlines()[0] if str(error) else 'no reason given'}"
            ) from error

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Encode ``texts`` into shape ``(len(texts), dimension)``.

        Raises:
            InputError: a text is no string, or not Unicode.
            EncodingError: the model failed, or a vector is not finite.
        """
        check_texts(texts)
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        sent = self.prompts.get(role, "") if prompt is None else prompt
        task = {} if role == "symmetric" else {"task": role}  # what a Router module goes by
        run = self._in_batches if self._device == "cpu" else self._encode
        try:
            vectors = run(list(texts), sent, task)
        except Exception as error:  # torch and the model's own code may fail in any way
            raise EncodingError(
                f"{self.name} failed on {len(texts)} texts: {type(error).__name__}: "
                f"{(str(error).splitlines() or ['no reason given'])[0]}"
            ) from error
        return checked_vectors(vectors, texts, self.name)

    def _encode(self, texts: list[str], prompt: str, task: Mapping[str, str]) -> Any:
        return self._model.encode(
            texts, prompt=prompt, show_progress_bar=False, convert_to_numpy=True, **task
        )

    def _in_batches(
        self, texts: list[str], prompt: str, task: Mapping[str, str]
    ) -> NDArray[np.float32]:
        import torch

        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)

        def run(batch: list[int]) -> None:
            vectors[batch] = self._model.encode(
                [texts[place] for place in batch],
                prompt=prompt,
                batch_size=len(batch),
                show_progress_bar=False,
                convert_to_numpy=True,
                **task,
            )

        before = torch.get_num_threads()
        pool = ThreadPoolExecutor(self._threads, initializer=torch.set_num_threads, initargs=(1,))
        try:
            for done in [pool.submit(run, batch) for batch in self._batches(texts, prompt)]:
                done.result()
        finally:  # also on Ctrl-C: what has not begun never does
            pool.shutdown(wait=True, cancel_futures=True)
            torch.set_num_threads(before)
        return vectors

    def _batches(self, texts: list[str], prompt: str) -> list[list[int]]:
        """Places of ``texts``, the longest first, about ``BUDGET`` tokens together."""
        lengths = self._token_counts([prompt + text for text in texts])
        batches: list[list[int]] = []
        for place in sorted(range(len(texts)), key=lambda place: -lengths[place]):
            if batches and lengths[batches[-1][0]] * (len(batches[-1]) + 1) <= BUDGET:
                batches[-1].append(place)
            else:
                batches.append([place])
        return batches

    def _token_counts(self, texts: list[str]) -> list[int]:
        tokenizer = getattr(getattr(self._model, "tokenizer", None), "backend_tokenizer", None)
        if tokenizer is None:
            return [len(text) // CHARACTERS_A_TOKEN + 2 for text in texts]
        # The first encode has set truncation and padding; to set them again would race the workers.
        return [sum(one.attention_mask) for one in tokenizer.encode_batch_fast(texts)]


def trusted(options: Mapping[str, str]) -> bool:
    """Whether the user has said to run the Python files that come with the model.

    Raises:
        InputError: ``trust_remote_code`` is neither 1 nor 0.
    """
    value = options.get("trust_remote_code", "0")
    if value not in ("0", "1"):
        raise InputError(f"trust_remote_code must be 1 or 0, not {value!r}.")
    return value == "1"


def _average_first_and_last(model: Any) -> None:
    """Give the pooling the mean of the first layer's output and the last's.

    Raises:
        ModelError: the model does not tell what its layers give.
    """
    transformer = model[0]
    inner = getattr(transformer, "auto_model", None)
    if inner is None or not hasattr(inner, "config"):
        raise ModelError("layers needs a model whose first module is a transformer.")
    inner.config.output_hidden_states = True

    def averaged(_module: Any, _inputs: Any, features: dict[str, Any]) -> dict[str, Any]:
        layers = features["all_layer_embeddings"]  # the embeddings come first
        features["token_embeddings"] = (layers[1] + layers[-1]) / 2
        return features

    transformer.register_forward_hook(averaged)


def _max_length(model: Any) -> int | None:
    length = getattr(model, "max_seq_length", None)
    return length if isinstance(length, int) else None


def _pooling(model: Any) -> str | None:
    for module in model:
        mode = getattr(module, "pooling_mode", None) or getattr(
            module, "get_pooling_mode_str", None
        )
        if mode:
            return str(mode() if callable(mode) else mode)
    return None


def _fingerprint(folder: Path, device: str, trust: bool, layers: str) -> str:
    """A digest of the engine's versions and of every file that can decide a vector."""
    suffixes = WEIGHT_BEARING | {".py"} if trust else WEIGHT_BEARING
    files = {
        path.relative_to(folder).as_posix(): file_digest(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix in suffixes and path.name not in WRITTEN_BESIDE
    }
    parts = {
        "torch": version("torch"),
        "st": version("sentence-transformers"),
        "device": device,
        "files": files,
        **({} if layers == "last" else {"layers": layers}),
    }
    return "st-" + sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
