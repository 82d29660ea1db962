from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.errors import StorageError
from perimetry.store import VectorStore, vector_key

KEYS = [vector_key("model", "symmetric", "", text) for text in "abc"]
VECTORS = np.arange(12, dtype=np.float32).reshape(3, 4) / 7

WRITER = """
import sys
from pathlib import Path
import numpy as np
from perimetry.store import VectorStore, vector_key
with VectorStore(Path(sys.argv[1])) as store:
    for start in range(0, 400, 10):
        keys = [vector_key("m", "symmetric", "", str(i)) for i in range(start, start + 10)]
        store.put("m", "model", keys, np.full((10, 8), start, dtype=np.float32))
        assert len(store.get(keys)) == 10
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "vectors.sqlite"


def filled(path: Path) -> VectorStore:
    store = VectorStore(path)
    store.put("model", "a model", KEYS, VECTORS)
    return store


def test_vectors_come_back_bit_equal(path: Path) -> None:
    filled(path).close()
    with VectorStore(path) as store:
        found = store.get(KEYS)
    assert np.stack([found[key] for key in KEYS]).tobytes() == VECTORS.tobytes()


def test_a_key_that_is_not_stored_is_not_found(path: Path) -> None:
    with filled(path) as store:
        assert store.get([vector_key("model", "symmetric", "", "d")]) == {}


@pytest.mark.parametrize(
    "other",
    [
        ("model2", "symmetric", "", "a"),
        ("model", "query", "", "a"),
        ("model", "symmetric", "query: ", "a"),
        ("model", "symmetric", "", "A"),
    ],
    ids=["fingerprint", "role", "prompt", "text"],
)
def test_every_part_decides_the_key(other: tuple[str, str, str, str]) -> None:
    assert vector_key(*other) != KEYS[0]  # type: ignore[arg-type]


@given(st.text(), st.text(), st.text(), st.text())
def test_moving_text_between_prompt_and_string_changes_the_key(
    prompt: str, text: str, other_prompt: str, other: str
) -> None:
    same = (prompt, text) == (other_prompt, other)
    keys = [
        vector_key("m", "query", prompt, text),
        vector_key("m", "query", other_prompt, other),
    ]
    assert (keys[0] == keys[1]) == same


def test_more_keys_than_one_query_takes_are_all_found(path: Path) -> None:
    keys = [vector_key("m", "symmetric", "", str(i)) for i in range(1700)]
    with VectorStore(path) as store:
        store.put("m", "m", keys, np.ones((1700, 3), dtype=np.float32))
        assert len(store.get(keys)) == 1700


@pytest.mark.parametrize("damage", ["X'00'", "zeroblob(16)"])
def test_a_corrupted_row_is_never_served_and_is_forgotten(path: Path, damage: str) -> None:
    filled(path).close()
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE vectors SET vector = {damage} WHERE key = ?", (KEYS[1],))
    connection.commit()
    connection.close()
    with VectorStore(path) as store:
        assert set(store.get(KEYS)) == {KEYS[0], KEYS[2]}
        assert store.info()[0].vectors == 2


def test_a_vector_under_another_rows_key_is_never_served(path: Path) -> None:
    filled(path).close()
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT vector, checksum FROM vectors WHERE key=?", (KEYS[0],))
    connection.execute(
        "UPDATE vectors SET vector = ?, checksum = ? WHERE key = ?", (*rows.fetchone(), KEYS[1])
    )
    connection.commit()
    connection.close()
    with VectorStore(path) as store:
        assert KEYS[1] not in store.get(KEYS)


def test_the_store_holds_no_readable_text(path: Path) -> None:
    secret = "the patient was told on Friday"
    with VectorStore(path) as store:
        key = vector_key("m", "symmetric", "", secret)
        store.put("m", "m", [key], np.ones((1, 4), dtype=np.float32))
    held = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"patient" not in held


def test_info_counts_by_encoder_and_clear_forgets(path: Path) -> None:
    with filled(path) as store:
        store.put("other", "another", KEYS[:1], VECTORS[:1, :2])
        assert [(e.name, e.vectors, e.bytes) for e in store.info()] == [
            ("a model", 2, 32),  # the third row was replaced under the other encoder's name
            ("another", 1, 8),
        ]
        assert store.clear() == 3
        assert store.info() == []


def test_the_longest_unused_vectors_go_first_when_the_cap_is_reached(path: Path) -> None:
    old = [vector_key("m", "symmetric", "", f"old {i}") for i in range(200)]
    new = [vector_key("m", "symmetric", "", f"new {i}") for i in range(200)]
    rows = np.ones((200, 256), dtype=np.float32)
    with VectorStore(path) as store:
        store._now -= 10_000
        store.put("m", "m", old, rows)
    cap = 400_000
    with VectorStore(path, limit_bytes=cap) as store:
        store.put("m", "m", new, rows)
        assert store.size_bytes() <= cap
        assert len(store.get(new)) == 200
        assert len(store.get(old)) < 100


def test_what_a_run_uses_is_kept_even_above_the_cap(path: Path) -> None:
    with VectorStore(path, limit_bytes=1000) as store:
        store.put("m", "m", KEYS, VECTORS)
        assert len(store.get(KEYS)) == 3


def test_two_processes_write_one_store(path: Path) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    for process in running:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors.decode()
    with VectorStore(path) as store:
        assert store.info()[0].vectors == 400


def test_a_file_that_is_no_store_is_named_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StorageError, match=r"vectors\.sqlite: .*Delete the file"):
        VectorStore(path)


def test_a_store_of_a_newer_perimetry_is_refused(path: Path) -> None:
    filled(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StorageError, match="newer perimetry"):
        VectorStore(path)
