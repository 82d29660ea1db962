"""Trainings of a tiny random encoder, to the end, killed, and gone on with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytestmark = pytest.mark.torch
pytest.importorskip("sentence_transformers")
pytest.importorskip("accelerate")

from perimetry.encoders import open_encoder  # noqa: E402 (after the skips)
from perimetry.errors import InputError, ModelError, StorageError  # noqa: E402
from perimetry.repair.training.finetune import fine_tune  # noqa: E402
from perimetry.repair.training.record import RepairRecord  # noqa: E402
from perimetry.repair.training.settings import Settings  # noqa: E402
from tests.encoders.onnx.folders import HIDDEN, write_dense, write_model  # noqa: E402
from tests.repair.toys import label_task, lively_model, prompted_model, toy_task, unguarded  # noqa: E402

SETTINGS = Settings(
    "full", seed=3, max_steps=12, check_every=4, batch_size=8, learning_rate=5e-3, replay_size=4
)
BACKGROUND = ["the weather", "lovely today", "is it", "a b c", "x y z"]
TEXTS = ["the weather is lovely today", "a", "b c d", "is it"]
ROLES = ("query", "document", "symmetric")

TRAINING = """
import sys, time
from pathlib import Path
from perimetry.repair.training.finetune import fine_tune
from tests.repair.training.test_finetune import BACKGROUND, SETTINGS
from tests.repair.toys import label_task, toy_task, unguarded

def watch(progress):
    print(progress.step, flush=True)
    time.sleep(0.2)

fine_tune(Path(sys.argv[1]), unguarded(toy_task(), label_task()), SETTINGS, Path(sys.argv[2]),
          name="base", background=BACKGROUND, threads=1, watch=watch)
"""


def trained(base: Path, out: Path, settings: Settings = SETTINGS, **more: Any) -> RepairRecord:
    return fine_tune(
        base,
        unguarded(toy_task(), label_task()),
        settings,
        out,
        name="base",
        background=BACKGROUND,
        threads=1,
        **more,
    )


def vectors(name: str) -> NDArray[np.float32]:
    encoder = open_encoder(name)
    return np.concatenate([encoder.encode(TEXTS, role=role) for role in ROLES])


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prompted_model(tmp_path_factory.mktemp("base") / "m")


@pytest.fixture(scope="module")
def whole(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training that nothing stopped."""
    out = tmp_path_factory.mktemp("whole") / "out"
    trained(base, out)
    return out


def test_both_engines_give_the_new_model_the_same_vectors(base: Path, whole: Path) -> None:
    by_st, by_onnx = vectors(f"st:{whole}"), vectors(f"onnx:{whole}")
    assert np.abs(by_st - by_onnx).max() < 1e-6
    assert np.abs(by_onnx - vectors(f"onnx:{base}")).max() > 0.01


def test_pooling_prompts_length_and_normalisation_are_the_base_models(
    base: Path, whole: Path
) -> None:
    for engine, keys in {
        "st": ("modules", "pooling", "prompts", "max_length", "dimension"),
        "onnx": ("pooling", "prompts", "max_length", "dimension", "lower_case"),
    }.items():
        before, after = (open_encoder(f"{engine}:{path}").setup for path in (base, whole))
        assert {key: after[key] for key in keys} == {key: before[key] for key in keys}


def test_the_folder_has_its_record_and_card_and_no_work_is_left(whole: Path) -> None:
    record = json.loads((whole / "repair.json").read_text(encoding="utf-8"))
    assert [task["name"] for task in record["tasks"]] == ["toy", "labels"]
    assert record["steps"] == 12
    assert record["best_step"] in (4, 8, 12)
    assert "# base, repaired" in (whole / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in whole.parent.iterdir()] == ["out"]
    assert not list(whole.rglob("*.bin")) + list(whole.rglob("*.pt"))
    modes = {path.stat().st_mode for path in whole.rglob("*") if path.is_file()}
    assert len(modes) == 1  # whoever may read one file may read all


