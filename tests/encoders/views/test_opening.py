from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.datasets.background import builtin_background
from perimetry.encoders import open_encoder
from perimetry.encoders.views.base import background_texts
from perimetry.encoders.views.opening import with_views
from perimetry.errors import InputError
from perimetry.records import Role

VECTORS = {
    "a": [3, 4, 1],
    "b": [-1, 0, 2],
    "low": [0, -1, 5],
    "high": [25.5, 1, 5],
    "beyond": [99, -99, 7],
    "zero": [0, 0, 9],
}


class Known:
    """An encoder whose vectors are written down; it notes what it was asked."""

    def __init__(self) -> None:
        self.name, self.fingerprint = "known", "known-1"
        self.prompts: dict[Role, str] = {"query": "q: "}
        self.setup = {"engine": "known", "dimension": 3}
        self.asked: list[tuple[Role, str | None]] = []

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        self.asked.append((role, prompt))
        return np.array([VECTORS[text] for text in texts], dtype=np.float32).reshape(-1, 3)


def seen(options: dict[str, str], *texts: str) -> list[list[float]]:
    view = with_views(Known(), options, lambda: ["low", "high"])
    return view.encode(texts, role="symmetric").tolist()


def test_dim_cuts_and_scales_to_unit_length() -> None:
    assert seen({"dim": "2"}, "a", "zero") == [pytest.approx([0.6, 0.8]), [0, 0]]


def test_int8_goes_to_the_nearest_of_256_levels_and_stays_within_them() -> None:
    """The first dimension's levels are 0, 0.1, … 25.5; the third is constant."""
    a, beyond = seen({"quantize": "int8"}, "a", "beyond")
    assert a == pytest.approx([3, 1, 5])
    assert beyond == pytest.approx([25.5, -1, 5])


def test_int8_asks_for_its_calibration_once_and_only_when_it_encodes() -> None:
    inner = Known()
    view = with_views(inner, {"quantize": "int8"}, lambda: ["low", "high"])
    assert inner.asked == []
    for _ in range(2):
        view.encode(["a"], role="query")
    assert inner.asked == [("query", "q: "), ("symmetric", None), ("query", "q: ")]


def test_binary_is_the_sign() -> None:
    assert seen({"quantize": "binary"}, "b") == [[-1, -1, 1]]


def test_the_cosine_of_binary_vectors_counts_the_dimensions_that_differ() -> None:
    a, b = (np.array(row) for row in seen({"quantize": "binary"}, "a", "b"))
    assert a @ b / 3 == pytest.approx(1 - 2 * 2 / 3)


def test_a_prompt_replaces_the_encoders_own_for_its_role_alone() -> None:
    inner = Known()
    view = with_views(inner, {"prompt.query": "Q? ", "prompt.document": "D "})
    assert view.prompts == {"query": "Q? ", "document": "D "}
    for role in ("query", "document", "symmetric"):
        view.encode(["a"], role=role)
    view.encode(["a"], role="query", prompt="given ")
    assert inner.asked == [
        ("query", "Q? "),
        ("document", "D "),
        ("symmetric", ""),
        ("query", "given "),
    ]


def test_an_empty_prompt_takes_the_encoders_own_away() -> None:
    assert with_views(Known(), {"prompt.query": ""}).prompts == {"query": ""}


def test_views_are_laid_on_in_one_order_whatever_the_order_of_the_options() -> None:
    options = {"quantize": "int8", "dim": "2", "prompt.query": "q: "}
    forward = with_views(Known(), options)
    backward = with_views(Known(), dict(reversed(options.items())))
    assert forward.name == backward.name == "known?prompt.query=q%3A%20&dim=2&quantize=int8"
    assert forward.fingerprint == backward.fingerprint


def test_every_view_is_an_encoder_of_its_own() -> None:
    options = [
        {},
        {"dim": "2"},
        {"dim": "1"},
        {"quantize": "int8"},
        {"quantize": "binary"},
        {"dim": "2", "quantize": "binary"},
        {"prompt.query": "a"},
        {"prompt.query": "b"},
        {"prompt.document": "a"},
    ]
    views = [with_views(Known(), chosen) for chosen in options]
    for first, second in combinations(views, 2):
        assert first.fingerprint != second.fingerprint
        assert first.name != second.name


def test_other_calibration_texts_or_another_inner_encoder_are_another_view() -> None:
    texts = ["low", "high"]
    first = with_views(Known(), {"quantize": "int8"}, lambda: texts)
    assert first.fingerprint == with_views(Known(), {"quantize": "int8"}, lambda: texts).fingerprint
    other = with_views(Known(), {"quantize": "int8"}, lambda: texts[::-1])
    assert other.fingerprint != first.fingerprint
    inner = Known()
    inner.fingerprint = "known-2"
    assert with_views(inner, {"quantize": "int8"}, lambda: texts).fingerprint != first.fingerprint


def test_the_setup_tells_the_view_and_what_it_is_a_view_of() -> None:
    setup = with_views(Known(), {"dim": "2", "quantize": "binary"}).setup
    assert setup["dimension"] == 2
    assert [view["view"] for view in setup["views"]] == ["dim=2", "quantize=binary"]
    assert setup["engine"] == "known"


def test_no_options_are_no_view() -> None:
    inner = Known()
    assert with_views(inner, {}) is inner


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dim": "4"}, "dim must be at most 3, which known has"),
        ({"dim": "0"}, "dim must be a whole number above 0"),
        ({"dim": "x"}, "dim must be a whole number above 0"),
        ({"quantize": "int4"}, "quantize must be int8 or binary, not 'int4'"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        with_views(Known(), options)


def test_the_calibration_texts_are_the_built_in_background() -> None:
    assert list(background_texts()) == list(builtin_background().sentences)


def test_the_name_of_an_encoder_takes_views_and_its_engine_the_rest(minilm_folder) -> None:
    full = open_encoder("all-MiniLM-L6-v2?max_length=64")
    view = open_encoder("all-MiniLM-L6-v2?dim=64&max_length=64")
    assert view.name == "all-MiniLM-L6-v2?max_length=64&dim=64"
    texts = ["The weather is lovely today."]
    cut = full.encode(texts, role="symmetric")[:, :64]
    expected = cut / np.linalg.norm(cut, axis=1, keepdims=True)
    assert np.allclose(view.encode(texts, role="symmetric"), expected, atol=1e-6)


def test_an_engine_that_has_the_option_itself_is_no_view() -> None:
    assert "views" not in open_encoder("hash:?dim=64").setup


def test_of_real_vectors_int8_moves_a_cosine_by_little_and_binary_by_more(minilm_folder) -> None:
    texts = background_texts()[:40]

    def cosines(options: str) -> NDArray[np.float64]:
        vectors = open_encoder(f"all-MiniLM-L6-v2{options}").encode(texts, role="symmetric")
        unit = vectors.astype(np.float64)
        unit /= np.linalg.norm(unit, axis=1, keepdims=True)
        return unit @ unit.T

    full = cosines("")
    assert np.abs(cosines("?quantize=int8") - full).max() < 0.01
    assert 0.01 < np.abs(cosines("?quantize=binary") - full).max() < 0.3
