"""Audits and checkups in memory and on disk."""

from perimetry.results.audit import Audit, Counts, EncoderEstimate, EncoderRecord, audit_paths
from perimetry.results.checkup import (
    CheckFinding,
    Checkup,
    checkup_json,
    checkup_paths,
    read_checkup,
    write_checkup,
)
from perimetry.results.on_disk import read_audit, write_audit
from perimetry.results.query import load_audits

__all__ = [
    "Audit",
    "CheckFinding",
    "Checkup",
    "Counts",
    "EncoderEstimate",
    "EncoderRecord",
    "audit_paths",
    "checkup_json",
    "checkup_paths",
    "load_audits",
    "read_audit",
    "read_checkup",
    "write_audit",
    "write_checkup",
]
