"""From where on a check complains."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of all checks.

    Attributes:
        frame_rate: the share of anchors that may share their frame with another.
        near: token Jaccard from which two texts are near duplicates.
        artefact_auroc: how well the label may be guessed from one text of a pair alone.
        least_groups: fewer independent groups than this are too few for a verdict.
        dominant: the share of pairs that one label may have in a category.
    """

    frame_rate: float = 0.05
    near: float = 0.8
    artefact_auroc: float = 0.65
    least_groups: int = 30
    dominant: float = 0.8
