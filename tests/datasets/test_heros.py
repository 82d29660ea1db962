from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.datasets.heros import builtin_heros, load_heros, read_heros
from perimetry.errors import DataError, InputError, UnavailableError

HEADER = "Original\tSynonym\tAntonym\tNegation\tRandom (MLM)\tTypo\n"
ROW = "It is hot.\tIt is warm.\tIt is cold.\tIt is not hot.\tIt is blue.\tIt is hott.\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "heros.tsv"


def test_a_heros_table_is_read_by_its_header(table: Path) -> None:
    table.write_text(HEADER + ROW)
    [sentence] = read_heros(table).sentences
    assert sentence.item == "line-2"
    assert sentence.original == "It is hot."
    assert sentence.partners == {
        "synonym": "It is warm.",
        "antonym": "It is cold.",
        "negation": "It is not hot.",
        "random_word": "It is blue.",
        "typo": "It is hott.",
    }


def test_column_order_case_and_other_columns_do_not_matter(table: Path) -> None:
    table.write_text("id\tTYPO\toriginal\n7\tIt is hott.\tIt is hot.\n")
    [sentence] = read_heros(table).sentences
    assert sentence.partners == {"typo": "It is hott."}


def test_an_empty_cell_is_a_missing_partner(table: Path) -> None:
    table.write_text("Original\tSynonym\tTypo\nIt is hot.\t\tIt is hott.\n")
    assert set(read_heros(table).sentences[0].partners) == {"typo"}


def test_one_original_on_two_lines_is_one_group(table: Path) -> None:
    table.write_text("Original\tTypo\na b\ta bb\nc\tcc\na b\taa b\n")
    assert [s.group for s in read_heros(table).sentences] == ["line-2", "line-3", "line-2"]


def test_a_column_given_twice_is_fine_while_it_agrees(table: Path) -> None:
    table.write_text("Original\tNegation\tNegation\na\tnot a\tnot a\n")
    assert read_heros(table).sentences[0].partners == {"negation": "not a"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty"),
        (HEADER, "a header and no rows"),
        ("a\tb\nx\ty\n", r":1: needs a column Original and an edit; the header has a, b"),
        ("Original\tnote\nx\ty\n", ":1: needs a column Original and an edit"),
        (HEADER + ROW + "\tx\t\t\t\t\n", ":3: the original sentence is empty"),
        (HEADER + ROW + "x\t\t\t\t\t\n", ":3: no partner at all"),
        (HEADER + ROW + "x\ty\n", ":3: 2 cells where the header has 6"),
        (HEADER + "x\tx\t\t\t\t\n", ":2: the synonym equals the original"),
        ("Original\tNegation\tNegation\na\tb\tc\n", ":2: two columns hold negation"),
    ],
    ids=[
        *("empty", "no-rows", "wrong-columns", "no-edit", "no-original", "no-partner"),
        *("short-row", "no-change", "two-columns-differ"),
    ],
)
def test_bad_tables_are_named_by_file_and_line(table: Path, content: str, message: str) -> None:
    table.write_text(content)
    with pytest.raises(DataError, match=message) as caught:
        read_heros(table)
    assert str(caught.value).startswith(str(table))


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"is a \.tsv or \.csv file"):
        read_heros(tmp_path / "heros.xlsx")


def test_the_hub_set_offline_says_how_to_go_on() -> None:
    with pytest.raises(UnavailableError, match=r"Download heros\.tsv"):
        load_heros("dcml0714/Heros")


def test_a_sample_keeps_whole_groups_in_order_and_depends_on_the_seed_alone() -> None:
    everything = builtin_heros()
    sample = everything.sample(40, seed=3)
    order = [s.item for s in everything.sentences]
    positions = [order.index(s.item) for s in sample.sentences]
    assert len(sample.sentences) == 40
    assert positions == sorted(positions)
    assert sample == everything.sample(40, seed=3)
    assert sample.digest != everything.sample(40, seed=4).digest
    assert everything.sample(10_000, seed=0) is everything


def test_a_sample_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="at least 1"):
        builtin_heros().sample(0, seed=0)


def test_the_hub_set_in_the_local_cache_is_read_under_its_hub_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The layout of a hub cache, as a local stand-in for a download."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    repo = tmp_path / "datasets--dcml0714--Heros"
    snapshot = repo / "snapshots" / ("c" * 40)
    snapshot.mkdir(parents=True)
    (snapshot / "heros.tsv").write_text(HEADER + ROW)
    (repo / "refs").mkdir()
    (repo / "refs" / "main").write_text("c" * 40)
    found = load_heros("dcml0714/Heros")
    assert (found.name, found.source) == ("dcml0714/Heros", "hub data set dcml0714/Heros")
    assert [s.original for s in found.sentences] == ["It is hot."]
