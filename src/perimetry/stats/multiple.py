"""Many tests at once: a family of claims, of which not one may be false too often."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import InputError


def holm(p_values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Holm's step-down adjusted p-values, in the order given.

    A claim whose adjusted value is at most 0.05 may be made; with all such claims together, the
    chance that any one of them is false is at most 0.05. For claims of *gain*; a no-harm test that
    must pass for every part needs none of this. Holm (1979).

    Args:
        p_values: shape ``(tests,)``, each within 0 to 1.

    Raises:
        InputError: a value is no probability.

    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(p_values, dtype=np.float64)
    if not np.all((values >= 0) & (values <= 1)):
        raise InputError(f"p-values lie within 0 to 1, these do not: {values.tolist()}")
    order = np.argsort(values, kind="stable")
    scaled = values[order] * np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.maximum.accumulate(scaled), 1.0)
    return adjusted
