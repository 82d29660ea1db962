"""``python:module:attr`` any callable that turns a list of strings into rows of floats."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.base import Encoder, checked_vectors
from perimetry.encoders.uri import EncoderURI, take_options
from perimetry.errors import InputError, ModelError
from perimetry.records import Role

CANARIES = ("A canary sang.", "the invoice of 3 May is not paid", "¿qué?", "x" * 200)
"""Texts whose vectors stand for the weights that a callable hides."""


def load(uri: EncoderURI) -> Encoder:
    """Open the callable, or the encoder object, that ``module:attr`` names.

    Raises:
        InputError: the name is not ``module:attr``.
        ModelError: the module cannot be imported or has no such attribute.
    """
    options = take_options(uri.options, ("name",), "python")
    module_name, _, attribute = uri.target.partition(":")
    if not module_name or not attribute:
        raise InputError(f"write python:module:attr, not python:{uri.target}")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        target: object = import_module(module_name)
        for part in attribute.split("."):
            target = getattr(target, part)
    except Exception as error:  # the user's module may fail in any way
        raise ModelError(
            f"cannot import python:{uri.target}: {type(error).__name__}: {error}. "
            "The module is looked for in the current folder and the installed packages."
        ) from error
    if isinstance(target, Encoder):
        return target
    if not callable(target):
        raise ModelError(f"python:{uri.target} is a {type(target).__name__}, not a callable.")
    return CallableEncoder(target, options.get("name", f"python:{uri.target}"))


class CallableEncoder:
    """An encoder around a function from a list of strings to an array ``(n, d)``.

    A function's weights cannot be read, so the fingerprint is made of the vectors of a few fixed
    texts: a function that gives others is another encoder, and one that is not deterministic is
    never served from the store.
    """

    def __init__(self, function: Callable[[list[str]], object], name: str) -> None:
        self.name = name
        self.prompts: Mapping[Role, str] = {}
        self._function = function
        canaries = self.encode(CANARIES, role="symmetric")
        self.dimension = int(canaries.shape[1])
        self.fingerprint = "python-" + sha256(canaries.tobytes()).hexdigest()
        self.setup: Mapping[str, object] = {
            "engine": "python",
            "callable": name,
            "dimension": self.dimension,
        }

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Call the function on ``prompt + text`` for each text.

        Raises:
            EncodingError: it returned something else than one finite row a text.
            ModelError: it failed.
        """
        del role
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        sent = [(prompt or "") + text for text in texts]
        try:
            vectors = self._function(sent)
        except Exception as error:  # the user's function may fail in any way
            raise ModelError(
                f"{self.name} failed on {len(sent)} texts: {type(error).__name__}: {error}"
            ) from error
        return checked_vectors(vectors, texts, self.name)
