"""A baseline: what later audits are held against, as one file that is committed and reviewed.

It holds estimates, the item scores that a paired test needs, and the findings of a checkup. It
holds no text. No number is rounded: of two cosines that differ in the last digit, one is higher.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, get_args

from perimetry.errors import DataError, InputError
from perimetry.files import write_text
from perimetry.records import Estimate, Finding, Outcome
from perimetry.results.record_file import read_record

SCHEMA_VERSION = 1

HEADLINE = ("order_accuracy", "auroc", "accuracy", "ndcg_10")
"""The measures that are held against a baseline unless others are named."""


@dataclass(frozen=True)
class ProbeData:
    """What a probe was asked on: its suite, the digest of its data and their number of groups."""

    suite: str
    name: str
    digest: str
    groups: int
    family: str = ""


@dataclass(frozen=True)
class ItemColumn:
    """The scores of the items of one subset under one measure, each with its group."""

    probe: str
    subset: str
    measure: str
    items: Sequence[str]
    groups: Sequence[str]
    values: Sequence[float]


@dataclass(frozen=True)
class Baseline:
    """How one encoder stood: estimates by probe, item scores, and what the doctor found."""

    encoder: str
    fingerprint: str
    data: Mapping[str, ProbeData]
    estimates: Mapping[str, Sequence[Estimate]]
    columns: Sequence[ItemColumn]
    findings: Sequence[Finding] = ()


def write_baseline(baseline: Baseline, path: Path) -> int:
    """Write ``baseline`` to ``path``, all or nothing, and return its size in bytes.

    Raises:
        InputError: an estimate or a score is not a finite number.
        StorageError: the disk is full or the folder cannot be written; what lay there stays.
    """
    text = baseline_json(baseline)
    write_text(path, text)
    return len(text.encode())


def read_baseline(path: Path) -> Baseline:
    """Read a baseline.

    Raises:
        DataError: there is none, it is damaged, or a newer perimetry wrote it.
    """
    if not path.is_file():
        raise DataError(
            path, f"no baseline here. Make one with: perimetry baseline save AUDIT --out {path}"
        )
    remedy = "Take it from version control, or save it again."
    return read_record(path, _from_record, newest=SCHEMA_VERSION, remedy=remedy)


def baseline_json(baseline: Baseline) -> str:
    """The text of a baseline's file: a line an estimate and a line a column of scores.

    Raises:
        InputError: an estimate or a score is not a finite number.
    """
    _check_finite(baseline)
    record = {
        "schema_version": SCHEMA_VERSION,
        "encoder": {"name": baseline.encoder, "fingerprint": baseline.fingerprint},
        "data": {probe: vars(data) for probe, data in baseline.data.items()},
    }
    estimates = [
        {"probe": probe, **vars(estimate)}
        for probe, found in baseline.estimates.items()
        for estimate in found
    ]
    findings = [
        {"check": f.check, "outcome": f.outcome, "message": f.message} for f in baseline.findings
    ]
    lists = {
        "estimates": estimates,
        "items": list(_item_records(baseline.columns)),
        "findings": findings,
    }
    parts = [json.dumps(record, indent=1, ensure_ascii=False)[:-2]]
    for name, rows in lists.items():
        lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
        parts.append(f' "{name}": [\n{lines}\n ]' if rows else f' "{name}": []')
    return ",\n".join(parts) + "\n}\n"


def _check_finite(baseline: Baseline) -> None:
    for probe, estimates in baseline.estimates.items():
        for e in estimates:
            if not all(map(isfinite, (e.value, e.low, e.high))):
                raise InputError(
                    f"{probe}: {e.measure} of {e.subset} is not a finite number. "
                    "Audit the encoder again, and examine it: perimetry doctor."
                )
    for column in baseline.columns:
        for item, value in zip(column.items, column.values, strict=True):
            if not isfinite(value):
                raise InputError(
                    f"{column.probe}: {column.measure} of the item {item} is not a finite number. "
                    "Audit the encoder again, and examine it: perimetry doctor."
                )


def _item_records(columns: Sequence[ItemColumn]) -> Iterator[dict[str, Any]]:
    """The columns, those of the same items together; groups are left out where items say them."""
    alike: dict[tuple[object, ...], dict[str, Any]] = {}
    for column in columns:
        key = (column.probe, column.subset, tuple(column.items), tuple(column.groups))
        record = alike.get(key)
        if record is None:
            record = {"probe": column.probe, "subset": column.subset, "items": list(column.items)}
            if [_own_group(item) for item in column.items] != list(column.groups):
                record["groups"] = list(column.groups)
            record["scores"] = {}
            alike[key] = record
        record["scores"][column.measure] = _packed(column.values)
    yield from alike.values()


def _own_group(item: str) -> str:
    """The group that an item's name states: what stands before its last slash, else all of it."""
    return item.rpartition("/")[0] or item


def _packed(values: Sequence[float]) -> str | list[float]:
    """Scores that are all 0 or 1 as a string of digits, others as they are."""
    if all(value in (0.0, 1.0) for value in values):
        return "".join("1" if value else "0" for value in values)
    return list(values)


def _unpacked(packed: str | Sequence[float]) -> tuple[float, ...]:
    if isinstance(packed, str) and packed.strip("01"):
        raise ValueError(f"scores of {packed.strip('01')[0]!r}")
    return tuple(map(float, packed))


def _from_record(record: Mapping[str, Any]) -> Baseline:
    estimates: dict[str, list[Estimate]] = {probe: [] for probe in record["data"]}
    for row in record["estimates"]:
        given = dict(row)
        estimates[given.pop("probe")].append(Estimate(**given))
    found = Baseline(
        encoder=str(record["encoder"]["name"]),
        fingerprint=str(record["encoder"]["fingerprint"]),
        data={probe: ProbeData(**data) for probe, data in record["data"].items()},
        estimates=estimates,
        columns=[column for row in record["items"] for column in _columns(row)],
        findings=[Finding(f["check"], f["outcome"], f["message"]) for f in record["findings"]],
    )
    for finding in found.findings:
        if finding.outcome not in get_args(Outcome):
            raise ValueError(f"{finding.check} has the outcome {finding.outcome!r}")
    return found


def _columns(row: Mapping[str, Any]) -> Iterator[ItemColumn]:
    items = tuple(map(str, row["items"]))
    groups = tuple(map(str, row.get("groups") or map(_own_group, items)))
    for measure, packed in row["scores"].items():
        values = _unpacked(packed)
        if not len(items) == len(groups) == len(values):
            raise ValueError(f"{len(items)} items of {row['subset']} with {len(values)} scores")
        yield ItemColumn(row["probe"], row["subset"], measure, items, groups, values)
