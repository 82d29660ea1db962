"""A local OpenAI-compatible server for tests, which misbehaves where it is told to.

::

    with serving(lambda texts: my_vectors(texts)) as server:
        encoder = open_encoder(f"openai:any-name@{server.url}")

It listens on 127.0.0.1 only, on a free port, and ends with the block.
"""

from __future__ import annotations

import json
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Asked:
    """One request, as the server saw it; ``number`` counts from 0 over the server's life."""

    number: int
    texts: Sequence[str]
    body: Mapping[str, Any]
    path: str
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Said:
    """One response.

    ``after_s`` is how long the server takes; with ``keep`` below 1 only that share of the body is
    sent and the connection cut.
    """

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    after_s: float = 0.0
    keep: float = 1.0


Misbehave = Callable[[Asked, Said], Said]
"""What to say instead of the right answer."""


def refusal(status: int, message: str = "no", code: str = "", **headers: str) -> Said:
    """An error in OpenAI's form; header names are written with ``_`` for ``-``."""
    body = json.dumps({"error": {"message": message, "type": "test", "code": code}}).encode()
    return Said(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


def rows_of(said: Said) -> list[dict[str, Any]]:
    """The rows of a right answer, to be changed and given to :func:`with_rows`."""
    return list(json.loads(said.body)["data"])


def with_rows(said: Said, rows: object) -> Said:
    """The answer with other rows."""
    return Said(json.dumps({**json.loads(said.body), "data": rows}).encode())


class StandIn:
    """The server; ``seen`` are all requests."""

    def __init__(
        self,
        encode: Callable[[list[str]], Vectors],
        *,
        model: str | None = None,
        misbehave: Misbehave | None = None,
    ) -> None:
        self.seen: list[Asked] = []
        self.encode = encode
        self.model = model
        self.misbehave = misbehave
        self.closed = False
        self._lock = Lock()
        self._encoding = Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def texts(self) -> list[str]:
        """Every text of every request, in order."""
        with self._lock:
            return [text for asked in self.seen for text in asked.texts]

    def close(self) -> None:
        """End it; a connection that is still open is cut when it is used."""
        self.closed = True
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def respond(self, path: str, headers: Mapping[str, str], raw: bytes) -> Said:
        """What to say to one request."""
        body = json.loads(raw)
        texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
        with self._lock:
            asked = Asked(len(self.seen), texts, body, path, headers)
            self.seen.append(asked)
        with self._encoding:
            vectors = np.ascontiguousarray(self.encode(list(texts)), dtype="<f4")
        said = Said(json.dumps(self._answer(body, texts, vectors)).encode())
        return self.misbehave(asked, said) if self.misbehave else said

    def _answer(
        self, body: Mapping[str, Any], texts: Sequence[str], vectors: Vectors
    ) -> dict[str, Any]:
        base64 = body.get("encoding_format") == "base64"
        if body.get("dimensions"):
            vectors = vectors[:, : body["dimensions"]]
        rows = [
            {
                "object": "embedding",
                "index": index,
                "embedding": b64encode(row.tobytes()).decode() if base64 else row.tolist(),
            }
            for index, row in enumerate(vectors)
        ]
        tokens = sum(len(text.split()) for text in texts)
        return {
            "object": "list",
            "model": self.model or body["model"],
            "data": rows,
            "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
        }


@contextmanager
def serving(
    encode: Callable[[list[str]], Vectors],
    *,
    model: str | None = None,
    misbehave: Misbehave | None = None,
) -> Iterator[StandIn]:
    """A server for the length of a block.

    Args:
        encode: texts to vectors ``(n, d)``; it is called by one thread at a time.
        model: the name that answers give the model; ``None`` repeats the one asked for.
        misbehave: changes answers.
    """
    server = StandIn(encode, model=model, misbehave=misbehave)
    try:
        yield server
    finally:
        server.close()


def _handler(server: StandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # one packet an answer
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
            if server.closed:
                self.close_connection = True
                return
            headers = {name.lower(): value for name, value in self.headers.items()}
            said = server.respond(self.path, headers, raw)
            time.sleep(said.after_s)
            try:
                self._send(said)
            except OSError:
                self.close_connection = True  # the client has gone

        def _send(self, said: Said) -> None:
            self.send_response(said.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(said.body)))
            for name, value in said.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(said.body[: int(len(said.body) * said.keep)])
            self.wfile.flush()
            if said.keep < 1:
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            return

    return Handler
