"""Audits in memory and on disk."""

from perimetry.results.audit import Audit, Counts, EncoderEstimate, EncoderRecord, audit_paths
from perimetry.results.on_disk import read_audit, write_audit
from perimetry.results.query import load_audits

__all__ = [
    "Audit",
    "Counts",
    "EncoderEstimate",
    "EncoderRecord",
    "audit_paths",
    "load_audits",
    "read_audit",
    "write_audit",
]
