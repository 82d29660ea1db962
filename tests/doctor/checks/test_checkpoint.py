from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import checkpoint
from perimetry.doctor.kinds import compared_texts
from perimetry.doctor.sentences import FEATURES, LENGTHS, PLAIN, long_texts
from perimetry.encoders import Encoder
from perimetry.encoders.onnx.engine import OnnxEncoder
from perimetry.encoders.views.opening import with_views
from perimetry.records import Finding, Role
from perimetry.testing.faults.fault import Encode, Planted
from tests.doctor.wrapped import Vectors, Wrapped, of_text, opened

STOP = {"the", "do", "not", "as", "to", "me", "they", "did", "her", "and", "of", "two", "it", "is",
        "that", "are"}  # fmt: skip


def letters(vectors: Vectors, texts: list[str]) -> Vectors:
    """A bag of runs of three letters: it sees case, accents, marks, blanks and every script."""
    rows = np.zeros((len(texts), 512), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        for place in range(len(text) + 1):
            part = f"  {text}"[place : place + 3].encode()
            row[int.from_bytes(blake2b(part, digest_size=2).digest(), "big") % 512] += 1
    return rows


SPELLING = Wrapped(opened("hash:"), vectors=letters, setup={"dimension": 512})


def found(encoder: Encoder, model: Encoder = SPELLING) -> Finding:
    return checkpoint.check(Patient(encoder, recompute=lambda **_: model))


def changed(change: Callable[[str], str]) -> Finding:
    return found(of_text(SPELLING, change))


def test_the_texts_of_a_feature_are_plain_ones_with_one_thing_more() -> None:
    plain = re.compile("[a-z]+( [a-z]+)*")
    assert all(plain.fullmatch(text) for text in (*PLAIN, *long_texts()))
    assert [len(text.split()) for text in long_texts()] == list(LENGTHS)
    assert len(compared_texts()) == len(set(compared_texts()))
    for feature, texts in FEATURES.items():
        assert feature == "function words" or not any(plain.fullmatch(text) for text in texts)


def test_the_bundled_encoder_is_its_checkpoint(minilm_folder: Path) -> None:
    model = OnnxEncoder.load(minilm_folder, name="x", options={})
    finding = found(opened("all-MiniLM-L6-v2"), model)
    assert finding.outcome == "pass"
    assert "lowest cosine with the checkpoint 1.000000" in finding.message


def test_a_bag_of_words_is_itself() -> None:
    assert found(opened("hash:"), opened("hash:")).outcome == "pass"


def without_accents(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (str.lower, "letter case is treated otherwise"),
        (without_accents, "accents are treated otherwise"),
        (lambda text: re.sub(r"\d", "0", text), "digits are treated otherwise"),
        (lambda text: re.sub(r"[,.:;!?()<>&-]", "", text), "punctuation is treated otherwise"),
        (
            lambda text: " ".join(w for w in text.split(" ") if w not in STOP),
            "function words are treated otherwise",
        ),
        (html.escape, "the signs < > & are treated otherwise"),
        (lambda text: " ".join(text.split()), "line breaks and repeated blanks are treated"),
        (lambda text: text.encode().decode("latin-1"), "read wrongly (text encoded twice?)"),
        (lambda text: re.sub("[\u0400-\u04ff]", "я", text), "Cyrillic are split otherwise"),
        (lambda text: " ".join(text.split(" ")[:100]), "not at all, from 128 words"),
        (lambda text: " ".join(text.split(" ")[:12]), "not at all, from 16 words"),
        (lambda text: text[::-1], "texts of every kind differ, by weights"),
    ],
)
def test_the_kind_of_difference_is_named(change: Callable[[str], str], kind: str) -> None:
    finding = changed(change)
    assert finding.outcome == "fail"
    assert kind in finding.message
    if "every kind" not in kind and "punctuation" not in kind:
        assert ";" not in finding.message  # and nothing else is
    assert finding.examples


