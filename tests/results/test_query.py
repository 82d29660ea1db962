from __future__ import annotations

from pathlib import Path

import pytest

import perimetry
from perimetry.errors import DataError, InputError
from perimetry.results import write_audit
from perimetry.results.query import load_audits, query
from tests.results.test_on_disk import AUDIT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("one", "two"):
        write_audit(AUDIT, tmp_path / name)
    return tmp_path


def test_every_audit_of_a_folder_is_in_the_table(folder: Path) -> None:
    table = perimetry.load_audits(folder)
    assert table["audit"].unique().to_pylist() == ["one", "two"]
    assert table.num_rows == 2 * AUDIT.items.num_rows


def test_one_audits_own_folder_will_do(folder: Path) -> None:
    assert load_audits(folder / "one")["audit"].unique().to_pylist() == ["one"]


def test_estimates_are_a_table_too(folder: Path) -> None:
    first = load_audits(folder, "estimates").to_pylist()[0]
    assert first == {
        "audit": "one",
        "encoder": "tiny",
        "probe": "heros",
        "subset": "synonym",
        "measure": "cosine",
        "value": 0.5,
        "low": 0.4,
        "high": 0.6,
        "n": 9,
        "groups": 8,
        "verdict": None,
    }


def test_pandas_and_polars_hold_the_same(folder: Path) -> None:
    pandas = load_audits(folder, frame="pandas")
    polars = load_audits(folder, frame="polars")
    assert pandas["value"].tolist() == polars["value"].to_list()
    assert list(pandas.columns) == polars.columns


def test_sql_joins_items_and_estimates(folder: Path) -> None:
    found = query(
        "select audit, count(*) as n, max(e.value) as top from items i "
        "join estimates e using (audit, encoder, subset, measure) group by audit order by audit",
        folder,
    )
    assert found.to_pylist() == [
        {"audit": "one", "n": 1, "top": 0.5},
        {"audit": "two", "n": 1, "top": 0.5},
    ]


@pytest.mark.parametrize(
    ("statement", "message"),
    [("selct 1", "syntax error"), ("select * from scores", "scores.*Tables: items, estimates")],
)
def test_what_is_no_sql_is_one_line(folder: Path, statement: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        query(statement, folder)


def test_a_folder_without_audits_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no audits here"):
        load_audits(tmp_path)


@pytest.mark.parametrize("asked", [{"table": "pairs"}, {"frame": "numpy"}])
def test_unknown_tables_and_frames_name_the_known(folder: Path, asked: dict[str, str]) -> None:
    with pytest.raises(InputError, match=r"Tables: items|Frames: arrow"):
        load_audits(folder, **asked)  # type: ignore[call-overload]
