"""A finished examination of an encoder: what every check found, and how to ask again.

It is made by the doctor and lies in a folder of its own, ``checkup.json`` beside the report.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

from perimetry.errors import DataError
from perimetry.files import write_text
from perimetry.records import Finding, Outcome
from perimetry.results.audit import EncoderRecord
from perimetry.results.record_file import read_record

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class CheckFinding(Finding):
    """What one check found, with its oracle and what its fault can cost.

    ``oracle`` is what the check is held against: ``alone``, ``checkpoint`` or ``reference``.
    """

    oracle: str = "alone"
    cost: str = ""


@dataclass(frozen=True)
class TextAgreement:
    """A text's two vectors in one role: their cosine, and by what share their lengths differ."""

    text: str
    role: str
    cosine: float
    length_difference: float


@dataclass(frozen=True)
class FlippedDecision:
    """A decision that comes out otherwise, with what it rests on in either encoder.

    For a pair that is the cosine of its two texts; for an order, how much nearer to the anchor the
    partner is that keeps its meaning than the one that breaks it.
    """

    item: str
    texts: Sequence[str]
    one: float
    other: float


@dataclass(frozen=True)
class ParityRecord:
    """How the encoder and its reference agree; the measures are those of ``doctor/parity.py``.

    ``pairs`` and ``orders`` count the decisions, ``pair_flips`` and ``order_flips`` hold those that
    flip, the clearest first. The cosines are None where the dimensions differ.
    """

    verdict: str
    texts: int
    cosine_min: float | None
    cosine_mean: float | None
    length_difference: float | None
    worst: Sequence[TextAgreement]
    overlap: float
    kendall: float
    threshold: float
    pairs: int
    pair_flips: Sequence[FlippedDecision]
    orders: int
    order_flips: Sequence[FlippedDecision]


@dataclass(frozen=True)
class Checkup:
    """A finished examination.

    Attributes:
        encoder: the one that was examined.
        findings: one a check, in the order of the report.
        versions: of the packages that decide a vector or a judgement.
        parity: how it agrees with ``reference``, None where it was not compared.
        checkpoint: its checkpoint in another engine, None where none was given.
        reference: what it was held against, None where nothing was given.
        own_texts: how many texts of the user's were read, and ``own_texts_sha256`` their digest.
        command: the line that asks this again, "" where it was not asked by one.
    """

    encoder: EncoderRecord
    findings: Sequence[CheckFinding]
    versions: Mapping[str, str]
    parity: ParityRecord | None = None
    checkpoint: EncoderRecord | None = None
    reference: EncoderRecord | None = None
    own_texts: int = 0
    own_texts_sha256: str = ""
    command: str = ""

    @property
    def id(self) -> str:
        """A name made of what was asked, so the same question has the same place on disk."""
        asked = [
            self.encoder.fingerprint,
            self.checkpoint.fingerprint if self.checkpoint else "",
            self.reference.fingerprint if self.reference else "",
            f"{self.parity.threshold}" if self.parity else "",
            self.own_texts_sha256,
        ]
        question = chr(31).join(asked).encode("utf-8", "surrogatepass")
        return f"doctor-{sha256(question).hexdigest()[:10]}"

    def finding(self, check: str) -> CheckFinding | None:
        """What the check of this name found, None if it was not asked."""
        return next((found for found in self.findings if found.check == check), None)


def checkup_paths(folder: Path) -> dict[str, Path]:
    """Where the two files of a checkup lie in its folder."""
    return {"checkup": folder / "checkup.json", "report": folder / "report.html"}


def write_checkup(checkup: Checkup, folder: Path) -> None:
    """Write ``checkup.json`` into ``folder``, all or nothing.

    Raises:
        StorageError: the disk is full or the folder cannot be written; what lay there stays.
    """
    write_text(checkup_paths(folder)["checkup"], checkup_json(checkup, indent=1) + "\n")


def checkup_json(checkup: Checkup, *, indent: int | None = None) -> str:
    """The whole checkup as one JSON object, on one line unless ``indent`` is given.

    It is plain ASCII: a name may hold what is not Unicode, such as a path of other bytes.
    """
    record = {"schema_version": SCHEMA_VERSION, "id": checkup.id, **asdict(checkup)}
    return json.dumps(record, indent=indent, allow_nan=False)


def read_checkup(folder: Path) -> Checkup:
    """Read the checkup in ``folder``, which may also be its file.

    Raises:
        DataError: there is none, it is damaged, or a newer perimetry wrote it.
    """
    path = folder if folder.is_file() else checkup_paths(folder)["checkup"]
    if not path.is_file():
        raise DataError(folder, "no checkup here. Make one with: perimetry doctor --out FOLDER")
    return read_record(path, _from_record, newest=SCHEMA_VERSION, remedy="Run it again.")


def _from_record(record: Mapping[str, Any]) -> Checkup:
    known = {field.name for field in fields(Checkup)}
    given = {name: value for name, value in record.items() if name in known}
    checkup = Checkup(
        **{
            **given,
            "encoder": EncoderRecord(**record["encoder"]),
            "findings": [CheckFinding(**entry) for entry in record["findings"]],
            "versions": dict(record["versions"]),
            "parity": _parity(record["parity"]) if record.get("parity") else None,
            "checkpoint": _encoder(record.get("checkpoint")),
            "reference": _encoder(record.get("reference")),
        }
    )
    for found in checkup.findings:
        if found.outcome not in get_args(Outcome):
            raise ValueError(f"{found.check} has the outcome {found.outcome!r}")
    return checkup


def _encoder(record: Mapping[str, Any] | None) -> EncoderRecord | None:
    return EncoderRecord(**record) if record else None


def _parity(record: Mapping[str, Any]) -> ParityRecord:
    return ParityRecord(
        **{
            **record,
            "worst": [TextAgreement(**entry) for entry in record["worst"]],
            "pair_flips": [FlippedDecision(**entry) for entry in record["pair_flips"]],
            "order_flips": [FlippedDecision(**entry) for entry in record["order_flips"]],
        }
    )
