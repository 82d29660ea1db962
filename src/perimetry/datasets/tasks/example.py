"""One example of any task: a query, the target that is right, and those that are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """A query and its candidate targets, ``targets[right]`` being the right one.

    ``names`` say what each target stands for: a label, or the number of a choice. ``withheld`` is
    the query without what the answer should rest on, "" where the task has no such form.
    """

    item: str
    group: str
    query: str
    targets: Sequence[str]
    right: int
    names: Sequence[str]
    withheld: str = ""

    @property
    def positive(self) -> str:
        """The right target."""
        return self.targets[self.right]

    @property
    def negatives(self) -> list[str]:
        """The wrong targets, in order."""
        return [target for place, target in enumerate(self.targets) if place != self.right]
