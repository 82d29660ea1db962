"""One request to an OpenAI-compatible server, by the ``openai`` client; imported nowhere else.

The client puts the request together, keeps connections and reads errors. Its retries are off: they
know no budget and no limit that threads share, and stop honouring ``Retry-After`` at a minute. It
does not follow redirects, which could carry texts and a key to another host.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any
from weakref import finalize

from perimetry.encoders.api.endpoint import Endpoint
from perimetry.errors import MissingExtraError

MOST_BYTES = 256 << 20
"""Of one answer: 2,048 vectors of 4,096 values in text take less than 200 MiB."""


@dataclass(frozen=True)
class Problem:
    """Why a request has no answer, in words, without secrets.

    ``status`` is the server's, ``None`` where no whole answer came; ``code`` is its own word for
    it, and ``retry_after_s`` how long it asks to wait.
    """

    said: str
    status: int | None = None
    code: str = ""
    retry_after_s: float | None = None


class Client:
    """Sends one batch of texts and says what came. Threads may share it."""

    def __init__(self, endpoint: Endpoint) -> None:
        try:
            import openai
        except ImportError:
            raise MissingExtraError("openai", "api") from None
        self._openai = openai
        self._endpoint = endpoint
        key = endpoint.key.reveal()
        azure = bool(endpoint.api_version)
        self._client = openai.OpenAI(
            base_url=endpoint.base_url,
            api_key=key or "none",
            max_retries=0,
            timeout=endpoint.timeout_s,
            default_query={"api-version": endpoint.api_version} if azure else None,
            default_headers={"api-key": key} if azure and key else None,
            http_client=openai.DefaultHttpxClient(follow_redirects=False),
        )
        finalize(self, self._client.close)

    def post(self, texts: Sequence[str]) -> bytes | Problem:
        """Ask for the vectors of ``texts``. It never raises what the server or network did."""
        deadline = time.monotonic() + self._endpoint.timeout_s
        asked: dict[str, Any] = {"encoding_format": self._endpoint.format}
        if self._endpoint.dimensions:
            asked["dimensions"] = self._endpoint.dimensions
        embeddings = self._client.embeddings.with_streaming_response
        try:
            with embeddings.create(
                model=self._endpoint.model, input=list(texts), **asked
            ) as response:
                return self._read(response, deadline)
        except self._openai.APIStatusError as error:
            return self._refusal(error.status_code, error.response.headers, error.response.text)
        except self._openai.APITimeoutError:
            return Problem(f"no answer within {self._endpoint.timeout_s:g} s")
        except Exception as error:  # a broken answer raises whatever the HTTP library has for it
            cause = error.__cause__ or error
            said = self._endpoint.key.scrub(f"{type(cause).__name__}: {cause}")
            return Problem(f"no whole answer ({said})")

    def _read(self, response: Any, deadline: float) -> bytes | Problem:
        """The body, against the clock: a limit on each read alone would let it drip for ever."""
        blocks, held = [], 0
        for block in response.iter_bytes():
            blocks.append(block)
            held += len(block)
            if time.monotonic() > deadline:
                return Problem(f"no whole answer within {self._endpoint.timeout_s:g} s")
            if held > MOST_BYTES:
                return Problem(f"an answer of more than {MOST_BYTES >> 20} MiB", status=200)
        return b"".join(blocks)

    def _refusal(self, status: int, headers: Mapping[str, str], body: str) -> Problem:
        said, code = _message(body)
        scrub = self._endpoint.key.scrub
        if 300 <= status < 400:
            said = f"it redirects to {headers.get('location', 'nowhere')}"
        return Problem(
            f"HTTP {status}: {scrub(said) or 'no message'}",
            status=status,
            code=scrub(code),
            retry_after_s=retry_after(headers),
        )


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that a server asks to wait, from ``retry-after-ms`` or ``retry-after``.

    >>> retry_after({"retry-after": "7"})
    7.0
    """
    for name, scale in (("retry-after-ms", 1e-3), ("retry-after", 1.0)):
        value = headers.get(name)
        if not value:
            continue
        try:
            seconds = float(value) * scale
        except ValueError:
            try:
                seconds = parsedate_to_datetime(value).timestamp() - time.time()
            except (TypeError, ValueError, OverflowError):
                continue
        if seconds == seconds:  # a server may say "nan"
            return max(0.0, seconds)
    return None


def _message(body: str) -> tuple[str, str]:
    """A server's own words and code, from the forms that servers use, or the body itself."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return _one_line(body), ""
    error = found.get("error", found) if isinstance(found, dict) else found
    if not isinstance(error, dict):
        return _one_line(str(error)), ""
    said = error.get("message") or error.get("detail") or error.get("error") or error
    return _one_line(str(said)), str(error.get("code") or error.get("type") or "")


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 300 else line[:299] + "…"
