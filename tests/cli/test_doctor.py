from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Command


def outcomes(text: str) -> dict[str, str]:
    return {found["check"]: found["outcome"] for found in json.loads(text)["findings"]}


def test_a_healthy_encoder_passes_and_what_is_missing_is_skipped(perimetry: Command) -> None:
    done = perimetry("doctor", "--json")
    assert (done.code, done.err) == (0, "")
    found = outcomes(done.out)
    assert "fail" not in found.values()
    assert {c for c, outcome in found.items() if outcome == "skip"} == {
        *("unknown", "pooling", "checkpoint", "quantisation", "identity"),
    }


def test_the_wrong_pooling_is_named_with_the_checkpoint_and_is_exit_1(
    perimetry: Command, minilm_folder: Path
) -> None:
    done = perimetry("doctor", f"onnx:{minilm_folder}?pooling=cls", "--checkpoint", minilm_folder)
    assert done.code == 1
    assert "✕ pooling The vectors are those of cls pooling" in done.out
    assert "Set the pooling to mean." in done.out


def test_a_canary_finds_another_encoder_and_itself(perimetry: Command) -> None:
    assert perimetry("doctor", "hash:?dim=64", "--save-canary", "good.npz").code == 0
    same = perimetry("doctor", "hash:?dim=64", "--canary", "good.npz", "--json")
    assert outcomes(same.out)["identity"] == "pass"
    other = perimetry("doctor", "--canary", "good.npz", "--json")
    assert outcomes(other.out)["identity"] == "fail"
    assert other.code == 1


def test_a_reference_gets_a_verdict_and_the_decisions_that_flip(perimetry: Command) -> None:
    same = perimetry("doctor", "hash:?dim=64", "--against", "hash:?dim=64")
    assert "against hash:?dim=64: the same" in same.out
    other = perimetry("doctor", "hash:?dim=64", "--against", "hash:?dim=63").out
    assert "different" in other
    assert "decisions flipped, which partner is closer:" in other


def test_warnings_can_fail_too(perimetry: Command) -> None:
    assert perimetry("doctor", "--fail-on", "warn").code == 1  # scripts that MiniLM cannot see


def test_two_references_or_no_canary_are_exit_2(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no canary")
    two = perimetry("doctor", "hash:", "--against", "hash:", "--canary", "text.npz")
    assert two.code == 2
    assert "Give one" in two.err
    assert perimetry("doctor", "hash:", "--canary", "text.npz").code == 2
    assert perimetry("doctor", "hash:", "--canary", "none.npz").code == 2
