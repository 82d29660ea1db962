"""Two encoders on the same items: everything that compares them starts from the differences."""

from __future__ import annotations

from perimetry.errors import InputError
from perimetry.stats.bootstrap import Floats


def paired_differences(old: Floats, new: Floats) -> Floats:
    """``new − old`` for each item: positive where the new encoder scores higher.

    Args:
        old: one score an item, shape ``(items,)``.
        new: the scores of the same items in the same order.

    Raises:
        InputError: the shapes differ, so the items cannot be the same.
    """
    if old.ndim != 1 or old.shape != new.shape:
        raise InputError(
            f"scores of shapes {old.shape} and {new.shape} cannot be paired: "
            "both encoders must be scored on the same items, one number an item"
        )
    return new - old
