"""Checkups that were never made, for tests of what is drawn of them."""

from __future__ import annotations

from collections.abc import Sequence

from perimetry.results import CheckFinding, Checkup, EncoderRecord
from perimetry.results.checkup import FlippedDecision, ParityRecord, TextAgreement

PASSED = CheckFinding("rows", "pass", "67 texts have 67 vectors.", [], "", "alone", "All suites.")
SKIPPED = CheckFinding("pooling", "skip", "needs the checkpoint: give --checkpoint FOLDER.")
WARNED = CheckFinding("scripts", "warn", "Thai is not seen.", ["a = b"], "Take another.", "alone")
FAILED = CheckFinding(
    "identity", "fail", "The vectors are not the reference's.", [f"text {n}" for n in range(9)],
    "Encode again.", "reference", "An old index finds noise.",
)  # fmt: skip


def make_checkup(
    findings: Sequence[CheckFinding] = (PASSED, SKIPPED, WARNED, FAILED),
    *,
    name: str = "tiny",
    text: str = "a text",
    parity: bool = True,
) -> Checkup:
    """A checkup in which ``name`` and ``text`` stand wherever a user's own words can."""
    record = EncoderRecord(name, name, {name: name, "dimension": 2}, {"query": text})
    flip = FlippedDecision(text, [text, text, text], 0.81239, -0.5)
    return Checkup(
        record,
        list(findings),
        {"perimetry": "0.1"},
        parity=ParityRecord(
            verdict="different", texts=64, cosine_min=0.25, cosine_mean=0.5,
            length_difference=0.125, worst=[TextAgreement(text, "query", 0.25, 0.125)],
            overlap=0.375, kendall=-0.0625, threshold=0.8, pairs=2373, pair_flips=[flip] * 7,
            orders=1152, order_flips=[flip],
        ) if parity else None,
        checkpoint=record,
        reference=record,
        own_texts=2,
        own_texts_sha256="d" * 64,
        command=f"perimetry doctor {name}",
    )  # fmt: skip
