from __future__ import annotations

import pickle
from base64 import b64encode
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.encoders.api.endpoint import DEFAULT_URL, Endpoint, is_loopback
from perimetry.encoders.api.key import Key
from perimetry.encoders.uri import EncoderURI
from perimetry.errors import InputError, UnavailableError


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "from-the-environment")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


def parsed(name: str, **flags: bool) -> Endpoint:
    return Endpoint.parse(EncoderURI.parse(name, ("openai",)), **flags)


@pytest.mark.parametrize(
    ("name", "model", "url", "host"),
    [
        ("openai:small", "small", DEFAULT_URL, "api.openai.com"),
        ("openai:org/m@http://localhost:8080/v1/", "org/m", "http://localhost:8080/v1",
         "localhost"),
        ("openai:embed:v1.5@http://[::1]:1/v1", "embed:v1.5", "http://[::1]:1/v1", "::1"),
        ("openai:a@b@https://h.example", "a@b", "https://h.example", "h.example"),
    ],
)  # fmt: skip
def test_model_and_base_url(name: str, model: str, url: str, host: str) -> None:
    endpoint = parsed(name)
    assert (endpoint.model, endpoint.base_url, endpoint.host) == (model, url, host)


def test_the_base_url_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert parsed("openai:m").base_url == "http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("openai:m", "openai:m"),
        ("openai:m@http://localhost:80/secret/v1", "openai:m@localhost:80"),
        ("openai:m?format=float&batch=3&key_env=OPENAI_API_KEY", "openai:m?format=float"),
        ("openai:m?format=float&dimensions=8", "openai:m?dimensions=8&format=float"),
    ],
)
def test_the_name_shows_what_decides_a_vector_and_no_path(name: str, shown: str) -> None:
    assert parsed(name).display(EncoderURI.parse(name, ("openai",)).options) == shown


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("openai:@http://localhost", "names no model"),
        ("openai:m@https://", "the base URL must be"),
        ("openai:m@https://u:p@h.example", "holds a user name or password"),
        ("openai:m@https://u@h.example", "holds a user name or password"),
        ("openai:m@https://h.example:port", "cannot be read"),
        ("openai:m@https://h.example/v1%3Fkey=x", "holds a query"),
        ("openai:m@http://h.example", "in the clear"),
        ("openai:m@http://localhost.h.example", "in the clear"),
        ("openai:m@http://127.0.0.1.h.example", "in the clear"),
        ("openai:m?format=hex", "format must be base64 or float"),
        ("openai:m?batch=0", "batch must be a whole number from 1 on"),
        ("openai:m?concurrency=-1", "concurrency must be"),
        ("openai:m?timeout=nan", "timeout must be a number above 0"),
        ("openai:m?timeout=x", "timeout must be a number above 0"),
        ("openai:m?insecure=yes", "insecure must be 0 or 1"),
        ("openai:m?bacth=3", "Did you mean 'batch'"),
        ("openai:m?key_env=A&key_file=b", "two places of a key"),
    ],
)
def test_what_may_not_be_used_is_refused(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        parsed(name)
    assert "u:p" not in str(raised.value)


def test_insecure_is_a_flag_or_an_option() -> None:
    assert parsed("openai:m@http://h.example", insecure=True).base_url == "http://h.example"
    assert parsed("openai:m@http://h.example?insecure=1").base_url == "http://h.example"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["10.0.0.1", "0.0.0.0", "example.com", "", "127.0.0.1.x"])
def test_not_loopback(host: str) -> None:
    assert not is_loopback(host)


def test_the_key_comes_from_the_environment_or_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "key"
    file.write_text("from-a-file\n")
    monkeypatch.setenv("OTHER", "from-another")
    assert parsed("openai:m").key.reveal() == "from-the-environment"
    assert parsed("openai:m?key_env=OTHER").key.reveal() == "from-another"
    assert parsed(f"openai:m?key_file={file}").key.reveal() == "from-a-file"
    assert parsed("openai:m?key_env=").key.reveal() == ""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("openai:m?key_env=ABSENT", "the variable ABSENT is empty"),
        ("openai:m@http://localhost?key_env=ABSENT", "the variable ABSENT is empty"),
        ("openai:m?key_file=/absent/key", r"cannot be read from /absent/key \(FileNotFoundError"),
    ],
)
def test_a_missing_key_says_where_it_was_looked_for(name: str, message: str) -> None:
    with pytest.raises(UnavailableError, match=message):
        parsed(name)


def test_this_machine_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    assert parsed("openai:m@http://localhost").key.reveal() == ""
    with pytest.raises(UnavailableError, match="there is no key"):
        parsed("openai:m")


def test_a_key_of_two_lines_is_refused_without_showing_it(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("first-line\nsecond-line")
    with pytest.raises(InputError, match="not one line") as raised:
        parsed(f"openai:m?key_file={tmp_path / 'key'}")
    assert "line\n" not in str(raised.value)
    assert "first-line" not in str(raised.value)


def test_a_key_that_is_not_text_is_refused_without_showing_it(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"secret\xff\xfe")
    with pytest.raises(InputError, match="not one line of printable ASCII") as raised:
        parsed(f"openai:m?key_file={tmp_path / 'key'}")
    assert raised.value.__context__ is None
    assert "secret" not in str(raised.value)


def test_a_key_shows_itself_nowhere() -> None:
    endpoint = parsed("openai:m")
    assert "from-the-environment" not in repr(endpoint) + str(endpoint.key) + f"{endpoint.key}"
    with pytest.raises(TypeError):
        pickle.dumps(endpoint.key)


@given(
    st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=8, max_size=60),
    st.text(max_size=20),
)
def test_no_spelling_of_a_key_is_left(secret: str, around: str) -> None:
    key = Key(secret)
    spellings = [secret, quote(secret, safe=""), b64encode(secret.encode()).decode()]
    for spelling in spellings:
        assert spelling not in key.scrub(f"{around}{spelling}{around}")
