from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perimetry.encoders import open_encoder
from perimetry.errors import EncodingError, InputError, ModelError

MODULE = """
import numpy as np
from perimetry.encoders.hashing import HashingEncoder

def good(texts):
    return [[len(text), 1.0] for text in texts]

def other(texts):
    return [[len(text), 2.0] for text in texts]

def nan(texts):
    return [[float("nan")] if text == "bad" else [1.0] for text in texts]

def flat(texts):
    return np.ones(len(texts))

def short(texts):
    return np.ones((len(texts) - 1, 3))

def ragged(texts):
    return [[1.0] * (1 + i) for i, _ in enumerate(texts)]

def words(texts):
    return "no vectors"

def fails(texts):
    raise ValueError("no such layer")

class Model:
    def encode(self, texts):
        return good(texts)

model = Model()
ready = HashingEncoder(16, name="ready made")
number = 7
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_encoders.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "my_encoders", raising=False)


def test_a_function_is_an_encoder() -> None:
    encoder = open_encoder("python:my_encoders:good")
    assert encoder.encode(["ab", "abc"], role="query").tolist() == [[2.0, 1.0], [3.0, 1.0]]


def test_a_method_of_an_object_is_an_encoder() -> None:
    encoder = open_encoder("python:my_encoders:model.encode?name=mine")
    assert encoder.name == "mine"
    assert encoder.encode(["ab"], role="query", prompt="q: ").tolist() == [[5.0, 1.0]]


def test_an_encoder_object_is_taken_as_it_is() -> None:
    assert open_encoder("python:my_encoders:ready").name == "ready made"


def test_functions_that_give_other_vectors_are_other_encoders() -> None:
    good, other = (open_encoder(f"python:my_encoders:{name}") for name in ("good", "other"))
    assert good.fingerprint != other.fingerprint
    assert good.fingerprint == open_encoder("python:my_encoders:model.encode").fingerprint


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("flat", r"shape \(4,\) for 4 texts\. Return shape \(4, dimension\)"),
        ("short", r"shape \(3, 3\) for 4 texts"),
        ("ragged", "no numeric array for 4 texts"),
        ("words", "no numeric array|shape"),
    ],
)
def test_what_is_no_set_of_vectors_is_refused(name: str, message: str) -> None:
    with pytest.raises(EncodingError, match=message):
        open_encoder(f"python:my_encoders:{name}")


def test_nan_is_refused_with_the_text_it_is_for() -> None:
    encoder = open_encoder("python:my_encoders:nan")
    with pytest.raises(EncodingError, match="NaN or infinity for 1 of 2 texts, first for 'bad'"):
        encoder.encode(["fine", "bad"], role="symmetric")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("python:my_encoders:fails", "failed on 4 texts: ValueError: no such layer"),
        ("python:my_encoders:none", "cannot import .*has no attribute 'none'"),
        ("python:no_such_module:x", "cannot import .*No module named 'no_such_module'"),
        ("python:my_encoders:number", "is a int, not a callable"),
    ],
)
def test_what_cannot_be_used_says_why(name: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        open_encoder(name)


def test_the_name_needs_a_module_and_an_attribute() -> None:
    with pytest.raises(InputError, match="python:module:attr"):
        open_encoder("python:my_encoders")


def test_float64_rows_become_float32() -> None:
    assert open_encoder("python:my_encoders:good").encode(["a"], role="query").dtype == np.float32
