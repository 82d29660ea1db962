from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.errors import InputError
from perimetry.probes import load_suite


def test_an_unknown_suite_names_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no suite 'heroes'\. Suites: core, quick"):
        load_suite("heroes")


def test_the_limit_counts_source_sentences() -> None:
    [probe] = load_suite("heros", limit=12, seed=1)
    assert probe.note().groups == 12
    assert len(set(probe.texts())) == 600 + 12 * 6


def test_the_default_suite_is_the_core_set_with_its_keeping_edits() -> None:
    core, keeping = load_suite()
    assert (core.name, keeping.name) == ("core", "over_reaction")
    assert core.note().groups == 576
    assert keeping.note().groups == 256


def test_quick_asks_the_main_phenomena_in_the_close_stratum_without_a_background() -> None:
    [probe] = load_suite("quick")
    assert probe.note().groups == 12 * 32
    assert set(probe.note().balance) == {"close"}
    assert len(set(probe.texts())) < 1300


def test_the_limit_is_of_each_phenomenon() -> None:
    core, _ = load_suite("core", limit=3, seed=1)
    assert core.note().groups == 18 * 3


def test_full_asks_all_that_has_data_of_its_own() -> None:
    names = [probe.name for probe in load_suite("full", limit=2)]
    assert names[:3] == ["core", "over_reaction", "heros"]
    assert "reasoning" in names


def test_the_safety_suite_takes_xstest_too(public_data: Path) -> None:
    [own] = load_suite("safety")
    [xstest] = load_suite("safety", data=str(public_data / "xstest" / "xstest_prompts.csv"))
    assert (own.note().family, xstest.note().family) == ("safety", "safety")


def test_the_claims_suite_is_asked_on_edited_claims() -> None:
    with pytest.raises(InputError, match="a set of edited claims"):
        load_suite("claims")
