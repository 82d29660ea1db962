from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.repair.toys import prompted_model

WORDS = ["boat", "hat", "lamp", "door", "roof", "wall", "tree", "road", "leaf", "sock", "bell"]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.csv"
    rows = [f"the {w} is lovely,it is lovely the {w},the {w} is not" for w in WORDS]
    path.write_text("\n".join(["anchor,positive,negative", *rows]) + "\n", encoding="utf-8")
    return path


@pytest.mark.torch
def test_a_repaired_model_can_be_audited(perimetry: Command, tmp_path: Path, pairs: Path) -> None:
    pytest.importorskip("accelerate")
    model = prompted_model(tmp_path / "m")
    done = perimetry(
        "repair", model, "--pairs", pairs, "--out", "new", "--seed", 1, "--max-steps", 4,
        "--batch-size", 4, "--threads", 1, "--no-certify",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "pairs.csv" in done.out
    assert "Compared with" in done.out
    assert "step 4 of 4" in done.err
    assert "Model: new" in done.out
    audited = perimetry("audit", "new", "--data", pairs, "--out", "audit")
    assert audited.code == 0, audited.err


def test_a_head_is_learnt_on_any_encoder_and_opens_as_a_view(
    perimetry: Command, tmp_path: Path, pairs: Path
) -> None:
    done = perimetry(
        "repair", "hash:", "--pairs", pairs, "--method", "head", "--out", "h.safetensors",
        "--seed", 1, "--no-certify",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "perimetry audit 'hash:?head=h.safetensors'" in done.out
    shown = perimetry("encoders", "hash:?head=h.safetensors")
    assert shown.code == 0, shown.err


def test_a_table_of_words_cannot_be_trained(perimetry: Command, pairs: Path) -> None:
    done = perimetry("repair", "hash:", "--pairs", pairs, "--out", "new", "--seed", 1)
    assert done.code == 2
    assert "--method head" in done.err


def test_a_test_half_is_refused(perimetry: Command) -> None:
    from perimetry.datasets.builtin import builtin_file

    done = perimetry(
        "repair", "hash:", "--pairs", builtin_file("core", "anchors.jsonl"), "--out", "new",
        "--seed", 1, "--no-certify",
    )  # fmt: skip
    assert done.code == 2
    assert "carries a canary" in done.err


def test_a_head_is_a_safetensors_file(perimetry: Command, pairs: Path) -> None:
    done = perimetry(
        "repair", "hash:", "--pairs", pairs, "--method", "head", "--out", "h", "--seed", 1
    )
    assert done.code == 2
    assert ".safetensors" in done.err


def test_a_certificate_is_kept_beside_what_was_learnt(
    perimetry: Command, monkeypatch: pytest.MonkeyPatch, pairs: Path
) -> None:
    from perimetry.results.repair import read_repair_certificate

    monkeypatch.delenv("PERIMETRY_DATA", raising=False)
    done = perimetry(
        "repair", "hash:", "--pairs", pairs, "--task", "claims", "--method", "head", "--out",
        "h.safetensors", "--seed", 1,
    )  # fmt: skip
    found = read_repair_certificate(Path("h") / "certificate.json")
    failed = found.outcome in ("The gain was bought with harm", "No gain was shown")
    assert done.code == int(failed), done.err
    assert [gain.probe for gain in found.gains if gain.trained] == ["claims"]
    assert {"heros", "core", "requests"} <= {gain.probe for gain in found.gains}
    assert found.outcome in done.out
    assert (Path("h") / "certificate.md").is_file()
