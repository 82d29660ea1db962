"""Views of an encoder: other prompts, maps of its vectors, fewer dimensions, fewer bits.

A view asks the encoder that it is a view of and changes what comes back. It is an encoder of its
own: its name and its setup say so, and it has its own fingerprint. Views are laid on in one order,
whatever the order of the options: prompts, then ``whiten`` or ``abtt``, ``head``, ``dim``,
``quantize``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from perimetry.encoders.base import Encoder
from perimetry.encoders.views.base import background_texts
from perimetry.encoders.views.dimension import DimensionView
from perimetry.encoders.views.fit_texts import BACKGROUND, read_fit_texts
from perimetry.encoders.views.head import HeadView
from perimetry.encoders.views.prompt import PromptView
from perimetry.encoders.views.quantized import BinaryView, Int8View
from perimetry.encoders.views.whitening import AllButTheTopView, WhiteningView
from perimetry.errors import InputError
from perimetry.records import ROLES, Role

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


def _whole_number(option: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise InputError(f"{option} must be a whole number above 0, not {text!r}.")
    return int(text)
