"""A folder in the BEIR layout, and tasks of mteb, through ``perimetry audit``."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Command


def beir(folder: Path) -> None:
    folder.mkdir()
    corpus = [{"_id": f"d{n}", "title": "", "text": f"word{n} stands here"} for n in range(4)]
    queries = [{"_id": f"q{n}", "text": f"where is word{n}"} for n in range(3)]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in corpus))
    (folder / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))
    lines = ["query-id\tcorpus-id\tscore", *(f"q{n}\td{n}\t1" for n in range(3))]
    (folder / "qrels").mkdir()
    (folder / "qrels" / "test.tsv").write_text("\n".join(lines) + "\n")


def test_a_beir_folder_is_searched(perimetry: Command, tmp_path: Path) -> None:
    beir(tmp_path / "mine")
    done = perimetry("audit", "hash:", "--data", "mine", "--out", "a")
    assert (done.code, done.err) == (0, "")
    record = json.loads((tmp_path / "a" / "audit.json").read_text())
    assert record["suite"] == "retrieval"
    found = {(e["encoder"], e["measure"]): e["value"] for e in record["estimates"]}
    assert found["hash:", "ndcg_10"] == 1.0
    assert ("BM25", "ndcg_10") in found


def test_a_folder_that_is_none_is_an_error(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = perimetry("audit", "hash:", "--data", "empty")
    assert done.code == 2
    assert "corpus.jsonl" in done.err
