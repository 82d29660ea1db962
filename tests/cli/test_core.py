"""The default audit, and the same probes on a user's own pairs and triplets."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

from tests.cli.conftest import Command


def test_the_default_audit_is_the_map_of_the_core_set(perimetry: Command, tmp_path: Path) -> None:
    done = perimetry("audit", "hash:", "--limit", 4, "--out", "a")
    assert (done.code, done.err) == (0, "")
    record = json.loads((tmp_path / "a" / "audit.json").read_text())
    assert record["suite"] == "core"
    assert set(record["datasets"]) == {"core", "over_reaction"}
    assert record["baselines"] == ["token Jaccard", "Levenshtein", "BM25", "random"]
    assert set(record["datasets"]["core"]["balance"]) == {"close", "distant"}
    assert "phenomenon" in done.out
    assert "No cosine cut-off keeps half of the paraphrases" in done.out.replace("\n", " ")
    page = (tmp_path / "a" / "report.html").read_text()
    for heading in ("Where meaning is lost", "Edits that should not matter", "overlap matched"):
        assert heading in page


def test_the_other_half_can_be_shown(perimetry: Command, tmp_path: Path) -> None:
    assert perimetry("audit", "hash:", "--split", "dev", "--limit", 2, "--out", "a").code == 0
    record = json.loads((tmp_path / "a" / "audit.json").read_text())
    assert record["datasets"]["core"]["name"] == "perimetry-core (dev)"
    wrong = perimetry("audit", "hash:", "--split", "train")
    assert wrong.code == 2
    assert "dev or test" in wrong.err


def test_triplets_have_the_item_rows_of_the_built_in_sets(
    perimetry: Command, tmp_path: Path
) -> None:
    (tmp_path / "mine.tsv").write_text(
        "anchor\tpositive\tnegative\tcategory\n"
        "pay the bill\tsettle the bill\tdo not pay the bill\tbilling\n"
        "open the door\topen the gate\tclose the door\tdoors\n"
    )
    done = perimetry("audit", "hash:", "--data", "mine.tsv", "--out", "a")
    assert (done.code, done.err) == (0, "")
    items = pq.read_table(tmp_path / "a" / "items.parquet")
    wanted = pc.and_(
        pc.equal(items["measure"].cast("string"), "order_accuracy"),
        pc.equal(items["encoder"].cast("string"), "hash:"),
    )
    rows = items.filter(wanted).to_pylist()
    assert [row["subset"] for row in rows] == ["billing", "doors"]
    assert {row["value"] for row in rows} <= {0.0, 1.0}
    assert rows[0]["anchor"] == "pay the bill"
    assert rows[0]["text_a"] == "settle the bill"


def test_pairs_without_texts_leave_no_readable_text(perimetry: Command, tmp_path: Path) -> None:
    lines = "".join(
        f"zebra{i} is here,zebra{i} was here,same,animals\n"
        f"zebra{i} is here,zebra{i} is gone,different,animals\n"
        for i in range(35)
    )
    (tmp_path / "mine.csv").write_text("text_a,text_b,label,category\n" + lines)
    done = perimetry("audit", "hash:", "--data", "mine.csv", "--out", "a", "--no-texts")
    assert done.code == 0
    for path in [*(tmp_path / "a").iterdir(), *(tmp_path / "cache").iterdir()]:
        assert b"zebr" not in path.read_bytes(), path.name


def test_core_audits_are_compared_phenomenon_by_phenomenon(
    perimetry: Command, tmp_path: Path
) -> None:
    perimetry("audit", "hash:?dim=16", "--limit", 4, "--out", "before")
    done = perimetry("compare", "before", "hash:", "--limit", 4, "--out", "c")
    assert (done.code, done.err) == (0, "")
    record = json.loads((tmp_path / "c" / "comparison.json").read_text())
    subsets = {change["subset"] for change in record["changes"]}
    assert {"all", "core: negation", "over_reaction: typo"} <= subsets


def test_a_suite_with_data_of_its_own_takes_none(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("text_a,text_b,label\na,b,same\n")
    done = perimetry("audit", "hash:", "--suite", "full", "--data", "mine.csv")
    assert done.code == 2
    assert "Leave out --data or --suite" in done.err
    wrong = perimetry("audit", "hash:", "--suite", "heros", "--data", "mine.csv")
    assert wrong.code == 2
    assert "needs a column Original" in wrong.err
