"""Questions about an encoder: one file a probe."""

from perimetry.probes.base import Probe, Vectors
from perimetry.probes.suites import load_suite, suite_for

__all__ = ["Probe", "Vectors", "load_suite", "suite_for"]
