"""A threshold with a certificate: chosen on one half of the pairs, tested once on the other."""

from perimetry.decisions.threshold.certify import certify
from perimetry.decisions.threshold.recheck import check_encoder, recheck
from perimetry.decisions.threshold.requirements import Requirements

__all__ = ["Requirements", "certify", "check_encoder", "recheck"]
