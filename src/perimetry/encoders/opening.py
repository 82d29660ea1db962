"""From an encoder's name to an encoder: which engine, why that one, and which views of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from perimetry.encoders.api.opening import open_api
from perimetry.encoders.api.settings import ApiSettings
from perimetry.encoders.base import Encoder
from perimetry.encoders.engines import Engine, all_engines
from perimetry.encoders.models import bundled
from perimetry.encoders.models.location import Location, locate
from perimetry.encoders.sentence_transformers import SentenceTransformersEncoder
from perimetry.encoders.static.token_table import is_static
from perimetry.encoders.uri import EncoderURI
from perimetry.encoders.views.opening import VIEW_OPTIONS, with_views
from perimetry.errors import ModelError, PerimetryError


@dataclass(frozen=True)
class Choice:
    """An opened encoder, the engine that runs it, why it was chosen and why others were not."""

    encoder: Encoder
    engine: str
    reason: str
    passed_over: Mapping[str, str] = field(default_factory=dict)


def open_encoder(
    name: str | None = None,
    *,
    threads: int | None = None,
    calibration: Callable[[], Sequence[str]] | None = None,
    api: ApiSettings | None = None,
) -> Encoder:
    """Open the encoder called ``name``.

    Args:
        name: a model name or folder (``sentence-transformers/all-MiniLM-L6-v2``, ``./model``),
            a name with an engine (``onnx:``, ``st:``, ``static:``, ``use:``, ``openai:``,
            ``vectors:``, ``python:``, ``hash:``, or a plugin's), or ``None`` for the bundled
            all-MiniLM-L6-v2. Options after ``?`` make a view of it: ``dim=128``,
            ``quantize=int8`` or ``binary``, ``prompt.query=``, ``prompt.document=``,
            ``prompt.symmetric=``.
        threads: how many cores to encode on; ``None`` takes all.
        calibration: gives the texts that set the levels of ``quantize=int8``; ``None`` takes the
            built-in background sentences. It is called only if they are needed.
        api: how an endpoint (``openai:``) is asked, recorded or replayed; ``None`` asks it without
            limits.

    Raises:
        InputError: the name cannot be read, or has an option that the engine does not know.
        UnavailableError: there is no such model, it is broken, or its engine is not installed.
    """
    return choose_engine(name, threads=threads, calibration=calibration, api=api).encoder


def choose_engine(
    name: str | None = None,
    *,
    threads: int | None = None,
    calibration: Callable[[], Sequence[str]] | None = None,
    api: ApiSettings | None = None,
) -> Choice:
    """Open the encoder called ``name``, as :func:`open_encoder` does, and say which engine runs it.

    A name without an engine is run by ``static:`` if its folder says that it is static, else by
    ``onnx:``, else, if that refuses it, by ``st:``. The encoder's name then begins with ``st:`` and
    its setup says why.
    """
    engines = all_engines()
    nameless = tuple(engine.name for engine in engines.values() if engine.nameless)
    uri = EncoderURI.parse(name or bundled.NAME, tuple(engines), nameless)
    own = engines[uri.engine].own if uri.engine else ()
    views = {key: uri.options[key] for key in VIEW_OPTIONS if key in uri.options and key not in own}
    bare = uri.without(views)
    if uri.engine:
        behind = api is not None and uri.engine == "openai"
        encoder = open_api(bare, api) if behind else engines[uri.engine].load(bare, threads)
        choice = Choice(encoder, uri.engine, f"the name says {uri.engine}:")
    else:
        choice = _best(bare, engines, threads)
    viewed = with_views(choice.encoder, views, calibration)
    return Choice(viewed, choice.engine, choice.reason, choice.passed_over)


def _best(uri: EncoderURI, engines: Mapping[str, Engine], threads: int | None) -> Choice:
    place = locate(uri.target, uri.options.get("revision"))
    if is_static(place.path):
        encoder = engines["static"].load(uri, threads)
        return Choice(encoder, "static", "the folder holds a table of token vectors")
    try:
        encoder = engines["onnx"].load(uri, threads)
    except ModelError as refusal:
        if place.name == bundled.NAME or not engines["st"].installed:
            raise
        return _reference(uri, engines["st"], threads, refusal, place)
    return Choice(
        encoder,
        "onnx",
        "it runs this model, and a text's vector is the same alone and in any batch",
        {"st": "not needed; st: before the name forces it"},
    )


def _reference(
    uri: EncoderURI, engine: Engine, threads: int | None, refusal: ModelError, place: Location
) -> Choice:
    """The ``st:`` engine for a model that ``onnx:`` refuses; that refusal if neither takes it."""
    try:
        encoder = engine.load(uri, threads)
    except PerimetryError:
        raise refusal from None
    why = str(refusal).replace(str(place.path), place.path.name)
    if isinstance(encoder, SentenceTransformersEncoder):
        encoder.setup = {**encoder.setup, "onnx_refused": why}
    return Choice(
        encoder,
        "st",
        "onnx: refuses this model and sentence-transformers is installed",
        {"onnx": why},
    )
