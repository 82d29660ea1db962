"""Certificates and comparisons that were never made, for tests of what is drawn of them."""

from __future__ import annotations

from dataclasses import replace

from perimetry.results import EncoderRecord
from perimetry.results.certificate import (
    Certificate,
    CurvePoint,
    Data,
    Rate,
    Rates,
    Split,
    WrongHits,
)
from perimetry.results.comparison import Change, Comparison, Flip, Place
from perimetry.results.repair import Gain, HarmTest, RepairCertificate

CERTIFIED = Certificate(
    outcome="Certified",
    reason="The bound is within the budget.",
    threshold=0.9375,
    guards=("negation",),
    use="cache",
    budget=0.01,
    level=0.95,
    min_accept=0.1,
    method="groups",
    prevalence=0.25,
    encoder=EncoderRecord("tiny", "print-of-0", {}, {}),
    data=Data("mine.csv", "d" * 64, "file", same=500, different=700, depends=3),
    split=Split(
        seed=0, calibration_groups=300, certification_groups=320, certification_different=310
    ),
    rates=Rates(
        false_accept=Rate(0.0, 0.0, 0.0096, events=0, n=350, hit=0, groups=310),
        accept=Rate(0.5, 0.45, 0.55, events=125, n=250, hit=125, groups=250),
        wrong_hits=WrongHits(0.0, 0.0075),
    ),
    groups_needed=None,
    curve=[CurvePoint(0.8, 0.25, 0.3, 0.75, 0.7, 0.1), CurvePoint(0.9, 0.125, 0.2, 0.5, 0.4, 0.1)],
    copied=[CurvePoint(0.9, 0.125, 0.2, 0.5, 0.4, 0.1)],
    versions={"perimetry": "0.1"},
)

NONE_FOUND = replace(
    CERTIFIED, outcome="No threshold meets the budget", threshold=None, rates=None, guards=()
)

COMPARISON = Comparison(
    old="one",
    new="two",
    same_fingerprint=False,
    measure="order_accuracy",
    subset="all",
    changes=[
        Change("all", "order_accuracy", old=0.25, new=0.75, difference=0.5, low=0.375, high=0.625,
               p=0.0001, p_adjusted=0.0004, n=640, groups=320, outcome="improved",
               groups_needed=None, detectable=0.1),
    ],
    flips=[Flip("negation", "n-1/a>b", gained=True, anchor="It rains.", text_a="Rain falls.",
                text_b="It snows.")],
    places=[Place("two", "print-of-1", 0.75, 0.7, 0.8, 1, 1, 1, "a", 8, None, None)],
    data="perimetry-heros, 320 groups",
    seed=0,
)  # fmt: skip

REPAIR = RepairCertificate(
    outcome="The gain was bought with harm",
    reason="Worse: sts-b.",
    before=EncoderRecord("base", "print-of-base", {}, {}),
    after=EncoderRecord("mended", "print-of-mended", {}, {}),
    gains=[Gain("core", "all", "order_accuracy", before=0.5, after=0.75, difference=0.25,
                low=0.125, high=0.375, p=0.001, p_adjusted=0.002, n=64, groups=32, trained=True,
                outcome="gained")],
    harms=[HarmTest("sts-b", "spearman", margin=0.01, before=0.875, after=0.75, difference=-0.125,
                    bound=-0.1875, high=-0.0625, p=0.9, n=1379, groups=1379, groups_needed=500,
                    data="d", outcome="harmed")],
    left_out=["PIQA"],
    level=0.95,
    seed=0,
    data={},
    versions={},
)  # fmt: skip
