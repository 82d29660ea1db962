from __future__ import annotations

import pytest

from perimetry.errors import InputError
from perimetry.probes import load_suite


def test_an_unknown_suite_names_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no suite 'heroes'\. Suites: core, quick, full, heros"):
        load_suite("heroes")


def test_the_limit_counts_source_sentences() -> None:
    [probe] = load_suite("heros", limit=12, seed=1)
    assert probe.note().groups == 12
    assert len(set(probe.texts())) == 600 + 12 * 6
