from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from perimetry.datasets.texts import read_texts
from perimetry.errors import DataError, InputError, StorageError
from perimetry.rules import Decline, Edit, Sentence, registry
from perimetry.runner import Question, Tally, perturb_file
from perimetry.runner.perturb import CHUNK, chunks, perturb


@dataclass(frozen=True)
class Shout:
    """Two edits of a sentence that has an e; none of one that has not."""

    name: str = "shout"
    relation: str = "same"
    needs_parse: bool = False
    reasons: Sequence[str] = ("no e",)

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        if "e" not in sentence.text:
            return Decline("no e")
        place = sentence.text.index("e")
        return [
            Edit.replacing(sentence.text, place, place + 1, "E"),
            Edit.replacing(sentence.text, place, place + 1, f"E{seed}"),
        ]


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    registry.all_rules.cache_clear()
    monkeypatch.setattr(registry, "BUILT_IN", {})
    monkeypatch.setattr(registry, "entry_points", lambda group: [PluginEntry()])
    yield
    registry.all_rules.cache_clear()


class PluginEntry:
    value = "tests:Shout"

    def load(self) -> type:
        return Shout


ASKED = Question(["shout"], per_rule=1, seed=0)


def sentences(tmp_path: Path, count: int) -> Path:
    path = tmp_path / "mine.txt"
    path.write_text("".join(f"{'three' if i % 2 else 'two'} {i}\n" for i in range(count)))
    return path


def test_a_pair_says_where_it_comes_from(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("two\n\n  three  \n")
    tally = perturb_file(tmp_path / "mine.txt", tmp_path / "out.jsonl", ASKED)
    [pair] = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert pair == {
        "text_a": "three",
        "text_b": "thrEe",
        "label": "same",
        "category": "shout",
        "group": "8b5b9db0c13db242",
        "line": 3,
        "start": 3,
        "end": 4,
        "seed": 0,
    }
    assert tally.sentences == 2
    assert tally.edits == {"shout": 1}
    assert tally.declines == {("shout", "no e"): 1}


def test_per_rule_is_the_most_edits_of_a_sentence(tmp_path: Path) -> None:
    path = sentences(tmp_path, 4)
    tally = perturb_file(path, tmp_path / "out.csv", Question(["shout"], 5, seed=7))
    assert tally.edits["shout"] == 4
    assert "thrE7e 1" in (tmp_path / "out.csv").read_text()


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".parquet"])
def test_every_format_holds_the_same_pairs(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"out{suffix}"
    perturb_file(sentences(tmp_path, 6), out, ASKED)
    if suffix == ".parquet":
        found = pq.read_table(out)["text_b"].to_pylist()
    else:
        found = [row.text for row in read_texts(out, "text_b")]
    assert found == ["thrEe 1", "thrEe 3", "thrEe 5"]


def test_no_pairs_still_make_a_file_with_its_header(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("two\n")
    for suffix in (".csv", ".parquet"):
        perturb_file(tmp_path / "mine.txt", tmp_path / f"out{suffix}", ASKED)
    assert (tmp_path / "out.csv").read_text().startswith("text_a,text_b,label,category,group")
    empty = pq.read_table(tmp_path / "out.parquet")
    assert (empty.num_rows, str(empty.schema.field("line").type)) == (0, "int64")


def test_stopped_after_a_chunk_it_goes_on_there_and_ends_the_same(tmp_path: Path) -> None:
    path = sentences(tmp_path, 3 * CHUNK)
    perturb_file(path, tmp_path / "whole.jsonl", ASKED)

    def stop(_: Tally) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        perturb_file(path, tmp_path / "out.jsonl", ASKED, on_tally=stop)
    assert not (tmp_path / "out.jsonl").exists()
    told: list[Tally] = []
    tally = perturb_file(path, tmp_path / "out.jsonl", ASKED, on_tally=told.append)
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert tally.sentences == sum(t.sentences for t in told) == 3 * CHUNK
    assert sorted(p.name for p in tmp_path.iterdir()) == ["mine.txt", "out.jsonl", "whole.jsonl"]


def test_chunks_of_another_question_are_not_taken_over(tmp_path: Path) -> None:
    path = sentences(tmp_path, CHUNK + 1)
    parts = tmp_path / ".out.jsonl.parts"
    parts.mkdir()
    (parts / "question.json").write_text("{}")
    (parts / "00000000.jsonl").write_text("of another question")
    assert perturb_file(path, tmp_path / "out.jsonl", ASKED).sentences == CHUNK + 1


def test_a_repeated_sentence_is_one_group(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("three\nthree\n")
    perturb_file(tmp_path / "mine.txt", tmp_path / "out.jsonl", ASKED)
    pairs = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert pairs[0]["group"] == pairs[1]["group"]
    assert [pair["line"] for pair in pairs] == [1, 2]


def test_only_a_few_chunks_are_held_at_a_time() -> None:
    read = 0

    def source() -> Iterator:  # type: ignore[type-arg]
        nonlocal read
        for read in range(1_000_000):
            yield type("Row", (), {"line": read, "text": "two"})()

    results = perturb(chunks(source()), ASKED)
    next(results)
    assert read < 2 * CHUNK


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        ({"out": "out.txt"}, InputError, r"pairs are written as \.csv"),
        ({"question": Question(["shuot"], 1, 0)}, InputError, "Did you mean 'shout'"),
        ({"source": "none.txt"}, DataError, "no such file"),
        ({"out": "mine.txt/out.csv"}, StorageError, "cannot write"),
    ],
    ids=["format", "rule", "missing", "folder"],
)
def test_what_cannot_be_done_is_said_at_once(
    tmp_path: Path, call: dict[str, object], error: type[Exception], message: str
) -> None:
    source = tmp_path / str(call.get("source", sentences(tmp_path, 2).name))
    out = tmp_path / str(call.get("out", "out.csv"))
    with pytest.raises(error, match=message):
        perturb_file(source, out, call.get("question", ASKED))  # type: ignore[arg-type]


def test_a_text_that_tsv_cannot_hold_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text('text\n"the\tcat"\n')
    with pytest.raises(InputError, match=r"TSV cannot.*Write \.csv"):
        perturb_file(tmp_path / "mine.csv", tmp_path / "out.tsv", ASKED)
