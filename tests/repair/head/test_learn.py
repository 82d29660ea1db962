from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from perimetry.encoders import open_encoder
from perimetry.repair.examples.example import TrainingTask
from perimetry.repair.head.learn import learn_head
from perimetry.repair.training.held_out import slice_score
from perimetry.store import VectorStore
from tests.repair.toys import example, label_task


def reversed_task(groups: int = 40) -> TrainingTask:
    """A word is taught to lie near another word, and not near itself."""
    return TrainingTask(
        "toy",
        [
            example(f"g{n}", f"left turn {n}", f"gauche {n}", f"left right {n}")
            for n in range(groups)
        ],
    )


def test_a_head_learns_what_the_encoder_does_not_know(tmp_path: Path) -> None:
    encoder, task = open_encoder("hash:?dim=64"), reversed_task()

    def through(texts: object, role: object, prompt: str | None) -> object:
        vectors = encoder.encode(texts, role=role, prompt=prompt)  # type: ignore[arg-type]
        return fit.head(vectors)

    with VectorStore(tmp_path / "store.db") as store:
        fit = learn_head(encoder, [task], seed=1, background=["a", "b"], store=store)
    assert fit.losses[fit.kept] < fit.losses[0]
    before = slice_score(task, lambda t, r, p: encoder.encode(t, role=r, prompt=p), 0.05)
    after = slice_score(task, through, 0.05)  # type: ignore[arg-type]
    assert before.accuracy == 0
    assert after.accuracy > 0.9


def test_another_wording_of_the_right_label_is_no_negative() -> None:
    from perimetry.repair.head.learn import _block

    labelled = label_task().examples
    put_otherwise = replace(labelled[0], positive="so it is", negatives=["it is not"])
    assert _block(labelled[0]) == _block(labelled[1]) != _block(put_otherwise)