def of_vectors(change: object) -> Finding:
    return found(Wrapped(SPELLING, vectors=change))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda v, _: v[:, ::-1], "permuted"),
        (lambda v, _: -v, "the sign of every dimension is flipped"),
        (lambda v, _: v[::-1], "70 texts have the vector of another text: rows are swapped"),
        (lambda v, _: v[:, :128], "128 dimensions for 512, and nobody asked for a cut"),
        (
            lambda v, _: np.where(np.arange(512) < 128, v, 0),
            "dimensions are zero and the others are right",
        ),
        (lambda v, _: np.ones_like(v), "texts of every kind differ, by weights"),
    ],
)
def test_what_was_done_to_the_vectors_is_named(change: object, said: str) -> None:
    finding = of_vectors(change)
    assert finding.outcome == "fail"
    assert said in finding.message


def noise(vectors: Vectors, level: float) -> Vectors:
    drawn = np.random.default_rng(0).normal(size=vectors.shape)
    drawn *= np.linalg.norm(vectors, axis=1, keepdims=True) / np.linalg.norm(
        drawn, axis=1, keepdims=True
    )
    return np.asarray(vectors + level * drawn, dtype=np.float32)


def test_the_outcome_follows_the_lowest_cosine() -> None:
    # Noise of a share s at a right angle leaves a cosine of 1 / √(1 + s²).
    assert of_vectors(lambda v, _: noise(v, 0.005)).outcome == "pass"  # 0.99999
    near = of_vectors(lambda v, _: noise(v, 0.03))  # 0.9996
    assert near.outcome == "warn"
    assert "The numbers differ a little" in near.message
    far = of_vectors(lambda v, _: noise(v, 0.1))  # 0.995
    assert far.outcome == "fail"
    assert "numbers have lost precision" in far.message


def test_a_view_that_was_asked_for_is_warned_of_and_explained() -> None:
    finding = found(with_views(SPELLING, {"quantize": "binary"}))
    assert finding.outcome == "warn"
    assert "The encoder is the view quantize=binary" in finding.message
    assert found(with_views(SPELLING, {"dim": "128"})).outcome == "pass"


PROMPTS: Mapping[Role, str] = {"query": "query: ", "document": "passage: "}


def sending(encode: Encode, prompts: Mapping[Role, str] = PROMPTS) -> Finding:
    model = Planted(SPELLING, "nothing", honest, PROMPTS)
    return found(Planted(SPELLING, "x", encode, prompts), model)


def honest(texts: list[str], role: Role, prompt: str | None) -> Vectors:
    sent = PROMPTS.get(role, "") if prompt is None else prompt
    return SPELLING.encode([sent + text for text in texts], role=role)


def test_prompts_that_reach_the_model_pass() -> None:
    assert sending(honest).outcome == "pass"


@pytest.mark.parametrize("declared", [PROMPTS, {}])
def test_prompts_that_the_checkpoint_declares_and_nobody_sends_fail(
    declared: Mapping[Role, str],
) -> None:
    finding = sending(lambda texts, role, prompt: honest(texts, role, prompt or ""), declared)
    assert finding.outcome == "fail"
    assert "for query no prompt is sent instead of 'query: '" in finding.message


def test_prompts_of_the_other_role_fail() -> None:
    other: Mapping[Role, Role] = {"query": "document", "document": "query"}
    finding = sending(lambda texts, role, prompt: honest(texts, other.get(role, role), prompt))
    assert "for query 'passage: ' is sent instead of 'query: '" in finding.message


def test_prompts_that_are_always_added_fail() -> None:
    def always(texts: list[str], role: Role, prompt: str | None) -> Vectors:
        return honest([PROMPTS.get(role, "") + text for text in texts], role, prompt)

    finding = sending(always)
    assert "for query 'query: query: ' is sent instead of 'query: '" in finding.message
    assert "even where an empty one is given (query, document)" in finding.message


def test_documents_by_another_model_fail() -> None:
    def mixed(texts: list[str], role: Role, prompt: str | None) -> Vectors:
        vectors = honest(texts, role, prompt)
        return vectors[:, ::-1] if role == "document" else vectors

    finding = sending(mixed)
    assert finding.outcome == "fail"
    assert "for document no prompt that is known fits" in finding.message


def test_another_prompt_that_was_asked_for_is_no_fault() -> None:
    model = Planted(SPELLING, "nothing", honest, PROMPTS)
    assert found(with_views(model, {"prompt.query": "ask: "}), model).outcome == "pass"
