"""What only an endpoint gets wrong is named by the doctor, and a healthy one is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.doctor import Patient, examine
from perimetry.doctor.checkup import all_checks
from perimetry.encoders import open_encoder
from perimetry.testing.faults.endpoints import (
    FAULTS_OF_ENDPOINTS,
    behind_a_server,
    healthy,
    rightly,
)
from perimetry.testing.faults.fault import Fault, Model
from perimetry.testing.faults.remembering import Remembering

CHECKS = ("rows", "normalisation", "batching", "truncation", "identity")


@pytest.fixture(scope="module")
def minilm() -> Model:
    pytest.importorskip("openai", reason="pip install 'perimetry[api]' runs this")
    return Model(Remembering(open_encoder()))


@pytest.fixture(autouse=True)
def own_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERIMETRY_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, id=fault.name) for fault in FAULTS_OF_ENDPOINTS]
)
def test_a_fault_is_named_by_its_check(minilm: Model, fault: Fault) -> None:
    reference = minilm.encoder if fault.oracle == "reference" else None
    patient = Patient(fault.plant(minilm), reference=reference)
    [finding] = examine(patient, {fault.named_by: all_checks()[fault.named_by]})
    assert fault.is_named_in(finding), finding


def test_a_healthy_endpoint_passes_the_same_checks(minilm: Model) -> None:
    """And is at parity with the model that it serves, bit by bit."""
    encoder = behind_a_server(lambda texts: healthy(minilm, texts), rightly)
    patient = Patient(encoder, reference=minilm.encoder)
    found = examine(patient, {name: all_checks()[name] for name in CHECKS})
    assert {finding.check: finding.outcome for finding in found} == dict.fromkeys(CHECKS, "pass")
    texts = patient.texts
    expected = minilm.encoder.encode(texts, role="symmetric")
    assert encoder.encode(texts, role="symmetric").tobytes() == expected.tobytes()
