"""Checks that hold an encoder: what is silently wrong with it, and how to mend it."""

from perimetry.doctor.checkup import all_checks, examine
from perimetry.doctor.patient import Patient

__all__ = ["Patient", "all_checks", "examine"]
