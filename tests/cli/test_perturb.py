from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command

SENTENCES = [
    "My card arrived yesterday.",
    "The meeting is on Monday.",
    "I have waited 3 days for my refund.",
    "git rebase -i HEAD~3",
]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    (tmp_path / "mine.txt").write_text("".join(s + "\n" for s in SENTENCES))
    return Path("mine.txt")


def test_sentences_become_pairs_beside_their_file(
    perimetry: Command, tmp_path: Path, texts: Path
) -> None:
    done = perimetry("perturb", texts, "--rules", "negation,date,number")
    assert (done.code, done.err) == (0, "")
    lines = (tmp_path / "mine.pairs.jsonl").read_text().splitlines()
    pairs = [(p["text_b"], p["label"], p["category"]) for p in map(json.loads, lines)]
    assert ("My card did not arrive yesterday.", "different", "negation") in pairs
    assert ("The meeting is not on Monday.", "different", "negation") in pairs
    assert {category for _, _, category in pairs} == {"negation", "date", "number"}
    assert f"{len(pairs)} pairs from 4 sentences: mine.pairs.jsonl" in done.out


def test_code_is_left_alone(perimetry: Command, tmp_path: Path, texts: Path) -> None:
    perimetry("perturb", texts, "--rules", "negation,casing,number")
    assert "rebase" not in (tmp_path / "mine.pairs.jsonl").read_text()


def test_two_workers_write_what_one_writes(perimetry: Command, tmp_path: Path, texts: Path) -> None:
    for workers in (1, 2):
        perimetry(
            "perturb", texts, "--rules", "date", "--workers", workers, "--out", f"{workers}.csv"
        )
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.txt",), "none.txt: there is no such file"),
        (("mine.txt", "--rules", "negaton"), "Did you mean 'negation'"),
        (("mine.txt", "--out", "pairs.xlsx"), "pairs are written as .csv"),
        (("mine.txt", "--column", "text"), "has no columns"),
    ],
)
def test_bad_input_is_one_line(
    perimetry: Command, texts: Path, arguments: tuple[str, ...], message: str
) -> None:
    done = perimetry("perturb", *arguments)
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_an_encoder_is_audited_on_them_in_one_go(
    perimetry: Command, tmp_path: Path, texts: Path
) -> None:
    done = perimetry(
        *("audit", "hash:", "--texts", texts, "--rules", "casing,negation,date", "--out", "a")
    )
    assert (done.code, done.err) == (0, "")
    record = json.loads((tmp_path / "a" / "audit.json").read_text())
    note = record["datasets"]["heros"]
    assert note["relations"] == {"casing": "same", "negation": "different", "date": "different"}
    kinds = {row["subset"] for row in record["estimates"] if row["measure"] == "order_accuracy"}
    assert {"casing>negation", "negation", "all"} <= kinds


def test_the_sample_of_texts_depends_on_the_seed_alone(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text("".join(f"Order {i} came on Monday.\n" for i in range(50)))
    common = ("audit", "hash:", "--texts", "many.txt", "--rules", "date", "--limit", 5)
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        perimetry(*common, "--seed", seed, "--out", name)
    items = [(tmp_path / name / "items.parquet").read_bytes() for name in "abc"]
    assert items[0] == items[1] != items[2]


def test_sentences_that_no_rule_edits_are_no_audit(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "code.txt").write_text("git push\n")
    done = perimetry("audit", "hash:", "--texts", "code.txt", "--rules", "negation")
    assert done.code == 2
    assert "no rule edits any of these sentences" in done.err


def test_texts_and_data_together_are_refused(perimetry: Command, texts: Path) -> None:
    done = perimetry("audit", "hash:", "--texts", texts, "--data", "heros.tsv")
    assert done.code == 2
    assert "Give one" in done.err
