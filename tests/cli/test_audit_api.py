"""``perimetry audit openai:…``: cost first, limits, recordings, and nothing paid twice."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from perimetry.encoders.api.identity import CANARIES
from perimetry.encoders.hashing import HashingEncoder
from perimetry.testing.endpoint import Said, StandIn, refusal, serving
from tests.cli.conftest import Command

SMALL = ("--suite", "heros", "--limit", 40)
TEXTS = 840
"""What that asks: 600 background sentences and 40 times 6."""

KEY = "planted-secret-0123456789"


def words(texts: list[str]):
    return HashingEncoder(64).encode(texts, role="symmetric")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    pytest.importorskip("openai", reason="pip install 'perimetry[api]' runs this")
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with serving(words) as server:
        yield server


def asked_of(server: StandIn) -> Counter[str]:
    """How often each text was asked for, canaries left out."""
    return Counter(text for text in server.texts if text not in CANARIES)


def items(folder: Path) -> bytes:
    return (folder / "items.parquet").read_bytes()


def test_a_dry_run_says_what_it_would_take_and_sends_nothing(
    perimetry: Command, server: StandIn, tmp_path: Path
) -> None:
    model = f"openai:m@{server.url}"
    before = perimetry("audit", model, *SMALL, "--dry-run", "--price", "0.02")
    assert (before.code, before.err) == (0, "")
    assert "840 texts, 0 of them stored; 30 requests, " in before.out
    assert "tokens (estimated at 4 letters a token), 0.0004 at 0.02 a million." in before.out
    assert before.out.endswith("Nothing was sent.\n")
    assert server.seen == []
    assert not (tmp_path / "audits").exists()

    done = perimetry("audit", model, *SMALL, "--out", "a", "--price", "0.02")
    assert done.code == 0, done.err
    assert "Asked for 840 texts: 30 requests with " in done.out
    assert len(server.seen) == 30
    after = perimetry("audit", model, *SMALL, "--dry-run")
    assert "840 texts, 840 of them stored; 1 requests" in after.out
    assert len(server.seen) == 30


def test_a_dry_run_counts_the_prompts_and_needs_no_key(perimetry: Command, server: StandIn) -> None:
    remote = "openai:m@https://models.example/v1"
    plain = perimetry("audit", remote, *SMALL, "--dry-run")
    prompted = perimetry("audit", f"{remote}?prompt.symmetric=passage:%20", *SMALL, "--dry-run")
    assert plain.code == prompted.code == 0
    first, second = (int(run.out.split(" tokens")[0].split()[-1].replace(",", ""))
                     for run in (plain, prompted))  # fmt: skip
    assert first + 840 * 2 <= second <= first + 840 * 3


def test_a_dry_run_of_a_local_encoder_has_nothing_to_pay(perimetry: Command) -> None:
    assert "nothing to pay" in perimetry("audit", "hash:", *SMALL, "--dry-run").out


def test_the_audit_is_that_of_the_model_itself(
    perimetry: Command, server: StandIn, tmp_path: Path
) -> None:
    assert perimetry("audit", f"openai:m@{server.url}", *SMALL, "--out", "a").code == 0
    assert perimetry("audit", "hash:?dim=64", *SMALL, "--out", "b").code == 0
    values = [
        [row["value"] for row in json.loads((tmp_path / name / "audit.json").read_text())[
            "estimates"]]
        for name in "ab"
    ]  # fmt: skip
    assert values[0] == values[1]


def test_a_limit_of_requests_stops_before_it_and_the_rest_is_asked_once(
    perimetry: Command, server: StandIn, tmp_path: Path
) -> None:
    model = f"openai:m@{server.url}"
    stopped = perimetry("audit", model, *SMALL, "--out", "a", "--max-requests", 10)
    assert stopped.code == 3
    assert "would exceed --max-requests 10. 10 requests with" in stopped.err
    assert "run the same command to go on" in stopped.err
    assert stopped.err.count("\n") == 1
    assert len(server.seen) == 10
    assert not (tmp_path / "a").exists()
    done = perimetry("audit", model, *SMALL, "--out", "a")
    assert done.code == 0, done.err
    assert asked_of(server) == Counter(dict.fromkeys(asked_of(server), 1))
    assert len(asked_of(server)) == TEXTS


def test_a_limit_of_cost_is_never_exceeded(perimetry: Command, server: StandIn) -> None:
    """The server counts a token a word, so a cost of 0.004 at 1 a million is 4,000 words."""
    model = f"openai:m@{server.url}"
    stopped = perimetry("audit", model, *SMALL, "--price", 1, "--max-cost", "0.004")
    assert stopped.code == 3
    assert "would exceed --max-cost 0.004" in stopped.err
    sent = sum(len(text.split()) for text in server.texts)
    assert 2_000 < sent <= 4_000
    assert perimetry("audit", model, *SMALL).code == 0
    assert set(asked_of(server).values()) == {1}


def test_a_cost_without_a_price_is_exit_2(perimetry: Command, server: StandIn) -> None:
    done = perimetry("audit", f"openai:m@{server.url}", "--max-cost", 1)
    assert (done.code, "--max-cost needs --price" in done.err) == (2, True)
    assert server.seen == []


def test_mining_says_that_it_knows_no_limits(perimetry: Command, server: StandIn) -> None:
    done = perimetry(
        "audit", f"openai:m@{server.url}", "--texts", "t", "--mine", "s.csv", "--max-requests", 1
    )
    assert (done.code, "--mine knows no cost" in done.err) == (2, True)
    assert server.seen == []


def test_a_replay_with_the_server_gone_is_byte_identical(
    perimetry: Command, server: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = f"openai:m@{server.url}"
    assert perimetry("audit", model, *SMALL, "--out", "a", "--record", "rec").code == 0
    server.close()
    monkeypatch.setenv("PERIMETRY_CACHE", str(tmp_path / "another"))
    done = perimetry("audit", model, *SMALL, "--out", "b", "--replay", "rec")
    assert done.code == 0, done.err
    assert items(tmp_path / "a") == items(tmp_path / "b")
    first, second = (json.loads((tmp_path / n / "audit.json").read_text()) for n in "ab")
    assert first["encoders"] == second["encoders"]


def test_a_replay_of_a_view_and_with_prompts_is_byte_identical(
    perimetry: Command, server: StandIn, tmp_path: Path
) -> None:
    model = f"openai:m@{server.url}?prompt.symmetric=text:%20&dim=16&quantize=int8"
    assert perimetry("audit", model, *SMALL, "--out", "a", "--record", "rec").code == 0
    assert set(asked_of(server).values()) == {1}
    assert all(text.startswith("text: ") for text in asked_of(server))
    server.close()
    assert perimetry("audit", model, *SMALL, "--out", "b", "--replay", "rec").code == 0
    assert items(tmp_path / "a") == items(tmp_path / "b")


def test_what_was_stored_before_is_recorded_without_asking(
    perimetry: Command, server: StandIn, tmp_path: Path
) -> None:
    model = f"openai:m@{server.url}"
    assert perimetry("audit", model, *SMALL, "--out", "a").code == 0
    asked = len(server.seen)
    assert perimetry("audit", model, *SMALL, "--out", "b", "--record", "rec").code == 0
    assert len(server.seen) == asked + 1
    server.close()
    assert perimetry("audit", model, *SMALL, "--out", "c", "--replay", "rec").code == 0
    assert items(tmp_path / "a") == items(tmp_path / "c")


def test_a_text_that_is_not_recorded_is_exit_3_and_never_a_call(
    perimetry: Command, server: StandIn, tmp_path: Path
) -> None:
    model = f"openai:m@{server.url}"
    assert perimetry("audit", model, *SMALL, "--out", "a", "--record", "rec").code == 0
    asked = len(server.seen)
    done = perimetry("audit", model, "--suite", "heros", "--out", "b", "--replay", "rec")
    assert done.code == 3
    assert "has no vector for 1,380 texts" in done.err
    assert len(server.seen) == asked
    assert not (tmp_path / "b").exists()


def test_a_replay_of_nothing_says_what_there_is(perimetry: Command, server: StandIn) -> None:
    model = f"openai:m@{server.url}"
    assert "it holds nothing" in perimetry("audit", model, *SMALL, "--replay", "rec").err
    assert perimetry("audit", model, *SMALL, "--record", "rec").code == 0
    done = perimetry("audit", f"openai:n@{server.url}", *SMALL, "--replay", "rec")
    assert (done.code, "it holds m-" in done.err) == (3, True)
    assert perimetry("audit", model, "--record", "a", "--replay", "b").code == 2


def test_a_recording_goes_on_with_the_same_model_only(
    perimetry: Command, server: StandIn, tmp_path: Path
) -> None:
    model = f"openai:m@{server.url}"
    assert perimetry("audit", model, *SMALL, "--record", "rec").code == 0
    server.encode = lambda texts: words([text[::-1] for text in texts])
    done = perimetry("audit", model, *SMALL, "--record", "rec")
    assert (done.code, "another model answers than the one in" in done.err) == (3, True)


def test_a_model_swapped_during_the_run_is_exit_3_and_never_mixed(
    perimetry: Command, server: StandIn, tmp_path: Path
) -> None:
    model = f"openai:m@{server.url}"
    other = lambda texts: words([text[::-1] for text in texts])  # noqa: E731
    server.encode = lambda texts: (words if len(server.seen) <= 12 else other)(texts)
    done = perimetry("audit", model, *SMALL, "--out", "a")
    assert done.code == 3
    assert "another model answers now" in done.err
    assert not (tmp_path / "a").exists()
    server.encode = other
    again = perimetry("audit", model, *SMALL, "--out", "a")
    assert again.code == 0
    assert "another model answers than before" in again.err
    with serving(other) as fresh:
        assert perimetry("audit", f"openai:m@{fresh.url}", *SMALL, "--out", "b").code == 0
    one, two = (json.loads((tmp_path / name / "audit.json").read_text()) for name in "ab")
    assert [row["value"] for row in one["estimates"]] == [row["value"] for row in two["estimates"]]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_stopped_it_loses_what_was_in_flight_and_asks_for_the_rest_once(
    server: StandIn, tmp_path: Path, how: signal.Signals
) -> None:
    concurrency, batch = 4, 16
    model = f"openai:m@{server.url}?concurrency={concurrency}&batch={batch}"
    command = [sys.executable, "-m", "perimetry", "audit", model, *map(str, SMALL), "--out", "a"]
    environment = {**os.environ, "PERIMETRY_CACHE": str(tmp_path / "cache")}
    server.misbehave = lambda _, said: Said(said.body, after_s=0.1)
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 60
    while len(server.seen) < 25:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.send_signal(how)
    _, errors = process.communicate(timeout=10)
    if how is signal.SIGINT:
        assert process.returncode == 130
        assert errors.decode().startswith("interrupted. What was encoded is stored")
        assert errors.count(b"\n") == 1
    time.sleep(0.3)  # what was in flight reaches the server
    first = asked_of(server)
    assert set(first.values()) == {1}
    assert len(first) < TEXTS

    server.misbehave = None
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    whole = asked_of(server)
    assert len(whole) == TEXTS
    twice = [text for text, times in whole.items() if times > 1]
    assert max(whole.values()) <= 2
    assert len(twice) <= concurrency * (batch - 1)


def everything(folder: Path) -> bytes:
    """All bytes of all files under ``folder``."""
    return b"\0".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


def test_a_key_is_in_no_file_and_no_word(
    perimetry: Command,
    server: StandIn,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The server repeats it in every answer's model, and in its errors."""
    caplog.set_level("DEBUG")
    monkeypatch.setenv("MY_KEY", KEY)
    spoken: list[str] = []

    def leak(asked, said: Said) -> Said:
        assert asked.headers["authorization"] == f"Bearer {KEY}"
        return Said(json.dumps({**json.loads(said.body), "model": f"m for {KEY}"}).encode())

    server.misbehave = leak
    model = f"openai:m@{server.url}?key_env=MY_KEY"
    done = perimetry("audit", model, *SMALL, "--out", "a", "--record", "rec")
    assert done.code == 0, done.err
    spoken += [done.out, done.err]
    for status in (400, 401, 429, 500):
        echo = f"bad key {KEY} / {quote(KEY)} / {base64.b64encode(KEY.encode()).decode()}"
        server.misbehave = lambda *_, s=status, e=echo: refusal(s, e, "insufficient_quota")
        done = perimetry("audit", f"{model}&retries=0", "--suite", "heros", "--out", "b")
        assert done.code == 3
        assert "bad key [key] / [key] / [key]" in done.err
        spoken += [done.out, done.err]
    server.misbehave = lambda *_: Said(f'"{KEY}'.encode() * 9)
    spoken.append(perimetry("audit", f"{model}&retries=0", "--out", "b").err)
    monkeypatch.delenv("MY_KEY")
    for arguments in (["--replay", "rec"], ["--dry-run"]):
        done = perimetry("audit", model, *SMALL, "--out", "c", *arguments)
        assert done.code == 0, done.err
        spoken += [done.out, done.err]
    spoken.append(caplog.text)
    assert (tmp_path / "a" / "report.html").is_file()
    assert KEY.encode() not in everything(tmp_path)
    assert KEY not in "\0".join(spoken)


