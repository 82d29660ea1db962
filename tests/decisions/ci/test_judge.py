from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from perimetry.decisions.ci import judge
from perimetry.decisions.ci.config import Bound, Regression
from perimetry.errors import DataError, InputError
from perimetry.records import Finding
from perimetry.stats.effect import effect_size, minimum_detectable_effect
from tests.decisions.ci.standings import asking, pairs, ruling, standing

ALL_RIGHT = [1.0] * 40
HALF_WRONG = [1.0] * 20 + [0.0] * 20


def test_a_value_at_its_bound_passes_and_one_below_fails() -> None:
    bounds = [Bound("negation", "order_accuracy", least=least) for least in (0.5, 0.51)]
    report = judge(standing(negation=HALF_WRONG), asking(bounds=bounds))
    assert [r.outcome for r in report.rulings] == ["pass", "fail"]
    assert not report.passed


def test_a_largest_value_holds_the_other_side() -> None:
    bounds = [Bound("negation", "order_accuracy", most=most) for most in (0.5, 0.49)]
    report = judge(standing(negation=HALF_WRONG), asking(bounds=bounds))
    assert [r.outcome for r in report.rulings] == ["pass", "fail"]


@pytest.mark.parametrize(("on", "value"), [("value", 0.5), ("low", 0.4), ("high", 0.6)])
def test_a_bound_is_on_the_value_or_an_end_of_its_interval(on: str, value: float) -> None:
    bound = Bound("negation", "order_accuracy", least=0.1, on=on)  # type: ignore[arg-type]
    [found] = judge(standing(negation=HALF_WRONG), asking(bounds=[bound])).rulings
    assert found.value == pytest.approx(value)


def test_a_bound_on_each_subset_is_a_ruling_on_each() -> None:
    bound = Bound("*", "order_accuracy", least=0.6)
    report = judge(standing(negation=HALF_WRONG, number=ALL_RIGHT), asking(bounds=[bound]))
    assert [(r.subset, r.outcome) for r in report.rulings] == [
        ("negation", "fail"),
        ("number", "pass"),
    ]


def test_a_known_subset_that_was_not_asked_is_missing_and_fails() -> None:
    report = judge(
        standing(negation=ALL_RIGHT), asking(bounds=[Bound("antonym", "order_accuracy", 0.1)])
    )
    assert [(r.subset, r.outcome) for r in report.rulings] == [("antonym", "missing")]
    assert not report.passed


def test_a_subset_that_only_the_baseline_has_is_missing_under_a_bound_on_each() -> None:
    before = standing(negation=ALL_RIGHT, number=ALL_RIGHT)
    config = asking(bounds=[Bound("*", "order_accuracy", 0.1)])
    report = judge(standing(negation=ALL_RIGHT), config, before)
    assert [(r.subset, r.outcome) for r in report.rulings if r.kind == "bound"] == [
        ("negation", "pass"),
        ("number", "missing"),
    ]


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        (Bound("negatoin", "order_accuracy", 0.1, line=7), "perimetry.toml:7: .*'negation'"),
        (Bound("negation", "order_acuracy", 0.1, line=7), "perimetry.toml:7: .*'order_accuracy'"),
    ],
)
def test_a_name_that_nothing_knows_is_an_error(bound: Bound, said: str) -> None:
    with pytest.raises(DataError, match=said):
        judge(standing(negation=ALL_RIGHT), asking(bounds=[bound]))


def test_a_clear_loss_is_a_regression() -> None:
    """10 of 20 groups lose both items, none gains: p = 2 ** −10, the only test."""
    report = judge(standing(negation=HALF_WRONG), asking(), standing(negation=ALL_RIGHT))
    found = ruling(report, "negation")
    assert (found.kind, found.outcome, found.difference) == ("regression", "fail", -0.5)
    assert found.p == found.p_adjusted == 2.0**-10
    assert (found.groups, found.losing, report.tests) == (20, 5, 1)


def test_a_clear_gain_is_none() -> None:
    report = judge(standing(negation=ALL_RIGHT), asking(), standing(negation=HALF_WRONG))
    assert ruling(report, "negation").p == 1.0
    assert report.passed


