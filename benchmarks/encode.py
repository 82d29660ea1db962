"""The default engine against sentence-transformers, on the bundled model.

Each engine lives in a process of its own, kept alive, and the rounds are interleaved: what else the
machine does meanwhile hits both alike. Shown are medians, and the median of the ratios within a
round. A third process multiplies matrices of
the model's shapes on the same cores, which is the rate that no float32 engine can beat.

    python benchmarks/encode.py [--texts FILE] [--rounds 9] [--json]

Needs the extra ``st`` (``--reference-python`` may name another environment that has it).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUILTIN = ROOT / "src/perimetry/datasets/builtin/heros/data.jsonl"
SENTENCE_WORDS = range(8, 26)
PARAGRAPH_TOKENS = 200
GEMM_ROWS = 512
PAUSE_S = 0.5
"""Between two runs: idle threads of the last engine may spin for a while."""


# ------------------------------------------------------------------ in the children


def onnx_child(folder: str) -> Callable[[Sequence[str]], Any]:
    """The default engine."""
    from perimetry.encoders.onnx.engine import OnnxEncoder

    encoder = OnnxEncoder.load(Path(folder), name="bundled", options={})
    return lambda texts: encoder.encode(texts, role="symmetric")


def reference_child(folder: str) -> Callable[[Sequence[str]], Any]:
    """sentence-transformers as it comes: batches of 32, its own number of threads."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(folder)
    return lambda texts: model.encode(list(texts), show_progress_bar=False)


def gemm_child(folder: str) -> Callable[[Sequence[str]], Any]:
    """One layer's matrix products, again and again, one thread a core; texts are not looked at."""
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np

    hidden, inner, _ = model_sizes(folder)
    shapes = [(hidden, hidden)] * 4 + [(hidden, inner), (inner, hidden)]
    random = np.random.default_rng(0)
    matrices = [random.standard_normal(shape, dtype=np.float32) for shape in shapes]
    rows = {n: random.standard_normal((GEMM_ROWS, n), dtype=np.float32) for n in (hidden, inner)}
    flops = 2.0 * GEMM_ROWS * sum(a * b for a, b in shapes)

    def once(repeats: int) -> None:
        outputs = [np.empty((GEMM_ROWS, b), dtype=np.float32) for _, b in shapes]
        for _ in range(repeats):
            for matrix, output in zip(matrices, outputs, strict=True):
                np.matmul(rows[matrix.shape[0]], matrix, out=output)

    def rate(_texts: Sequence[str]) -> float:
        cores, repeats = len(os.sched_getaffinity(0)), 100
        start = time.perf_counter()
        with ThreadPoolExecutor(cores) as pool:
            list(pool.map(once, [repeats] * cores))
        return flops * repeats * cores / (time.perf_counter() - start)

    return rate


def first_vector(child: str, folder: str) -> None:
    """A process that lives for one text."""
    CHILDREN[child](folder)(["The weather is lovely today."])


CHILDREN = {"onnx": onnx_child, "reference": reference_child, "gemm": gemm_child}


