"""What may be spent, and what was: nothing is sent that would go beyond."""

from __future__ import annotations

from threading import Lock

from perimetry.errors import InputError, UnavailableError


class BudgetError(UnavailableError):
    """The next request would go beyond what was allowed."""


class Budget:
    """Requests, tokens and money of one run, over all its endpoints. Threads may share it.

    A request's tokens are estimated before it is sent and replaced by the server's own count when
    it comes; where the server counts more than was estimated, later estimates grow by as much.

    Args:
        max_requests: most requests, those that are sent again included.
        max_cost: most money, in the unit of ``price``.
        price: of a million tokens.

    Raises:
        InputError: a cost is limited and there is no price.
    """

    def __init__(
        self,
        *,
        max_requests: int | None = None,
        max_cost: float | None = None,
        price: float | None = None,
    ) -> None:
        if max_cost is not None and price is None:
            raise InputError("--max-cost needs --price, what a million tokens cost.")
        self.max_requests = max_requests
        self.max_cost = max_cost
        self.price = price
        self.requests = 0
        self.tokens = 0
        self._in_flight = 0.0
        self._ratio = 1.0
        self._lock = Lock()

    @property
    def cost(self) -> float | None:
        """What the tokens so far cost, ``None`` without a price."""
        return None if self.price is None else self._price(self.tokens)

    def take(self, tokens: int) -> float:
        """Count a request that is about to be sent. Returns what is set aside for it, in tokens.

        Raises:
            BudgetError: it would go beyond a limit.
        """
        with self._lock:
            if self.max_requests is not None and self.requests >= self.max_requests:
                raise BudgetError(self._spent(f"--max-requests {self.max_requests:,}"))
            aside = tokens * self._ratio
            if self.max_cost is not None:
                whole = self._price(self.tokens + self._in_flight + aside)
                if whole > self.max_cost:
                    raise BudgetError(self._spent(f"--max-cost {self.max_cost:g}"))
            self.requests += 1
            self._in_flight += aside
            return aside

    def answered(self, aside: float, estimated: int, tokens: int | None) -> None:
        """Replace what was set aside by the server's count, or by the estimate if it has none."""
        with self._lock:
            self._in_flight -= aside
            self.tokens += estimated if tokens is None else tokens
            if tokens is not None and estimated:
                self._ratio = max(self._ratio, tokens / estimated)

    def unanswered(self, aside: float, estimated: int, *, refused: bool) -> None:
        """Give back what was set aside; a request that was not refused may have been billed."""
        with self._lock:
            self._in_flight -= aside
            self.tokens += 0 if refused else estimated

    def _price(self, tokens: float) -> float:
        return tokens * (self.price or 0.0) / 1e6

    def _spent(self, limit: str) -> str:
        cost = "" if self.price is None else f", which cost {self._price(self.tokens):.4g}"
        return (
            f"stopped: the next request would exceed {limit}. {self.requests:,} requests with "
            f"{self.tokens:,} tokens were sent{cost}. What came is stored; raise the limit and run "
            "the same command to go on."
        )
