"""What a repair won and what it cost: the certificate of no harm, in memory and on disk.

Made by ``repair/proof/certificate.py``, drawn by the report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from perimetry.files import write_text
from perimetry.results.audit import EncoderRecord
from perimetry.results.record_file import read_record, record_json

SCHEMA_VERSION = 1
KIND = "repair certificate"
REMEDY = "Make one with: perimetry repair, or perimetry no-harm"

RepairOutcome = Literal[
    "Repaired without harm",
    "Repaired, but harm cannot be ruled out",
    "The gain was bought with harm",
    "No gain was shown",
]
ChangeOutcome = Literal["gained", "lost", "cannot be said", "no difference"]
HarmOutcome = Literal["no harm", "harmed", "cannot be ruled out"]


@dataclass(frozen=True)
class Gain:
    """One measure of one probe, before and after, on the same items.

    ``low`` and ``high`` are the 95 % interval of ``difference`` (after − before) by the group
    bootstrap. ``p`` is of the permutation test over groups, and ``p_adjusted`` after Holm over all
    claims. ``trained`` says that the repair learnt from data of the same kind.
    """

    probe: str
    subset: str
    measure: str
    before: float
    after: float
    difference: float
    low: float
    high: float
    p: float
    p_adjusted: float
    n: int
    groups: int
    trained: bool
    outcome: ChangeOutcome


@dataclass(frozen=True)
class HarmTest:
    """One thing that must not have become worse by ``margin`` or more.

    ``bound`` is the one-sided lower bound on ``difference`` (after − before). *No harm* is a bound
    above ``−margin``; *harmed* is a loss that even the upper bound ``high`` does not undo. Between
    the two, more groups would tell: no fewer than ``groups_needed`` ever could.
    """

    name: str
    measure: str
    margin: float
    before: float
    after: float
    difference: float
    bound: float
    high: float
    p: float
    n: int
    groups: int
    groups_needed: int
    data: str
    outcome: HarmOutcome


@dataclass(frozen=True)
class RepairCertificate:
    """What a repair changed.

    ``left_out`` names what was not asked, and why. ``level`` is that of all bounds.
    """

    outcome: RepairOutcome
    reason: str
    before: EncoderRecord
    after: EncoderRecord
    gains: Sequence[Gain]
    harms: Sequence[HarmTest]
    left_out: Sequence[str]
    level: float
    seed: int
    data: Mapping[str, str]
    versions: Mapping[str, str]


def write_repair_certificate(certificate: RepairCertificate, path: Path) -> None:
    """Write ``certificate`` to ``path`` as JSON, all or nothing.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    write_text(path, repair_certificate_json(certificate))


def repair_certificate_json(certificate: RepairCertificate) -> str:
    """The text of a certificate's file."""
    return record_json({"kind": KIND, "schema_version": SCHEMA_VERSION, **asdict(certificate)})


def read_repair_certificate(path: Path) -> RepairCertificate:
    """Read a certificate.

    Raises:
        DataError: there is none at ``path``, it is damaged, or a newer perimetry wrote it.
    """
    return read_record(path, _from_record, newest=SCHEMA_VERSION, remedy=REMEDY, kind=KIND)


def _from_record(record: dict[str, Any]) -> RepairCertificate:
    return RepairCertificate(
        **{
            **record,
            "before": EncoderRecord(**record["before"]),
            "after": EncoderRecord(**record["after"]),
            "gains": [Gain(**entry) for entry in record["gains"]],
            "harms": [HarmTest(**entry) for entry in record["harms"]],
        }
    )
