from __future__ import annotations

import html
import json
from collections.abc import Callable
from functools import partial

import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import escaping
from perimetry.doctor.look_alikes import MISTAKES, Trial
from tests.doctor.wrapped import HEALTHY, of_text, opened


@pytest.mark.parametrize("name", HEALTHY)
def test_texts_that_are_sent_as_they_stand_pass(name: str) -> None:
    assert escaping.check(Patient(opened(name))).outcome == "pass"


@pytest.mark.parametrize("name", HEALTHY)
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (repr, "line breaks become a backslash"),
        (ascii, "line breaks become a backslash"),
        (json.dumps, "line breaks become a backslash"),
        (lambda text: json.dumps(text, ensure_ascii=False), "line breaks become a backslash"),
        (lambda text: str(text.encode()), "line breaks become a backslash"),
        (html.escape, "HTML entities"),
        (lambda text: html.escape(text).replace("#x27", "#39"), "HTML entities"),
        (lambda text: html.escape(text, quote=False), "the signs < > & become HTML entities"),
        (lambda text: text.encode().decode("latin-1"), "read as Latin-1"),
        (lambda text: text.encode().decode("cp1252", "replace"), "read as Latin-1"),
    ],
    ids=[
        "repr",
        "ascii",
        "json",
        "json-utf8",
        "bytes",
        "html",
        "html-39",
        "html-no-quotes",
        "latin-1",
        "cp1252",
    ],
)
def test_a_mistake_is_named(name: str, change: Callable[[str], str], said: str) -> None:
    finding = escaping.check(Patient(of_text(opened(name), change)))
    assert finding.outcome == "fail"
    assert said in finding.message


@pytest.mark.parametrize("name", HEALTHY)
@pytest.mark.parametrize("errors", ["ignore", "replace"])
def test_dropped_letters_are_a_warning(name: str, errors: str) -> None:
    dropped = of_text(opened(name), lambda text: text.encode("ascii", errors).decode())
    finding = escaping.check(Patient(dropped))
    assert finding.outcome == "warn"
    assert "beyond ASCII" in finding.message


def test_a_reading_is_written_in_letters_that_its_mistake_leaves_alone() -> None:
    unquoted = partial(html.escape, quote=False)
    changes = [repr, html.escape, unquoted, None, lambda text: text.encode().decode("latin-1")]
    for mistake, change in zip(MISTAKES, changes, strict=True):
        for trial in mistake.trials:
            if change:
                assert change(trial.text).strip("'") != trial.text
                assert any(change(text).strip("'") == text for text in trial.look_alikes)


def test_how_much_nearer_is_a_share_of_the_distance_to_the_reading() -> None:
    # "a a b" has cosine 2/√5 with "a", 1/√5 with "b" and 0 with "c".
    two, one = 2 / 5**0.5, 1 / 5**0.5
    patient = Patient(opened("hash:"))
    trials = [
        Trial("a a b", ["b"], ["a"]),
        Trial("a a b", ["a"], ["b", "c"]),
        Trial("a a b", ["a", "b a a"], ["a"]),
        Trial("a a b", ["c"], ["b a a"]),
    ]
    shares = escaping.nearer(patient, trials)
    assert shares[:2] == pytest.approx([(two - one) / (1 - one), (one - two) / (1 - two)])
    assert shares[2:] == [float("-inf"), 1.0]
