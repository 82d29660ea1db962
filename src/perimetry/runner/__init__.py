"""Runs probes on encoders."""

from perimetry.runner.edited import edited_set
from perimetry.runner.evolving import evolving_claims
from perimetry.runner.local import run_audit
from perimetry.runner.mine import Mined, NearPair, mine_pairs, write_sheet
from perimetry.runner.pair import PairReading, read_pair
from perimetry.runner.perturb import Question, Tally
from perimetry.runner.perturb_file import perturb_file

__all__ = [
    "Mined",
    "NearPair",
    "PairReading",
    "Question",
    "Tally",
    "edited_set",
    "evolving_claims",
    "mine_pairs",
    "perturb_file",
    "read_pair",
    "run_audit",
    "write_sheet",
]
