"""Asking again: back-off with jitter, the server's own wish first, one pause for all threads."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock
from typing import TypeVar

from perimetry.encoders.api.client import Problem
from perimetry.errors import UnavailableError

PASSING = (408, 409, 425, 429)
"""Statuses that may be another tomorrow, beside those from 500 on."""

FOR_GOOD = ("insufficient_quota", "billing_hard_limit_reached")
"""Codes of a 429 that no waiting mends."""

T = TypeVar("T")
Pause = Callable[[Event, float], object]


class StoppedError(Exception):
    """Another request has failed for good, so this one is given up."""


@dataclass(frozen=True)
class Patience:
    """How long to go on.

    Attributes:
        retries: how often one request is sent again.
        base_s: the most of the first pause; each next may be twice as long.
        cap_s: the most of any pause that the server did not ask for.
        longest_s: a server that asks for a longer pause is not waited for.
    """

    retries: int = 6
    base_s: float = 0.5
    cap_s: float = 30.0
    longest_s: float = 120.0


class Retry:
    """Sends until an answer comes. Threads share one, and with it the pause that a server asks for.

    The jitter changes when a request is sent and never what comes of it.
    """

    def __init__(
        self,
        name: str,
        patience: Patience,
        *,
        jitter: Callable[[], float] = random.random,
        pause: Pause = Event.wait,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._patience = patience
        self._jitter = jitter
        self._pause = pause
        self._now = now
        self._not_before = 0.0
        self._lock = Lock()

    def until_answered(self, send: Callable[[], T | Problem], stop: Event) -> T:
        """The first answer, which is anything but a problem.

        Raises:
            UnavailableError: the server refuses, or goes on failing.
            StoppedError: ``stop`` was set meanwhile.
        """
        attempt = 0
        while True:
            self._wait_for_all(stop)
            came = send()
            if not isinstance(came, Problem):
                return came
            wanted = came.retry_after_s or 0.0
            if _passing(came) and wanted > self._patience.longest_s:
                raise UnavailableError(
                    f"{self._name}: {came.said} (it asks to wait {wanted:,.0f} s). What came is "
                    "stored; run the same command then."
                )
            if not _passing(came) or attempt == self._patience.retries:
                tries = f" ({attempt + 1} tries)" if attempt else ""
                raise UnavailableError(f"{self._name}: {came.said}{tries}. {_remedy(came)}")
            self._wait(attempt, came, stop)
            attempt += 1

    def _wait(self, attempt: int, came: Problem, stop: Event) -> None:
        if came.retry_after_s is not None:
            with self._lock:
                self._not_before = max(self._not_before, self._now() + came.retry_after_s)
            return
        most = min(self._patience.cap_s, self._patience.base_s * 2**attempt)
        self._pause(stop, most * self._jitter())

    def _wait_for_all(self, stop: Event) -> None:
        """Wait until the server's pause is over, and a moment more: not all come at once."""
        with self._lock:
            left = self._not_before - self._now()
        if left > 0:
            self._pause(stop, left + self._patience.base_s * self._jitter())
        if stop.is_set():
            raise StoppedError


def _passing(came: Problem) -> bool:
    if came.code in FOR_GOOD:
        return False
    return came.status is None or came.status in PASSING or came.status >= 500


REMEDIES = {
    400: "Look at the model's name and limits.",
    401: "Look at the key: OPENAI_API_KEY, ?key_env=NAME or ?key_file=PATH.",
    403: "Look at what the key may do.",
    404: "Look at the model's name and the base URL, which mostly ends in /v1.",
    413: "Send less at once with ?batch= or ?batch_tokens=.",
    422: "Send less at once with ?batch= or ?batch_tokens=, or look at the options.",
    429: "The account or its quota is at its end.",
}


def _remedy(came: Problem) -> str:
    if came.status in REMEDIES and not (came.status == 429 and came.code not in FOR_GOOD):
        return REMEDIES[came.status]
    if came.status is not None and 300 <= came.status < 400:
        return "Give the base URL that it redirects to, if you trust it."
    if _passing(came):
        return "What came is stored; run the same command again, with fewer ?concurrency=."
    return "Look at the server's own log."
