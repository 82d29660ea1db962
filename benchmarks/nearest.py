"""The exact search against faiss's flat index, on the same vectors.

Each engine lives in a process of its own, kept alive with the vectors in memory, and the rounds are
interleaved: what else the machine does meanwhile hits both alike. Shown are medians. Building
faiss's index is not counted, preparing the documents in ours is. Where the two rank different
documents, the scores must be the same up to the rounding of float32.

    python benchmarks/nearest.py [--queries 10000] [--documents 100000] [--dimensions 384]
        [--k 10 100] [--rounds 5]

Needs the extra ``bench``.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

SLOWING = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
"""Set on some machines, where they make matrix products slow; this benchmark runs without them."""

ROUNDING = 2e-6
Search = Callable[[np.ndarray, int], tuple[np.ndarray, np.ndarray]]


# ------------------------------------------------------------------ in the children


def perimetry_child(documents: np.ndarray) -> Search:
    """Ours: nothing is built beforehand."""
    from perimetry.measures.nearest import nearest

    def search(queries: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
        found = nearest(queries, documents, k)
        return found.documents, found.scores

    return search


def faiss_child(documents: np.ndarray) -> Search:
    """The flat index by inner product, over vectors that already have length 1."""
    import faiss

    index = faiss.IndexFlatIP(documents.shape[1])
    index.add(documents)

    def search(queries: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
        scores, found = index.search(queries, k)
        return found, scores

    return search


CHILDREN = {"perimetry": perimetry_child, "faiss": faiss_child}


def serve(name: str, folder: Path) -> None:
    """Search once for each line of standard input, and say what it cost."""
    from threadpoolctl import threadpool_info

    documents = np.load(folder / "documents.npy")
    search = CHILDREN[name](documents)
    del documents  # faiss has a copy
    queries = np.load(folder / "queries.npy")
    kernels = [
        f"OpenBLAS {info['version']} {info['architecture']}, {info['num_threads']} threads"
        for info in threadpool_info()
        if info["user_api"] == "blas" and ("faiss" in info["filepath"]) == (name == "faiss")
    ]
    print(json.dumps({"kernel": "; ".join(kernels)}), flush=True)
    for line in sys.stdin:
        k = int(line)
        wall, cpu = time.perf_counter(), time.process_time()
        found, scores = search(queries, k)
        cost = {"s": time.perf_counter() - wall, "cpu_s": time.process_time() - cpu}
        np.save(folder / f"{name}-documents.npy", found)
        np.save(folder / f"{name}-scores.npy", scores)
        cost["peak_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(cost), flush=True)


# ------------------------------------------------------------------ in the parent


class Engine:
    """A child process that searches when told to."""

    def __init__(self, name: str, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--child", name, "--folder", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.kernel = str(self._read()["kernel"])

    def search(self, k: int) -> dict[str, float]:
        """What one search for all queries cost."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{k}\n")
        self.process.stdin.flush()
        return self._read()

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"a child ended with status {self.process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer


def write_vectors(folder: Path, args: argparse.Namespace) -> None:
    """Random vectors of length 1."""
    generator = np.random.default_rng(args.seed)
    for name in ("queries", "documents"):
        shape = (getattr(args, name), args.dimensions)
        vectors = generator.standard_normal(shape, dtype=np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        np.save(folder / f"{name}.npy", vectors)


def agreement(folder: Path) -> str:
    """How the two results differ.

    Raises:
        SystemExit: by more than rounding.
    """
    found, scores = (
        [np.load(folder / f"{name}-{part}.npy") for name in CHILDREN]
        for part in ("documents", "scores")
    )
    difference = float(np.abs(scores[0] - scores[1]).max())
    if difference > ROUNDING:
        raise SystemExit(f"the engines' scores differ by {difference:.1e}")
    elsewhere = int(np.count_nonzero(found[0] != found[1]))
    return (
        f"{elsewhere} of {found[0].size} places hold another document, all within rounding; "
        f"largest difference of a score {difference:.1e}"
    )


def measure(args: argparse.Namespace, folder: Path) -> None:
    """Run the rounds and print the table."""
    write_vectors(folder, args)
    print(
        f"{args.queries} queries × {args.documents} documents × {args.dimensions} dimensions, "
        f"{len(os.sched_getaffinity(0))} cores, medians of {args.rounds} interleaved rounds"
    )
    engines: dict[str, Engine] = {}
    for number, k in enumerate(args.k):
        engines = {name: Engine(name, folder) for name in CHILDREN}
        if not number:
            for name, engine in engines.items():
                print(f"{name}: {engine.kernel}")
            print(f"{'':8}{'':10}{'s':>8}{'best s':>8}{'CPU s':>8}{'peak MiB':>10}")
        costs: dict[str, list[dict[str, float]]] = {name: [] for name in engines}
        for turn in range(args.rounds):
            for name in list(engines)[:: 1 if turn % 2 else -1]:
                costs[name].append(engines[name].search(k))
        for name, listed in costs.items():
            print(
                f"k = {k:<4}{name:10}{median(cost['s'] for cost in listed):8.2f}"
                f"{min(cost['s'] for cost in listed):8.2f}"
                f"{median(cost['cpu_s'] for cost in listed):8.2f}{listed[-1]['peak_mib']:10.0f}"
            )
        ratios = [
            ours["s"] / theirs["s"]
            for ours, theirs in zip(costs["perimetry"], costs["faiss"], strict=True)
        ]
        print(f"{'':8}{median(ratios):.2f} times faiss's time, round by round; {agreement(folder)}")
        for engine in engines.values():
            engine.close()


def main() -> None:
    """Measure and print, or be one of the children."""
    slowing = [name for name in SLOWING if name in os.environ]
    if slowing:
        print(f"restarted without {', '.join(slowing)}", flush=True)
        kept = {name: value for name, value in os.environ.items() if name not in SLOWING}
        os.execve(sys.executable, [sys.executable, *sys.argv], kept)
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--dimensions", type=int, default=384)
    parser.add_argument("--k", type=int, nargs="+", default=[10, 100])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", choices=CHILDREN, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        serve(args.child, args.folder)
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(args, Path(folder))


if __name__ == "__main__":
    main()
