from __future__ import annotations

import json
from pathlib import Path

import pytest

from perimetry.datasets.lessons import SLOT, builtin_lessons, read_frames
from perimetry.errors import DataError

TEXTS = {
    "anchor": "{who} paid {n} euros",
    "same_close": "{who} spent {n} euros",
    "different_close": "{who} owed {n} euros",
    "same_distant": "{n} euros left the purse of {who}",
    "different_distant": "{n} euros were still due from {who}",
}
FILL = {"who": ["Ada", "Bo"], "n": ["2", "3", "4"]}


def frames_of(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_slot_has_one_value_in_all_texts_of_a_filling(tmp_path: Path) -> None:
    (frame,) = read_frames(frames_of(tmp_path / "debt.jsonl", {**TEXTS, "fill": FILL}))
    assert (frame.phenomenon, frame.group) == ("debt", "lesson-debt-001")
    filled = frame.filled(9, seed=1)
    assert len(filled) == 6
    for one in filled:
        who, _, n, _ = one.anchor.split()
        assert one.same_distant == f"{n} euros left the purse of {who}"
    assert len({one.anchor for one in filled}) == 6


def test_a_seed_draws_the_same_fillings_and_another_may_not(tmp_path: Path) -> None:
    (frame,) = read_frames(frames_of(tmp_path / "debt.jsonl", {**TEXTS, "fill": FILL}))
    drawn = [[one.anchor for one in frame.filled(2, seed)] for seed in (1, 1, 2, 3, 4)]
    assert drawn[0] == drawn[1]
    assert len({tuple(one) for one in drawn}) > 1


def test_a_frame_without_slots_is_filled_once(tmp_path: Path) -> None:
    plain = {name: SLOT.sub("x", text) for name, text in TEXTS.items()}
    (frame,) = read_frames(frames_of(tmp_path / "debt.jsonl", plain))
    assert len(frame.filled(3, seed=1)) == 1


@pytest.mark.parametrize(
    ("row", "problem"),
    [({**TEXTS, "fill": {"who": ["Ada"]}}, "slots"), ({**TEXTS, "anchor": " "}, "anchor"),
     ({**TEXTS, "fill": {**FILL, "n": []}}, "values"), ({**TEXTS, "fill": ["who", "n"]}, "fill")],
)  # fmt: skip
def test_a_wrong_frame_is_named_with_its_line(
    tmp_path: Path, row: dict[str, object], problem: str
) -> None:
    path = frames_of(tmp_path / "debt.jsonl", {**TEXTS, "fill": FILL}, row)
    with pytest.raises(DataError, match=problem) as caught:
        read_frames(path)
    assert caught.value.line == 2


def test_built_in_frames_keep_the_design_of_the_core_set() -> None:
    from perimetry.datasets.core import builtin_core
    from perimetry.words import token_jaccard

    frames = builtin_lessons()
    assert {frame.phenomenon for frame in frames} == set(builtin_core("dev").categories)
    for frame in frames:
        for one in frame.filled(2, seed=1):
            strata = [(one.same_close, one.different_close),
                      (one.same_distant, one.different_distant)]  # fmt: skip
            close, distant = (
                [token_jaccard(one.anchor, text) for text in texts] for texts in strata
            )
            assert min(close) >= 0.5 > max(distant), frame.group
            assert max(close) - min(close) <= 0.25, frame.group
            assert max(distant) - min(distant) <= 0.25, frame.group
