"""How far a canary's vector moves by arithmetic alone, and how far when the model changes.

Each line is all-MiniLM-L6-v2 by sentence-transformers in one number type: the canaries' vectors
alone and among 31 background sentences beside those of the four canaries together, which is how an
endpoint's identity is taken; then against float32. Moves are shares of the vector's length. The
tolerance of ``openai:`` (0.02) lies above the first two and below the last.

    HF_HUB_OFFLINE=1 python benchmarks/api_canaries.py
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.background import builtin_background
from perimetry.encoders.api.identity import CANARIES
from perimetry.encoders.models import bundled

MATES = 31
CROWDS = 15

Vectors = NDArray[np.float32]


def moved(vectors: Vectors, expected: Vectors) -> float:
    """The most that a row has moved, as a share of its length."""
    distances = np.linalg.norm(vectors - expected, axis=1)
    return float((distances / np.linalg.norm(expected, axis=1)).max())


def main() -> None:
    """Print the table."""
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(1)
    folder, sentences = str(bundled.wheel_folder()), builtin_background().sentences
    reference: Vectors | None = None
    print(f"{'all-MiniLM-L6-v2 in':22} {'alone':>9} {'in a crowd':>11} {'from float32':>13}")
    for kind in ("float32", "float16", "bfloat16", "int8 (dynamic)"):
        number = getattr(torch, kind, torch.float32)
        model = SentenceTransformer(folder, device="cpu", model_kwargs={"dtype": number})
        if kind.startswith("int8"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                model = torch.ao.quantization.quantize_dynamic(model, {torch.nn.Linear})

        def encode(texts: Sequence[str], model: SentenceTransformer = model) -> Vectors:
            made = model.encode(list(texts), batch_size=len(texts), convert_to_tensor=True)
            return np.asarray(made.float().numpy(), dtype=np.float32)

        start = encode(CANARIES)
        reference = start if reference is None else reference
        alone = moved(np.concatenate([encode([text]) for text in CANARIES]), start)
        crowd = max(
            moved(encode([*sentences[i * MATES : (i + 1) * MATES], text])[-1:], start[j : j + 1])
            for i in range(CROWDS)
            for j, text in enumerate(CANARIES)
        )
        print(f"{kind:22} {alone:>9.1g} {crowd:>11.1g} {moved(start, reference):>13.1g}")


if __name__ == "__main__":
    main()
