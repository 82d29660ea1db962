"""The records that one report is about: an audit, and what else is known of its encoders."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from perimetry.errors import DataError, InputError
from perimetry.results import Audit, Checkup, audit_paths, read_audit, read_checkup
from perimetry.results import certificate as thresholds
from perimetry.results import comparison as comparisons
from perimetry.results import repair as repairs
from perimetry.results.certificate import Certificate
from perimetry.results.comparison import Comparison
from perimetry.results.repair import RepairCertificate

Record = Audit | Checkup | Comparison | Certificate | RepairCertificate

RECORDS = ("audit.json", "checkup.json", "comparison.json", "certificate.json")
"""The names under which perimetry writes a record into a folder."""

EXPECTED = (
    "Give an audit's folder, and beside it checkups, comparisons, certificates of a threshold or "
    "of a repair, as files or folders."
)


@dataclass(frozen=True)
class Dossier:
    """An audit with the records that stand beside it in one report."""

    audit: Audit
    checkups: Sequence[Checkup] = ()
    comparisons: Sequence[Comparison] = ()
    certificates: Sequence[Certificate] = ()
    repairs: Sequence[RepairCertificate] = ()

    def without_texts(self) -> Dossier:
        """The dossier with the texts of its items taken out, for a report that shows none."""
        return replace(
            self,
            audit=self.audit.without_texts(),
            checkups=[_silent_checkup(checkup) for checkup in self.checkups],
            comparisons=[_silent_comparison(comparison) for comparison in self.comparisons],
        )


def read_dossier(paths: Sequence[Path]) -> Dossier:
    """Read the records at ``paths``, each recognised by what it is.

    Args:
        paths: folders and JSON files. A folder stands for the records in it that perimetry names,
            or else for all its JSON files.

    Raises:
        InputError: a path holds no record, or there is not exactly one audit.
        DataError: a record is damaged, or a newer perimetry wrote it.
    """
    files = dict.fromkeys(file.resolve() for path in paths for file in _files(path))
    found = [_read(file) for file in files]
    audits = [record for record in found if isinstance(record, Audit)]
    if not audits:
        raise InputError(f"{_named(paths)}: no audit here. {EXPECTED}")
    if len(audits) > 1:
        raise InputError(
            f"{_named(paths)}: {len(audits)} audits, and a report is about one. Audit the encoders "
            "together, or compare them: perimetry compare OLD NEW --out FOLDER"
        )
    return Dossier(
        audits[0],
        checkups=[record for record in found if isinstance(record, Checkup)],
        comparisons=[record for record in found if isinstance(record, Comparison)],
        certificates=[record for record in found if isinstance(record, Certificate)],
        repairs=[record for record in found if isinstance(record, RepairCertificate)],
    )


def _files(path: Path) -> list[Path]:
    """The files of the records at ``path``."""
    if path.is_file():
        return [path]
    if not path.exists():
        raise InputError(f"{path}: there is no such file or folder. {EXPECTED}")
    named = [path / name for name in RECORDS if (path / name).is_file()]
    found = named or sorted(path.glob("*.json"))
    if not found:
        raise InputError(f"{path}: holds no record. {EXPECTED}")
    return found


def _read(path: Path) -> Record:
    if path.name == audit_paths(path.parent)["audit"].name:
        return read_audit(path.parent)
    record = _object(path)
    kind = record.get("kind")
    if kind == thresholds.KIND:
        return thresholds.read_certificate(path)
    if kind == repairs.KIND:
        return repairs.read_repair_certificate(path)
    if kind == comparisons.KIND or {"changes", "places"} <= record.keys():
        return comparisons.read_comparison(path)
    if kind is None and {"encoder", "findings", "versions"} <= record.keys():
        return read_checkup(path)
    raise InputError(f"{path}: is no record that a report shows. {EXPECTED}")


def _object(path: Path) -> dict[str, Any]:
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        problem = f"cannot be read ({type(error).__name__}: {error}). {EXPECTED}"
        raise DataError(path, problem) from None
    if not isinstance(record, dict):
        raise InputError(f"{path}: is no record that a report shows. {EXPECTED}")
    return record


def _named(paths: Sequence[Path]) -> str:
    return ", ".join(map(str, paths))


def _silent_checkup(checkup: Checkup) -> Checkup:
    parity = checkup.parity
    return replace(
        checkup,
        findings=[replace(finding, examples=()) for finding in checkup.findings],
        parity=parity and replace(parity, worst=(), pair_flips=(), order_flips=()),
    )


def _silent_comparison(comparison: Comparison) -> Comparison:
    flips = [replace(flip, anchor=None, text_a=None, text_b=None) for flip in comparison.flips]
    return replace(comparison, flips=flips)
