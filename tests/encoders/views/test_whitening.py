from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.encoders import open_encoder
from perimetry.encoders.views.base import background_texts
from perimetry.encoders.views.opening import with_views
from perimetry.encoders.views.whitening import principal
from perimetry.errors import DataError, InputError
from perimetry.records import Role

CROSS = {"east": [5, 1], "west": [-3, 1], "north": [1, 2], "south": [1, 0]}
"""Around (1, 1): variance 8 along the first dimension and 1/2 along the second."""


class Known:
    """An encoder whose vectors are written down; the words of the cross stand for texts."""

    def __init__(self, vectors: dict[str, Sequence[float]]) -> None:
        self.name, self.fingerprint = "known", "known-1"
        self.prompts: dict[Role, str] = {}
        self.vectors = vectors
        self.setup = {"dimension": len(next(iter(vectors.values())))}
        self.asked = 0

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        self.asked += 1
        return np.array([self.vectors[text] for text in texts], dtype=np.float32)


@pytest.fixture
def cross(tmp_path: Path) -> str:
    path = tmp_path / "cross.txt"
    path.write_text("\n".join([*CROSS, "", "east"]), encoding="utf-8")
    return str(path)


def seen(options: dict[str, str], *texts: str) -> NDArray[np.float32]:
    return with_views(Known(CROSS), options).encode(texts, role="symmetric")


def test_whitening_divides_each_principal_direction_by_its_deviation(cross: str) -> None:
    """East lies 4 from the middle where the deviation is √8; north 1 where it is √½."""
    found = np.abs(seen({"whiten": cross}, *CROSS))
    assert found == pytest.approx(np.array([[2**0.5, 0]] * 2 + [[0, 2**0.5]] * 2))


def test_whitened_vectors_have_no_correlation_and_unit_variance(tmp_path: Path) -> None:
    """Reference: numpy's covariance of the whitened texts is the identity."""
    rows = np.random.default_rng(0).normal(size=(50, 4)) @ np.random.default_rng(1).normal(
        size=(4, 4)
    )
    path = tmp_path / "texts.txt"
    path.write_text("\n".join(map(str, range(50))), encoding="utf-8")
    encoder = Known({str(i): row.tolist() for i, row in enumerate(rows)})
    texts = [str(i) for i in range(50)]
    white = with_views(encoder, {"whiten": str(path)}).encode(texts, role="symmetric")
    assert np.allclose(np.cov(white.T, bias=True), np.eye(4), atol=1e-5)
    assert np.allclose(white.mean(axis=0), 0, atol=1e-5)


def test_cosines_of_whitened_vectors_are_those_of_mahalanobis(tmp_path: Path) -> None:
    """Reference: inner products under numpy's inverse covariance."""
    rows = np.random.default_rng(4).normal(size=(30, 3)) * [3, 1, 0.2]
    texts = [str(i) for i in range(30)]
    path = tmp_path / "texts.txt"
    path.write_text("\n".join(texts), encoding="utf-8")
    encoder = Known(dict(zip(texts, rows.tolist(), strict=True)))
    white = with_views(encoder, {"whiten": str(path)}).encode(texts, role="symmetric")
    centred = rows - rows.mean(axis=0)
    expected = centred @ np.linalg.inv(np.cov(rows.T, bias=True)) @ centred.T
    assert np.allclose(white @ white.T, expected, atol=1e-3)


def test_the_widest_direction_comes_first_so_dim_keeps_it(cross: str) -> None:
    found = seen({"whiten": cross, "dim": "1"}, "east", "west")
    assert np.abs(found).tolist() == [[1], [1]]


def test_all_but_the_top_takes_away_the_mean_and_the_widest_direction(cross: str) -> None:
    found = seen({"abtt": "1", "abtt.texts": cross}, *CROSS)
    assert found == pytest.approx(np.array([[0, 0], [0, 0], [0, 1], [0, -1]]), abs=1e-6)


def test_with_fewer_texts_than_dimensions_only_their_directions_are_left() -> None:
    found = principal(np.float32([[1, 0, 0], [0, 1, 0]]))
    assert found.directions.shape == (1, 3)
    assert found.variances == pytest.approx([0.5])


def test_the_fit_is_made_once_and_only_when_a_text_is_encoded(cross: str) -> None:
    inner = Known(CROSS)
    view = with_views(inner, {"whiten": cross})
    assert inner.asked == 0
    view.encode(["east"], role="symmetric")
    view.encode(["west"], role="symmetric")
    assert inner.asked == 3


def test_equal_fit_texts_are_the_same_view_wherever_they_lie(tmp_path: Path, cross: str) -> None:
    elsewhere, other = tmp_path / "elsewhere.jsonl", tmp_path / "other.txt"
    elsewhere.write_text("".join(f'{{"text": "{t}"}}\n' for t in CROSS), encoding="utf-8")
    other.write_text("east\nnorth\n", encoding="utf-8")
    for option in ("whiten", "abtt.texts"):
        chosen = {"abtt": "1"} if option == "abtt.texts" else {}
        a, b, c = (
            with_views(Known(CROSS), {**chosen, option: str(path)})
            for path in (cross, elsewhere, other)
        )
        assert a.fingerprint == b.fingerprint != c.fingerprint
        assert str(tmp_path) not in a.name + str(a.setup)


def test_every_such_view_is_an_encoder_of_its_own(cross: str) -> None:
    options = [{}, {"whiten": "background"}, {"whiten": cross}, {"abtt": "1"}, {"abtt": "2"}]
    views = [with_views(Known(CROSS), chosen) for chosen in options]
    assert len({view.fingerprint for view in views}) == len({view.name for view in views}) == 5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"whiten": "background", "abtt": "1"}, "two cures of one fault"),
        ({"abtt": "0"}, "abtt must be a whole number above 0"),
        ({"abtt.texts": "background"}, "Give abtt too"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        with_views(Known(CROSS), options)


def test_a_fit_that_says_nothing_is_refused_when_it_is_made(tmp_path: Path, cross: str) -> None:
    with pytest.raises(InputError, match="abtt=2 leaves nothing of 2 directions"):
        seen({"abtt": "2", "abtt.texts": cross}, "east")
    path = tmp_path / "same.txt"
    path.write_text("a\nb\n", encoding="utf-8")
    view = with_views(Known({"a": [1, 2], "b": [1, 2]}), {"whiten": str(path)})
    with pytest.raises(InputError, match="gives all 2 texts of the fit one vector"):
        view.encode(["a"], role="symmetric")


def test_bad_files_of_texts_are_named(tmp_path: Path) -> None:
    table, one, rows = tmp_path / "t.csv", tmp_path / "one.txt", tmp_path / "rows.jsonl"
    one.write_text("a\n\na\n", encoding="utf-8")
    rows.write_text('{"text": "a"}\n{"txt": "b"}\n', encoding="utf-8")
    for path, message in (
        (table, "give 'background', or a .txt or .jsonl file"),
        (one, "a fit needs 2 different texts, here are 1"),
        (rows, r"rows\.jsonl:2: no string"),
    ):
        with pytest.raises(DataError, match=message):
            with_views(Known(CROSS), {"whiten": str(path)})


def test_of_a_real_encoder_a_texts_vector_does_not_depend_on_its_batch() -> None:
    texts = background_texts()[:20]
    for option in ("whiten=background", "abtt=3"):
        view = open_encoder(f"hash:?dim=64&{option}")
        together = view.encode(texts, role="symmetric")
        alone = [view.encode([text], role="symmetric")[0] for text in texts]
        assert np.array_equal(together, np.array(alone))
