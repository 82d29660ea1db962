"""Runs probes on encoders."""

from perimetry.runner.local import run_audit
from perimetry.runner.pair import PairReading, read_pair

__all__ = ["PairReading", "read_pair", "run_audit"]
