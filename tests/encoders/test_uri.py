from __future__ import annotations

import pytest

from perimetry.encoders.uri import EncoderURI, take_options
from perimetry.errors import InputError

ENGINES = ("onnx", "vectors", "python", "hash")


@pytest.mark.parametrize(
    ("text", "engine", "target", "options"),
    [
        ("all-MiniLM-L6-v2", None, "all-MiniLM-L6-v2", {}),
        ("org/model", None, "org/model", {}),
        ("./a folder", None, "./a folder", {}),
        ("C:\\models\\mine", None, "C:\\models\\mine", {}),
        ("onnx:./m?pooling=cls&normalize=1", "onnx", "./m", {"pooling": "cls", "normalize": "1"}),
        ("python:my.module:encode", "python", "my.module:encode", {}),
        ("hash:", "hash", "", {}),
        ("hash:?dim=64", "hash", "", {"dim": "64"}),
        ("odd%3Fname", None, "odd?name", {}),
    ],
)
def test_names_are_taken_apart(
    text: str, engine: str | None, target: str, options: dict[str, str]
) -> None:
    assert EncoderURI.parse(text, ENGINES) == EncoderURI(engine, target, options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("onyx:model", r"unknown engine 'onyx' .*Did you mean 'onnx'\?"),
        ("zzz:model", r"unknown engine 'zzz' in 'zzz:model'\. Known: onnx, vectors"),
        ("onnx:", "names no encoder"),
        ("model?pooling", "cannot read the options"),
        ("model?a=1&a=2", "given twice"),
    ],
)
def test_names_that_cannot_be_read_say_why(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        EncoderURI.parse(text, ENGINES)


def test_options_are_part_of_the_displayed_name_in_a_fixed_order() -> None:
    uri = EncoderURI.parse("m?pooling=cls&normalize=0", ENGINES)
    assert uri.display("m") == "m?normalize=0&pooling=cls"


def test_an_unknown_option_names_the_nearest_and_the_known() -> None:
    with pytest.raises(InputError, match=r"no option 'poling'\. Did you mean 'pooling'\? It knows"):
        take_options({"poling": "cls"}, ("pooling", "normalize"), "onnx")
