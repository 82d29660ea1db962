"""Views of an encoder: other prompts, maps of its vectors, fewer dimensions, fewer bits.

A view asks the encoder that it is a view of and changes what comes back. It is an encoder of its
own: its name and its setup say so, and it has its own fingerprint. Views are laid on in one order,
whatever the order of the options: prompts, then ``whiten`` or ``abtt``, ``head``, ``dim``,
``quantize``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock

import numpy as np

from perimetry.encoders.base import Encoder
from perimetry.encoders.fit_texts import BACKGROUND, read_fit_texts
from perimetry.encoders.head_view import HeadView
from perimetry.encoders.view_base import Vectors, View, background_texts
from perimetry.encoders.whitening import AllButTheTopView, WhiteningView
from perimetry.errors import InputError
from perimetry.records import ROLES, Role

__all__ = [
    "PROMPT_OPTIONS",
    "QUANTIZATIONS",
    "VIEW_OPTIONS",
    "BinaryView",
    "DimensionView",
    "Int8View",
    "PromptView",
    "View",
    "background_texts",
    "with_views",
]

Calibration = Callable[[], Sequence[str]]

PROMPT_OPTIONS: Mapping[str, Role] = {f"prompt.{role}": role for role in ROLES}
QUANTIZATIONS = ("int8", "binary")
FIT_OPTION = "abtt.texts"
VIEW_OPTIONS = (*PROMPT_OPTIONS, "whiten", "abtt", FIT_OPTION, "head", "dim", "quantize")


def with_views(
    encoder: Encoder, options: Mapping[str, str], calibration: Calibration | None = None
) -> Encoder:
    """``encoder`` under the views that ``options`` names, or itself if there are none.

    Raises:
        InputError: a value that the option cannot have.
        ModelError: the file of a head is missing or damaged.
    """
    for option, role in PROMPT_OPTIONS.items():
        if option in options:
            encoder = PromptView(encoder, role, options[option])
    encoder = _evened(encoder, options)
    if "head" in options:
        encoder = HeadView(encoder, Path(options["head"]).expanduser())
    if "dim" in options:
        encoder = DimensionView(encoder, _whole_number("dim", options["dim"]))
    if "quantize" in options:
        kind = options["quantize"]
        if kind not in QUANTIZATIONS:
            raise InputError(f"quantize must be {' or '.join(QUANTIZATIONS)}, not {kind!r}.")
        if kind == "binary":
            return BinaryView(encoder)
        return Int8View(encoder, (calibration or background_texts)())
    return encoder


def _evened(encoder: Encoder, options: Mapping[str, str]) -> Encoder:
    """``encoder`` whitened, or without its widest directions."""
    if FIT_OPTION in options and "abtt" not in options:
        raise InputError(f"{FIT_OPTION} says what abtt is fitted on. Give abtt too.")
    if "whiten" in options and "abtt" in options:
        raise InputError("whiten and abtt are two cures of one fault. Give one.")
    if "whiten" in options:
        return WhiteningView(encoder, read_fit_texts(options["whiten"]))
    if "abtt" in options:
        fit = read_fit_texts(options.get(FIT_OPTION, BACKGROUND))
        return AllButTheTopView(encoder, _whole_number("abtt", options["abtt"]), fit)
    return encoder


class PromptView(View):
    """``?prompt.query=…``: another prompt for one role."""

    scheme = "put before each text of the role"

    def __init__(self, inner: Encoder, role: Role, prompt: str) -> None:
        super().__init__(inner, f"prompt.{role}", prompt)
        self.prompts = {**inner.prompts, role: prompt}
        self.setup = {**self.setup, "prompts": dict(self.prompts)}


class DimensionView(View):
    """``?dim=128``: the first dimensions, at unit length again.

    What Matryoshka training makes an encoder fit for (Kusupati et al. 2022); on any other encoder
    it shows what the cut costs.
    """

    scheme = "cut, then scaled to unit length; a zero vector stays"

    def __init__(self, inner: Encoder, dimension: int) -> None:
        super().__init__(inner, "dim", str(dimension))
        self.dimension = dimension
        self._check(inner.setup.get("dimension"))
        self.setup = {**self.setup, "dimension": dimension}

    def changed(self, vectors: Vectors) -> Vectors:
        self._check(vectors.shape[1])
        cut = vectors[:, : self.dimension]
        lengths = np.sqrt((cut * cut).sum(axis=1, keepdims=True))
        return np.asarray(cut / np.where(lengths > 0, lengths, 1), dtype=np.float32)

    def _check(self, full: object) -> None:
        if isinstance(full, int) and self.dimension > full:
            raise InputError(f"dim must be at most {full}, which {self.inner.name} has.")


class Int8View(View):
    """``?quantize=int8``: each dimension on 256 levels.

    A dimension's levels lie at equal steps from its lowest to its highest value over the
    calibration texts (role ``symmetric``, the encoder's own prompt), which are encoded once, when
    the first text is. A value goes to the nearest level, or to the end that it lies beyond. What
    comes back are the levels' values, so cosines are those of an index that stores a byte a
    dimension and compares what the bytes stand for. sentence-transformers' ``int8`` precision has
    the same levels, but rounds down, compares the bytes themselves, and lets a value beyond an end
    wrap round.
    """

    scheme = "256 equal steps a dimension between its extremes over the calibration texts, nearest"

    def __init__(self, inner: Encoder, calibration: Sequence[str]) -> None:
        if len(calibration) < 2:
            raise InputError(f"quantize=int8 needs 2 calibration texts, not {len(calibration)}.")
        digest = sha256("\0".join(calibration).encode("utf-8", "surrogatepass")).hexdigest()
        super().__init__(
            inner,
            "quantize",
            "int8",
            calibration_texts=len(calibration),
            calibration_sha256=digest,
        )
        self._calibration = calibration
        self._levels: tuple[Vectors, Vectors] | None = None
        self._lock = Lock()

    def changed(self, vectors: Vectors) -> Vectors:
        low, step = self._calibrated()
        code = np.clip(np.rint((vectors - low) / np.where(step > 0, step, 1)), 0, 255)
        return np.asarray(low + code * step, dtype=np.float32)

    def _calibrated(self) -> tuple[Vectors, Vectors]:
        """Each dimension's lowest level, and the step to the next."""
        with self._lock:
            if self._levels is None:
                vectors = self.inner.encode(self._calibration, role="symmetric")
                low, high = vectors.min(axis=0), vectors.max(axis=0)
                self._levels = low, np.asarray((high - low) / 255, dtype=np.float32)
            return self._levels


class BinaryView(View):
    """``?quantize=binary``: the sign of each dimension, +1 above zero and -1 otherwise.

    The cosine of two such vectors is 1 less twice the share of dimensions in which they differ.
    """

    scheme = "+1 above zero, else -1"

    def __init__(self, inner: Encoder) -> None:
        super().__init__(inner, "quantize", "binary")

    def changed(self, vectors: Vectors) -> Vectors:
        return np.where(vectors > 0, np.float32(1), np.float32(-1))


def _whole_number(option: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise InputError(f"{option} must be a whole number above 0, not {text!r}.")
    return int(text)
