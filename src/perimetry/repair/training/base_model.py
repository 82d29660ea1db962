"""Which folder a model's name stands for, if it is one that can be trained."""

from __future__ import annotations

from perimetry.encoders.engines import all_engines
from perimetry.encoders.models.location import Location, locate
from perimetry.encoders.uri import EncoderURI
from perimetry.errors import InputError, ModelError

TRAINED = (None, "st", "onnx")
"""Engines whose models are checkpoints; any other has a head at most."""


def trainable_folder(name: str) -> Location:
    """The folder of the model called ``name``, which may begin with ``st:`` or ``onnx:``.

    Raises:
        InputError: another engine, or options, which would train another model than is named.
        ModelError: there is no such model, or it has no safetensors.
    """
    engines = tuple(all_engines())
    uri = EncoderURI.parse(name, engines)
    if uri.engine not in TRAINED:
        raise InputError(
            f"{name}: only checkpoints are trained, not what {uri.engine}: encodes with. "
            "Learn a map over its vectors with --method head."
        )
    options = uri.without(["revision"]).options
    if options:
        raise InputError(f"{name}: a checkpoint is trained without options ({', '.join(options)}).")
    place = locate(uri.target, uri.options.get("revision"))
    if not any(place.path.rglob("*.safetensors")):
        raise ModelError(f"{place.path} has no safetensors, and pickled weights are never read.")
    return place
