"""Checks of a labelled set, one a file: whether a score on it would mean what it says."""

from perimetry.curation.checks import CHECKS, check_data
from perimetry.curation.limits import Limits

__all__ = ["CHECKS", "Limits", "check_data"]
