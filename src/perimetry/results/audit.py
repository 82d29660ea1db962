"""A finished audit: what was asked of which encoder, and every answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa

from perimetry.records import DatasetNote, Estimate, Relation

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class EncoderRecord:
    """An encoder as it was audited: ``setup`` are the parts of its fingerprint in words."""

    name: str
    fingerprint: str
    setup: dict[str, Any]
    prompts_sent: dict[str, str]


@dataclass(frozen=True)
class EncoderEstimate:
    """An estimate of one probe on one encoder."""

    encoder: str
    probe: str
    estimate: Estimate


@dataclass(frozen=True)
class Counts:
    """What the run cost: texts that it needed, and where their vectors came from."""

    texts: int = 0
    encoded: int = 0
    from_store: int = 0


@dataclass(frozen=True)
class Audit:
    """A finished audit. ``items`` has a row an item and measure, as in ``items.parquet``."""

    suite: str
    seed: int
    limit: int | None
    encoders: Sequence[EncoderRecord]
    datasets: dict[str, DatasetNote]
    estimates: Sequence[EncoderEstimate]
    items: pa.Table
    versions: dict[str, str]
    counts: Counts = field(default_factory=Counts)
    holds_texts: bool = True

    @property
    def id(self) -> str:
        """A name made of what was asked, so the same question has the same place on disk."""
        return audit_id(
            self.suite,
            [record.fingerprint for record in self.encoders],
            [note.digest for note in self.datasets.values()],
            self.seed,
            holds_texts=self.holds_texts,
        )

    @property
    def relations(self) -> dict[str, Relation]:
        """The relation of each kind of edit to its source, over all data sets."""
        return {k: v for note in self.datasets.values() for k, v in note.relations.items()}

    @property
    def keeping(self) -> list[str]:
        """The edits that keep the meaning."""
        return [edit for edit, relation in self.relations.items() if relation == "same"]

    @property
    def breaking(self) -> list[str]:
        """The edits that break it."""
        return [edit for edit, relation in self.relations.items() if relation == "different"]

    def get(self, encoder: str, subset: str, measure: str) -> Estimate | None:
        """The estimate of one measure on one subset, if the audit has it."""
        for entry in self.estimates:
            found = entry.estimate
            if (entry.encoder, found.subset, found.measure) == (encoder, subset, measure):
                return found
        return None


def audit_id(
    suite: str,
    fingerprints: Sequence[str],
    data_digests: Sequence[str],
    seed: int,
    *,
    holds_texts: bool,
) -> str:
    """The name of the audit that asks this question."""
    parts = [suite, *fingerprints, *data_digests, str(seed), str(holds_texts)]
    return f"{suite}-{sha256(chr(31).join(parts).encode()).hexdigest()[:10]}"


def audit_paths(folder: Path) -> dict[str, Path]:
    """Where the three files of an audit lie in its folder."""
    return {
        "audit": folder / "audit.json",
        "items": folder / "items.parquet",
        "report": folder / "report.html",
    }
