import subprocess
import sys

import pytest
from hypothesis import given, settings

from perimetry.decisions.guards import GUARDS, Guard, Reading, guards_named, objections, read
from perimetry.errors import InputError
from tests.decisions.guards.texts import sentences, texts

ALL = pytest.mark.parametrize("guard", GUARDS.values(), ids=GUARDS.keys())


@ALL
@settings(max_examples=100, deadline=None)
@given(a=texts, b=texts)
def test_an_objection_does_not_depend_on_the_order(guard: Guard, a: str, b: str) -> None:
    assert (guard.objection(a, b) is None) == (guard.objection(b, a) is None)


@ALL
@settings(max_examples=100, deadline=None)
@given(text=texts)
def test_no_text_is_objected_to_beside_itself(guard: Guard, text: str) -> None:
    assert guard.objection(text, text) is None


@ALL
@settings(deadline=None)
@given(a=sentences, b=sentences)
def test_a_reading_may_stand_for_its_text(guard: Guard, a: str, b: str) -> None:
    one, other = read(a), read(b)
    assert guard.objection(one, other) == guard.objection(a, b)
    assert guard.objection(one, other) == guard.objection(a, b)  # and be asked again


@ALL
@settings(deadline=None)
@given(a=texts, b=texts)
def test_a_reason_is_one_short_line(guard: Guard, a: str, b: str) -> None:
    reason = guard.objection(a, b)
    assert reason is None or (len(reason.splitlines()) == 1 and 0 < len(reason) < 120)


@given(text=texts)
def test_a_reading_equals_its_text(text: str) -> None:
    assert read(text) == text
    assert hash(read(text)) == hash(text)
    assert isinstance(read(text), Reading)


@ALL
def test_an_empty_text_says_nothing_to_object_to(guard: Guard) -> None:
    for other in ("", "   ", "It is not 5 km to Paris.", "\x00", "٣", "🙂🙂"):
        assert guard.objection("", other) is None


@pytest.mark.parametrize(
    "unit",
    [
        "1", "1,", ",111", "1.", ".1", "1-", "a-", "a_", "_-", "-1", "1:", "/1", "a.", "it's ",
        "''", "not ", "no more than ", "two ", "two hundred and ", "five million ", "5 km ", "$5 ",
        "a day ", "half past ", "1/2 ", "March 3, ", "ABC-123 ", "World Health ", "Paris ", "un",
        "at least ", "must not ", "１", "½", "9e", "x2", "#", "°", "of a ", "and a half ",
    ],
)  # fmt: skip
def test_a_long_text_is_read_in_one_pass(unit: str) -> None:
    """A pattern that backtracks, or a walk within a walk, would not come back from 100 kB."""
    text = read(unit * (100_000 // len(unit)))
    other = read(text[len(text) // 2 :] + " 7 Lyon not")
    for guard in GUARDS.values():
        assert guard.objection(text, text) is None
        guard.objection(text, other)


@pytest.mark.parametrize("unit", ["Take 2 of 5 km not at 3 pm. ", "1.1.", "no two "])
def test_the_work_grows_with_the_length_of_the_text(unit: str) -> None:
    short, long = (_calls(unit * (size // len(unit))) for size in (2_000, 16_000))
    assert long < 10 * short


def _calls(text: str) -> int:
    """How many functions are called to read a text for all guards and compare it with another."""
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    other = text + "It is not 7 Lyon."
    sys.setprofile(counted)
    try:
        for guard in GUARDS.values():
            guard.objection(text, other)
    finally:
        sys.setprofile(None)
    return count


def test_the_guards_have_their_fixed_order() -> None:
    assert list(GUARDS) == [
        "number", "date", "unit", "identifier", "negation", "entity", "quantifier", "modality",
        "direction",
    ]  # fmt: skip
    assert all(guard.name == name and isinstance(guard, Guard) for name, guard in GUARDS.items())


def test_guards_are_named_in_any_order_and_come_in_theirs() -> None:
    assert [guard.name for guard in guards_named(["unit", "number", "unit"])] == ["number", "unit"]
    assert guards_named([]) == ()


def test_an_unknown_guard_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(
        InputError, match=r"no guard 'tone'\. Guards: number, date, unit, identifier"
    ):
        guards_named(["number", "tone"])


def test_objections_name_the_first_guard_that_objects() -> None:
    pairs = [
        ("2 adults", "3 adults"),
        ("2 adults on Monday", "3 adults on Tuesday"),
        ("two adults", "2 adults"),
        ("It is locked.", "It isn't locked."),
    ]
    every = list(GUARDS.values())
    assert objections(pairs, every) == ["number", "number", None, "negation"]
    assert objections(pairs, every[::-1])[1] == "date"
    assert objections(pairs, []) == [None] * 4
    assert objections([], every) == []


def test_importing_a_gate_loads_nothing_heavy() -> None:
    code = (
        "import sys, perimetry.decisions.gate as gate; gate.Gate(0.9).same('a 1', 'b 2', 0.95);"
        "print(*sorted(m for m in ('numpy', 'scipy', 'pyarrow', 'rapidfuzz', 'onnxruntime')"
        " if m in sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == ""
