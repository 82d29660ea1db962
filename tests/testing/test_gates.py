from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from perimetry.decisions.ci import baseline_of
from perimetry.encoders import open_encoder
from perimetry.errors import DataError
from perimetry.probes import load_suite
from perimetry.results import Audit
from perimetry.results.baseline import write_baseline
from perimetry.runner import run_audit
from perimetry.testing.gates import assert_at_least, assert_at_most, assert_no_regression


@cache
def audited(name: str) -> Audit:
    """A small audit."""
    return run_audit([open_encoder(name)], load_suite("quick", limit=6), suite="quick", seed=0)


def test_bounds_hold_or_show_the_table() -> None:
    assert_at_least(audited("hash:"), "*", "auroc", 0.0)
    assert_at_most(audited("hash:"), "negation", "auroc", 1.0)
    with pytest.raises(AssertionError, match=r"low end of auroc  at least 1 .* fail"):
        assert_at_least(audited("hash:"), "negation", "auroc", 1.0, on="low")


def test_the_same_encoder_has_no_regression_and_a_worse_one_has(tmp_path: Path) -> None:
    write_baseline(baseline_of([audited("all-MiniLM-L6-v2")]), tmp_path / "b.json")
    assert_no_regression(audited("all-MiniLM-L6-v2"), tmp_path / "b.json")
    with pytest.raises(AssertionError, match="No significant regression"):
        assert_no_regression(audited("hash:?dim=8"), str(tmp_path / "b.json"), subsets=["all"])


def test_a_stated_loss_is_held(tmp_path: Path) -> None:
    before = baseline_of([audited("hash:")])
    with pytest.raises(AssertionError, match="Largest losses"):
        assert_no_regression(audited("hash:?dim=8"), before, max_loss={"auroc": 0.0})


def test_a_misspelt_name_is_said() -> None:
    with pytest.raises(DataError, match=r"this assertion: .*Did you mean 'negation'"):
        assert_at_least(audited("hash:"), "negatoin", "auroc", 0.1)