def test_less_of_what_is_better_low_is_no_regression_and_more_is() -> None:
    ties = asking(regression=Regression(measures=("order_tie",)))
    few, many = (standing(measure="order_tie", all=v) for v in ([0.0] * 40, HALF_WRONG))
    assert judge(few, ties, many).passed
    assert not judge(many, ties, few).passed


def test_holm_looks_at_all_tests_of_the_gate() -> None:
    """Six of 20 groups lose: p = 2 ** −6, which alone fails and among four tests does not."""
    lost = [0.0] * 12 + [1.0] * 28
    names = ("a", "b", "c")
    now = standing(negation=lost, **dict.fromkeys(names, ALL_RIGHT))
    before = standing(negation=ALL_RIGHT, **dict.fromkeys(names, ALL_RIGHT))
    alone = asking(regression=Regression(subsets=("negation",)))
    assert ruling(judge(now, alone, before), "negation").p_adjusted == 2.0**-6
    found = ruling(judge(now, asking(), before), "negation")
    assert (found.p_adjusted, found.outcome, found.losing) == (4 * 2.0**-6, "pass", 7)


def test_what_would_have_been_seen_is_said_with_what_was_not() -> None:
    """Two of 20 groups lose an item: the spread is that of effect_size, one test at 5 %."""
    lost = [0.0, 1.0] * 2 + [1.0] * 36
    found = ruling(judge(standing(all=lost), asking(), standing(all=ALL_RIGHT)), "all")
    groups = standing(all=lost).columns[0].groups
    spread = effect_size(np.array(ALL_RIGHT), np.array(lost), groups).spread
    normal = minimum_detectable_effect(spread, 20, level=0.95, sides=1)
    assert found.outcome == "pass"
    assert found.detectable == pytest.approx(max(normal, 5 / 40))


def test_nothing_is_said_of_power_where_nothing_moved() -> None:
    found = ruling(judge(standing(all=ALL_RIGHT), asking(), standing(all=ALL_RIGHT)), "all")
    assert (found.outcome, found.p, found.detectable) == ("pass", 1.0, None)


def test_too_few_groups_are_untested_never_passed() -> None:
    """Four groups: if all lose, p is 1/16, above 0.05."""
    report = judge(standing(all=[0.0] * 8), asking(), standing(all=[1.0] * 8))
    assert ruling(report, "all").outcome == "untested"
    assert "4 groups cannot show" in ruling(report, "all").note


def test_groups_that_are_too_few_among_so_many_tests_are_said() -> None:
    names = ("a", "b", "c")
    now = standing(few=[0.0] * 12, **dict.fromkeys(names, ALL_RIGHT))
    before = standing(few=[1.0] * 12, **dict.fromkeys(names, ALL_RIGHT))
    found = ruling(judge(now, asking(), before), "few")
    assert found.note == "6 groups alone cannot show a regression among so many tests; 7 could."


def test_a_loss_beyond_what_is_allowed_fails_however_insignificant() -> None:
    rule = Regression(max_loss={"order_accuracy": 0.02})
    lost = [0.0] + [1.0] * 39
    report = judge(standing(all=lost), asking(regression=rule), standing(all=ALL_RIGHT))
    assert [(r.kind, r.outcome) for r in report.rulings] == [
        ("regression", "pass"),
        ("loss", "fail"),
    ]


def test_a_loss_as_large_as_is_allowed_passes() -> None:
    rule = Regression(max_loss={"order_accuracy": 0.025})
    lost = [0.0] + [1.0] * 39
    assert judge(standing(all=lost), asking(regression=rule), standing(all=ALL_RIGHT)).passed


def test_a_gain_is_no_loss_of_what_is_better_low() -> None:
    rule = Regression(measures=("order_tie",), max_loss={"order_tie": 0.0})
    fewer, more = (standing(measure="order_tie", all=v) for v in ([0.0] * 40, HALF_WRONG))
    assert judge(fewer, asking(regression=rule), more).passed
    assert not judge(more, asking(regression=rule), fewer).passed


