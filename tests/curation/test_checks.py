"""Each check passes what is in order and fails what is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perimetry.curation import CHECKS, Limits, check_data
from perimetry.curation.artefacts import partner_only_auroc
from perimetry.curation.frames import frame
from perimetry.curation.near import near_duplicates
from perimetry.datasets.core import builtin_core, builtin_keeping
from perimetry.datasets.labelled import LabelledSet
from perimetry.records import Finding
from tests.datasets.labelled import labelled, pair


def found(check: str, data: LabelledSet, **limits: float) -> Finding:
    return CHECKS[check](data, Limits(**limits))  # type: ignore[arg-type]


def test_the_shipped_core_set_passes_every_check() -> None:
    outcomes = {f.check: f.outcome for f in check_data(builtin_core(None))}
    assert outcomes == dict.fromkeys(CHECKS, "pass")


def test_the_keeping_edits_fail_no_check_and_claim_no_match() -> None:
    outcomes = {f.check: f.outcome for f in check_data(builtin_keeping(None))}
    assert "fail" not in outcomes.values()
    assert outcomes["balance"] == "warn"


def test_a_category_without_opposites_fails() -> None:
    finding = found("labels", labelled([pair("a b c", "a b d", "same")]))
    assert finding.outcome == "fail"
    assert "negation: no pair is different" in finding.examples


def test_a_depends_without_a_reason_fails_with_its_line() -> None:
    pairs = [
        pair("a", "b", "same"),
        pair("a", "c", "different"),
        pair("a", "d", "depends", line=7),
    ]
    assert (
        "line 7: depends without a reason (column note)"
        in found("labels", labelled(pairs)).examples
    )
    pairs[2] = replace(pairs[2], note="who asks")
    assert found("labels", labelled(pairs)).outcome == "warn"  # one group only


def test_a_repeated_pair_fails_whichever_side_comes_first() -> None:
    pairs = [pair("a b", "c d", "same"), pair("c d", "a b", "same", item="x", line=3)]
    finding = found("duplicates", labelled(pairs))
    assert finding.outcome == "fail"
    assert finding.examples == ["line 3 repeats line 0: 'a b'"]


def test_a_contradicted_pair_fails() -> None:
    pairs = [pair("a b", "c d", "same"), pair("a b", "c d", "different", item="x", line=2)]
    [example] = found("duplicates", labelled(pairs)).examples
    assert example == "line 2 is different, line 0 is same: 'c d'"


def test_two_groups_with_nearly_one_anchor_are_doubted() -> None:
    pairs = [
        pair("the red car is parked outside today", "x", "same", group="g1"),
        pair("the red car is parked outside now today", "y", "same", group="g2"),
    ]
    assert found("duplicates", labelled(pairs)).outcome == "warn"


def test_a_group_on_both_sides_of_a_split_leaks() -> None:
    pairs = [
        pair("one two three four five", "x", "same", split="dev"),
        pair("six seven eight nine ten", "y", "same", split="test"),
    ]
    finding = found("leakage", labelled(pairs))
    assert finding.outcome == "fail"
    assert finding.examples == ["group 'g' is in dev and test"]


def test_a_near_duplicate_on_both_sides_of_a_split_leaks() -> None:
    pairs = [
        pair("one two three four five", "x", "same", group="g1", split="dev"),
        pair("five four three two one", "y", "same", group="g2", split="test"),
    ]
    assert "token Jaccard 1.00" in found("leakage", labelled(pairs)).examples[0]
    pairs[1] = replace(pairs[1], text_a="six seven eight nine ten")
    assert found("leakage", labelled(pairs)).outcome == "pass"


def test_one_split_has_nothing_to_leak() -> None:
    assert found("leakage", labelled([pair("a", "b", "same")])).outcome == "skip"


def test_a_template_filled_in_fails_by_its_frame() -> None:
    towns = ["Leeds", "York", "Derby", "Hull"]
    pairs = [
        pair(f"The meeting in {t} was moved to Friday by the chair.", "x", "same", group=t)
        for t in towns
    ]
    finding = found("frames", labelled(pairs))
    assert finding.outcome == "fail"
    assert finding.message.startswith("4 of 4 anchors (100.0%) share a frame")
    assert found("frames", labelled(pairs), frame_rate=1.0).outcome == "pass"


def test_a_frame_keeps_function_words_and_their_order() -> None:
    assert frame("Did the nurse call you back?") == "did the _ you back"


def test_unequal_overlap_fails_the_manipulation_check() -> None:
    pairs = [
        made
        for i in range(40)
        for made in (
            pair(f"a b c d e {i}", f"a b c x y {i}", "same", group=f"g{i}"),
            pair(f"a b c d e {i}", f"a b c d e not {i}", "different", group=f"g{i}"),
        )
    ]
    finding = found("balance", replace(labelled(pairs), matched=True))
    assert finding.outcome == "fail"
    assert found("balance", labelled(pairs)).outcome == "warn"  # nobody claimed a match
    assert finding.examples[0].startswith("negation, close: same − opposite -0.357")


def test_pairs_without_a_common_anchor_are_shown_their_confound() -> None:
    pairs = [pair("a b", "a b c", "same"), pair("d e", "d f", "different", stratum="distant")]
    finding = found("balance", labelled(pairs))
    assert finding.outcome == "skip"
    assert "0.67 in same pairs, 0.33 in different pairs" in finding.message


def test_a_tell_tale_word_is_found_and_named() -> None:
    pairs = [
        made
        for i in range(60)
        for made in (
            pair(f"anchor {i}", f"word{i} other{i}", "same", group=f"g{i}"),
            pair(f"anchor {i}", f"word{i} not other{i}", "different", group=f"g{i}"),
        )
    ]
    finding = found("artefacts", labelled(pairs))
    assert finding.outcome == "warn"
    assert finding.examples[0] == "'not': in 0% of same and 100% of different partners"
    assert partner_only_auroc(pairs) == 1.0


def test_few_pairs_tell_nothing_of_artefacts() -> None:
    assert found("artefacts", labelled([pair("a", "b", "same")])).outcome == "skip"


@pytest.mark.parametrize(("near", "count"), [(0.5, 1), (0.7, 0)])
def test_near_duplicates_are_those_above_the_jaccard(near: float, count: int) -> None:
    left, right = ["a b c d e f"], ["a b c d x y", "u v w x y z"]
    assert len(list(near_duplicates(left, right, near))) == count


def test_short_texts_are_no_near_duplicates() -> None:
    assert list(near_duplicates(["yes please"], ["yes please"], 0.8)) == []
