"""What is known of a decision rule, as a file that can be kept beside the rule and checked again.

Made by ``decisions/threshold``, drawn by the report, read by a ``Gate``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from perimetry.files import write_text
from perimetry.results.audit import EncoderRecord
from perimetry.results.record_file import read_record, record_json

SCHEMA_VERSION = 1
KIND = "certificate"
REMEDY = "Make one with: perimetry threshold"

CertificateOutcome = Literal[
    "Certified", "No threshold meets the budget", "Too few pairs to certify"
]


@dataclass(frozen=True)
class Rate:
    """A rate with one-sided bounds, and what it was counted on.

    ``events`` of ``n`` pairs, in ``hit`` of ``groups`` groups.
    """

    value: float
    low: float
    high: float
    events: int
    n: int
    hit: int
    groups: int


@dataclass(frozen=True)
class WrongHits:
    """P(different | accepted) at a prevalence of different pairs among those that are asked.

    ``high`` holds together with both rates that it is made of: each of them at half the error.
    """

    value: float
    high: float


@dataclass(frozen=True)
class Rates:
    """A rule at one threshold. ``wrong_hits`` is ``None`` where it accepts nothing."""

    false_accept: Rate
    accept: Rate
    wrong_hits: WrongHits | None


@dataclass(frozen=True)
class CurvePoint:
    """The rule at one threshold. Bounds hold for that threshold alone, not for the best of many."""

    threshold: float
    false_accept: float
    false_accept_high: float
    accept: float
    accept_low: float
    wrong_hits: float


@dataclass(frozen=True)
class Split:
    """Which groups chose the threshold and which tested it: a draw with ``seed``.

    ``certification_different`` counts the groups with a different pair, which the bound rests on.
    """

    seed: int
    calibration_groups: int
    certification_groups: int
    certification_different: int


@dataclass(frozen=True)
class Data:
    """The pairs: their identity, and how many have each label."""

    name: str
    digest: str
    source: str
    same: int
    different: int
    depends: int
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Certificate:
    """A decision rule (cosine ≥ ``threshold``, no guard objects) and what is known of it.

    ``threshold`` is ``None`` where none could be chosen. ``rates`` are those of the certification
    half, which had no part in the choice. ``curve`` and ``copied`` describe all pairs.
    ``prevalence`` is the share of different pairs that wrong hits are stated for, and
    ``groups_needed`` how many groups with a different pair would do, where these are too few.
    """

    outcome: CertificateOutcome
    reason: str
    threshold: float | None
    guards: Sequence[str]
    use: str
    budget: float
    level: float
    min_accept: float
    method: str
    prevalence: float
    encoder: EncoderRecord
    data: Data
    split: Split
    rates: Rates | None
    groups_needed: int | None
    curve: Sequence[CurvePoint]
    copied: Sequence[CurvePoint]
    versions: Mapping[str, str]

    @property
    def id(self) -> str:
        """A name made of what was asked, so the same question has the same place on disk."""
        asked = [
            self.encoder.fingerprint, self.data.digest, *self.guards, self.use, self.budget,
            self.level, self.min_accept, self.method, self.split.seed,
        ]  # fmt: skip
        return sha256(json.dumps(asked).encode()).hexdigest()[:10]


RecheckOutcome = Literal["Certified", "The certificate does not hold", "Too few pairs to certify"]


@dataclass(frozen=True)
class Recheck:
    """What new pairs say of a certificate's rule."""

    outcome: RecheckOutcome
    rates: Rates
    groups_needed: int | None


def write_certificate(certificate: Certificate, path: Path) -> None:
    """Write ``certificate`` to ``path`` as JSON, all or nothing.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    write_text(path, certificate_json(certificate))


def certificate_json(certificate: Certificate) -> str:
    """The text of a certificate's file."""
    return record_json({"kind": KIND, "schema_version": SCHEMA_VERSION, **asdict(certificate)})


def recheck_json(found: Recheck) -> str:
    """What new pairs said, as JSON."""
    return record_json(asdict(found))


def read_certificate(path: Path) -> Certificate:
    """Read a certificate.

    Raises:
        DataError: there is none at ``path``, it is damaged, or a newer perimetry wrote it.
    """
    return read_record(path, _from_record, newest=SCHEMA_VERSION, remedy=REMEDY, kind=KIND)


def _from_record(record: dict[str, Any]) -> Certificate:
    rates = record["rates"]
    return Certificate(
        **{
            **record,
            "encoder": EncoderRecord(**record["encoder"]),
            "data": Data(**record["data"]),
            "split": Split(**record["split"]),
            "rates": None if rates is None else _rates(rates),
            "curve": [CurvePoint(**point) for point in record["curve"]],
            "copied": [CurvePoint(**point) for point in record["copied"]],
        }
    )


def _rates(record: dict[str, Any]) -> Rates:
    hits = record["wrong_hits"]
    return Rates(
        false_accept=Rate(**record["false_accept"]),
        accept=Rate(**record["accept"]),
        wrong_hits=None if hits is None else WrongHits(**hits),
    )
