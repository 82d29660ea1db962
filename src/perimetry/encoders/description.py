"""What there is to know of an encoder: engine and why, sizes, licence, identity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from perimetry.encoders import use
from perimetry.encoders.models import bundled
from perimetry.encoders.models.location import locate
from perimetry.encoders.opening import Choice, choose_engine
from perimetry.encoders.static.unknown import UnknownTexts
from perimetry.encoders.uri import EncoderURI
from perimetry.encoders.views.base import View, background_texts
from perimetry.errors import PerimetryError


@dataclass(frozen=True)
class Description:
    """The facts of one encoder, each under its name, in the order to show them."""

    name: str
    facts: Mapping[str, str]


def describe(name: str | None = None, *, threads: int | None = None) -> Description:
    """Open the encoder called ``name`` and say what it is.

    Raises:
        InputError: the name cannot be read.
        UnavailableError: it cannot be opened; the message says why.
    """
    choice = choose_engine(name, threads=threads)
    encoder, setup = choice.encoder, choice.encoder.setup
    path = _path(name or bundled.NAME, choice.engine)
    facts = {
        "engine": choice.engine,
        "why": choice.reason,
        **{f"why not {engine}": reason for engine, reason in choice.passed_over.items()},
        "views": _views(setup),
        "prompts": _prompts(choice),
        "pooling": _text(setup.get("pooling")),
        "dimension": _text(setup.get("dimension")),
        "max length": _max_length(setup),
        "unknown texts": _unknown(choice),
        "licence": licence(path, choice.engine),
        "origin": ", ".join(f"{k} {v}" for k, v in _items(setup.get("origin"))),
        "path": str(path or ""),
        "size on disk": f"{size_bytes(path) / 1e6:,.1f} MB" if path else "",
        "fingerprint": encoder.fingerprint,
    }
    return Description(encoder.name, {fact: value for fact, value in facts.items() if value})


def licence(path: Path | None, engine: str) -> str:
    """The licence that the model card in ``path`` states, or the wheel, or that none is stated."""
    if engine == "use":
        try:
            return str(metadata(use.PACKAGE)["License"] or "not stated")
        except PackageNotFoundError:
            return "not stated"
    if path is None:
        return ""
    card = path / "README.md"
    if card.is_file():
        from huggingface_hub import metadata_load

        try:
            stated = (metadata_load(card) or {}).get("license")
        except (ValueError, OSError):
            return "not stated: the head of README.md cannot be read"
        if stated:
            return _text(stated)
    return "not stated"


def size_bytes(path: Path) -> int:
    """The bytes of a file, or of all files under a folder."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files)


def _path(name: str, engine: str) -> Path | None:
    """The folder or file behind ``name``, if the engine reads one."""
    if engine not in ("onnx", "st", "static", "vectors"):
        return None
    uri = EncoderURI.parse(name, (engine,))
    path = Path(uri.target).expanduser()
    if path.is_file():
        return path
    try:
        return locate(uri.target, uri.options.get("revision")).path
    except PerimetryError:
        return None


def _views(setup: Mapping[str, object]) -> str:
    views = setup.get("views")
    listed = views if isinstance(views, list) else []
    return "; ".join(f"{view['view']} ({view['scheme']})" for view in listed)


def _prompts(choice: Choice) -> str:
    given = [f"{role} {prompt!r}" for role, prompt in choice.encoder.prompts.items() if prompt]
    return ", ".join(given) or "none"


def _max_length(setup: Mapping[str, object]) -> str:
    if setup.get("engine") == "openai":
        return "not known"
    return f"{setup['max_length']} tokens" if setup.get("max_length") else "no limit"


def _unknown(choice: Choice) -> str:
    """How many background sentences have no known token, for an encoder that may know none."""
    encoder = choice.encoder
    while isinstance(encoder, View):
        encoder = encoder.inner
    counted = getattr(encoder, "unknown_texts", None)
    if not isinstance(counted, UnknownTexts):
        return ""
    before, texts = counted.count, background_texts()
    encoder.encode(texts, role="symmetric")
    return f"{counted.count - before} of {len(texts)} background sentences get a zero vector"


def _items(value: object) -> list[tuple[str, object]]:
    return list(value.items()) if isinstance(value, dict) else []


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
