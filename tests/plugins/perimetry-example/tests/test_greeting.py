from __future__ import annotations

import numpy as np
import pytest
from perimetry_example_probe import GreetingProbe

from perimetry.records import Text
from perimetry.testing.probes import ProbeContract


class TestGreeting(ProbeContract):
    @pytest.fixture
    def probe(self):
        return GreetingProbe(["Is it open?", "Is it shut?", "Where is it?"])


def test_a_greeting_that_moves_nothing_loses_nothing() -> None:
    probe = GreetingProbe(["a", "b"])
    vectors = np.eye(2, dtype=np.float32)

    class Deaf:
        def __getitem__(self, texts: list[Text]) -> np.ndarray:
            return vectors[["ab".index(text.string[-1]) for text in texts]]

    assert probe.judge(Deaf()).values("all", "found_again").tolist() == [1.0, 1.0]
