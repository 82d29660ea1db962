"""docs/reference/threshold.md: what can be certified, with cosine alone and with guards.

``python benchmarks/thresholds.py [ENCODER ...]`` prints Markdown. With PERIMETRY_DATA set, pairs
derived from STS-B (human scores from 0 to 5) stand beside the core set: same from 4 on, different
up to 3, and what lies between depends on the application.
"""

from __future__ import annotations

import argparse
import csv
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from perimetry.datasets.core import builtin_core
from perimetry.datasets.labelled import LabelledSet
from perimetry.datasets.labelled_file import read_labelled
from perimetry.decisions.guards import GUARDS, Guard
from perimetry.decisions.threshold import Requirements, certify
from perimetry.encoders import open_encoder
from perimetry.report.sections.certificate import curve_rows, share
from perimetry.report.wording import percent
from perimetry.results.certificate import Certificate
from perimetry.runner import pair_cosines
from perimetry.stats.binomial_bound import METHODS
from perimetry.store import VectorStore

BUDGETS = (0.01, 0.05)
SAME_FROM, DIFFERENT_UP_TO = 4.0, 3.0
STSB = {"STS-B test": ("test",), "STS-B all": ("train", "dev", "test")}
"""The guards were made with an eye on train and dev, so *test* alone is a fair trial of them."""


def main() -> None:
    """Print an outcome a row for every encoder, set, budget, rule and bound; then the curves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("encoders", nargs="*", default=[None])
    encoders = parser.parse_args().encoders
    rules: dict[str, Sequence[Guard]] = {"cosine": (), "cosine and guards": [*GUARDS.values()]}
    print(
        "| encoder | pairs | budget | rule | bound | outcome | cosine ≥ | different accepted "
        "| same accepted |\n|---|---|---:|---|---|---|---:|---:|---:|"
    )
    copied = []
    with VectorStore() as store:
        for name in encoders:
            encoder = open_encoder(name)
            for data in _sets():
                cosines, record = pair_cosines(encoder, data.pairs, store=store)
                for budget in BUDGETS:
                    for rule, guards in rules.items():
                        for method in METHODS:
                            asked = Requirements(budget, method=method)
                            made = certify(data, cosines, record, asked, guards=guards, seed=0)
                            print(_row(made, rule), flush=True)
                            if budget == BUDGETS[0] and method == METHODS[0]:
                                copied += [(made, rule, row) for row in curve_rows(made.copied)]
    print("\n| encoder | pairs | rule | cosine ≥ | different accepted | same accepted | wrong |")
    print("|---|---|---|---:|---:|---:|---:|")
    for made, rule, (cosine, _, different, same, wrong) in copied:
        print(
            f"| {made.encoder.name} | {made.data.name} | {rule} | {cosine} | {different} | {same} "
            f"| {wrong} |"
        )


def _sets() -> Iterator[LabelledSet]:
    yield builtin_core("test")
    folder = os.environ.get("PERIMETRY_DATA")
    if folder and (Path(folder) / "stsb").is_dir():
        for name, parts in STSB.items():
            yield stsb_pairs(Path(folder) / "stsb", name, parts)


def stsb_pairs(folder: Path, name: str, parts: Sequence[str]) -> LabelledSet:
    """The pairs of some parts; pairs that share a sentence are of one group."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / f"{name}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["text_a", "text_b", "label"])
            for part in parts:
                with (folder / f"stsb-en-{part}.csv").open(encoding="utf-8", newline="") as rows:
                    writer.writerows(
                        [a, b, _label(float(score))] for a, b, score in csv.reader(rows)
                    )
        return read_labelled(path)


def _label(score: float) -> str:
    if score >= SAME_FROM:
        return "same"
    return "different" if score <= DIFFERENT_UP_TO else "depends"


def _row(made: Certificate, rule: str) -> str:
    tested = "–" if made.threshold is None else f"{made.threshold:g}"
    wrong = right = "–"
    if made.rates:
        wrong = _with_bound(share, made.rates.false_accept.value, "≤", made.rates.false_accept.high)
        right = _with_bound(percent, made.rates.accept.value, "≥", made.rates.accept.low)
    return (
        f"| {made.encoder.name} | {made.data.name} | {made.budget} | {rule} | {made.method} "
        f"| {made.outcome}{_needed(made)} | {tested} | {wrong} | {right} |"
    )


def _with_bound(said: Callable[[float], str], value: float, sign: str, bound: float) -> str:
    return f"{said(value)} ({sign} {said(bound)})"


def _needed(made: Certificate) -> str:
    return f" (about {made.groups_needed:,} groups would do)" if made.groups_needed else ""


if __name__ == "__main__":
    main()
