"""``onnx:`` the default engine: a sentence-transformers folder or an exported graph, no torch.

A text's vector is bit-equal alone and in any batch, at any number of threads. Three things make it
so: a batch holds texts of one token length (``batching.py``), every run has one thread, and what
follows the transformer sees one text (``readout.py``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import onnxruntime
import tokenizers
from numpy.typing import NDArray

from perimetry.encoders.base import available_cores, checked_vectors
from perimetry.encoders.onnx.architecture import TENSOR_PREFIXES, Architecture, read_layers
from perimetry.encoders.onnx.batching import BUDGET, batches
from perimetry.encoders.onnx.checkpoint import Checkpoint, DenseLayer, read_checkpoint
from perimetry.encoders.onnx.graph_cache import BuiltGraph, Shapes, cached_graph
from perimetry.encoders.onnx.graph_file import find_graph
from perimetry.encoders.onnx.readout import Dense, Readout
from perimetry.encoders.onnx.tokens import Tokens, read_tokens
from perimetry.encoders.onnx.weights import read_weights
from perimetry.encoders.uri import take_options
from perimetry.errors import EncodingError, InputError, ModelError
from perimetry.records import Role

OPTIONS = ("pooling", "normalize", "max_length", "layers", "file")
POOLING_OPTIONS = ("mean", "cls", "max", "weightedmean", "lasttoken")


@dataclass(frozen=True)
class Runtime:
    """A loaded graph: its inputs, its output, and how many texts it takes at once.

    ``tables`` go in with each run; ``weights`` is memory that the session may read from.
    """

    session: onnxruntime.InferenceSession
    inputs: tuple[str, ...]
    output: str
    digest: str
    one_by_one: bool = False
    pooled: bool = False
    id_type: str = "int64"
    tables: Mapping[str, NDArray[np.float32]] = field(default_factory=dict, repr=False)
    weights: Mapping[str, NDArray[np.float32]] = field(default_factory=dict, repr=False)

    def __call__(self, tokens: Sequence[NDArray[np.int64]]) -> NDArray[np.float32]:
        """Texts of one length, each ``(2, length)``, to ``(texts, length, hidden)``."""
        ids, types = np.stack(tokens, axis=1).astype(self.id_type, copy=False)
        values = {"input_ids": ids, "token_type_ids": types, "attention_mask": np.ones_like(ids)}
        feed = {name: values[name] for name in self.inputs} | dict(self.tables)
        try:
            output = self.session.run([self.output], feed)
        except Exception as error:  # the library's errors share no other base
            raise EncodingError(
                f"ONNX Runtime failed on {len(tokens)} texts of {ids.shape[1]} tokens "
                f"({_first_line(error)}). Give a smaller max_length, or export the model again."
            ) from error
        return np.asarray(output[0], dtype=np.float32)


class OnnxEncoder:
    """An encoder run by ONNX Runtime, one one-thread run per core."""

    def __init__(
        self,
        runtime: Runtime,
        tokens: Tokens,
        readout: Readout,
        *,
        name: str,
        prompts: Mapping[Role, str],
        setup: Mapping[str, object],
        threads: int | None = None,
    ) -> None:
        if threads is not None and threads < 1:
            raise InputError(f"threads must be at least 1, not {threads}.")
        self.name = name
        self.prompts = prompts
        self._runtime, self._tokens, self._readout = runtime, tokens, readout
        self._threads = threads or available_cores()
        self.dimension = int(self._vectors(tokens(["a"])).shape[1])
        self.setup: Mapping[str, object] = {**setup, "dimension": self.dimension}
        self.fingerprint = sha256(json.dumps(self.setup, sort_keys=True).encode()).hexdigest()

    @classmethod
    def load(
        cls, folder: Path, *, name: str, options: Mapping[str, str], threads: int | None = None
    ) -> OnnxEncoder:
        """Open the model in ``folder``.

        Args:
            folder: holds ``model.safetensors``, or an exported ``.onnx`` graph.
            name: how tables call it.
            options: ``pooling``, ``normalize`` (1 or 0), ``max_length``, ``layers`` (``last``, or
                ``first-last`` for the mean of the two) and ``file``, the path of an exported graph
                within the folder, or its name within the folder's ``onnx``. They replace what the
                folder states.
            threads: how many cores to encode on; ``None`` takes all.

        Raises:
            InputError: an unknown option, or a value that it cannot have.
            ModelError: the folder is broken, or needs the ``st:`` engine.
        """
        take_options(options, OPTIONS, "onnx")
        graph = find_graph(folder, options.get("file"))
        checkpoint = _with_options(read_checkpoint(folder, exported=graph is not None), options)
        tokens = read_tokens(checkpoint)
        readout = Readout(
            pooling=checkpoint.pooling or "mean",
            dense=tuple(_read_dense(layer) for layer in checkpoint.dense),
            normalise=checkpoint.normalise,
        )
        runtime = _run_exported(graph, checkpoint) if graph else _run_checkpoint(checkpoint)
        if runtime.pooled and "pooling" in options:
            raise InputError(f"{graph} pools by itself. Leave out the option pooling.")
        setup = _setup(checkpoint, runtime, tokens, readout, options)
        return cls(
            runtime,
            tokens,
            readout,
            name=name,
            prompts=checkpoint.prompts,
            setup=setup,
            threads=threads,
        )

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Encode ``texts`` into shape ``(len(texts), dimension)``.

        Raises:
            InputError: a text is no string, or not Unicode.
            EncodingError: a vector is not finite, or a text has no tokens.
        """
        own = self.prompts.get(role, "")
        vectors = self._vectors(self._tokens(texts, own if prompt is None else prompt))
        return checked_vectors(vectors, texts, self.name)

    def tokens(self, texts: Sequence[str]) -> list[int]:
        """How many tokens of each text are encoded, special ones included."""
        return [row.shape[1] for row in self._tokens(texts)]

    def _vectors(self, tokens: Sequence[NDArray[np.int64]]) -> NDArray[np.float32]:
        lengths = [row.shape[1] for row in tokens]
        if 0 in lengths:
            raise EncodingError(f"{self.name} has no tokens for text {lengths.index(0)}.")
        plan = batches(lengths, budget=1 if self._runtime.one_by_one else BUDGET)
        vectors: dict[int, NDArray[np.float32]] = {}

        def run(batch: list[int]) -> None:
            for place, hidden in zip(batch, self._runtime([tokens[i] for i in batch]), strict=True):
                vectors[place] = self._readout(hidden)

        pool = ThreadPoolExecutor(self._threads)
        try:
            for done in [pool.submit(run, batch) for batch in plan]:
                done.result()
        finally:  # also on Ctrl-C: what has not begun never does
            pool.shutdown(wait=True, cancel_futures=True)
        if not vectors:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([vectors[place] for place in range(len(tokens))])


