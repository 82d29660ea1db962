"""What each guard catches, what it costs in true paraphrases, and how long it takes.

Prints the tables of ``docs/reference/guards.md``. ``--split dev`` shows the halves that the guards
were made on. ``--pairs FILE`` prints the tables of your own pairs alone. STS-B is found through
``PERIMETRY_DATA``; without it its rows are left out.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

from perimetry.datasets.core import Split, builtin_core, builtin_keeping
from perimetry.datasets.heros import builtin_heros
from perimetry.datasets.labelled import LabelledPair
from perimetry.datasets.labelled_file import read_labelled
from perimetry.decisions.gate import Gate
from perimetry.decisions.guards import GUARDS, Guard, objections, read
from perimetry.encoders import open_encoder
from perimetry.measures.separation import Floats, Separation
from perimetry.measures.similarity import cosine

CUTOFFS = (0.70, 0.75, 0.80, 0.85, 0.90, 0.95)
TRUE_PARAPHRASE, UNRELATED = 4.5, 2.0
"""STS-B scores from which a pair counts as the same, and up to which as different."""

ALL = "all"
NONE = "·"
"""What stands in a table for no pair at all."""

RULES: Mapping[str, Sequence[Guard]] = {
    **{name: [guard] for name, guard in GUARDS.items()},
    ALL: list(GUARDS.values()),
}


@dataclass(frozen=True)
class Graded:
    """An STS-B pair and its gold score, 0 to 5."""

    a: str
    b: str
    gold: float


Texts = tuple[str, str]


def main() -> None:
    """Print every table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", choices=["dev", "test"], default="test")
    parser.add_argument("--pairs", type=Path, help="a file of your own labelled pairs")
    parser.add_argument("--encoder", default="sentence-transformers/all-MiniLM-L6-v2")
    asked = parser.parse_args()
    if asked.pairs:
        own = read_labelled(asked.pairs).pairs
        _categories(f"Pairs of {asked.pairs.name}", own)
        _accuracy(asked.encoder, {asked.pairs.name: _labelled(own)})
        return
    split = cast(Split, asked.split)
    core, graded = builtin_core(split).pairs, _stsb(split)
    _cost({f"core {split}": [(p.text_a, p.text_b) for p in core],
           f"STS-B {split}": [(p.a, p.b) for p in graded]})  # fmt: skip
    _categories(f"perimetry-core, {split}", core)
    _strata(core)
    _heros()
    _categories(f"keeping edits, {split}", builtin_keeping(split).pairs)
    if graded:
        _bands(graded)
    same = [p for p in graded if p.gold >= TRUE_PARAPHRASE]
    different = [p for p in graded if p.gold <= UNRELATED]
    derived = ([(p.a, p.b) for p in (*same, *different)],
               np.arange(len(same) + len(different)) < len(same))  # fmt: skip
    sets = {f"core {split}": _labelled(core)}
    _accuracy(asked.encoder, sets | ({f"STS-B {split}": derived} if graded else {}))


def _stsb(split: str) -> list[Graded]:
    folder = os.environ.get("PERIMETRY_DATA")
    if not folder:
        return []
    with (Path(folder) / "stsb" / f"stsb-en-{split}.csv").open(encoding="utf-8", newline="") as f:
        return [Graded(row[0], row[1], float(row[2])) for row in csv.reader(f)]


def _labelled(pairs: Sequence[LabelledPair]) -> tuple[list[Texts], np.ndarray]:
    told = [pair for pair in pairs if pair.label != "depends"]
    same = np.array([pair.label == "same" for pair in told])
    return [(pair.text_a, pair.text_b) for pair in told], same


def _cost(sets: Mapping[str, Sequence[Texts]]) -> None:
    print("\nCPU time a pair, µs; both texts read anew, no guard spared by another's objection\n")
    _row(["pairs", "n", "reading", *RULES, "gate"])
    _rule(len(RULES) + 4)
    gate = Gate(threshold=0.0)
    for name, pairs in sets.items():
        if pairs:
            asked = [_microseconds(pairs, _asking(guards)) for guards in ([], *RULES.values())]
            asked.append(_microseconds(pairs, lambda a, b: gate.same(a, b, 0.9)))
            _row([name, len(pairs), *(f"{cost:.0f}" for cost in asked)])


def _asking(guards: Sequence[Guard]) -> Callable[[str, str], object]:
    def ask(a: str, b: str) -> None:
        one, other = read(a), read(b)
        for guard in guards:
            guard.objection(one, other)

    return ask


