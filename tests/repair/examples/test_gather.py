from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.errors import DataError, InputError
from perimetry.repair.examples.gather import Sources, gathered

PAIRS = "anchor,positive,negative\nPay by Friday.,Pay until Friday.,Pay on Friday.\n"
TOY = """\
name = "toy"
family = "safety"
query = "{text}"
[labels]
yes = ["it is so"]
no = ["it is not so"]
"""


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.csv"
    path.write_text(PAIRS, encoding="utf-8")
    return path


def test_everything_that_is_named_is_gathered(pairs: Path) -> None:
    found = gathered(Sources(tasks=["claims"], core=True, pairs=[pairs]), seed=1)
    assert [task.name for task in found.tasks] == ["claims", "core", "lessons", "pairs.csv"]
    assert {"core test", "heros", "claims test"} <= found.protected.keys()


def test_nothing_named_is_an_error() -> None:
    with pytest.raises(InputError, match="nothing is named to learn from"):
        gathered(Sources(), seed=1)


def test_a_task_with_a_scored_split_alone_needs_other_rows() -> None:
    with pytest.raises(InputError, match="XSTest has no split but test, which an audit scores"):
        gathered(Sources(tasks=["XSTest"]), seed=1)


def test_rows_belong_to_one_task(pairs: Path) -> None:
    with pytest.raises(InputError, match="--data holds the rows of one task"):
        gathered(Sources(tasks=["claims", "requests"], data=pairs), seed=1)


def test_what_could_not_be_compared_is_said(tmp_path: Path) -> None:
    (tmp_path / "toy.toml").write_text(TOY, encoding="utf-8")
    rows = tmp_path / "rows.csv"
    rows.write_text("text,label\nA boat.,yes\nA hat.,no\n", encoding="utf-8")
    found = gathered(Sources(tasks=[str(tmp_path / "toy.toml")], data=rows), seed=1)
    assert found.tasks[0].notes == [
        "rows of rows.csv",
        "its split test could not be read, so nothing was compared with it",
    ]


def test_rows_with_a_canary_are_refused(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text(
        '{"canary": "toy canary 01234567-89ab-cdef-0123-456789abcdef: never"}\n', encoding="utf-8"
    )
    with pytest.raises(DataError, match=r"rows.jsonl:1: it carries a canary"):
        gathered(Sources(tasks=["claims"], data=rows), seed=1)


def test_a_tasks_own_test_is_kept_out(public_data: Path) -> None:
    found = gathered(Sources(tasks=["BEGIN"], data_dir=public_data), seed=1)
    assert found.protected["BEGIN test"] > 3_000
    assert found.protected["STS-B test"] > 1_000
    assert found.tasks[0].notes == ["split dev"]
