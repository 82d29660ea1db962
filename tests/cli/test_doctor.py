from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from perimetry.doctor import all_checks
from perimetry.encoders.hashing import HashingEncoder
from perimetry.results import read_checkup
from tests.cli.conftest import Command

WORDS = ("invoice", "parcel", "refund", "password", "colour", "size", "delay", "address", "plan")


def outcomes(text: str) -> dict[str, str]:
    assert text.count("\n") == 1
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


def test_the_checkup_lies_in_a_folder_of_its_own_with_its_page(perimetry: Command) -> None:
    done = perimetry("doctor", "hash:?dim=64", "--against", "hash:?dim=63")
    [page] = Path("checkups").glob("doctor-*/report.html")
    assert f"Report: {page}" in done.out
    checkup = read_checkup(page.parent)
    assert page.parent.name == checkup.id
    assert checkup.parity
    assert checkup.parity.verdict == "different"
    assert checkup.reference
    assert checkup.reference.name == "hash:?dim=63"
    assert checkup.command == (
        "perimetry doctor 'hash:?dim=64' --against 'hash:?dim=63' --threshold 0.8"
    )
    assert "Against" in page.read_text(encoding="utf-8")
    perimetry("doctor", "hash:?dim=64", "--against", "hash:?dim=63", "--out", "other")
    assert read_checkup(Path("other")).id == checkup.id


def test_json_is_one_object_with_parity_in_it(perimetry: Command) -> None:
    done = perimetry("doctor", "hash:?dim=64", "--against", "hash:?dim=64", "--json")
    assert outcomes(done.out)["identity"] == "pass"
    record = json.loads(done.out)
    assert record["parity"]["verdict"] == "the same"
    assert (record["parity"]["pairs"], record["parity"]["orders"]) == (2373, 1152)
    assert json.loads(Path("checkups", record["id"], "checkup.json").read_text()) == record


def test_own_texts_and_checkpoint_are_recorded(perimetry: Command, minilm_folder: Path) -> None:
    Path("mine.txt").write_text("where is my parcel\ncancel my plan\n", encoding="utf-8")
    perimetry("doctor", "--texts", "mine.txt", "--checkpoint", minilm_folder, "--out", "x")
    checkup = read_checkup(Path("x"))
    assert checkup.own_texts == 2
    assert checkup.checkpoint
    assert checkup.checkpoint.fingerprint == checkup.encoder.fingerprint
    cost = checkup.finding("pooling")
    assert cost
    assert (cost.outcome, cost.oracle) == ("pass", "checkpoint")


def test_a_fault_says_what_it_can_cost(perimetry: Command) -> None:
    done = perimetry("doctor")
    assert all_checks()["scripts"].COST in " ".join(done.out.split())


def test_stored_vectors_are_asked_what_they_can_tell(perimetry: Command) -> None:
    texts = [f"ticket {n} is about the {word}" for n, word in enumerate(WORDS)]
    vectors = HashingEncoder(64).encode(texts, role="symmetric")
    pq.write_table(pa.table({"text": texts, "vector": vectors.tolist()}), "kept.parquet")
    done = perimetry("doctor", "vectors:kept.parquet", "--against", "hash:?dim=64", "--json")
    assert (done.code, done.err) == (0, "")
    found = outcomes(done.out)
    assert {c for c, outcome in found.items() if outcome != "skip"} <= {
        *("rows", "normalisation", "geometry", "identity"),
    }
    assert "skip" in found.values()


def test_a_reference_that_lacks_the_texts_is_exit_3_and_the_rest_is_kept(
    perimetry: Command,
) -> None:
    pq.write_table(pa.table({"text": ["a", "b"], "vector": [[1.0], [0.5]]}), "kept.parquet")
    done = perimetry("doctor", "hash:", "--against", "vectors:kept.parquet", "--out", "x")
    assert done.code == 3
    assert "has no vector for" in done.err
    assert read_checkup(Path("x")).parity is None


def test_warnings_can_fail_too(perimetry: Command) -> None:
    assert perimetry("doctor", "--fail-on", "warn").code == 1  # scripts that MiniLM cannot see


def test_two_references_or_no_canary_are_exit_2(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no canary")
    two = perimetry("doctor", "hash:", "--against", "hash:", "--canary", "text.npz")
    assert two.code == 2
    assert "Give one" in two.err
    assert perimetry("doctor", "hash:", "--canary", "text.npz").code == 2
    assert perimetry("doctor", "hash:", "--canary", "none.npz").code == 2
