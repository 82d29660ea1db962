"""What a training step costs: forwards and backwards, in CPU seconds, by how it multiplies.

    python benchmarks/training_step.py [--model all-MiniLM-L6-v2] [--threads 2]

*torch's own* is the model as it opens, with its dropout and fused attention. The others have no
dropout, which is how a repair trains, in float32 and in bfloat16; *bfloat16, fused* shows why
attention is written out there. Rounds go through all of them, so what else runs falls on all alike.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median

import torch

from perimetry.repair.training._model import Trainee
from perimetry.repair.training.base_model import trainable_folder

SHAPES = ((96, 24), (32, 128), (32, 256))
"""Texts and tokens of each."""


def steps(model: str, threads: int) -> dict[str, Callable[[int, int], None]]:
    """A step of each kind, on random tokens."""
    folder = trainable_folder(model).path

    def step(dropout: float | None, bfloat16: bool, written_out: bool) -> Callable[..., None]:
        trainee = Trainee.load(
            folder, seed=1, threads=threads, max_tokens=None, bfloat16=written_out
        )
        trainee.set_dropout(dropout)
        trainee.model.train()

        def once(texts: int, tokens: int) -> None:
            found = {
                "input_ids": torch.randint(1_000, 20_000, (texts, tokens)),
                "attention_mask": torch.ones(texts, tokens, dtype=torch.long),
            }
            with torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
                loss = trainee.model(found)["sentence_embedding"].float().var(0).sum()
            loss.backward()
            trainee.model.zero_grad()

        return once

    return {
        "torch's own": step(None, False, False),
        "float32": step(0.0, False, False),
        "bfloat16, fused": step(0.0, True, False),
        "bfloat16": step(0.0, True, True),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--model", default="all-MiniLM-L6-v2")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    kinds = steps(asked.model, asked.threads)
    print("| texts x tokens | " + " | ".join(kinds) + " |")
    print("|---" * (len(kinds) + 1) + "|")
    for texts, tokens in SHAPES:
        used: dict[str, list[float]] = {name: [] for name in kinds}
        for _ in range(asked.rounds + 1):
            for name, once in kinds.items():
                start = time.process_time()
                once(texts, tokens)
                used[name].append(time.process_time() - start)
        cells = " | ".join(f"{median(seconds[1:]):.2f}" for seconds in used.values())
        print(f"| {texts} x {tokens} | {cells} |")


if __name__ == "__main__":
    main()
