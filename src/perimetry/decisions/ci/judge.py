"""The gate: everything that was asked of an encoder, ruled."""

from __future__ import annotations

from collections.abc import Sequence

from perimetry.decisions.ci.bounds import rule_bounds
from perimetry.decisions.ci.checks import check_names, rule_checks
from perimetry.decisions.ci.config import LEVEL, GateConfig, Regression
from perimetry.decisions.ci.naming import Naming
from perimetry.decisions.ci.regression import check_same_data, rule_regressions
from perimetry.errors import DataError
from perimetry.results.baseline import Baseline
from perimetry.results.gate import GateReport, Ruling


def judge(standing: Baseline, config: GateConfig, baseline: Baseline | None = None) -> GateReport:
    """Rule on everything that ``config`` asks of an encoder.

    Args:
        standing: how the encoder stands now, see :func:`~perimetry.decisions.ci.baseline_of`.
        config: what is asked.
        baseline: how another one, or the same one, stood before.

    Raises:
        DataError: the configuration names what nothing knows, asks nothing, or needs a baseline.
        InputError: the baseline rests on other data.
    """
    check_names(config)
    rule = config.regression or (Regression() if baseline else None)
    if rule and baseline is None:
        raise DataError(
            config.path,
            "a regression needs a baseline. Write baseline = \"baseline.json\" under [gate], and "
            "make it with: perimetry baseline save AUDIT --out baseline.json",
            line=rule.line,
        )  # fmt: skip
    naming = Naming(standing, baseline)
    rulings: list[Ruling] = list(rule_bounds(standing, naming, config))
    if baseline and rule:
        check_same_data(standing, baseline)
        if baseline.estimates or config.regression:
            rulings += rule_regressions(standing, baseline, naming, config, rule)
    rulings += rule_checks(standing, baseline, config)
    if not rulings:
        raise DataError(config.path, "the gate asks nothing. Give it bounds, checks or a baseline.")
    return GateReport(
        encoder=standing.encoder,
        fingerprint=standing.fingerprint,
        config=config.path.name,
        baseline=baseline.encoder if baseline else None,
        baseline_fingerprint=baseline.fingerprint if baseline else None,
        level=rule.level if rule else LEVEL,
        seed=config.seed,
        rulings=_ordered(rulings),
    )


def _ordered(rulings: Sequence[Ruling]) -> Sequence[Ruling]:
    """Each ruling once: two patterns may ask the same of one subset."""
    return list(dict.fromkeys(rulings))
