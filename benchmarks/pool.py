"""A pool of 250,000 documents through the retrieval probe: CPU-seconds and peak memory.

Each part is a process of its own, so that one's memory is not another's:

- ``texts``: the texts alone, which all parts hold;
- ``vectors``: their vectors too, made when they are asked for from each text's number;
- ``judge``: those, searched by ``RetrievalProbe.judge`` with all six measures. Of the pool it holds
  one block of vectors; only the texts and their numbers grow with it;
- ``baselines``: BM25 and chance over the texts;
- ``audit``: ``run_audit`` with ``hash:?dim=384`` and no store, which holds every vector.

    python benchmarks/pool.py [--documents 250000] [--queries 1000] [--dimensions 384]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from processes import run

WORDS_A_TEXT, VOCABULARY = 40, 50_000
SEED = 1
PARTS = ("texts", "vectors", "judge", "baselines", "audit")


def texts_of(count: int, seed: int) -> list[str]:
    """Texts that begin with their numbers, of words as unequal as a language's (Zipf's law)."""
    generator = np.random.default_rng(seed)
    share = 1 / np.arange(1, VOCABULARY + 1)
    limits = np.cumsum(share / share.sum())
    texts = []
    for number in range(count):
        drawn = np.searchsorted(limits, generator.random(WORDS_A_TEXT)).tolist()
        texts.append(" ".join([str(number), *(f"w{place}" for place in drawn)]))
    return texts


def child(part: str, documents: int, queries: int, dimensions: int) -> None:
    """One part of the work, in a process of its own."""
    from perimetry.datasets.retrieval import RetrievalSet
    from perimetry.encoders import open_encoder
    from perimetry.probes.retrieval import BLOCK, RetrievalProbe
    from perimetry.records import Text
    from perimetry.runner import run_audit

    class Numbered:
        """Vectors of length about 1 from a text's number, so that none need be kept."""

        def __getitem__(self, texts: Sequence[Text]) -> NDArray[np.float32]:
            made = np.empty((len(texts), dimensions), dtype=np.float32)
            for row, text in enumerate(texts):
                number = int(text.string.partition(" ")[0])
                generator = np.random.Generator(np.random.SFC64([number, text.role == "query"]))
                generator.standard_normal(dtype=np.float32, out=made[row])
            made /= np.sqrt(np.float32(dimensions))
            return made

    corpus = {f"d{n}": text for n, text in enumerate(texts_of(documents, SEED))}
    asked = {f"q{n}": text for n, text in enumerate(texts_of(queries, SEED + 1))}
    relevant = {query: {f"d{n}": 1} for n, query in enumerate(asked)}
    probe = RetrievalProbe(RetrievalSet("pool", "synthetic", asked, corpus, relevant), "pool")
    if part == "vectors":
        pool = [Text(text, "document") for text in corpus.values()]
        for start in range(0, documents, BLOCK):
            Numbered()[pool[start : start + BLOCK]]
    elif part == "judge":
        probe.judge(Numbered())
    elif part == "baselines":
        probe.baselines()
    elif part == "audit":
        run_audit([open_encoder(f"hash:?dim={dimensions}")], [probe], suite="pool", seed=SEED)


def main() -> None:
    """Measure and print, or be one of the children."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--documents", type=int, default=250_000)
    parser.add_argument("--queries", type=int, default=1000)
    parser.add_argument("--dimensions", type=int, default=384)
    parser.add_argument("--child", choices=PARTS, help=argparse.SUPPRESS)
    args = parser.parse_args()
    sizes = [args.documents, args.queries, args.dimensions]
    if args.child:
        child(args.child, *sizes)
        return
    matrix_mib = args.documents * args.dimensions * 4 / 2**20
    print(
        f"{args.queries} queries, {args.documents} documents × {args.dimensions} dimensions "
        f"({matrix_mib:.0f} MiB of vectors)"
    )
    print(f"{'':12}{'CPU s':>10}{'wall s':>10}{'peak MiB':>10}")
    names = ("documents", "queries", "dimensions")
    options = [f"--{name}={size}" for name, size in zip(names, sizes, strict=True)]
    for part in PARTS:
        cost = run([sys.executable, __file__, *options, "--child", part])
        print(f"{part:12}{cost.cpu_s:10.1f}{cost.wall_s:10.1f}{cost.peak_mib:10.0f}", flush=True)


if __name__ == "__main__":
    main()
