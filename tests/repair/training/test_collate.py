from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

pytestmark = pytest.mark.torch
torch: Any = pytest.importorskip("torch")

import numpy as np  # noqa: E402 (after the skip)

from perimetry.repair.examples.example import TrainingExample, TrainingTask  # noqa: E402
from perimetry.repair.training._collate import Collator  # noqa: E402
from perimetry.repair.training.batches import Plan  # noqa: E402
from perimetry.repair.training.replay import Replay, cosines  # noqa: E402
from perimetry.repair.training.settings import Settings  # noqa: E402
from perimetry.words import WORD  # noqa: E402

YES, NO, SURE = "it is so", "it is not so", "indeed"
LABELLED = TrainingTask(
    "t",
    [
        TrainingExample("t", "1", "one", YES, [NO], labels=("yes", "no")),
        TrainingExample("t", "2", "two", SURE, ["never"], labels=("yes", "no")),
        TrainingExample("t", "3", "three", NO, [YES], labels=("no", "yes")),
    ],
    marked=True,
)
SETTINGS = Settings("full", seed=1, ids=False)


def collated(
    task: TrainingTask = LABELLED,
    settings: Settings = SETTINGS,
    replay: Replay | None = None,
    room: int = 9,
) -> dict[str, Any]:
    """The one batch of all examples, whose "tokens" are the texts themselves."""
    made = Collator(
        Plan([task], len(task.examples), 1, 1.0, seed=1),
        settings,
        tokens=lambda texts, prompt: {"input_ids": [prompt + text for text in texts]},
        spans=lambda text: [found.span() for found in WORD.finditer(text)],
        room=lambda prompt: room,
        prompts={"symmetric": "s: ", "query": "q: ", "document": "d: "},
        replay=replay,
    )
    return made([{"step": 0}])


def negatives(batch: dict[str, Any], query: str) -> list[str]:
    """The targets that count against ``query``, sorted."""
    row = batch["query_input_ids"].index(query)
    label = batch["label"]
    right = int(label["right"][row])
    return sorted(
        batch["target_input_ids"][int(label["rows"][column])]
        for column in np.flatnonzero(label["allowed"][row].numpy())
        if column != right
    )


def test_a_text_is_encoded_once_and_counts_for_all_that_have_it() -> None:
    batch = collated(settings=replace(SETTINGS, mask_same=False))
    assert len(batch["target_input_ids"]) == 4
    assert len(batch["label"]["rows"]) == 6


def test_targets_with_the_right_ones_label_do_not_count_in_any_wording() -> None:
    assert negatives(collated(), "s: one") == [f"s: {NO}", f"s: {NO}", "s: never"]


def test_without_the_mask_they_do() -> None:
    batch = collated(settings=replace(SETTINGS, mask_same=False))
    assert negatives(batch, "s: one") == sorted(
        f"s: {text}" for text in (NO, SURE, "never", NO, YES)
    )


def test_with_marks_every_target_is_one_examples_alone() -> None:
    batch = collated(settings=replace(SETTINGS, ids=True))
    assert len(set(batch["target_input_ids"])) == 6
    for query in batch["query_input_ids"]:
        assert len(negatives(batch, query)) == 5
        own = query.split()[-1]
        assert sum(target.endswith(own) for target in batch["target_input_ids"]) == 2


def test_a_marked_text_is_cut_to_the_room_that_is_left() -> None:
    batch = collated(settings=replace(SETTINGS, ids=True), room=3)
    cut = [target.split()[1:-1] for target in batch["target_input_ids"]]
    assert ["it", "is"] in cut
    assert max(len(words) for words in cut) == 2


def test_what_comes_of_one_group_is_never_a_negative() -> None:
    first, second, third = LABELLED.examples
    tied = replace(LABELLED, examples=[replace(e, labels=(), group="g") for e in (first, second)])
    assert negatives(collated(tied), "s: one") == [f"s: {NO}"]
    assert not collated(tied)["label"]["others"].any()
    apart = replace(tied, examples=[*tied.examples, third])
    assert int(collated(apart)["label"]["others"].sum()) == 4


def test_queries_and_targets_have_their_own_prompts() -> None:
    batch = collated(replace(LABELLED, asymmetric=True, prompt="task: "))
    assert "task: one" in batch["query_input_ids"]
    assert f"d: {YES}" in batch["target_input_ids"]


def test_background_sentences_come_with_the_base_models_cosines() -> None:
    vectors = np.array([[1, 0], [1, 1]], dtype=np.float32)
    batch = collated(replay=Replay(["a", "b"], vectors, size=2, seed=1))
    assert sorted(batch["replay_input_ids"]) == ["s: a", "s: b"]
    assert np.allclose(batch["label"]["cosines"], cosines(vectors))


def test_broken_pairs_are_ranked_below_kept_ones_of_like_overlap() -> None:
    # Overlaps with the query: kept 1/3 and 2/3, broken 1/2 and 0.
    task = TrainingTask(
        "t",
        [
            TrainingExample("t", "1", "a b", "a c", ["a"]),
            TrainingExample("t", "2", "d e", "d e f", ["g h"]),
        ],
    )
    label = collated(task, replace(SETTINGS, ranking=1.0))["label"]
    kept, wrong = label["right"].tolist(), (label["right"] + 1).tolist()
    texts = [collated(task)["query_input_ids"][row] for row in range(2)]
    one = texts.index("s: a b")
    assert label["owners"].tolist() == [0, 0, 1, 1]
    assert label["matched"][one].tolist() == [column == wrong[one] for column in range(4)]
    assert label["matched"][1 - one].tolist() == [column == wrong[one] for column in range(4)]
    assert not label["matched"][:, kept].any()


def test_a_choice_is_among_a_querys_own_targets() -> None:
    choices = replace(LABELLED, choice=True)
    batch = collated(choices)
    assert negatives(batch, "s: one") == [f"s: {NO}"]
    assert negatives(batch, "s: three") == [f"s: {YES}"]
    assert not batch["label"]["others"].any()
    asked = collated(choices, replace(SETTINGS, in_batch=True))
    assert negatives(asked, "s: one") == negatives(collated(), "s: one")


def test_pairs_are_ranked_over_the_batch_unless_they_are_labels_or_choices() -> None:
    pairs = replace(LABELLED, marked=False)
    assert "matched" in collated(pairs)["label"]
    assert "matched" not in collated(replace(pairs, choice=True))["label"]
    assert "matched" not in collated()["label"]
