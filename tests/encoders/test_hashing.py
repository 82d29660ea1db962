from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.encoders import Encoder, open_encoder
from perimetry.errors import InputError


def test_it_is_an_encoder() -> None:
    assert isinstance(open_encoder("hash:"), Encoder)


def test_word_order_and_case_change_nothing() -> None:
    a, b = open_encoder("hash:").encode(["The dog bit", "bit the DOG"], role="symmetric")
    assert np.array_equal(a, b)


@given(st.text())
def test_every_text_has_a_finite_vector_of_at_most_unit_length(text: str) -> None:
    vector = open_encoder("hash:?dim=8").encode([text], role="symmetric")
    assert vector.shape == (1, 8)
    assert np.linalg.norm(vector) < 1.0001


def test_the_dimension_is_an_option_and_part_of_the_name() -> None:
    encoder = open_encoder("hash:?dim=64")
    assert encoder.name == "hash:?dim=64"
    assert encoder.fingerprint != open_encoder("hash:").fingerprint


@pytest.mark.parametrize("dim", ["x", "1"])
def test_a_dimension_that_is_none_is_refused(dim: str) -> None:
    with pytest.raises(InputError, match="dim"):
        open_encoder(f"hash:?dim={dim}")
