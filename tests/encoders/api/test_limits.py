"""Batches, tokens, budget and back-off."""

from __future__ import annotations

import time
from collections.abc import Sequence
from email.utils import formatdate
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.encoders.api.batching import batches
from perimetry.encoders.api.budget import Budget, BudgetError
from perimetry.encoders.api.client import Problem, retry_after
from perimetry.encoders.api.retry import Patience, Retry, StoppedError
from perimetry.encoders.api.tokens import estimated, token_count
from perimetry.errors import InputError, ModelError, UnavailableError


@given(st.lists(st.integers(1, 50)), st.integers(1, 5), st.integers(1, 60))
def test_batches_hold_each_text_once_and_keep_to_the_limits(
    tokens: list[int], most_texts: int, most_tokens: int
) -> None:
    made = batches(tokens, most_texts=most_texts, most_tokens=most_tokens)
    assert [place for batch in made for place in batch] == list(range(len(tokens)))
    for batch in made:
        assert 1 <= len(batch) <= most_texts
        assert len(batch) == 1 or sum(tokens[place] for place in batch) <= most_tokens


def test_tokens_are_estimated_from_letters() -> None:
    """11 letters are 3 tokens, 2 Han characters are 6 bytes and 3 tokens; one more a text."""
    assert list(estimated(["hello world", "天气", ""])) == [4, 4, 1]


def test_tokens_are_counted_by_a_stated_tokenizer(minilm_folder: Path) -> None:
    """Of BERT's vocabulary: [CLS] hello world [SEP]; its own cut at 128 is off."""
    counted = token_count(str(minilm_folder / "tokenizer.json"))
    assert counted.source == "counted by tokenizer.json"
    assert list(counted.count(["hello world", "word " * 300])) == [4, 302]


def test_what_is_no_tokenizer_says_so(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text("{}")
    with pytest.raises(ModelError, match=r"t\.json is no tokenizer\.json"):
        token_count(str(tmp_path / "t.json"))


def test_requests_are_counted_to_the_limit() -> None:
    budget = Budget(max_requests=2)
    budget.take(10)
    budget.take(10)
    with pytest.raises(BudgetError, match="max-requests 2"):
        budget.take(10)
    assert budget.requests == 2


def test_cost_counts_what_is_in_flight() -> None:
    """At 1,000,000 for a million, a token costs 1."""
    budget = Budget(max_cost=25, price=1e6)
    first = budget.take(10)
    budget.take(10)
    with pytest.raises(BudgetError, match="max-cost 25"):
        budget.take(10)
    budget.answered(first, 10, 5)
    assert budget.cost == 5
    budget.take(10)


def test_a_server_that_counts_more_makes_estimates_grow() -> None:
    """20 for 10: the next 10 are taken for 20, and 20 + 20 is beyond 35."""
    budget = Budget(max_cost=35, price=1e6)
    budget.answered(budget.take(10), 10, 20)
    with pytest.raises(BudgetError):
        budget.take(10)


def test_a_refusal_costs_nothing_and_silence_may() -> None:
    budget = Budget(max_cost=100, price=1e6)
    budget.unanswered(budget.take(10), 10, refused=True)
    assert budget.cost == 0
    budget.unanswered(budget.take(10), 10, refused=False)
    assert budget.cost == 10


def test_without_a_price_nothing_has_a_cost() -> None:
    assert Budget().cost is None
    with pytest.raises(InputError, match="needs --price"):
        Budget(max_cost=1)


class Sleeper:
    """A clock that only pauses move."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def pause(self, stop: Event, seconds: float) -> None:
        self.slept.append(seconds)

    def now(self) -> float:
        return sum(self.slept)


def tried(problems: Sequence[Problem], patience: Patience, jitter: float = 1.0) -> list[float]:
    """The pauses until an answer after those problems."""
    sleeper = Sleeper()
    retry = Retry("m", patience, jitter=lambda: jitter, pause=sleeper.pause, now=sleeper.now)
    left = list(problems)
    answer = retry.until_answered(lambda: left.pop(0) if left else b"answer", Event())
    assert answer == b"answer"
    return sleeper.slept


def test_each_pause_may_be_twice_as_long_up_to_a_cap() -> None:
    patience = Patience(retries=5, base_s=1, cap_s=6)
    busy = [Problem("busy", 503)] * 5
    assert tried(busy, patience) == [1, 2, 4, 6, 6]
    assert tried(busy, patience, jitter=0.5) == [0.5, 1, 2, 3, 3]


def test_the_servers_own_wish_comes_before_the_back_off() -> None:
    """7 seconds and half of the first pause, so that not all come back at once."""
    asked = [Problem("slow down", 429, retry_after_s=7.0)]
    assert tried(asked, Patience(base_s=1), jitter=0.5) == [7.5]


def test_one_threads_wish_holds_for_all() -> None:
    sleeper = Sleeper()
    retry = Retry("m", Patience(base_s=0.0), pause=sleeper.pause, now=sleeper.now)
    answers = iter([Problem("slow down", 429, retry_after_s=9.0), b"one", b"two"])
    retry._wait(0, next(answers), Event())  # as another thread does
    assert retry.until_answered(lambda: next(answers), Event()) == b"one"
    assert sleeper.slept == [9.0]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 422, 301, 200])
def test_what_does_not_pass_is_not_tried_again(status: int) -> None:
    calls = []

    def send() -> Problem:
        calls.append(1)
        return Problem("no", status)

    with pytest.raises(UnavailableError, match="m: no"):
        Retry("m", Patience(), pause=Sleeper().pause).until_answered(send, Event())
    assert len(calls) == 1


def test_what_is_no_longer_wanted_is_given_up() -> None:
    stop = Event()
    stop.set()
    with pytest.raises(StoppedError):
        Retry("m", Patience()).until_answered(lambda: b"", stop)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "-3"}, 0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "Mon, 01 Jan 2001 00:00:00 GMT"}, 0),
    ],
)
def test_retry_after_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_retry_after_as_a_date() -> None:
    found = retry_after({"retry-after": formatdate(time.time() + 100, usegmt=True)})
    assert found == pytest.approx(100, abs=3)
