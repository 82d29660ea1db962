"""Learns a head from the same guarded examples as fine-tuning, through the vector store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perimetry.encoders import Encoder
from perimetry.records import Text, unique
from perimetry.repair.examples.example import TrainingExample, TrainingTask
from perimetry.repair.head.fit import HeadFit, HeadSettings, train_head
from perimetry.repair.head.loss import HeadExample
from perimetry.runner.encode import OnProgress, encode_texts
from perimetry.store import VectorStore


def learn_head(
    encoder: Encoder,
    tasks: Sequence[TrainingTask],
    *,
    seed: int,
    background: Sequence[str] = (),
    store: VectorStore | None = None,
    settings: HeadSettings | None = None,
    on_progress: OnProgress | None = None,
) -> HeadFit:
    """Encode what ``tasks`` hold, or take it from ``store``, and learn a head from it.

    Raises:
        EncodingError: the encoder gave something that is no vector for each text.
        InputError: too few groups of examples.
    """
    wanted = unique(text for task in tasks for text in _texts(task))
    kept = unique(Text(sentence) for sentence in background)
    encoded = encode_texts(encoder, unique([*wanted, *kept]), store, on_progress)
    place = {text: row for row, text in enumerate(wanted)}
    examples = [
        HeadExample(
            place[Text(example.query, task.roles[0], task.prompt)],
            *_target_rows(task, example, place),
            group=example.group,
            task=_block(example),
        )
        for task in tasks
        for example in task.examples
    ]
    return train_head(
        encoded[wanted],
        examples,
        encoder=encoder,
        seed=seed,
        background=encoded[kept] if kept else None,
        settings=settings,
    )


def _texts(task: TrainingTask) -> Iterator[Text]:
    for example in task.examples:
        yield Text(example.query, task.roles[0], task.prompt)
        for target in (example.positive, *example.negatives):
            yield Text(target, task.roles[1], task.target_prompt)


def _target_rows(
    task: TrainingTask, example: TrainingExample, place: dict[Text, int]
) -> tuple[int, list[int]]:
    positive, *negatives = (
        place[Text(target, task.roles[1], task.target_prompt)]
        for target in (example.positive, *example.negatives)
    )
    return positive, negatives


def _block(example: TrainingExample) -> str:
    """Whose negatives an example's may be: of labels, those of one wording."""
    if not example.labels:
        return example.task
    return "\n".join([example.task, *sorted([example.positive, *example.negatives])])
