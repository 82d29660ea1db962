from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.cli.conftest import Command

SMALL = ("--suite", "heros", "--limit", 40)


def test_an_audit_writes_its_three_files_and_says_where(perimetry: Command, tmp_path: Path) -> None:
    done = perimetry("audit", "hash:", "--out", "here", *SMALL)
    assert (done.code, done.err) == (0, "")
    assert sorted(p.name for p in (tmp_path / "here").iterdir()) == [
        "audit.json",
        "items.parquet",
        "report.html",
    ]
    assert "Report: here/report.html" in done.out
    assert "negation" in done.out


def test_without_out_the_same_question_has_the_same_folder(
    perimetry: Command, tmp_path: Path
) -> None:
    for _ in range(2):
        assert perimetry("audit", "hash:", *SMALL).code == 0
    assert perimetry("audit", "hash:", *SMALL, "--seed", 1).code == 0
    assert len(list((tmp_path / "audits").iterdir())) == 2


def test_a_second_audit_encodes_nothing_and_says_so(perimetry: Command, tmp_path: Path) -> None:
    first = perimetry("audit", "hash:", "--out", "a", *SMALL)
    second = perimetry("audit", "hash:", "--out", "b", *SMALL)
    assert "Encoded 840 texts, 0 from the store" in first.out
    assert "Encoded 0 texts, 840 from the store" in second.out
    one, two = ((tmp_path / name / "items.parquet").read_bytes() for name in "ab")
    assert one == two


def test_several_encoders_share_one_audit(perimetry: Command, tmp_path: Path) -> None:
    assert perimetry("audit", "hash:", "hash:?dim=64", "--out", "a", *SMALL).code == 0
    record = json.loads((tmp_path / "a" / "audit.json").read_text())
    assert [encoder["name"] for encoder in record["encoders"]] == ["hash:", "hash:?dim=64"]
    assert {row["encoder"] for row in record["estimates"]} == {
        *("hash:", "hash:?dim=64"),
        *record["baselines"],
    }


def test_no_texts_leaves_no_readable_text(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text(
        "Original\tTypo\tNegation\n"
        + "".join(f"zebra{i} is here\tzebrra{i} is here\tzebra{i} is not here\n" for i in range(35))
    )
    done = perimetry("audit", "hash:", "--data", "mine.tsv", "--out", "a", "--no-texts")
    assert done.code == 0
    assert "zebra" not in done.out
    for path in [*(tmp_path / "a").iterdir(), *(tmp_path / "cache").iterdir()]:
        assert b"zebr" not in path.read_bytes(), path.name
    assert pq.read_table(tmp_path / "a" / "items.parquet")["text_a"].null_count > 0


def test_the_users_table_is_audited(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text('Original,Synonym\n"big, red",large red\nsmall,little\n')
    assert perimetry("audit", "hash:", "--data", "mine.csv", "--out", "a").code == 0
    record = json.loads((tmp_path / "a" / "audit.json").read_text())
    assert record["datasets"]["heros"]["name"] == "mine.csv"
    assert record["datasets"]["heros"]["groups"] == 2


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ("--suite", "nothing"),
            2,
            "there is no suite 'nothing'. Suites: core, quick",
        ),
        (("--data", "none.tsv"), 2, "none.tsv: there is no such file"),
        (("--data", "bad.tsv"), 2, "bad.tsv:3: 1 cells where the header has 2"),
        (("--data", "latin.tsv"), 2, "latin.tsv:2: not UTF-8"),
        (("--data", "dcml0714/Heros"), 3, "Download heros.tsv where there is a network"),
        (("all-MiniLM-L6-v3",), 3, "Did you mean 'all-MiniLM-L6-v2'?"),
        (("./broken",), 3, "broken"),
        (("onyx:m",), 2, "unknown engine 'onyx'"),
        (("hash:?dimension=3",), 2, "no option 'dimension'"),
        (("hash:", "hash:"), 2, "named twice"),
        (("python:no_such:f",), 3, "cannot import python:no_such:f"),
        (("hash:", "--out", "file.txt"), 4, "file.txt"),
        (("hash:", "--store", "folder"), 4, "folder: unable to open database file"),
        (("hash:", "--limit", "0"), 2, "--limit"),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else None,
)
def test_bad_input_is_one_line_with_its_exit_code(
    perimetry: Command, tmp_path: Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    (tmp_path / "bad.tsv").write_text("Original\tTypo\nab\taab\nab\n")
    (tmp_path / "latin.tsv").write_bytes(b"Original\tTypo\ncaf\xe9\tcaf\n")
    (tmp_path / "file.txt").write_text("in the way")
    (tmp_path / "folder").mkdir()
    (tmp_path / "broken").mkdir()
    done = perimetry("audit", *arguments)
    assert done.code == code
    assert message in done.err
    if not done.err.startswith("Usage"):
        assert len(done.err.splitlines()) == 1
        assert done.err.startswith("error: ")
    assert not (tmp_path / "audits").exists()


def test_nan_vectors_are_never_a_score(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "broken_encoder.py").write_text(
        "def encode(texts):\n"
        "    return [[float('nan') if 'zebra' in t else len(t), 1] for t in texts]\n"
    )
    (tmp_path / "mine.tsv").write_text("Original\tTypo\na zebra\ta zebrra\n")
    done = perimetry("audit", "python:broken_encoder:encode", "--data", "mine.tsv", "--out", "a")
    assert done.code == 3
    assert "NaN or infinity for 1 of" in done.err
    assert not (tmp_path / "a").exists()
