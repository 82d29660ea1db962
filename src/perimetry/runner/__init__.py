"""Runs probes on encoders."""

from perimetry.runner.edited import edited_set
from perimetry.runner.local import run_audit
from perimetry.runner.pair import PairReading, read_pair
from perimetry.runner.perturb import Question, Tally
from perimetry.runner.perturb_file import perturb_file

__all__ = [
    "PairReading",
    "Question",
    "Tally",
    "edited_set",
    "perturb_file",
    "read_pair",
    "run_audit",
]
