from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from perimetry.repair.training.card import model_card, write_card
from perimetry.repair.training.held_out import SliceScore
from perimetry.repair.training.record import LearntTask, RepairRecord, write_record
from perimetry.repair.training.replay import Moved

RECORD = RepairRecord(
    base="a/model",
    base_digest="0123456789abcdef",
    method="lora",
    settings={"seed": 1},
    tasks=[LearntTask("core", "d", 1200, 800, 100, ["without number"])],
    removed=["core: 1 examples taken out for core test (0 equal, 1 near)"],
    protected={"core test": 2880},
    before=[SliceScore("core", 0.54, 1.58, 100)],
    after=[SliceScore("core", 0.75, 0.9, 100)],
    moved=Moved(0.0004, 0.02),
    parameters=30720,
    steps=200,
    best_step=150,
    minutes=3.25,
    versions={"torch": "2.13.0"},
)


def test_the_card_has_before_and_after_and_what_was_kept_out() -> None:
    card = model_card(RECORD)
    assert "| core | 100 | 0.540 | 0.750 | 1.580 | 0.900 |" in card
    assert "core test (2,880 texts)" in card
    assert "- core: 1 examples taken out" in card
    assert "moved by 0.0200 (root mean square)" in card
    assert "kept a cosine of 0.9800 with" in card
    assert "30,720 numbers" in card


def test_sections_follow(tmp_path: Path) -> None:
    write_card(RECORD, tmp_path, ["## No harm\n\nSTS-B is where it was."])
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert text.endswith("## No harm\n\nSTS-B is where it was.\n")


def test_a_name_is_text_in_the_card_and_nothing_else() -> None:
    card = model_card(replace(RECORD, tasks=[LearntTask("a|b\n<img>", "d", 1, 1, 0)]))
    assert "| a\\|b &lt;img> | 1 | 1 | 0 |" in card


def test_the_record_is_json_with_everything(tmp_path: Path) -> None:
    write_record(RECORD, tmp_path)
    found = json.loads((tmp_path / "repair.json").read_text(encoding="utf-8"))
    assert found["after"] == [{"task": "core", "accuracy": 0.75, "loss": 0.9, "examples": 100}]
    assert found["tasks"][0]["groups"] == 800
