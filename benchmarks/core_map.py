"""The tables of docs/reference/core.md from a finished audit of the suite core.

``python benchmarks/core_map.py audits/core-…`` prints Markdown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from perimetry.report.wording import VERDICT_SIGNS, edit_label, interval, number
from perimetry.results import Audit, read_audit

ALL = "all"


def main() -> None:
    """Print every table of the audit in the folder that is named."""
    audit = read_audit(Path(sys.argv[1]))
    core, keeping = audit.part("core"), audit.part("over_reaction")
    encoders = [record.name for record in audit.encoders]
    columns = [*encoders, *audit.baselines]
    print("\nStratified AUROC, and its word\n")
    _print(core, columns, lambda name, subset: _worded(core, name, subset))
    print("\nOver all phenomena\n")
    _overall(core, columns)
    print("\nNaive AUROC\n")
    _print(core, columns, lambda name, subset: _value(core, name, subset, "naive_auroc"))
    print("\nBalanced accuracy of one cut-off\n")
    _cutoffs(core, encoders)
    print("\nOver-reaction (order accuracy)\n")
    _print(keeping, encoders, lambda name, subset: _reaction(keeping, name, subset))
    print("\nMeTMaP's distances, pass rate over all phenomena\n")
    _distances(core, encoders)


def _print(part: Audit, columns: Sequence[str], cell: Callable[[str, str], str]) -> None:
    _row(["phenomenon", *columns])
    _row(["---"] * (len(columns) + 1))
    for subset in _subsets(part):
        _row([edit_label(subset), *(cell(name, subset) for name in columns)])


def _overall(core: Audit, columns: Sequence[str]) -> None:
    measures = [
        *("auroc", "naive_auroc", "pooled_auroc", "adjusted_auroc", "auroc_close", "auroc_distant"),
        *("order_accuracy", "best_balanced_accuracy", "same_kept_at_0.01"),
    ]
    _row(["encoder", *measures])
    _row(["---"] * (len(measures) + 1))
    for name in columns:
        _row([name, *(_with_interval(core, name, ALL, measure) for measure in measures)])


def _cutoffs(core: Audit, encoders: Sequence[str]) -> None:
    measures = [
        measure
        for measure in dict.fromkeys(entry.estimate.measure for entry in core.estimates)
        if measure.startswith("balanced_accuracy_at_")
    ]
    _row(
        [
            "encoder",
            *(measure.removeprefix("balanced_accuracy_at_") for measure in measures),
            "best",
        ]
    )
    _row(["---"] * (len(measures) + 2))
    for name in encoders:
        _row([name, *(_value(core, name, ALL, m) for m in (*measures, "best_balanced_accuracy"))])


def _distances(core: Audit, encoders: Sequence[str]) -> None:
    measures = ["order_accuracy"] + [
        measure
        for measure in dict.fromkeys(entry.estimate.measure for entry in core.estimates)
        if measure.startswith("pass_")
    ]
    _row(["encoder", "cosine", *(measure.removeprefix("pass_") for measure in measures[1:])])
    _row(["---"] * (len(measures) + 1))
    for name in encoders:
        _row([name, *(_value(core, name, ALL, measure) for measure in measures)])


def _subsets(part: Audit) -> list[str]:
    return list(
        dict.fromkeys(
            entry.estimate.subset
            for entry in part.estimates
            if entry.estimate.measure == "order_accuracy"
        )
    )


def _worded(part: Audit, name: str, subset: str) -> str:
    found = part.get(name, subset, "auroc")
    if found is None:
        return "–"
    return f"{number(found.value)} {VERDICT_SIGNS[found.verdict or 'too few to say']}"


def _reaction(part: Audit, name: str, subset: str) -> str:
    ratio = _value(part, name, subset, "over_reaction")
    return f"{ratio} ({_value(part, name, subset, 'order_accuracy')})"


def _value(part: Audit, name: str, subset: str, measure: str) -> str:
    found = part.get(name, subset, measure)
    return "–" if found is None else number(found.value)


def _with_interval(part: Audit, name: str, subset: str, measure: str) -> str:
    found = part.get(name, subset, measure)
    return "–" if found is None else f"{number(found.value)} ({interval(found)})"


def _row(cells: Iterable[str]) -> None:
    print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
