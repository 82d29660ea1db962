from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from perimetry.decisions.ci import baseline_of
from perimetry.decisions.ci.better import better, is_known
from perimetry.decisions.ci.item_scores import ORDERED, changes, item_values
from perimetry.encoders import open_encoder
from perimetry.errors import InputError
from perimetry.probes import load_suite
from perimetry.records import Estimate
from perimetry.results import Audit, CheckFinding, Checkup
from perimetry.runner import run_audit

SUITES = ("core", "heros", "advanced", "safety")


@cache
def audited(suite: str, name: str = "hash:") -> Audit:
    """A small audit."""
    encoder = open_encoder(name)
    return run_audit(
        [encoder], load_suite(suite, limit=8), suite=suite, seed=0, limit=8, keep_texts=False
    )


@cache
def checkup() -> Checkup:
    """One finding on the same encoder."""
    [record] = audited("core").encoders
    return Checkup(record, [CheckFinding("rows", "pass", "in order")], {})


@pytest.mark.parametrize("suite", SUITES)
def test_every_measure_of_a_built_in_probe_is_known(suite: str) -> None:
    theirs = baseline_of([audited(suite)]).estimates
    measures = {e.measure for estimates in theirs.values() for e in estimates}
    assert {measure for measure in measures if not is_known(measure)} == set()


@pytest.mark.parametrize("suite", SUITES)
def test_headline_measures_are_given_again_by_their_items(suite: str) -> None:
    found = baseline_of([audited(suite)])
    headline = [
        (probe, e)
        for probe, estimates in found.estimates.items()
        for e in estimates
        if e.measure in ("order_accuracy", "accuracy", "ndcg_10", "kind_purity", *ORDERED)
        and not (suite == "safety" and e.subset in ("safe", "unsafe"))
    ]
    assert headline
    for probe, e in headline:
        assert item_values(found, probe, e) is not None, (probe, e)


@pytest.mark.parametrize("measure", ORDERED)
def test_changes_of_an_auroc_have_its_change_as_their_mean(measure: str) -> None:
    old, new = (baseline_of([audited("core", name)]) for name in ("hash:", "hash:?dim=64"))
    before, after = (
        next(e for e in s.estimates["core"] if (e.subset, e.measure) == ("all", measure))
        for s in (old, new)
    )
    values = [item_values(s, "core", e) for s, e in ((old, before), (new, after))]
    assert values[0] is not None
    assert values[1] is not None
    found = changes(measure, values[0], values[1].values)
    assert found.mean() == pytest.approx(after.value - before.value, abs=1e-12)
    assert found.any()


def test_pairs_with_weights_do_not_give_their_estimate() -> None:
    found = baseline_of([audited("core")])
    e: Estimate = next(e for e in found.estimates["core"] if e.measure == "auroc")
    assert item_values(found, "core", replace(e, value=e.value + 1e-6)) is None


def test_items_are_kept_only_of_measures_that_can_get_worse() -> None:
    found = baseline_of([audited("heros")])
    kept = {column.measure for column in found.columns}
    assert kept
    assert all(better(measure) for measure in kept)


def test_no_baseline_scorer_and_no_text_is_taken_over() -> None:
    audit = audited("core")
    found = baseline_of([audit])
    theirs = [entry for entry in audit.estimates if entry.encoder == "hash:"]
    assert sum(map(len, found.estimates.values())) == len(theirs) < len(audit.estimates)


def test_parts_of_one_encoder_are_put_together() -> None:
    found = baseline_of([audited("core"), audited("heros")], [checkup()])
    assert list(found.data) == ["core", "over_reaction", "heros"]
    assert [finding.check for finding in found.findings] == ["rows"]


def test_parts_of_two_encoders_are_refused() -> None:
    with pytest.raises(InputError, match="are different encoders"):
        baseline_of([audited("core"), audited("heros", "hash:?dim=64")])


def test_one_probe_twice_is_refused() -> None:
    with pytest.raises(InputError, match="two audits have the probe core"):
        baseline_of([audited("core"), audited("core")])


def test_an_audit_of_several_encoders_needs_a_choice() -> None:
    encoders = [open_encoder("hash:"), open_encoder("hash:?dim=64")]
    both = run_audit(encoders, load_suite("heros", limit=5), suite="heros", seed=0)
    with pytest.raises(InputError, match=r"holds 2 encoders .* Choose with --encoder"):
        baseline_of([both])
    assert baseline_of([both], encoder="hash:?dim=64").encoder == "hash:?dim=64"
    with pytest.raises(InputError, match=r"has no encoder 'x', but hash:, hash:\?dim=64"):
        baseline_of([both], encoder="x")


def test_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="at least one"):
        baseline_of([])


def test_two_checkups_are_refused() -> None:
    with pytest.raises(InputError, match="two checkups"):
        baseline_of([], [checkup(), checkup()])