def test_a_subset_of_the_baseline_that_is_missing_fails() -> None:
    before = standing(negation=ALL_RIGHT, number=ALL_RIGHT)
    report = judge(standing(negation=ALL_RIGHT), asking(), before)
    assert ruling(report, "number").outcome == "missing"
    assert not report.passed


def test_a_measure_of_the_baseline_that_is_missing_fails() -> None:
    before = standing(negation=ALL_RIGHT)
    now = standing(measure="margin", negation=ALL_RIGHT)
    assert ruling(judge(now, asking(), before), "negation").outcome == "missing"


def test_an_item_of_the_baseline_that_is_missing_fails_and_is_named() -> None:
    report = judge(standing(all=ALL_RIGHT[:38]), asking(), standing(all=ALL_RIGHT))
    found = ruling(report, "all")
    assert found.outcome == "missing"
    assert found.note == "2 items of the baseline are missing (all-19/0, all-19/1)."


def test_a_whole_probe_that_is_missing_fails() -> None:
    before = standing(negation=ALL_RIGHT)
    now = standing(probe="heros", typo=ALL_RIGHT)
    assert not judge(now, asking(), before).passed


def test_the_order_of_items_does_not_matter() -> None:
    now = standing(all=HALF_WRONG)
    [column] = now.columns
    turned = replace(
        column, items=column.items[::-1], groups=column.groups[::-1], values=column.values[::-1]
    )
    before = standing(all=HALF_WRONG)
    assert ruling(judge(replace(now, columns=[turned]), asking(), before), "all").p == 1.0


def test_other_data_are_an_error_that_says_what_to_do() -> None:
    with pytest.raises(InputError, match="save a new baseline: perimetry baseline save"):
        judge(standing(all=ALL_RIGHT), asking(), standing(digest="e" * 64, all=ALL_RIGHT))


def test_a_regression_without_a_baseline_is_an_error() -> None:
    with pytest.raises(DataError, match="a regression needs a baseline"):
        judge(standing(all=ALL_RIGHT), asking(regression=Regression()))


def test_a_gate_that_asks_nothing_is_an_error() -> None:
    with pytest.raises(DataError, match="asks nothing"):
        judge(standing(all=ALL_RIGHT), asking())


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (Regression(subsets=("all", "antonym")), "nothing of 'antonym' that could get worse"),
        (Regression(measures=("order_accuracy", "auroc")), r"has no auroc of \*"),
        (Regression(max_loss={"recall": 0.1}), r"has no recall of \*"),
        (Regression(subsets=("al",)), "no subset 'al'. Did you mean 'all'"),
    ],
)
def test_a_rule_of_what_the_baseline_has_not_is_an_error(rule: Regression, said: str) -> None:
    with pytest.raises(DataError, match=said):
        judge(standing(all=ALL_RIGHT), asking(regression=rule), standing(all=ALL_RIGHT))


def test_a_value_without_its_items_is_missing() -> None:
    now = replace(standing(all=ALL_RIGHT), columns=[])
    found = ruling(judge(now, asking(), standing(all=ALL_RIGHT)), "all")
    assert (found.outcome, found.note) == (
        "missing",
        "the audit has no items that give its value.",
    )


def test_a_named_measure_that_is_no_mean_over_items_is_an_error() -> None:
    odd = standing(measure="over_reaction", all=ALL_RIGHT)
    [found] = odd.estimates["core"]
    odd = replace(odd, estimates={"core": [replace(found, value=0.3)]})
    rule = Regression(measures=("over_reaction",))
    with pytest.raises(DataError, match="over_reaction cannot be tested"):
        judge(odd, asking(regression=rule), odd)


def test_the_same_encoder_is_said_to_be_the_same() -> None:
    assert judge(standing(all=ALL_RIGHT), asking(), standing(all=ALL_RIGHT)).same_encoder


def test_an_auroc_is_tested_on_its_pairs() -> None:
    """Every group's same pair falls below every different one: all ranks are exchanged."""
    items = [f"g{i}/1" for i in range(8)]
    high = {item: 0.9 - place / 100 for place, item in enumerate(items)}
    low = {item: 0.5 - place / 100 for place, item in enumerate(items)}
    before, now = pairs("old", high, low), pairs("new", low, high)
    found = ruling(judge(now, asking(), before), "negation", "auroc")
    assert (found.old, found.value, found.outcome) == (1.0, 0.0, "fail")
    assert found.p == 2.0**-8


