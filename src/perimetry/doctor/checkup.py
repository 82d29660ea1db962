"""The examination: every check in turn, each with the oracle that it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Literal, Protocol, cast

from perimetry.doctor.patient import LEAST_STORED, Patient
from perimetry.errors import EncodingError
from perimetry.records import Finding
from perimetry.results.checkup import CheckFinding

Oracle = Literal["alone", "checkpoint", "reference"]
"""What a fault can be seen against: nothing, the checkpoint in another engine, or a reference."""


class Check(Protocol):
    """A fault that an encoder may have, tested on the encoder itself.

    A check is a module of ``doctor/checks`` with these four names.
    """

    NAME: str
    ORACLE: Oracle
    COST: str
    """What the fault can cost, as measured by ``benchmarks/fault_costs.py``."""

    def check(self, patient: Patient) -> Finding:
        """PASS, WARN, FAIL or SKIP with evidence and a one-line remedy."""
        ...


MODULES = (
    "rows", "normalisation", "batching", "truncation", "casing", "stop_words", "escaping",
    "scripts", "unknown", "geometry", "roles", "prompts", "pooling", "checkpoint", "quantisation",
    "identity", "latency",
)  # fmt: skip
"""The modules of ``doctor/checks``, in the order of the report."""


def all_checks() -> Mapping[str, Check]:
    """Every check by its name, in the order of the report."""
    modules = (import_module(f"perimetry.doctor.checks.{module}") for module in MODULES)
    return {module.NAME: cast(Check, module) for module in modules}


ON_STORED = frozenset(("rows", "normalisation", "geometry", "identity"))
"""The checks that stored vectors can be asked; the others need texts of their own encoded."""


def examine(patient: Patient, checks: Mapping[str, Check] | None = None) -> Sequence[CheckFinding]:
    """Run every check. One whose oracle is missing is skipped and says what to give.

    An encoder that raises in a check has failed it; the others go on. Stored vectors are asked
    what can be seen on the texts that they hold.
    """
    chosen = all_checks() if checks is None else checks
    return [_with_cost(check, _asked(check, patient)) for check in chosen.values()]


MISSING: Mapping[Oracle, str] = {
    "checkpoint": "needs the checkpoint in another engine: give --checkpoint FOLDER",
    "reference": "needs a reference: give --against MODEL, or the --canary of a good day",
}


def _with_cost(check: Check, found: Finding) -> CheckFinding:
    return CheckFinding(
        check.NAME, found.outcome, found.message, found.examples, found.remedy,
        oracle=check.ORACLE, cost=check.COST,
    )  # fmt: skip


def _asked(check: Check, patient: Patient) -> Finding:
    has = {
        "alone": True,
        "checkpoint": patient.recompute is not None,
        "reference": patient.reference is not None,
    }
    if patient.stored and (check.NAME not in ON_STORED or not patient.texts):
        return Finding(check.NAME, "skip", f"{_cannot_encode(check.NAME)}: examine the encoder.")
    if not has[check.ORACLE]:
        return Finding(check.NAME, "skip", f"{MISSING[check.ORACLE]}.")
    try:
        return check.check(patient)
    except EncodingError as error:
        if patient.stored:
            return Finding(check.NAME, "skip", f"{error}")
        return Finding(
            check.NAME, "fail", f"the encoder returned no usable vectors: {error}",
            remedy="Look at the rows check first.",
        )  # fmt: skip


def _cannot_encode(check: str) -> str:
    if check in ON_STORED:
        return f"stored vectors of fewer than {LEAST_STORED} texts tell nothing"
    return "needs texts that stored vectors do not hold and cannot make"
