"""How an encoder is named on the command line: ``engine:target?option=value``."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from urllib.parse import parse_qsl, quote, unquote

from perimetry.errors import InputError

USER_INFO = re.compile(r"(?<=//)[^/\s]*@")


@dataclass(frozen=True)
class EncoderURI:
    """The parts of an encoder's name. ``engine`` is ``None`` when perimetry should choose."""

    engine: str | None
    target: str
    options: Mapping[str, str]

    @classmethod
    def parse(
        cls, text: str, engines: tuple[str, ...], nameless: tuple[str, ...] = ("hash",)
    ) -> EncoderURI:
        """Take ``text`` apart.

        >>> EncoderURI.parse("onnx:./model?pooling=cls", ("onnx",))
        EncoderURI(engine='onnx', target='./model', options={'pooling': 'cls'})

        Raises:
            InputError: an engine that is not in ``engines``, a bad option, or no target where
                the engine is not one of the ``nameless``, which need none.
        """
        shown = USER_INFO.sub("[…]@", text.partition("?")[0])
        body, _, query = text.partition("?")
        engine: str | None = None
        head, colon, rest = body.partition(":")
        if colon and head.isalpha() and len(head) > 1:  # one letter is a Windows drive
            if head not in engines:
                near = get_close_matches(head, engines, n=1)
                hint = f"Did you mean {near[0]!r}? " if near else ""
                raise InputError(
                    f"unknown engine {head!r} in {shown!r}. {hint}Known: {', '.join(engines)}."
                )
            engine, body = head, rest
        target = unquote(body)
        if not target and engine not in nameless:
            raise InputError(f"{shown!r} names no encoder. Write {head}:NAME or a path.")
        try:
            pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query))
        except ValueError:
            raise InputError(
                f"cannot read the options of {shown!r}. Write ?name=value&name=value."
            ) from None
        options = dict(pairs)
        if len(options) != len(pairs):
            raise InputError(f"an option of {shown!r} is given twice.")
        return cls(engine, target, options)

    def without(self, names: Collection[str]) -> EncoderURI:
        """The same name less the options called ``names``."""
        kept = {key: value for key, value in self.options.items() if key not in names}
        return replace(self, options=kept)

    def display(self, name: str) -> str:
        """``name`` with the options that make this encoder a view of its own."""
        if not self.options:
            return name
        return name + "?" + "&".join(f"{k}={quote(v)}" for k, v in sorted(self.options.items()))


def take_options(
    options: Mapping[str, str], known: tuple[str, ...], engine: str
) -> Mapping[str, str]:
    """``options`` if all are in ``known``.

    Raises:
        InputError: naming the option that is not, and those that are.
    """
    for option in options:
        if option not in known:
            near = get_close_matches(option, known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            listed = ", ".join(known) if known else "none"
            raise InputError(
                f"the {engine}: engine has no option {option!r}.{hint} It knows: {listed}."
            )
    return options