def test_an_auroc_that_its_pairs_do_not_give_is_untested() -> None:
    """As where a user's pairs have weights, which an audit's items do not hold."""
    high, low = {"a/1": 0.9, "b/1": 0.8}, {"a/1": 0.1, "b/1": 0.2}
    before = pairs("old", high, low)
    [found] = before.estimates["core"]
    weighted = replace(before, estimates={"core": [replace(found, value=0.7)]})
    ruled = ruling(judge(weighted, asking(), weighted), "negation", "auroc")
    assert ruled.outcome == "untested"
    assert "only max_loss" in ruled.note


PASS, WARN = Finding("pooling", "pass", "as declared"), Finding("rows", "warn", "some are alike")
SKIP = Finding("identity", "skip", "needs a reference")


def outcomes(config: object, *findings: Finding, before: tuple[Finding, ...] = ()) -> dict:
    baseline = standing(findings=before) if before else None
    report = judge(standing(findings=findings), config, baseline)  # type: ignore[arg-type]
    return {r.measure: r.outcome for r in report.rulings}


def test_each_check_is_held_to_the_worst_outcome_allowed() -> None:
    assert outcomes(asking(checks={"*": "warn"}), PASS, WARN) == {"pooling": "pass", "rows": "pass"}
    assert outcomes(asking(checks={"*": "pass"}), PASS, WARN) == {"pooling": "pass", "rows": "fail"}


def test_a_check_s_own_bound_goes_before_that_of_every_check() -> None:
    found = outcomes(asking(checks={"*": "pass", "rows": "warn"}), PASS, WARN)
    assert found == {"pooling": "pass", "rows": "pass"}


def test_a_skipped_check_is_untested_and_missing_where_it_is_named() -> None:
    assert outcomes(asking(checks={"*": "pass"}), PASS, SKIP)["identity"] == "untested"
    assert outcomes(asking(checks={"identity": "warn"}), PASS, SKIP) == {"identity": "missing"}


def test_checks_without_a_checkup_are_missing() -> None:
    report = judge(standing(all=ALL_RIGHT), asking(checks={"*": "warn"}))
    assert [(r.measure, r.outcome) for r in report.rulings] == [("every check", "missing")]
    assert "perimetry doctor --out" in report.rulings[0].note


def test_a_check_worse_than_the_baseline_s_fails() -> None:
    worse = Finding("pooling", "warn", "near")
    assert outcomes(asking(), worse, before=(PASS,)) == {"pooling": "fail"}
    assert outcomes(asking(), PASS, before=(worse,)) == {"pooling": "pass"}
    assert outcomes(asking(), PASS, before=(PASS, WARN)) == {"pooling": "pass", "rows": "missing"}


def test_the_stricter_of_the_baseline_and_the_bound_on_every_check_holds() -> None:
    worse = Finding("pooling", "warn", "near")
    assert outcomes(asking(checks={"*": "fail"}), worse, before=(PASS,)) == {"pooling": "fail"}
    assert outcomes(asking(checks={"*": "pass"}), worse, before=(worse,)) == {"pooling": "fail"}


def test_a_check_bounded_by_its_name_may_be_worse_than_the_baseline_s() -> None:
    worse = Finding("pooling", "warn", "near")
    assert outcomes(asking(checks={"pooling": "warn"}), worse, before=(PASS,)) == {
        "pooling": "pass"
    }


def test_a_check_that_the_baseline_saw_must_see_again() -> None:
    skipped = Finding("pooling", "skip", "needs the checkpoint")
    assert outcomes(asking(), skipped, before=(PASS,)) == {"pooling": "missing"}
    assert outcomes(asking(checks={"rows": "warn"}), WARN, SKIP, before=(SKIP, WARN)) == {
        "rows": "pass",
        "identity": "untested",
    }


def test_a_misspelt_check_is_an_error() -> None:
    with pytest.raises(DataError, match=r"no check 'poling'. Did you mean 'pooling'"):
        judge(standing(all=ALL_RIGHT), asking(checks={"poling": "pass"}))