def _with_options(checkpoint: Checkpoint, options: Mapping[str, str]) -> Checkpoint:
    pooling = options.get("pooling", checkpoint.pooling)
    if "pooling" in options and pooling not in POOLING_OPTIONS:
        raise InputError(f"pooling must be {', '.join(POOLING_OPTIONS)}, not {pooling!r}.")
    normalise = options.get("normalize", "1" if checkpoint.normalise else "0")
    if normalise not in ("0", "1"):
        raise InputError(f"normalize must be 1 or 0, not {normalise!r}.")
    max_length = checkpoint.max_length
    if "max_length" in options:
        stated = options["max_length"]
        if not (stated.isascii() and stated.isdecimal()):
            raise InputError(f"max_length must be a whole number, not {stated!r}.")
        max_length = int(stated)
        if checkpoint.architecture and max_length > checkpoint.architecture.longest:
            raise InputError(
                f"max_length must be at most {checkpoint.architecture.longest}, the "
                f"positions that {checkpoint.folder} has, not {max_length}."
            )
    return replace(
        checkpoint,
        architecture=_with_layers(checkpoint, options.get("layers")),
        pooling=pooling,
        normalise=normalise == "1",
        max_length=max_length,
    )


def _with_layers(checkpoint: Checkpoint, stated: str | None) -> Architecture | None:
    architecture = checkpoint.architecture
    if stated is None:
        return architecture
    if architecture is None:
        raise InputError("an exported graph ends in the layer it ends in. Leave out layers.")
    return replace(architecture, pooled_layers=read_layers(stated))


