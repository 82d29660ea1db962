from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from perimetry.datasets.labelled_file import layout_of, read_labelled
from perimetry.errors import DataError

PAIRS = "text_a,text_b,label,category\n"


def csv(folder: Path, text: str, name: str = "mine.csv") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_pairs_have_their_fields_and_lines(tmp_path: Path) -> None:
    path = csv(
        tmp_path,
        "text_a,text_b,label,category,group,stratum,weight,split,note\n"
        '"a, b",c,Same,money,g1,distant,2.5,dev,\n'
        "a,d,depends,,g1,,,test,who asks\n",
    )
    one, two = read_labelled(path).pairs
    assert (one.item, one.group, one.category, one.text_a) == ("line-2", "g1", "money", "a, b")
    assert (one.label, one.stratum, one.weight, one.split) == ("same", "distant", 2.5, "dev")
    assert (two.category, two.label, two.note, two.weight) == (
        "uncategorised", "depends", "who asks", 1.0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("written", "label"),
    [("1", "same"), ("0", "different"), ("TRUE", "same"), ("no", "different"), ("1.0", "same")],
)
def test_labels_may_be_written_as_people_do(tmp_path: Path, written: str, label: str) -> None:
    [pair] = read_labelled(csv(tmp_path, f"{PAIRS}a,b,{written},c\n")).pairs
    assert pair.label == label


def test_the_columns_of_other_sets_are_known(tmp_path: Path) -> None:
    [pair] = read_labelled(csv(tmp_path, "question1,question2,is_duplicate\na,b,1\n")).pairs
    assert (pair.text_a, pair.text_b, pair.label) == ("a", "b", "same")


def test_a_missing_stratum_is_derived_and_the_limit_is_recorded(tmp_path: Path) -> None:
    path = csv(tmp_path, f"{PAIRS}a b c,a b d,same,x\n")  # 2 of 4 words
    assert read_labelled(path).pairs[0].stratum == "close"
    stricter = read_labelled(path, close_from=0.6)
    assert stricter.pairs[0].stratum == "distant"
    assert "token Jaccard of 0.6" in stricter.notes[0]


def test_rows_that_share_a_text_are_one_group(tmp_path: Path) -> None:
    path = csv(tmp_path, f"{PAIRS}a,b,same,x\nc,d,same,x\nb,e,different,x\nf,c,same,x\n")
    assert [pair.group for pair in read_labelled(path).pairs] == [
        "line-2", "line-3", "line-2", "line-3",
    ]  # fmt: skip


def test_pairs_of_one_anchor_make_triplets(tmp_path: Path) -> None:
    path = csv(tmp_path, f"{PAIRS}a b,a c,same,x\na b,a d,different,x\na b,a e,depends,x\n")
    assert [t.item for t in read_labelled(path).triplets] == ["line-2>line-3"]


def test_rows_without_a_label_are_left_out_and_counted(tmp_path: Path) -> None:
    data = read_labelled(csv(tmp_path, f"{PAIRS}a,b,same,x\nc,d,,x\ne,f,,x\n"))
    assert len(data.pairs) == 1
    assert data.notes[-1] == "2 rows without a label were left out"


def test_triplets_become_pairs(tmp_path: Path) -> None:
    data = read_labelled(csv(tmp_path, "anchor,positive,negative,category\na,b,c,x\n"))
    assert [(pair.text_b, pair.label) for pair in data.pairs] == [
        ("b", "same"),
        ("c", "different"),
    ]
    assert [t.item for t in data.triplets] == ["line-2/positive>negative"]


def test_a_split_chooses_rows(tmp_path: Path) -> None:
    path = csv(tmp_path, "text_a,text_b,label,split\na,b,same,dev\nc,d,same,test\n")
    assert [pair.text_a for pair in read_labelled(path, split="test").pairs] == ["c"]
    with pytest.raises(DataError, match="no row has 'train'"):
        read_labelled(path, split="train")


def test_parquet_and_jsonl_keep_their_types(tmp_path: Path) -> None:
    pq.write_table(
        pa.table({"text_a": ["a"], "text_b": ["b"], "label": [1], "weight": [0.5]}),
        tmp_path / "mine.parquet",
    )
    (tmp_path / "mine.jsonl").write_text(
        '{"text_a": "a", "text_b": "b", "label": true, "weight": 0.5}\n'
    )
    for name in ("mine.parquet", "mine.jsonl"):
        [pair] = read_labelled(tmp_path / name).pairs
        assert (pair.label, pair.weight) == ("same", 0.5), name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("text_a,text_b,label\na,b,maybe\n", r"mine.csv:2: the label 'maybe' is none of same"),
        ("text_a,text_b,label\na,,same\n", r"mine.csv:2: no text under 'text_b'"),
        ("text_a,text_b,label,stratum\na,b,same,near\n", r":2: the stratum 'near' is neither"),
        ("text_a,text_b,label,weight\na,b,same,-1\n", r":2: the weight -1 is no number above 0"),
        ("text_a,text_b,label,category\na,b,same,all\n", r":2: the category 'all' is what tables"),
        ("text_a,text_b,label\na,b,\n", r"no row has a label"),
        ("anchor,positive,negative\na,b,\n", r":2: no text under 'negative'"),
        ("x,y\n1,2\n", r":2: the columns x, y are no known layout\. Give pairs"),
        ("text_a,text_b,label\n", r"there are no rows in it"),
        ("a,A\n1,2\n", r"two columns have one name"),
        ("", r"the file is empty"),
    ],
)
def test_bad_rows_are_named_with_their_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_labelled(csv(tmp_path, text))


def test_another_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="tables are read from"):
        read_labelled(csv(tmp_path, "x", "mine.txt"))


def test_the_layout_is_known_by_the_columns(tmp_path: Path) -> None:
    layouts = {
        "Original\tTypo\na\tb\n": "heros",
        "anchor\tpositive\tnegative\na\tb\tc\n": "triplets",
        "sentence1\tsentence2\tlabel\na\tb\t1\n": "pairs",
    }
    for text, layout in layouts.items():
        assert layout_of(csv(tmp_path, text, "mine.tsv")) == layout