def serve(child: str, folder: str) -> None:
    """Answer one request a line: a file of texts to encode, and where to leave the vectors."""
    encode = CHILDREN[child](folder)
    encode(["The weather is lovely today."])
    answer({"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        texts = json.loads(Path(request["texts"]).read_text(encoding="utf-8"))
        start, cpu = time.perf_counter(), time.process_time()
        vectors = encode(texts)
        measured = {"s": time.perf_counter() - start, "cpu_s": time.process_time() - cpu}
        if child == "gemm":
            measured["flops"] = vectors
        elif request["vectors"]:
            import numpy as np

            np.save(request["vectors"], vectors)
        answer({**measured, "peak_mib": peak_mib()})


def answer(content: dict[str, Any]) -> None:
    """One line of JSON to the parent."""
    print(json.dumps(content), flush=True)


def peak_mib() -> float:
    """The peak of this process alone: ``ru_maxrss`` of a child may hold its parent's."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise SystemExit("This benchmark needs Linux (/proc/self/status).")


# ------------------------------------------------------------------- in the parent


class Engine:
    """A child process that encodes on request."""

    def __init__(self, child: str, python: str, folder: str) -> None:
        self.command = [python, __file__, "--folder", folder, "--child", child]
        self.environment = environment(child)
        self.process: subprocess.Popen[str] | None = None

    def first_vector_s(self) -> float:
        """From the start of a new process to its first vector."""
        start = time.perf_counter()
        subprocess.run(
            [*self.command, "--first"], env=self.environment, check=True, stderr=subprocess.DEVNULL
        )
        return time.perf_counter() - start

    def start(self) -> None:
        """Start the process that stays."""
        self.process = subprocess.Popen(
            self.command,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._read()

    def run(self, texts: Path, vectors: Path | None = None) -> dict[str, float]:
        """Encode the texts of one file."""
        assert self.process is not None
        assert self.process.stdin is not None
        request = {"texts": str(texts), "vectors": str(vectors) if vectors else None}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self._read()

    def stop(self) -> None:
        """End the process."""
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
            self.process.wait()

    def _read(self) -> dict[str, float]:
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"this failed: {' '.join(self.command)} --first")
        found: dict[str, float] = json.loads(line)
        return found


def environment(child: str) -> dict[str, str]:
    """What a child sees: the sources, and for the matmul child its best setting."""
    kept = {k: v for k, v in os.environ.items() if k != "OPENBLAS_CORETYPE"}
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), kept.get("PYTHONPATH")]))
    threads = {"OPENBLAS_NUM_THREADS": "1"} if child == "gemm" else {}
    return {**kept, **threads, "PYTHONPATH": path, "HF_HUB_OFFLINE": "1"}


@contextmanager
def running(engines: Sequence[Engine]) -> Iterator[None]:
    """The engines, started, and stopped at the end."""
    try:
        for engine in engines:
            engine.start()
        yield
    finally:
        for engine in engines:
            engine.stop()


def read_sentences(path: Path, limit: int) -> list[str]:
    """Sentences of 8 to 25 words: one a line, or the strings of a JSONL file's objects."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.suffix == ".jsonl":
        values = [value for line in lines if line for value in json.loads(line).values()]
        lines = [value for value in values if isinstance(value, str)]
    sentences = [line for line in dict.fromkeys(lines) if len(line.split()) in SENTENCE_WORDS]
    step = max(1, len(sentences) // limit)
    return sentences[::step][:limit]


def paragraphs(sentences: Sequence[str], counts: Sequence[int], limit: int) -> list[str]:
    """Sentences joined until a paragraph has 200 tokens."""
    found, words, total = [], [], 0
    for sentence, count in zip(sentences, counts, strict=True):
        words.append(sentence)
        total += count - 2
        if total >= PARAGRAPH_TOKENS:
            found.append(" ".join(words))
            words, total = [], 0
    return found[:limit]


def model_sizes(folder: str) -> tuple[int, int, int]:
    """Hidden size, inner size and layers of the model."""
    config = json.loads((Path(folder) / "config.json").read_text(encoding="utf-8"))
    return config["hidden_size"], config["intermediate_size"], config["num_hidden_layers"]


def model_flops(folder: str, lengths: Sequence[int]) -> float:
    """Multiplications and additions of the matrix products.

    A token takes, in each layer, ``2 (4 h² + 2 h i)`` in the projections and ``4 L h`` in the
    attention over the ``L`` tokens of its text.
    """
    hidden, inner, layers = model_sizes(folder)
    dense = 2 * (4 * hidden**2 + 2 * hidden * inner)
    return float(layers * sum(n * (dense + 4 * n * hidden) for n in lengths))


def measure(args: argparse.Namespace, folder: str) -> dict[str, Any]:
    """All numbers, by job and engine."""
    from perimetry.encoders.onnx.engine import (
        OnnxEncoder,  # to count tokens; it encodes nothing here
    )

    counter = OnnxEncoder.load(Path(folder), name="counter", options={})
    sentences = read_sentences(args.texts, args.sentences)
    texts = {
        "sentences": sentences,
        "paragraphs": paragraphs(sentences, counter.tokens(sentences), args.paragraphs),
    }
    lengths = {job: counter.tokens(texts[job]) for job in texts}
    onnx, reference, gemm = (
        Engine(child, args.reference_python if child == "reference" else sys.executable, folder)
        for child in CHILDREN
    )
    pair = {"onnx": onnx, "reference": reference}
    first: dict[str, list[float]] = {name: [] for name in pair}
    for _ in range(args.cold):
        for name, engine in pair.items():
            first[name].append(engine.first_vector_s())
    result: dict[str, Any] = {
        "texts": str(args.texts),
        "cores": len(os.sched_getaffinity(0)),
        "rounds": args.rounds,
        "first_vector_s": {name: median(times) for name, times in first.items()},
    }
    with tempfile.TemporaryDirectory() as place:
        for job in texts:
            result[job] = measure_job(job, texts[job], lengths[job], pair, gemm, args, Path(place))
    return result


def measure_job(
    job: str,
    texts: Sequence[str],
    lengths: Sequence[int],
    pair: dict[str, Engine],
    gemm: Engine,
    args: argparse.Namespace,
    place: Path,
) -> dict[str, Any]:
    """One job on fresh processes, so that peak memory is this job's own."""
    import numpy as np

    file = place / f"{job}.json"
    file.write_text(json.dumps(texts), encoding="utf-8")
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in (*pair, "gemm")}
    with running([*pair.values(), gemm]):
        for _ in range(args.rounds):
            for name, engine in {**pair, "gemm": gemm}.items():
                runs[name].append(engine.run(file))
                time.sleep(PAUSE_S)
        vectors = []
        for name, engine in pair.items():
            engine.run(file, place / f"{name}.npy")
            vectors.append(np.load(place / f"{name}.npy"))
    flops = model_flops(str(pair["onnx"].command[3]), lengths)
    peak_rate = median(run["flops"] for run in runs["gemm"])
    engines = {}
    for name in pair:
        seconds = median(run["s"] for run in runs[name])
        engines[name] = {
            "texts_per_s": len(texts) / seconds,
            "cpu_s": median(run["cpu_s"] for run in runs[name]),
            "share_of_gemm": flops / seconds / peak_rate,
            "peak_mib": runs[name][-1]["peak_mib"],
        }
    return {
        "texts": len(texts),
        "tokens": sum(lengths),
        "gflops_per_text": flops / len(texts) / 1e9,
        "gemm_gflops": peak_rate / 1e9,
        "engines": engines,
        "ratio": median(
            slow["s"] / fast["s"]
            for fast, slow in zip(runs["onnx"], runs["reference"], strict=True)
        ),
        "cpu_ratio": engines["reference"]["cpu_s"] / engines["onnx"]["cpu_s"],
        "max_difference": float(np.abs(vectors[0] - vectors[1]).max()),
    }


def show(result: dict[str, Any]) -> None:
    """The table."""
    print(f"{result['cores']} cores, medians of {result['rounds']} interleaved rounds")
    print(
        f"{'':12}{'':10}{'texts/s':>10}{'CPU s':>8}{'of matmul':>11}{'peak MiB':>10}{'first s':>9}"
    )
    for job in ("sentences", "paragraphs"):
        for name, row in result[job]["engines"].items():
            print(
                f"{job:12}{name:10}{row['texts_per_s']:10.1f}{row['cpu_s']:8.2f}"
                f"{row['share_of_gemm']:11.0%}{row['peak_mib']:10.0f}"
                f"{result['first_vector_s'][name]:9.2f}"
            )
        found = result[job]
        print(
            f"{'':12}{found['ratio']:.2f} times as fast, CPU time {found['cpu_ratio']:.2f} to 1; "
            f"{found['texts']} texts of {found['tokens'] / found['texts']:.1f} tokens, "
            f"{found['gflops_per_text']:.2f} GFLOP "
            f"each; matmul {found['gemm_gflops']:.0f} GFLOP/s; "
            f"largest difference {found['max_difference']:.1e}"
        )


def main() -> None:
    """Measure and print, or be one of the children."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--texts", type=Path, default=BUILTIN, help="one text a line, or JSONL")
    parser.add_argument("--folder", help="a model folder; default: the bundled model")
    parser.add_argument("--sentences", type=int, default=600)
    parser.add_argument("--paragraphs", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--cold", type=int, default=3, help="cold starts of each engine")
    parser.add_argument("--reference-python", default=sys.executable)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--child", choices=CHILDREN, help=argparse.SUPPRESS)
    parser.add_argument("--first", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        (first_vector if args.first else serve)(args.child, args.folder)
        return
    from perimetry.encoders.models.bundled import wheel_folder

    folder = args.folder or wheel_folder()
    if folder is None:
        raise SystemExit("The bundled model is missing. Get it with: perimetry fetch")
    result = measure(args, str(folder))
    if args.json:
        print(json.dumps(result, indent=2))
    else:
        show(result)


if __name__ == "__main__":
    main()
