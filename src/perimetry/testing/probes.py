"""What every probe keeps, ours and a plugin's: a suite that pytest runs.

::

    from perimetry.testing.probes import ProbeContract

    class TestMyProbe(ProbeContract):
        @pytest.fixture
        def probe(self):
            return MyProbe(...)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.encoders import open_encoder
from perimetry.probes import Probe
from perimetry.records import ItemScores, Text

ROUNDING = 1e-9


class Named:
    """Vectors of the texts that a probe named, and of no others."""

    def __init__(self, vectors: Mapping[Text, NDArray[np.float32]]) -> None:
        self._vectors = vectors

    def __getitem__(self, texts: Sequence[Text]) -> NDArray[np.float32]:
        unnamed = [text for text in texts if text not in self._vectors]
        assert not unnamed, f"judge() asks for a text that texts() does not name: {unnamed[0]}"
        return np.stack([self._vectors[text] for text in texts])


def vectors_of(probe: Probe) -> Named:
    """A bag of words' vectors of what ``probe`` names."""
    encoder = open_encoder("hash:")
    texts = list(dict.fromkeys(probe.texts()))
    found = {
        text: encoder.encode([text.string], role=text.role, prompt=text.prompt)[0] for text in texts
    }
    return Named(found)


class ProbeContract:
    """Override the fixture ``probe``; a small one is enough."""

    @pytest.fixture
    def probe(self) -> Probe:
        """The probe under test."""
        raise NotImplementedError("override the fixture probe")

    @pytest.fixture
    def scores(self, probe: Probe) -> ItemScores:
        """What it makes of a bag of words."""
        return probe.judge(vectors_of(probe))

    def test_it_has_a_name_and_says_what_it_rests_on(self, probe: Probe) -> None:
        note = probe.note()
        assert probe.name
        assert note.name
        assert note.digest
        assert note.source
        assert note == probe.note()

    def test_its_texts_are_the_same_each_time(self, probe: Probe) -> None:
        texts = list(probe.texts())
        assert texts
        assert texts == list(probe.texts())

    def test_equal_vectors_give_equal_scores_in_the_same_order(
        self, probe: Probe, scores: ItemScores
    ) -> None:
        assert scores.rows
        assert probe.judge(vectors_of(probe)).rows == scores.rows

    def test_an_item_has_a_measure_once_and_a_group(self, scores: ItemScores) -> None:
        seen = Counter((row.subset, row.item, row.measure) for row in scores.rows)
        assert max(seen.values()) == 1, seen.most_common(1)
        assert all(row.group for row in scores.rows)

    def test_baselines_score_items_of_the_probe(self, probe: Probe, scores: ItemScores) -> None:
        items = {row.item for row in scores.rows}
        for name, found in probe.baselines().items():
            assert {row.item for row in found.rows} <= items, name

    def test_the_summary_is_of_the_scores_and_the_seed_alone(
        self, probe: Probe, scores: ItemScores
    ) -> None:
        found = list(probe.summarise(scores, seed=5))
        assert found
        assert found == list(probe.summarise(ItemScores(list(scores.rows)), seed=5))
        names = Counter((estimate.subset, estimate.measure) for estimate in found)
        assert max(names.values()) == 1, names.most_common(1)

    def test_an_estimate_lies_in_its_interval(self, probe: Probe, scores: ItemScores) -> None:
        for estimate in probe.summarise(scores, seed=5):
            if estimate.low is not None and estimate.high is not None:
                assert estimate.low - ROUNDING <= estimate.value, estimate
                assert estimate.value <= estimate.high + ROUNDING, estimate
