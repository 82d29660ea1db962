"""Assertions on finished audits, for tests of one's own.

::

    from perimetry.testing.gates import assert_at_least, assert_no_regression

    def test_it_sees_negation(perimetry_audit):
        assert_at_least(perimetry_audit, "negation", "auroc", 0.6)

    def test_nothing_got_worse(perimetry_audit):
        assert_no_regression(perimetry_audit, "baseline.json")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from perimetry.decisions.ci.config import Bound, Regression
    from perimetry.results import Audit
    from perimetry.results.baseline import Baseline
    from perimetry.results.gate import GateReport

HERE = Path("this assertion")
"""Where an error says that a name is wrong."""


def assert_at_least(
    audit: Audit,
    subset: str,
    measure: str,
    least: float,
    *,
    on: Literal["value", "low", "high"] = "value",
) -> None:
    """Assert that a measure is at least ``least`` in every subset that ``subset`` means.

    Args:
        audit: of one encoder.
        subset: a phenomenon, an edit, a task, ``all``, or a pattern, as in a gate's bounds.
        measure: the measure.
        least: the bound.
        on: the estimate itself, or the low or high end of its 95 % interval.

    Raises:
        AssertionError: a value is lower or missing; the message is the gate's table.
        DataError: nothing known has the name of the subset or the measure.
    """
    from perimetry.decisions.ci.config import Bound

    _assert(audit, bound=Bound(subset, measure, least=least, on=on))


def assert_at_most(
    audit: Audit,
    subset: str,
    measure: str,
    most: float,
    *,
    on: Literal["value", "low", "high"] = "value",
) -> None:
    """Assert that a measure is at most ``most``; otherwise as :func:`assert_at_least`."""
    from perimetry.decisions.ci.config import Bound

    _assert(audit, bound=Bound(subset, measure, most=most, on=on))


def assert_no_regression(
    audit: Audit,
    baseline: Baseline | Path | str,
    *,
    subsets: Sequence[str] = ("*",),
    measures: Sequence[str] | None = None,
    max_loss: Mapping[str, float] | None = None,
    level: float = 0.05,
) -> None:
    """Assert that nothing got significantly worse than in ``baseline``, and nothing is missing.

    Args:
        audit: of one encoder.
        baseline: a baseline or its file.
        subsets: patterns of subsets.
        measures: those to test; by default those of the report's headlines.
        max_loss: by measure, how much worse no value may get, significant or not.
        level: how often a regression may be found where there is none, over all tests together.

    Raises:
        AssertionError: something got worse or is missing; the message is the gate's table.
        InputError: the baseline is of other data, or a name is not known.
    """
    from perimetry.decisions.ci.config import Regression
    from perimetry.results.baseline import read_baseline

    before = read_baseline(Path(baseline)) if isinstance(baseline, str | Path) else baseline
    _assert(audit, regression=Regression(subsets, measures, max_loss or {}, level), baseline=before)


def table(report: GateReport) -> str:
    """What a terminal shows of a gate."""
    import io

    from rich.console import Console

    from perimetry.report.gate import print_gate

    console = Console(file=io.StringIO(), width=120, color_system=None, record=True)
    print_gate(report, console)
    return console.export_text()


def _assert(
    audit: Audit,
    *,
    bound: Bound | None = None,
    regression: Regression | None = None,
    baseline: Baseline | None = None,
) -> None:
    from perimetry.decisions.ci import GateConfig, baseline_of, judge

    asked = GateConfig(HERE, bounds=[bound] if bound else (), regression=regression)
    report = judge(baseline_of([audit]), asked, baseline)
    if not report.passed:
        raise AssertionError(table(report))
