from __future__ import annotations

import json
from pathlib import Path

import pytest

from perimetry import Gate
from perimetry.results.certificate import read_certificate
from tests.cli.conftest import Command


def written(path: Path, rows: int, *, word: str = "cat") -> Path:
    """Pairs that any encoder tells apart: a sentence with a stop behind it, and another one."""
    lines = ["query,cached_query,label"]
    for place in range(rows):
        text = f"Order {place} leaves the depot in Lyon tomorrow"
        lines += [f"{text},{text}.,same", f"{text},My {word} {place} likes warm milk,different"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_pairs_that_lie_apart_are_certified(perimetry: Command, tmp_path: Path) -> None:
    pairs = written(tmp_path / "log.csv", 140)
    done = perimetry("threshold", "--pairs", pairs, "--budget", 0.05, "--use", "cache")
    assert (done.code, done.err) == (0, "")
    assert "Certified" in done.out
    assert "wrong hits" in done.out
    made = read_certificate(next((tmp_path / "certificates").iterdir()))
    assert made.outcome == "Certified"
    assert made.rates is not None
    assert made.rates.false_accept.high <= 0.05
    assert (made.data.same, made.data.different, made.use) == (140, 140, "cache")
    assert made.split.certification_different == 70
    assert [round(point.threshold, 2) for point in made.copied] == [0.7, 0.75, 0.8, 0.85, 0.9, 0.95]


def test_the_core_set_meets_no_budget(perimetry: Command) -> None:
    done = perimetry("threshold", "hash:", "--out", "c.json")
    assert done.code == 1
    assert "No threshold meets the budget" in done.out
    assert "that depend on the application" in done.out
    made = read_certificate(Path("c.json"))
    assert made.threshold is None
    assert made.data.depends > 0


def test_too_few_pairs_say_how_many_would_do(perimetry: Command, tmp_path: Path) -> None:
    done = perimetry("threshold", "hash:", "--pairs", written(tmp_path / "few.csv", 60))
    assert done.code == 1
    assert "Too few pairs to certify" in done.out
    assert "About 598 groups with a different pair in all would do." in done.out


def test_json_is_the_certificate(perimetry: Command, tmp_path: Path) -> None:
    pairs = written(tmp_path / "few.csv", 60)
    done = perimetry("threshold", "hash:", "--pairs", pairs, "--out", "c.json", "--json")
    assert json.loads(done.out) == json.loads((tmp_path / "c.json").read_text())


def test_a_certificate_is_checked_on_new_pairs(perimetry: Command, tmp_path: Path) -> None:
    old, new = written(tmp_path / "old.csv", 140), written(tmp_path / "new.csv", 70, word="dog")
    perimetry("threshold", "hash:", "--pairs", old, "--budget", 0.05, "--out", "c.json")
    done = perimetry("threshold", "hash:", "--check", "c.json", "--pairs", new)
    assert (done.code, done.err) == (0, "")
    assert "Certified" in done.out
    few = written(tmp_path / "few.csv", 20, word="dog")
    done = perimetry("threshold", "hash:", "--check", "c.json", "--pairs", few)
    assert done.code == 1
    assert "Too few pairs to certify" in done.out
    turned = tmp_path / "turned.csv"
    turned.write_text(new.read_text().replace("different", "x").replace("same", "different")
                      .replace("x", "same"))  # fmt: skip
    done = perimetry("threshold", "hash:", "--check", "c.json", "--pairs", turned, "--json")
    assert done.code == 1
    assert json.loads(done.out)["outcome"] == "The certificate does not hold"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("hash:?dim=64", "--pairs", "new.csv"), "is of hash:"),
        (("hash:", "--pairs", "old.csv"), "the pairs that the certificate was made of"),
    ],
)
def test_a_certificate_refuses_another_encoder_and_its_own_pairs(
    perimetry: Command, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    written(tmp_path / "old.csv", 140)
    written(tmp_path / "new.csv", 70, word="dog")
    perimetry("threshold", "hash:", "--pairs", "old.csv", "--budget", 0.05, "--out", "c.json")
    done = perimetry("threshold", *arguments, "--check", "c.json")
    assert done.code == 2
    assert message in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--budget", 0), "--budget is 0"),
        (("--min-accept", 1.5), "--min-accept is 1.5"),
        (("--prevalence", 1), "--prevalence is 1"),
        (("--guards", "numbr"), "numbr"),
        (("--pairs", "absent.csv"), "absent.csv"),
        (("--check", "absent.json"), "absent.json"),
    ],
)
def test_bad_arguments_are_named(
    perimetry: Command, arguments: tuple[object, ...], message: str
) -> None:
    done = perimetry("threshold", "hash:", *arguments)
    assert done.code == 2
    assert message in done.err


def test_a_log_of_distances_is_recognised(perimetry: Command, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    rows = [f"turn on lamp {n},turn on lamp {n} please,same,0.106" for n in range(40)]
    rows += [f"turn on lamp {n},sell my shares now {n},different,0.776" for n in range(40)]
    path.write_text("\n".join(["query,cached_query,label,score", *rows]) + "\n")
    done = perimetry("threshold", "hash:", "--pairs", path)
    assert "the file's scores are in another unit: cosine distance" in done.out


def test_a_missing_model_is_never_an_outcome(perimetry: Command) -> None:
    done = perimetry("threshold", "./no-such-model")
    assert done.code == 3


def test_guards_are_certified_with_the_threshold_and_run_from_the_certificate(
    perimetry: Command, tmp_path: Path
) -> None:
    rows = ["text_a,text_b,label"]
    for n in range(140):
        paid = f"Ticket {n} is paid in full"
        rows += [f"{paid},Case {n} has no open balance any more,same",
                 f"{paid},Ticket {n + 500} is paid in full,different"]  # fmt: skip
    (tmp_path / "tickets.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    asked = ("threshold", "--pairs", "tickets.csv", "--budget", 0.05, "--out", "c.json")
    assert perimetry(*asked).code == 1  # the cosine alone cannot tell two numbers apart
    done = perimetry(*asked, "--guards", "number,identifier")
    assert (done.code, done.err) == (0, "")
    assert "no guard objects (number and identifier)" in done.out
    gate = Gate.from_certificate("c.json")
    assert gate.same("Ticket 3 is paid in full", "Ticket 4 is paid in full", 0.99).guard == "number"
