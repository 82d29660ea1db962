"""Faults of what is sent: the text or its prompt reaches the model changed."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Callable, Mapping

import numpy as np

from perimetry.doctor.checkup import Oracle
from perimetry.encoders import Encoder
from perimetry.records import Role
from perimetry.testing.faults.fault import Fault, Model, Planted, Vectors, any_model, has_prompts

STOP_WORDS = frozenset((
    "a", "about", "above", "after", "again", "against", "all", "am", "an", "and", "any",
    "are", "as", "at", "be", "because", "been", "before", "being", "below", "between", "both",
    "but", "by", "can", "did", "do", "does", "doing", "don", "down", "during", "each", "few",
    "for", "from", "further", "had", "has", "have", "having", "he", "her", "here", "hers",
    "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "me", "more",
    "most", "my", "no", "nor", "not", "now", "of", "off", "on", "once", "only", "or", "other",
    "our", "out", "over", "own", "s", "same", "she", "should", "so", "some", "such", "t",
    "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those",
    "through", "to", "too", "under", "until", "up", "very", "was", "we", "were", "what",
    "when", "where", "which", "while", "who", "whom", "why", "will", "with", "you", "your",
))  # fmt: skip
"""Most of NLTK's English list; *not*, *no* and *before* are among them."""
WORD = re.compile(r"\w+")


def _of_text(
    name: str,
    named_by: str,
    said: str,
    changed: Callable[[str], str],
    fits: Callable[[Model], bool] = any_model,
    oracle: Oracle = "alone",
) -> Fault:
    """A fault that changes each text before the model's own prompt is put before it."""

    def plant(model: Model) -> Encoder:
        def encode(texts: list[str], role: Role, prompt: str | None) -> Vectors:
            return model.vectors([changed(text) for text in texts], role, prompt)

        return Planted(model.encoder, name, encode)

    return Fault(name, oracle, named_by, said, plant, fits)


def _without_stop_words(text: str) -> str:
    kept = WORD.sub(lambda word: "" if word[0].lower() in STOP_WORDS else word[0], text)
    return " ".join(kept.split()) or text


def _without_accents(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")


def _mistaken(text: str) -> str:
    """UTF-8 that was read as Latin-1: *é* becomes *Ã©*."""
    return text.encode("utf-8", "replace").decode("latin-1")


def _tells_apart(one: str, other: str) -> Callable[[Model], bool]:
    """Whether a healthy model gives two spellings of one text different vectors."""

    def fits(model: Model) -> bool:
        first, second = model.vectors([one, other], "symmetric", None)
        return not np.allclose(first, second, atol=1e-6)

    return fits


FAULTS_OF_TEXT = (
    _of_text("stop words stripped", "stop_words", "function word", _without_stop_words),
    _of_text("text escaped as HTML", "escaping", "HTML", html.escape),
    _of_text("text escaped as HTML, not its quotes", "escaping", "HTML",
             lambda text: html.escape(text, quote=False)),
    _of_text("text sent as JSON within JSON", "escaping", "JSON", json.dumps),
    _of_text("UTF-8 read as Latin-1", "escaping", "Latin-1", _mistaken),
    _of_text("letters beyond ASCII dropped", "escaping", "beyond ASCII are dropped",
             lambda text: text.encode("ascii", "ignore").decode()),
    _of_text("cut at 40 characters", "truncation", "dropped early", lambda text: text[:40]),
    _of_text("casing lost", "checkpoint", "letter case", str.lower,
             _tells_apart("Polish", "polish"),
             "checkpoint"),
    _of_text("accents lost", "checkpoint", "accents", _without_accents,
             _tells_apart("résumé", "resume"), "checkpoint"),
)  # fmt: skip


def _of_prompt(
    name: str,
    said: str,
    sent: Callable[[Mapping[Role, str]], Mapping[Role, str]],
    declared: Callable[[Mapping[Role, str]], Mapping[Role, str]] = dict,
) -> Fault:
    """A fault in what is put before a text where no prompt is asked for."""

    def plant(model: Model) -> Encoder:
        own = model.encoder.prompts
        instead = sent(own)

        def encode(texts: list[str], role: Role, prompt: str | None) -> Vectors:
            return model.vectors(texts, role, instead.get(role, "") if prompt is None else prompt)

        return Planted(model.encoder, name, encode, declared(own))

    return Fault(name, "alone", "prompts", said, plant, has_prompts)


def _none(own: Mapping[Role, str]) -> Mapping[Role, str]:
    return dict.fromkeys(own, "")


def _twice(own: Mapping[Role, str]) -> Mapping[Role, str]:
    return {role: prompt * 2 for role, prompt in own.items()}


def _swapped(own: Mapping[Role, str]) -> Mapping[Role, str]:
    return {role: own.get(other, "") for role, other in OTHER.items()}


OTHER: Mapping[Role, Role] = {"query": "document", "document": "query", "symmetric": "symmetric"}

FAULTS_OF_PROMPT = (
    _of_prompt("prompts dropped", "query: nothing", _none),
    _of_prompt("prompts sent twice", "the prompt twice", _twice),
    _of_prompt("prompts swapped on the way", "the prompt for document", _swapped),
    _of_prompt(
        "prompts declared the wrong way round", "with the two prompts swapped", _swapped, _swapped
    ),
    _of_prompt("prompts lost in the export", "declares no prompt", _none, _none),
)
