"""Where rows come from: our sets, a user's file, a mirror, a stand-in for the hub."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from perimetry.datasets.tasks import Task, declared_tasks, find_task, reformulate
from perimetry.datasets.tasks.declaration import Source
from perimetry.datasets.tasks.readers import READERS
from perimetry.datasets.tasks.rows import task_rows
from perimetry.errors import DataError, InputError, MissingExtraError, UnavailableError

TASK = Task("t", "reasoning", "{q}", choices=["{a}", "{b}"])


def test_a_users_rows_are_read_from_any_table(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("Q,A,B\nwhy,x,y\n")
    rows, place = task_rows(TASK, data=path)
    assert rows == [(2, {"q": "why", "a": "x", "b": "y"})]
    assert place == path


@pytest.mark.parametrize("name", ["claims", "requests", "instructions", "reasoning", "documents"])
def test_splits_of_our_own_sets_share_no_group_and_hold_no_canary(name: str) -> None:
    task = find_task(name)
    splits = {split: task_rows(task, split=split)[0] for split in task.source.sizes}
    assert {"dev", "test"} <= splits.keys()
    assert {s: len(rows) for s, rows in splits.items()} == dict(task.source.sizes)
    groups = [group for rows in splits.values() for group in {row["group"] for _, row in rows}]
    assert len(groups) == len(set(groups))


def test_without_data_the_message_says_what_to_give() -> None:
    with pytest.raises(UnavailableError, match=r"Give --data ROWS\.jsonl"):
        task_rows(TASK)


def test_a_mirror_without_the_file_names_it(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"xstest_prompts.csv: there is no such file, and XSTest"):
        task_rows(find_task("XSTest"), data_dir=tmp_path)


def test_a_split_that_a_mirror_lacks_names_the_others(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no split 'train'\. Splits: validation, test"):
        task_rows(find_task("e-SNLI"), data_dir=tmp_path, split="train")


@pytest.mark.parametrize(
    "name", [task.name for task in declared_tasks().values() if task.source.files]
)
def test_every_task_with_files_has_the_stated_number_of_examples(
    name: str, public_data: Path
) -> None:
    task = find_task(name)
    for split in task.source.files:
        rows, path = task_rows(task, data_dir=public_data, split=split)
        assert len(reformulate(task, rows, path)) == task.source.sizes[split], split


class Rows(list):  # type: ignore[type-arg]
    """What ``datasets.load_dataset`` returns, as far as it is used."""

    def __init__(self, rows: list[dict[str, object]], features: dict[str, object]) -> None:
        super().__init__(rows)
        self.features = features


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """A stand-in for the hub's library; returns what it was asked."""
    asked: list[dict[str, object]] = []
    stand_in = ModuleType("datasets")

    def load_dataset(name: str, config: str | None, **more: object) -> Rows:
        asked.append({"name": name, "config": config, **more})
        if name == "gone":
            raise ConnectionError("secret-token in the message")
        if name == "Anthropic/hh-rlhf":
            talk = "\n\nHuman: hello?\n\nAssistant: "
            return Rows([{"chosen": talk + "hi", "rejected": talk + "go away"}], {})
        labels = SimpleNamespace(int2str=["no", "yes"].__getitem__)
        return Rows([{"Q": "why", "label": 1, "opts": ["x", "y"]}], {"label": labels})

    stand_in.load_dataset = load_dataset  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", stand_in)
    return asked


def test_hub_rows_have_label_names_and_flat_columns(hub: list[dict[str, object]]) -> None:
    task = Task("t", "reasoning", "{q}", choices=["{opts_0}"],
                source=Source(hub="some/set", config="c", revision="abc"))  # fmt: skip
    rows, place = task_rows(task, split="test")
    assert rows == [(1, {"q": "why", "label": "yes", "opts": ["x", "y"],
                         "opts_0": "x", "opts_1": "y"})]  # fmt: skip
    assert hub == [
        {"name": "some/set", "config": "c", "data_dir": None, "split": "test", "revision": "abc"}
    ]
    assert str(place) == "some/set:test"


def test_hub_dialogues_are_cut_at_their_last_turn(hub: list[dict[str, object]]) -> None:
    [(_, row)] = task_rows(find_task("HH-RLHF helpful"))[0]
    assert (row["context"], row["chosen"], row["rejected"]) == ("Human: hello?", "hi", "go away")
    assert hub[0]["data_dir"] == "helpful-base"


def test_a_hub_that_cannot_be_reached_is_unavailable_and_leaks_nothing(
    hub: list[dict[str, object]],
) -> None:
    with pytest.raises(UnavailableError, match="cannot get gone from the hub") as caught:
        task_rows(Task("t", "reasoning", "{q}", choices=["{a}"], source=Source(hub="gone")))
    assert "secret-token" not in str(caught.value)
    assert hub


def test_without_the_library_the_message_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingExtraError, match=r"perimetry\[hub\]"):
        task_rows(find_task("VitaminC"))


def test_line_aligned_files_must_be_of_one_length(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1\n2\n")
    (tmp_path / "b").write_text("1\n")
    with pytest.raises(DataError, match="not line-aligned: a 2, b 1 lines"):
        list(READERS["aligned"]([tmp_path / "a", tmp_path / "b"]))


def test_lines_of_one_document_are_joined(tmp_path: Path) -> None:
    for name, text in (("ids", "d1\nd1\nd2\n"), ("en", "a\nb\nc\n"), ("de", "x\ny\nz\n")):
        (tmp_path / name).write_text(text)
    rows = list(READERS["documents"]([tmp_path / name for name in ("ids", "en", "de")]))
    assert rows == [(1, {"1": "d1", "2": "a b", "3": "x y"}), (3, {"1": "d2", "2": "c", "3": "z"})]


def test_a_long_dialogue_keeps_its_end(tmp_path: Path) -> None:
    context = "\n\nHuman: " + "long " * 500 + "so what?"
    path = tmp_path / "talk.jsonl.gz"
    with gzip.open(path, "wt") as file:
        for chosen, rejected in (("yes", "no"), ("same", "same")):
            talk = context + "\n\nAssistant: "
            file.write(json.dumps({"chosen": talk + chosen, "rejected": talk + rejected}) + "\n")
    [(line, row)] = READERS["dialogues"]([path])  # equal responses are no choice
    assert line == 1
    assert len(str(row["context"])) == 900
    assert str(row["context"]).endswith("so what?")


@pytest.mark.parametrize(
    ("text", "message"), [("{", "not JSON"), ("{}", "not a JSON list"), ("[1]", "not a JSON obj")]
)
def test_bad_json_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(DataError, match=message):
        list(READERS["json"]([tmp_path / "a.json"]))
