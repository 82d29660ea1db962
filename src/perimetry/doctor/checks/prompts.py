"""Prompts that are missing, sent twice, or sent for the other role.

What can be seen alone: what the encoder puts before a text by itself, since the same can be written
into the text and sent with an empty prompt. What only shows in results is measured by retrieval on
a small set: a server that adds a prompt to every text, prompts that are declared for the wrong
roles, and an encoder that declares none but was trained with well-known ones. A prompt of its own
that was never declared, and helps as much as any, cannot be seen without the checkpoint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from perimetry.datasets.tasks import find_task
from perimetry.datasets.tasks.rows import task_rows
from perimetry.doctor.agreement import SAME, agreement
from perimetry.doctor.patient import Patient, Vectors
from perimetry.encoders.base import checked_vectors
from perimetry.measures.nearest import nearest
from perimetry.measures.ranking import Relevance, judge, ndcg
from perimetry.measures.similarity import Floats
from perimetry.records import ROLES, Finding, Role
from perimetry.stats.permutation import sign_flip_test

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "prompts"
ORACLE: Oracle = "alone"
COST = (
    "A model that was trained with prompts compares worse without them, or with the wrong ones. On "
    "a small BERT trained so the order in core loses −0.09 where they are dropped; on bge-small, "
    "which prompts queries alone, no suite moves for certain. See the nDCG@10 measured here."
)

TEXTS = 8
QUESTIONS = 45
"""Of the dev half of our reasoning set. Four ways to prompt them and their answers take 2 to 3
CPU-seconds on a small BERT. They are hard enough: all-MiniLM-L6-v2 has an nDCG@10 of 0.9."""

BETTER_BY, P = 0.05, 0.01
"""What counts as better retrieval: a mean nDCG@10 higher by this, and a sign-flip p-value below.
On six healthy encoders no prompt that they were not trained with gains more than 0.02."""

WELL_KNOWN: Sequence[tuple[str, str]] = (
    ("query: ", "passage: "),
    ("query: ", "document: "),
    ("search_query: ", "search_document: "),
    ("Represent this sentence for searching relevant passages: ", ""),
)
"""Prompts that models need and declare only on their cards: those of E5, of sentence-transformers'
own guide to training, of Nomic and of BGE."""


def check(patient: Patient) -> Finding:
    """FAIL if a prompt sent is not the one declared; WARN if others retrieve much better."""
    own = patient.encoder.prompts
    if not any(own.values()):
        return _undeclared(patient)
    always = _added_anyway(patient)
    if always and own.get("symmetric"):
        return _measured(patient, always)
    wrong = {role: how for role in ROLES if own.get(role) and (how := sent_instead(patient, role))}
    if wrong:
        listed = "; ".join(f"{role}: {how}" for role, how in wrong.items())
        return Finding(
            NAME, "fail", f"What is put before a text is not the declared prompt ({listed}).",
            examples=[f"{role}: declared {own[role]!r}" for role in wrong],
            remedy="Look for a prompt that is added by the server or in the texts as well, or is "
            "looked up under another role's name.",
        )  # fmt: skip
    return _measured(patient, always)


def sent_instead(patient: Patient, role: Role) -> str:
    """What the encoder puts before a text of ``role`` instead of its prompt, "" if it is right.

    The candidates are written into the texts and sent without a prompt as ``symmetric`` ones, which
    few models prompt; where none of them fits, as ones of the role, for a model with two towers.
    An encoder for which a prompt is no text (some leave it out of the pooling) is held against the
    same prompt given by name.
    """
    own, texts = patient.encoder.prompts[role], patient.texts[:TEXTS]
    candidates = {own: "", "": "nothing", own + own: "the prompt twice"}
    for other in ROLES:
        prompt = patient.encoder.prompts.get(other, "")
        candidates.setdefault(prompt, f"the prompt for {other}")
    sent = _vectors(patient, texts, role)
    for writer in ("symmetric", role):
        for prompt, how in candidates.items():
            written = _vectors(patient, [prompt + text for text in texts], writer, "")
            if _same(sent, written):
                return how
    for prompt, how in candidates.items():
        if _same(sent, _vectors(patient, texts, role, prompt)):
            return how
    return "something else"


def retrieval(patient: Patient, query: str | None, document: str | None) -> Floats:
    """The nDCG@10 of each question under these prompts, shape ``(QUESTIONS,)``; None the own."""
    questions, answers = _questions()
    ranking = nearest(
        _vectors(patient, questions, "query", query),
        _vectors(patient, answers, "document", document),
        10,
    )
    return ndcg(judge(ranking, Relevance.of([{place: 1} for place in range(len(answers))])), 10)


def _undeclared(patient: Patient) -> Finding:
    without = retrieval(patient, None, None)
    tried = {prompts: retrieval(patient, *prompts) for prompts in WELL_KNOWN}
    best = max(tried, key=lambda prompts: float(tried[prompts].mean()))
    scores = f"nDCG@10 {without.mean():.2f} without, {tried[best].mean():.2f} with the best of them"
    if _better(tried[best], without):
        query, document = best
        return Finding(
            NAME, "warn",
            f"The encoder declares no prompt, and finds more documents with {query!r} before "
            f"queries and {document!r} before documents ({scores}): they seem to be missing.",
            remedy="See the model's card, and declare them: ?prompt.query=…&prompt.document=…",
        )  # fmt: skip
    return Finding(
        NAME, "pass",
        f"The encoder declares no prompt, and none of {len(WELL_KNOWN)} well-known ones makes it "
        f"find clearly more ({scores}).",
    )  # fmt: skip


def _added_anyway(patient: Patient) -> bool:
    """Whether queries and documents differ though an empty prompt is given for both."""
    texts = patient.texts[:TEXTS]
    return not _same(
        _vectors(patient, texts, "query", ""), _vectors(patient, texts, "document", "")
    )


def _measured(patient: Patient, always: bool) -> Finding:
    query, document = (patient.encoder.prompts.get(role, "") for role in ("query", "document"))
    if query == document == "":
        return Finding(NAME, "pass", "The declared prompt is what is sent.")
    own = retrieval(patient, None, None)
    others: Mapping[str, Floats] = {
        "without prompts": retrieval(patient, "", ""),
        "with each of them twice": retrieval(patient, query * 2, document * 2),
        "with the two swapped": retrieval(patient, document, query),
    }
    listed = ", ".join(f"{scores.mean():.2f} {how}" for how, scores in others.items())
    said = f"nDCG@10 {own.mean():.2f} as declared, {listed}"
    if _better(others["without prompts"], own) and always:
        return Finding(
            NAME, "fail", "Something puts the prompts before a text whatever is asked for, so that "
            f"they are there twice: retrieval is better without the declared ones ({said}).",
            remedy="Look for prompts that are in the texts already, or added by the server.",
        )  # fmt: skip
    if _better(others["without prompts"], own):
        return Finding(
            NAME, "warn", f"The declared prompts make retrieval worse ({said}): they are not those "
            "of this model, or something adds them a second time.",
            remedy="Leave them out (?prompt.query=&prompt.document=), or find what adds them.",
        )  # fmt: skip
    if query != document and _better(others["with the two swapped"], own):
        return Finding(
            NAME, "warn", f"Retrieval is better with the two prompts swapped ({said}).",
            remedy="Declare each prompt for the other role.",
        )  # fmt: skip
    if always:
        return Finding(
            NAME, "warn", "Queries and documents differ even with an empty prompt, so "
            f"what is sent cannot be told ({said}). Two towers do that by design; else an empty "
            "prompt is taken for none given.",
            remedy="Let prompt=\"\" send no prompt, so that audits can ask without one.",
        )  # fmt: skip
    return Finding(NAME, "pass", f"The declared prompts are what is sent ({said}).")


def _better(one: Floats, other: Floats) -> bool:
    test = sign_flip_test(
        other, one, [str(place) for place in range(len(one))], seed=(0,), alternative="greater"
    )
    return test.difference >= BETTER_BY and test.p < P


def _vectors(patient: Patient, texts: list[str], role: Role, prompt: str | None = None) -> Vectors:
    vectors = patient.vectors(texts, role, prompt)
    return checked_vectors(vectors, texts, patient.encoder.name)


def _same(one: Vectors, other: Vectors) -> bool:
    return float(np.median(agreement(one, other))) >= SAME


@cache
def _questions() -> tuple[list[str], list[str]]:
    """Questions and the right answer of each."""
    rows, _ = task_rows(find_task("reasoning"), split="dev")
    chosen = [row for _, row in rows[:QUESTIONS]]
    return [str(row["question"]) for row in chosen], [str(row["right"]) for row in chosen]