def test_a_url_with_a_password_is_refused_and_not_repeated(
    perimetry: Command, server: StandIn
) -> None:
    for name in (
        f"openai:m@https://user:{KEY}@models.example/v1",
        f"openai:m@https://models.example/v1?api-key={KEY}",
        f"openai:m@https://models.example/v1%3Fapi-key={KEY}",
        f"openai:m@https://models.example/v1%23{KEY}",
        f"https://user:{KEY}@models.example/v1",
        f"openai:m@https://user:{KEY}@models.example:x/v1?batch",
    ):
        done = perimetry("audit", name, "--dry-run")
        assert done.code == 2, name
        assert KEY not in done.err + done.out


def test_plain_http_to_another_machine_needs_insecure(
    perimetry: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    done = perimetry("audit", "openai:m@http://models.invalid/v1?retries=0", *SMALL)
    assert done.code == 2
    assert "would carry the texts and the key in the clear" in done.err
    allowed = perimetry("audit", "openai:m@http://models.invalid/v1?retries=0", "--insecure")
    assert allowed.code == 3
    assert "no whole answer" in allowed.err


def test_no_key_is_exit_3_and_says_where_to_put_it(
    perimetry: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    done = perimetry("audit", "openai:m@https://models.invalid/v1", *SMALL)
    assert done.code == 3
    assert "the variable OPENAI_API_KEY is empty" in done.err


def test_without_the_client_it_is_exit_3_with_the_line(
    perimetry: Command, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    done = perimetry("audit", f"openai:m@{server.url}", *SMALL)
    assert done.code == 3
    assert "pip install 'perimetry[api]'" in done.err


def test_a_doctor_asks_each_text_as_it_is_given(perimetry: Command, server: StandIn) -> None:
    """Nothing is remembered and no canary rides along, so that repetition and batches are seen."""
    done = perimetry("doctor", f"openai:m@{server.url}", "--save-canary", "day.npz")
    assert done.code == 0, done.err
    asked = [list(one.texts) for one in server.seen]
    assert asked[0] == list(CANARIES)
    assert [len(texts) for texts in asked[1:]] == [32, 32] * 3
    assert not set(CANARIES) & {text for texts in asked[1:] for text in texts}
