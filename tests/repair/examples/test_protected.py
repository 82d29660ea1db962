from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.datasets.core import builtin_core
from perimetry.datasets.heros import builtin_heros
from perimetry.datasets.tasks import find_task
from perimetry.errors import PerimetryError
from perimetry.repair.examples.contamination import guarded
from perimetry.repair.examples.minimal_pairs import core_examples
from perimetry.repair.examples.protected import builtin_protected, scored_texts, task_protected
from perimetry.repair.examples.tasks import task_examples


def test_all_built_in_tests_are_protected() -> None:
    found = {known.source: set(known.texts) for known in builtin_protected()}
    assert list(found) == [
        "core test", "core keeping test", "heros", "claims test", "requests test",
        "instructions test", "reasoning test", "documents test",
    ]  # fmt: skip
    assert {text for pair in builtin_core("test").spare for text in (pair.text_a, pair.text_b)} <= (
        found["core test"]
    )
    assert builtin_heros().sentences[0].original in found["heros"]


def test_hardly_anything_of_our_dev_halves_is_near_our_tests() -> None:
    tasks = [core_examples(), *(task_examples(find_task(name), "dev") for name in
             ("claims", "requests", "instructions", "reasoning", "documents"))]  # fmt: skip
    found = guarded(tasks, builtin_protected())
    assert sum(removed.equal for removed in found.removed) == 0
    assert sum(removed.near for removed in found.removed) <= 3


def test_a_test_half_that_is_learnt_from_is_taken_out_whole() -> None:
    with pytest.raises(PerimetryError, match="claims: every example is in, or near"):
        guarded([task_examples(find_task("claims"), "test")], builtin_protected())


def test_a_tasks_own_test_file_is_protected(public_data: Path) -> None:
    task = find_task("e-SNLI")
    known = task_protected(task, data_dir=public_data)
    assert known.source == "e-SNLI test"
    assert len(known.texts) == len(
        scored_texts(task_examples(task, "test", data_dir=public_data, wordings=[1]))
    )
