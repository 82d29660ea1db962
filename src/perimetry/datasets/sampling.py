"""A random choice of whole groups, which every kind of set makes alike."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from perimetry.errors import InputError


def drawn_groups(groups: Iterable[str], limit: int, generator: np.random.Generator) -> set[str]:
    """At most ``limit`` of the distinct ``groups``; all if there are fewer.

    Raises:
        InputError: ``limit`` is below 1.

    >>> drawn_groups(["a", "b", "a"], 5, np.random.default_rng(0)) == {"a", "b"}
    True
    """
    if limit < 1:
        raise InputError(f"--limit must be at least 1, not {limit}.")
    names = list(dict.fromkeys(groups))
    chosen = generator.choice(len(names), size=min(limit, len(names)), replace=False)
    return {names[place] for place in chosen}
