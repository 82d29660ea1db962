"""An audit's folder: ``items.parquet``, ``audit.json`` and the report, each all or nothing.

``audit.json`` is written after the items and holds their digest, so a folder that a crash left
half-way is recognised and never read as a result.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from perimetry.errors import DataError
from perimetry.files import atomic_path, file_digest, write_text
from perimetry.records import DatasetNote, Estimate
from perimetry.results.audit import (
    SCHEMA_VERSION,
    Audit,
    Counts,
    EncoderEstimate,
    EncoderRecord,
    audit_paths,
)
from perimetry.results.record_file import record_json


def write_audit(audit: Audit, folder: Path) -> None:
    """Write ``items.parquet`` and ``audit.json`` into ``folder``.

    Raises:
        StorageError: the disk is full or the folder cannot be written; what lay there stays.
    """
    paths = audit_paths(folder)
    with atomic_path(paths["items"]) as temporary:
        pq.write_table(audit.items, temporary, compression="zstd", store_schema=True)
    write_text(paths["audit"], audit_json(audit, file_digest(paths["items"])))


def read_audit(folder: Path) -> Audit:
    """Read the audit in ``folder``.

    Raises:
        DataError: there is none, it is unfinished, or a newer perimetry wrote it.
    """
    paths = audit_paths(folder)
    if not paths["audit"].is_file():
        raise DataError(folder, "no audit here. Make one with: perimetry audit --out FOLDER")
    try:
        record = json.loads(paths["audit"].read_text(encoding="utf-8"))
        version = int(record["schema_version"])
        if version > SCHEMA_VERSION:
            raise DataError(
                paths["audit"], f"schema {version} is newer than this perimetry. Upgrade it."
            )
        if file_digest(paths["items"]) != record["items_sha256"]:
            raise DataError(
                paths["items"], "does not belong to audit.json. Run the same audit again."
            )
        return _from_record(record, pq.read_table(paths["items"]))
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowInvalid) as error:
        raise DataError(
            folder, f"the audit cannot be read ({type(error).__name__}: {error}). Run it again."
        ) from None


def audit_json(audit: Audit, items_sha256: str) -> str:
    """The text of ``audit.json``: all that is needed to repeat the audit, and its estimates."""
    record = {
        "schema_version": SCHEMA_VERSION,
        "id": audit.id,
        "suite": audit.suite,
        "seed": audit.seed,
        "limit": audit.limit,
        "holds_texts": audit.holds_texts,
        "versions": audit.versions,
        "baselines": list(audit.baselines),
        "encoders": [asdict(encoder) for encoder in audit.encoders],
        "datasets": {probe: asdict(note) for probe, note in audit.datasets.items()},
        "counts": asdict(audit.counts),
        "items_sha256": items_sha256,
        "estimates": [
            {"encoder": entry.encoder, "probe": entry.probe, **asdict(entry.estimate)}
            for entry in audit.estimates
        ],
    }
    return record_json(record)


def _from_record(record: Mapping[str, Any], items: pa.Table) -> Audit:
    return Audit(
        suite=record["suite"],
        seed=record["seed"],
        limit=record["limit"],
        encoders=[EncoderRecord(**encoder) for encoder in record["encoders"]],
        datasets={probe: DatasetNote(**note) for probe, note in record["datasets"].items()},
        estimates=[
            EncoderEstimate(
                entry["encoder"],
                entry["probe"],
                Estimate(**{k: v for k, v in entry.items() if k not in ("encoder", "probe")}),
            )
            for entry in record["estimates"]
        ],
        items=items,
        versions=record["versions"],
        counts=Counts(**record["counts"]),
        holds_texts=record["holds_texts"],
        baselines=tuple(record.get("baselines", ())),
    )
