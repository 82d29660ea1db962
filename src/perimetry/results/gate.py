"""What a gate ruled. Made by ``decisions/ci``, drawn by the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

RulingKind = Literal["bound", "regression", "loss", "check"]
RulingOutcome = Literal["pass", "fail", "missing", "untested"]


@dataclass(frozen=True)
class Ruling:
    """One thing that was asked of an encoder, and what was ruled.

    Attributes:
        kind: ``bound`` (a stated bound), ``regression`` (a test against the baseline), ``loss`` (a
            stated largest loss against the baseline) or ``check`` (an outcome of the doctor's).
        probe: "" for a check.
        subset: a phenomenon, an edit, a task; "" for a check.
        measure: or the name of the check.
        outcome: ``missing`` fails too; ``untested`` does not, and ``note`` says why.
        value: what was found, None where it is missing.
        asked: the number that it is held against: the bound, or the largest loss.
        side: whether ``asked`` is a least or a largest value.
        on: the estimate itself, or the low or high end of its interval.
        old: the baseline's value.
        difference: ``value − old``.
        p: of the one-sided sign-flip test over groups that the encoder got worse.
        p_adjusted: after Holm over all tests of the gate.
        groups: how many the test rests on.
        detectable: the smallest true loss that the test would find four times in five.
        losing: in how many groups something would have to be lost for the test to fail at all.
        allowed: the worst outcome that a check may have.
        seen: the outcome that it has.
        note: what a reader must know besides.
    """

    kind: RulingKind
    probe: str
    subset: str
    measure: str
    outcome: RulingOutcome
    value: float | None = None
    asked: float | None = None
    side: Literal["min", "max"] | None = None
    on: Literal["value", "low", "high"] = "value"
    old: float | None = None
    difference: float | None = None
    p: float | None = None
    p_adjusted: float | None = None
    groups: int | None = None
    detectable: float | None = None
    losing: int | None = None
    allowed: str | None = None
    seen: str | None = None
    note: str = ""

    @property
    def fails(self) -> bool:
        """Whether the gate fails by this ruling alone."""
        return self.outcome in ("fail", "missing")


@dataclass(frozen=True)
class GateReport:
    """All rulings on one encoder.

    Attributes:
        encoder: its name.
        fingerprint: its fingerprint.
        config: the file that asked.
        baseline: the name of the encoder that it was held against, None without a baseline.
        baseline_fingerprint: the fingerprint of that one.
        level: how often a regression may be found where there is none, over all tests together.
        seed: of the signs.
        rulings: bounds, then regressions, then losses, then checks.
    """

    encoder: str
    fingerprint: str
    config: str
    baseline: str | None
    baseline_fingerprint: str | None
    level: float
    seed: int
    rulings: Sequence[Ruling]

    @property
    def passed(self) -> bool:
        """Whether nothing failed and nothing is missing."""
        return not any(ruling.fails for ruling in self.rulings)

    @property
    def same_encoder(self) -> bool:
        """Whether the baseline is of this very encoder, which cannot differ from itself."""
        return self.fingerprint == self.baseline_fingerprint

    @property
    def tests(self) -> int:
        """How many tests Holm's adjustment was made for."""
        return sum(ruling.p is not None for ruling in self.rulings)
