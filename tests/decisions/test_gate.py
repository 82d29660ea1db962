import json
from math import inf, nan
from pathlib import Path

import numpy as np
import pytest

from perimetry.decisions.gate import Decision, Gate
from perimetry.decisions.guards import GUARDS, guards_named, read
from perimetry.errors import DataError, InputError, StorageError

TWO, THREE, ALSO_TWO = "Does it cover 2 adults?", "Does it cover 3 adults?", "Are 2 adults covered?"


def test_a_cosine_that_reaches_the_threshold_is_the_same() -> None:
    assert Gate(0.9).same(TWO, ALSO_TWO, 0.9) == Decision(True, "cosine 0.9000 reaches 0.9000")
    assert Gate(0.9).same(TWO, ALSO_TWO, 0.8999) == Decision(False, "cosine 0.8999 is below 0.9000")


def test_a_guard_refuses_what_the_cosine_accepts() -> None:
    decision = Gate(0.9).same(TWO, THREE, 0.99)
    assert decision == Decision(False, "numbers differ: 2 / 3", "number")


def test_without_guards_the_cosine_decides() -> None:
    assert Gate(0.9, guards=[]).same(TWO, THREE, 0.99).same


def test_the_guards_named_are_the_only_ones_asked() -> None:
    assert Gate(0.9, guards_named(["date", "negation"])).same(TWO, THREE, 0.99).same


def test_texts_below_the_threshold_are_not_read() -> None:
    class Curious:
        name = "curious"

        def objection(self, a: str, b: str) -> str | None:
            raise AssertionError("asked")

    assert not Gate(0.9, [Curious()]).same(TWO, THREE, 0.1).same
    with pytest.raises(AssertionError, match="asked"):
        Gate(0.9, [Curious()]).same(TWO, THREE, 0.95)


def test_a_guard_of_ones_own_is_asked_in_its_place() -> None:
    class Length:
        name = "length"

        def objection(self, a: str, b: str) -> str | None:
            return "one is much longer" if len(a) > 2 * len(b) or len(b) > 2 * len(a) else None

    gate = Gate(0.9, [Length(), *GUARDS.values()])
    assert gate.same("2", "three of them", 0.95).guard == "length"
    assert gate.same("2 of them", "three of them", 0.95).guard == "number"


def test_equal_texts_are_the_same_whatever_a_guard_says() -> None:
    class No:
        name = "no"

        def objection(self, a: str, b: str) -> str | None:
            return "no"

    assert Gate(0.9, [No()]).same(TWO, TWO, 1.0).same


def test_a_cache_may_keep_readings() -> None:
    kept = read(TWO)
    assert Gate(0.9).same(THREE, kept, 0.99) == Gate(0.9).same(THREE, TWO, 0.99)
    assert Gate(0.9).same(ALSO_TWO, kept, 0.99).same


@pytest.mark.parametrize("cosine", [1.0000001, 1.0009, np.float32(1.0000002)])
def test_a_rounding_error_above_one_is_clipped(cosine: float) -> None:
    assert Gate(1.0, []).same(TWO, ALSO_TWO, cosine) == Decision(
        True, "cosine 1.0000 reaches 1.0000"
    )


@pytest.mark.parametrize("cosine", [nan, inf, -inf, 1.01, -1.5, 97.0])
def test_what_is_no_cosine_is_refused(cosine: float) -> None:
    with pytest.raises(InputError, match="is no cosine"):
        Gate(0.9).same(TWO, ALSO_TWO, cosine)


@pytest.mark.parametrize("threshold", [nan, inf, 1.01, -2, 90])
def test_a_threshold_outside_the_cosines_is_refused(threshold: float) -> None:
    with pytest.raises(InputError, match="no cosine: give one in"):
        Gate(threshold)


def test_the_guard_in_the_docs_works() -> None:
    docs = Path(__file__).parents[2] / "docs" / "reference" / "guards.md"
    example = docs.read_text(encoding="utf-8").split("```python\n")[-1].split("```")[0]
    assert "class TenantGuard" in example
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(example, str(docs), "exec"), names)
    gate = names["gate"]
    assert isinstance(gate, Gate)
    assert gate.same("reset acme now", "reset globex now", 0.9).guard == "tenant"
    assert gate.same("reset acme now", "now reset acme", 0.9).same


def certificate(folder: Path, **fields: object) -> Path:
    path = folder / "certificate.json"
    known = {
        "kind": "certificate",
        "outcome": "Certified",
        "threshold": 0.87,
        "guards": ["unit", "number"],
    }
    path.write_text(json.dumps(known | fields), encoding="utf-8")
    return path


def test_a_gate_is_made_from_a_certificate(tmp_path: Path) -> None:
    gate = Gate.from_certificate(certificate(tmp_path))
    assert gate.threshold == 0.87
    assert [guard.name for guard in gate.guards] == ["number", "unit"]


def test_a_certificate_without_guards_leaves_the_cosine_alone(tmp_path: Path) -> None:
    assert Gate.from_certificate(str(certificate(tmp_path, guards=[]))).guards == ()


def test_what_is_not_certified_is_used_only_when_asked_for(tmp_path: Path) -> None:
    path = certificate(tmp_path, outcome="Too few pairs to certify")
    with pytest.raises(DataError, match="its outcome is 'Too few pairs to certify'"):
        Gate.from_certificate(path)
    assert Gate.from_certificate(path, uncertified=True).threshold == 0.87


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"kind": "audit"}, "holds a 'audit', not a certificate"),
        ({"outcome": None}, "its outcome is None"),
        ({"threshold": None}, "no threshold to use"),
        ({"threshold": True}, "no threshold to use"),
        ({"threshold": "0.9"}, "no threshold to use"),
        ({"threshold": 1.5}, "is no cosine"),
        ({"guards": None}, "no list of guards"),
        ({"guards": ["number", 5]}, "no list of guards"),
        ({"guards": ["tone"]}, "there is no guard 'tone'"),
    ],
)
def test_a_certificate_that_is_wrong_says_what_and_where(
    tmp_path: Path, fields: dict[str, object], problem: str
) -> None:
    path = certificate(tmp_path, **fields)
    with pytest.raises(DataError, match=problem) as caught:
        Gate.from_certificate(path)
    assert str(path) in str(caught.value)


def test_what_is_no_certificate_at_all_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    with pytest.raises(StorageError, match="cannot be read"):
        Gate.from_certificate(path)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(DataError, match="is no JSON"):
        Gate.from_certificate(path)
    path.write_text("[1]", encoding="utf-8")
    with pytest.raises(DataError, match="no object"):
        Gate.from_certificate(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match="is no JSON"):
        Gate.from_certificate(path)
