from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import prompts
from perimetry.encoders.views.opening import with_views
from perimetry.records import Finding, Role
from perimetry.testing.faults.fault import Planted
from tests.doctor.wrapped import HEALTHY, Vectors, opened

QUERY, PASSAGE = "query: ", "passage: "
PROMPTS: Mapping[Role, str] = {"query": QUERY, "document": PASSAGE}
Sent = Callable[[Role, str | None], str]


def trained(texts: list[str]) -> Vectors:
    """A model that was trained with prompts: without exactly one of them it returns noise.

    Of a passage it sees all words, of a query the first 60 letters.
    """
    bag = opened("hash:")
    rows = []
    for text in texts:
        before, rest = (text[: len(p)], text[len(p) :]) if (p := _prompt(text)) else ("", text)
        if not before or _prompt(rest):
            seed = int.from_bytes(sha256(text.encode()).digest()[:4], "big")
            rows.append(np.random.default_rng(seed).normal(size=1024).astype(np.float32))
        else:
            seen = rest if before == PASSAGE else f"{rest[:60]} asked"
            rows.append(bag.encode([seen], role="symmetric")[0])
    return np.stack(rows)


def _prompt(text: str) -> str:
    return next((p for p in (QUERY, PASSAGE) if text.startswith(p)), "")


def found(sent: Sent, declared: Mapping[Role, str] = PROMPTS) -> Finding:
    """What is said of an encoder that puts ``sent(role, prompt)`` before the texts."""

    def encode(texts: list[str], role: Role, prompt: str | None) -> Vectors:
        return trained([sent(role, prompt) + text for text in texts])

    return prompts.check(Patient(Planted(opened("hash:"), "x", encode, declared)))


def own(role: Role) -> str:
    return PROMPTS.get(role, "")


@pytest.mark.parametrize("name", HEALTHY)
def test_an_encoder_that_needs_no_prompt_passes(name: str) -> None:
    finding = prompts.check(Patient(opened(name)))
    assert finding.outcome == "pass"
    assert "declares no prompt, and none of 4 well-known ones" in finding.message


def test_a_prompt_that_does_not_help_is_no_fault() -> None:
    view = with_views(opened("hash:"), {"prompt.query": QUERY, "prompt.document": PASSAGE})
    assert prompts.check(Patient(view)).outcome == "pass"


def test_prompts_that_are_sent_pass_with_their_retrieval() -> None:
    finding = found(lambda role, prompt: own(role) if prompt is None else prompt)
    assert finding.outcome == "pass"
    assert "The declared prompts are what is sent (nDCG@10" in finding.message


@pytest.mark.parametrize(
    ("sent", "how"),
    [
        (lambda role, prompt: prompt or "", "query: nothing; document: nothing"),
        (lambda role, prompt: "", "query: nothing; document: nothing"),
        (
            lambda role, prompt: own(role) * 2 if prompt is None else prompt,
            "the prompt twice",
        ),
        (lambda role, prompt: (own(role) if prompt is None else prompt) * 2, "the prompt twice"),
        (
            lambda role, prompt: own(role) + (own(role) if prompt is None else prompt),
            "the prompt t",
        ),
        (
            lambda role, prompt: own(SWAPPED[role]) if prompt is None else prompt,
            "query: the prompt for document; document: the prompt for query",
        ),
        (lambda role, prompt: "to: " if prompt is None else prompt, "query: something else"),
    ],
    ids=[
        "dropped",
        "never sent",
        "doubled",
        "all doubled",
        "in the text too",
        "swapped",
        "another",
    ],
)
def test_what_is_sent_instead_is_named(sent: Sent, how: str) -> None:
    finding = found(sent)
    assert finding.outcome == "fail"
    assert how in finding.message


SWAPPED: Mapping[Role, Role] = {"query": "document", "document": "query", "symmetric": "symmetric"}


def test_prompts_that_the_texts_have_already_are_seen_by_retrieval() -> None:
    """Where each role has a prompt, nothing shows what a text without one looks like."""
    all_roles: Mapping[Role, str] = {**PROMPTS, "symmetric": QUERY}
    finding = found(
        lambda role, prompt: all_roles[role] + (all_roles[role] if prompt is None else prompt),
        all_roles,
    )
    assert finding.outcome == "fail"
    assert "so that they are there twice" in finding.message


def test_an_empty_prompt_that_is_taken_for_none_given_is_warned_of() -> None:
    all_roles: Mapping[Role, str] = {**PROMPTS, "symmetric": QUERY}
    finding = found(lambda role, prompt: prompt or all_roles[role], all_roles)
    assert finding.outcome == "warn"
    assert "differ even with an empty prompt" in finding.message


def test_a_well_known_prompt_that_is_not_declared_is_missed() -> None:
    finding = found(lambda role, prompt: prompt or "", {})
    assert finding.outcome == "warn"
    assert f"{QUERY!r} before queries and {PASSAGE!r} before documents" in finding.message


def test_a_server_that_adds_the_prompts_needs_none() -> None:
    """It finds as much as it can, and the doctor does not ask for more."""
    finding = found(lambda role, prompt: prompt or own(role), {})
    assert finding.outcome == "pass"


def test_prompts_of_another_model_make_retrieval_worse() -> None:
    def encode(texts: list[str], role: Role, prompt: str | None) -> Vectors:
        sent = "search: " if prompt is None and role == "query" else prompt or ""
        noise = np.random.default_rng(0).normal(size=(len(texts), 1024)).astype(np.float32)
        bag = opened("hash:").encode(texts, role=role)
        prompted = np.array([(sent + text).startswith("search: ") for text in texts])
        return np.where(prompted[:, None], noise, bag)

    finding = prompts.check(Patient(Planted(opened("hash:"), "x", encode, {"query": "search: "})))
    assert finding.outcome == "warn"
    assert "The declared prompts make retrieval worse" in finding.message
