"""What every encoder keeps, ours and a plugin's: a suite that pytest runs.

::

    from perimetry.testing.encoders import EncoderContract

    class TestMyEncoder(EncoderContract):
        @pytest.fixture
        def make(self):
            return MyEncoder
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.encoders import Encoder
from perimetry.errors import PerimetryError
from perimetry.records import ROLES, Role

TEXTS: Sequence[str] = (
    "The weather is lovely today.",
    "a",
    "",
    " ",
    "It's so sunny outside! He didn't drive to the well-known stadium, did he?",
    "0 1.5 -3 1,000 50%",
    "😀 👍🏽",
    "天气很好。",
    "e\u0301te\u0301 \u202eabc\u202c",
    "one\ntwo\tthree\r\nfour\x00\x07",
    "<script>alert('x')</script>",
    "word " * 2_000,
    "x" * 10_000,
)
"""Texts that every encoder has one finite vector for, whatever it makes of them."""

PROMPT = "query: "


class EncoderContract:
    """Subclass it, and give the fixture ``make``: a function that makes your encoder anew.

    ``tolerance`` is how far a vector may move with its batch-mates. ``prompt_is_text`` is false for
    an encoder that does something else with a prompt than put it before the text.
    """

    tolerance: float = 1e-6
    prompt_is_text: bool = True

    @pytest.fixture
    def make(self) -> Callable[[], Encoder]:
        """A function that makes the encoder under test; each call makes another one."""
        raise NotImplementedError("override the fixture make")

    @pytest.fixture
    def encoder(self, make: Callable[[], Encoder]) -> Encoder:
        """The encoder under test."""
        return make()

    def test_it_is_an_encoder_with_a_name_and_a_fingerprint(self, encoder: Encoder) -> None:
        assert isinstance(encoder, Encoder)
        assert isinstance(encoder.name, str)
        assert encoder.name.strip()
        assert isinstance(encoder.fingerprint, str)
        assert encoder.fingerprint.strip()

    def test_every_text_has_one_finite_float32_row(self, encoder: Encoder) -> None:
        vectors = encoder.encode(TEXTS, role="symmetric")
        assert isinstance(vectors, np.ndarray)
        assert vectors.dtype == np.float32
        assert vectors.ndim == 2
        assert len(vectors) == len(TEXTS)
        assert vectors.shape[1] > 0
        assert np.isfinite(vectors).all()

    @pytest.mark.parametrize("role", ROLES)
    def test_no_texts_have_no_rows_of_the_same_dimension(
        self, encoder: Encoder, role: Role
    ) -> None:
        full = encoder.encode(TEXTS[:1], role=role)
        assert encoder.encode([], role=role).shape == (0, full.shape[1])

    def test_the_empty_text_has_a_row(self, encoder: Encoder) -> None:
        assert encoder.encode([""], role="symmetric").shape[0] == 1

    def test_the_same_call_gives_the_same_vectors(self, encoder: Encoder) -> None:
        assert _equal(*(encoder.encode(TEXTS, role="symmetric") for _ in range(2)))

    def test_a_second_encoder_has_the_same_fingerprint_and_vectors(
        self, make: Callable[[], Encoder]
    ) -> None:
        first, second = make(), make()
        assert first.fingerprint == second.fingerprint
        assert first.name == second.name
        assert self._close(*(one.encode(TEXTS, role="symmetric") for one in (first, second)))

    def test_encoding_changes_neither_fingerprint_nor_name(self, encoder: Encoder) -> None:
        before = encoder.name, encoder.fingerprint, dict(encoder.prompts)
        encoder.encode(TEXTS, role="query")
        assert (encoder.name, encoder.fingerprint, dict(encoder.prompts)) == before

    def test_the_order_of_the_texts_changes_no_vector(self, encoder: Encoder) -> None:
        forward = encoder.encode(TEXTS, role="symmetric")
        backward = encoder.encode(TEXTS[::-1], role="symmetric")
        assert self._close(forward, backward[::-1])

    def test_a_text_alone_has_the_vector_that_it_has_among_others(self, encoder: Encoder) -> None:
        together = encoder.encode(TEXTS, role="symmetric")
        alone = [encoder.encode([text], role="symmetric")[0] for text in TEXTS]
        assert self._close(together, np.stack(alone))

    def test_equal_texts_have_equal_vectors(self, encoder: Encoder) -> None:
        first, _, second = encoder.encode([TEXTS[0], TEXTS[4], TEXTS[0]], role="symmetric")
        assert self._close(first, second)

    @pytest.mark.parametrize("role", ROLES)
    def test_no_prompt_given_means_the_encoders_own(self, encoder: Encoder, role: Role) -> None:
        own = encoder.prompts.get(role, "")
        given = encoder.encode(TEXTS[:2], role=role, prompt=own)
        assert self._close(encoder.encode(TEXTS[:2], role=role), given)

    @pytest.mark.parametrize("role", ROLES)
    def test_a_prompt_is_put_before_the_text(self, encoder: Encoder, role: Role) -> None:
        if not self.prompt_is_text:
            pytest.skip("this encoder does something else with a prompt")
        prompted = encoder.encode([TEXTS[0]], role=role, prompt=PROMPT)
        written = encoder.encode([PROMPT + TEXTS[0]], role=role, prompt="")
        assert self._close(prompted, written)

    def test_the_roles_of_the_prompts_are_known(self, encoder: Encoder) -> None:
        assert set(encoder.prompts) <= set(ROLES)
        assert all(isinstance(prompt, str) for prompt in encoder.prompts.values())

    def test_the_setup_can_be_written_down(self, encoder: Encoder) -> None:
        assert json.loads(json.dumps(dict(encoder.setup), allow_nan=False))

    def test_the_texts_that_go_in_are_left_as_they_are(self, encoder: Encoder) -> None:
        texts = list(TEXTS)
        encoder.encode(texts, role="symmetric")
        assert texts == list(TEXTS)

    def test_changing_a_result_changes_no_later_one(self, encoder: Encoder) -> None:
        first = encoder.encode(TEXTS[:2], role="symmetric")
        kept = first.copy()
        first.fill(7)
        assert self._close(encoder.encode(TEXTS[:2], role="symmetric"), kept)

    def test_what_is_not_unicode_is_encoded_or_refused_by_name(self, encoder: Encoder) -> None:
        try:
            vectors = encoder.encode(["\ud83d"], role="symmetric")
        except PerimetryError:
            return
        assert np.isfinite(vectors).all()

    def _close(self, a: NDArray[np.float32], b: NDArray[np.float32]) -> bool:
        return a.shape == b.shape and bool(np.allclose(a, b, rtol=0, atol=self.tolerance))


def _equal(a: NDArray[np.float32], b: NDArray[np.float32]) -> bool:
    return a.shape == b.shape and bool((a == b).all())