def test_what_is_kept_is_the_step_with_the_lowest_loss_on_the_slice(
    base: Path, whole: Path, tmp_path: Path
) -> None:
    looks: dict[int, float] = {}

    def watch(progress: Any) -> None:
        if progress.held_out_loss is not None:
            looks[progress.step] = progress.held_out_loss

    record = trained(base, tmp_path / "out", watch=watch)
    assert record.best_step == min(looks, key=lambda step: looks[step])
    again = vectors(f"onnx:{tmp_path / 'out'}")
    assert np.abs(again - vectors(f"onnx:{whole}")).max() < 1e-6  # one seed, one result


def test_another_seed_gives_another_model(base: Path, whole: Path, tmp_path: Path) -> None:
    trained(base, tmp_path / "out", replace(SETTINGS, seed=4))
    assert np.abs(vectors(f"onnx:{tmp_path / 'out'}") - vectors(f"onnx:{whole}")).max() > 1e-3


def test_a_killed_training_goes_on_to_the_same_result(
    base: Path, whole: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        [sys.executable, "-c", TRAINING, str(base), str(out)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        cwd=Path(__file__).parents[3],
    )
    assert process.stdout
    for line in process.stdout:
        if int(line) > 4:  # past the first checkpoint, before the end
            process.send_signal(signal.SIGKILL)
            break
    process.wait()
    process.stdout.close()
    assert not out.exists()
    steps: list[int] = []
    trained(base, out, watch=lambda progress: steps.append(progress.step))
    assert steps[0] > 4
    assert np.abs(vectors(f"onnx:{out}") - vectors(f"onnx:{whole}")).max() < 1e-6


def test_what_was_trained_but_not_written_is_not_trained_again(
    base: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from perimetry.repair.training._model import Trainee

    def full(self: Trainee, folder: Path) -> None:
        raise OSError(28, "No space left on device")

    out = tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr(Trainee, "save", full)
        with pytest.raises(StorageError, match="No space left on device"):
            trained(base, out)
    assert not out.exists()
    steps: list[int] = []
    record = trained(base, out, watch=lambda progress: steps.append(progress.step))
    assert steps == []
    assert record.steps == 12
    assert np.abs(vectors(f"onnx:{out}") - vectors(f"onnx:{whole}")).max() < 1e-6


def test_a_half_written_checkpoint_is_passed_over(tmp_path: Path) -> None:
    from perimetry.repair.training._trainer import COMPLETE, Complete, last_complete

    assert last_complete(tmp_path) is None
    for step in (4, 12, 8):
        (tmp_path / f"checkpoint-{step}").mkdir()
    for step in (4, 8):
        reached = json.dumps({"seconds": step, "ended": False})
        (tmp_path / f"checkpoint-{step}" / COMPLETE).write_text(reached)
    assert last_complete(tmp_path) == Complete(tmp_path / "checkpoint-8", 8.0, ended=False)
    assert not (tmp_path / "checkpoint-12").exists()


def test_it_stops_when_the_slice_no_longer_gains(base: Path, tmp_path: Path) -> None:
    settings = replace(SETTINGS, check_every=1, patience=2, learning_rate=1e-9, max_steps=40)
    assert trained(base, tmp_path / "out", settings).steps < 40


def test_adapters_are_merged_into_plain_weights(base: Path, tmp_path: Path) -> None:
    from safetensors.numpy import load_file

    out = tmp_path / "out"
    record = trained(base, out, replace(SETTINGS, method="lora", rank=2))
    before, after = (load_file(path / "model.safetensors") for path in (base, out))
    assert after.keys() - {"pooler.dense.weight", "pooler.dense.bias"} == before.keys()
    changed = {name for name in before if not np.array_equal(before[name], after[name])}
    assert changed
    assert all(name.endswith("weight") and "mbedding" not in name for name in changed)
    name = "encoder.layer.0.attention.self.query.weight"
    assert np.linalg.matrix_rank(after[name] - before[name], tol=1e-5) <= 2
    assert record.parameters < sum(tensor.size for tensor in before.values()) / 2
    assert np.abs(vectors(f"st:{out}") - vectors(f"onnx:{out}")).max() < 1e-6


def test_frozen_embeddings_stay_and_the_rest_is_learnt_in_bfloat16_too(
    base: Path, tmp_path: Path
) -> None:
    from safetensors.numpy import load_file

    out = tmp_path / "out"
    trained(base, out, replace(SETTINGS, frozen_embeddings=True, bfloat16=True))
    before, after = (load_file(path / "model.safetensors") for path in (base, out))
    same = {name for name in before if np.array_equal(before[name], after[name])}
    assert {name for name in before if name.endswith("embeddings.weight")} <= same
    assert "encoder.layer.0.attention.self.query.weight" not in same
    assert "attn_implementation" not in (out / "config.json").read_text(encoding="utf-8")
    assert np.abs(vectors(f"st:{out}") - vectors(f"onnx:{out}")).max() < 1e-6


def test_replay_keeps_what_its_weights_say(tmp_path: Path) -> None:
    base = lively_model(tmp_path / "m")
    still = replace(SETTINGS, held_out=0, dropout=0.0, place_weight=0.0)
    free, cosines, places = (
        trained(base, tmp_path / name, replace(still, **weights)).moved
        for name, weights in (
            ("free", {"replay_weight": 1e-9}),
            ("cosines", {"replay_weight": 1000.0}),
            ("places", {"replay_weight": 1e-9, "place_weight": 100.0}),
        )
    )
    assert free is not None
    assert cosines is not None
    assert places is not None
    assert cosines.cosines < free.cosines / 2
    assert places.places < free.places / 2


def test_learning_without_a_slice_keeps_the_last_step(base: Path, tmp_path: Path) -> None:
    record = trained(base, tmp_path / "out", replace(SETTINGS, held_out=0.0, dims=(8,)))
    assert (record.best_step, record.steps) == (12, 12)
    assert record.before == record.after == []


def test_when_the_time_is_over_it_stops_and_keeps_what_it_has(base: Path, tmp_path: Path) -> None:
    record = trained(base, tmp_path / "out", replace(SETTINGS, minutes=1e-6))
    assert record.steps == 1
    assert (tmp_path / "out" / "model.safetensors").is_file()


def test_a_shorter_length_is_for_training_alone(base: Path, tmp_path: Path) -> None:
    trained(base, tmp_path / "out", replace(SETTINGS, max_tokens=6))
    before, after = (open_encoder(f"st:{path}").setup for path in (base, tmp_path / "out"))
    assert after["max_length"] == before["max_length"]


def test_dense_layers_are_trained_and_kept(tmp_path: Path) -> None:
    base = write_model(tmp_path / "m", dense=("Tanh",))
    write_dense(base / "2_Dense", "Tanh", seed=9)
    trained(base, tmp_path / "out")
    found = [path for path in (tmp_path / "out").iterdir() if path.name.endswith("_Dense")]
    assert len(found) == 1
    assert open_encoder(f"st:{tmp_path / 'out'}").setup["dimension"] == HIDDEN
    assert np.abs(
        vectors(f"st:{tmp_path / 'out'}") - vectors(f"onnx:{tmp_path / 'out'}")
    ).max() < 1e-6  # fmt: skip


def test_a_folder_that_is_there_is_not_overwritten(base: Path, whole: Path) -> None:
    with pytest.raises(InputError, match="is there already"):
        trained(base, whole)


def test_the_work_of_another_training_is_not_gone_on_with(base: Path, tmp_path: Path) -> None:
    (tmp_path / ".out.repair").mkdir()
    (tmp_path / ".out.repair" / "question.json").write_text("{}")
    with pytest.raises(InputError, match="holds the work of another training"):
        trained(base, tmp_path / "out")


def test_a_folder_that_is_no_model_is_an_error_of_the_model(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    with pytest.raises(ModelError, match="cannot be trained"):
        trained(tmp_path / "m", tmp_path / "out")
