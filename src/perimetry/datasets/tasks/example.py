"""One example of any task: a query, the target that is right, and those that are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


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

    def tagged(self, mark: str) -> Example:
        """The example with ``mark`` behind its query and its own targets, for training only.

        Examples share label texts, so in a batch another example's positive would be a false
        negative; with another mark it is plainly wrong (ATEB, arXiv 2502.16766, unique ids). Draw
        marks at random and anew each epoch, or they can be learnt.

        >>> Example("1", "g", "a b", ["yes", "no"], 0, ["y", "n"]).tagged("k7").targets
        ['yes k7', 'no k7']
        """
        return replace(
            self,
            query=f"{self.query} {mark}",
            targets=[f"{target} {mark}" for target in self.targets],
        )
