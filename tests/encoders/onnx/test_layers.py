from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.encoders import open_encoder
from perimetry.encoders.onnx.engine import OnnxEncoder
from perimetry.errors import InputError
from tests.encoders.onnx.families import FAMILIES, Family
from tests.encoders.onnx.folders import write_onnx
from tests.encoders.onnx.parity_texts import TEXTS

SOME = TEXTS[::23]


@pytest.fixture(params=FAMILIES)
def family(request: pytest.FixtureRequest) -> Family:
    return FAMILIES[request.param]


def load(folder: Path, **options: str) -> OnnxEncoder:
    return OnnxEncoder.load(folder, name="model", options=options)


def encoded(encoder: OnnxEncoder) -> NDArray[np.float32]:
    return encoder.encode(SOME, role="symmetric")


@pytest.mark.torch
def test_it_is_the_mean_of_the_first_and_the_last_layer_of_transformers(
    tmp_path: Path, family: Family
) -> None:
    """Reference: the hidden states of transformers' own model, each text alone."""
    import torch
    from transformers import AutoModel

    folder = family.write(tmp_path)
    ours = load(folder, layers="first-last")
    model = AutoModel.from_pretrained(folder).eval()
    for text, vector in zip(SOME, encoded(ours), strict=True):
        (ids, _), *_ = ours._tokens([text])
        with torch.no_grad():
            states = model(torch.tensor(ids)[None], output_hidden_states=True).hidden_states
        expected = ((states[1] + states[-1]) / 2)[0].mean(dim=0).numpy()
        assert np.allclose(vector, expected, atol=2e-5)


@pytest.mark.torch
def test_both_engines_average_alike(tmp_path: Path, family: Family) -> None:
    folder = family.write(tmp_path, normalise=True)
    one, other = (open_encoder(f"{engine}:{folder}?layers=first-last") for engine in ("onnx", "st"))
    texts = [text for text in SOME if text.strip()]
    left, right = (e.encode(texts, role="symmetric") for e in (one, other))
    assert np.allclose(left, right, atol=2e-5)
    assert not np.allclose(right, open_encoder(f"st:{folder}").encode(texts, role="symmetric"))


def test_the_average_is_an_encoder_of_its_own_and_last_is_the_usual_one(tmp_path: Path) -> None:
    folder = FAMILIES["bert"].write(tmp_path)
    usual, last = load(folder), load(folder, layers="last")
    average = load(folder, layers="first-last")
    assert np.array_equal(encoded(usual), encoded(last))
    assert not np.allclose(encoded(usual), encoded(average))
    assert average.fingerprint != usual.fingerprint
    assert average.setup["architecture"]["pooled_layers"] == "first-last"


def test_the_choice_left_fingerprints_of_the_usual_encoder_as_they_were(tmp_path: Path) -> None:
    architecture = load(FAMILIES["bert"].write(tmp_path)).setup["architecture"]
    assert "pooled_layers" not in architecture


def test_with_one_layer_the_average_is_that_layer(tmp_path: Path) -> None:
    folder = FAMILIES["bert"].write(tmp_path, num_hidden_layers=1)
    assert np.allclose(encoded(load(folder)), encoded(load(folder, layers="first-last")), atol=1e-6)


def test_what_has_no_such_layers_is_refused(tmp_path: Path) -> None:
    folder = FAMILIES["bert"].write(tmp_path)
    with pytest.raises(InputError, match="layers must be last or first-last, not 'middle'"):
        load(folder, layers="middle")
    write_onnx(folder, folder / "onnx" / "model.onnx")
    with pytest.raises(InputError, match="an exported graph ends in the layer it ends in"):
        load(folder, layers="first-last", file="model.onnx")
