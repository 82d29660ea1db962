from __future__ import annotations

import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import latency
from tests.doctor.wrapped import HEALTHY, Vectors, Wrapped, opened


@pytest.mark.parametrize("name", HEALTHY)
def test_the_seconds_by_length_are_said(name: str) -> None:
    message = latency.check(Patient(opened(name))).message
    for words in latency.WORDS:
        assert f"s at {words} words" in message


def finding(power: float, monkeypatch: pytest.MonkeyPatch, unit_s: float = 1e-3) -> tuple[str, str]:
    """What is found of an encoder that takes ``unit_s`` times the words to a power, by a clock
    that nothing else moves."""
    now = 0.0

    def slow(vectors: Vectors, texts: list[str]) -> Vectors:
        nonlocal now
        now += sum(unit_s * len(text.split()) ** power for text in texts)
        return vectors

    monkeypatch.setattr(latency, "perf_counter", lambda: now)
    found = latency.check(Patient(Wrapped(opened("hash:"), vectors=slow)))
    return found.outcome, found.message


@pytest.mark.parametrize(("power", "outcome"), [(1, "pass"), (1.9, "pass"), (2.5, "warn")])
def test_growth_beyond_the_square_is_warned_of(
    power: float, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert finding(power, monkeypatch)[0] == outcome


def test_the_numbers_are_medians_of_one_text(monkeypatch: pytest.MonkeyPatch) -> None:
    # each text has one word more, the number of its round: 9, 33, 129 and 401 words at 1 ms
    message = finding(1, monkeypatch)[1]
    assert "0.009 s at 8 words, 0.033 s at 32 words, 0.13 s at 128 words, 0.4 s at 400" in message


def test_times_too_short_to_tell_are_no_growth(monkeypatch: pytest.MonkeyPatch) -> None:
    assert finding(2.5, monkeypatch, unit_s=1e-9)[0] == "pass"
