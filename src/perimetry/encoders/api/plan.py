"""What asking would take, before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """What is to be asked of one endpoint.

    Attributes:
        encoder: its name.
        texts: that are needed, each as it would be sent, each once.
        known: how many of them are stored, if the model is still the one that was met last.
        tokens: of the requests, canaries included.
        counted: how tokens were counted, in words.
        requests: if none must be sent again.
    """

    encoder: str
    texts: int
    known: int
    tokens: int
    counted: str
    requests: int

    def cost(self, price: float) -> float:
        """At ``price`` for a million tokens."""
        return self.tokens * price / 1e6
