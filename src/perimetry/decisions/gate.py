"""A gate decides whether two texts may pass for the same: a cosine cut-off and guards.

Light enough for a cache or a filter: it imports the standard library alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from perimetry.decisions.guards import GUARDS, Guard, first_objection, guards_named
from perimetry.errors import DataError, InputError, StorageError

SLACK = 1e-3
"""How far outside [−1, 1] a cosine may lie and still count as rounding."""


@dataclass(frozen=True)
class Decision:
    """Whether two texts pass for the same, why, and which guard objected, if one did."""

    same: bool
    reason: str
    guard: str | None = None


@dataclass(frozen=True)
class Gate:
    """Two texts are the same if their cosine reaches ``threshold`` and no guard objects.

    Args:
        threshold: the least cosine that is accepted, in [−1, 1]; a cosine equal to it is.
        guards: asked in this order; none at all leaves the cut-off alone.

    Raises:
        InputError: the threshold is no cosine.

    >>> gate = Gate(threshold=0.9)
    >>> gate.same("Does it cover 2 adults?", "Does it cover 3 adults?", cosine=0.97)
    Decision(same=False, reason='numbers differ: 2 / 3', guard='number')
    >>> gate.same("Does it cover 2 adults?", "Does it cover two adults?", cosine=0.97).same
    True
    """

    threshold: float
    guards: Sequence[Guard] = tuple(GUARDS.values())

    def __post_init__(self) -> None:
        if not -1 <= self.threshold <= 1:  # nan is caught too
            raise InputError(f"the threshold {self.threshold} is no cosine: give one in [-1, 1].")
        object.__setattr__(self, "guards", tuple(self.guards))

    def same(self, a: str, b: str, cosine: float) -> Decision:
        """Decide on two texts whose vectors have this cosine.

        A cosine outside [−1, 1] by no more than :data:`SLACK` is a rounding error and is clipped.
        Where the cosine is below the cut-off the texts are not read.

        Raises:
            InputError: the cosine is not a number, or is no cosine.
        """
        similarity = checked_cosine(cosine)
        if similarity < self.threshold:
            return Decision(False, f"cosine {similarity:.4f} is below {self.threshold:.4f}")
        found = first_objection(a, b, self.guards)
        if found is not None:
            guard, reason = found
            return Decision(False, reason, guard.name)
        return Decision(True, f"cosine {similarity:.4f} reaches {self.threshold:.4f}")

    @classmethod
    def from_certificate(cls, path: Path | str, *, uncertified: bool = False) -> Gate:
        """The gate that a certificate of ``perimetry threshold`` describes.

        Args:
            path: a JSON file with ``threshold`` and ``guards``, the names of the guards. It holds
                for the encoder that it names, and for no other.
            uncertified: take a threshold that was not certified too.

        Raises:
            DataError: the file is no certificate, or its outcome is not *certified*.
            StorageError: the file cannot be read.
        """
        file = Path(path)
        fields = _fields(file)
        kind = fields.get("kind", "certificate")
        if kind != "certificate":
            raise DataError(file, f"holds a {kind!r}, not a certificate.")
        outcome = fields.get("outcome")
        if outcome != "Certified" and not uncertified:
            raise DataError(
                file,
                f"its outcome is {outcome!r}, not 'Certified'. Certify a threshold, or say "
                "uncertified=True to use this one all the same.",
            )
        threshold, names = fields.get("threshold"), fields.get("guards")
        if isinstance(threshold, bool) or not isinstance(threshold, int | float):
            raise DataError(file, "holds no threshold to use.")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise DataError(file, "has no list of guards' names under 'guards'.")
        try:
            return cls(float(threshold), guards_named(names))
        except InputError as error:
            raise DataError(file, str(error)) from None


def checked_cosine(cosine: float) -> float:
    """``cosine`` clipped to [−1, 1].

    Raises:
        InputError: it is not finite, or outside by more than :data:`SLACK`.

    >>> checked_cosine(1.0000001)
    1.0
    """
    if not isfinite(cosine) or abs(cosine) > 1 + SLACK:
        raise InputError(
            f"{cosine} is no cosine: give the similarity of two unit vectors, not a distance."
        )
    return min(1.0, max(-1.0, float(cosine)))


def _fields(path: Path) -> Mapping[str, object]:
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StorageError(f"{path}: cannot be read ({error.strerror}).") from None
    except ValueError:
        raise DataError(path, "is no JSON file.") from None
    if not isinstance(fields, dict):
        raise DataError(path, "holds no object of fields.")
    return fields
