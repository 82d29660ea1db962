"""Where an endpoint is and what is asked of it, read from its name and checked before it is used.

``MODEL[@BASE_URL][?option=value&…]``; without a base URL it is that of ``OPENAI_BASE_URL`` or
OpenAI's own.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from perimetry.encoders.api.key import Key
from perimetry.encoders.uri import EncoderURI, take_options
from perimetry.errors import InputError

DEFAULT_URL = "https://api.openai.com/v1"

OPTIONS = (
    "dimensions", "format", "batch", "batch_tokens", "concurrency", "timeout", "retries",
    "tolerance", "tokenizer", "key_env", "key_file", "api_version", "insecure",
)  # fmt: skip
SHOWN = ("dimensions", "format")
"""The options that can change a vector, which stand in the encoder's name."""

FORMATS = ("base64", "float")


@dataclass(frozen=True)
class Endpoint:
    """An endpoint, and how to ask it.

    Attributes:
        model: its name there.
        base_url: without a slash at the end.
        dimensions: asked of the server, ``None`` for as many as the model has.
        format: in which vectors are asked for, ``base64`` or ``float``.
        batch: most texts in a request.
        batch_tokens: most tokens in a request, by the count that is used.
        concurrency: most requests at once.
        timeout_s: to wait for an answer, and for the whole of it once it has begun.
        retries: how often one request is sent again.
        tolerance: by what share of its length a canary's vector may move.
        tokenizer: a ``tokenizer.json`` that counts tokens, ``""`` for an estimate.
        api_version: of Azure's older form, ``""`` for none.
        key: the secret.
    """

    model: str
    base_url: str
    dimensions: int | None
    format: str
    batch: int
    batch_tokens: int
    concurrency: int
    timeout_s: float
    retries: int
    tolerance: float
    tokenizer: str
    api_version: str
    key: Key

    @property
    def host(self) -> str:
        """The base URL's host, without port."""
        return urlsplit(self.base_url).hostname or ""

    @classmethod
    def parse(cls, uri: EncoderURI, *, insecure: bool = False, offline: bool = False) -> Endpoint:
        """Read the endpoint from its name.

        Args:
            uri: its parts.
            insecure: plain http is allowed to any host.
            offline: nothing will be sent, so no key is needed.

        Raises:
            InputError: an option that is unknown or wrong, or a base URL that may not be used.
            UnavailableError: there is no key.
        """
        options = take_options(uri.options, OPTIONS, "openai")
        model, url = _split(uri.target)
        insecure = insecure or _switch(options, "insecure")
        base_url = _checked_url(url, insecure=insecure or offline)
        form = options.get("format", FORMATS[0])
        if form not in FORMATS:
            raise InputError(f"openai: format must be {' or '.join(FORMATS)}, not {form!r}.")
        loopback = is_loopback(urlsplit(base_url).hostname or "")
        return cls(
            model=model,
            base_url=base_url,
            dimensions=_whole(options, "dimensions") if "dimensions" in options else None,
            format=form,
            batch=_whole(options, "batch", 32),
            batch_tokens=_whole(options, "batch_tokens", 100_000),
            concurrency=_whole(options, "concurrency", 8),
            timeout_s=_number(options, "timeout", 60.0),
            retries=_whole(options, "retries", 6, least=0),
            tolerance=_number(options, "tolerance", 0.02),
            tokenizer=options.get("tokenizer", ""),
            api_version=options.get("api_version", ""),
            key=Key.none() if offline else Key.read(options, needed=not loopback),
        )

    def display(self, options: Mapping[str, str]) -> str:
        """How tables call it: no host if it is OpenAI's own, and no path, which may be secret."""
        place = "" if self.base_url == DEFAULT_URL else "@" + urlsplit(self.base_url).netloc
        shown = {key: value for key, value in options.items() if key in SHOWN}
        return EncoderURI("openai", "", shown).display(f"openai:{self.model}{place}")


def is_loopback(host: str) -> bool:
    """Whether ``host`` is this machine, by its name or address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("localhost.example.com")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _split(target: str) -> tuple[str, str]:
    """Model and base URL; a model's own name may hold ``@``."""
    model, at, rest = target.partition("@http")
    url = f"http{rest}" if at else os.environ.get("OPENAI_BASE_URL") or DEFAULT_URL
    if not model.strip():
        raise InputError("openai: names no model. Write openai:MODEL or openai:MODEL@BASE_URL.")
    return model, url


def _checked_url(url: str, *, insecure: bool) -> str:
    """The base URL; a wrong one is never repeated in the error, since it may hold a secret."""
    parts = _parts(url)
    if parts is None:
        raise InputError("openai: the base URL cannot be read. Write https://HOST/v1.")
    host = parts.hostname
    if parts.scheme not in ("http", "https") or not host:
        raise InputError("openai: the base URL must be https://HOST/… or http://HOST/….")
    if "@" in parts.netloc:
        raise InputError(
            f"openai: the base URL at {host} holds a user name or password. Leave it out, and put "
            "the key into OPENAI_API_KEY, or name another variable with ?key_env=NAME."
        )
    if parts.query or parts.fragment:
        raise InputError(
            f"openai: the base URL at {host} holds a query, which may hold a secret. Leave it out; "
            "?api_version= is sent as Azure's api-version."
        )
    if parts.scheme == "http" and not is_loopback(host) and not insecure:
        raise InputError(
            f"openai: http://{host} would carry the texts and the key in the clear. Use https, or "
            "allow it with --insecure (?insecure=1)."
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")


def _parts(url: str) -> SplitResult | None:
    """The parts of a URL; the error that there would be repeats it."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _switch(options: Mapping[str, str], name: str) -> bool:
    value = options.get(name, "0")
    if value not in ("0", "1"):
        raise InputError(f"openai: {name} must be 0 or 1, not {value!r}.")
    return value == "1"


def _whole(options: Mapping[str, str], name: str, default: int = 0, *, least: int = 1) -> int:
    text = options.get(name, str(default))
    if not (text.isascii() and text.isdecimal() and least <= int(text) <= 1_000_000):
        raise InputError(f"openai: {name} must be a whole number from {least} on, not {text!r}.")
    return int(text)


def _number(options: Mapping[str, str], name: str, default: float) -> float:
    text = options.get(name, str(default))
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise InputError(f"openai: {name} must be a number above 0, not {text!r}.")
    return value
