"""From audits to decisions."""

from perimetry.decisions.compare import compare

__all__ = ["compare"]
