from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import roles
from perimetry.encoders.views.opening import with_views
from perimetry.records import Finding, Role
from perimetry.testing.faults.fault import Encode, Planted
from tests.doctor.wrapped import HEALTHY, opened

PROMPTS: Mapping[Role, str] = {"query": "query: ", "document": "passage: "}


def found(encode: Encode, prompts: Mapping[Role, str] = PROMPTS) -> Finding:
    return roles.check(Patient(Planted(opened("hash:"), "x", encode, prompts)))


def sent(texts: list[str], prompt: str) -> np.ndarray:
    return opened("hash:").encode(texts, role="symmetric", prompt=prompt)


@pytest.mark.parametrize("name", HEALTHY)
def test_an_encoder_without_prompts_knows_no_roles(name: str) -> None:
    finding = roles.check(Patient(opened(name)))
    assert (finding.outcome, finding.message) == (
        "pass", "A text has one vector whatever its role, as declared.",
    )  # fmt: skip


def test_declared_prompts_that_are_sent_are_felt() -> None:
    view = with_views(opened("hash:"), {"prompt.query": "query: "})
    finding = roles.check(Patient(view))
    assert finding.outcome == "pass"
    assert "query and document" in finding.message


def test_a_dropped_prompt_fails() -> None:
    finding = found(lambda texts, role, prompt: sent(texts, prompt or ""))
    assert finding.outcome == "fail"
    assert "query and document: cosine 1.000000" in finding.message
    assert "query: 'query: '" in finding.examples


def test_the_query_prompt_sent_for_documents_too_fails() -> None:
    own = {"query": "query: ", "document": "query: "}
    finding = found(lambda texts, role, prompt: sent(texts, own.get(role, "")))
    assert finding.outcome == "fail"
    assert "query and symmetric" not in finding.message


def test_an_equal_prompt_for_both_roles_makes_no_difference() -> None:
    same: Mapping[Role, str] = dict.fromkeys(("query", "document", "symmetric"), "x: ")
    assert found(lambda texts, role, prompt: sent(texts, "x: "), same).outcome == "pass"


def test_roles_that_differ_though_nothing_is_declared_are_warned_of() -> None:
    finding = found(lambda texts, role, prompt: sent(texts, f"{role}: "), {})
    assert finding.outcome == "warn"
    assert "no prompt that the encoder declares explains it" in finding.message
