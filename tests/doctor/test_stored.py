"""Vectors that were computed elsewhere: what can be seen on them, and what cannot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from perimetry.doctor import Patient, all_checks, examine
from perimetry.doctor.checkup import ON_STORED
from perimetry.doctor.patient import LEAST_STORED, TEXTS
from perimetry.encoders.vectors import VectorsEncoder
from perimetry.encoders.views.opening import with_views
from perimetry.records import Outcome
from tests.doctor.wrapped import Vectors, opened

HELD = [f"note {n}: {a} {b}" for n, (a, b) in enumerate(
    (a, b) for a in ("the parcel", "my invoice", "this refund", "a password", "the plan")
    for b in ("is late.", "was never sent.", "looks wrong.", "arrived twice.")
)]  # fmt: skip


class Table(VectorsEncoder):
    """A table that says which texts it holds."""

    def __init__(self, texts: Sequence[str], vectors: Vectors) -> None:
        super().__init__(texts, vectors, "vectors:kept")
        self.texts = tuple(texts)


def table(texts: Sequence[str] = HELD, name: str = "all-MiniLM-L6-v2") -> Table:
    return Table(texts, opened(name).encode(texts, role="symmetric"))


def outcomes(patient: Patient) -> dict[str, Outcome]:
    return {finding.check: finding.outcome for finding in examine(patient)}


def test_what_needs_other_texts_is_skipped_and_the_rest_is_asked() -> None:
    found = outcomes(Patient(table(), reference=opened("all-MiniLM-L6-v2")))
    assert {check for check, outcome in found.items() if outcome == "pass"} == ON_STORED
    assert {check for check, outcome in found.items() if outcome == "skip"} == (
        all_checks().keys() - ON_STORED
    )


def test_vectors_of_another_encoder_are_named() -> None:
    reference = with_views(opened("all-MiniLM-L6-v2"), {"dim": "192"})
    patient = Patient(table(), reference=reference)
    assert outcomes(patient)["identity"] == "fail"


def test_vectors_that_were_made_of_documents_are_the_reference_s() -> None:
    bare = opened("all-MiniLM-L6-v2")
    prompted = with_views(bare, {"prompt.document": "passage: ", "prompt.symmetric": "x: "})
    documents = Table(HELD, prompted.encode(HELD, role="document"))
    assert outcomes(Patient(documents, reference=prompted))["identity"] == "pass"
    queries = Table(HELD, bare.encode(["q: " + text for text in HELD], role="symmetric"))
    assert outcomes(Patient(queries, reference=prompted))["identity"] == "fail"


@pytest.mark.parametrize(
    ("change", "check", "outcome"),
    [
        (lambda vectors: np.zeros_like(vectors), "rows", "fail"),
        (lambda vectors: np.ones_like(vectors), "geometry", "fail"),
        (lambda vectors: np.concatenate([vectors[:1], vectors[:-1]]), "rows", "warn"),
        (lambda vectors: np.where(np.arange(384) < 192, vectors, 0), "geometry", "fail"),
    ],
    ids=["zero", "one vector", "two texts one vector", "half is zero"],
)
def test_a_fault_of_the_vectors_is_seen(change: object, check: str, outcome: Outcome) -> None:
    vectors = opened("all-MiniLM-L6-v2").encode(HELD, role="symmetric")
    changed = np.asarray(change(vectors), dtype=np.float32)  # type: ignore[operator]
    assert outcomes(Patient(Table(HELD, changed)))[check] == outcome


def test_texts_about_one_thing_are_no_narrow_cone() -> None:
    alike = [f"the parcel number {n} is late" for n in range(30)]
    assert outcomes(Patient(table(alike)))["geometry"] == "pass"


def test_at_most_so_many_texts_are_asked_evenly_spread() -> None:
    many = [f"text {n}" for n in range(1000)]
    texts = Patient(table(many, "hash:")).texts
    assert texts == many[::16]
    assert len(texts) <= TEXTS


def test_too_few_texts_or_none_that_are_named_tell_nothing() -> None:
    few = Patient(table(HELD[: LEAST_STORED - 1]))
    assert set(outcomes(few).values()) == {"skip"}
    assert "fewer than 8 texts" in examine(few)[0].message


def test_a_view_of_stored_vectors_is_asked_too_and_one_that_must_encode_is_not() -> None:
    cut = Patient(with_views(table(), {"dim": "64"}))
    assert outcomes(cut)["normalisation"] == "pass"
    prompted = Patient(with_views(table(), {"prompt.symmetric": "q: "}))
    assert set(outcomes(prompted).values()) == {"skip"}
