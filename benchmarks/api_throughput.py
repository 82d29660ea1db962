"""How much of what the concurrency limit allows an endpoint with 100 ms latency is made use of.

A server in a process of its own waits 100 ms before each answer, so ``c`` requests at once allow
``10 c`` requests a second and no more. The audit's own path is timed: texts are put into requests,
a canary rides along, answers are judged and stored. The share counts all that the server itself
takes beside its waiting as loss; beside it stands the share of the ``openai`` client alone, in as
many threads, with nothing judged and nothing stored.

    python benchmarks/api_throughput.py [--dimension 384] [--rounds 3]

Aim: at least 80 % at 8 requests at once, and within 15 points of the client alone.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from zlib import crc32

import numpy as np

LATENCY_S = 0.1
BATCH = 32
WAVES = 25
"""How many requests each thread sends, one after the other."""
CONCURRENCIES = (1, 4, 8, 16, 32)


def serve(dimension: int) -> None:
    """Serve until standard input ends."""
    from perimetry.testing.endpoint import Said, serving

    table = np.random.default_rng(0).normal(size=(997, dimension)).astype(np.float32)

    def encode(texts: list[str]) -> np.typing.NDArray[np.float32]:
        return table[[crc32(text.encode()) % len(table) for text in texts]]

    with serving(encode, misbehave=lambda _, said: Said(said.body, after_s=LATENCY_S)) as server:
        print(server.url, flush=True)
        sys.stdin.read()


def seconds(url: str, concurrency: int, turn: int) -> tuple[float, int]:
    """How long asking for one run's texts takes, and in how many requests."""
    from perimetry.encoders.api.encoder import ApiEncoder
    from perimetry.encoders.opening import open_encoder
    from perimetry.runner.endpoint_memory import StoreMemory
    from perimetry.store import VectorStore

    encoder = open_encoder(f"openai:m@{url}?concurrency={concurrency}&batch={BATCH}&key_env=")
    assert isinstance(encoder, ApiEncoder)
    requests = WAVES * concurrency
    texts = [f"turn {turn}: sentence {i} of a benchmark" for i in range(requests * (BATCH - 1))]
    with (
        tempfile.TemporaryDirectory() as folder,
        VectorStore(Path(folder) / "vectors.sqlite") as store,
    ):
        encoder.remember(StoreMemory(store, encoder.fingerprint, encoder.name))
        started = time.perf_counter()
        came = sum(len(part.sent) for part in encoder.ask(encoder.missing(texts)))
        took = time.perf_counter() - started
    assert came == len(texts)
    return took, requests


def seconds_alone(url: str, concurrency: int) -> float:
    """How long the client alone takes for as many requests."""
    import openai

    texts = [f"sentence {i} of a benchmark" for i in range(BATCH)]
    with openai.OpenAI(base_url=url, api_key="none", max_retries=0) as client:

        def post(_: int) -> int:
            return len(client.embeddings.create(model="m", input=texts).data)

        post(0)
        with ThreadPoolExecutor(concurrency) as pool:
            started = time.perf_counter()
            came = sum(pool.map(post, range(WAVES * concurrency)))
            took = time.perf_counter() - started
    assert came == WAVES * concurrency * BATCH
    return took


def main() -> None:
    """Print the median share over rounds, for several limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dimension", type=int, default=384)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.dimension)
        return
    command = [sys.executable, __file__, "--serve", "--dimension", str(asked.dimension)]
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PERIMETRY_CACHE"] = cache
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert server.stdout
        assert server.stdin
        url = server.stdout.readline().strip()
        print(f"{asked.dimension} dimensions, {BATCH} texts a request, {LATENCY_S * 1e3:g} ms")
        print(f"{'at once':>8} {'requests/s':>11} {'texts/s':>9} {'share':>7} {'alone':>7}")
        try:
            for concurrency in CONCURRENCIES:
                runs = [seconds(url, concurrency, turn) for turn in range(asked.rounds)]
                took, requests = median(run[0] for run in runs), runs[0][1]
                alone = median(seconds_alone(url, concurrency) for _ in range(asked.rounds))
                least = math.ceil(requests / concurrency) * LATENCY_S
                texts = requests * (BATCH - 1) / took
                print(
                    f"{concurrency:>8} {requests / took:>11.1f} {texts:>9,.0f} "
                    f"{least / took:>7.1%} {least / alone:>7.1%}"
                )
        finally:
            server.stdin.close()
            server.wait()


if __name__ == "__main__":
    main()
