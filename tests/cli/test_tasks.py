"""``--task``: declared tasks, a user's own, the suite ``advanced``, and what is not shown."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pyarrow.parquet as pq

from tests.cli.conftest import Command


def installed(package: str) -> bool:
    """Whether a package is there."""
    return find_spec(package) is not None


TASK = """
name = "tickets"
family = "safety"
query = "{ticket}"
group = "{customer}"

[labels]
urgent = ["urgent: somebody must look at this at once", "This cannot wait."]
routine = ["routine: this can wait for its turn", "This can wait."]
"""
ROWS = "".join(
    json.dumps({"ticket": f"zebra {n} is on fire", "customer": f"c{n}", "label": label}) + "\n"
    for n, label in enumerate(["urgent", "routine", "urgent"] * 12)
)


def own_task(folder: Path) -> None:
    (folder / "tickets.toml").write_text(TASK)
    (folder / "rows.jsonl").write_text(ROWS)


def test_a_users_task_needs_a_declaration_and_rows(perimetry: Command, tmp_path: Path) -> None:
    own_task(tmp_path)
    asked = ("audit", "hash:", "--task", "tickets.toml", "--data", "rows.jsonl", "--out", "a")
    done = perimetry(*asked)
    assert (done.code, done.err) == (0, "")
    record = json.loads((tmp_path / "a" / "audit.json").read_text())
    assert record["suite"] == "tasks"
    assert record["datasets"]["tickets"]["groups"] == 36
    majority = [
        e for e in record["estimates"] if (e["encoder"], e["measure"]) == ("majority", "accuracy")
    ]
    assert majority[0]["value"] == 24 / 36


def test_texts_of_a_safety_set_are_behind_a_warning(perimetry: Command, tmp_path: Path) -> None:
    own_task(tmp_path)
    asked = ("audit", "hash:", "--task", "tickets.toml", "--data", "rows.jsonl")
    done = perimetry(*asked, "--out", "a")
    assert "zebra" not in done.out
    assert "--redact leaves them out" in done.out.replace("\n", " ")
    page = (tmp_path / "a" / "report.html").read_text()
    assert page.index("Texts of a safety set") < page.index("zebra")
    perimetry(*asked, "--out", "b", "--redact")
    assert "zebra" not in (tmp_path / "b" / "report.html").read_text()
    items = pq.read_table(tmp_path / "b" / "items.parquet")
    assert items["text_a"].null_count == 0  # the items keep them; --no-texts would not


def test_the_advanced_suite_needs_no_network(perimetry: Command, tmp_path: Path) -> None:
    done = perimetry("audit", "hash:", "--suite", "advanced", "--out", "a")
    assert (done.code, done.err) == (0, "")
    assert "tasks" in done.out
    page = (tmp_path / "a" / "report.html").read_text()
    for heading in ("Tasks beyond similarity", "From the pool of all answers", "Which answers are"):
        assert heading in page


def test_wrong_requests_are_errors_that_say_what_to_do(perimetry: Command, tmp_path: Path) -> None:
    own_task(tmp_path)
    for arguments, code, message in (
        (("--task", "nothing"), 2, "Declared: claims"),
        (("--task", "VitaminC"), 3, "from the hub" if installed("datasets") else "perimetry[hub]"),
        (("--task", "BEGIN"), 3, "--data-dir with begin/begin_test_wow.tsv"),
        (("--task", "DIPPER"), 2, "DIPPER:"),
        (("--task", "tickets.toml"), 3, "Give --data ROWS.jsonl"),
        (("--task", "claims", "--task", "requests", "--data", "rows.jsonl"), 2, "Name one"),
        (("--suite", "advanced", "--data", "rows.jsonl"), 2, "ask one task with --task"),
    ):
        done = perimetry("audit", "hash:", *arguments)
        assert done.code == code, arguments
        assert message in done.err, (arguments, done.err)
