"""Gates to draw, with a ruling of every kind and outcome."""

from __future__ import annotations

from perimetry.results.gate import GateReport, Ruling

HOSTILE = "<script>alert('x')</script> | **b** ]]> \x00\x1b[31m\ud800 100%,a:b\r\n::error::x"

RULINGS = (
    Ruling("bound", "core", "negation", "auroc", "fail", value=0.561, asked=0.6, side="min"),
    Ruling("bound", "core", "all", "auroc", "pass", value=0.7, asked=0.6, side="min", on="low"),
    Ruling("bound", "", "typo", "auroc", "missing", asked=0.6, side="min", note="not there."),
    Ruling(
        "regression", "core", "negation", "order_accuracy", "fail", value=0.5, old=0.75,
        difference=-0.25, p=0.001, p_adjusted=0.002, groups=32, detectable=0.11, losing=6,
    ),
    Ruling(
        "regression", "core", "number", "order_accuracy", "pass", value=0.75, old=0.74,
        difference=0.01, p=0.6, p_adjusted=0.6, groups=32, detectable=0.12, losing=6,
    ),
    Ruling(
        "regression", "core", "unit", "auroc", "untested", value=0.5, old=0.5, difference=0.0,
        note="it is no mean over items, so only max_loss can bound it.",
    ),
    Ruling(
        "loss", "core", "negation", "auroc", "fail", value=0.5, old=0.75, difference=-0.25,
        asked=0.02, side="max",
    ),
    Ruling(
        "check", "", "", "pooling", "fail", allowed="pass", seen="warn", note="cls, not mean."
    ),
    Ruling("check", "", "", "rows", "pass", allowed="warn", seen="pass", note="in order."),
)  # fmt: skip


def report(*rulings: Ruling, encoder: str = "new", baseline: str | None = "old") -> GateReport:
    """A gate with these rulings, else with one of every kind."""
    return GateReport(
        encoder=encoder,
        fingerprint="f" * 64,
        config="perimetry.toml",
        baseline=baseline,
        baseline_fingerprint="e" * 64 if baseline else None,
        level=0.05,
        seed=0,
        rulings=rulings or RULINGS,
    )


def hostile() -> GateReport:
    """A gate whose every text would act if it could."""
    return report(
        Ruling("bound", HOSTILE, HOSTILE, HOSTILE, "missing", asked=0.6, side="min", note=HOSTILE),
        Ruling("check", "", "", HOSTILE, "fail", allowed="pass", seen="fail", note=HOSTILE),
        encoder=HOSTILE,
        baseline=HOSTILE,
    )


def many(count: int, outcome: str = "pass") -> GateReport:
    """A gate of many regressions."""
    return report(
        *(
            Ruling(
                "regression", "core", f"subset {i}", "auroc", outcome, value=0.5, old=0.5,
                difference=0.0, p=1.0, p_adjusted=1.0, detectable=0.1 + i / 1000, losing=9,
            )
            for i in range(count)
        )
    )  # fmt: skip
