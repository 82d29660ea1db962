from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import identity
from perimetry.doctor.parity import SAME, parity
from perimetry.encoders import open_encoder
from tests.doctor.exported import export_graph
from tests.doctor.wrapped import opened

pytestmark = pytest.mark.torch


def test_an_exported_graph_of_minilm_is_the_same_encoder(
    minilm_folder: Path, tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    folder = export_graph(minilm_folder, tmp_path / "exported")
    exported, built = open_encoder(f"onnx:{folder}"), opened("all-MiniLM-L6-v2")
    assert exported.setup["architecture"] == "exported graph"
    assert exported.fingerprint != built.fingerprint
    patient = Patient(exported, reference=built)
    found = parity(exported, built, patient.texts, threshold=0.7)
    assert found.verdict == "the same"
    assert found.cosine_min is not None
    assert found.cosine_min > SAME
    assert not found.flips.pair_flips
    assert not found.flips.order_flips
    assert identity.check(patient).outcome == "pass"
