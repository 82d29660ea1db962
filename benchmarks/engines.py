"""Texts a second of any encoders, and of one plain call of sentence-transformers beside ``st:``.

    python benchmarks/engines.py all-MiniLM-L6-v2 st:all-MiniLM-L6-v2 use: hash:

The texts are the built-in background sentences. Each round goes through all encoders, so that what
else runs on the machine falls on all of them; CPU seconds show what a shared machine hides.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from statistics import median

from perimetry.datasets.background import builtin_background
from perimetry.encoders import Encoder, open_encoder
from perimetry.encoders.sentence_transformers import SentenceTransformersEncoder

Run = Callable[[Sequence[str]], object]


def runs_of(encoder: Encoder) -> dict[str, Run]:
    """How ``encoder`` is run, and for the reference also how its library runs it by itself."""
    runs: dict[str, Run] = {encoder.name: lambda texts: encoder.encode(texts, role="symmetric")}
    if isinstance(encoder, SentenceTransformersEncoder):
        library = encoder._model
        runs[f"{encoder.name}, one call of encode"] = lambda texts: library.encode(
            list(texts), show_progress_bar=False
        )
    return runs


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("encoders", nargs="+")
    parser.add_argument("--texts", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    texts = builtin_background().sentences[: args.texts]
    runs: dict[str, Run] = {}
    for name in args.encoders:
        start = time.perf_counter()
        encoder = open_encoder(name)
        print(f"{encoder.name}: opened in {time.perf_counter() - start:.2f} s")
        runs.update(runs_of(encoder))
    wall: dict[str, list[float]] = {name: [] for name in runs}
    cpu: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        run(texts[:8])
    for _ in range(args.rounds):
        for name, run in runs.items():
            start, used = time.perf_counter(), time.process_time()
            run(texts)
            wall[name].append(len(texts) / (time.perf_counter() - start))
            cpu[name].append(len(texts) / max(time.process_time() - used, 1e-9))
    width = max(map(len, runs))
    print(f"{'':{width}}{'texts/s':>12}{'best':>12}{'per CPU s':>12}")
    for name in runs:
        print(
            f"{name:{width}}{median(wall[name]):12,.0f}{max(wall[name]):12,.0f}"
            f"{median(cpu[name]):12,.0f}"
        )


if __name__ == "__main__":
    main()
