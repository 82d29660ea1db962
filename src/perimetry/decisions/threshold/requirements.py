"""What a threshold has to meet."""

from __future__ import annotations

from dataclasses import dataclass

from perimetry.errors import InputError
from perimetry.stats.binomial_bound import BoundMethod
from perimetry.stats.intervals import LEVEL


@dataclass(frozen=True)
class Requirements:
    """What a threshold has to meet.

    Args:
        budget: the most of the different pairs that may be accepted.
        min_accept: the least of the same pairs that a useful threshold accepts.
        method: how the bound respects groups.
        level: of each one-sided bound.

    Raises:
        InputError: a number is not between 0 and 1.
    """

    budget: float
    min_accept: float = 0.10
    method: BoundMethod = "groups"
    level: float = LEVEL

    def __post_init__(self) -> None:
        check_share("budget", self.budget)
        check_share("min-accept", self.min_accept)
        check_share("level", self.level)


def check_share(name: str, value: float) -> None:
    """Refuse what is no share between 0 and 1.

    Raises:
        InputError: with the name of the option.
    """
    if not 0 < value < 1:
        raise InputError(f"--{name} is {value:g}. Give a share above 0 and below 1.")
