"""Runs probes on encoders."""

from perimetry.runner.cosines import pair_cosines
from perimetry.runner.edited import edited_set
from perimetry.runner.evolving import evolving_claims
from perimetry.runner.hosted import Hosted
from perimetry.runner.local import encoder_record, run_audit
from perimetry.runner.mine import Mined, NearPair, mine_pairs, write_sheet
from perimetry.runner.pair import PairReading, read_pair
from perimetry.runner.perturb import Question, Tally
from perimetry.runner.perturb_file import perturb_file

__all__ = [
    "Hosted",
    "Mined",
    "NearPair",
    "PairReading",
    "Question",
    "Tally",
    "edited_set",
    "encoder_record",
    "evolving_claims",
    "mine_pairs",
    "pair_cosines",
    "perturb_file",
    "read_pair",
    "run_audit",
    "write_sheet",
]
