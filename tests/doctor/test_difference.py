from __future__ import annotations

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.difference import difference, quantised, sound_vectors
from perimetry.encoders.views.opening import with_views
from perimetry.errors import EncodingError
from tests.doctor.wrapped import Wrapped, opened


def test_the_difference_is_a_share_of_the_longer_vector() -> None:
    one, other = np.float32([[3, 4], [3, 4], [0, 0]]), np.float32([[3, 3], [0, 0], [0, 0]])
    assert difference(one, other) == pytest.approx([1 / 5, 4 / 5, 0])
    assert difference(10 * one, 10 * other) == pytest.approx([1 / 5, 4 / 5, 0])


def test_vectors_that_are_not_finite_are_refused() -> None:
    broken = Wrapped(opened("hash:"), vectors=lambda vectors, _: vectors * np.float32(np.nan))
    with pytest.raises(EncodingError, match="NaN"):
        sound_vectors(Patient(broken), ["a", "b"])


def test_a_view_of_fewer_bits_says_so() -> None:
    encoder = opened("hash:")
    assert quantised(Patient(encoder)) == ""
    cut = with_views(encoder, {"dim": "64", "quantize": "binary"})
    assert quantised(Patient(cut)) == "quantize=binary"
