"""The faults that the doctor must find, each real, each with the check that must name it.

::

    from perimetry.testing.faults import FAULTS, Model

    model = Model(my_encoder, folder=its_checkpoint)
    for fault in FAULTS:
        if fault.fits(model):
            faulty = fault.plant(model)
"""

from __future__ import annotations

from collections.abc import Sequence

from perimetry.testing.faults.fault import Fault, Model
from perimetry.testing.faults.text import FAULTS_OF_PROMPT, FAULTS_OF_TEXT
from perimetry.testing.faults.torch import FAULTS_OF_TORCH
from perimetry.testing.faults.vectors import FAULTS_OF_VECTORS
from perimetry.testing.faults.weights import FAULTS_OF_WEIGHTS

__all__ = ["FAULTS", "FAULTS_OF_TORCH", "Fault", "Model"]

FAULTS: Sequence[Fault] = (
    *FAULTS_OF_TEXT,
    *FAULTS_OF_PROMPT,
    *FAULTS_OF_VECTORS,
    *FAULTS_OF_WEIGHTS,
    *FAULTS_OF_TORCH,
)
"""What is sent, what is asked, what comes back, and the model itself;
the last three need the extra ``st``."""
