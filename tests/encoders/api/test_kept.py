"""What is kept: identities, recordings, and memories in layers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perimetry.encoders.api.identity import CANARIES, Identity, IdentityBook, recognised
from perimetry.encoders.api.memory import Layers
from perimetry.encoders.api.parallel import as_they_come
from perimetry.encoders.api.recording import Recording
from perimetry.errors import DataError, UnavailableError
from tests.encoders.api.opened import DictMemory, words

ASKED = {"model": "org/a model", "host": "localhost", "dimensions": None, "format": "base64"}


def identity(**changes: object) -> Identity:
    parts: dict[str, object] = {
        "asked": ASKED, "answered_as": "m", "canaries": words(list(CANARIES))
    }  # fmt: skip
    return Identity(**{**parts, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes",
    [
        {"asked": {**ASKED, "model": "b"}},
        {"asked": {**ASKED, "host": "h"}},
        {"asked": {**ASKED, "dimensions": 64}},
        {"answered_as": None},
        {"canaries": words(list(CANARIES))[:, :32]},
        {"canaries": np.nextafter(words(list(CANARIES)), np.float32(1))},
        {"retired": 1},
    ],
)
def test_every_part_decides_the_fingerprint(changes: dict[str, object]) -> None:
    assert identity(**changes).fingerprint != identity().fingerprint
    assert identity().fingerprint == identity().fingerprint


def test_an_identity_comes_back_from_the_disk(tmp_path: Path) -> None:
    book = IdentityBook(tmp_path)
    book.keep(identity())
    [found] = IdentityBook(tmp_path).known(ASKED)
    assert found.fingerprint == identity().fingerprint
    assert found.canaries.tobytes() == identity().canaries.tobytes()
    assert book.known({**ASKED, "model": "other"}) == []


def test_a_damaged_identity_is_met_anew(tmp_path: Path) -> None:
    book = IdentityBook(tmp_path)
    book.keep(identity())
    [file] = tmp_path.rglob("*.json")
    for damage in (
        "",
        "{}",
        "null",
        "[1]",
        file.read_text().replace('"retired": 0', '"retired": 3'),
    ):
        file.write_text(damage)
        assert book.known(ASKED) == []


def test_a_retired_identity_is_not_known_and_the_next_is_another(tmp_path: Path) -> None:
    book = IdentityBook(tmp_path)
    book.keep(identity())
    book.retire(identity())
    assert book.known(ASKED) == []
    assert book.retired(ASKED) == 1


def test_the_nearest_within_the_tolerance_is_recognised() -> None:
    near = identity(canaries=identity().canaries * np.float32(1.001))
    nearer = identity(canaries=identity().canaries * np.float32(1.0005))
    assert recognised(identity(), [near, nearer], 0.01) is nearer
    assert recognised(identity(), [near, nearer], 1e-4) is None
    assert recognised(identity(answered_as="n"), [near, nearer], 0.01) is None
    assert recognised(identity(), [], 0.01) is None


def test_a_recording_is_bit_exact_and_holds_no_text(tmp_path: Path) -> None:
    texts = ["a private text", "天气", "", "\ud83d"]
    vectors = np.random.default_rng(0).normal(size=(4, 64)).astype(np.float32)
    vectors[0, :3] = np.float32([-0.0, 1e-45, 3.4e38])
    Recording.begin(tmp_path, identity()).put(texts, vectors)
    replayed = Recording.replayed(tmp_path, ASKED)
    found = replayed.get([*texts, "another"])
    assert list(found) == texts
    assert np.stack([found[text] for text in texts]).tobytes() == vectors.tobytes()
    assert replayed.identity.fingerprint == identity().fingerprint
    assert all(b"private" not in file.read_bytes() for file in tmp_path.rglob("*.json*"))


def test_a_torn_last_line_is_passed_over_and_written_anew(tmp_path: Path) -> None:
    recording = Recording.begin(tmp_path, identity())
    recording.put(["a", "b"], words(["a", "b"]))
    [file] = tmp_path.rglob("answers.jsonl")
    whole = file.read_bytes()
    first = whole.index(b"\n") + 1
    for cut in (first, first + 1, len(whole) - 1):
        file.write_bytes(whole[:cut])
        again = Recording.replayed(tmp_path, ASKED)
        assert list(again.get(["a", "b"])) == ["a"]
        again.put(["b"], words(["b"]))
        assert file.read_bytes() == whole


def test_what_is_known_is_not_written_again(tmp_path: Path) -> None:
    recording = Recording.begin(tmp_path, identity())
    recording.put(["a"], words(["a"]))
    [file] = tmp_path.rglob("answers.jsonl")
    before = file.read_bytes()
    recording.put(["a"], words(["a"]))
    assert file.read_bytes() == before
    recording.put(["a"], words(["b"]))
    assert np.array_equal(Recording.replayed(tmp_path, ASKED).get(["a"])["a"], words(["b"])[0])


@pytest.mark.parametrize("damage", [(b'"check": "', b'"check": "0'), (b'{"text"', b'{"txet"')])
def test_a_damaged_line_is_named(tmp_path: Path, damage: tuple[bytes, bytes]) -> None:
    Recording.begin(tmp_path, identity()).put(["a", "b"], words(["a", "b"]))
    [file] = tmp_path.rglob("answers.jsonl")
    first, second = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first + second.replace(*damage))
    with pytest.raises(DataError, match=r"answers\.jsonl:2: a damaged line"):
        Recording.replayed(tmp_path, ASKED)


def test_a_vector_of_another_dimension_is_a_damaged_line(tmp_path: Path) -> None:
    Recording.begin(tmp_path, identity()).put(["a"], words(["a"])[:, :5])
    with pytest.raises(DataError, match="a damaged line"):
        Recording.replayed(tmp_path, ASKED)


def test_a_damaged_identity_of_a_recording_is_named(tmp_path: Path) -> None:
    Recording.begin(tmp_path, identity())
    [file] = tmp_path.rglob("identity.json")
    file.write_text("{}")
    with pytest.raises(DataError, match=r"identity\.json: no endpoint's identity"):
        Recording.replayed(tmp_path, ASKED)


def test_answers_of_no_named_model_are_not_continued(tmp_path: Path) -> None:
    Recording.begin(tmp_path, identity()).put(["a"], words(["a"]))
    [file] = tmp_path.rglob("identity.json")
    file.unlink()
    with pytest.raises(DataError, match="missing beside answers"):
        Recording.begin(tmp_path, identity())


def test_no_recording_says_what_there_is(tmp_path: Path) -> None:
    Recording.begin(tmp_path, identity())
    with pytest.raises(UnavailableError, match="it holds org-a-model-"):
        Recording.replayed(tmp_path, {**ASKED, "dimensions": 8})


def test_layers_end_with_what_the_first_has() -> None:
    first, second = DictMemory(), DictMemory()
    first.put(["a"], words(["a"]))
    second.put(["a", "b"], words(["x", "b"]))
    found = Layers([first, second]).get(["a", "b", "c"])
    assert sorted(found) == ["a", "b"]
    for memory in (first, second):
        assert np.array_equal(memory.vectors["a"], words(["a"])[0])
        assert np.array_equal(memory.vectors["b"], words(["b"])[0])
    Layers([first, second]).put(["c"], words(["c"]))
    assert "c" in first.vectors
    assert "c" in second.vectors


def test_when_one_fails_the_others_are_handed_on_and_no_more_is_begun() -> None:
    begun = []

    def work(item: int, _: object) -> int:
        begun.append(item)
        if item == 5:
            raise ValueError("five")
        return item

    came: list[int] = []
    with pytest.raises(ValueError, match="five"):
        came.extend(as_they_come(work, range(100), workers=3))
    assert sorted([*came, 5]) == sorted(begun)
    assert len(begun) < 12


def test_all_results_come_whatever_the_number_of_workers() -> None:
    for workers in (1, 3, 50):
        assert sorted(as_they_come(lambda i, _: i, range(20), workers=workers)) == list(range(20))
    assert list(as_they_come(lambda i, _: i, [], workers=3)) == []


def test_at_most_the_limit_is_begun_and_not_handed_on() -> None:
    begun: list[int] = []

    def work(item: int, _: object) -> int:
        begun.append(item)
        return item

    for taken, _ in enumerate(as_they_come(work, range(30), workers=4)):
        assert len(begun) - taken <= 4
