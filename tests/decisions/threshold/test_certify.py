"""Certificates, from pairs to file and back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from perimetry.datasets.labelled import LabelledPair, LabelledSet
from perimetry.decisions import Gate
from perimetry.decisions.guards import guards_named
from perimetry.decisions.threshold import Requirements, certify, recheck
from perimetry.decisions.threshold.scored import halves, scored_pairs
from perimetry.errors import DataError, InputError
from perimetry.records import Relation
from perimetry.results import EncoderRecord
from perimetry.results.certificate import Certificate, read_certificate, write_certificate

ENCODER = EncoderRecord("some encoder", "f" * 64, {"dimension": 8}, {"symmetric": ""})
ASKED = Requirements(budget=0.05)


def labelled(labels: list[Relation], texts: list[tuple[str, str]] | None = None) -> LabelledSet:
    """A group for every three pairs."""
    pairs = [
        LabelledPair(
            f"line-{n}", f"g{n // 3}", "c", *(texts[n] if texts else (f"a {n}", f"b {n}")),
            label=label, stratum="close",
        )
        for n, label in enumerate(labels)
    ]  # fmt: skip
    return LabelledSet("mine", "file mine", pairs, [])


def made(groups: int, apart: float, *, seed: int = 0) -> tuple[LabelledSet, np.ndarray]:
    """Groups of a same, a different and a depends pair; the same ones ``apart`` higher."""
    generator = np.random.default_rng(seed)
    labels: list[Relation] = ["same", "different", "depends"] * groups
    cosines = 0.3 + 0.05 * generator.standard_normal(3 * groups)
    cosines += apart * np.array([label == "same" for label in labels])
    return labelled(labels), np.clip(cosines, -1, 1)


def certified() -> Certificate:
    return certify(*made(200, 0.5), ENCODER, ASKED)


def test_pairs_that_lie_apart_are_certified() -> None:
    found = certified()
    assert found.outcome == "Certified"
    assert found.threshold is not None
    assert 0.4 < found.threshold < 0.8
    assert found.rates is not None
    assert found.rates.accept.value > 0.9
    assert (found.data.same, found.data.different, found.data.depends) == (200, 200, 200)
    assert found.split.certification_different == 100
    assert found.rates.false_accept.groups == 100


def test_pairs_that_no_threshold_tells_apart_are_said_to_be_so() -> None:
    found = certify(*made(400, 0.0), ENCODER, ASKED)
    assert found.outcome == "No threshold meets the budget"
    assert (found.threshold, found.rates, found.groups_needed) == (None, None, None)


def test_too_few_pairs_are_no_certificate_however_far_apart() -> None:
    found = certify(*made(100, 0.5), ENCODER, ASKED)
    assert found.outcome == "Too few pairs to certify"
    assert found.groups_needed == 118  # twice 59


def test_few_pairs_can_still_show_that_there_is_no_threshold() -> None:
    assert certify(*made(40, -0.2), ENCODER, ASKED).outcome == "No threshold meets the budget"


def test_guards_that_refuse_the_same_pairs_leave_no_threshold() -> None:
    labels: list[Relation] = ["same", "different"] * 60
    texts = [("pay 2 bills", "pay 3 bills")] * 120
    found = certify(
        labelled(labels, texts), np.full(120, 0.9), ENCODER, ASKED, guards=guards_named(["number"])
    )
    assert found.outcome == "No threshold meets the budget"
    assert "guards accept less" in found.reason


def test_no_group_is_cut_and_the_seed_decides() -> None:
    data, cosines = made(41, 0.5)
    pairs = scored_pairs(data.pairs, cosines)
    first, second = halves(pairs, seed=3)
    assert not set(first.groups) & set(second.groups)
    assert len(first.scores) + len(second.scores) == len(pairs.scores)
    assert abs(len(first.worst) - len(second.worst)) <= 1
    assert set(halves(pairs, seed=4)[0].groups) != set(first.groups)


def test_halves_share_out_groups_of_each_kind() -> None:
    labels: list[Relation] = (["same"] * 3 + ["different"] * 3) * 10
    first, second = halves(scored_pairs(labelled(labels).pairs, np.zeros(60)), seed=0)
    assert [int(half.same.sum()) for half in (first, second)] == [15, 15]


def test_a_certificate_comes_back_from_its_file(tmp_path: Path) -> None:
    found = certified()
    write_certificate(found, tmp_path / "c.json")
    assert read_certificate(tmp_path / "c.json") == replace(
        found, guards=list(found.guards), data=replace(found.data, notes=list(found.data.notes))
    )
    gate = Gate.from_certificate(tmp_path / "c.json")
    assert gate.threshold == found.threshold
    assert not gate.guards


def test_a_gate_refuses_a_certificate_that_certifies_nothing(tmp_path: Path) -> None:
    write_certificate(certify(*made(100, 0.5), ENCODER, ASKED), tmp_path / "c.json")
    with pytest.raises(DataError, match="Too few pairs to certify"):
        Gate.from_certificate(tmp_path / "c.json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ("{}", "no certificate"),
        ('{"kind": "certificate", "schema_version": 99}', "newer than this perimetry"),
        ('{"kind": "certificate", "schema_version": 1}', "cannot be read"),
    ],
)
def test_a_damaged_certificate_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "c.json").write_text(text)
    with pytest.raises(DataError, match=message):
        read_certificate(tmp_path / "c.json")


def test_new_pairs_test_the_same_threshold() -> None:
    data, cosines = made(80, 0.5, seed=9)
    found = recheck(certified(), data, cosines, ENCODER)
    assert found.outcome == "Certified"
    assert found.rates.false_accept.groups == 80  # all of them: nothing is chosen
    few, near = made(20, 0.5, seed=9)
    assert recheck(certified(), few, near, ENCODER).groups_needed == 59


def test_new_pairs_can_break_a_certificate() -> None:
    data, cosines = made(80, 0.5, seed=9)
    assert recheck(certified(), data, cosines + 0.4, ENCODER).outcome == (
        "The certificate does not hold"
    )


def test_another_encoder_is_refused_with_what_differs() -> None:
    data, cosines = made(80, 0.5, seed=9)
    other = EncoderRecord("other", "0" * 64, {"dimension": 4}, {})
    with pytest.raises(InputError, match=r"not of other .* differ in dimension"):
        recheck(certified(), data, cosines, other)


def test_the_pairs_of_the_certificate_are_refused() -> None:
    with pytest.raises(InputError, match="pairs that the certificate was made of"):
        recheck(certified(), *made(200, 0.5), ENCODER)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["same"] * 12, "and pairs that do not"),
        (["different"] * 12, "and pairs that do not"),
        (["same", "different", "depends"], "Two groups of each"),
    ],
)
def test_pairs_that_cannot_be_split_are_refused(labels: list[Relation], message: str) -> None:
    with pytest.raises(InputError, match=message):
        certify(labelled(labels), np.zeros(len(labels)), ENCODER, ASKED)


def test_a_cosine_that_is_no_number_is_refused() -> None:
    data, cosines = made(10, 0.5)
    cosines[3] = np.nan
    with pytest.raises(InputError, match="perimetry doctor"):
        certify(data, cosines, ENCODER, ASKED)


def test_a_certificate_holds_no_text(tmp_path: Path) -> None:
    write_certificate(certified(), tmp_path / "c.json")
    assert "a 1" not in json.dumps(json.loads((tmp_path / "c.json").read_text()))
