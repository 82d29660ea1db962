"""One row a text: (fingerprint, role, prompt as sent, text) → vector, in SQLite.

The key is a digest, so the store holds no readable text. Several processes may use one store; a
row whose checksum does not fit is dropped and its text encoded again.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from perimetry.errors import StorageError
from perimetry.records import Role

SCHEMA_VERSION = 1
DEFAULT_LIMIT_BYTES = 4 << 30
LOOKUP_BLOCK = 500  # keys in one SELECT, below SQLite's oldest limit of 999 parameters
BUSY_TIMEOUT_S = 60.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS encoders (
    id INTEGER PRIMARY KEY, fingerprint TEXT UNIQUE NOT NULL, name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS vectors (
    key BLOB PRIMARY KEY, encoder INTEGER NOT NULL REFERENCES encoders(id),
    vector BLOB NOT NULL, checksum BLOB NOT NULL, used INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS vectors_used ON vectors(used);
"""


def default_path() -> Path:
    """Where the store lies: ``$PERIMETRY_CACHE`` or the user's cache folder."""
    folder = os.environ.get("PERIMETRY_CACHE")
    return (Path(folder) if folder else user_cache_path("perimetry")) / "vectors.sqlite"


@dataclass(frozen=True)
class StoredEncoder:
    """How much the store holds of one encoder."""

    name: str
    fingerprint: str
    vectors: int
    bytes: int


class VectorStore:
    """Vectors on disk, at most ``limit_bytes`` of them; the longest unused go first."""

    def __init__(self, path: Path | None = None, *, limit_bytes: int = DEFAULT_LIMIT_BYTES) -> None:
        self.path = path or default_path()
        self.limit_bytes = limit_bytes
        self._now = int(time.time())
        with self._guarded():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                self.path, timeout=BUSY_TIMEOUT_S, isolation_level=None
            )
            self._prepare()

    def close(self) -> None:
        """Give the file back."""
        self._connection.close()

    def __enter__(self) -> VectorStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, keys: Sequence[bytes]) -> dict[bytes, NDArray[np.float32]]:
        """The vectors of those ``keys`` that are stored whole, each of shape ``(d,)``."""
        found: dict[bytes, NDArray[np.float32]] = {}
        damaged: list[tuple[bytes]] = []
        with self._guarded():
            for start in range(0, len(keys), LOOKUP_BLOCK):
                block = keys[start : start + LOOKUP_BLOCK]
                marks = ",".join("?" * len(block))
                for key, vector, checksum in self._connection.execute(
                    f"SELECT key, vector, checksum FROM vectors WHERE key IN ({marks})",  # noqa: S608
                    block,
                ):
                    if checksum == _checksum(key, vector):
                        found[key] = np.frombuffer(vector, dtype="<f4")
                    else:
                        damaged.append((key,))
            if found or damaged:
                self._touch(found, damaged)
        return found

    def put(
        self, fingerprint: str, name: str, keys: Sequence[bytes], vectors: NDArray[np.float32]
    ) -> None:
        """Store ``vectors`` (shape ``(len(keys), d)``) in one transaction, then keep to the cap.

        Raises:
            StorageError: the disk is full or the store cannot be written.
        """
        blobs = [row.tobytes() for row in np.ascontiguousarray(vectors, dtype="<f4")]
        with self._guarded():
            with self._transaction():
                self._connection.execute(
                    "INSERT OR IGNORE INTO encoders(fingerprint, name) VALUES (?, ?)",
                    (fingerprint, name),
                )
                (encoder,) = self._connection.execute(
                    "SELECT id FROM encoders WHERE fingerprint = ?", (fingerprint,)
                ).fetchone()
                self._connection.executemany(
                    "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?, ?)",
                    [
                        (key, encoder, blob, _checksum(key, blob), self._now)
                        for key, blob in zip(keys, blobs, strict=True)
                    ],
                )
            self._evict()

    def info(self) -> list[StoredEncoder]:
        """What is stored, an entry an encoder, the largest first."""
        with self._guarded():
            rows = self._connection.execute(
                "SELECT name, fingerprint, COUNT(*), SUM(LENGTH(vector)) FROM vectors "
                "JOIN encoders ON encoders.id = vectors.encoder "
                "GROUP BY encoders.id ORDER BY 4 DESC, 1"
            ).fetchall()
        return [StoredEncoder(*row) for row in rows]

    def clear(self) -> int:
        """Forget every vector. Returns how many there were."""
        with self._guarded():
            with self._transaction():
                removed = self._connection.execute("DELETE FROM vectors").rowcount
                self._connection.execute("DELETE FROM encoders")
            self._connection.execute("VACUUM")
        return int(removed)

    def size_bytes(self) -> int:
        """The bytes that stored pages take, free pages left out."""
        with self._guarded():
            return (self._pragma("page_count") - self._pragma("freelist_count")) * self._pragma(
                "page_size"
            )

    def _prepare(self) -> None:
        version = self._pragma("user_version")
        if version > SCHEMA_VERSION:
            raise StorageError(
                f"{self.path} was written by a newer perimetry (schema {version}). "
                "Upgrade perimetry, or name another store with --store."
            )
        if version < SCHEMA_VERSION:
            self._connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        if version < SCHEMA_VERSION:
            with self._transaction():
                for statement in SCHEMA.split(";"):
                    self._connection.execute(statement)
                self._connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _touch(self, found: Iterable[bytes], damaged: list[tuple[bytes]]) -> None:
        """Note that ``found`` are in use, at most once an hour, and forget the damaged."""
        with self._transaction():
            self._connection.executemany("DELETE FROM vectors WHERE key = ?", damaged)
            self._connection.executemany(
                "UPDATE vectors SET used = ? WHERE key = ? AND used < ?",
                [(self._now, key, self._now - 3600) for key in found],
            )

    def _evict(self) -> None:
        """Drop the longest unused tenths until the store is below its cap."""
        while self.size_bytes() > self.limit_bytes:
            with self._transaction():
                dropped = self._connection.execute(
                    "DELETE FROM vectors WHERE key IN (SELECT key FROM vectors WHERE used < ? "
                    "ORDER BY used LIMIT (SELECT 1 + COUNT(*) / 10 FROM vectors))",
                    (self._now,),
                ).rowcount
            self._connection.execute("PRAGMA incremental_vacuum")
            if dropped <= 0:
                return  # what is left is in use by this run

    def _pragma(self, name: str) -> int:
        return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn SQLite's and the system's errors into a :class:`StorageError` with a remedy."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            text = str(error)
            if "locked" in text:
                remedy = "Another process holds it; wait for it, or use --store with another path."
            elif "full" in text or "I/O" in text:
                remedy = "Free some space or use --store with another path; finished work is kept."
            elif "not a database" in text or "malformed" in text:
                remedy = "Delete the file; its vectors will be computed again."
            else:
                remedy = "Use --store with a path that can be written."
            raise StorageError(f"{self.path}: {text}. {remedy}") from error


def vector_key(fingerprint: str, role: Role, prompt: str, text: str) -> bytes:
    """The digest under which a vector is stored; ``prompt`` is the one really sent."""
    digest = blake2b(digest_size=20)
    for part in (fingerprint, role, prompt, text):
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "little"))
        digest.update(raw)
    return digest.digest()


def _checksum(key: bytes, vector: bytes) -> bytes:
    """Of key and vector together, so that a vector under a wrong key is seen too."""
    return blake2b(key + vector, digest_size=8).digest()
