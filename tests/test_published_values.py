"""Values that others have published for all-MiniLM-L6-v2 come out of the whole chain."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from scipy.stats import spearmanr

from perimetry.encoders import open_encoder
from perimetry.measures.similarity import cosine
from perimetry.records import Text, unique
from perimetry.runner.encode import encode_texts


def test_sts_benchmark_test_spearman_is_82_03(public_data: Path) -> None:
    """The value of public leaderboards for the English test split."""
    with (public_data / "stsb" / "stsb-en-test.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows) == 1379
    first, second = [Text(row[0]) for row in rows], [Text(row[1]) for row in rows]
    vectors = encode_texts(open_encoder(), unique(first + second))
    found = spearmanr(cosine(vectors[first], vectors[second]), [float(row[2]) for row in rows])
    assert 100 * found.statistic == pytest.approx(82.03, abs=0.02)
