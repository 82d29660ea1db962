"""From an encoder's name to an encoder: which engine, which folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path

from perimetry.encoders import bundled, hub
from perimetry.encoders.base import Encoder
from perimetry.encoders.uri import EncoderURI
from perimetry.errors import ModelError

Loader = Callable[[EncoderURI, int | None], Encoder]


def open_encoder(name: str | None = None, *, threads: int | None = None) -> Encoder:
    """Open the encoder called ``name``.

    Args:
        name: a model name or folder (``sentence-transformers/all-MiniLM-L6-v2``, ``./model``),
            a name with an engine (``onnx:``, ``st:``, ``vectors:``, ``python:``, ``hash:``), or
            ``None`` for the bundled all-MiniLM-L6-v2.
        threads: how many cores to encode on; ``None`` takes all.

    Raises:
        InputError: the name cannot be read, or has an option that the engine does not know.
        UnavailableError: there is no such model, it is broken, or its engine is not installed.
    """
    uri = EncoderURI.parse(name or bundled.NAME, tuple(ENGINES))
    return ENGINES[uri.engine or "onnx"](uri, threads)


def _onnx(uri: EncoderURI, threads: int | None) -> Encoder:
    from perimetry.encoders.onnx.engine import OnnxEncoder

    folder, name = _locate(uri.target)
    encoder = OnnxEncoder.load(folder, name=uri.display(name), options=uri.options, threads=threads)
    if name == bundled.NAME:
        bundled.check_weights(encoder.setup["weights_sha256"], folder)
    return encoder


def _sentence_transformers(uri: EncoderURI, threads: int | None) -> Encoder:
    from perimetry.encoders.sentence_transformers import SentenceTransformersEncoder

    folder, name = _locate(uri.target)
    return SentenceTransformersEncoder.load(
        folder, name=uri.display(f"st:{name}"), options=uri.options, threads=threads
    )


def _vectors(uri: EncoderURI, _threads: int | None) -> Encoder:
    from perimetry.encoders.vectors import VectorsEncoder

    return VectorsEncoder.load(uri)


def _python(uri: EncoderURI, _threads: int | None) -> Encoder:
    from perimetry.encoders.python import load

    return load(uri)


def _hash(uri: EncoderURI, _threads: int | None) -> Encoder:
    from perimetry.encoders.hashing import HashingEncoder

    return HashingEncoder.load(uri)


ENGINES: Mapping[str, Loader] = {
    "onnx": _onnx,
    "st": _sentence_transformers,
    "vectors": _vectors,
    "python": _python,
    "hash": _hash,
}


def _locate(target: str) -> tuple[Path, str]:
    """The folder of the model called ``target``, and its short name."""
    if target in (bundled.NAME, bundled.HUB_ID):
        folder = bundled.wheel_folder() or _from_hub(bundled.HUB_ID, bundled.FETCH_HINT)
        return folder, bundled.NAME
    path = Path(target).expanduser()
    if path.is_dir():
        return path, path.resolve().name
    if path.is_file():
        raise ModelError(f"{target} is a file. Give the folder of a sentence-transformers model.")
    if target.startswith((".", "/", "~")) or target.count("/") > 1:
        raise ModelError(f"there is no model folder {target}.{_nearest(target)}")
    return _from_hub(target, _nearest(target).strip() or bundled.FETCH_HINT), target


def _from_hub(name: str, hint: str) -> Path:
    try:
        folder = hub.model_folder(name)
    except ModelError as error:
        raise ModelError(f"{error} {hint}") from None
    if folder is None:
        raise ModelError(f"there is no model {name!r}, neither as a folder nor on the hub. {hint}")
    return folder


def _nearest(target: str) -> str:
    """The known model whose name is closest to ``target``, as a sentence."""
    parent = Path(target).expanduser().parent
    folders = [str(path) for path in parent.iterdir() if path.is_dir()] if parent.is_dir() else []
    near = get_close_matches(
        target, [bundled.NAME, bundled.HUB_ID, *hub.cached_models(), *folders], n=1
    )
    return f" Did you mean {near[0]!r}?" if near else ""
