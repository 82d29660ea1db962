"""The gate of a build: stated bounds, no regression against a baseline, nothing missing."""

from perimetry.decisions.ci.config import GateConfig, find_config, read_config
from perimetry.decisions.ci.evidence import Asking, Evidence, audited, gather, read_evidence
from perimetry.decisions.ci.judge import judge
from perimetry.decisions.ci.standing import baseline_of

__all__ = [
    "Asking",
    "Evidence",
    "GateConfig",
    "audited",
    "baseline_of",
    "find_config",
    "gather",
    "judge",
    "read_config",
    "read_evidence",
]
