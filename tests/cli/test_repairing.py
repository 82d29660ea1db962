from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from perimetry.encoders import open_encoder
from perimetry.encoders.views.head import Head, write_head
from perimetry.repair.merging.frontier import DevScores
from tests.cli.conftest import Command
from tests.encoders.onnx.folders import random_tensors, write_model


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    base = write_model(tmp_path / "base")
    return base, write_model(tmp_path / "repaired", tensors=random_tensors(seed=2))


def test_merge_writes_a_folder_that_opens(
    perimetry: Command, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "merged"
    done = perimetry("merge", *folders, "--weight", 0.5, "--method", "slerp", "--out", out)
    assert (done.code, done.out.splitlines()[0]) == (0, f"Merged: {out}")
    assert open_encoder(str(out)).encode(["the weather"], role="query").shape == (1, 16)


def test_merge_refuses_in_one_line(
    perimetry: Command, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    for asked, message in (
        (["--method", "mean"], "--method is linear or slerp"),
        (["--frontier", "--data-dir", tmp_path / "nowhere"], "there is no such file"),
    ):
        done = perimetry("merge", *folders, *asked, "--out", tmp_path / "merged")
        assert done.code == 2
        assert message in " ".join(done.err.split())


def test_a_frontier_is_shown_and_its_best_weight_written(
    perimetry: Command,
    folders: tuple[Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Scores that rise and fall with one weight, of which 0.25 costs what the budget allows."""
    from safetensors.numpy import load_file

    import perimetry.repair.merging.frontier as frontier

    name = "embeddings.LayerNorm.bias"
    ends = [float(load_file(f / "model.safetensors")[name][0]) for f in folders]

    def scores(encoder: object, pairs: object) -> DevScores:
        (folder,) = opened
        value = float(load_file(folder / "model.safetensors")[name][0])
        share = (value - ends[0]) / (ends[1] - ends[0])
        return DevScores(0.5 + share / 2, 0.8 - share**2 * 0.16)

    opened: list[Path] = []

    def remembered(path: str, threads: int | None = None) -> object:
        opened[:] = [Path(path)]
        return None

    monkeypatch.setattr(frontier, "dev_scores", scores)
    monkeypatch.setattr(frontier, "open_encoder", remembered)
    data = tmp_path / "data" / "stsb"
    data.mkdir(parents=True)
    (data / "stsb-en-dev.csv").write_text("a,b,1\nc,d,2\n", encoding="utf-8")
    out = tmp_path / "merged"
    done = perimetry(
        "merge", *folders, "--method", "linear", "--frontier", "--harm-budget", 0.0101,
        "--data-dir", tmp_path / "data", "--out", out,
    )  # fmt: skip
    assert done.code == 0
    assert "weight 0.25" in done.out
    merged = float(load_file(out / "model.safetensors")[name][0])
    assert merged == pytest.approx(0.75 * ends[0] + 0.25 * ends[1])


def test_a_certificate_is_shown_written_and_decides_the_exit_code(
    perimetry: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A head that is the identity gains nothing and breaks nothing."""
    monkeypatch.delenv("PERIMETRY_DATA", raising=False)
    encoder = open_encoder("hash:?dim=64")
    head = Head(np.zeros((64, 64), np.float32), None, encoder.fingerprint, encoder.name)
    write_head(head, tmp_path / "same.safetensors")
    done = perimetry(
        "no-harm", "hash:?dim=64", f"hash:?dim=64&head={tmp_path / 'same.safetensors'}",
        "--suite", "heros", "--limit", 20, "--out", tmp_path / "found",
    )  # fmt: skip
    assert done.code == 1
    assert "No gain was shown" in done.out
    record = json.loads((tmp_path / "found" / "certificate.json").read_text(encoding="utf-8"))
    assert record["gains"][0]["outcome"] == "no difference"
    assert {test["name"] for test in record["harms"]} == {"heros"}
    assert (tmp_path / "found" / "certificate.md").is_file()
