"""Every engine, and views of one, under the suite that plugin authors run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from perimetry.encoders import Encoder, open_encoder
from perimetry.encoders.engines import BUILT_IN, all_engines
from perimetry.testing.encoders import PROMPT, TEXTS, EncoderContract
from tests.encoders.onnx.folders import write_model
from tests.encoders.static.folders import write_static

MODULE = """
def lengths(texts):
    return [[len(text), 1.0] for text in texts]
"""


def onnx(folder: Path) -> str:
    return f"onnx:{write_model(folder / 'm')}"


def st(folder: Path) -> str:
    return f"st:{write_model(folder / 'm')}"


def static(folder: Path) -> str:
    return f"static:{write_static(folder / 'm')}"


def word_table(folder: Path) -> str:
    (folder / "glove.txt").write_text("the 1 0\nweather 0 1\n. 2 2\n")
    return f"static:{folder}/glove.txt"


def use(_: Path) -> str:
    return "use:"


def vectors(folder: Path) -> str:
    texts = [*TEXTS, PROMPT + TEXTS[0]]
    rows = np.random.default_rng(0).normal(size=(len(texts), 4)).tolist()
    pq.write_table(pa.table({"text": texts, "vector": rows}), folder / "v.parquet")
    return f"vectors:{folder}/v.parquet"


def python(folder: Path) -> str:
    (folder / "contract_functions.py").write_text(MODULE)
    return "python:contract_functions:lengths"


def hashing(_: Path) -> str:
    return "hash:"


ENGINES = {
    "onnx": onnx,
    "st": st,
    "static": static,
    "static-words": word_table,
    "use": use,
    "vectors": vectors,
    "python": python,
    "hash": hashing,
}
VIEWS = ("dim=8", "quantize=int8", "quantize=binary", "prompt.query=query: &dim=4&quantize=int8")


def test_no_engine_is_left_out() -> None:
    here = {name.partition("-")[0] for name in ENGINES}
    assert here | {"openai"} == {engine.name for engine in BUILT_IN}  # see api/test_contract.py


class TestEngines(EncoderContract):
    @pytest.fixture(params=ENGINES)
    def make(
        self, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> Callable[[], Encoder]:
        engine = all_engines()[request.param.partition("-")[0]]
        if not engine.installed:
            pytest.skip(f"{engine.install_line} runs this")
        monkeypatch.chdir(tmp_path)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(__import__("sys").modules, "contract_functions", raising=False)
        return partial(open_encoder, ENGINES[request.param](tmp_path))


class TestViews(EncoderContract):
    @pytest.fixture(params=VIEWS)
    def make(self, request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Encoder]:
        return partial(open_encoder, f"{onnx(tmp_path)}?{request.param}")
