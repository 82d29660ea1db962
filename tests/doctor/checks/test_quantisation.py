from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import quantisation
from perimetry.doctor.number_type import grid_levels, number_type
from perimetry.encoders import Encoder
from perimetry.encoders.views.opening import with_views
from perimetry.records import Finding
from perimetry.testing.faults.remembering import Remembering
from tests.doctor.wrapped import Vectors, Wrapped, of_text, opened


@cache
def minilm() -> Encoder:
    return Remembering(opened("all-MiniLM-L6-v2"))


def found(encoder: Encoder) -> Finding:
    return quantisation.check(Patient(encoder, recompute=lambda **_: minilm()))


def of_vectors(change: Callable[[Vectors], Vectors]) -> Finding:
    return found(Wrapped(minilm(), vectors=lambda vectors, _: change(vectors)))


def test_float32_flips_no_decision() -> None:
    finding = found(minilm())
    assert finding.outcome == "pass"
    assert finding.message.startswith("0.0% of 192 order decisions flip")


def test_a_bag_of_words_flips_none_of_its_own() -> None:
    patient = Patient(opened("hash:"), recompute=lambda **_: opened("hash:"))
    assert quantisation.check(patient).outcome == "pass"


def test_half_precision_passes_and_is_named() -> None:
    finding = of_vectors(lambda vectors: vectors.astype(np.float16).astype(np.float32))
    assert finding.outcome == "pass"
    assert "float16 numbers" in finding.message


def test_bytes_with_calibrated_levels_are_no_more_than_a_warning() -> None:
    view = with_views(minilm(), {"quantize": "int8"})
    assert found(view).outcome in ("pass", "warn")


def test_bytes_without_calibration_are_warned_of() -> None:
    finding = of_vectors(lambda vectors: np.rint(vectors * 127) / np.float32(127))
    assert finding.outcome == "warn"
    assert "on a grid of about" in finding.message
    assert " > " in finding.examples[0]


def test_a_grid_that_nobody_asked_for_is_warned_of_though_few_decisions_flip() -> None:
    """On all-MiniLM-L6-v2 a step of 1/500 flips none of 192, and leaves some 100 levels."""
    finding = of_vectors(lambda vectors: np.rint(vectors * 500) / np.float32(500))
    assert finding.outcome == "warn"
    assert finding.message.startswith("0.0% of 192 order decisions flip")
    assert "Nobody asked for so few" in finding.message
    calibrated = with_views(minilm(), {"quantize": "int8"})
    undeclared = Wrapped(calibrated, setup={"views": []})
    assert found(undeclared).outcome == "warn"


def test_a_grid_that_was_asked_for_or_is_the_checkpoint_s_own_passes() -> None:
    rounded = {"view": "quantize=int8", "scheme": "of 500 steps"}
    declared = Wrapped(
        minilm(),
        vectors=lambda vectors, _: np.rint(vectors * 500) / np.float32(500),
        setup={"views": [rounded]},
    )
    assert found(declared).outcome == "pass"
    coarse = opened("hash:")
    patient = Patient(coarse, recompute=lambda **_: coarse)
    assert grid_levels(coarse.encode(patient.texts, role="symmetric"))
    assert quantisation.check(patient).outcome == "pass"


def test_signs_alone_fail_unless_they_were_asked_for() -> None:
    finding = of_vectors(lambda vectors: np.where(vectors > 0, np.float32(1), np.float32(-1)))
    assert finding.outcome == "fail"
    assert "on a grid of about 2 levels" in finding.message
    view = found(with_views(minilm(), {"quantize": "binary"}))
    assert view.outcome == "warn"
    assert "asked for as a view" in view.message


def test_a_cut_counts_as_lost_precision() -> None:
    assert of_vectors(lambda vectors: vectors[:, :64]).outcome == "fail"


@pytest.mark.parametrize(
    "faulty",
    [
        of_text(minilm(), lambda text: " ".join(text.split()[:8])),
        Wrapped(minilm(), vectors=lambda vectors, _: vectors[::-1]),
        Wrapped(minilm(), vectors=lambda vectors, _: np.ones_like(vectors)),
    ],
    ids=["cut texts", "reversed rows", "constant"],
)
def test_flips_of_another_kind_are_passed_on(faulty: Encoder) -> None:
    finding = found(faulty)
    assert finding.outcome == "skip"
    assert "That is not lost precision: see checkpoint." in finding.message


def test_vectors_with_the_same_cosines_decide_alike() -> None:
    assert of_vectors(lambda vectors: -3 * vectors[:, ::-1]).outcome == "pass"


def test_margins_are_of_two_kept_against_three_broken_partners() -> None:
    anchor, near, far = [1.0, 0.0], [0.8, 0.6], [0.6, 0.8]
    rows = np.float32([anchor, near, far, far, near, anchor] * quantisation.SENTENCES)
    margins = quantisation._margins(rows)[:6]
    assert margins.tolist() == pytest.approx([0.2, 0, -0.2, 0, -0.2, -0.4])


def test_rank_agreement_is_1_whatever_the_spread_and_0_where_there_is_none() -> None:
    rows = np.random.default_rng(0).normal(size=(9, 4)).astype(np.float32)
    assert quantisation.rank_agreement(rows, 2 * rows) == pytest.approx(1)
    assert quantisation.rank_agreement(rows, np.ones_like(rows)) == 0


def test_number_types_are_seen_from_values() -> None:
    values = np.random.default_rng(0).normal(size=(200, 8)).astype(np.float32)
    assert number_type(values) == ""
    assert number_type(values.astype(np.float16).astype(np.float32)) == "float16 numbers"
    bits = values.view(np.uint32) & np.uint32(0xFFFF0000)
    assert number_type(bits.view(np.float32)) == "bfloat16 numbers"
    assert grid_levels(np.rint(values * 20)) == len(np.unique(np.rint(values * 20)))
    assert grid_levels(np.ones((200, 8), dtype=np.float32)) == 0


def test_the_steps_of_bfloat16_are_no_grid() -> None:
    values = np.exp2(np.random.default_rng(0).normal(size=(200, 8)).astype(np.float32))
    steps = (values.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)
    repeated = np.concatenate([steps, steps[:40]])  # fewer values than texts, as on a grid
    assert number_type(repeated) == "bfloat16 numbers"