def _microseconds(
    pairs: Sequence[Texts], ask: Callable[[str, str], object], runs: int = 15, block: int = 50
) -> float:
    """CPU time a pair: of each block the least of several runs, as others use the machine too."""
    least = [float("inf")] * (len(pairs) // block + 1)
    for _ in range(runs):
        for place in range(len(least)):
            start = time.process_time()
            for a, b in pairs[place * block : (place + 1) * block]:
                ask(a, b)
            least[place] = min(least[place], time.process_time() - start)
    return sum(least) / len(pairs) * 1e6


def _categories(title: str, pairs: Sequence[LabelledPair]) -> None:
    print(f"\n{title}: different pairs objected to, % (same pairs, the cost)\n")
    _row(["category", "n", *RULES])
    _rule(len(RULES) + 2)
    for category in [*dict.fromkeys(pair.category for pair in pairs), ALL]:
        part = [pair for pair in pairs if category in (pair.category, ALL)]
        _row([category, len(part), *_both(part)])


def _strata(pairs: Sequence[LabelledPair]) -> None:
    print("\nThe same by stratum\n")
    _row(["stratum", "n", *RULES])
    _rule(len(RULES) + 2)
    for stratum in ("close", "distant"):
        part = [pair for pair in pairs if pair.stratum == stratum]
        _row([stratum, len(part), *_both(part)])


def _both(pairs: Sequence[LabelledPair]) -> list[str]:
    """The share of different and of same pairs that each rule objects to."""
    cells = []
    for guards in RULES.values():
        different, same = (
            _share([(p.text_a, p.text_b) for p in pairs if p.label == label], guards)
            for label in ("different", "same")
        )
        cells.append(NONE if different == same == NONE else f"{different} ({same})")
    return cells


def _share(pairs: Sequence[Texts], guards: Sequence[Guard]) -> str:
    if not pairs:
        return "no pairs"
    found = sum(name is not None for name in objections(pairs, guards))
    return f"{100 * found / len(pairs):.1f}" if found else NONE


def _heros() -> None:
    data = builtin_heros()
    print("\nperimetry-heros: pairs objected to, %\n")
    _row(["edit", "keeps the meaning", "n", *RULES])
    _rule(len(RULES) + 3)
    for edit in (*data.keeping, *data.breaking):
        pairs = data.pairs(edit)
        kept = "yes" if edit in data.keeping else "no"
        _row([edit, kept, len(pairs), *(_share(pairs, guards) for guards in RULES.values())])


def _bands(graded: Sequence[Graded]) -> None:
    print("\nSTS-B: pairs objected to by gold score, %\n")
    _row(["gold", "n", *RULES])
    _rule(len(RULES) + 2)
    bands = {
        "5": (5.0, 5.0),
        "4.5 to 5": (TRUE_PARAPHRASE, 5.0),
        "above 2, below 4.5": (UNRELATED + 1e-9, TRUE_PARAPHRASE - 1e-9),
        "0 to 2": (0.0, UNRELATED),
    }
    for name, (low, high) in bands.items():
        part = [(p.a, p.b) for p in graded if low <= p.gold <= high]
        _row([name, len(part), *(_share(part, guards) for guards in RULES.values())])


def _accuracy(name: str, sets: Mapping[str, tuple[list[Texts], np.ndarray]]) -> None:
    encoder = open_encoder(name)
    print(f"\n{encoder.name}: AUROC, and balanced accuracy at fixed cut-offs\n")
    _row(["pairs", "rule", "AUROC", *(f"{cutoff:.2f}" for cutoff in CUTOFFS), "best"])
    _rule(len(CUTOFFS) + 4)
    for title, (pairs, same) in sets.items():
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        place = {text: at for at, text in enumerate(texts)}
        vectors = encoder.encode(texts, role="symmetric")
        left, right = (vectors[[place[pair[side]] for pair in pairs]] for side in (0, 1))
        scores = cosine(left, right)
        for rule, guards in {"cosine alone": [], **RULES}.items():
            refused = np.array([name is not None for name in objections(pairs, guards)])
            _row([title, rule, *_measured(np.where(refused, -1.0, scores), same)])


def _measured(scores: Floats, same: np.ndarray) -> Iterable[str]:
    separation, weights = Separation(scores, same), np.ones(len(scores))
    yield f"{float(separation.auroc(weights)):.3f}"
    for cutoff in CUTOFFS:
        yield f"{float(separation.balanced_accuracy(weights, cutoff)):.3f}"
    yield f"{float(separation.best_balanced_accuracy(weights)):.3f}"


def _row(cells: Iterable[object]) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def _rule(columns: int) -> None:
    _row(["---"] * columns)


if __name__ == "__main__":
    main()
