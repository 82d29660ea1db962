from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.errors import InputError, ModelError
from perimetry.repair.training.base_model import trainable_folder
from tests.encoders.onnx.folders import write_model


@pytest.mark.parametrize("engine", ["", "st:", "onnx:"])
def test_a_checkpoint_is_found_with_or_without_an_engine(tmp_path: Path, engine: str) -> None:
    folder = write_model(tmp_path / "m")
    assert trainable_folder(f"{engine}{folder}").path == folder


def test_what_is_no_checkpoint_has_a_head_at_most() -> None:
    with pytest.raises(InputError, match="--method head"):
        trainable_folder("hash:")


def test_options_would_train_another_model_than_is_named(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "m")
    with pytest.raises(InputError, match=r"without options \(pooling\)"):
        trainable_folder(f"onnx:{folder}?pooling=cls")


def test_pickled_weights_are_never_read(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "m")
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(ModelError, match="has no safetensors"):
        trainable_folder(str(folder))
