"""Capital letters and accents: whether they are seen, ignored, or make a word unknown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perimetry.doctor.difference import EQUAL, difference, sound_vectors
from perimetry.doctor.look_alikes import plain
from perimetry.doctor.patient import Patient
from perimetry.encoders.base import Encoder
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "casing"
ORACLE: Oracle = "alone"
COST = (
    "An uncased vocabulary that is sent capitals reads every name as the same unknown word. On "
    "all-MiniLM-L6-v2 that costs the order in core −0.08 and the task reasoning −0.05 nDCG@10, and "
    "−0.11 MAP@10 in an index that was made before."
)

CAPITALS = (("Paris", "Boston"), ("Anna", "Peter"), ("Monday", "Friday"), ("China", "Brazil"),
            ("London", "Berlin"), ("April", "August"))  # fmt: skip
ACCENTS = (("café", "fiancé"), ("résumé", "naïve"), ("señor", "façade"), ("château", "cliché"),
           ("crème", "séance"), ("protégé", "jalapeño"))  # fmt: skip
"""Pairs of common words. All of them are in the vocabularies of our healthy encoders, or spelt."""

FRAME = "we heard that {} was mentioned in the letter."

LEAST = 3
"""Pairs that the encoder must tell apart in lower case, without accents, for a judgement."""


def check(patient: Patient) -> Finding:
    """FAIL if words are lost for their capitals, or capitals against the encoder's declaration.

    A word is lost if another in its place gives the same vector, and in plain letters does not. A
    table of words, or a vocabulary without accented letters, loses accented words: a WARN. What
    the checkpoint's tokenizer makes of capitals is held against it by the check ``checkpoint``.
    """
    lost, ignored = _fate(patient, CAPITALS)
    accented_lost, stripped = _fate(patient, ACCENTS)
    if lost:
        return Finding(
            NAME, "fail", "Words with a capital letter cannot be told apart, and in lower case "
            "they can: each becomes the same unknown word. Lower-casing is lost.",
            examples=[f"{FRAME.format(a)} = {FRAME.format(b)}" for a, b in CAPITALS[:2]],
            remedy="Load the tokenizer with do_lower_case=True, or lower-case the texts.",
        )  # fmt: skip
    declared = declared_casing(patient.encoder)
    if declared and ignored != (declared == "lower"):
        seen, said = ("ignored", "sees") if ignored else ("seen", "ignores")
        return Finding(
            NAME, "fail", f"Capital letters are {seen}: {FRAME.format(CAPITALS[0][0])!r} and its "
            f"lower-cased form have {'one vector' if ignored else 'two vectors'}, and the encoder "
            f"declares that it {said} them.",
            remedy="Look for code that lower-cases the texts before the encoder does or does not.",
        )  # fmt: skip
    if accented_lost:
        return Finding(
            NAME, "warn", "Words with accents cannot be told apart, and without them they can: "
            "each becomes the same unknown word, or is left out. Either the vocabulary has no "
            "accented letters and should be sent none, or the stripping of accents is lost.",
            examples=[f"{FRAME.format(a)} = {FRAME.format(b)}" for a, b in ACCENTS[:2]],
            remedy="Load the tokenizer with strip_accents=True if the model was trained so; else "
            "strip accents from the texts.",
        )  # fmt: skip
    by = {"cased": ", as declared", "lower": ", as declared"}.get(declared, "")
    return Finding(
        NAME, "pass", f"Capital letters are {'ignored' if ignored else 'seen'}{by}; accents are "
        f"{'ignored' if stripped else 'seen'}."
        + (" Texts that differ in nothing else are one text to the encoder." if ignored else ""),
    )  # fmt: skip


def declared_casing(encoder: Encoder) -> str:
    """``cased`` or ``lower`` where the setup is certain of it, else ``""``.

    ``lower_case`` true is certain. False is so for a table of words and for RoBERTa's tokenizer,
    which ``onnx:`` runs only without a normaliser; WordPiece may still lower-case by itself.
    """
    setup = encoder.setup
    if setup.get("lower_case") is True:
        return "lower"
    certain = (
        setup.get("layout") == "word table" or setup.get("tokenizer_class") == "RobertaTokenizer"
    )
    return "cased" if certain and setup.get("lower_case") is False else ""


def _fate(patient: Patient, pairs: Sequence[tuple[str, str]]) -> tuple[bool, bool]:
    """Whether the words are lost, and whether each has the vector of its plain form."""
    texts = [FRAME.format(word) for pair in pairs for word in pair]
    vectors = sound_vectors(patient, texts)
    known = sound_vectors(patient, [plain(text) for text in texts])
    told_apart = difference(known[::2], known[1::2]) > EQUAL
    one = difference(vectors[::2], vectors[1::2]) <= EQUAL
    lost = bool(told_apart.sum() >= LEAST and one[told_apart].all())
    return lost, bool((difference(vectors, known) <= EQUAL).all())