def _read_dense(layer: DenseLayer) -> Dense:
    weights = read_weights(layer.folder / "model.safetensors")
    return Dense(
        weight=weights.tensor("linear.weight", layer.out_features, layer.in_features),
        bias=weights.tensor("linear.bias", layer.out_features) if layer.bias else None,
        activation=layer.activation,
        digest=weights.digest,
    )


def _session_options() -> onnxruntime.SessionOptions:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return options


def _run_checkpoint(checkpoint: Checkpoint) -> Runtime:
    if checkpoint.architecture is None:
        raise ModelError(f"{checkpoint.transformer / 'config.json'} is missing.")
    weights = read_weights(checkpoint.transformer / "model.safetensors")
    graph = cached_graph(checkpoint.architecture, _build)
    prefix = weights.prefix(TENSOR_PREFIXES[checkpoint.architecture.model_type])

    def tensors(shapes: Shapes) -> dict[str, NDArray[np.float32]]:
        return {name: weights.tensor(prefix + name, *shape) for name, shape in shapes.items()}

    tables, initializers = tensors(graph.tables), tensors(graph.weights)
    options = _session_options()
    options.add_external_initializers(
        list(initializers),
        [onnxruntime.OrtValue.ortvalue_from_numpy(tensor) for tensor in initializers.values()],
    )
    session = _session(graph.model, options, weights.path)
    return Runtime(
        session, graph.inputs, graph.output, weights.digest, tables=tables, weights=initializers
    )


def _build(architecture: Architecture) -> BuiltGraph:
    from perimetry.encoders.onnx.builders import build

    return build(architecture)


def _run_exported(path: Path, checkpoint: Checkpoint) -> Runtime:
    from perimetry.encoders.onnx.exported_graph import read_graph

    graph = read_graph(path, as_pooled=checkpoint.pooling is None)
    if graph.pooled and checkpoint.dense:
        raise ModelError(
            f"{path} pools by itself, and modules.json lists dense layers that may be within it. "
            "Export the transformer alone, or move modules.json away if the graph is the whole."
        )
    session = _session(str(graph.path), _session_options(), graph.path)
    return Runtime(
        session,
        graph.inputs,
        graph.output,
        graph.digest,
        one_by_one=graph.one_by_one,
        pooled=graph.pooled,
        id_type=graph.id_type,
    )


def _session(
    model: bytes | str, options: onnxruntime.SessionOptions, path: Path
) -> onnxruntime.InferenceSession:
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library's errors share no other base
        raise ModelError(
            f"{path} cannot be run by ONNX Runtime {onnxruntime.__version__} "
            f"({_first_line(error)}). Download or export the model again."
        ) from error


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _setup(
    checkpoint: Checkpoint,
    runtime: Runtime,
    tokens: Tokens,
    readout: Readout,
    options: Mapping[str, str],
) -> Mapping[str, object]:
    architecture = checkpoint.architecture
    return {
        "engine": "onnx",
        "onnxruntime": onnxruntime.__version__,
        "tokenizers": tokenizers.__version__,
        "architecture": architecture.stated() if architecture else "exported graph",
        "weights_sha256": runtime.digest,
        "tokenizer_sha256": tokens.digest,
        "tokenizer_class": tokens.tokenizer_class,
        "pooling": "by the graph" if runtime.pooled else readout.pooling,
        "dense": [{"sha256": d.digest, "activation": d.activation} for d in readout.dense],
        "normalise": readout.normalise,
        "max_length": tokens.max_length,
        "truncation_side": tokens.truncation_side,
        "lower_case": checkpoint.lower_case,
        "prompts": dict(checkpoint.prompts),
        "options": {key: value for key, value in sorted(options.items()) if key != "file"},
    }
