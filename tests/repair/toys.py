"""Examples and folders that several tests of repair learn from."""

from __future__ import annotations

from pathlib import Path

from perimetry.repair.examples.contamination import Guarded
from perimetry.repair.examples.example import TrainingExample, TrainingTask
from tests.encoders.onnx.folders import random_tensors, write_json, write_model


def example(group: str, query: str = "q", positive: str = "p", *negatives: str) -> TrainingExample:
    return TrainingExample("toy", group, query, positive, negatives)


def toy_task(groups: int = 40, name: str = "toy") -> TrainingTask:
    """Spelled-out pairs: a word lies near itself said twice, far from its letters reversed."""
    words = [f"{chr(97 + n % 26)}{chr(97 + (3 * n) % 26)}{'xyz'[n % 3]}" for n in range(groups)]
    examples = [
        TrainingExample(name, f"g{n}", word, f"{word} {word}", [word[::-1]])
        for n, word in enumerate(words)
    ]
    return TrainingTask(name, examples)


def label_task(groups: int = 40) -> TrainingTask:
    """A classification with two labels: does the text hold a vowel first?"""
    texts = {"yes": "the weather is lovely", "no": "is the weather"}
    examples = []
    for n in range(groups):
        label, other = ("yes", "no") if n % 2 else ("no", "yes")
        query = f"{'ae'[n % 2]}{chr(98 + n % 24)} {chr(99 + n % 20)}{n % 7}"
        examples.append(
            TrainingExample(
                "labels", f"l{n}", query, texts[label], [texts[other]], labels=(label, other)
            )
        )
    return TrainingTask("labels", examples, marked=True)


def unguarded(*tasks: TrainingTask) -> Guarded:
    return Guarded(tasks, [], {})


def lively_model(folder: Path) -> Path:
    """A tiny random encoder whose texts differ enough for their cosines to move.

    Words weigh more, and what all texts have in common less, than in the folders of other tests.
    """
    tensors = random_tensors()
    for name in tensors:
        if name.endswith("LayerNorm.bias"):
            tensors[name] *= 0
        if "word_embeddings" in name:
            tensors[name] *= 5
    return write_model(folder, tensors=tensors)


def prompted_model(folder: Path) -> Path:
    """The same with prompts, of which the query's is the default."""
    lively_model(folder)
    prompts = {"query": "query : ", "document": "passage : "}
    write_json(
        folder / "config_sentence_transformers.json",
        {"prompts": prompts, "default_prompt_name": "query"},
    )
    return folder
