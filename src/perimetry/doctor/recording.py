"""What was examined and found, as a record that lies on disk."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import version

from perimetry.doctor.flips import Flip
from perimetry.doctor.parity import Parity
from perimetry.doctor.patient import Patient
from perimetry.encoders.base import Encoder
from perimetry.records import ROLES
from perimetry.results import CheckFinding, Checkup, EncoderRecord
from perimetry.results.checkup import FlippedDecision, ParityRecord, TextAgreement

RECORDED = ("perimetry", "numpy", "onnxruntime", "tokenizers")


def recorded(
    patient: Patient,
    findings: Sequence[CheckFinding],
    *,
    parity: Parity | None = None,
    command: str = "",
) -> Checkup:
    """The checkup of ``patient``.

    Args:
        patient: who was examined, and what it was held against.
        findings: what :func:`perimetry.doctor.examine` found.
        parity: how it agrees with its reference, where that was measured.
        command: the line that asks this again.
    """
    digest = sha256()
    for text in patient.own_texts:
        digest.update(sha256(text.encode("utf-8", "surrogatepass")).digest())
    return Checkup(
        encoder=_encoder(patient.encoder),
        findings=findings,
        versions={package: version(package) for package in RECORDED},
        parity=_parity(parity) if parity else None,
        checkpoint=_encoder(patient.recompute()) if patient.recompute else None,
        reference=_encoder(patient.reference) if patient.reference else None,
        own_texts=len(patient.own_texts),
        own_texts_sha256=digest.hexdigest() if patient.own_texts else "",
        command=command,
    )


def _encoder(encoder: Encoder) -> EncoderRecord:
    prompts: dict[str, str] = {role: encoder.prompts.get(role, "") for role in ROLES}
    return EncoderRecord(encoder.name, encoder.fingerprint, dict(encoder.setup), prompts)


def _parity(found: Parity) -> ParityRecord:
    return ParityRecord(
        verdict=found.verdict,
        texts=found.texts,
        cosine_min=found.cosine_min,
        cosine_mean=found.cosine_mean,
        length_difference=found.length_difference,
        worst=[
            TextAgreement(row.text, row.role, row.cosine, row.length_difference)
            for row in found.worst
        ],
        overlap=found.overlap,
        kendall=found.kendall,
        threshold=found.threshold,
        pairs=found.flips.pairs,
        pair_flips=_flipped(found.flips.pair_flips),
        orders=found.flips.orders,
        order_flips=_flipped(found.flips.order_flips),
    )


def _flipped(flips: Sequence[Flip]) -> list[FlippedDecision]:
    return [FlippedDecision(flip.item, flip.texts, flip.one, flip.other) for flip in flips]
