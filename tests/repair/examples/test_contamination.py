from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from perimetry.errors import DataError, InputError
from perimetry.repair.examples.contamination import Protected, guarded, refuse_canary
from perimetry.repair.examples.example import TrainingExample, TrainingTask
from tests.repair.toys import example

SCORED = "The council will repair the old bridge before the winter comes."
CANARY = "toy canary 01234567-89ab-cdef-0123-456789abcdef"


def kept(*examples: TrainingExample, scored: str = SCORED) -> list[str]:
    task = TrainingTask("toy", [*examples, example("own", "Nothing like it at all.")])
    found = guarded([task], [Protected("test", [scored])])
    return [e.group for e in found.tasks[0].examples if e.group != "own"]


def test_equal_words_are_taken_out_whatever_their_case_and_marks() -> None:
    assert (
        kept(example("g", "THE COUNCIL will repair the old bridge, before the winter comes!")) == []
    )


@pytest.mark.parametrize("place", ["query", "positive", "negative"])
def test_every_text_of_an_example_is_looked_at(place: str) -> None:
    texts = {"query": "a", "positive": "b", "negative": "c", place: SCORED}
    assert kept(example("g", texts["query"], texts["positive"], texts["negative"])) == []


def test_an_edit_of_one_word_is_a_near_copy() -> None:
    assert kept(example("g", SCORED.replace("old", "new"))) == []


def test_a_text_inside_a_longer_one_is_found_by_its_word_sequence() -> None:
    longer = f"{SCORED} {' '.join(f'word{n}' for n in range(60))}"
    assert kept(example("g", longer)) == []
    assert kept(example("g", SCORED), scored=longer) == []


def test_another_text_about_the_same_things_stays() -> None:
    other = "Before winter comes, someone will repair a bridge for the council."
    assert kept(example("g", other)) == ["g"]


def test_a_short_text_is_taken_out_only_if_it_is_equal() -> None:
    assert kept(example("g", "Yes it is")) == ["g"]
    assert kept(example("g", "Yes it is"), scored="yes, it is") == []
    assert kept(example("g", "Yes it is"), scored="Yes it was") == ["g"]


def test_the_words_of_labels_are_in_every_split_and_no_leak() -> None:
    labelled = replace(example("g", "a query", SCORED), labels=("yes",))
    assert kept(labelled) == ["g"]


def test_it_says_how_many_were_taken_out_for_what() -> None:
    near = SCORED.replace("old", "new")
    task = TrainingTask("toy", [example("1", SCORED), example("2", near), example("3", "free")])
    (removed,) = guarded([task], [Protected("core test", [SCORED, "x"])]).removed
    assert removed.sentence == "toy: 2 examples taken out for core test (1 equal, 1 near)"


def test_nothing_left_is_an_error() -> None:
    with pytest.raises(InputError, match=r"toy: every example is in, or near, .* \(core test\)"):
        guarded([TrainingTask("toy", [example("1", SCORED)])], [Protected("core test", [SCORED])])


def test_a_canary_among_the_texts_is_refused() -> None:
    with pytest.raises(InputError, match="carries a canary"):
        guarded([TrainingTask("toy", [example("1", f"{CANARY}: never")])], [])


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".txt"])
def test_a_file_with_a_canary_is_refused_with_its_line(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"rows{suffix}"
    path.write_text(f"first\n{CANARY}\n", encoding="utf-8")
    with pytest.raises(DataError, match=f"rows{suffix}:2: it carries a canary"):
        refuse_canary(path)


def test_a_parquet_file_is_looked_into(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"text": ["first", CANARY]}), path, compression="zstd")
    with pytest.raises(DataError, match=r"rows.parquet:2: it carries a canary"):
        refuse_canary(path)


def test_a_file_without_one_is_not_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.txt"
    path.write_text("A canary sang.\n", encoding="utf-8")
    refuse_canary(path)
