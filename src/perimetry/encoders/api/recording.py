"""A recording: the answers of an endpoint in a folder, to be replayed without key or network.

``DIR/<model>-<digest>/identity.json`` says which model answered, ``answers.jsonl`` has a line a
text: the digest of the text as it was sent, its vector bit by bit, and a checksum. No text and no
secret is in it. Lines are only ever appended; a last line that a kill has torn is passed over.
"""

from __future__ import annotations

import json
import os
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.api.identity import Identity, asked_digest
from perimetry.encoders.api.memory import Vector
from perimetry.errors import DataError, UnavailableError
from perimetry.files import storage_errors, write_text

UNSAFE = re.compile(r"[^\w.-]+")


class Recording:
    """The answers of one model behind one endpoint, a memory."""

    def __init__(self, folder: Path, identity: Identity) -> None:
        self.folder = folder
        self.identity = identity
        self._path = folder / "answers.jsonl"
        self._vectors, self._whole = _read(self._path, identity.dimension)

    @classmethod
    def find(cls, root: Path, asked: Mapping[str, object]) -> Recording | None:
        """The recording under ``root`` of what is asked, ``None`` if there is none yet.

        Raises:
            DataError: it is damaged.
        """
        path = folder_of(root, asked) / "identity.json"
        if not path.is_file():
            return None
        try:
            identity = Identity.from_json(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DataError(path, f"{error}. Record anew into another folder.") from None
        return cls(path.parent, identity)

    @classmethod
    def begin(cls, root: Path, identity: Identity) -> Recording:
        """A new recording under ``root``.

        Raises:
            DataError: there are answers of a model that is not named.
            StorageError: it cannot be written.
        """
        folder = folder_of(root, identity.asked)
        if (folder / "answers.jsonl").exists():
            raise DataError(folder / "identity.json", "it is missing beside answers.jsonl.")
        write_text(folder / "identity.json", identity.to_json())
        return cls(folder, identity)

    @classmethod
    def replayed(cls, root: Path, asked: Mapping[str, object]) -> Recording:
        """The recording under ``root``, which must be there.

        Raises:
            UnavailableError: there is none of what is asked.
        """
        found = cls.find(root, asked)
        if found is None:
            names = sorted(path.parent.name for path in root.glob("*/identity.json"))
            listed = ", ".join(names) or "nothing"
            raise UnavailableError(
                f"{root} holds no recording of {asked['model']} at {asked['host']} with these "
                f"options; it holds {listed}. Record it with --record {root}."
            )
        return found

    def retire(self) -> None:
        """Give it up: it is never replayed nor continued, and its files stay to be looked at."""
        digest = self.identity.fingerprint[-8:]
        with storage_errors(self.folder):
            self.folder.rename(self.folder.with_name(f"{self.folder.name}.retired-{digest}"))

    def get(self, sent: Sequence[str]) -> Mapping[str, Vector]:
        digests = {text: _digest(text) for text in sent}
        return {
            text: np.frombuffer(self._vectors[digest], dtype="<f4").astype(np.float32)
            for text, digest in digests.items()
            if digest in self._vectors
        }

    def put(self, sent: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Append what is new or other, in one write.

        Raises:
            StorageError: the disk is full or the folder cannot be written.
        """
        rows = np.ascontiguousarray(vectors, dtype="<f4")
        lines = []
        for text, row in zip(sent, rows, strict=True):
            digest, raw = _digest(text), row.tobytes()
            if self._vectors.get(digest) != raw:
                self._vectors[digest] = raw
                lines.append(_line(digest, raw))
        if not lines:
            return
        with storage_errors(self._path):
            if self._whole is not None:
                os.truncate(self._path, self._whole)  # what a kill has torn
                self._whole = None
            with self._path.open("ab", buffering=0) as file:
                block = memoryview("".join(lines).encode())
                while block:
                    block = block[file.write(block) or 0 :]


def folder_of(root: Path, asked: Mapping[str, object]) -> Path:
    """Where the recording of what is asked lies under ``root``."""
    model = UNSAFE.sub("-", str(asked["model"])).strip("-.")[:60]
    return root / f"{model}-{asked_digest(asked)}"


def _read(path: Path, dimension: int) -> tuple[dict[str, bytes], int | None]:
    """The vectors by digest, and where whole lines end if a torn one follows.

    Raises:
        DataError: a line is damaged.
    """
    if not path.is_file():
        return {}, None
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    vectors: dict[str, bytes] = {}
    for number, line in enumerate(content[:whole].splitlines(), start=1):
        try:
            row = json.loads(line)
            digest, raw = row["text"], b64decode(row["vector"], validate=True)
            sound = row["check"] == _check(digest, raw) and len(raw) == 4 * dimension
        except (ValueError, KeyError, TypeError, AttributeError):
            sound = False
        if not sound:
            raise DataError(path, "a damaged line. Take the file from a backup.", line=number)
        vectors[digest] = raw
    return vectors, whole if whole < len(content) else None


def _line(digest: str, raw: bytes) -> str:
    row = {"text": digest, "vector": b64encode(raw).decode(), "check": _check(digest, raw)}
    return json.dumps(row) + "\n"


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _check(digest: str, raw: bytes) -> str:
    return blake2b(digest.encode() + raw, digest_size=8).hexdigest()
