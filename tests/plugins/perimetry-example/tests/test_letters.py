from __future__ import annotations

from functools import partial

import pytest

from perimetry.encoders import open_encoder
from perimetry.testing.encoders import EncoderContract


class TestLetters(EncoderContract):
    @pytest.fixture(params=["letters:", "letters:?case=1"])
    def make(self, request):
        return partial(open_encoder, request.param)
