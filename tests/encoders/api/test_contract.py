"""``openai:`` keeps what every encoder keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from perimetry.encoders import Encoder, open_encoder
from perimetry.testing.encoders import EncoderContract
from perimetry.testing.endpoint import serving
from tests.encoders.api.opened import DictMemory, words

pytest.importorskip("openai", reason="pip install 'perimetry[api]' runs this")


class TestApi(EncoderContract):
    @pytest.fixture(params=["", "&batch=3", "&format=float", "&dim=8&prompt.query=q: "])
    def make(self, request: pytest.FixtureRequest) -> Iterator[Callable[[], Encoder]]:
        with serving(words) as server:
            yield partial(open_encoder, f"openai:m@{server.url}?key_env={request.param}")


class TestApiThatRemembers(EncoderContract):
    @pytest.fixture
    def make(self) -> Iterator[Callable[[], Encoder]]:
        with serving(words) as server:

            def make() -> Encoder:
                encoder = open_encoder(f"openai:m@{server.url}?key_env=")
                encoder.remember(DictMemory())
                return encoder

            yield make
