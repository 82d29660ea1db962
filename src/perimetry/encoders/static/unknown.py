"""Texts of which an encoder knows nothing: they get a zero vector, and are counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from perimetry.encoders.base import shortened

EXAMPLES = 5


@dataclass
class UnknownTexts:
    """How many texts so far had no known token, and the first few of them.

    A zero vector has cosine 0 with everything. So a text that an encoder knows nothing of is far
    from all others and from itself, which is a finding about the encoder and not a failure to run.
    """

    count: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, texts: Iterable[str]) -> None:
        """Count ``texts``."""
        for text in texts:
            self.count += 1
            if len(self.examples) < EXAMPLES:
                self.examples.append(shortened(text))
